"""Verdicts are three-valued, say what could have been detected, and name identical decisions."""

import numpy as np
import pytest

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.verdicts import IDENTICAL, MARGINS, Outcome, paired_verdict, verdict

TABLE = [
    (0.10, 0.06, 0.14, "either", Outcome.SUPPORTED),
    (-0.10, -0.14, -0.06, "either", Outcome.SUPPORTED),
    (-0.10, -0.14, -0.06, "greater", Outcome.INCONCLUSIVE),
    (0.02, 0.01, 0.03, "either", Outcome.REFUTED),
    (0.00, -0.02, 0.02, "greater", Outcome.REFUTED),
    (0.04, -0.02, 0.10, "either", Outcome.INCONCLUSIVE),
    (0.02, 0.01, 0.20, "either", Outcome.INCONCLUSIVE),
]


@pytest.mark.parametrize(("value", "low", "high", "direction", "expected"), TABLE)
def test_margin_of_three_points(value, low, high, direction, expected):
    assert verdict(Estimate(value, low, high, 100, 100), "gap", direction=direction).outcome is expected


def test_refutation_uses_the_ninety_per_cent_interval():
    # 95 % arm .032 reaches past the margin .03, the 90 % arm .0269 does not.
    assert verdict(Estimate(0.0, -0.032, 0.032, 100, 100), 0.03).outcome is Outcome.REFUTED
    assert verdict(Estimate(0.0, -0.037, 0.037, 100, 100), 0.03).outcome is Outcome.INCONCLUSIVE


def test_null_and_p_of_a_quantity_that_cannot_be_negative_decide():
    biased = Estimate(0.09, 0.06, 0.12, 100, 100, null=0.08, p=0.4)
    assert verdict(biased, "gap").outcome is Outcome.INCONCLUSIVE
    assert verdict(biased, "gap").effect == pytest.approx(0.01)
    insignificant = Estimate(0.20, 0.16, 0.24, 100, 100, null=0.08, p=0.06)
    assert verdict(insignificant, "gap").outcome is Outcome.INCONCLUSIVE
    assert verdict(Estimate(0.62, 0.57, 0.67, 9, 9, null=0.5), "auroc").outcome is Outcome.SUPPORTED


def test_detectable_effect_is_two_point_eight_standard_errors():
    found = verdict(Estimate(0.0, -0.098, 0.098, 100, 100), "gap")
    assert found.outcome is Outcome.INCONCLUSIVE
    assert found.detectable == pytest.approx(0.05 * (1.96 + 0.8416), rel=1e-3)


def test_undefined_is_inconclusive_with_its_reason():
    assert verdict(Estimate.undefined("low_coverage"), "gap").reason == "low_coverage"
    assert verdict(Estimate(0.3), "gap").reason == "no_interval"


def test_identical_decisions_are_named_and_refuted_only_with_enough_pairs():
    for n, expected in [(50, Outcome.INCONCLUSIVE), (200, Outcome.REFUTED)]:
        found = paired_verdict(np.ones(n), np.ones(n), "gap")
        assert (found.outcome, found.reason) == (expected, IDENTICAL)
        assert found.detectable > 0


def test_few_discordant_pairs_use_exact_mcnemar():
    a = np.zeros(60)
    six, five = a.copy(), a.copy()
    six[:6], five[:5] = 1, 1
    # 2 / 2^6 = .031 and 2 / 2^5 = .063.
    assert paired_verdict(a, six, 0.05).outcome is Outcome.SUPPORTED
    assert paired_verdict(a, five, 0.05).outcome is Outcome.INCONCLUSIVE
    assert paired_verdict(a, six, 0.05).reason == "exact_mcnemar"
    assert paired_verdict(a, six, 0.05, direction="less").outcome is Outcome.INCONCLUSIVE
    large = np.zeros(2000)
    large[:3] = 1
    assert paired_verdict(np.zeros(2000), large, 0.05).outcome is Outcome.REFUTED


def test_many_discordant_pairs_use_the_bootstrap():
    rng = np.random.default_rng(0)
    a = rng.binomial(1, 0.3, 400)
    b = np.maximum(a, rng.binomial(1, 0.3, 400))
    found = paired_verdict(a, b, "cfr", n_resamples=500)
    assert found.outcome is Outcome.SUPPORTED
    assert found.reason == ""


def test_the_same_difference_in_every_pair_is_support_and_no_missing_interval():
    found = paired_verdict(np.zeros(40), np.ones(40), "cfr", n_resamples=200)
    assert (found.outcome, found.effect) == (Outcome.SUPPORTED, 1.0)
    assert paired_verdict(np.zeros(40), np.ones(40), "cfr", direction="less").outcome is Outcome.INCONCLUSIVE


def test_bad_arguments_raise():
    assert set(MARGINS) >= {"gap", "auroc", "cfr", "knowdo", "mci", "tii", "composition"}
    with pytest.raises(ValueError, match="unknown margin"):
        verdict(Estimate(0.1, 0, 1), "nothing")
    with pytest.raises(ValueError, match="positive"):
        verdict(Estimate(0.1, 0, 1), 0.0)
    with pytest.raises(ValueError, match="direction"):
        verdict(Estimate(0.1, 0, 1), 0.1, direction="up")
    with pytest.raises(ValueError, match="0 and 1"):
        paired_verdict([0, 2], [1, 1], 0.1)
