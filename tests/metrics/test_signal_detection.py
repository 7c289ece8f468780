"""Signal detection: hand values, planted efficiency, and the bounds outside which nothing is printed."""

import math

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm

from mirror_inspect.metrics.signal_detection import (
    criterion,
    d_prime,
    fit_meta_d,
    m_ratio,
    meta_d,
    rating_counts,
)


def observer(n, rng, d=1.5, noise=0.0, bias=0.0):
    """An observer whose confidence reads its own evidence, through extra noise."""
    stimulus = rng.integers(0, 2, n)
    evidence = d * (stimulus - 0.5) + rng.standard_normal(n)
    response = (evidence > bias).astype(int)
    reread = (2 * response - 1) * (evidence - bias + noise * rng.standard_normal(n))
    return stimulus, response, expit(d * reread)


def test_d_prime_by_hand_with_the_log_linear_correction():
    h, f = 40.5 / 51, 10.5 / 51
    got = d_prime(40, 50, 10, 50)
    assert got.value == pytest.approx(norm.ppf(h) - norm.ppf(f))
    assert criterion(40, 50, 10, 50).value == pytest.approx(-(norm.ppf(h) + norm.ppf(f)) / 2)
    perfect = d_prime(20, 20, 0, 20)
    assert perfect.value == pytest.approx(2 * norm.ppf(20.5 / 21))
    assert d_prime(10, 20, 10, 20).value == pytest.approx(0, abs=1e-12)


def test_d_prime_interval_covers():
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(500):
        hits, false_alarms = rng.binomial(100, norm.cdf(0.5)), rng.binomial(100, norm.cdf(-0.5))
        got = d_prime(int(hits), 100, int(false_alarms), 100)
        covered += got.low <= 1 <= got.high
    assert covered >= 462


def test_rating_counts_run_from_surest_of_zero_to_surest_of_one():
    zero, one = rating_counts([0, 0, 1, 1, 1], [0, 1, 1, 1, 0], [0.9, 0.1, 0.9, 0.1, 0.1])
    assert zero.tolist() == [1, 0, 1, 0]
    assert one.tolist() == [0, 1, 1, 1]


def test_full_access_has_efficiency_one_and_noise_lowers_it():
    rng = np.random.default_rng(1)
    full = m_ratio(*observer(40_000, rng))
    assert full.value == pytest.approx(1, abs=0.035)
    assert full.low < 1.02
    noisy = m_ratio(*observer(40_000, rng, noise=1.0))
    assert 0.4 < noisy.value < 0.65
    assert noisy.p < 1e-6


@pytest.mark.slow
def test_spread_at_400_items_is_the_known_one():
    rng = np.random.default_rng(2)
    got = [m_ratio(*observer(400, rng)) for _ in range(40)]
    values = np.array([g.value for g in got])
    assert values.mean() == pytest.approx(1, abs=0.09)
    assert values.std() == pytest.approx(0.17, abs=0.06)
    assert np.mean([(g.high - g.low) / 3.92 for g in got]) == pytest.approx(0.167, abs=0.02)


PEER = (
    # Counts under stimulus 0 and 1; d', meta-d' and log-likelihood from metadpy 0.1.2 with the same 1 / (2 K) added.
    ([69, 71, 65, 41, 26, 21, 10, 7], [4, 13, 26, 36, 47, 38, 56, 70], 1.41866734, 1.37635610, -801.18791492),
    ([54, 57, 55, 48, 24, 30, 21, 19], [21, 16, 22, 30, 48, 43, 56, 56], 1.01647742, 0.33788894, -832.12677270),
    ([102, 119, 99, 102, 32, 21, 18, 16], [12, 19, 22, 33, 83, 108, 94, 120], 1.87942466, 0.64764156, -1376.81197074),
    ([40, 35, 33, 30, 22, 17, 14, 5], [11, 8, 15, 13, 35, 35, 43, 44], 1.26641630, 0.71644643, -550.27757503),
)


@pytest.mark.parametrize(("zero", "one", "sensitivity", "meta", "log_likelihood"), PEER)
def test_fit_is_metadpys(zero, one, sensitivity, meta, log_likelihood):
    got = fit_meta_d(zero, one)
    assert got.d_prime == pytest.approx(sensitivity, abs=1e-7)
    assert got.meta_d == pytest.approx(meta, abs=2e-6)
    assert got.log_likelihood == pytest.approx(log_likelihood, abs=1e-6)


def test_no_metacognition_is_zero():
    rng = np.random.default_rng(3)
    stimulus, response, _ = observer(20_000, rng)
    got = meta_d(stimulus, response, rng.random(20_000))
    assert got.value == pytest.approx(0, abs=0.12)
    assert got.null == pytest.approx(1.5, abs=0.06)


def test_swapping_the_names_of_the_answers_changes_nothing():
    rng = np.random.default_rng(4)
    s, r, c = observer(900, rng, bias=0.3)
    assert meta_d(1 - s, 1 - r, c).value == pytest.approx(meta_d(s, r, c).value, abs=2e-4)
    o = rng.permutation(900)
    assert meta_d(s[o], r[o], c[o]).value == meta_d(s, r, c).value


def test_maximum_is_not_below_a_grid_of_neighbours():
    rng = np.random.default_rng(5)
    counts = rating_counts(*observer(600, rng, noise=0.5))
    best = fit_meta_d(*counts)
    assert math.isfinite(best.meta_d_error)
    # scaling all evidence cannot be told from a fit that stopped early; refitting from permuted ratings can
    again = fit_meta_d(*[x[::-1] for x in counts[::-1]])
    assert again.log_likelihood == pytest.approx(best.log_likelihood, abs=1e-5)


@pytest.mark.parametrize(
    ("reason", "build"),
    [
        ("under_400_items", lambda rng: observer(399, rng)),
        ("d_prime_out_of_range", lambda rng: observer(600, rng, d=0.1)),
        ("answers_lopsided", lambda rng: observer(600, rng, bias=1.5)),
        ("constant", lambda rng: (*observer(600, rng)[:2], np.full(600, 0.6))),
        ("empty", lambda rng: ([], [], [])),
    ],
)
@pytest.mark.filterwarnings("error")
def test_outside_its_bounds_nothing_is_printed(reason, build):
    data = build(np.random.default_rng(6))
    for metric in (meta_d, m_ratio):
        got = metric(*data)
        assert math.isnan(got.value)
        assert got.reason == reason


@pytest.mark.filterwarnings("error")
def test_undefined_and_bad_input():
    assert d_prime(0, 0, 1, 2).reason == "empty"
    assert criterion(1, 2, 0, 0).reason == "empty"
    for bad in ((3, 2, 0, 1), (-1, 2, 0, 1)):
        with pytest.raises(ValueError, match="counts"):
            d_prime(*bad)
    with pytest.raises(ValueError, match=r"."):
        meta_d([0, 2], [0, 1], [0.1, 0.2])
    with pytest.raises(ValueError, match=r"."):
        meta_d([0, 1], [0, 1], [0.1, math.nan])
    with pytest.raises(ValueError, match="K"):
        fit_meta_d([1, 2], [2, 1])
