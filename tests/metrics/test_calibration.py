"""Calibration metrics against closed forms, identities and peers."""

import builtins
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.special import expit

from mirror_inspect.metrics import calibration
from mirror_inspect.metrics.binning import bin_codes

SIXTY = np.full(500, 0.6), np.r_[np.ones(300), np.zeros(200)]

GRID = st.sampled_from([0.0, 0.05, 0.1, 0.3, 0.5, 0.6, 0.75, 0.9, 1.0])


@st.composite
def scored(draw, least=1):
    n = draw(st.integers(least, 60))
    c = draw(hnp.arrays(float, n, elements=st.one_of(GRID, st.floats(0, 1))))
    return c, draw(hnp.arrays(bool, n))


def test_constant_sixty_is_calibrated_and_scores_its_variance():
    for scheme in ("equal_width", "equal_mass", "distinct"):
        assert calibration.ece(*SIXTY, scheme=scheme).value == pytest.approx(0, abs=1e-12)
    assert calibration.brier(*SIXTY).value == pytest.approx(0.24, abs=1e-12)
    assert calibration.overconfidence(*SIXTY).value == pytest.approx(0, abs=1e-12)
    parts = calibration.murphy(*SIXTY)
    assert (parts.reliability.value, parts.resolution.value) == pytest.approx((0, 0), abs=1e-12)


def test_ece_by_hand():
    # bins [.0,.5) and [.5,1]: |1/2 - .3| * 2/4 + |1 - .9| * 2/4
    got = calibration.ece([0.2, 0.4, 0.8, 1.0], [0, 1, 1, 1], bins=2)
    assert got.value == pytest.approx(0.15, abs=1e-12)


def test_full_confidence_falls_in_the_last_bin_and_decimals_in_their_own():
    assert bin_codes(np.array([0.95, 1.0]), bins=10, scheme="equal_width").tolist() == [0, 0]
    tenths = np.arange(10) / 10
    assert bin_codes(tenths, bins=10, scheme="equal_width").tolist() == list(range(10))


def test_equal_mass_never_splits_ties():
    rng = np.random.default_rng(0)
    c = np.round(rng.beta(4, 2, 1000) * 40) / 40
    codes = bin_codes(c, bins=15, scheme="equal_mass")
    assert all(len(set(codes[c == v].tolist())) == 1 for v in np.unique(c))
    few = np.round(c * 10) / 10
    assert bin_codes(few, bins=3, scheme="equal_mass").max() + 1 == len(np.unique(few))


@given(scored())
@settings(max_examples=100, deadline=None)
def test_murphy_identity(data):
    c, y = data
    m = calibration.murphy(c, y)
    total = m.reliability.value - m.resolution.value + m.uncertainty.value
    assert total == pytest.approx(calibration.brier(c, y).value, abs=1e-12)


@given(scored(least=2), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_row_order_does_not_matter(data, seed):
    c, y = data
    order = np.random.default_rng(seed).permutation(len(c))
    for f in (
        calibration.ece,
        lambda c, y: calibration.ece(c, y, bins=15, scheme="equal_mass"),
        calibration.debiased_ce,
        calibration.brier,
        calibration.log_score,
        calibration.overconfidence,
        calibration.spiegelhalter,
        lambda c, y: calibration.consistency_test(c, y, draws=20),
        lambda c, y: calibration.murphy(c, y).reliability,
        lambda c, y: calibration.cox(c, y).slope,
    ):
        a, b = f(c, y), f(c[order], y[order])
        assert a.reason == b.reason
        fields = [(getattr(a, k), getattr(b, k)) for k in ("value", "low", "high", "null", "p")]
        assert all(x == pytest.approx(z, abs=1e-7, rel=1e-7, nan_ok=True) for x, z in fields)


def test_peers_agree():
    from sklearn.metrics import brier_score_loss, log_loss

    rng = np.random.default_rng(1)
    c = rng.beta(4, 2, 400)
    y = rng.random(400) < c
    assert calibration.brier(c, y).value == pytest.approx(brier_score_loss(y, c), abs=1e-12)
    clipped = np.clip(c, 0.005, 0.995)
    assert calibration.log_score(c, y).value == pytest.approx(log_loss(y, clipped), abs=1e-12)
    from sklearn.calibration import calibration_curve

    truth, stated = calibration_curve(y, c, n_bins=10)
    size = np.histogram(c, np.linspace(0, 1, 11))[0]
    by_hand = (np.abs(truth - stated) * size[size > 0]).sum() / 400
    assert calibration.ece(c, y).value == pytest.approx(by_hand, abs=1e-12)


def test_smooth_ece_is_relplots_and_is_missing_without_it(monkeypatch):
    relplot = pytest.importorskip("relplot")
    rng = np.random.default_rng(2)
    c = rng.beta(4, 2, 500)
    y = (rng.random(500) < c**2).astype(float)
    assert calibration.smooth_ece(c, y).value == pytest.approx(float(relplot.smECE(c, y)), abs=1e-6)
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "relplot":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    got = calibration.smooth_ece(c, y)
    assert math.isnan(got.value)
    assert got.reason == "relplot_missing"


def test_cox_is_the_logistic_regression_of_statsmodels():
    sm = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(3)
    x = rng.normal(0.5, 1.2, 600)
    y = rng.random(600) < expit(-0.4 + 0.7 * x)
    fit = sm.Logit(y.astype(float), sm.add_constant(x)).fit(disp=0)
    got = calibration.cox(expit(x), y, clip=1e-9)
    assert (got.intercept.value, got.slope.value) == pytest.approx(tuple(fit.params), abs=1e-6)
    assert (got.intercept.low, got.intercept.high) == pytest.approx(tuple(fit.conf_int()[0]), abs=1e-5)
    assert got.slope.p < 0.001
    assert got.slope.null == 1


def test_cox_says_why_it_is_undefined():
    assert calibration.cox([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]).slope.reason == "separated"
    assert calibration.cox([0.6, 0.6, 0.6], [0, 1, 1]).slope.reason == "constant"
    assert calibration.cox([0.6, 0.6, 0.6], [0, 1, 1]).intercept_at_slope_one.defined
    assert calibration.cox([0.6, 0.7], [1, 1]).slope.reason == "one_class"


def test_ece_null_is_what_perfect_calibration_shows():
    rng = np.random.default_rng(4)
    shown, nulls, debiased, rejected = [], [], [], 0
    for seed in range(100):
        c = rng.beta(4, 2, 300)
        y = rng.random(300) < c
        got = calibration.ece(c, y, bins=15)
        shown.append(got.value)
        nulls.append(got.null)
        debiased.append(calibration.debiased_ce(c, y).value)
        rejected += calibration.consistency_test(c, y, bins=15, draws=200, seed=seed).p <= 0.05
    # .068 at N = 300 was measured independently.
    assert np.mean(shown) == pytest.approx(0.068, abs=0.008)
    assert np.mean(nulls) == pytest.approx(np.mean(shown), abs=0.006)
    assert abs(np.mean(debiased)) < 0.0012
    assert min(debiased) < 0
    assert rejected <= 12


def test_consistency_test_rejects_what_is_off():
    rng = np.random.default_rng(5)
    c = rng.beta(4, 2, 300)
    y = rng.random(300) < c - 0.15 * (c > 0.3)
    got = calibration.consistency_test(c, y)
    assert got.p < 0.01
    assert got.null < got.value


def test_log_score_counts_what_it_clipped():
    got = calibration.log_score([1.0, 0.5], [0, 1], clip=0.01)
    assert got.value == pytest.approx((-math.log(0.01) - math.log(0.5)) / 2)
    assert got.reason == "clipped:1"


def test_spiegelhalter_by_hand():
    # (y - c)(1 - 2c): .2 * -.6 and -.4 * .2; variance .36 * .16 + .04 * .24
    z = (-0.12 - 0.08) / math.sqrt(0.0576 + 0.0096)
    assert calibration.spiegelhalter([0.8, 0.4], [1, 0]).value == pytest.approx(z)
    assert calibration.spiegelhalter([0.5, 1.0], [1, 0]).reason == "no_variance"


ALL = (
    calibration.ece,
    calibration.debiased_ce,
    calibration.smooth_ece,
    calibration.brier,
    calibration.murphy,
    calibration.log_score,
    calibration.overconfidence,
    calibration.consistency_test,
    calibration.spiegelhalter,
    calibration.cox,
)


@pytest.mark.parametrize("metric", ALL)
@pytest.mark.parametrize(
    ("confidence", "correct"),
    [
        ([0.5, float("nan")], [1, 0]),
        ([0.5, 1.2], [1, 0]),
        ([0.5, -0.1], [1, 0]),
        ([0.5, 0.6], [1]),
        (np.array([0.5, None], dtype=object), [1, 0]),
        ([0.5, 0.6], np.array([True, None], dtype=object)),
        ([0.5, 0.6], [0.3, 1]),
        (["a", "b"], [1, 0]),
        ([[0.5], [0.6]], [1, 0]),
    ],
)
def test_bad_input_is_an_error(metric, confidence, correct):
    with pytest.raises(ValueError, match=r"."):
        metric(confidence, correct)


@pytest.mark.parametrize("metric", ALL)
@pytest.mark.filterwarnings("error")
def test_no_items_is_undefined_and_extremes_are_quiet(metric):
    got = metric([], [])
    first = got if hasattr(got, "value") else got.__class__.__name__ and getattr(got, next(iter(got.__slots__)))
    assert math.isnan(first.value)
    assert first.reason == "empty"
    for c, y in (([0.7], [1]), ([0.0, 1.0], [1, 0]), ([1.0] * 5, [1] * 5), ([0.4] * 4, [0, 1, 0, 1])):
        metric(c, y)


def test_unknown_scheme_lists_the_known():
    with pytest.raises(ValueError, match="equal_mass"):
        calibration.ece([0.5], [1], scheme="quantile")
