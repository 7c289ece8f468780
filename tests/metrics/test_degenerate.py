"""The degenerate-signal detector: flags the 60 % paradox, leaves informative signals alone, admits ignorance."""

import math

import numpy as np
import pytest
from scipy.special import expit, logit
from scipy.stats import norm
from sklearn.metrics import mutual_info_score

from mirror_inspect.metrics.degenerate import Sign, Verdict, mutual_information, paradox


def binormal(n, area, accuracy, rng):
    y = rng.random(n) < accuracy
    s = math.sqrt(2) * norm.ppf(area)
    return expit(logit(accuracy) + s * (s * (y - 0.5) + rng.standard_normal(n))), y


def test_exactly_sixty_per_cent_is_flagged_in_every_form():
    y = np.r_[np.ones(240), np.zeros(160)]
    got = paradox(np.full(400, 0.6), y)
    assert got.flagged
    assert got.calibrated
    assert {Sign.FEW_VALUES, Sign.DOMINANT_VALUE, Sign.NARROW, Sign.LOW_ENTROPY, Sign.NO_RESOLUTION} <= set(got.signs)
    assert Sign.AURC_AT_BASELINE in got.signs


@pytest.mark.parametrize("jitter", [0.0, 0.01])
def test_sixty_per_cent_is_flagged_in_twenty_of_twenty(jitter):
    rng = np.random.default_rng(0)
    flags = []
    for _ in range(20):
        y = rng.random(500) < 0.6
        flags.append(paradox(0.6 + jitter * rng.standard_normal(500), y).flagged)
    assert sum(flags) == 20


def test_informative_signals_are_left_alone():
    rng = np.random.default_rng(1)
    verdicts = [paradox(*binormal(500, 0.65, 0.6, rng)).verdict for _ in range(20)]
    assert verdicts.count(Verdict.INFORMATIVE) >= 19
    y = rng.random(500) < 0.6
    skip = np.where(rng.random(500) < 0.8, y, ~y) * 0.5 + 0.3
    assert paradox(skip, y).verdict is Verdict.INFORMATIVE


def test_fifty_items_are_inconclusive():
    rng = np.random.default_rng(2)
    assert paradox(np.full(50, 0.6), np.r_[np.ones(30), np.zeros(20)]).verdict is Verdict.INCONCLUSIVE
    assert paradox(*binormal(50, 0.65, 0.6, rng)).verdict is Verdict.INCONCLUSIVE


def test_miscalibrated_constant_is_uninformative_and_no_paradox():
    y = np.r_[np.ones(300), np.zeros(200)]
    assert paradox(np.full(500, 0.9), y).verdict is Verdict.UNINFORMATIVE


def test_wide_noise_is_uninformative_once_it_can_be_told():
    rng = np.random.default_rng(3)
    y = rng.random(4000) < 0.6
    got = paradox(rng.random(4000), y)
    assert got.verdict is Verdict.UNINFORMATIVE
    assert Sign.NO_INFORMATION in got.signs
    assert paradox(rng.random(300), y[:300]).verdict in (Verdict.INCONCLUSIVE, Verdict.INFORMATIVE)


def test_mutual_information_is_scikit_learns_minus_its_bias():
    rng = np.random.default_rng(4)
    c = rng.integers(1, 6, 400) / 5
    y = rng.random(400) < c
    plain = mutual_info_score(c.astype(str), y) / math.log(2)
    assert mutual_information(c, y).value == pytest.approx(plain - 4 / (800 * math.log(2)))
    assert mutual_information(c, y).low > 0


def test_mutual_information_has_its_size():
    rng = np.random.default_rng(5)
    draws = [mutual_information(rng.integers(1, 6, 200) / 5, rng.random(200) < 0.6) for _ in range(400)]
    assert sum(d.p < 0.05 for d in draws) <= 35
    assert abs(np.mean([d.value for d in draws])) < 0.002


def test_row_order_does_not_matter():
    rng = np.random.default_rng(6)
    c, y = np.round(rng.random(300), 2), rng.random(300) < 0.5
    o = rng.permutation(300)
    a, b = paradox(c, y), paradox(c[o], y[o])
    assert (a.verdict, a.signs, a.ece.p) == (b.verdict, b.signs, b.ece.p)


@pytest.mark.filterwarnings("error")
def test_undefined_and_bad_input():
    empty = paradox([], [])
    assert empty.verdict is Verdict.INCONCLUSIVE
    assert math.isnan(empty.ece.value)
    assert paradox([0.6] * 300, [1] * 300).verdict is Verdict.INCONCLUSIVE
    assert mutual_information([0.6] * 4, [0, 1, 0, 1]).reason == "constant"
    assert mutual_information([0.6, 0.7], [1, 1]).reason == "one_class"
    with pytest.raises(ValueError, match="NaN"):
        paradox([math.nan], [1])
