"""Holm, Benjamini-Hochberg, Fieller and betting sequences against peers, closed forms and planted truths."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mirror_inspect.stats.fieller import fieller, fieller_from_moments
from mirror_inspect.stats.multiplicity import benjamini_hochberg, holm
from mirror_inspect.stats.sequential import betting_interval, betting_sequence


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_adjustments_equal_statsmodels(p):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    assert holm(p) == pytest.approx(multitest.multipletests(p, method="holm")[1], abs=1e-12)
    assert benjamini_hochberg(p) == pytest.approx(multitest.multipletests(p, method="fdr_bh")[1], abs=1e-12)


def test_a_test_not_run_does_not_count():
    adjusted = holm([0.01, float("nan"), 0.04])
    assert adjusted[[0, 2]] == pytest.approx([0.02, 0.04])
    assert math.isnan(adjusted[1])
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        holm([1.2])


def test_fieller_by_hand():
    # top 2, bottom 4, variances .04 and .04, z = 1.96: roots of (16 - .1537) r^2 - 16 r + (4 - .1537) = 0.
    e = fieller_from_moments(2.0, 4.0, 0.04, 0.04)
    z2 = 1.959963984540054**2 * 0.04
    roots = sorted(np.roots([16 - z2, -16, 4 - z2]))
    assert (e.low, e.high) == pytest.approx(roots)
    assert e.value == 0.5


def test_indistinct_denominator_is_unbounded_and_says_so():
    e = fieller([1.0, 2.0, 3.0], [-1.0, 1.0, 0.5])
    assert (e.low, e.high, e.reason) == (-math.inf, math.inf, "unbounded")
    assert fieller([1.0], [1.0, 2.0]).reason == "too_few"
    assert fieller([1.0, 2.0], [-1.0, 1.0]).reason == "zero_denominator"


@pytest.mark.slow
def test_fieller_covers():
    rng = np.random.default_rng(1)
    hits = [(e := fieller(rng.normal(1, 1, 40), rng.normal(2, 1, 40))).low <= 0.5 <= e.high for _ in range(2000)]
    assert 0.93 <= np.mean(hits) <= 0.975


def test_sequence_narrows_onto_the_mean():
    x = np.random.default_rng(2).binomial(1, 0.3, 2000)
    path = betting_sequence(x)
    assert (np.diff(path.low) >= 0).all()
    assert (np.diff(path.high) <= 0).all()
    assert path.low[-1] < 0.3 < path.high[-1]
    assert path.high[-1] - path.low[-1] < 0.12
    assert betting_interval(x).low == path.low[-1]
    assert betting_interval([]).reason == "empty"


def test_optional_stopping_is_covered_where_a_fixed_interval_is_not():
    rng = np.random.default_rng(3)
    broken = wilson_broken = 0
    from mirror_inspect.stats.proportions import wilson

    for _ in range(150):
        x = rng.binomial(1, 0.5, 400)
        path = betting_sequence(x, grid=200)
        broken += bool((path.low > 0.5).any() or (path.high < 0.5).any())
        ends = [wilson(k, i + 1) for i, k in enumerate(np.cumsum(x)) if i >= 10]
        wilson_broken += any(not low <= 0.5 <= high for low, high in ends)
    assert broken <= 0.05 * 150 + 7
    assert wilson_broken > 0.2 * 150
