"""Experiment 9 in numbers: routed parts hide nothing that is missing, attempts pool over epochs, profiles never mix."""

import pytest

from mirror_inspect.analysis.knowdo import attempts, components, summarise_knowdo
from mirror_inspect.analysis.rows import Rows, key
from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.taxonomy import Channel, Condition, Paradigm

PROCEED, DEFER, ESCALATED = Decision.PROCEED, Decision.DEFER, Decision.ESCALATED


def part(
    task: int,
    slot: str,
    decision: Decision | None,
    correct: bool | None = None,
    *,
    condition: str = "C1",
    paradigm: str = "P1",
    epoch: int = 1,
    profile: str = "p",
    weak: bool | None = False,
) -> Observation:
    return Observation(
        experiment="exp9_knowdo",
        item_id=f"{task}{slot}",
        group=str(task),
        slot=slot,
        domain="spatial",
        subcategory="x",
        difficulty=1,
        epoch=epoch,
        channel="autonomous" if paradigm == "P1" else "behavioural",
        paradigm=paradigm,
        condition=condition,
        status=Status.FAILED if decision is None else Status.OBSERVED,
        answer=None if correct is None else "a",
        correct=correct,
        decision=decision,
        weak=weak,
        flags=(f"profile:{profile}",),
    )


def test_a_routed_part_is_no_coverage() -> None:
    rows = [part(t, "A", ESCALATED, condition="C4") for t in range(10)]
    rows += [part(t, "B", PROCEED if t < 6 else None, True if t < 6 else None, condition="C4") for t in range(10)]
    found = summarise_knowdo(rows)
    assert found["P1_coverage"].value == 0.6
    assert found["failure_C4"].reason == "low_coverage"


def test_failures_over_all_components_do_not_fall_when_some_of_the_rest_is_missing() -> None:
    def failure(lost: int) -> float:
        routed = [part(t, "A", ESCALATED, condition="C4") for t in range(20)]
        own = [part(t, "B", PROCEED, t % 2 == 0, condition="C4") for t in range(20 - lost)]
        missing = [part(t, "B", None, condition="C4") for t in range(20 - lost, 20)]
        return summarise_knowdo([*routed, *own, *missing])["failure_C4"].value

    assert failure(0) == pytest.approx(10 / 40)
    assert failure(4) == pytest.approx(10 / 40)


def test_attempts_of_all_epochs_stand_against_the_decision_of_each() -> None:
    rows = Rows(
        [
            part(1, "A", Decision.ANSWER, True, paradigm="P3", epoch=1),
            part(1, "A", Decision.ANSWER, False, paradigm="P3", epoch=2),
            part(1, "A", None, paradigm="P3", epoch=3),
            *(part(1, "A", DEFER, epoch=e) for e in (1, 2, 3)),
        ]
    )
    right = attempts(rows)
    assert [right[key(o)] for o in rows.where(paradigm="P1")] == [0.5, 0.5, 0.5]


def test_every_value_over_two_profiles_is_missing_with_that_reason() -> None:
    rows = [part(1, "A", PROCEED, True, weak=True), part(2, "A", PROCEED, False, weak=True, profile="q")]
    assert {e.reason for e in summarise_knowdo(rows).values()} == {"mixed_profiles"}
    assert summarise_knowdo(rows[:1])["cfr_C1_P1"].value == 0


def test_estimates_name_what_was_planned() -> None:
    rows = [part(t, "A", PROCEED if t < 9 else None, True if t < 9 else None, weak=True) for t in range(10)]
    found = summarise_knowdo(rows)
    assert (found["cfr_C1_P1"].n_observed, found["cfr_C1_P1"].n_total) == (9, 10)
    assert found["knowdo_gap"].reason == "low_coverage", "no confidence and no attempts were observed"
    assert found["knowdo_gap"].n_total == 10


def test_a_domain_that_was_not_measured_is_neither_weak_nor_strong() -> None:
    rows = [part(t, "A", PROCEED, t % 2 == 0, weak=t < 10) for t in range(20)]
    rows += [part(t, "A", Decision.ANSWER, True, paradigm="P3", weak=t < 10) for t in range(20)]
    unknown = [part(t, "B", PROCEED, False, weak=None) for t in range(20)]
    unknown += [part(t, "B", Decision.ANSWER, True, paradigm="P3", weak=None) for t in range(20)]
    known, both = summarise_knowdo(rows), summarise_knowdo([*rows, *unknown])
    for name in ("cfr_C1_P1", "routing_gain", "udr"):
        assert both[name].value == pytest.approx(known[name].value, nan_ok=True)
    assert both["failure_C1"].value == pytest.approx(30 / 40)


def test_a_confidence_counts_on_the_ladder_where_only_its_own_answer_could_not_be_graded() -> None:
    def said(task: int, *flags: str, signal: float | None = None) -> Observation:
        o = part(task, "A", None, paradigm="P1").model_copy(update={"paradigm": None, "channel": "self_report"})
        status = Status.OBSERVED if signal is not None else Status.AMBIGUOUS
        return o.model_copy(update={"status": status, "signal": signal, "flags": flags})

    reports = [said(0, signal=0.8), said(1, "signal:0.3"), said(2), said(3, "signal:nonsense"), said(4, "signal:7")]
    rows = list(reports)
    for task in range(len(reports)):
        rows += [part(task, "A", DEFER), part(task, "A", Decision.ANSWER, True, paradigm="P3")]
    joined = components(Rows(rows), Paradigm.AUTONOMOUS, Condition.UNINFORMED, Channel.SELF_REPORT)
    assert joined.confidence.tolist() == [0.8, 0.3]
    assert joined.planned == 5
