"""Compositional calibration error as the release codes it (version 2)."""

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.legacy.resample import bca_of_mean
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import binary, same_length, unit_interval


def cce_v2(confidence: ArrayLike, correct: ArrayLike, *, n_resamples: int = 10_000, seed: int = 42) -> Estimate:
    """Mean |confidence - correct| over the layer-2 rows.

    It is no calibration error: a perfectly calibrated subject shows mean 2p(1 - p), and a constant .5 shows .5
    whatever the answers are (an empty reply was stored as .5).

    Args:
        confidence: In [0, 1], shape (n,), in the order of the released rows.
        correct: 0/1, shape (n,).
        n_resamples: Replicates of the release's own BCa.
        seed: Its seed.

    Returns:
        Estimate in [0, 1]; NaN ``empty``.

    Raises:
        ValueError: confidence outside [0, 1], grades other than 0 and 1, NaN, or different lengths.
    """
    p, y = unit_interval(confidence, "confidence"), binary(correct)
    n = same_length(confidence=p, correct=y)
    if n == 0:
        return Estimate.undefined("empty")
    error = np.abs(p - y)
    low, high = bca_of_mean(error, n_resamples=n_resamples, seed=seed)
    return Estimate(float(error.mean()), low, high, n, n)
