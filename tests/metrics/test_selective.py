"""Selective prediction: closed forms, ties, identities."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mirror_inspect.metrics.discrimination import auroc
from mirror_inspect.metrics.selective import (
    augrc,
    aurc,
    e_aurc,
    operating_point,
    risk_at_coverage,
    risk_coverage_curve,
)

SIXTY = np.full(500, 0.6), np.r_[np.ones(300), np.zeros(200)]
AREAS = (aurc, e_aurc, augrc)


@st.composite
def two_classes(draw):
    n = draw(st.integers(2, 50))
    c = draw(hnp.arrays(float, n, elements=st.sampled_from(np.linspace(0, 1, 11).tolist())))
    y = draw(hnp.arrays(bool, n))
    y[0], y[1] = True, False
    return c, y


def oracle(n, right):
    return np.mean([max(0, k - right) / k for k in range(1, n + 1)])


def test_constant_confidence_scores_the_error_rate_in_any_row_order():
    c, y = SIXTY
    for order in (np.arange(500), np.arange(500)[::-1], np.random.default_rng(0).permutation(500)):
        assert aurc(c, y[order]).value == pytest.approx(0.4, abs=1e-12)
        assert augrc(c, y[order]).value == pytest.approx(0.2, abs=1e-12)
        assert e_aurc(c, y[order]).value == pytest.approx(0.4 - oracle(500, 300), abs=1e-12)


@given(two_classes())
@settings(max_examples=60, deadline=None)
def test_ties_are_an_average_over_random_orders(data):
    c, y = data
    rng = np.random.default_rng(0)
    k = np.arange(1, len(c) + 1)
    shuffled = []
    for _ in range(400):
        order = rng.permutation(len(c))
        ranked = order[np.argsort(-c[order], kind="stable")]
        shuffled.append((np.cumsum(~y[ranked]) / k).mean())
    error = np.std(shuffled) / 20 + 1e-9
    assert abs(aurc(c, y).value - np.mean(shuffled)) < 5 * error


@given(two_classes())
@settings(max_examples=150, deadline=None)
def test_augrc_identity_and_trapezoid_from_the_origin(data):
    c, y = data
    a = y.mean()
    got = augrc(c, y).value
    assert got == pytest.approx((1 - auroc(c, y).value) * a * (1 - a) + (1 - a) ** 2 / 2, abs=1e-12)
    curve = risk_coverage_curve(c, y)
    x, height = np.r_[0, curve.coverage], np.r_[0, curve.risk * curve.coverage]
    assert got == pytest.approx(np.trapezoid(height, x), abs=1e-12)


@given(two_classes(), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_row_order_does_not_matter(data, seed):
    c, y = data
    order = np.random.default_rng(seed).permutation(len(c))
    for metric in (*AREAS, lambda c, y: risk_at_coverage(c, y, coverage=0.7)):
        a, b = metric(c, y), metric(c[order], y[order])
        ours = (a.value, a.low, a.high, a.null, a.p)
        assert ours == pytest.approx((b.value, b.low, b.high, b.null, b.p), abs=1e-9, nan_ok=True)


def test_perfect_ranking_has_no_excess():
    c, y = np.r_[np.linspace(0.6, 1, 30), np.linspace(0, 0.4, 20)], np.r_[np.ones(30), np.zeros(20)]
    assert e_aurc(c, y).value == pytest.approx(0, abs=1e-12)
    assert aurc(c, y).value == pytest.approx(oracle(50, 30), abs=1e-12)


@pytest.mark.parametrize("metric", AREAS)
def test_influence_interval_is_the_jackknife_one(metric):
    rng = np.random.default_rng(1)
    n = 400
    y = rng.random(n) < 0.6
    c = np.clip(np.round(0.5 + 0.2 * (y - 0.5) + 0.25 * rng.standard_normal(n), 2), 0, 1)
    left_out = np.array([metric(np.delete(c, i), np.delete(y, i)).value for i in range(n)])
    jackknife = math.sqrt((n - 1) / n * np.square(left_out - left_out.mean()).sum())
    got = metric(c, y)
    error = math.log(got.high / got.value) * got.value / 1.966
    assert error == pytest.approx(jackknife, rel=0.03)


def test_risk_at_coverage_reports_what_it_reached():
    c = [0.9, 0.9, 0.8, 0.7, 0.7, 0.7, 0.2, 0.2, 0.1, 0.1]
    y = [1, 1, 0, 1, 0, 1, 0, 1, 0, 0]
    got = operating_point(c, y, coverage=0.5)
    assert (got.threshold, got.coverage, got.accepted, got.errors) == (0.7, 0.6, 6, 2)
    risk = risk_at_coverage(c, y, coverage=0.5)
    assert risk.value == pytest.approx(1 / 3)
    assert risk.coverage == pytest.approx(0.6)
    assert risk.reason == "coarse_confidence"
    assert risk_at_coverage(c, y, coverage=0.3).reason == ""
    assert risk_at_coverage(c, y, coverage=1).value == pytest.approx(0.5)


def test_test_against_a_constant_confidence_uses_the_shared_error_rate():
    rng = np.random.default_rng(2)
    rejected = 0
    for _ in range(300):
        c, y = rng.random(100), rng.random(100) < 0.6
        rejected += augrc(c, y).p < 0.05
    assert 5 <= rejected <= 27


@pytest.mark.filterwarnings("error")
def test_undefined_and_bad_input():
    for metric in AREAS:
        assert metric([], []).reason == "empty"
        assert metric([0.2, 0.9], [1, 1]).reason == "one_class"
        assert math.isnan(metric([0.2, 0.9], [0, 0]).value)
        assert metric([0.2, 0.9], [0, 1]).defined
        for c, y in (([0.5, math.nan], [1, 0]), ([2, 0.1], [1, 0]), ([0.1], [1, 0])):
            with pytest.raises(ValueError, match=r"."):
                metric(c, y)
    assert risk_at_coverage([], [], coverage=0.5).reason == "empty"
    with pytest.raises(ValueError, match="coverage"):
        risk_at_coverage([0.5], [1], coverage=0)
    assert len(risk_coverage_curve([], []).coverage) == 0
