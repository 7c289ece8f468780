"""Wilson and Clopper-Pearson agree with a peer and hold at the edges."""

import math

import pytest
from scipy.stats import binomtest

from mirror_inspect.stats.proportions import clopper_pearson, wilson

COUNTS = [(0, 1), (0, 10), (1, 10), (3, 17), (9, 10), (10, 10), (250, 500), (499, 500)]


@pytest.mark.parametrize(("function", "method"), [(wilson, "wilson"), (clopper_pearson, "exact")])
@pytest.mark.parametrize(("k", "n"), COUNTS)
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_interval_equals_scipy(function, method, k, n, level):
    peer = binomtest(k, n).proportion_ci(level, method)
    assert function(k, n, level=level) == pytest.approx((peer.low, peer.high), abs=1e-12)


@pytest.mark.parametrize("function", [wilson, clopper_pearson])
def test_no_trials_give_nan_and_bad_counts_raise(function):
    assert all(math.isnan(end) for end in function(0, 0))
    for k, n in [(-1, 3), (4, 3), (float("nan"), 3)]:
        with pytest.raises(ValueError, match="proportion"):
            function(k, n)
    with pytest.raises(ValueError, match="level"):
        function(1, 3, level=1.0)


@pytest.mark.parametrize("rate", [0.01, 0.05, 0.95])
def test_exact_coverage_near_the_edges(rate):
    from scipy.stats import binom

    n = 200
    chance = binom.pmf(range(n + 1), n, rate)
    for function, floor in [(wilson, 0.925), (clopper_pearson, 0.95)]:
        inside = [low <= rate <= high for low, high in (function(k, n) for k in range(n + 1))]
        assert sum(p for p, hit in zip(chance, inside, strict=True) if hit) >= floor
