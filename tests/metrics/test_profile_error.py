"""The error of a profile in intervals of transfer: correlations from a peer, spreads by formula, never narrower."""

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.profile_error import Measured, correlations, redrawn, widened
from mirror_inspect.metrics.transfer import tii, tii_own, tii_signed, tii_sub

NAMES = list("abcdefgh")
ACCURACY = {n: 0.2 + 0.08 * i for i, n in enumerate(NAMES)}


@given(st.integers(0, 10_000))
def test_correlations_are_scipys_for_every_table_of_levels(seed: int) -> None:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 4, 30)
    levels, signals = rng.integers(0, 4, (5, 4)).astype(float), rng.integers(0, 5, (30, 2)).astype(float)
    found = correlations(levels, codes, signals)
    for b, c in np.ndindex(*found.shape):
        if np.ptp(levels[b][codes]) == 0 or np.ptp(signals[:, c]) == 0:
            assert np.isnan(found[b, c])
        else:
            assert found[b, c] == pytest.approx(scipy.stats.spearmanr(levels[b][codes], signals[:, c]).statistic)


def test_accuracies_are_redrawn_around_themselves_with_binomial_spread() -> None:
    drawn = redrawn({"a": 0.5, "b": 1.0}, Measured({"a": 25, "b": 10}), ["b", "a"], seed=0)
    assert drawn.shape == (1000, 2)
    assert (drawn[:, 0] == 1).all()
    assert drawn[:, 1].mean() == pytest.approx(0.5, abs=0.01)
    assert drawn[:, 1].std() == pytest.approx(0.1, rel=0.08)


def test_the_mean_of_others_has_an_error_too_and_is_taken_off() -> None:
    measured = Measured({"a": 25}, {"a": [25, 25]}, {"a": [0.5, 0.5]})
    drawn = redrawn({"a": 0.5}, measured, ["a"], seed=0)[:, 0]
    assert drawn.mean() == pytest.approx(0, abs=0.015)
    assert drawn.std() == pytest.approx(np.sqrt(0.01 + 0.005), rel=0.08)


def test_arms_add_up_as_independent_errors_and_stay_within_bounds() -> None:
    e = Estimate(0.5, 0.4, 0.7, 10, 10)
    more = 1.959963984540054 * 0.1
    found = widened(e, np.array([0.3, 0.5, np.nan]), bounds=(-1, 0.75))
    assert found.low == pytest.approx(0.5 - np.hypot(0.1, more))
    assert found.high == 0.75
    no_interval = Estimate(0.5)
    assert widened(no_interval, np.array([0.3, 0.5]), bounds=(-1, 1)) is no_interval


def test_intervals_widen_as_fewer_items_are_behind_the_profile_and_nothing_else_changes() -> None:
    rng = np.random.default_rng(1)
    hidden = np.array([NAMES[i % 8] for i in range(96)])
    signal = np.array([ACCURACY[h] for h in hidden]) + 0.3 * rng.normal(size=96)
    for metric in (tii, tii_signed):
        known = metric(ACCURACY, hidden, signal, n_resamples=400)
        widths = []
        for n in (10_000, 100, 10):
            found = metric(ACCURACY, hidden, signal, measured=Measured(dict.fromkeys(NAMES, n)), n_resamples=400)
            assert (found.value, found.null, found.p, found.reason) == (known.value, known.null, known.p, known.reason)
            widths.append(found.high - found.low)
        assert known.high - known.low <= widths[0] + 1e-9 < widths[1] < widths[2]
        assert widths[0] == pytest.approx(known.high - known.low, rel=0.02)


def test_own_transfer_and_subcategories_take_the_error_as_well() -> None:
    rng = np.random.default_rng(2)
    hidden = np.array([NAMES[i % 8] for i in range(96)])
    signal = np.array([ACCURACY[h] for h in hidden]) + 0.3 * rng.normal(size=96)
    others = {n: [0.5, 0.5] for n in NAMES}
    rest = rng.normal(0.5, 0.1, size=(2, 96))
    few = Measured(dict.fromkeys(NAMES, 20), {n: [20, 20] for n in NAMES}, others)
    plain = tii_own(ACCURACY, hidden, signal, others, rest, n_resamples=300)
    wide = tii_own(ACCURACY, hidden, signal, others, rest, measured=few, n_resamples=300)
    assert wide.low < plain.low < plain.high < wide.high
    domain = {n: str(i // 2) for i, n in enumerate(NAMES)}
    plain = tii_sub(ACCURACY, domain, hidden, signal, n_resamples=300)
    wide = tii_sub(ACCURACY, domain, hidden, signal, measured=Measured(dict.fromkeys(NAMES, 5)), n_resamples=300)
    assert wide.low < plain.low < plain.high < wide.high
    assert wide.p == plain.p
