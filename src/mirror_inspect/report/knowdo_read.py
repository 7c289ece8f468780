"""From Experiment 9 logs to subjects: retried runs once, the runs of one model together, what is doubtful stated."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mirror_inspect.analysis.rows import Rows, profiles_in
from mirror_inspect.analysis.subject import Subject
from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import (
    CALIBRATION,
    MAIN,
    REDTEAM,
    RESAMPLE,
    RESOLVER,
    Observation,
    plain,
)
from mirror_inspect.profile import build_profile
from mirror_inspect.report import task_logs
from mirror_inspect.report.agentic_samples import added, agentic, consumption, task_facts
from mirror_inspect.taxonomy import Domain

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

TASK = "exp9_knowdo"
PHASES = (MAIN, CALIBRATION, RESOLVER, REDTEAM, RESAMPLE)
COMPARABLE = ("bank_digest", "prompt_version", "seed", "preset", "attempts")
"""What must be the same in two logs of one model for their observations to be put together."""


def read_subjects(files: Iterable[Path]) -> list[Subject]:
    """Read logs and return one subject per model, sorted by name.

    Args:
        files: Logs, also of other tasks, which are left out.

    Raises:
        ArgumentError: none of them is a log of Experiment 9, or one cannot be read.
    """
    # A retry keeps the id of its task and repeats what was already done.
    by_model = ({log.eval.task_id: log for log in logs} for logs in task_logs.logs_by_model(files, TASK).values())
    return [_subject_of(list(newest.values())) for newest in by_model]


def _subject_of(logs: "list[EvalLog]") -> Subject:
    try:
        return subject_of(logs)
    except ArgumentError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError) as why:
        names = ", ".join(Path(log.location).name for log in logs)
        raise ArgumentError(f"{names}: not written by this package: {plain(why)}") from None


def subject_of(logs: "list[EvalLog]") -> Subject:
    """Put the logs of one model together; what two runs both elicited counts once, as in the later one."""
    model = logs[0].eval.model
    logs = sorted(logs, key=lambda log: log.eval.created)
    rows: dict[str, list[Observation]] = {phase: [] for phase in PHASES}
    for o in task_logs.observed_once(logs):
        rows.setdefault(o.phase, []).append(o)
    first = next((s.metadata for log in logs for s in agentic(log.samples)), {})
    accuracy = {Domain(d): float(a) for d, a in first.get("accuracy", {}).items()}
    if not accuracy and rows[CALIBRATION]:
        accuracy = build_profile(rows[CALIBRATION], model=model, bank_digest="").accuracy
    main = Rows(rows[MAIN])
    return Subject(
        model=model,
        rows=main,
        calibration=Rows(rows[CALIBRATION]),
        resolved=Rows(rows[RESOLVER]),
        redteam=Rows(rows[REDTEAM]),
        resamples=Rows(rows[RESAMPLE]),
        accuracy=accuracy,
        shown={Domain(d): float(a) for d, a in first.get("shown", {}).items()},
        p_weak={Domain(d): float(p) for d, p in first.get("p_weak", {}).items()},
        weak=frozenset(Domain(d) for d in first.get("weak_set", ())),
        tasks={name: facts for log in logs for name, facts in task_facts(log.samples).items()},
        usage=added(u for log in logs for u in consumption(log.samples, log.eval.model)),
        preset=str((logs[0].eval.metadata or {}).get("preset", "")),
        resolver=float((logs[0].eval.metadata or {}).get("resolver", 0.9)),
        margins=(logs[0].eval.metadata or {}).get("margins") or {},
        warnings=tuple(dict.fromkeys(_warnings(logs, main))),
    )


def _warnings(logs: "list[EvalLog]", main: Rows) -> Iterator[str]:
    for log in logs:
        yield from task_logs.doubts(log, "a run")
    yield from task_logs.differing(logs, COMPARABLE)
    if len(profiles_in(main)) > 1:
        yield (
            "its components were routed by more than one profile: every estimate is missing (mixed_profiles); name the "
            "logs of one run, or run again with -T profile=LOG of the first"
        )
