"""Analytic intervals: hand values, clusters, and honesty where nothing varies."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import contrast, difference, mean, share
from mirror_inspect.stats.proportions import wilson


def test_share_is_wilsons():
    got = share(3, 10)
    assert (got.value, got.low, got.high) == (0.3, *wilson(3, 10))
    assert share(0, 0).reason == "empty"


def test_mean_is_the_t_interval():
    x = np.array([0.1, 0.4, 0.2, 0.9])
    low, high = stats.t.interval(0.95, 3, x.mean(), stats.sem(x))
    got = mean(x, null=0.0)
    assert (got.low, got.high) == pytest.approx((low, high))
    assert got.p == pytest.approx(stats.ttest_1samp(x, 0).pvalue)
    assert mean(np.array([0.5])).reason == "one_unit"
    flat = mean(np.full(5, 0.3))
    assert (flat.reason, math.isnan(flat.low)) == ("no_variation", True)


def test_copies_within_clusters_add_no_precision():
    x = np.array([0.1, 0.4, 0.2, 0.9])
    once, often = mean(x), mean(np.repeat(x, 5), clusters=np.repeat(np.arange(4), 5))
    assert (often.low, often.high) == pytest.approx((once.low, once.high))
    assert often.n_observed == 20


def test_contrast_is_bonett_and_prices_for_binary_pairs():
    d = np.r_[np.ones(12), -np.ones(20), np.zeros(68)]
    got = contrast(d)
    centre = -8 / 102
    # the adjusted Wald interval on n + 2 pairs, with t for z
    p01, p10 = 13 / 102, 21 / 102
    half = stats.t.ppf(0.975, 101) * math.sqrt((p01 + p10 - (p10 - p01) ** 2) / 102)
    assert got.value == -0.08
    assert (got.low, got.high) == pytest.approx((centre - half, centre + half), abs=2e-4)


def test_few_differing_clusters_get_the_exact_sign_flip():
    d = np.r_[0.5, 1.0, 1.0, -0.5, np.zeros(30)]
    flips = [
        abs(sum(s * v for s, v in zip(signs, (0.5, 1, 1, 0.5), strict=True)))
        for signs in itertools.product((-1, 1), repeat=4)
    ]
    assert contrast(d).p == pytest.approx(np.mean(np.array(flips) >= 2 - 1e-12))


def test_zero_differences_are_identical_and_not_certain():
    got = contrast(np.zeros(100))
    assert (got.value, got.reason, math.isnan(got.p)) == (0, "identical_decisions", True)
    assert 0.01 < got.high < 0.04
    assert contrast(np.empty(0)).reason == "empty"


def test_clustered_contrast_covers():
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(600):
        shift = rng.random(50) < 0.3
        d = ((rng.random((50, 3)) < 0.5) & shift[:, None]) * 1.0
        got = contrast(d.ravel(), clusters=np.repeat(np.arange(50), 3))
        covered += got.low <= 0.15 <= got.high
    assert covered >= 552


def test_difference_recovers_variances():
    a, b = Estimate(0.6, 0.5, 0.72, 50, 50), Estimate(0.4, 0.3, 0.45, 40, 40)
    got = difference(a, b)
    assert (got.low, got.high) == pytest.approx((0.2 - math.hypot(0.1, 0.05), 0.2 + math.hypot(0.12, 0.1)))
    assert difference(a, Estimate.undefined("no_weak")).reason == "no_weak"
