"""Latent convergence: polychoric agreement of channels, free of base rates and, within strata, of shared difficulty."""

import math
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mirror_inspect.metrics.channels import (
    dropped,
    item_blocks,
    jackknife_limits,
    mean_over,
    pairs_of,
    product_moments,
    signal_table,
    stratum_codes,
)
from mirror_inspect.metrics.estimate import NAN, Estimate
from mirror_inspect.metrics.polychoric import LIMIT, fill_empty_cells, polychoric, score, thresholds
from mirror_inspect.stats.arrays import Codes, Floats

LEVELS = 5
"""Marks are cut into at most this many categories."""

MIN_MINORITY = 20
"""A pair needs this many common items outside the largest category of each of its channels."""

MISSING = -1

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Tables of one shape, stacked so that their correlations are found together."""

    members: Codes
    counts: Floats
    rows: Floats
    columns: Floats


def mci_latent(signals: ArrayLike, *, strata: ArrayLike | None = None) -> Estimate:
    """Mean polychoric correlation over pairs of channels, on signals within domain x level.

    Every channel is cut into at most five ordered categories, and a pair's correlation is found from its table. With
    strata, the part of it that items share by being equally hard is taken off: it shows, free of the noise of small
    strata, as the correlation between *different* items of one stratum. With r the correlation on the same item, b
    across items of a stratum, and v each channel's own correlation across items, what is left is
    (r - b) / sqrt((1 - v_1) (1 - v_2)).

    Args:
        signals: Shape (n_items, n_channels), higher meaning more confident, NaN where not observed.
        strata: Domain x level of each item, shape (n_items,).

    Returns:
        Estimate in [-1, 1], null 0, over the pairs with at least 20 common items outside the largest category of each
        channel; the others are listed in the reason (``dropped:0-3``). Block-jackknife interval over items. ``p`` is
        from the exact moments of normal scores under permutation within strata. NaN ``no_pairs`` (a constant signal
        converges with nothing).

    Raises:
        ValueError: not two-dimensional or not numeric, infinite signals, lengths that differ.

    Source: Olsson 1979, Psychometrika 44:443.
    """
    table = signal_table(signals)
    n, n_channels = table.shape
    strata_ = stratum_codes(strata, n)
    codes = categories(table)
    kept = [pair for pair in pairs_of(n_channels) if _enough(codes, pair)]
    used = int(((codes != MISSING).sum(axis=1) >= 2).sum()) if n_channels else 0
    if not kept:
        return Estimate.undefined("no_pairs", n_observed=used, n_total=n)
    tables = _tables(codes, strata_, kept)
    if tables is None:
        return Estimate.undefined("singleton_strata", n_observed=used, n_total=n)
    found = np.empty(len(tables))
    for batch in _batches(tables):
        found[batch.members] = polychoric(batch.counts, batch.rows, batch.columns)
    value = _mean_within(found, kept)
    left_out = []
    for stay in item_blocks(table, strata_):
        part = _tables(codes[stay], strata_[stay], kept)
        left_out.append(NAN if part is None else _mean_within(_one_step(part, found), kept))
    low, high = jackknife_limits(value, left_out)
    p = _p_value(codes, strata_, kept)
    return Estimate(value, low, high, used, n, null=0.0, p=p, reason=dropped(pairs_of(n_channels), kept))


def categories(table: Floats) -> Codes:
    """Cut each channel into at most five ordered categories of equal mass that never split a tie.

    Args:
        table: Shape (n_items, n_channels), NaN where not observed.

    Returns:
        Codes from 0, shape (n_items, n_channels), -1 where not observed.
    """
    codes = np.full(table.shape, MISSING, dtype=np.intp)
    for channel in range(table.shape[1]):
        seen = ~np.isnan(table[:, channel])
        values, inverse, counts = np.unique(table[seen, channel], return_inverse=True, return_counts=True)
        if len(values) > LEVELS:
            middle = np.cumsum(counts) - counts / 2
            cut = np.minimum((middle / counts.sum() * LEVELS).astype(np.intp), LEVELS - 1)
            inverse = np.unique(cut[inverse], return_inverse=True)[1]
        codes[seen, channel] = inverse
    return codes


def _enough(codes: Codes, pair: tuple[int, int]) -> bool:
    both = codes[:, pair]
    both = both[(both != MISSING).all(axis=1)]
    return len(both) > 0 and all(len(both) - np.bincount(column).max() >= MIN_MINORITY for column in both.T)


def _tables(codes: Codes, strata: Codes, pairs: Pairs) -> list[Floats] | None:
    """Tables of each pair on the same item and, when there are strata, across items of each pair and each channel.

    None when no stratum has two items, so that nothing can be said across items.
    """
    same = [_filled(_same_item(codes, strata, pair).sum(axis=0)) for pair in pairs]
    if strata.max() == strata.min():
        return same
    channels = [(c, c) for c in _channels(pairs)]
    across = [_across_items(codes, strata, pair) for pair in (*pairs, *channels)]
    return None if any(table.sum() == 0 for table in across) else [*same, *across]


def _channels(pairs: Pairs) -> list[int]:
    return sorted({channel for pair in pairs for channel in pair})


def _same_item(codes: Codes, strata: Codes, pair: tuple[int, int]) -> Floats:
    """Tables of two channels per stratum, shape (n_strata, K, L)."""
    both = codes[:, pair]
    common = (both != MISSING).all(axis=1)
    shape = (int(strata.max()) + 1, *(int(codes[:, c].max()) + 1 for c in pair))
    cell = (strata[common] * shape[1] + both[common, 0]) * shape[2] + both[common, 1]
    return np.bincount(cell, minlength=math.prod(shape)).reshape(shape).astype(np.float64)


def _across_items(codes: Codes, strata: Codes, pair: tuple[int, int]) -> Floats:
    """Table of one channel on an item against another channel on a different item of the stratum, shape (K, L).

    Each stratum weighs as much as it has items.
    """
    same = _same_item(codes, strata, pair)
    size = same.sum(axis=(1, 2))
    ordered = same.sum(axis=2)[:, :, None] * same.sum(axis=1)[:, None, :] - same
    return np.asarray((ordered / np.maximum(size - 1, 1)[:, None, None]).sum(axis=0), dtype=np.float64)


def _batches(tables: list[Floats]) -> list[_Batch]:
    shapes: dict[tuple[int, ...], list[int]] = {}
    for index, table in enumerate(tables):
        shapes.setdefault(table.shape, []).append(index)
    batches = []
    for members in shapes.values():
        counts = np.stack([tables[i] for i in members])[:, None]
        rows, columns = thresholds(counts.sum(axis=3)), thresholds(counts.sum(axis=2))
        batches.append(_Batch(np.array(members, dtype=np.intp), counts, rows, columns))
    return batches


def _one_step(tables: list[Floats], found: Floats) -> Floats:
    """Correlations of slightly different tables by one scoring step, exact to first order, from those of the whole."""
    moved = found.copy()
    for batch in _batches(tables):
        slope, information = score(batch.counts, batch.rows, batch.columns, found[batch.members])
        moved[batch.members] += np.where(information > 0, slope / np.maximum(information, 1e-12), 0.0)
    return np.clip(moved, -LIMIT, LIMIT)


def _mean_within(found: Floats, pairs: Pairs) -> float:
    """Mean over pairs of the correlation that is left within strata."""
    count = len(pairs)
    same, across, own = found[:count], found[count : 2 * count], found[2 * count :]
    if len(across) == 0:
        return float(same.mean())
    place = {channel: i for i, channel in enumerate(_channels(pairs))}
    left = np.maximum(1 - own, 1 - LIMIT)
    scale = np.sqrt([left[place[a]] * left[place[b]] for a, b in pairs])
    return float(np.clip((same - across) / scale, -LIMIT, LIMIT).mean())


def _filled(table: Floats) -> Floats:
    """Half an item more in each cell of a table of two binary channels with an empty cell."""
    return fill_empty_cells(table[None], "half")[0] if table.shape == (2, 2) else table


def _p_value(codes: Codes, strata: Codes, pairs: Pairs) -> float:
    """Two-sided p of the mean correlation of normal scores, whose moments under permutation within strata are known."""
    n_strata = int(strata.max()) + 1
    scores = {channel: _normal_scores(codes[:, channel]) for channel in _channels(pairs)}
    values, variance = [], 0.0
    for a, b in pairs:
        common = (codes[:, a] != MISSING) & (codes[:, b] != MISSING)
        first, second = scores[a][common], scores[b][common]
        length = math.sqrt(float(np.square(first).sum() * np.square(second).sum()))
        expected, spread = product_moments(first, second, strata[common], n_strata)
        values.append((float(first @ second) - expected) / length)
        variance += spread / length**2
    error = math.sqrt(variance) / len(pairs)
    return float(2 * scipy.stats.norm.sf(abs(mean_over(values)) / error)) if error > 0 else NAN


def _normal_scores(column: Codes) -> Floats:
    """Mean of the latent variable in each item's category; 0 where not observed."""
    counts = np.bincount(column[column != MISSING]).astype(np.float64)
    edge = np.concatenate([[0.0], scipy.stats.norm.pdf(thresholds(counts)), [0.0]])
    means = (edge[:-1] - edge[1:]) / np.maximum(counts / counts.sum(), 1e-12)
    return np.where(column == MISSING, 0.0, means[np.maximum(column, 0)])
