"""Runs that may be compared: one group per bank, version and origin, one subject per model in it."""

import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from mirror_inspect.analysis.rows import Rows, profiles_in
from mirror_inspect.inert import inert_line
from mirror_inspect.observation import Observation
from mirror_inspect.report.page import Ref
from mirror_inspect.report.runs import ACTING, LeftOut, Run
from mirror_inspect.report.task_logs import once, stated_margin

SHOULD_AGREE: Final = ("seed", "preset", "prompt_version", "prompt_digest")
"""What should be the same in runs of one experiment that are compared; a difference is reported."""
MERGED: Final = ACTING
"""The experiment whose runs may hold different conditions of the same tasks and are put together."""


class Subject:
    """One model's runs in a group, of each experiment the newest."""

    def __init__(self, name: str, runs: Sequence[Run]):
        self.name = name
        self.runs = tuple(runs)
        self._merged: dict[str, tuple[Observation, ...]] = {}

    @property
    def model(self) -> str:
        """Inspect's name of the model."""
        return self.runs[0].model

    @property
    def simulated(self) -> bool:
        """Whether it is a simulated subject."""
        return self.model.startswith("simulated/")

    @property
    def experiments(self) -> tuple[str, ...]:
        """Experiments it took part in, sorted."""
        return tuple(sorted({run.experiment for run in self.runs}))

    def runs_of(self, experiment: str) -> tuple[Run, ...]:
        """Return its runs of one experiment, oldest first."""
        return tuple(run for run in self.runs if run.experiment == experiment)

    def observations(self, experiment: str) -> tuple[Observation, ...]:
        """Return what was observed in one experiment; what two runs elicited counts once, as in the later one."""
        if experiment not in self._merged:
            runs = self.runs_of(experiment)
            if len(runs) == 1:
                self._merged[experiment] = runs[0].observations
            else:
                self._merged[experiment] = once(o for r in runs for o in r.observations)
        return self._merged[experiment]

    def rows(self, experiment: str) -> Rows:
        """Return the same as rows to pick from."""
        return Rows(self.observations(experiment))

    def about(self, experiment: str) -> Mapping[str, Any]:
        """Return the metadata of its newest run of an experiment; empty without one."""
        runs = self.runs_of(experiment)
        return runs[-1].about if runs else {}

    def margin(self, experiment: str, construct: str) -> float:
        """Return the margin stated before the run, else the default of its size."""
        return stated_margin(self.about(experiment), construct)

    def refs(self, experiment: str, where: str = "") -> tuple[Ref, ...]:
        """Return sources: its logs of an experiment under a sample filter."""
        # Samples of imported logs do not carry the metadata that filters ask for.
        return tuple(Ref(run.file, "" if run.legacy else where) for run in self.runs_of(experiment))


@dataclass(frozen=True)
class Group:
    """Logs that were made in the same way.

    Attributes:
        name: What they have in common, in words.
        subjects: One per model, sorted by name.
    """

    name: str
    subjects: tuple[Subject, ...]

    @cached_property
    def experiments(self) -> tuple[str, ...]:
        """Experiments any subject took part in, sorted."""
        return tuple(sorted({e for s in self.subjects for e in s.experiments}))

    def taking(self, experiment: str) -> tuple[Subject, ...]:
        """Return the subjects of an experiment."""
        return tuple(s for s in self.subjects if experiment in s.experiments)


def grouped(runs: Iterable[Run]) -> tuple[list[Group], list[str]]:
    """Put comparable runs together.

    Args:
        runs: Runs.

    Returns:
        Groups, those of the instrument's own finished runs first and the largest of them first; and what a reader must
        know before any number: mixed banks or versions, unfinished runs, older runs, differing sizes and prompts.
    """
    by_key: dict[tuple[Any, ...], list[Run]] = defaultdict(list)
    for run in runs:
        by_key[bool(run.legacy), not run.finished, run.legacy, run.bank, run.version].append(run)
    order = sorted(by_key, key=lambda key: (key[:2], -len(by_key[key]), key))
    notices: list[str] = []
    groups = []
    for key in order:
        name = _name(key)
        subjects = _subjects(by_key[key], notices)
        notices += _differences(subjects)
        groups.append(Group(name, subjects))
    return groups, [*_mixed(order, by_key), *dict.fromkeys(notices)]


def _name(key: tuple[Any, ...]) -> str:
    legacy, unfinished, grader, bank, version = key
    if legacy:
        return f"imported from the published release, graded by {inert_line(grader, 30)}"
    made = f"bank {inert_line(bank, 16) or 'unknown'}, version {inert_line(version, 20) or 'unknown'}"
    return f"unfinished runs, {made}" if unfinished else made


def _subjects(runs: Sequence[Run], notices: list[str]) -> tuple[Subject, ...]:
    by_model: dict[str, dict[str, list[Run]]] = defaultdict(lambda: defaultdict(list))
    for run in sorted(runs, key=lambda run: (run.created, run.file)):
        by_model[run.model][run.experiment].append(run)
    made = []
    for model, experiments in sorted(by_model.items()):
        kept: list[Run] = []
        for found in experiments.values():
            joined = [r for r in found if r.experiment == MERGED and _same(r, found[-1])] or found[-1:]
            kept += joined
            notices += [
                f"{inert_line(r.file)}: an older run of {inert_line(r.experiment, 40)} by {inert_line(model, 60)}; "
                "the newest counts"
                for r in found
                if r not in joined
            ]
        made.append(Subject(inert_line(model, 60), kept))
    return tuple(made)


def _same(first: Run, second: Run) -> bool:
    # Components routed by two profiles can be put into no rate: of two such runs the newer one counts.
    profiles = profiles_in(first.observations) | profiles_in(second.observations)
    return len(profiles) <= 1 and all(first.about.get(k) == second.about.get(k) for k in (*SHOULD_AGREE, "attempts"))


def _mixed(order: Sequence[tuple[Any, ...]], by_key: Mapping[tuple[Any, ...], list[Run]]) -> list[str]:
    own = [key for key in order if not key[0] and not key[1]]
    found = []
    for place, word in ((3, "item banks"), (4, "versions of this package")):
        if len({key[place] for key in own}) > 1:
            found.append(
                f"the logs come from different {word}: each has its own tables, and nothing is compared across"
            )
    for key in order:
        if key[0]:
            found.append(f"results of the published release stand apart, marked legacy (logs: {len(by_key[key])})")
        elif key[1]:
            found += [
                f"{inert_line(r.file)}: the run ended as {inert_line(r.status, 20)} and its numbers stand apart; "
                "finish it with `inspect eval-retry`"
                for r in by_key[key]
            ]
    return found


def _differences(subjects: Sequence[Subject]) -> list[str]:
    found = []
    for experiment in sorted({e for s in subjects for e in s.experiments}):
        for name in SHOULD_AGREE:
            values = {inert_line(r.about.get(name), 40) for s in subjects for r in s.runs_of(experiment)}
            if len(values) > 1:
                found.append(f"runs of {inert_line(experiment, 40)} differ in {name}: {', '.join(sorted(values))}")
    return found


def left_out(logs: Iterable[LeftOut]) -> list[str]:
    """Return in words which logs no number comes from."""
    return [f"{inert_line(log.file)}: left out; {inert_line(log.why, 240)}" for log in logs]


def command(run: Run) -> str:
    """Return the command that makes such a log again."""
    words = ["inspect", "eval", f"mirror_inspect/{run.experiment}", "--model", run.model]
    for name, value in run.arguments.items():
        if value in (None, "", []) or isinstance(value, dict):
            continue
        text = (
            ",".join(map(str, value))
            if isinstance(value, list)
            else str(value).lower()
            if value is True
            else str(value)
        )
        words += ["-T", f"{name}={text}"]
    for name, value in run.settings.items():
        if isinstance(value, dict | list):
            continue
        words += (
            ["-M", f"{name[3:]}={value}"] if name.startswith("-M ") else [f"--{name.replace('_', '-')}", str(value)]
        )
    return " ".join(shlex.quote(inert_line(w, 200)) for w in words)
