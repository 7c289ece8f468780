"""Discrimination against scikit-learn, hand counts and planted truths."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.special import expit
from scipy.stats import mannwhitneyu, norm

from mirror_inspect.metrics.discrimination import auprc, auroc, stratified_auroc


@st.composite
def two_classes(draw):
    n = draw(st.integers(2, 60))
    c = draw(hnp.arrays(float, n, elements=st.sampled_from(np.linspace(0, 1, 11).tolist())))
    y = draw(hnp.arrays(bool, n))
    y[0], y[1] = True, False
    return c, y


@given(two_classes())
@settings(max_examples=150, deadline=None)
def test_areas_are_scikit_learns(data):
    from sklearn.metrics import average_precision_score, roc_auc_score

    c, y = data
    assert auroc(c, y).value == pytest.approx(roc_auc_score(y, c), abs=1e-12)
    got = auprc(c, y)
    assert got.correct.value == pytest.approx(average_precision_score(y, c), abs=1e-12)
    assert got.errors.value == pytest.approx(average_precision_score(~y, -c), abs=1e-12)
    assert got.errors.null == pytest.approx((~y).mean())
    lift = (got.errors.value - got.errors.null) / (1 - got.errors.null)
    assert got.errors_lift.value == pytest.approx(lift)


@given(two_classes(), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_row_order_does_not_matter(data, seed):
    c, y = data
    order = np.random.default_rng(seed).permutation(len(c))
    level = np.arange(len(c)) % 3
    for a, b in (
        (auroc(c, y), auroc(c[order], y[order])),
        (auprc(c, y).errors, auprc(c[order], y[order]).errors),
        (stratified_auroc(c, y, level), stratified_auroc(c[order], y[order], level[order])),
    ):
        assert a.reason == b.reason
        assert (a.value, a.low, a.high) == pytest.approx((b.value, b.low, b.high), abs=1e-9, nan_ok=True)


def test_ties_count_half_by_hand():
    # pairs: (.8,.5) 1, (.8,.8) 1/2, (.5,.5) 1/2, (.5,.8) 0
    got = auroc([0.8, 0.5, 0.5, 0.8], [1, 1, 0, 0])
    assert got.value == 0.5
    assert got.reason == "under_40_errors;under_40_right"


def test_constant_confidence_is_chance_without_error():
    got = auroc([0.6] * 500, [1] * 300 + [0] * 200)
    assert (got.value, got.low, got.high, got.reason) == (0.5, 0.5, 0.5, "all_ties")


@pytest.mark.parametrize("y", [[1, 1, 1], [0, 0, 0]])
def test_one_class_is_undefined(y):
    c = [0.2, 0.5, 0.9]
    for got in (auroc(c, y), auprc(c, y).errors, auprc(c, y).correct, stratified_auroc(c, y, [1, 1, 2])):
        assert math.isnan(got.value)
        assert got.reason == "one_class"


def test_complete_separation_keeps_an_honest_interval():
    got = auroc([0.9] * 20 + [0.1] * 20, [1] * 20 + [0] * 20)
    assert got.value == 1
    assert got.high == 1
    assert 0.85 < got.low < 0.99


def test_p_value_is_the_mann_whitney_one():
    rng = np.random.default_rng(0)
    c = np.round(rng.random(120), 1)
    y = rng.random(120) < 0.3 + 0.3 * c
    peer = mannwhitneyu(c[y], c[~y], use_continuity=False, method="asymptotic").pvalue
    assert auroc(c, y).p == pytest.approx(peer, abs=1e-12)


def test_delong_variance_is_the_jackknife_of_placements():
    rng = np.random.default_rng(1)
    c, y = rng.random(60), rng.random(60) < 0.5
    wins = (c[y][:, None] > c[~y]) + 0.5 * (c[y][:, None] == c[~y])
    variance = wins.mean(1).var(ddof=1) / y.sum() + wins.mean(0).var(ddof=1) / (~y).sum()
    area = wins.mean()
    half = 1.959963984540054 * math.sqrt(variance) / (area * (1 - area))
    got = auroc(c, y)
    assert (got.low, got.high) == pytest.approx(
        (expit(math.log(area / (1 - area)) - half), expit(math.log(area / (1 - area)) + half)), abs=1e-9
    )


@pytest.mark.parametrize("area", [0.6, 0.7, 0.8])
def test_binormal_area_is_recovered(area):
    rng = np.random.default_rng(2)
    y = rng.random(4000) < 0.6
    c = norm.cdf(rng.standard_normal(4000) + math.sqrt(2) * norm.ppf(area) * y)
    got = auroc(c, y)
    error = (got.high - got.low) / 3.92
    assert abs(got.value - area) < 3.3 * error


def test_difficulty_alone_vanishes_within_strata():
    rng = np.random.default_rng(3)
    level = rng.integers(1, 6, 3000)
    p = expit(1.2 * (3 - level))
    y = rng.random(3000) < p
    c = np.clip(p + rng.normal(0, 0.02, 3000), 0, 1)
    assert auroc(c, y).value > 0.75
    got = stratified_auroc(c, y, level, np.array(["a", "b"])[rng.integers(0, 2, 3000)])
    assert 0.45 < got.value < 0.55
    assert got.low < 0.5 < got.high


def test_van_elteren_weights_by_hand():
    # stratum 1: m = 1, n = 1, area 1; stratum 2: m = 2, n = 2, area 1/4 -> (1/3 * 1 + 4/5 * 1/4) / (1/3 + 4/5)
    c = [0.9, 0.1, 0.2, 0.6, 0.5, 0.7]
    y = [1, 0, 1, 1, 0, 0]
    got = stratified_auroc(c, y, [1, 1, 2, 2, 2, 2])
    assert got.value == pytest.approx((1 / 3 + 0.2) / (1 / 3 + 0.8))


def test_domains_without_both_classes_are_named():
    got = stratified_auroc([0.9, 0.1, 0.5, 0.6], [1, 0, 1, 1], [1, 1, 1, 1], ["a", "a", "b", "b"])
    assert got.value == 1
    assert got.reason == "domains_dropped:1"
    assert (got.n_observed, got.n_total) == (2, 4)


@pytest.mark.filterwarnings("error")
def test_bad_input():
    for metric in (auroc, auprc, lambda c, y: stratified_auroc(c, y, np.zeros(len(c), dtype=int))):
        for c, y in (
            ([0.5, math.nan], [1, 0]),
            ([0.5, 1.5], [1, 0]),
            ([0.5], [1, 0]),
            (np.array([0.5, "x"], dtype=object), [1, 0]),
            ([0.5, 0.6], [1, 2]),
        ):
            with pytest.raises(ValueError, match=r"."):
                metric(c, y)
    assert auroc([], []).reason == "empty"
    assert stratified_auroc([], [], []).reason == "empty"
    assert auprc([], []).errors.reason == "empty"
