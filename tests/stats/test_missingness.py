"""Missing is missing: four readings of an incomplete mean, each with its planted truth."""

import math

import numpy as np
import pytest

from mirror_inspect.stats.missingness import (
    complete_case,
    conservative,
    inverse_probability_weighted,
    missingness,
    mnar_bounds,
)


def test_four_readings_by_hand():
    values, seen = [1.0, 1.0, 0.0, float("nan")], [1, 1, 1, 0]
    assert complete_case(values, seen).value == pytest.approx(2 / 3)
    assert conservative(values, seen).value == pytest.approx(0.5)
    bounds = mnar_bounds(values, seen)
    assert (bounds.low, bounds.high) == (0.5, 0.75)
    assert (bounds.n_observed, bounds.n_total) == (3, 4)


def test_weights_recover_a_mean_that_complete_cases_miss():
    rng = np.random.default_rng(1)
    hard = rng.binomial(1, 0.5, 4000)
    y = rng.binomial(1, np.where(hard, 0.2, 0.8))
    seen = rng.binomial(1, np.where(hard, 0.3, 0.9))
    report = missingness(y, seen, hard[:, None], n_resamples=300)
    assert report.complete.value > 0.6
    assert report.weighted.value == pytest.approx(0.5, abs=0.03)
    assert report.bounds.low < 0.5 < report.bounds.high


def test_uninformative_features_change_nothing():
    rng = np.random.default_rng(2)
    y, seen = rng.binomial(1, 0.4, 300), rng.binomial(1, 0.7, 300)
    weighted = inverse_probability_weighted(y, seen, np.ones((300, 1)), n_resamples=0)
    assert weighted.value == pytest.approx(complete_case(y, seen, n_resamples=0).value)


def test_separated_features_do_not_blow_up():
    seen = np.r_[np.zeros(50), np.ones(50)]
    e = inverse_probability_weighted(np.ones(100), seen, seen[:, None], n_resamples=0)
    assert e.value == pytest.approx(1.0)
    assert e.reason == "positivity"


def test_nothing_observed_is_nan_with_reason():
    for e in (complete_case([0, 0], [0, 0]), conservative([0, 0], [0, 0]), mnar_bounds([0, 0], [0, 0])):
        assert math.isnan(e.value)
        assert e.reason == "all_missing"
        assert e.n_total == 2
    assert mnar_bounds([], []).reason == "empty"
    with pytest.raises(ValueError, match="NaN"):
        complete_case([float("nan")], [1])
    with pytest.raises(ValueError, match="within"):
        mnar_bounds([2.0], [1])
