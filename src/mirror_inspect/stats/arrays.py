"""Checked conversion of what a caller hands over into plain numpy arrays, shared by statistics and metrics."""

from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


def numbers(values: ArrayLike, name: str = "values") -> Floats:
    """Return one-dimensional finite numbers.

    Args:
        values: Numbers or booleans, shape (n,); missing values are left out before the call.
        name: What to call the argument in an error.

    Raises:
        ValueError: not one-dimensional, not numeric (object arrays included), or not finite.
    """
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {array.shape}")
    if array.size == 0:
        return np.empty(0)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must be numeric, not {array.dtype}")
    result = array.astype(np.float64)
    if not np.isfinite(result).all():
        raise ValueError(f"{name} holds NaN or infinity; leave missing values out before the call")
    return result


def unit_interval(values: ArrayLike, name: str = "signal") -> Floats:
    """Return one-dimensional numbers in [0, 1].

    Raises:
        ValueError: as for `numbers`, or a value outside [0, 1].
    """
    array = numbers(values, name)
    if array.size and (array.min() < 0 or array.max() > 1):
        raise ValueError(f"{name} must lie in [0, 1]")
    return array


def binary(values: ArrayLike, name: str = "correct") -> Floats:
    """Return one-dimensional zeros and ones as floats.

    Raises:
        ValueError: as for `numbers`, or a value other than 0 and 1.
    """
    array = numbers(values, name)
    if not np.isin(array, (0.0, 1.0)).all():
        raise ValueError(f"{name} must hold only 0 and 1")
    return array


def labels(values: ArrayLike, name: str = "domain") -> tuple[NDArray[np.str_], Codes]:
    """Return the sorted distinct labels and the code of each row.

    Args:
        values: Strings, enum members or whole numbers, shape (n,).
        name: What to call the argument in an error.

    Raises:
        ValueError: not one-dimensional, or a label that is missing or neither text nor a whole number.
    """
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {array.shape}")
    if array.size == 0:
        return np.empty(0, dtype=np.str_), np.empty(0, dtype=np.intp)
    if array.dtype.kind == "O":
        if not all(isinstance(v, str | int | np.integer | Enum) for v in array):
            raise ValueError(f"{name} must hold labels, not arbitrary objects or missing values")
        array = np.array([str(v.value if isinstance(v, Enum) else v) for v in array])
    elif array.dtype.kind not in "biuUT":
        raise ValueError(f"{name} must hold labels, not {array.dtype}")
    distinct, codes = np.unique(array, return_inverse=True)
    return distinct.astype(np.str_), codes.astype(np.intp)


def same_length(**columns: NDArray[np.generic]) -> int:
    """Return the common length of several arrays.

    Raises:
        ValueError: the lengths differ; the message names them.
    """
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        raise ValueError("lengths differ: " + ", ".join(f"{name} {size}" for name, size in sizes.items()))
    return next(iter(sizes.values()))


def group_means(values: Floats, codes: Codes, n_groups: int) -> Floats:
    """Mean of ``values`` per group code, shape (n_groups,); NaN for an empty group."""
    count = np.bincount(codes, minlength=n_groups)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.bincount(codes, weights=values, minlength=n_groups) / count, dtype=np.float64)
