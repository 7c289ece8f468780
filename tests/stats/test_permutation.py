"""Permutation tests enumerate where they can, agree with scipy, and have their size."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from mirror_inspect.stats.arrays import labels
from mirror_inspect.stats.permutation import (
    mcnemar_exact,
    permutation_test,
    sign_flip_sums,
    sign_flip_test,
    spearman_over_permutations,
)


def test_few_pairs_are_enumerated():
    # All five differences positive: only the observed pattern and its mirror reach the sum, 2 / 32.
    assert sign_flip_test([1, 2, 3, 4, 5]).p == pytest.approx(2 / 32)


def test_many_pairs_agree_with_scipy():
    x = np.random.default_rng(0).normal(0.3, 1, 40)
    peer = stats.permutation_test((x,), np.mean, permutation_type="samples", n_resamples=20_000, rng=1).pvalue
    assert sign_flip_test(x, n_flips=20_000).p == pytest.approx(peer, abs=0.01)


def test_identical_pairs_say_so():
    e = sign_flip_test([0, 0, 0])
    assert (e.value, e.reason) == (0.0, "no_variation")
    assert np.isnan(e.p)
    assert sign_flip_test([]).reason == "empty"


def test_binomial_shortcut_has_the_distribution_of_single_flips():
    d = np.array([1.0, -1, 0, 1, 1, 0, -1, 1])
    codes = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    fast = sign_flip_sums(d, codes, 2, n_flips=40_000, seed=1)
    slow = sign_flip_sums(d * 0.5, codes, 2, n_flips=40_000, seed=2) * 2
    for sums in (fast, slow):
        # Three discordant pairs per group: -3, -1, 1, 3 with chances 1/8, 3/8, 3/8, 1/8.
        for column in sums.T:
            values, counts = np.unique(column, return_counts=True)
            assert values.tolist() == [-3, -1, 1, 3]
            assert counts / 40_000 == pytest.approx([0.125, 0.375, 0.375, 0.125], abs=0.01)


def test_two_groups_agree_with_scipy():
    rng = np.random.default_rng(3)
    x, g = rng.normal(size=30), np.repeat([0, 1], 15)
    x[15:] += 0.7

    def statistic(a, b, axis=-1):
        return a.mean(axis=axis) - b.mean(axis=axis)

    peer = stats.permutation_test((x[15:], x[:15]), statistic, n_resamples=20_000, rng=1).pvalue
    ours = permutation_test(x, g, n_permutations=20_000)
    assert ours.p == pytest.approx(peer, abs=0.01)
    assert ours.value == pytest.approx(x[15:].mean() - x[:15].mean())
    assert permutation_test(x, np.ones(30)).reason == "one_group"


def test_strata_absorb_a_difference_between_them():
    # Group and stratum go together and only the stratum matters.
    rng = np.random.default_rng(4)
    stratum = np.repeat([0, 1], 50)
    group = np.r_[np.repeat([0, 1], [40, 10]), np.repeat([0, 1], [10, 40])]
    values = stratum * 3.0 + rng.normal(size=100)
    assert permutation_test(values, group).p < 0.001
    assert permutation_test(values, group, strata=stratum).p > 0.05


def test_exact_spearman_equals_scipy_on_every_arrangement():
    level = np.array([0.2, 0.5, 0.5, 0.9])
    domain = np.array(list("aaabbcccdd"))
    signal = np.random.default_rng(2).integers(0, 4, 10) / 4
    _, codes = labels(domain)
    ours = spearman_over_permutations(level, codes, signal)
    peer = [stats.spearmanr(level[list(p)][codes], signal).statistic for p in permutations(range(4))]
    assert ours == pytest.approx(peer, abs=1e-12)


def test_mcnemar_equals_the_binomial_test():
    a = np.array([1] * 3 + [0] * 9 + [1] * 8)
    b = np.array([0] * 3 + [1] * 9 + [1] * 8)
    assert mcnemar_exact(a, b).p == pytest.approx(stats.binomtest(3, 12).pvalue)
    assert mcnemar_exact(a, b).value == pytest.approx(6 / 20)
    assert mcnemar_exact(a, a).reason == "no_variation"


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_sign_flip_has_its_size(alpha):
    rng = np.random.default_rng(5)
    p = [sign_flip_test(rng.normal(size=25), n_flips=999, seed=i).p for i in range(4000)]
    assert np.mean(np.array(p) <= alpha) == pytest.approx(alpha, abs=4 * (alpha / 4000) ** 0.5)
