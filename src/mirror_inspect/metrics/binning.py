"""Bins of confidence: equal width, equal mass without splitting ties, or one per distinct value."""

from typing import Literal, get_args

import numpy as np

from mirror_inspect.stats.arrays import Codes, Floats

Scheme = Literal["equal_width", "equal_mass", "distinct"]

FEW_VALUES = 20
"""Up to this many distinct values, equal-mass binning is binning by value."""


def bin_codes(confidence: Floats, *, bins: int, scheme: Scheme) -> Codes:
    """Return the bin of each confidence, shape (n,), numbered from 0 without gaps.

    Args:
        confidence: In [0, 1], shape (n,).
        bins: Number of bins aimed at, at least 1; ignored by ``distinct``.
        scheme: ``equal_width`` (closed on the left, 1 in the last bin), ``equal_mass`` (ties are never split, so bins
            can be fewer or uneven; up to 20 distinct values, one bin each) or ``distinct``.

    Raises:
        ValueError: an unknown scheme or fewer than one bin.
    """
    if scheme not in get_args(Scheme):
        raise ValueError(f"unknown scheme {scheme!r}; allowed: {', '.join(get_args(Scheme))}")
    if bins < 1:
        raise ValueError(f"bins must be at least 1, not {bins}")
    if scheme == "equal_width":
        # The small step keeps a decimal such as .3, stored just below 3/10 of the range, in the bin it names.
        return _dense(np.minimum((confidence * bins + 1e-9).astype(np.intp), bins - 1))
    values, codes, counts = np.unique(confidence, return_inverse=True, return_counts=True)
    if scheme == "distinct" or len(values) <= FEW_VALUES:
        return codes.astype(np.intp)
    middle = np.cumsum(counts) - counts / 2
    return _dense(np.minimum((middle / len(confidence) * bins).astype(np.intp), bins - 1)[codes])


def _dense(codes: Codes) -> Codes:
    return np.unique(codes, return_inverse=True)[1].astype(np.intp)


def binned_error(confidence: Floats, correct: Floats, codes: Codes) -> float:
    """Mean over bins, weighted by size, of |accuracy - mean confidence|; arrays of shape (n,), n at least 1."""
    return float(np.abs(np.bincount(codes, weights=correct - confidence)).sum() / len(confidence))
