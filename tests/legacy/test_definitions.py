"""The released definitions by hand, and on input the release never checked."""

import math

import numpy as np
import pytest

from mirror_inspect import legacy
from mirror_inspect.legacy import WeakRule


def test_empty_replies_stored_as_a_half_look_like_a_calibration_error_of_a_half():
    e = legacy.cce_v2(np.full(112, 0.5), np.zeros(112), n_resamples=100)
    assert (e.value, e.low, e.high) == (0.5, 0.5, 0.5)
    assert legacy.cce_v2([], []).reason == "empty"
    with pytest.raises(ValueError, match="confidence"):
        legacy.cce_v2([float("nan")], [1])
    with pytest.raises(ValueError, match="lengths differ"):
        legacy.cce_v2([0.5], [1, 0])


def test_macro_means_weigh_domains_alike_and_pair_nothing():
    s = legacy.atlas_summary([1, 0, 1], ["a", "a", "b"], [1, 0, 0, 0], ["a", "b", "b", "c"])
    assert s.domains == ("a", "b")
    assert (s.natural_macro, s.wager_macro, s.gap_macro) == (0.75, 0.5, 0.75)
    assert math.isnan(legacy.atlas_summary([], [], [], []).gap_macro)


def test_bets_over_ten():
    # A calibrated risk-neutral subject that bets 10 on what it gets right and 1 on the rest still errs by .1 on those.
    assert legacy.brier_bet([10, 1], [1, 0]).value == pytest.approx(0.005)
    assert legacy.ece_bet([10, 1], [1, 0]).value == pytest.approx(0.05)
    assert legacy.ece_bet([5, 5], [1, 0]).value == pytest.approx(0.0)
    assert legacy.brier_bet([], []).reason == "empty"
    with pytest.raises(ValueError, match=r"1\.\.10"):
        legacy.brier_bet([0], [1])


def test_convergence_skips_pairs_without_enough_or_varying_items():
    few = {"a": {str(i): i for i in range(29)}, "b": {str(i): i for i in range(29)}}
    assert legacy.mci_v2(few).reason == "no_pair"
    items = [str(i) for i in range(30)]
    signals = {
        "a": {i: float(i) for i in items},
        "b": {i: -float(i) for i in items},
        "constant": dict.fromkeys(items, 1.0),
    }
    assert legacy.mci_v2(signals).value == pytest.approx(-1.0)


def test_weak_sets_by_rule():
    accuracy = {"a": 0.2, "b": 0.4, "c": 0.5, "d": 0.5, "e": 0.9}
    assert legacy.weak_set(accuracy, WeakRule.ORIGINAL) == {"a", "b"}
    assert legacy.weak_set(accuracy, WeakRule.ABSOLUTE) == {"a"}
    assert legacy.weak_set(accuracy, WeakRule.MEDIAN) == {"a", "b"}
    assert legacy.weak_set(accuracy, WeakRule.BOTTOM_3) == {"a", "b", "c"}
    assert legacy.weak_set({}, WeakRule.MEDIAN) == frozenset()
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        legacy.weak_set({"a": float("nan")}, WeakRule.MEDIAN)


def test_kappas_by_hand_and_against_a_peer():
    metrics = pytest.importorskip("sklearn.metrics")
    raters = pytest.importorskip("statsmodels.stats.inter_rater")
    rng = np.random.default_rng(0)
    ratings = rng.integers(0, 3, (40, 4))
    assert legacy.cohen_kappa(ratings[:, 0], ratings[:, 1]) == pytest.approx(
        metrics.cohen_kappa_score(ratings[:, 0], ratings[:, 1])
    )
    assert legacy.fleiss_kappa(ratings) == pytest.approx(raters.fleiss_kappa(raters.aggregate_raters(ratings)[0]))
    assert math.isnan(legacy.cohen_kappa(["x"], ["x"]))
    assert math.isnan(legacy.fleiss_kappa([["x", "x"]]))
    with pytest.raises(ValueError, match="shape"):
        legacy.multi_rater(["x"])


def test_rule_one_reports_coverage():
    e = legacy.cfr_under_rule_one(50, 95, 100)
    assert (e.value, e.n_observed, e.n_total) == (pytest.approx(50 / 95), 95, 100)
    assert legacy.cfr_under_rule_one(1, 79, 100).reason == "low_coverage"
    assert legacy.cfr_under_rule_one(0, 0, 0).reason == "empty"
    with pytest.raises(ValueError, match="counts"):
        legacy.cfr_under_rule_one(3, 2, 5)


def test_escalation_of_equal_conditions_has_no_test():
    found = legacy.escalation_table({"C1": [0.5, 0.6], "C2": [0.5, 0.6]})
    assert math.isnan(found.contrasts[0].wilcoxon_p)
    assert found.reduction_of_means == 0.0
    with pytest.raises(ValueError, match="two or more"):
        legacy.escalation_table({"C1": [0.5, 0.6]})


def test_scaling_needs_two_sizes_and_utility_needs_a_probability():
    assert math.isnan(legacy.scaling_fit([8, 8], [0.1, 0.2]).slope)
    assert legacy.scaling_fit([1, 2, 4], [0.0, 0.1, 0.2]).slope == pytest.approx(0.1)
    with pytest.raises(ValueError, match="positive"):
        legacy.scaling_fit([0, 1], [0, 1])
    with pytest.raises(ValueError, match="resolver accuracy"):
        legacy.FallibleResolver(0.5, 0.5).success(1.2)
