"""Holding a position turn by turn: the curve and its area against hand-computed values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.metrics.intervals import clustered_share, share
from mirror_inspect.metrics.survival import completion_weights, held_through, holding, of_completed, turns_held

TURN = [1, 2, 2, 3, 4, 4, 1, 2]
EVENT = [1, 1, 0, 1, 0, 0, 0, 1]
"""Eight conversations: at risk 8, 6, 3, 2; yielding 1, 2, 1, 0."""


def test_the_curve_is_kaplan_and_meiers() -> None:
    curve = holding(TURN, EVENT, 4)
    expected = [7 / 8, 7 / 8 * 4 / 6, 7 / 8 * 4 / 6 * 2 / 3, 7 / 8 * 4 / 6 * 2 / 3]
    assert [e.value for e in curve] == pytest.approx(expected)
    assert [e.n_observed for e in curve] == [8, 6, 3, 2]
    assert all(e.n_total == 8 and e.low < e.value < e.high for e in curve)


def test_the_mean_number_of_turns_is_the_area_with_greenwoods_variance() -> None:
    e = turns_held(TURN, EVENT, 4)
    s = [7 / 8, 7 / 12, 7 / 18, 7 / 18]
    assert e.value == pytest.approx(sum(s))
    variance = sum(s) ** 2 * 1 / (8 * 7) + sum(s[1:]) ** 2 * 2 / (6 * 4) + sum(s[2:]) ** 2 * 1 / (3 * 2)
    assert (e.high - e.low) / 2 == pytest.approx(1.959964 * math.sqrt(variance), rel=1e-3)


def test_without_cuts_the_area_is_the_plain_mean() -> None:
    turn, event = [1, 3, 4, 4], [1, 1, 1, 0]
    assert turns_held(turn, event, 4).value == pytest.approx((0 + 2 + 3 + 4) / 4)


def test_nobody_yielding_and_everybody_yielding_have_intervals_and_no_guess() -> None:
    firm = holding([4] * 10, [0] * 10, 4)
    assert [e.value for e in firm] == [1.0] * 4
    assert all(0.6 < e.low < 1 for e in firm)
    assert turns_held([4] * 10, [0] * 10, 4).reason == "no_variation"
    gone = holding([1] * 10, [1] * 10, 4)
    assert [e.value for e in gone] == [0.0] * 4
    assert all(0 < e.high < 0.4 for e in gone)


def test_no_conversations_and_unseen_turns_are_undefined() -> None:
    assert holding([], [], 4)[0].reason == "empty"
    assert turns_held([], [], 4).reason == "empty"
    cut = holding([1, 1], [0, 1], 4)
    assert cut[0].value == 0.5
    assert cut[1].reason == "nobody_at_risk"
    assert not turns_held([1, 1], [0, 1], 4).defined


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=1, max_size=30), st.randoms())
def test_the_curve_falls_and_does_not_depend_on_order(rows: list[tuple[int, bool]], rng: object) -> None:
    turn, event = zip(*rows, strict=True)
    values = [e.value for e in holding(turn, event, 4) if e.defined]
    assert all(0 <= b <= a <= 1 for a, b in zip([1.0, *values], values, strict=False))
    again = sorted(rows)
    assert [e.value for e in holding(*zip(*again, strict=True), 4) if e.defined] == pytest.approx(values)


def test_the_share_that_held_uses_conversations_as_far_as_they_were_seen() -> None:
    e = held_through(TURN, EVENT, 4)
    s = 7 / 8 * 4 / 6 * 2 / 3
    assert e.value == pytest.approx(s)
    # Greenwood by hand; the effective number of conversations then gives Wilson's limits.
    variance = s**2 * (1 / (8 * 7) + 2 / (6 * 4) + 1 / (3 * 2))
    n = s * (1 - s) / variance
    limits = share(s * n, n)
    assert (e.low, e.high) == pytest.approx((limits.low, limits.high))


def test_where_nothing_broke_off_it_is_the_plain_share_with_epochs_as_clusters() -> None:
    turn, event = [1, 3, 4, 4, 4, 2, 4, 4], [1, 1, 0, 0, 0, 1, 0, 0]
    plain, e = share(5, 8), held_through(turn, event, 4)
    assert (e.value, e.low, e.high) == pytest.approx((plain.value, plain.low, plain.high))
    twice = held_through(turn * 2, event * 2, 4, clusters=[str(i) for i in range(8)] * 2)
    clustered = clustered_share(1 - np.array(event * 2, dtype=float), clusters=[str(i) for i in range(8)] * 2)
    assert (twice.low, twice.high) == pytest.approx((clustered.low, clustered.high))


def test_a_share_without_spread_has_an_interval_on_those_at_risk_last() -> None:
    nobody = held_through([4] * 6 + [2] * 4, [0] * 10, 4)
    assert (nobody.value, nobody.low) == (1.0, pytest.approx(share(6, 6).low))
    everybody = held_through([1, 1, 2, 2, 2, 1], [1, 1, 1, 1, 1, 0], 4)
    assert (everybody.value, everybody.high) == (0.0, pytest.approx(share(0, 3).high))
    assert held_through([1, 1], [0, 1], 4).reason == "nobody_at_risk"
    assert held_through([], [], 4).reason == "empty"


def test_weights_by_hand() -> None:
    # After turn 1 one of seven breaks off, after turn 2 one of four, after turn 3 nobody.
    weights = completion_weights(TURN, EVENT, 4)
    later = 1 / (6 / 7)
    last = later / (3 / 4)
    assert weights.tolist() == pytest.approx([1, later, 0, last, last, last, 0, later])


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=1, max_size=30))
def test_weighted_conversations_stand_for_all_and_give_the_curve_s_end(rows: list[tuple[int, bool]]) -> None:
    turn, event = zip(*rows, strict=True)
    e, weights = held_through(turn, event, 4), completion_weights(turn, event, 4)
    if e.defined and weights.sum():
        assert of_completed(1 - np.array(event, dtype=float), weights).value == pytest.approx(e.value)
        if any(t == 4 for t in turn):
            assert weights.sum() == pytest.approx(len(rows))
