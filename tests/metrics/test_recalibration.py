"""Recalibration moves calibration on a third split and leaves the ranking alone, or says how far it did not."""

import math

import numpy as np
import pytest
from scipy.special import expit, logit

from mirror_inspect.metrics.discrimination import auroc
from mirror_inspect.metrics.recalibration import STRICT, Method, disjoint_parts, fit, report


def subject(n, rng, temperature=1.0, shift=0.0):
    """Calibrated log-odds of a discriminating subject, then spread by a temperature and shifted."""
    y = rng.random(n) < 0.6
    x = logit(0.6) + 1.2 * (1.2 * (y - 0.5) + rng.standard_normal(n))
    return expit(temperature * x + shift), y


@pytest.mark.parametrize("planted", [0.5, 2.0])
def test_temperature_is_recovered(planted):
    c, y = subject(2000, np.random.default_rng(0), temperature=planted)
    assert fit(c, y, method="temperature").coefficients[0] == pytest.approx(planted, rel=0.1)


@pytest.mark.parametrize("method", sorted(STRICT))
def test_increasing_maps_keep_every_rank(method):
    rng = np.random.default_rng(1)
    c, y = subject(3000, rng, temperature=2.0, shift=1.0)
    items = np.arange(3000) // 2
    calibrate, use = disjoint_parts(items, (0.5, 0.5))
    got = report(fit(c[calibrate], y[calibrate], method=method), c[use], y[use])
    assert got.ranks_kept
    assert got.auroc_after == got.auroc_before
    assert (got.distinct_before, got.tie_bound) == (got.distinct_after, 0)
    assert got.ece_after.value < 0.9 * got.ece_before.value


@pytest.mark.parametrize("method", ["platt", "beta", "isotonic", "venn_abers"])
def test_shift_is_repaired_on_the_third_split(method):
    if method == "venn_abers":
        pytest.importorskip("venn_abers")
    rng = np.random.default_rng(2)
    c, y = subject(4000, rng, temperature=2.0, shift=1.2)
    calibrate, use = np.arange(4000) < 2000, np.arange(4000) >= 2000
    got = report(fit(c[calibrate], y[calibrate], method=method), c[use], y[use])
    assert got.ece_after.value < 0.4 * got.ece_before.value


@pytest.mark.parametrize("method", ["isotonic", "venn_abers"])
def test_merged_ranks_stay_within_the_tie_bound(method):
    if method == "venn_abers":
        pytest.importorskip("venn_abers")
    rng = np.random.default_rng(3)
    for _ in range(5):
        c, y = subject(600, rng, shift=0.5)
        got = report(fit(c[:300], y[:300], method=method), c[300:], y[300:])
        assert not got.ranks_kept
        assert got.distinct_after < got.distinct_before
        change = abs(got.auroc_after.value - got.auroc_before.value)
        assert change <= got.tie_bound + 1e-12


def test_isotonic_never_lowers_the_area_on_its_own_split():
    c, y = subject(300, np.random.default_rng(4))
    got = report(fit(c, y, method="isotonic"), c, y)
    assert got.auroc_after.value >= got.auroc_before.value - 1e-12


def test_isotonic_is_pool_adjacent_violators_by_hand():
    fitted = fit([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1], method="isotonic")
    assert fitted.apply([0.1, 0.2, 0.3, 0.4]).tolist() == pytest.approx([0, 0.5, 0.5, 1])


def test_venn_abers_is_the_pair_of_isotonic_fits():
    pytest.importorskip("venn_abers")
    from sklearn.isotonic import IsotonicRegression

    rng = np.random.default_rng(5)
    c, y = subject(60, rng)
    fitted = fit(c, y, method="venn_abers")
    for new in (0.31, 0.55, 0.82):
        p = [IsotonicRegression().fit(np.r_[c, new], np.r_[y, label]).predict([new])[0] for label in (0.0, 1.0)]
        assert fitted.apply([new])[0] == pytest.approx(p[1] / (1 - p[0] + p[1]), abs=1e-9)


@pytest.mark.filterwarnings("error")
def test_venn_abers_is_quiet_on_coarse_confidence():
    pytest.importorskip("venn_abers")
    rng = np.random.default_rng(0)
    y = rng.random(400) < 0.6
    c = np.clip(np.round(0.6 + 0.2 * (y - 0.5) + 0.15 * rng.standard_normal(400), 2), 0, 1)
    after = fit(c, y, method="venn_abers").apply(np.array([0.0, 0.333, 1.0]))
    assert ((after >= 0) & (after <= 1)).all()


def test_platt_is_logistic_regression():
    from sklearn.linear_model import LogisticRegression

    c, y = subject(500, np.random.default_rng(6), shift=0.7)
    x = np.log(c / (1 - c))[:, None]
    peer = LogisticRegression(C=1e9, tol=1e-10).fit(x, y)
    got = fit(c, y, method="platt").coefficients
    assert got == pytest.approx((peer.intercept_[0], peer.coef_[0, 0]), abs=1e-4)


def test_beta_slopes_are_never_negative():
    rng = np.random.default_rng(7)
    c = rng.beta(1, 4, 800)
    y = rng.random(800) < 0.2 + 0.6 * (c > 0.5)
    a, b, _ = fit(c, y, method="beta").coefficients
    assert min(a, b) >= 0


@pytest.mark.parametrize("method", ["platt", "beta"])
def test_a_map_that_would_flip_the_ranking_is_refused(method):
    c, y = subject(500, np.random.default_rng(8))
    flipped = fit(1 - c, y, method=method)
    assert flipped.reason == "slope_not_positive"
    assert np.isnan(flipped.apply(c)).all()
    got = report(flipped, c, y)
    assert (math.isnan(got.auroc_after.value), got.ece_after.reason) == (True, "slope_not_positive")
    assert got.auroc_before == auroc(c, y)


def test_temperature_cannot_move_a_half_and_platt_can():
    c, y = np.full(200, 0.5), np.r_[np.ones(140), np.zeros(60)]
    assert fit(c, y, method="temperature").apply([0.5])[0] == pytest.approx(0.5)
    assert fit(c, y, method="platt").apply([0.5])[0] == pytest.approx(0.7)


def test_clipping_that_merges_certainties_is_noticed():
    c = np.r_[[1e-9, 1e-8], np.linspace(0.1, 0.9, 50)]
    y = np.r_[[0, 1], np.arange(50) % 2]
    assert not report(fit(c, y, method="temperature"), c, y).ranks_kept


def test_items_stay_in_one_part_whatever_the_row_order():
    items = np.repeat([f"i{k}" for k in range(100)], 3)
    parts = disjoint_parts(items, (0.5, 0.3, 0.2), seed=3)
    assert (np.sum(parts, axis=0) == 1).all()
    assert [len(set(items[p])) for p in parts] == [50, 30, 20]
    o = np.random.default_rng(0).permutation(300)
    assert all((a[o] == b).all() for a, b in zip(parts, disjoint_parts(items[o], (0.5, 0.3, 0.2), seed=3), strict=True))
    with pytest.raises(ValueError, match="shares"):
        disjoint_parts(items, (0.5, 0.3))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", [m for m in Method if m != "venn_abers"])
def test_undefined_and_bad_input(method):
    assert fit([], [], method=method).reason == "empty"
    assert fit([0.2, 0.4], [1, 1], method=method).reason == "one_class"
    assert report(fit([], [], method=method), [], []).auroc_after.reason == "empty"
    assert np.isfinite(fit([0.0, 1.0, 0.5, 0.5], [0, 1, 0, 1], method=method).apply([0.0, 0.5, 1.0])).all()
    with pytest.raises(ValueError, match=r"."):
        fit([0.5, math.nan], [0, 1], method=method)
    with pytest.raises(ValueError, match="temperature"):
        fit([0.5], [1], method="magic")
