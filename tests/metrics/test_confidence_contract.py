"""What every confidence metric promises: a number inside its interval or NaN with a reason, and no warning."""

import dataclasses
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mirror_inspect.metrics import (
    calibration,
    convergence,
    degenerate,
    discrimination,
    knowdo,
    recalibration,
    selective,
)
from mirror_inspect.metrics.estimate import Estimate

FIELDS = ("value", "low", "high", "null", "p")


METRICS = {
    "ece": calibration.ece,
    "ece equal mass": lambda c, y: calibration.ece(c, y, bins=15, scheme="equal_mass"),
    "debiased_ce": calibration.debiased_ce,
    "brier": calibration.brier,
    "murphy": calibration.murphy,
    "log_score": calibration.log_score,
    "overconfidence": calibration.overconfidence,
    "consistency_test": lambda c, y: calibration.consistency_test(c, y, draws=30),
    "spiegelhalter": calibration.spiegelhalter,
    "cox": calibration.cox,
    "auroc": discrimination.auroc,
    "auprc": discrimination.auprc,
    "stratified_auroc": lambda c, y: discrimination.stratified_auroc(c, y, (c > 0.4).astype(int)),
    "aurc": selective.aurc,
    "e_aurc": selective.e_aurc,
    "augrc": selective.augrc,
    "risk_at_coverage": lambda c, y: selective.risk_at_coverage(c, y, coverage=0.8),
    "paradox": lambda c, y: degenerate.paradox(c, y, draws=30),
    "mutual_information": degenerate.mutual_information,
    "utility_ladder": lambda c, y: knowdo.utility_ladder(c, c < 0.4, y.astype(float)),
    "knowdo_gap": lambda c, y: knowdo.knowdo_gap(c, c < 0.3, y.astype(float)),
    "cfr": lambda c, y: knowdo.cfr(c < 0.7, np.where(c < 0.2, "defer", "proceed"), y),
    "cfr_factors": lambda c, y: knowdo.cfr_factors(c < 0.7, np.where(c < 0.2, "defer", "proceed"), y),
    "udr": lambda c, y: knowdo.udr(c < 0.7, np.where(c < 0.5, "defer", "proceed"), y),
    "escalation": lambda c, y: knowdo.escalation(np.where(c < 0.5, "tool", "proceed"), y),
    "failure_slope": lambda c, y: knowdo.failure_slope(["proceed"] * len(c), y, c),
    "agreement": lambda c, y: knowdo.agreement(c > 0.5, y),
    "routing_gain": lambda c, y: knowdo.routing_gain(~y, c < 0.5),
    "mci": lambda c, y: convergence.mci(np.column_stack([c, y, np.round(c)])),
    "mci_latent": lambda c, y: convergence.mci_latent(np.column_stack([c, y, np.round(c)]), strata=(c > 0.5) * 1),
    "mci_max": lambda c, y: convergence.mci_max(np.column_stack([c, y, np.round(c)])),
    "kendall": lambda c, y: convergence.kendall(np.column_stack([c, y, np.round(c)])),
    "platt": lambda c, y: recalibration.report(recalibration.fit(c, y, method="platt"), c, y),
    "isotonic": lambda c, y: recalibration.report(recalibration.fit(c, y, method="isotonic"), c, y),
}


def estimates(result) -> list[Estimate]:
    if isinstance(result, Estimate):
        return [result]
    parts = [getattr(result, f.name) for f in dataclasses.fields(result)]
    return [p for p in parts if isinstance(p, Estimate)]


@st.composite
def scored(draw):
    n = draw(st.integers(0, 80))
    palette = draw(st.sampled_from([[0.6], [0.0, 1.0], [0.05, 0.5, 0.95], np.linspace(0, 1, 21).tolist()]))
    confidence = draw(st.sampled_from([st.sampled_from(palette), st.floats(0, 1)]))
    y = draw(st.sampled_from([st.booleans(), st.just(True), st.just(False)]))
    return draw(hnp.arrays(float, n, elements=confidence)), draw(hnp.arrays(bool, n, elements=y))


def test_a_negative_debiased_error_lies_in_its_interval():
    (e,) = estimates(METRICS["debiased_ce"](np.array([0.6, 0.6]), np.array([False, True])))
    assert e.value == pytest.approx(-0.24)
    assert e.low <= e.value <= e.high


@pytest.mark.parametrize("name", METRICS)
@given(data=scored(), seed=st.integers(0, 9))
@settings(max_examples=25, deadline=None)
def test_a_number_in_its_interval_or_a_reason(name, data, seed):
    c, y = data
    o = np.random.default_rng(seed).permutation(len(c))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got, moved = (estimates(METRICS[name](*d)) for d in ((c, y), (c[o], y[o])))
    assert got
    for e, other in zip(got, moved, strict=True):
        assert e.reason or not math.isnan(e.value)
        assert not math.isinf(e.value)
        assert e.n_observed <= e.n_total <= len(c)
        if not math.isnan(e.low):
            assert e.low - 1e-9 <= e.value <= e.high + 1e-9
        assert math.isnan(e.p) or -1e-12 <= e.p <= 1 + 1e-12
        assert e.reason == other.reason
        for field in FIELDS:
            assert getattr(e, field) == pytest.approx(getattr(other, field), rel=1e-6, abs=1e-6, nan_ok=True)
