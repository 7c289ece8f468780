"""One subject's Experiment 9 from its runs in a report, as the analysis of knowing and doing wants it."""

from typing import Any, Final

from mirror_inspect.analysis.rows import profiles_in
from mirror_inspect.analysis.subject import Subject as Facts
from mirror_inspect.observation import CALIBRATION, MAIN, REDTEAM, RESAMPLE, RESOLVER
from mirror_inspect.report.agentic_samples import added
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.runs import ACTING
from mirror_inspect.taxonomy import Domain

EXPERIMENT: Final = ACTING
MAIN_PHASE: Final = 'metadata.phase == "main"'
STATED_RESOLVER: Final = 0.9


def acting(group: Group) -> list[tuple[Subject, Facts]]:
    """Return the subjects of Experiment 9 whose components were all routed by one profile."""
    found = [(s, facts(s)) for s in group.taking(EXPERIMENT)]
    return [(s, f) for s, f in found if len(profiles_in(f.rows)) <= 1]


def facts(subject: Subject) -> Facts:
    """Return what the analysis of Experiment 9 needs of a subject."""
    rows = subject.rows(EXPERIMENT)
    runs = subject.runs_of(EXPERIMENT)
    told = runs[-1].told
    stated = subject.about(EXPERIMENT).get("margins")
    return Facts(
        model=subject.model,
        rows=rows.where(phase=MAIN),
        calibration=rows.where(phase=CALIBRATION),
        resolved=rows.where(phase=RESOLVER),
        redteam=rows.where(phase=REDTEAM),
        resamples=rows.where(phase=RESAMPLE),
        accuracy=_domains(told.get("accuracy")),
        shown=_domains(told.get("shown")),
        p_weak=_domains(told.get("p_weak")),
        weak=frozenset(Domain(d) for d in told.get("weak_set", ()) if d in {x.value for x in Domain}),
        tasks={name: task for run in runs for name, task in run.tasks.items()},
        usage=added(u for run in runs for u in run.usage),
        preset=str(subject.about(EXPERIMENT).get("preset", "")),
        margins=stated if isinstance(stated, dict) else {},
        resolver=resolver_of(subject),
    )


def resolver_of(subject: Subject) -> float:
    """Return the stated accuracy of whoever takes over, in [0, 1]."""
    stated = subject.about(EXPERIMENT).get("resolver", STATED_RESOLVER)
    return float(stated) if isinstance(stated, int | float) and 0 <= stated <= 1 else STATED_RESOLVER


def _domains(value: Any) -> dict[Domain, float]:
    known = {d.value for d in Domain}
    return {Domain(k): float(v) for k, v in value.items() if k in known} if isinstance(value, dict) else {}
