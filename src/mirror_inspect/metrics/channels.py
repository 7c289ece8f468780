"""A table of signals, items by channels: the one place where NaN stands for a signal that was not observed."""

import zlib
from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.stats.arrays import Codes, Floats, group_means, labels

Mask = NDArray[np.bool_]

BLOCKS = 20
"""Groups of items left out in turn for a standard error."""


def signal_table(signals: ArrayLike) -> Floats:
    """Return signals as floats, shape (n_items, n_channels), NaN where not observed.

    Raises:
        ValueError: not two-dimensional, not numeric (object arrays included), or infinite.
    """
    table = np.asarray(signals)
    if table.size == 0 and table.ndim < 2:
        return np.empty((0, 0))
    if table.ndim != 2:
        raise ValueError(f"signals must be of shape (n_items, n_channels), not {table.shape}")
    if table.size and table.dtype.kind not in "biuf":
        raise ValueError(f"signals must be numeric with NaN for missing, not {table.dtype}")
    result = table.astype(np.float64)
    if np.isinf(result).any():
        raise ValueError("signals must not be infinite")
    return result


def stratum_codes(strata: ArrayLike | None, n: int) -> Codes:
    """Return a code per item, shape (n,); all 0 without strata.

    Raises:
        ValueError: another number of labels than items.
    """
    if strata is None:
        return np.zeros(n, dtype=np.intp)
    codes = labels(strata, "strata")[1]
    if len(codes) != n:
        raise ValueError(f"lengths differ: signals {n}, strata {len(codes)}")
    return codes


def pairs_of(n_channels: int) -> list[tuple[int, int]]:
    """All pairs of channels, in order."""
    return list(combinations(range(n_channels), 2))


def dropped(all_pairs: list[tuple[int, int]], kept: list[tuple[int, int]]) -> str:
    """Name the pairs that were left out, e.g. ``dropped:0-3,1-3``; empty when none was."""
    gone = [f"{a}-{b}" for a, b in all_pairs if (a, b) not in set(kept)]
    return f"dropped:{','.join(gone)}" if gone else ""


def item_blocks(table: Floats, strata: Codes) -> Iterator[Mask]:
    """Yield, for each of up to 20 random blocks of items, which items stay; the result does not depend on row order."""
    n = len(table)
    filled = np.nan_to_num(table, nan=-1.0) + 0.0
    order = np.lexsort((*filled.T, strata))
    # Seeded by the data: one fixed assignment of ranks to blocks would err the same way in every data set.
    seed = zlib.crc32(np.ascontiguousarray(filled[order]).tobytes())
    shuffled = np.random.default_rng(seed).permutation(n)
    count = min(BLOCKS, n)
    block = np.empty(n, dtype=np.intp)
    block[order] = shuffled % count
    for left_out in range(count):
        yield block != left_out


def jackknife_limits(value: float, left_out: list[float]) -> tuple[float, float]:
    """95 % limits in [-1, 1] from values with one block left out each; NaN when one of them is undefined."""
    values = np.array(left_out)
    count = len(values)
    if count < 2 or not np.isfinite(values).all():
        return float("nan"), float("nan")
    error = float(np.sqrt((count - 1) / count * np.square(values - values.mean()).sum()))
    half = float(scipy.stats.t.ppf(0.975, count - 1)) * error
    return max(-1.0, value - half), min(1.0, value + half)


def pair_ranks(table: Floats, pair: tuple[int, int]) -> tuple[Floats, Floats, Mask]:
    """Centred mid-ranks of two channels on their common items, each of unit length, and which items those are.

    A channel that is constant there gets zeros.
    """
    common: Mask = np.asarray(~np.isnan(table[:, pair]).any(axis=1))
    ranks = unit_ranks(table[common][:, pair])
    return ranks[:, 0], ranks[:, 1], common


def mean_over(values: list[float]) -> float:
    """Mean; NaN of nothing."""
    return float(np.mean(values)) if values else float("nan")


def each_left_out(table: Floats, strata: Codes, statistic: Callable[[Floats, Codes], float]) -> list[float]:
    """Statistic with each block of items left out."""
    return [statistic(table[stay], strata[stay]) for stay in item_blocks(table, strata)]


def product_moments(first: Floats, second: Floats, codes: Codes, count: int) -> tuple[float, float]:
    """Mean and variance of the inner product of two vectors, shape (n,), when one is permuted within groups."""
    size = np.bincount(codes, minlength=count)
    inside = size > 0
    a, b = (np.where(inside, group_means(v, codes, count), 0.0) for v in (first, second))
    spread = [
        np.bincount(codes, weights=np.square(v - m[codes]), minlength=count) for v, m in ((first, a), (second, b))
    ]
    return float((size * a * b).sum()), float((spread[0] * spread[1] / np.maximum(size - 1, 1)).sum())


def unit_ranks(values: Floats) -> Floats:
    """Centred mid-ranks of every column of an (n, k) table, each of unit length; zeros for a constant."""
    ranks = scipy.stats.rankdata(values, axis=0)
    centred = ranks - ranks.mean(axis=0) if len(ranks) else ranks
    length = np.sqrt(np.square(centred).sum(axis=0))
    varies = length > 1e-9
    return np.asarray(np.where(varies, centred / np.where(varies, length, 1.0), 0.0), dtype=np.float64)
