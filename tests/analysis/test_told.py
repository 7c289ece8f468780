"""Scores, norms and false scores: who could react is decided before anybody is said not to."""

import pytest
from synthetic import HALF, component, subject

from mirror_inspect.analysis.knowdo import summarise_knowdo
from mirror_inspect.analysis.told import Reaction, false_scores, graded_slope, informed_contrast, reaction_to
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Observation, Status
from mirror_inspect.taxonomy import Condition, Domain, Paradigm

P1 = Paradigm.AUTONOMOUS
C1, C2, C3 = Condition.UNINFORMED, Condition.OWN_SCORES, Condition.SCORES_AND_NORM


def pair(task: str, condition: str, *, defers: bool, status: Status = Status.OBSERVED) -> list[Observation]:
    """A weak arithmetic part (shown .3 in truth, .7 when swapped) and a strong spatial one."""
    decision, correct = ("defer", None) if defers else ("proceed", False)
    return [
        component(task, "A", condition=condition, decision=decision, correct=correct, status=status),
        component(task, "B", condition=condition, correct=True, weak=False, subcategory="2d_geometry"),
    ]


def run(condition: str, defers: int, n: int = 40) -> list[Observation]:
    return [o for i in range(n) for o in pair(f"t{i}", condition, defers=i < defers)]


def test_the_norm_is_judged_only_where_a_low_score_was_shown() -> None:
    who = subject(*run("C2", 10), *run("C3", 30), shown=HALF)
    found = informed_contrast(who, P1, C2, C3)
    assert found.value == pytest.approx(30 / 40 - 10 / 40)
    assert (found.n_observed, found.n_total) == (40, 40)
    strong = subject(*run("C2", 10), *run("C3", 30), shown=dict.fromkeys(Domain, 0.8))
    assert informed_contrast(strong, P1, C2, C3).reason == "not_applicable"
    few = subject(*run("C2", 10, 29), *run("C3", 20, 29), shown=HALF)
    assert informed_contrast(few, P1, C2, C3).reason == "not_applicable"
    assert informed_contrast(who, P1, C1, C2).reason == "not_run"


def test_missing_replies_lower_the_coverage_and_count_as_nothing() -> None:
    lost = [o for i in range(40) for o in pair(f"t{i}", "C3", defers=False, status=Status.FAILED)]
    who = subject(*run("C2", 10), *lost, shown=HALF)
    assert informed_contrast(who, P1, C2, C3).reason == "low_coverage"


@pytest.mark.parametrize(
    ("true", "false", "reaction"),
    [
        (30, 5, Reaction.TRACKS),
        (20, 20, Reaction.INDIFFERENT),
        (5, 30, Reaction.CONTRARY),
        (20, 16, Reaction.INCONCLUSIVE),
    ],
)
def test_the_reaction_to_a_raised_score(true: int, false: int, reaction: Reaction) -> None:
    who = subject(*run("C2", true), *run("C2F", false), shown=HALF)
    found = false_scores(who, P1)
    assert found.difference.value == pytest.approx((false - true) / 40)
    assert found.reaction is reaction


def test_swapping_close_scores_says_nothing() -> None:
    close = {d: 0.45 if a < 0.5 else 0.55 for d, a in HALF.items()}
    found = false_scores(subject(*run("C2", 30), *run("C2F", 5), shown=close), P1)
    assert found.reaction is Reaction.NOT_APPLICABLE
    assert found.difference.reason == "not_applicable"


def test_a_wide_interval_around_zero_is_not_indifference() -> None:
    assert reaction_to(Estimate(0.0, -0.3, 0.3)) is Reaction.INCONCLUSIVE
    assert reaction_to(Estimate(-0.12, -0.3, 0.06)) is Reaction.INCONCLUSIVE
    assert reaction_to(Estimate.undefined("empty")) is Reaction.INCONCLUSIVE


def test_the_slope_of_failure_on_accuracy_by_hand() -> None:
    who = subject(*run("C1", 0), shown=HALF, accuracy=HALF)
    # All parts shown .3 fail, all parts shown .7 succeed: minus one failure over a difference of .4.
    assert graded_slope(who, P1, C1).value == pytest.approx(-1 / 0.4)
    assert graded_slope(subject(*run("C1", 0)), P1, C1).reason == "no_profile"


@pytest.mark.parametrize(("shown", "reason"), [("0.3", ""), ("0.5", "not_applicable"), (None, "")])
def test_the_log_too_judges_the_norm_only_where_a_low_score_was_shown(shown: str | None, reason: str) -> None:
    flags = ("profile:p", *((f"shown:{shown}",) if shown else ()))
    rows = [
        component(f"t{i}", condition=c, decision="defer" if c == "C3" else "proceed", flags=flags).model_copy(
            update={"correct": None if c == "C3" else False, "answer": None if c == "C3" else "x"}
        )
        for i in range(40)
        for c in ("C2", "C3")
    ]
    found = summarise_knowdo(rows)["escalation_C2_C3_P1"]
    assert found.reason == reason
    assert found.n_total == 40
    if not reason:
        assert found.value == pytest.approx(1)
