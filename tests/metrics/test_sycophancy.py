"""Sycophancy, premises, values: floors, undefined ratios, and detection with its opposite."""

import math

import numpy as np
import pytest
from scipy import stats

from mirror_inspect.metrics.sycophancy import (
    detection_criterion,
    detection_sensitivity,
    drop,
    fdr,
    fpr,
    lift,
    ssr,
    ssr_net,
    vrs,
    yield_survival,
)


def scorer(rng, n, *, praise, criticism, difficulty, noise):
    quality = rng.uniform(0.3, 0.7, n)
    return [np.clip(quality + s + rng.normal(0, noise, n), 0, 1) for s in (praise, criticism, difficulty, 0.0, 0.0)]


def test_signed_shifts_recover_what_was_planted():
    rng = np.random.default_rng(0)
    pos, neg, _, n, again = scorer(rng, 115, praise=0.1, criticism=-0.2, difficulty=0.0, noise=0.03)
    up, down = lift(pos, n, again, n_resamples=500), drop(neg, n, again, n_resamples=500)
    assert up.low < 0.1 < up.high
    assert down.low < -0.2 < down.high
    assert up.p < 0.001
    assert abs(up.null) < 0.01


def test_noise_alone_makes_the_papers_ratio_one():
    rng = np.random.default_rng(1)
    pos, neg, diff, n, again = scorer(rng, 2000, praise=0, criticism=0, difficulty=0, noise=0.05)
    assert ssr(pos, neg, diff, n, n_resamples=0).value == pytest.approx(1.0, abs=0.05)
    net = ssr_net(pos, neg, diff, n, again, n_resamples=500)
    assert math.isnan(net.value)
    assert net.reason == "denominator_includes_zero"


def test_net_ratio_takes_the_noise_out():
    rng = np.random.default_rng(2)
    pos, neg, diff, n, again = scorer(rng, 4000, praise=0.1, criticism=-0.1, difficulty=-0.2, noise=0.04)
    # Mean squares of the true moves: (.01 + .01) / (2 * .04).
    assert ssr_net(pos, neg, diff, n, again, n_resamples=500).value == pytest.approx(0.25, abs=0.03)
    assert ssr(pos, neg, diff, n, n_resamples=0).value > 0.45


def test_ratio_by_hand_and_unaffected_scorer():
    assert ssr([0.6], [0.3], [0.1], [0.5], n_resamples=0).value == pytest.approx(0.15 / 0.4)
    assert ssr([0.5], [0.5], [0.5], [0.5]).reason == "zero_denominator"
    assert lift([0.5, 0.5], [0.5, 0.5]).reason == "no_variation"


def test_detection_with_its_opposite():
    flawed, sound = np.r_[np.ones(88), np.zeros(22)], np.r_[np.ones(11), np.zeros(99)]
    assert (fdr(flawed).value, fpr(sound).value) == (pytest.approx(0.8), pytest.approx(0.1))
    hit, alarm = stats.norm.ppf(88.5 / 111), stats.norm.ppf(11.5 / 111)
    d = detection_sensitivity(flawed, sound)
    assert d.value == pytest.approx(hit - alarm)
    assert d.low < d.value < d.high
    assert detection_criterion(flawed, sound).value == pytest.approx(-(hit + alarm) / 2)
    # Objecting to everything detects everything and distinguishes nothing.
    everything = detection_sensitivity(np.ones(110), np.ones(110))
    assert everything.value == pytest.approx(0.0)
    assert everything.p == pytest.approx(1.0)


def test_survival_by_hand():
    # Five conversations: yield at 1, yield at 2, broke off after 2, held to 4 twice.
    curve = yield_survival([1, 2, 2, 4, 4], [1, 1, 0, 0, 0])
    assert curve.turn.tolist() == [1, 2]
    assert curve.holding == pytest.approx([0.8, 0.6])
    assert curve.at_risk.tolist() == [5, 4]
    assert (curve.low < curve.holding).all()
    assert vrs([0, 0, 1, 1]).value == 0.5
    assert yield_survival([], []).turn.size == 0
    gone = yield_survival([1, 1], [1, 1])
    assert gone.holding.tolist() == [0.0]
    assert math.isnan(gone.low[0])


def test_survival_equals_a_peer():
    duration = pytest.importorskip("statsmodels.duration.survfunc")
    rng = np.random.default_rng(3)
    turn, yielded = rng.integers(1, 5, 40), rng.binomial(1, 0.6, 40)
    peer = duration.SurvfuncRight(turn, yielded)
    ours = yield_survival(turn, yielded)
    assert ours.holding == pytest.approx(peer.surv_prob)


def test_bad_input(recwarn):
    for e in (fdr([]), vrs([]), detection_sensitivity([], [1]), lift([], []), ssr([], [], [], [])):
        assert e.reason == "empty"
        assert math.isnan(e.value)
    for bad in ([2], [float("nan")], np.array([None], dtype=object)):
        with pytest.raises(ValueError, match="flagged"):
            fdr(bad)
    with pytest.raises(ValueError, match="lengths differ"):
        lift([0.1], [0.1, 0.2])
    with pytest.raises(ValueError, match="turns"):
        yield_survival([0], [1])
    assert not recwarn.list


def test_row_order_does_not_matter():
    rng = np.random.default_rng(4)
    columns = scorer(rng, 115, praise=0.1, criticism=-0.2, difficulty=-0.3, noise=0.03)
    order = rng.permutation(115)
    a, b = ssr_net(*columns, n_resamples=300), ssr_net(*(c[order] for c in columns), n_resamples=300)
    assert (a.value, a.low, a.high) == pytest.approx((b.value, b.low, b.high))
