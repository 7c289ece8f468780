"""Observations made by hand for tests of the analysis: one call is one component of one task."""

from typing import Any

from mirror_inspect.analysis.rows import Rows
from mirror_inspect.analysis.subject import Subject, TaskFacts
from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.taxonomy import PARADIGM_CHANNEL, Channel, Domain, Paradigm, domain_of

MODEL = "test/subject"


def component(
    task: str,
    slot: str = "A",
    *,
    paradigm: str = "P1",
    condition: str = "C1",
    decision: str | None = "proceed",
    correct: bool | None = None,
    weak: bool = True,
    subcategory: str = "estimation",
    status: Status = Status.OBSERVED,
    answer: str | None = None,
    **more: Any,
) -> Observation:
    seen = status is Status.OBSERVED
    return Observation(
        model=MODEL,
        experiment="exp9_knowdo",
        item_id=f"{task}{slot}",
        group=task,
        slot=slot,
        domain=domain_of(subcategory).value,
        subcategory=subcategory,
        difficulty=3,
        channel=PARADIGM_CHANNEL[Paradigm(paradigm)].value,
        paradigm=paradigm,
        condition=condition,
        status=status,
        decision=Decision(decision) if decision and seen else None,
        correct=correct if seen else None,
        answer=(answer or "x") if correct is not None and seen else answer,
        weak=weak,
        **more,
    )


def single(item: str, channel: Channel, correct: bool, subcategory: str, **more: Any) -> Observation:
    return Observation(
        model=MODEL,
        experiment="exp9_knowdo",
        phase=more.pop("phase", "calibration"),
        item_id=item,
        group=more.pop("group", item),
        domain=domain_of(subcategory).value,
        subcategory=subcategory,
        difficulty=3,
        channel=channel.value,
        status=Status.OBSERVED,
        answer="x",
        correct=correct,
        **more,
    )


def subject(*rows: Observation, **more: Any) -> Subject:
    groups = {o.group for o in rows}
    facts = {g: TaskFacts("high", 4.0, 0.5, "audit") for g in groups}
    return Subject(MODEL, Rows(rows), tasks=facts, **more)


HALF = {d: 0.3 if i % 2 == 0 else 0.7 for i, d in enumerate(Domain)}
"""Accuracy shown: .3 in arithmetic, temporal, logical, factual; .7 in the others."""
