"""What a signal says beyond shared item difficulty, and whether channels measure one thing."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Floats, binary, numbers, same_length
from mirror_inspect.stats.permutation import mid_ranks
from mirror_inspect.stats.resampling import bca_many

MIN_ITEMS = 10


@dataclass(frozen=True, slots=True)
class NormedSignal:
    """A signal, what the other subjects' answers predict of it, and the rest; each of shape (n,)."""

    signal: Floats
    predicted: Floats
    excess: Floats


@dataclass(frozen=True, slots=True)
class TraitMethodTable:
    """Multitrait-multimethod evidence.

    Attributes:
        names: Channels first, then nuisance measures.
        correlation: Spearman correlations over common items, shape (k, k); NaN where fewer than ten or constant.
        convergent: Mean correlation between channels.
        discriminant: Mean absolute correlation of channels with nuisance measures.
        advantage: Convergent minus discriminant; positive when channels share more than length or refusal explains.
    """

    names: tuple[str, ...]
    correlation: Floats
    convergent: Estimate
    discriminant: Estimate
    advantage: Estimate


def signal_beyond_others(signal: ArrayLike, others: ArrayLike) -> NormedSignal:
    """Take from a signal what the other subjects' answers to the same items predict.

    Args:
        signal: The subject's signal, shape (n,).
        others: Correctness of the other subjects, shape (n, m), NaN where one was not observed.

    Returns:
        Prediction by the least-squares line on the others' mean correctness, each item left out of its own line. An
        item nobody else answered, and every item when the others' means do not vary, is predicted by the mean signal.

    Raises:
        ValueError: different lengths, a signal that is not finite numbers, or correctness outside [0, 1].
    """
    s = numbers(signal, "signal")
    norm = _others_mean(others, len(s))
    known = np.isfinite(norm)
    predicted = np.full(len(s), s.mean() if len(s) else np.nan)
    if known.sum() > 2:
        predicted[known] = _left_out_line(norm[known], s[known])
    return NormedSignal(s, predicted, s - predicted)


def self_knowledge_beyond_others(
    signal: ArrayLike, correct: ArrayLike, others: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Correlation of signal and correctness after both lose what the other subjects' answers predict.

    Args:
        signal: The subject's signal, shape (n,).
        correct: Its own correctness, 0/1, shape (n,).
        others: Correctness of the other subjects, shape (n, m), NaN where not observed.
        n_resamples: BCa replicates.
        seed: Seed of the resampling.

    Returns:
        Partial correlation in [-1, 1] with ``null`` 0: 0 for a subject that knows only which items are hard for
        everybody. NaN ``too_few`` below ten items, ``constant`` when either part does not vary.

    Raises:
        ValueError: as for `signal_beyond_others`.
    """
    y = binary(correct)
    left = signal_beyond_others(signal, others)
    n = same_length(signal=left.signal, correct=y)
    if n < MIN_ITEMS:
        return Estimate.undefined("too_few" if n else "empty", n_observed=n)
    a, b = left.excess, signal_beyond_others(y, others).excess
    if np.ptp(a) < 1e-12 or np.ptp(b) < 1e-12:
        return Estimate.undefined("constant", n_observed=n)
    columns = np.c_[a, b, a * a, b * b, a * b, np.ones(n)]
    (e,) = bca_many(columns, _correlation, n_resamples=n_resamples, seed=seed)
    return Estimate(e.value, e.low, e.high, n, n, null=0.0, reason=e.reason)


def multitrait_multimethod(
    channels: Mapping[str, ArrayLike], nuisance: Mapping[str, ArrayLike], *, n_resamples: int = 10_000, seed: int = 0
) -> TraitMethodTable:
    """Correlate channels with each other and with reply length, refusal, verbosity on the same items.

    Args:
        channels: Signals by channel, each of shape (n,), NaN where missing.
        nuisance: Measures that should not explain a signal, each of shape (n,), NaN where missing.
        n_resamples: BCa replicates, by item, of the ranks over all observed items.
        seed: Seed of the resampling.

    Returns:
        The table; its summaries are NaN with reason ``no_pair`` when no pair has ten common items that vary.

    Raises:
        ValueError: fewer than two channels, different lengths, or values that are not numbers.
    """
    names = (*channels, *nuisance)
    if len(channels) < 2:
        raise ValueError("at least two channels are needed")
    table = np.stack([_nullable(v, name) for name, v in {**channels, **nuisance}.items()], axis=1)
    n, k = table.shape
    split = len(channels)
    pairs = [(i, j) for i in range(split) for j in range(i + 1, k)]
    ranked = np.full((n, k), np.nan)
    for j in range(k):
        seen = np.isfinite(table[:, j])
        ranked[seen, j] = mid_ranks(table[seen, j])
    correlation = np.full((k, k), np.nan)
    np.fill_diagonal(correlation, 1.0)
    columns: list[Floats] = []
    within: list[int] = []
    across: list[int] = []
    for i, j in combinations(range(k), 2):
        both = np.isfinite(table[:, i]) & np.isfinite(table[:, j])
        if both.sum() < MIN_ITEMS or np.ptp(table[both, i]) == 0 or np.ptp(table[both, j]) == 0:
            continue
        a, b = mid_ranks(table[both, i]), mid_ranks(table[both, j])
        correlation[i, j] = correlation[j, i] = np.corrcoef(a, b)[0, 1]
        if (i, j) in pairs:
            a, b = (np.zeros(n) for _ in range(2))
            a[both], b[both] = mid_ranks(table[both, i]), mid_ranks(table[both, j])
            (within if j < split else across).append(len(columns))
            columns.append(np.c_[a, b, a * a, b * b, a * b, both.astype(float)])

    def summaries(s: Floats) -> Floats:
        rho = np.stack([_correlation(s[:, 6 * p : 6 * p + 6]) for p in range(len(columns))], axis=1)
        convergent = rho[:, np.array(within)].mean(axis=1) if within else np.full(len(s), np.nan)
        discriminant = np.abs(rho[:, np.array(across)]).mean(axis=1) if across else np.full(len(s), np.nan)
        return np.stack([convergent, discriminant, convergent - discriminant], axis=1)

    if not columns:
        nothing = Estimate.undefined("no_pair", n_observed=n)
        return TraitMethodTable(names, correlation, nothing, nothing, nothing)
    found = bca_many(np.concatenate(columns, axis=1), summaries, n_resamples=n_resamples, seed=seed)
    fixed = [e if e.defined else Estimate.undefined("no_pair", n_observed=n) for e in found]
    return TraitMethodTable(names, correlation, fixed[0], fixed[1], fixed[2])


def _correlation(s: Floats) -> Floats:
    a, b, aa, bb, ab, n = s.T
    top = n * ab - a * b
    spread_a, spread_b = n * aa - a * a, n * bb - b * b
    tiny = 1e-9 * np.maximum(1.0, n * n)
    return np.asarray(np.where((spread_a > tiny) & (spread_b > tiny), top / np.sqrt(spread_a * spread_b), np.nan))


def _others_mean(others: ArrayLike, n: int) -> Floats:
    table = np.asarray(others)
    if table.ndim != 2 or table.dtype.kind not in "biuf" or len(table) != n:
        raise ValueError(f"others must be numbers of shape ({n}, m), not {table.dtype} {table.shape}")
    grid = table.astype(np.float64)
    seen = ~np.isnan(grid)
    if ((grid[seen] < 0) | (grid[seen] > 1)).any():
        raise ValueError("others must lie in [0, 1]")
    count = seen.sum(axis=1)
    return np.where(count > 0, np.where(seen, grid, 0.0).sum(axis=1) / np.maximum(count, 1), np.nan)


def _left_out_line(x: Floats, y: Floats) -> Floats:
    """Prediction of each point by the least-squares line through the others; by their mean when x does not vary."""
    n = len(x)
    centred = x - x.mean()
    spread = float(centred @ centred)
    if spread < 1e-12:
        return np.asarray((y.sum() - y) / (n - 1))
    slope = float(centred @ y) / spread
    leverage = 1 / n + centred**2 / spread
    residual = y - (y.mean() + slope * centred)
    # A point of leverage one lies on its own line whatever it is; it has no left-out prediction but the others' mean.
    free = leverage < 1 - 1e-9
    return np.asarray(np.where(free, y - residual / np.where(free, 1 - leverage, 1.0), (y.sum() - y) / (n - 1)))


def _nullable(values: ArrayLike, name: str) -> Floats:
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "biuf"):
        raise ValueError(f"{name} must be one-dimensional numbers, not {array.dtype} {array.shape}")
    result = array.astype(np.float64)
    if np.isinf(result).any():
        raise ValueError(f"{name} holds infinity")
    return result
