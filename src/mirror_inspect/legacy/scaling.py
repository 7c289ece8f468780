"""Scaling fit of the release: a line on the logarithm of the parameter count."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import linregress

from mirror_inspect.stats.arrays import numbers, same_length


@dataclass(frozen=True, slots=True)
class ScalingFit:
    """Slope per doubling of parameters, and share of variance explained; three points determine neither."""

    slope: float
    r2: float
    n: int


def scaling_fit(params_b: ArrayLike, values: ArrayLike) -> ScalingFit:
    """Least-squares line of a metric on log2 of the parameters in billions.

    Args:
        params_b: Positive, shape (n,).
        values: Shape (n,).

    Returns:
        The fit; NaN with fewer than two sizes.

    Raises:
        ValueError: parameters that are not positive, values that are not finite, or different lengths.
    """
    size, y = numbers(params_b, "params_b"), numbers(values, "values")
    n = same_length(params_b=size, values=y)
    if n and size.min() <= 0:
        raise ValueError("params_b must be positive")
    if len(np.unique(size)) < 2:
        return ScalingFit(float("nan"), float("nan"), n)
    fit = linregress(np.log2(size), y)
    return ScalingFit(float(fit.slope), float(fit.rvalue**2) if np.ptp(y) > 0 else float("nan"), n)
