"""Mean of paired differences with its interval and sign-flip test: the common form of most contrasts."""

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import labels, numbers, same_length
from mirror_inspect.stats.permutation import sign_flip_test
from mirror_inspect.stats.resampling import bca_many, cluster_sums


def paired_mean(
    differences: ArrayLike, *, cluster: ArrayLike | None = None, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Mean of paired differences.

    Args:
        differences: Shape (n,), one per pair.
        cluster: Labels, shape (n,), of pairs that are resampled and flipped together (an item seen in several cells).
        n_resamples: BCa replicates; 0 leaves the interval out.
        seed: Seed of resamples and flips.

    Returns:
        Mean with ``null`` 0 and a two-sided sign-flip ``p``. NaN ``empty`` without pairs; ``no_variation`` without
        interval and p when every difference is 0.

    Raises:
        ValueError: differences that are not finite numbers, or another number of clusters.
    """
    d = numbers(differences, "differences")
    n = len(d)
    if n == 0:
        return Estimate.undefined("empty")
    if not d.any():
        return Estimate(0.0, n_observed=n, n_total=n, null=0.0, reason="no_variation")
    columns = np.c_[d, np.ones(n)]
    if cluster is not None:
        same_length(differences=d, cluster=labels(cluster, "cluster")[1])
        columns = cluster_sums(columns, cluster)[0]
    (e,) = bca_many(columns, lambda s: s[:, 0] / s[:, 1], n_resamples=n_resamples, seed=seed, n_rows=n)
    p = sign_flip_test(columns[:, 0], seed=seed).p
    return Estimate(e.value, e.low, e.high, n, n, null=0.0, p=p, reason=e.reason)
