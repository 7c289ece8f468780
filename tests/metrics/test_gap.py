"""The gap: closed forms, its positive null, its size, and grading error."""

import math

import numpy as np
import pytest

from mirror_inspect.metrics.gap import (
    GraderErrors,
    domain_accuracy,
    format_effect,
    gap_abs,
    gap_graded,
    gap_signed,
    stake_effect,
)

DOMAINS = np.repeat(list("abcdefgh"), 50)


def test_by_hand():
    # Domain a: natural 1/2, wager 2/2; domain b: natural 2/2, wager 1/2.
    natural, wager, domain = [1, 0, 1, 1], [1, 1, 1, 0], ["a", "a", "b", "b"]
    assert gap_signed(natural, wager, domain).value == 0.0
    assert gap_abs(natural, wager, domain).value == 0.5
    # One discordant pair per domain of two: the flipped difference is always .5.
    assert gap_abs(natural, wager, domain).null == pytest.approx(0.5)
    assert gap_abs(natural, wager, domain).p == pytest.approx(1.0)


def test_unequal_domains_weigh_the_same():
    natural = np.zeros(12)
    wager = np.r_[np.ones(2), np.zeros(10)]
    assert gap_signed(natural, wager, ["x"] * 2 + ["y"] * 10).value == pytest.approx(0.5)


def test_absolute_gap_is_positive_when_nothing_is_there():
    rng = np.random.default_rng(0)
    found, nulls = [], []
    for _ in range(40):
        natural, wager = rng.binomial(1, 0.5, (2, 400))
        e = gap_abs(natural, wager, DOMAINS, n_resamples=0)
        found.append(e.value)
        nulls.append(e.null)
    # E|N(0, .1)| = .0798.
    assert np.mean(found) == pytest.approx(0.08, abs=0.01)
    assert np.mean(nulls) == pytest.approx(0.08, abs=0.003)


def test_agreement_of_eight_tenths_lowers_the_null_to_five_points():
    rng = np.random.default_rng(1)
    natural = rng.binomial(1, 0.5, 400)
    wager = np.where(rng.random(400) < 0.2, 1 - natural, natural)
    assert gap_abs(natural, wager, DOMAINS, n_resamples=0).null == pytest.approx(0.05, abs=0.006)


def test_planted_gap_is_recovered_with_interval_and_p():
    rng = np.random.default_rng(2)
    natural = rng.binomial(1, 0.5, 400)
    wager = np.where((natural == 0) & (rng.random(400) < 0.3), 1, natural)
    e = gap_signed(natural, wager, DOMAINS, n_resamples=2000)
    assert e.low < 0.15 < e.high
    assert e.p < 0.001
    assert e.high - e.low == pytest.approx(2 * 1.96 * wager[natural != wager].size ** 0.5 / 400, rel=0.25)


def test_effects_of_format_and_stake_add_up():
    rng = np.random.default_rng(3)
    natural, rating, wager = rng.binomial(1, 0.5, (3, 400))
    parts = [
        f(a, b, DOMAINS, n_resamples=0).value
        for f, a, b in [(format_effect, natural, rating), (stake_effect, rating, wager)]
    ]
    assert sum(parts) == pytest.approx(gap_signed(natural, wager, DOMAINS, n_resamples=0).value)


def test_grading_error_can_make_or_unmake_a_gap():
    # True accuracy .5 in both; the grader misses 40 % of right natural answers and 20 % of right wagers.
    natural = np.r_[np.ones(30), np.zeros(70)]
    wager = np.r_[np.ones(40), np.zeros(60)]
    e = gap_graded(
        natural, wager, ["a"] * 100, natural_errors=GraderErrors(0.4), wager_errors=GraderErrors(0.2), n_resamples=200
    )
    assert e.value == pytest.approx(0.0)
    assert gap_signed(natural, wager, ["a"] * 100, n_resamples=0).value == pytest.approx(0.1)
    with pytest.raises(ValueError, match="less than 1"):
        GraderErrors(0.6, 0.4)


def test_accuracy_has_wilson_intervals_per_domain():
    rows = domain_accuracy([1, 1, 0, 1], ["b", "b", "b", "a"])
    assert [(r.domain, r.accuracy.value) for r in rows] == [("a", 1.0), ("b", pytest.approx(2 / 3))]
    assert rows[0].accuracy.low == pytest.approx(1 / (1 + 1.959964**2), rel=1e-5)


def test_row_order_does_not_matter():
    rng = np.random.default_rng(4)
    natural, wager = rng.binomial(1, 0.5, (2, 400))
    order = rng.permutation(400)
    for metric in (gap_signed, gap_abs):
        a = metric(natural, wager, DOMAINS, n_resamples=300)
        b = metric(natural[order], wager[order], DOMAINS[order], n_resamples=300)
        assert (a.value, a.low, a.high, a.null, a.p) == pytest.approx((b.value, b.low, b.high, b.null, b.p), abs=1e-12)


def test_bad_input(recwarn):
    assert gap_signed([], [], []).reason == "empty"
    same = gap_signed([1, 0], [1, 0], ["a", "b"])
    assert (same.value, same.reason) == (0.0, "no_variation")
    assert math.isnan(same.p)
    single = gap_signed([1], [0], ["a"])
    assert single.value == -1.0
    for bad in ([1, float("nan")], [1, 2], np.array([1, None], dtype=object)):
        with pytest.raises(ValueError, match="natural"):
            gap_abs(bad, [1, 0], ["a", "b"])
    with pytest.raises(ValueError, match="lengths differ"):
        gap_abs([1], [1, 0], ["a", "b"])
    assert not recwarn.list


@pytest.mark.slow
def test_signed_gap_covers_and_has_its_size():
    rng = np.random.default_rng(5)
    domain = np.repeat(list("abcdefgh"), 25)
    ability = np.linspace(0.3, 0.8, 8).repeat(25)
    covered, p = [], []
    for seed in range(2000):
        natural, wager = rng.binomial(1, ability), rng.binomial(1, ability)
        e = gap_signed(natural, wager, domain, n_resamples=800, seed=seed)
        covered.append(e.low <= 0 <= e.high)
        p.append(e.p)
    assert 0.93 <= np.mean(covered) <= 0.975
    for alpha in (0.05, 0.01):
        assert np.mean(np.array(p) <= alpha) <= alpha + 3 * (alpha / 2000) ** 0.5


@pytest.mark.slow
def test_absolute_gap_has_its_size_and_a_uniform_randomised_p():
    from scipy.stats import kstest

    from mirror_inspect.stats.permutation import sign_flip_sums

    rng = np.random.default_rng(6)
    domain = np.repeat(np.arange(8), 25)
    p, randomised = [], []
    for seed in range(1500):
        natural, wager = rng.binomial(1, 0.5, (2, 200))
        e = gap_abs(natural, wager, domain, n_resamples=0, seed=seed)
        null = np.abs(sign_flip_sums(wager - natural + 0.0, domain, 8, n_flips=2000, seed=seed) / 25).mean(axis=1)
        above, equal = (null > e.value + 1e-9).mean(), (np.abs(null - e.value) <= 1e-9).mean()
        p.append(e.p)
        randomised.append(above + rng.random() * equal)
    for alpha in (0.05, 0.01):
        assert alpha / 2 <= np.mean(np.array(p) <= alpha) <= alpha + 3 * (alpha / 1500) ** 0.5
    assert kstest(randomised, "uniform").pvalue > 0.001
