"""BCa agrees with scipy on the same replicates, and one set of resamples serves many statistics."""

import math
import warnings

import numpy as np
import pytest
from scipy import sparse, stats

from mirror_inspect.stats.kernel import acceleration_by_unit
from mirror_inspect.stats.limits import bca_limits
from mirror_inspect.stats.resampling import bca, bca_many, cluster_sums


def mean_of(sums):
    return sums[:, 0] / sums[:, 1]


def difference(a, b, axis=-1):
    return a.mean(axis=axis) - b.mean(axis=axis)


def correlation(a, b):
    return np.corrcoef(a, b)[0, 1]


@pytest.fixture
def skewed():
    return np.random.default_rng(3).exponential(size=60)


def test_limits_equal_scipy_on_the_same_replicates(skewed):
    peer = stats.bootstrap((skewed,), np.mean, n_resamples=4000, rng=5)
    jackknife = [np.delete(skewed, i).mean() for i in range(len(skewed))]
    ours = bca_limits(skewed.mean(), peer.bootstrap_distribution, jackknife)
    assert ours == pytest.approx(tuple(peer.confidence_interval), abs=1e-12)


def test_two_independent_samples_equal_scipy_acceleration(skewed):
    other = np.random.default_rng(4).normal(size=25)
    peer = stats.bootstrap((skewed, other), difference, n_resamples=100_000, rng=1).confidence_interval
    ours = bca((skewed, other), difference, n_resamples=100_000)
    assert (ours.low, ours.high) == pytest.approx((peer.low, peer.high), abs=0.01)


def test_paired_statistic_agrees_with_scipy(skewed):
    other = skewed + np.random.default_rng(5).normal(size=60)
    peer = stats.bootstrap(
        (skewed, other), correlation, paired=True, vectorized=False, n_resamples=4000, rng=1
    ).confidence_interval
    ours = bca((skewed, other), correlation, paired=True, n_resamples=4000)
    assert (ours.low, ours.high) == pytest.approx((peer.low, peer.high), abs=0.03)


def test_many_statistics_agree_with_one_at_a_time(skewed):
    columns = np.c_[skewed, np.ones(60), skewed**2]
    mean, second = bca_many(columns, lambda s: np.c_[s[:, 0] / s[:, 1], s[:, 2] / s[:, 1]], n_resamples=40_000)
    for estimate, values in [(mean, skewed), (second, skewed**2)]:
        single = bca(values, n_resamples=40_000, seed=9)
        assert estimate.value == pytest.approx(values.mean())
        assert (estimate.low, estimate.high) == pytest.approx((single.low, single.high), rel=0.03)


def test_a_builtin_without_a_signature_is_called_sample_by_sample():
    assert bca([1.0, 5.0, 2.0], max, n_resamples=50).value == 5.0


def test_clusters_are_resampled_whole():
    rng = np.random.default_rng(2)
    cluster = np.repeat(np.arange(40), 5)
    values = np.repeat(rng.normal(size=40), 5) + 0.01 * rng.normal(size=200)
    clustered = bca(values, clusters=cluster, n_resamples=3000)
    plain = bca(values, n_resamples=3000)
    # Five near copies of each value carry no more than one, so the interval is sqrt(5) wider.
    assert (clustered.high - clustered.low) / (plain.high - plain.low) == pytest.approx(5**0.5, rel=0.1)
    sums, _ = cluster_sums(np.c_[values, np.ones(200)], cluster)
    (fast,) = bca_many(sums, mean_of, n_resamples=3000, n_rows=200)
    assert (fast.low, fast.high) == pytest.approx((clustered.low, clustered.high), abs=0.05)
    assert fast.n_observed == 200


def test_strata_remove_variation_between_them():
    stratum = np.repeat([0, 1], 30)
    values = stratum * 100.0 + np.tile(np.arange(30.0), 2)
    totals = np.c_[values, np.ones(60)]
    (free,) = bca_many(totals, mean_of, n_resamples=2000)
    (held,) = bca_many(totals, mean_of, strata=stratum, n_resamples=2000)
    assert held.high - held.low < 0.3 * (free.high - free.low)


def test_strata_of_one_unit_are_taken_together():
    values = np.random.default_rng(1).normal(size=40)
    totals = np.c_[values, np.ones(40)]
    (free,) = bca_many(totals, mean_of, n_resamples=2000)
    (alone,) = bca_many(totals, mean_of, strata=np.arange(40), n_resamples=2000)
    assert alone.high - alone.low == pytest.approx(free.high - free.low, rel=0.05)
    (lone,) = bca_many(totals, mean_of, strata=[0] + [1] * 3 + [2] * 36, n_resamples=200)
    assert lone.low < lone.value < lone.high


def test_many_units_in_blocks_agree_with_theory():
    # 10,000 units: several blocks of weights.
    values = np.random.default_rng(6).exponential(size=10_000)
    (e,) = bca_many(np.c_[values, np.ones(10_000)], mean_of, n_resamples=4000)
    (plain,) = bca_many(np.c_[values[:1500], np.ones(1500)], mean_of, n_resamples=4000)
    half = 1.96 * values.std() / 100
    assert (e.value - e.low, e.high - e.value) == pytest.approx((half, half), rel=0.06)
    assert (plain.high - plain.low) / (e.high - e.low) == pytest.approx((10_000 / 1500) ** 0.5, rel=0.1)


def test_acceleration_from_random_groups_is_that_of_units():
    values = np.sort(np.random.default_rng(7).exponential(size=10_000))
    columns = np.c_[values, np.ones(10_000)]
    found = acceleration_by_unit(columns, columns.sum(axis=0, keepdims=True), mean_of, np.zeros(10_000, dtype=np.intp))
    # Of a mean it is the skewness over 6 sqrt(n): .0033 here, and groups of neighbours would give several times that.
    assert found[0] == pytest.approx(stats.skew(values) / 600, abs=0.0008)


def test_result_is_independent_of_row_order_threads_and_storage(skewed):
    columns = np.c_[(skewed > 1), np.ones(60)].astype(float)
    reference = bca_many(columns, mean_of, n_resamples=500)
    shuffled = np.random.default_rng(0).permutation(60)
    assert bca_many(columns[shuffled], mean_of, n_resamples=500) == reference
    assert bca_many(columns, mean_of, n_resamples=500, threads=2) == reference
    assert bca_many(sparse.csr_matrix(columns), mean_of, n_resamples=500) == reference
    assert bca(skewed[shuffled], n_resamples=500) == bca(skewed, n_resamples=500)


def test_degenerate_data_give_reasons_without_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bca([]).reason == "empty"
        assert bca([2.0]).reason == "one_unit"
        constant = bca([1.0, 1.0, 1.0])
        assert constant.value == 1.0
        assert math.isnan(constant.low)
        assert constant.reason == "no_variation"
        (undefined,) = bca_many(np.zeros((5, 2)), mean_of)
        assert (math.isnan(undefined.value), undefined.reason) == (True, "undefined")
        (rare,) = bca_many(np.eye(4)[:, :2], mean_of, n_resamples=200)
        assert rare.reason == "unstable"
        (empty,) = bca_many(np.zeros((0, 2)), mean_of)
        assert empty.reason == "empty"


@pytest.mark.parametrize("bad", [[1.0, float("nan")], ["a"], [None, 1], np.zeros((2, 2), dtype=object)])
def test_bad_data_raise(bad):
    with pytest.raises(ValueError, match="data"):
        bca(bad)


def test_unequal_pairs_and_strata_raise(skewed):
    with pytest.raises(ValueError, match="length"):
        bca((skewed, skewed[1:]), difference, paired=True)
    with pytest.raises(ValueError, match="lengths differ"):
        bca_many(np.ones((3, 1)), lambda s: s, strata=[1, 2])


@pytest.mark.slow
def test_mean_of_skewed_data_is_covered():
    rng = np.random.default_rng(8)
    hits = 0
    for seed in range(2000):
        sample = rng.exponential(size=200)
        (e,) = bca_many(np.c_[sample, np.ones(200)], mean_of, n_resamples=1000, seed=seed)
        hits += e.low <= 1 <= e.high
    assert 0.93 <= hits / 2000 <= 0.975
