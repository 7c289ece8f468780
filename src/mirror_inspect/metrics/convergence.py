"""Convergence: do the channels through which a subject shows confidence agree with each other?"""

import math

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mirror_inspect.metrics.channels import (
    dropped,
    each_left_out,
    jackknife_limits,
    mean_over,
    pair_ranks,
    pairs_of,
    product_moments,
    signal_table,
    stratum_codes,
    unit_ranks,
)
from mirror_inspect.metrics.estimate import NAN, Estimate
from mirror_inspect.metrics.latent import mci_latent
from mirror_inspect.stats.arrays import Codes, Floats, group_means, labels, numbers, same_length

__all__ = ["kendall", "leave_one_out", "mci", "mci_latent", "mci_max", "rank_residual"]

MIN_COMMON = 10


def mci(signals: ArrayLike, *, strata: ArrayLike | None = None) -> Estimate:
    """Metacognitive convergence index (paper): mean Spearman correlation over pairs of channels.

    Args:
        signals: Shape (n_items, n_channels), higher meaning more confident, NaN where not observed.
        strata: Domain x level of each item, shape (n_items,). When given, ``null`` is what shared difficulty alone
            gives (its expectation under permutations within strata) and ``p`` tests against it; otherwise the null is
            0.

    Returns:
        Estimate in [-1, 1] over the pairs with at least ten common items on which neither channel is constant; the
        others are listed in the reason (``dropped:0-3``). Block-jackknife interval over items; ``n_observed`` counts
        items with at least two signals. NaN ``no_pairs``.

    Raises:
        ValueError: not two-dimensional or not numeric, infinite signals, lengths that differ.
    """
    table = signal_table(signals)
    codes = stratum_codes(strata, len(table))
    kept = _usable(table)
    used = _items(table)
    if not kept:
        return Estimate.undefined("no_pairs", n_observed=used, n_total=len(table))
    value = _mean_spearman(table, kept)
    low, high = jackknife_limits(value, each_left_out(table, codes, lambda part, _: _mean_spearman(part, kept)))
    null, error = _permuted(table, codes, kept)
    p = float(2 * scipy.stats.norm.sf(abs(value - null) / error)) if error > 0 else NAN
    reason = dropped(pairs_of(table.shape[1]), kept)
    return Estimate(value, low, high, used, len(table), null=null, p=p, reason=reason)


def mci_max(signals: ArrayLike) -> Estimate:
    """Largest `mci` these margins allow: every pair sorted into the same order.

    Args:
        signals: As in `mci`.

    Returns:
        Estimate in (0, 1] without interval: it describes the margins. Unequal base rates keep it below 1, so that one
        latent convergence shows as different values of `mci`. NaN ``no_pairs``.
    """
    table = signal_table(signals)
    kept = _usable(table)
    used = _items(table)
    if not kept:
        return Estimate.undefined("no_pairs", n_observed=used, n_total=len(table))
    best = [float(np.sort(a) @ np.sort(b)) for a, b, _ in (pair_ranks(table, pair) for pair in kept)]
    reason = dropped(pairs_of(table.shape[1]), kept)
    return Estimate(mean_over(best), n_observed=used, n_total=len(table), reason=reason)


def kendall(signals: ArrayLike) -> Estimate:
    """Mean Kendall tau-b over pairs of channels.

    Args:
        signals: As in `mci`.

    Returns:
        Estimate in [-1, 1] over the pairs `mci` uses, null 0, without interval. NaN ``no_pairs``.
    """
    table = signal_table(signals)
    kept = _usable(table)
    used = _items(table)
    if not kept:
        return Estimate.undefined("no_pairs", n_observed=used, n_total=len(table))
    taus = []
    for pair in kept:
        common = ~np.isnan(table[:, pair]).any(axis=1)
        taus.append(float(scipy.stats.kendalltau(table[common, pair[0]], table[common, pair[1]]).statistic))
    reason = dropped(pairs_of(table.shape[1]), kept)
    return Estimate(mean_over(taus), n_observed=used, n_total=len(table), null=0.0, reason=reason)


def leave_one_out(signals: ArrayLike) -> tuple[Estimate, ...]:
    """`mci` without each channel in turn: the channel whose removal raises it most agrees least with the others.

    Args:
        signals: As in `mci`.

    Returns:
        One estimate per channel, in channel order.
    """
    table = signal_table(signals)
    return tuple(mci(np.delete(table, channel, axis=1)) for channel in range(table.shape[1]))


def rank_residual(signal: ArrayLike, level: ArrayLike) -> Floats:
    """Signal as mid-rank in (0, 1), minus its mean at each level.

    The choice between an item and a partner depends on the partner's level as well; what enters convergence is what is
    left when that is taken off.

    Args:
        signal: Numbers, shape (n,).
        level: The partner's level, shape (n,).

    Returns:
        Residuals in (-1, 1), shape (n,); empty for no items.
    """
    values = numbers(signal, "signal")
    names, codes = labels(level, "level")
    n = same_length(signal=values, level=codes)
    if n == 0:
        return np.empty(0)
    ranks = np.asarray(scipy.stats.rankdata(values), dtype=np.float64) / (n + 1)
    return ranks - group_means(ranks, codes, len(names))[codes]


def _items(table: Floats) -> int:
    return int(((~np.isnan(table)).sum(axis=1) >= 2).sum()) if table.size else 0


def _usable(table: Floats) -> list[tuple[int, int]]:
    kept = []
    for pair in pairs_of(table.shape[1]):
        both = table[~np.isnan(table[:, pair]).any(axis=1)][:, pair]
        if len(both) >= MIN_COMMON and (both.min(axis=0) < both.max(axis=0)).all():
            kept.append(pair)
    return kept


def _mean_spearman(table: Floats, pairs: list[tuple[int, int]]) -> float:
    if not np.isnan(table).any():
        ranks = unit_ranks(table)
        every = ranks.T @ ranks
        return mean_over([float(every[pair]) for pair in pairs])
    values = []
    for pair in pairs:
        first, second, _ = pair_ranks(table, pair)
        values.append(float(first @ second))
    return mean_over(values)


def _permuted(table: Floats, codes: Codes, pairs: list[tuple[int, int]]) -> tuple[float, float]:
    """Mean and standard deviation of the index when every channel is permuted within strata, by their exact moments.

    Channels are permuted independently, so pairs are uncorrelated.
    """
    count = int(codes.max()) + 1 if len(codes) else 0
    expected, variance = [], 0.0
    for pair in pairs:
        first, second, common = pair_ranks(table, pair)
        mean_, spread = product_moments(first, second, codes[common], count)
        expected.append(mean_)
        variance += spread
    return mean_over(expected), math.sqrt(variance) / len(pairs)
