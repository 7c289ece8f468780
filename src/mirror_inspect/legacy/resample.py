"""The release's BCa bootstrap of a mean, reproduced draw for draw."""

import math

import numpy as np
from scipy.stats import norm

from mirror_inspect.stats.arrays import Floats

EDGE = 1e-6


def bca_of_mean(
    values: Floats, *, n_resamples: int = 10_000, seed: int = 42, level: float = 0.95
) -> tuple[float, float]:
    """Interval of a mean as the release computes it.

    One ``rng.choice`` with replacement per replicate, z0 from the share of replicates strictly below the mean clipped
    to [1e-6, 1 - 1e-6], jackknife acceleration, ``np.percentile``.

    Args:
        values: Shape (n,), in the order of the released rows (the draws depend on it).
        n_resamples: Replicates.
        seed: Seed of ``numpy.random.default_rng``.
        level: Nominal coverage.

    Returns:
        Lower and upper end; equal when the values do not vary, NaN without values.
    """
    n = len(values)
    if n == 0:
        return math.nan, math.nan
    rng = np.random.default_rng(seed)
    observed = values.mean()
    replicates = np.array([rng.choice(values, size=n, replace=True).mean() for _ in range(n_resamples)])
    z0 = norm.ppf(np.clip((replicates < observed).mean(), EDGE, 1 - EDGE))
    left_out = (values.sum() - values) / (n - 1) if n > 1 else values
    distance = left_out.mean() - left_out
    scale = 6 * float((distance**2).sum()) ** 1.5
    acceleration = float((distance**3).sum()) / scale if scale > 0 else 0.0
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = z0 + norm.ppf(tail)
        ends.append(float(np.percentile(replicates, 100 * norm.cdf(z0 + z / (1 - acceleration * z)))))
    return ends[0], ends[1]
