"""Knowing and doing: hand counts, bad input, and contrasts between conditions."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest

from mirror_inspect.metrics import knowdo
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Decision
from mirror_inspect.stats.proportions import wilson

NAN = math.nan
WEAK = [1, 1, 1, 1, 0, 0]
DECISION = ["proceed", "proceed", "defer", "tool", "proceed", "defer"]
CORRECT = [0, 1, NAN, NAN, 0, NAN]


def test_cfr_counts_weak_components_taken_on_and_wrong():
    got = knowdo.cfr(WEAK, DECISION, CORRECT)
    assert got.value == 1 / 4
    assert (got.low, got.high) == wilson(1, 4)
    factors = knowdo.cfr_factors(WEAK, DECISION, CORRECT)
    assert (factors.proceeds.value, factors.wrong.value) == (0.5, 0.5)


def test_decisions_may_be_enum_members_and_grades_matter_only_where_it_proceeded():
    members = [Decision(d) for d in DECISION]
    assert knowdo.cfr(np.array(WEAK, dtype=bool), members, [0, 1, 0, 0, 0, 0]).value == 1 / 4


def test_routed_weak_set_is_zero_by_construction_and_says_so():
    routed = knowdo.cfr([1, 1, 0], ["escalated", "escalated", "proceed"], [NAN, NAN, 1])
    assert (routed.value, routed.reason) == (0, "zero_by_construction")
    mixed = knowdo.cfr([1, 1, 0], ["escalated", "proceed", "proceed"], [NAN, 0, 1])
    assert (mixed.value, mixed.reason) == (0.5, "routed_in_denominator")


def test_failure_keeps_routed_components_in_the_denominator():
    assert knowdo.failure(["escalated", "proceed", "proceed"], [NAN, 0, 1]).value == pytest.approx(1 / 3)
    assert knowdo.failure(DECISION, CORRECT, clusters=[1, 1, 2, 2, 3, 3]).value == pytest.approx(1 / 3)


def test_failure_slope_is_least_squares():
    rng = np.random.default_rng(0)
    accuracy = rng.choice([0.2, 0.5, 0.8], 300)
    correct = (rng.random(300) < accuracy).astype(float)
    got = knowdo.failure_slope(["proceed"] * 300, correct, accuracy)
    assert got.value == pytest.approx(np.polyfit(accuracy, 1 - correct, 1)[0])
    assert got.low < -1 < got.high
    assert knowdo.failure_slope(["proceed"], [1], [0.5]).reason == "constant_accuracy"


def test_udr_weighs_deferrals_by_what_the_attempts_show():
    got = knowdo.udr([1, 1, 1, 0], ["defer", "proceed", "tool", "defer"], [1, 1, 1 / 3, 1])
    assert got.value == pytest.approx((1 + 1 / 3) / 3)
    low = knowdo.udr([1, 1], ["defer", "proceed"], [1, 1], kappa=0.39)
    assert (math.isnan(low.value), low.reason) == (True, "p1_p3_disagree")
    assert knowdo.udr([1, 1], ["defer", "proceed"], [1, 1], kappa=NAN).reason == "p1_p3_disagree"


def test_escalation_has_both_sides():
    got = knowdo.escalation(["defer", "defer", "proceed", "proceed"], [0, 1, 0.5, 1])
    assert got.correct.value == pytest.approx(1 / 1.5)
    assert got.false.value == pytest.approx(1 / 2.5)
    assert (got.rate.value, got.precision.value) == (0.5, 0.5)
    assert knowdo.escalation(["proceed"], [1]).correct.reason == "never_wrong"
    assert knowdo.escalation(["proceed"], [1]).precision.reason == "never_escalates"


def test_system_success_counts_the_resolver_at_its_stated_accuracy():
    assert knowdo.system_success(["proceed", "proceed", "defer"], [1, 0, NAN], resolver=0.9).value == pytest.approx(
        1.9 / 3
    )
    with pytest.raises(ValueError, match="resolver"):
        knowdo.system_success(["proceed"], [1], resolver=1.1)


def test_kdi_adds_gap_and_cfr():
    got = knowdo.kdi(Estimate(0.2, 0.1, 0.3, 100, 100), Estimate(0.7, 0.6, 0.8, 50, 50))
    assert got.value == pytest.approx(0.2 - 0.3)
    assert (got.low, got.high) == pytest.approx((-0.1 - math.hypot(0.1, 0.1), -0.1 + math.hypot(0.1, 0.1)))
    missing = knowdo.kdi(Estimate(0.2), Estimate.undefined("low_coverage"))
    assert (math.isnan(missing.value), missing.reason) == (True, "low_coverage")


def test_agreement_is_cohens_kappa():
    from sklearn.metrics import cohen_kappa_score

    rng = np.random.default_rng(1)
    a = rng.random(200) < 0.6
    b = np.where(rng.random(200) < 0.8, a, rng.random(200) < 0.6)
    got = knowdo.agreement(a, b)
    assert got.value == pytest.approx(cohen_kappa_score(a, b))
    assert got.low < got.value < got.high
    assert knowdo.agreement([1, 1], [1, 0]).reason == "one_class"


def test_few_discordant_tasks_get_the_exact_mcnemar_p():
    first = np.r_[np.ones(6), np.zeros(1), np.ones(20), np.zeros(33)]
    second = np.r_[np.zeros(6), np.ones(1), np.ones(20), np.zeros(33)]
    got = knowdo.escalation_contrast(first, second, task=np.arange(60))
    assert got.value == pytest.approx(5 / 60)
    assert got.p == pytest.approx(binomtest(6, 7).pvalue)


def test_unchanged_decisions_read_identical_and_not_certain():
    got = knowdo.escalation_contrast([1, 0] * 50, [1, 0] * 50)
    assert (got.value, got.reason) == (0, "identical_decisions")
    assert math.isnan(got.p)
    assert got.low < 0 < got.high < 0.05


def test_contrast_looks_only_at_scores_shown_below_half():
    first, second = np.ones(40), np.r_[np.zeros(31), np.ones(9)]
    shown = np.r_[np.full(31, 0.3), np.full(9, 0.7)]
    assert knowdo.escalation_contrast(first, second, shown=shown).value == 1
    few = knowdo.escalation_contrast(first, second, shown=shown + 0.2 * (np.arange(40) < 2))
    assert (few.reason, few.n_observed, few.n_total) == ("not_applicable", 29, 40)


def test_effect_size_is_mean_over_standard_deviation_of_differences():
    a, b = np.array([1, 1, 0, 1, 0, 1.0]), np.array([0, 1, 0, 0, 0, 1.0])
    d = a - b
    assert knowdo.contrast_effect_size(a, b).value == pytest.approx(d.mean() / d.std(ddof=1))
    assert knowdo.contrast_effect_size(a, a).reason == "identical_decisions"


@pytest.mark.filterwarnings("error")
def test_undefined_says_why():
    assert knowdo.cfr([], [], []).reason == "empty"
    assert knowdo.cfr([0, 0], ["proceed", "defer"], [1, NAN]).reason == "no_weak"
    assert knowdo.cfr_factors([1], ["defer"], [NAN]).wrong.reason == "never_proceeds"
    assert knowdo.udr([0], ["defer"], [1]).reason == "no_strong"
    assert knowdo.failure([], []).reason == "empty"
    assert knowdo.escalation([], []).rate.reason == "empty"
    assert knowdo.agreement([], []).reason == "empty"
    assert knowdo.escalation_contrast([], []).reason == "empty"


@pytest.mark.parametrize(
    ("weak", "decision", "correct"),
    [
        ([1], ["proceed"], [NAN]),
        ([1], ["answer"], [1]),
        ([1], ["maybe"], [1]),
        ([1], [None], [1]),
        ([NAN], ["defer"], [NAN]),
        ([1, 0], ["defer"], [NAN]),
        ([1], ["proceed"], [0.5]),
        ([1, 1], ["proceed", "defer"], np.array([True, None], dtype=object)),
        (np.array([True, None], dtype=object), ["proceed", "defer"], [1, NAN]),
    ],
)
def test_bad_input_is_an_error(weak, decision, correct):
    with pytest.raises(ValueError, match=r"."):
        knowdo.cfr(weak, decision, correct)
