"""Routing gain: exact permutation law, size for a flat subject, and the live check."""

import itertools
import math

import numpy as np
import pytest

from mirror_inspect.metrics.knowdo import routing_gain, routing_transfer


def test_exact_p_is_the_enumeration_of_route_labels_within_strata():
    failed = np.array([1, 0, 1, 0, 1, 1, 0])
    routed = np.array([1, 0, 1, 0, 1, 0, 0])
    strata = np.array(["a", "a", "a", "a", "b", "b", "b"])
    counts = []
    for first in itertools.combinations(range(4), 2):
        for second in itertools.combinations(range(4, 7), 1):
            counts.append(failed[list(first + second)].sum())
    expected = np.mean(counts)
    got = routing_gain(failed, routed, strata)
    assert got.value == pytest.approx((3 - expected) / 7)
    far = np.abs(np.array(counts) - expected) >= abs(3 - expected) - 1e-9
    assert got.p == pytest.approx(far.mean())
    assert got.null == 0


def test_flat_subject_gains_nothing_at_the_stated_size():
    rng = np.random.default_rng(0)
    gains, rejected, covered = [], 0, 0
    for _ in range(400):
        level, domain = rng.integers(1, 6, 200), rng.integers(0, 8, 200)
        failed = rng.random(200) < level / 7
        got = routing_gain(failed, domain < 3, level)
        gains.append(got.value)
        rejected += got.p <= 0.05
        covered += got.low <= 0 <= got.high
    assert abs(np.mean(gains)) < 3.5 * np.std(gains) / 20
    assert rejected <= 33
    assert covered >= 366


def test_routing_the_failures_gains():
    failed = np.r_[np.ones(50), np.zeros(50)]
    got = routing_gain(failed, failed)
    assert got.value == pytest.approx(0.25)
    assert got.p < 1e-10
    assert routing_gain(failed, 1 - failed).value == pytest.approx(-0.25)


def test_row_order_does_not_matter():
    rng = np.random.default_rng(1)
    failed, routed, strata = rng.integers(0, 2, 90), rng.integers(0, 2, 90), rng.integers(0, 5, 90)
    o = rng.permutation(90)
    a, b = routing_gain(failed, routed, strata), routing_gain(failed[o], routed[o], strata[o])
    assert (a.value, a.low, a.high, a.p) == pytest.approx((b.value, b.low, b.high, b.p), abs=1e-12)


def test_live_check_is_not_fooled_by_routing_more():
    rng = np.random.default_rng(2)
    values = []
    for _ in range(200):
        wrong = rng.random((2, 400)) < 0.4
        c4, cr = rng.random(400) < 0.6, rng.random(400) < 0.3
        got = routing_transfer(wrong[0] & ~c4, wrong[1] & ~cr, c4, cr, np.arange(400) // 2)
        values.append((got.value, got.low <= 0 <= got.high))
    means = np.array(values).mean(axis=0)
    assert abs(means[0]) < 0.01
    assert means[1] > 0.9


def test_live_gain_by_hand():
    # d = (f_CR - f_C4) + 1/2 (routed_CR - routed_C4) with 1 failure among 2 unrouted components in CR
    got = routing_transfer([0, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 2])
    assert got.value == pytest.approx(1 / 3)


@pytest.mark.filterwarnings("error")
def test_undefined_and_bad_input():
    assert routing_gain([], []).reason == "empty"
    assert routing_gain([1, 0], [1, 1]).reason == "all_routed"
    assert routing_gain([1, 0], [0, 0]).reason == "none_routed"
    assert routing_gain([1, 0], [1, 0], ["a", "b"]).reason == "no_choice"
    assert math.isnan(routing_transfer([0], [0], [0], [1], [1]).value)
    for bad in (([0.5, 1], [0, 1]), ([1], [0, 1]), ([math.nan, 1], [0, 1])):
        with pytest.raises(ValueError, match=r"."):
            routing_gain(*bad)
