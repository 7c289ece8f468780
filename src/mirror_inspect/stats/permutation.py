"""Permutation tests: paired sign flips, label shuffles, and the exact test over the domain labels."""

import math
from functools import lru_cache
from itertools import permutations, product

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Codes, Floats, binary, labels, numbers, same_length

EXACT_FLIPS = 12
MAX_EXACT_LABELS = 8


def p_value(observed: float, null: ArrayLike, *, exact: bool = False) -> float:
    """Share of the null distribution at least as large as the observed value.

    Args:
        observed: The statistic on the data; larger means further from the null.
        null: Its values under the null, shape (b,).
        exact: Whether ``null`` enumerates every arrangement (the observed one included); otherwise the observed value
            is counted as one more draw, so that p is never 0.
    """
    draws = np.asarray(null, dtype=np.float64)
    reached = int((draws >= observed - 1e-12 * max(1.0, abs(observed))).sum())
    return reached / len(draws) if exact else (1 + reached) / (1 + len(draws))


def sign_flip_sums(differences: Floats, codes: Codes, n_groups: int, *, n_flips: int, seed: int) -> Floats:
    """Sums of differences per group under random sign flips, shape (n_flips, n_groups).

    Differences of 0 and +-1 need only the number of discordant pairs, whose flipped sum is binomial; other values are
    flipped one by one.
    """
    rng = np.random.default_rng(seed)
    size = np.abs(differences)
    if np.isin(size, (0.0, 1.0)).all():
        discordant = np.bincount(codes, weights=size, minlength=n_groups).astype(np.int64)
        flipped = rng.binomial(discordant, 0.5, size=(n_flips, n_groups))
        return np.asarray(2 * flipped - discordant, dtype=np.float64)
    spread = np.zeros((len(differences), n_groups))
    spread[np.arange(len(differences)), codes] = differences
    step = max(1, (1 << 22) // max(1, len(differences)))
    parts = []
    for start in range(0, n_flips, step):
        signs = 2.0 * rng.integers(0, 2, size=(min(step, n_flips - start), len(differences))) - 1
        parts.append(signs @ spread)
    return np.concatenate(parts)


def sign_flip_test(differences: ArrayLike, *, n_flips: int = 10_000, seed: int = 0) -> Estimate:
    """Test whether paired differences are symmetric about 0, on their mean.

    Args:
        differences: Shape (n,), one per pair.
        n_flips: Random flips; up to 12 pairs all sign patterns are enumerated instead.
        seed: Seed of the flips.

    Returns:
        Mean difference with ``null`` 0 and a two-sided ``p``; NaN ``empty`` without pairs. Reason ``no_variation``
        and no p when every difference is 0. The interval belongs to `resampling.bca`.
    """
    values = np.sort(numbers(differences, "differences"))
    n = len(values)
    if n == 0:
        return Estimate.undefined("empty")
    if not values.any():
        return Estimate(0.0, n_observed=n, n_total=n, null=0.0, reason="no_variation")
    if n <= EXACT_FLIPS:
        null = np.abs(np.array(list(product((-1.0, 1.0), repeat=n))) @ values)
        p = p_value(abs(float(values.sum())), null, exact=True)
    else:
        null = np.abs(sign_flip_sums(values, np.zeros(n, dtype=np.intp), 1, n_flips=n_flips, seed=seed)[:, 0])
        p = p_value(abs(float(values.sum())), null)
    return Estimate(float(values.mean()), n_observed=n, n_total=n, null=0.0, p=p)


def permutation_test(
    values: ArrayLike, group: ArrayLike, *, strata: ArrayLike | None = None, n_permutations: int = 10_000, seed: int = 0
) -> Estimate:
    """Test a difference of means between two groups by shuffling the group labels.

    Args:
        values: Shape (n,).
        group: 0 or 1, shape (n,); the statistic is mean(group 1) - mean(group 0).
        strata: Labels, shape (n,); shuffles stay within a stratum and the statistic stays the pooled difference.
        n_permutations: Shuffles.
        seed: Seed of the shuffles.

    Returns:
        Difference with ``null`` (the mean over shuffles) and two-sided ``p`` about it; NaN ``one_group`` when a group
        is empty.
    """
    x, g = numbers(values, "values"), binary(group, "group")
    codes = labels(strata, "strata")[1] if strata is not None else np.zeros(len(x), dtype=np.intp)
    n = same_length(values=x, group=g, strata=codes)
    ones = g.sum()
    if ones in (0, n):
        return Estimate.undefined("empty" if n == 0 else "one_group", n_observed=n)
    order = np.lexsort((g, x, codes))
    x, g, codes = x[order], g[order], codes[order]
    rng = np.random.default_rng(seed)
    step = max(1, (1 << 20) // n)
    sums = []
    for start in range(0, n_permutations, step):
        count = min(step, n_permutations - start)
        # Sorting random keys within strata permutes the labels there and nowhere else.
        shuffled = np.argsort(codes + rng.random((count, n)), axis=1)
        sums.append(g[shuffled] @ x)
    total = x.sum()
    null = np.concatenate(sums) / ones - (total - np.concatenate(sums)) / (n - ones)
    observed = float(g @ x / ones - (total - g @ x) / (n - ones))
    centre = float(null.mean()) if strata is not None else 0.0
    p = p_value(abs(observed - centre), np.abs(null - centre))
    return Estimate(observed, n_observed=n, n_total=n, null=centre, p=p)


@lru_cache(maxsize=4)
def label_permutations(k: int) -> NDArray[np.intp]:
    """Every permutation of ``k`` labels, the identity first, shape (k!, k).

    Raises:
        ValueError: ``k`` is above 8, where enumeration is no longer cheap.
    """
    if k > MAX_EXACT_LABELS:
        raise ValueError(f"exact enumeration holds for at most {MAX_EXACT_LABELS} labels, not {k}")
    table = np.array(list(permutations(range(k))), dtype=np.intp).reshape(math.factorial(k), k)
    table.flags.writeable = False
    return table


def mid_ranks(values: ArrayLike) -> Floats:
    """Average ranks from 1, ties sharing their mean rank."""
    array = np.asarray(values, dtype=np.float64)
    _, inverse, counts = np.unique(array, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], dtype=np.float64)


def within_group_permutations(group: Codes, *, n_permutations: int, seed: int) -> NDArray[np.intp]:
    """Random permutations that keep each position within its group, the identity first, shape (1 + n, k)."""
    rng = np.random.default_rng(seed)
    keys = group + rng.random((n_permutations, len(group)))
    shuffled = np.argsort(keys, axis=1)
    # Sorted keys list the groups in order; sending them back to the places of each group keeps positions in theirs.
    places = np.argsort(group, kind="stable")
    table = np.empty_like(shuffled)
    table[:, places] = shuffled
    return np.concatenate([np.arange(len(group))[None, :], table])


def spearman_over_permutations(
    level: ArrayLike, codes: Codes, signal: ArrayLike, table: NDArray[np.intp] | None = None
) -> Floats:
    """Spearman correlation of signals with a per-label level, under permutations of the levels over the labels.

    Args:
        level: One number per label, shape (k,).
        codes: Label of each row, shape (n,).
        signal: Shape (n,), or (n, c) for several signals of the same rows.
        table: Permutations, shape (b, k), the identity first; every one of them (k <= 8) when None.

    Returns:
        Shape (b,) or (b, c), the observed arrangement first; NaN where the permuted level or the signal is constant
        over the rows.
    """
    levels, signals = np.asarray(level, dtype=np.float64), np.asarray(signal, dtype=np.float64)
    k = len(levels)
    counts = np.bincount(codes, minlength=k).astype(np.float64)
    columns = signals[:, None] if signals.ndim == 1 else signals
    place = np.unique(levels, return_inverse=True)[1].astype(np.intp)
    rank_of_label = _ranks_of_labels(place, counts, label_permutations(k) if table is None else table)
    rho = spearman_of_label_ranks(rank_of_label, counts, codes, columns)
    return rho[:, 0] if signals.ndim == 1 else rho


def spearman_of_label_ranks(ranks: Floats, counts: Floats, codes: Codes, signals: Floats) -> Floats:
    """Spearman correlation of signals with levels of labels that are ranked already.

    Args:
        ranks: Centred mid-ranks over the rows, by label, one arrangement per row, shape (b, k).
        counts: Rows of each label, shape (k,).
        codes: Label of each row, shape (n,).
        signals: Shape (n, c).

    Returns:
        Shape (b, c); NaN where the level or the signal is constant over the rows.
    """
    centred = np.stack([mid_ranks(column) for column in signals.T], axis=1) - (len(codes) + 1) / 2
    per_label = np.stack([np.bincount(codes, weights=c, minlength=len(counts)) for c in centred.T], axis=1)
    scale = np.sqrt((ranks**2 @ counts)[:, None] * (centred**2).sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(scale > 0, (ranks @ per_label) / scale, np.nan))


def _ranks_of_labels(place: NDArray[np.intp], counts: Floats, table: NDArray[np.intp]) -> Floats:
    """Centred mid-rank that the rows of each label have under each permutation of the levels, shape (b, k)."""
    distinct, middle = int(place.max()) + 1, counts.sum() / 2
    if np.ptp(counts) == 0:
        # With equally many rows per label a level has the same rank wherever it goes.
        at_level = np.bincount(place, minlength=distinct) * counts[0]
        return np.asarray((np.cumsum(at_level) - at_level / 2 - middle)[place[table]])
    moved = np.empty(table.shape)
    np.put_along_axis(moved, table, np.broadcast_to(counts, table.shape), axis=1)
    shared = moved @ (place[:, None] == np.arange(distinct))
    return np.asarray(np.take_along_axis(np.cumsum(shared, axis=1) - shared / 2 - middle, place[table], axis=1))


def mcnemar_exact(first: ArrayLike, second: ArrayLike) -> Estimate:
    """Compare two paired 0/1 outcomes by the exact McNemar test.

    Args:
        first: 0/1, shape (n,).
        second: 0/1 on the same units, shape (n,).

    Returns:
        mean(second) - mean(first) with ``null`` 0 and the exact two-sided ``p``; reason ``no_variation`` and no p when
        no pair is discordant; NaN ``empty`` without pairs.
    """
    a, b = binary(first, "first"), binary(second, "second")
    n = same_length(first=a, second=b)
    if n == 0:
        return Estimate.undefined("empty")
    gained, lost = int(((a == 0) & (b == 1)).sum()), int(((a == 1) & (b == 0)).sum())
    if gained + lost == 0:
        return Estimate(0.0, n_observed=n, n_total=n, null=0.0, reason="no_variation")
    p = min(1.0, 2 * float(scipy.stats.binom.cdf(min(gained, lost), gained + lost, 0.5)))
    return Estimate((gained - lost) / n, n_observed=n, n_total=n, null=0.0, p=p)
