"""Adjustment of p-values for a stated family of tests."""

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.stats.arrays import Floats


def holm(p: ArrayLike) -> Floats:
    """Holm-adjusted p-values, controlling the family-wise error rate.

    Args:
        p: Raw p-values in [0, 1], shape (m,); NaN marks a test that was not run.

    Returns:
        Shape (m,), in the order given; NaN stays NaN and does not count towards the family.

    Raises:
        ValueError: a p-value outside [0, 1] or an array that is not one-dimensional.

    Source: Holm 1979, Scandinavian Journal of Statistics 6:65.
    """
    return _adjust(p, step_down=True)


def benjamini_hochberg(p: ArrayLike) -> Floats:
    """Adjusted p-values controlling the false discovery rate; arguments, result and errors as for `holm`.

    Source: Benjamini and Hochberg 1995, JRSS B 57:289.
    """
    return _adjust(p, step_down=False)


def _adjust(p: ArrayLike, *, step_down: bool) -> Floats:
    values = np.asarray(p)
    if values.ndim != 1 or (values.size and values.dtype.kind not in "biuf"):
        raise ValueError("p must be a one-dimensional array of numbers")
    values = values.astype(np.float64)
    ran = ~np.isnan(values)
    if ((values[ran] < 0) | (values[ran] > 1)).any():
        raise ValueError("p-values must lie in [0, 1]")
    m = int(ran.sum())
    result = np.full(values.shape, np.nan)
    if m == 0:
        return result
    order = np.argsort(values[ran], kind="stable")
    ascending = values[ran][order]
    if step_down:
        adjusted = np.maximum.accumulate(ascending * np.arange(m, 0, -1))
    else:
        adjusted = np.minimum.accumulate((ascending * m / np.arange(1, m + 1))[::-1])[::-1]
    unsorted = np.empty(m)
    unsorted[order] = np.minimum(adjusted, 1.0)
    result[ran] = unsorted
    return result
