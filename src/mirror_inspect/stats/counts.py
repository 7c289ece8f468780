"""Rank statistics from counts of distinct values, for many resamples at once: confidences are discrete."""

from typing import cast

import numpy as np

from mirror_inspect.stats.arrays import Floats


def mid_ranks_of_counts(counts: Floats) -> Floats:
    """Centred mid-rank of each distinct value.

    Args:
        counts: Weight of each value in ascending order along the last axis, shape (..., v).

    Returns:
        Shape (..., v); ranks minus their weighted mean.
    """
    total = counts.sum(axis=-1, keepdims=True)
    return cast(Floats, np.cumsum(counts, axis=-1) - counts / 2 - total / 2)


def spearman_of_counts(joint: Floats) -> Floats:
    """Spearman correlation of two discrete variables.

    Args:
        joint: Weights of value pairs, both ascending, shape (..., r, c).

    Returns:
        Shape (...,); NaN where either margin has a single value.
    """
    rows, columns = joint.sum(axis=-1), joint.sum(axis=-2)
    a, b = mid_ranks_of_counts(rows), mid_ranks_of_counts(columns)
    top = np.einsum("...r,...rc,...c->...", a, joint, b, optimize=True)
    scale = (rows * a * a).sum(axis=-1) * (columns * b * b).sum(axis=-1)
    total = rows.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return cast(Floats, np.where(scale > 1e-9 * total**4, top / np.sqrt(scale), np.nan))


def auroc_of_counts(wrong: Floats, right: Floats) -> Floats:
    """Mann-Whitney AUROC.

    Args:
        wrong: Weight of wrong answers at each ascending confidence, shape (..., v).
        right: The same for right answers.

    Returns:
        Shape (...,); NaN where either class is empty.
    """
    below = np.cumsum(wrong, axis=-1) - wrong / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return cast(Floats, (right * below).sum(axis=-1) / (right.sum(axis=-1) * wrong.sum(axis=-1)))
