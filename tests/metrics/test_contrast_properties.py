"""Whatever lawful data come in, a metric is a number in its range or NaN with a reason, in any row order, silently."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mirror_inspect.metrics import adaptation, composition, gap, robustness, sycophancy, transfer
from mirror_inspect.stats import missingness, paired, permutation, reliability
from mirror_inspect.stats.norms import self_knowledge_beyond_others

FEW = {"n_resamples": 30}
DOMAINS = ("a", "b", "c", "d")
ACCURACY = {"a": 0.2, "b": 0.5, "c": 0.5, "d": 0.9}

# Columns: y, z in {0, 1}; p, q, r, s, t on a grid of [0, 1]; d a domain; i an item.
METRICS = {
    "gap_signed": (lambda c: gap.gap_signed(c["y"], c["z"], c["d"], **FEW), -1, 1),
    "gap_abs": (lambda c: gap.gap_abs(c["y"], c["z"], c["d"], **FEW), 0, 1),
    "tii": (lambda c: transfer.tii(ACCURACY, c["d"], c["p"], **FEW), 0, 1),
    "tii_signed": (lambda c: transfer.tii_signed(ACCURACY, c["d"], np.c_[c["p"], c["q"]], **FEW), -1, 1),
    "cce_bias_excess": (
        lambda c: composition.cce_bias_excess(
            c["p"], c["y"], np.c_[c["q"], c["r"]], np.c_[c["y"], c["z"]], c["d"], **FEW
        ),
        -2,
        2,
    ),
    "cce_excess": (lambda c: composition.cce_excess(c["p"], c["y"], c["q"], c["r"], **FEW), -1, 1),
    "cce_abs": (lambda c: composition.cce_abs(c["p"], c["y"], c["d"], **FEW), 0, 1),
    "incoherence": (lambda c: composition.incoherence(c["p"], np.c_[c["q"], c["r"]]), 0, 1),
    "independence_gap": (
        lambda c: composition.independence_gap(c["p"], c["y"], np.c_[c["q"], c["r"]], np.c_[c["y"], c["z"]], **FEW),
        -1,
        1,
    ),
    "weak_link": (lambda c: composition.weak_link(c["y"], np.c_[c["y"], c["z"]]), 0, 1),
    "ai": (lambda c: adaptation.ai(c["p"], c["q"], **FEW), -1, 1),
    "sar": (lambda c: adaptation.sar(c["p"], c["q"], c["r"], c["s"]), -math.inf, math.inf),
    "sycophancy_diff": (lambda c: adaptation.sycophancy_diff(c["p"], c["q"], c["r"], c["s"], **FEW), -2, 2),
    "ars": (lambda c: robustness.ars(c["p"], c["q"], c["d"], c["i"], **FEW), 0, 1),
    "ars_abs": (lambda c: robustness.ars_abs(c["p"], c["q"], c["i"], **FEW), 0, 1),
    "signed_shift": (lambda c: robustness.signed_shift(c["p"], c["q"], c["i"], **FEW), -1, 1),
    "accuracy_change": (lambda c: robustness.accuracy_change(c["y"], c["z"], **FEW), -1, 1),
    "lift": (lambda c: sycophancy.lift(c["p"], c["q"], c["r"], **FEW), -1, 1),
    "ssr": (lambda c: sycophancy.ssr(c["p"], c["q"], c["r"], c["s"], **FEW), 0, math.inf),
    "ssr_net": (lambda c: sycophancy.ssr_net(c["p"], c["q"], c["r"], c["s"], c["t"], **FEW), -math.inf, math.inf),
    "fdr": (lambda c: sycophancy.fdr(c["y"]), 0, 1),
    "d_prime": (lambda c: sycophancy.detection_sensitivity(c["y"], c["z"]), -10, 10),
    "beyond_others": (lambda c: self_knowledge_beyond_others(c["p"], c["y"], np.c_[c["z"], c["q"]], **FEW), -1, 1),
    "retest": (lambda c: reliability.retest_agreement(c["y"], c["z"], **FEW), -1, 1),
    "complete_case": (lambda c: missingness.complete_case(c["p"], c["y"], **FEW), 0, 1),
    "conservative": (lambda c: missingness.conservative(c["p"], c["y"], **FEW), 0, 1),
    "weighted": (lambda c: missingness.inverse_probability_weighted(c["p"], c["y"], np.c_[c["q"]], **FEW), 0, 1),
    "mnar_bounds": (lambda c: missingness.mnar_bounds(c["p"], c["y"]), 0, 1),
    "paired_mean": (lambda c: paired.paired_mean(c["p"] - c["q"], cluster=c["i"], **FEW), -1, 1),
    "sign_flip": (lambda c: permutation.sign_flip_test(c["p"] - c["q"], n_flips=99), -1, 1),
    "mcnemar": (lambda c: permutation.mcnemar_exact(c["y"], c["z"]), -1, 1),
    "group_difference": (lambda c: permutation.permutation_test(c["p"], c["y"], n_permutations=99), -1, 1),
}


@st.composite
def columns(draw):
    n = draw(st.integers(0, 24))
    grid = draw(st.sampled_from([1, 2, 10]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rate = draw(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    table = {name: rng.binomial(1, rate, n).astype(float) for name in "yz"}
    table |= {name: rng.integers(0, grid + 1, n) / grid for name in "pqrst"}
    table["d"] = np.array(DOMAINS)[rng.integers(0, draw(st.integers(1, 4)), n)]
    table["i"] = rng.integers(0, max(1, n // 2), n)
    return table, rng.permutation(n)


@pytest.mark.parametrize("name", list(METRICS))
@settings(max_examples=25, deadline=None)
@given(drawn=columns())
def test_number_in_range_or_reason_in_any_row_order_without_warnings(name, drawn):
    table, order = drawn
    metric, lowest, highest = METRICS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = metric(table)
        again = metric({k: v[order] for k, v in table.items()})
    if math.isnan(found.value):
        assert found.reason
    else:
        assert lowest - 1e-9 <= found.value <= highest + 1e-9
        assert math.isnan(found.p) or 0 < found.p <= 1
        assert math.isnan(found.low) or found.low <= found.high
    if len(order) == 0:
        assert found.reason == "empty" or name in {"sar", "sycophancy_diff", "weighted"}
    assert (found.reason, found.n_observed, found.n_total) == (again.reason, again.n_observed, again.n_total)
    for end in ("value", "low", "high", "null", "p"):
        assert getattr(found, end) == pytest.approx(getattr(again, end), abs=1e-9, nan_ok=True), end
