"""The logs of one task by model: read in order, every elicitation counted once, and what is doubtful about the runs."""

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mirror_inspect.analysis.crucible import DELAY_FLAG
from mirror_inspect.analysis.rows import PROFILE_FLAG
from mirror_inspect.elicitation.agentic import ATTEMPT_FLAG
from mirror_inspect.elicitation.attacks import ATTACK_FLAG
from mirror_inspect.errors import ArgumentError
from mirror_inspect.inert import inert_line
from mirror_inspect.observation import REPEAT_FLAG, Observation, log_observations, read_log, task_of
from mirror_inspect.stats.verdicts import margin_of

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

OWN_MARKS: Final = (REPEAT_FLAG, ATTEMPT_FLAG, ATTACK_FLAG, PROFILE_FLAG, DELAY_FLAG)
"""Flags, or beginnings of flags, that tell two elicitations of the same thing apart."""


def logs_of(files: Iterable[Path], tasks: Container[str]) -> "Iterator[tuple[str, EvalLog]]":
    """Yield the logs of some tasks with the task's name, read in full; of other logs only the header is read.

    Args:
        files: Logs.
        tasks: Names of tasks, without the package.

    Raises:
        ArgumentError: a log cannot be read.
    """
    for file in files:
        task = task_of(read_log(file, header_only=True))
        if task in tasks:
            yield task, read_log(file)


def logs_by_model(files: Iterable[Path], task: str) -> "dict[str, list[EvalLog]]":
    """Read logs and return those of one task by model, models sorted by name and the logs of each from old to new.

    Args:
        files: Logs, also of other tasks, which are left out.
        task: Name of the task, without the package.

    Raises:
        ArgumentError: none of them is of the task, or one cannot be read.
    """
    found: dict[str, list[EvalLog]] = defaultdict(list)
    for _, log in logs_of(files, (task,)):
        found[log.eval.model].append(log)
    if not found:
        raise ArgumentError(f"none of the logs is of {task}: run `inspect eval mirror_inspect/{task}` first")
    return {model: sorted(logs, key=lambda log: log.eval.created) for model, logs in sorted(found.items())}


@dataclass(frozen=True, slots=True)
class Newest:
    """The run of one model and task that counts.

    Attributes:
        log: The newest run that ended well; where none did, the newest.
        left_out: In words which other runs were given.
    """

    log: "EvalLog"
    left_out: tuple[str, ...] = ()

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What was observed in the run."""
        return log_observations(self.log)


def newest(logs: "Sequence[EvalLog]") -> Newest:
    """Return which of a model's runs of one task counts: runs are never put together, they may hold other items.

    Args:
        logs: At least one, from old to new.
    """
    kept = next((log for log in reversed(logs) if log.status == "success"), logs[-1])
    others = [log for log in logs if log is not kept]
    which = "the newest that ended well" if kept.status == "success" else "the newest"
    names = (inert_line(Path(log.location).name) for log in others)
    return Newest(kept, tuple(f"{name}: another run, left out; {which} counts" for name in names))


def newest_by_model(files: Iterable[Path], task: str) -> list[Newest]:
    """Read logs and return the run of every model that counts, models sorted by name.

    Arguments and errors as for `logs_by_model`.
    """
    return [newest(logs) for logs in logs_by_model(files, task).values()]


def stated_margin(about: Mapping[str, Any], construct: str) -> float:
    """Return the margin a run stated before it began, else the default of its size.

    Args:
        about: Metadata of the run; a margin that is no positive number is not looked at.
        construct: Key of `stats.verdicts.MARGINS`.
    """
    stated = about.get("margins")
    held = stated.get(construct) if isinstance(stated, dict) else None
    if isinstance(held, int | float) and math.isfinite(held) and held > 0:
        return float(held)
    return margin_of(construct, str(about.get("preset", "")))


def once(observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """Return observations of one model, of each elicitation the last; which wording or item text it had is no matter.

    Args:
        observations: From old to new.
    """
    return tuple({_elicitation(o): o for o in observations}.values())


def observed_once(logs: "Iterable[EvalLog]") -> tuple[Observation, ...]:
    """Return the observations of logs of one model from old to new; what two of them elicited counts once."""
    return once(o for log in logs for o in log_observations(log))


def _elicitation(o: Observation) -> tuple[object, ...]:
    marks = tuple(f for f in o.flags if f.startswith(OWN_MARKS))
    return o.phase, o.group, o.item_id, o.slot, o.channel, o.condition, o.paradigm, o.epoch, marks


def unfinished(log: "EvalLog", which: str = "a run") -> Iterator[str]:
    """Say that a run did not end well, and how to go on with it."""
    if log.status != "success":
        yield f"{which} ended as {log.status}: finish it with `inspect eval-retry`"


def foreign_profile(log: "EvalLog") -> Iterator[str]:
    """Say that a run was allowed the profile of another model or item bank."""
    if (log.eval.metadata or {}).get("profile_mismatch_allowed"):
        yield "the profile was allowed to be another model's or bank's"


def simulated(log: "EvalLog") -> Iterator[str]:
    """Say that the subject was a simulated one (rule 14)."""
    if log.eval.model.startswith("simulated/"):
        yield "a simulated subject, not a language model"


def doubts(log: "EvalLog", which: str = "the run") -> Iterator[str]:
    """Say what there is against a run: not finished, told by a foreign profile, of a simulated subject."""
    yield from unfinished(log, which)
    yield from foreign_profile(log)
    yield from simulated(log)


def differing(logs: "Sequence[EvalLog]", names: Iterable[str], whose: str = "its") -> Iterator[str]:
    """Say in which metadata runs that are put together are not the same."""
    for name in names:
        values = {str((log.eval.metadata or {}).get(name)) for log in logs}
        if len(values) > 1:
            yield f"{whose} runs differ in {name}: {', '.join(sorted(values))}"
