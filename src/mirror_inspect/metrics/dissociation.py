"""Do implicit channels follow the skill a task needs, or the skill the subject says it rests on?"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.profile_error import Measured, correlations, redrawn, widened
from mirror_inspect.metrics.transfer import MIN_TASKS, coarse, signal_table
from mirror_inspect.stats.arrays import Codes, Floats
from mirror_inspect.stats.counts import spearman_of_counts
from mirror_inspect.stats.permutation import p_value, spearman_over_permutations
from mirror_inspect.stats.resampling import bca_many


def dissociation(
    accuracy: Mapping[str, float],
    hidden: ArrayLike,
    named: ArrayLike,
    signals: ArrayLike,
    *,
    measured: Measured | None = None,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Transfer that the verbal report does not account for, on the tasks with a report.

    The mean over channels of rho(accuracy of the hidden skill, signal) - rho(accuracy of the skill named first,
    signal), Spearman's. Both correlations have the same signal and the same noise, so what lowers one lowers the other.

    Args:
        accuracy: Natural accuracy per domain, from items disjoint from the tasks.
        hidden: Domain of the skill each task needs, shape (n,).
        named: Domain of the skill ranked first, shape (n,).
        signals: Signals of the implicit channels, shape (n,) or (n, channels); NaN where missing.
        measured: How well the accuracies are known, for the interval; ``None`` takes them for exact.
        n_resamples: BCa replicates, by task; 0 leaves the interval out.
        seed: Seed of the resampling.

    Returns:
        Estimate in [-2, 2]: 0 for a subject that names the skill its confidence follows, its signed transfer for one
        that names at random, negative for one whose confidence follows what it names instead. ``null`` is 0 and ``p``
        is exact and two-sided over the permutations of the domain accuracies: against no transfer to either. NaN with
        ``empty``, ``few_tasks`` (fewer than ten), ``constant`` (equal accuracies, or one skill named always) or
        ``no_channel``.

    Raises:
        ValueError: a domain without accuracy, signals that are not numbers, or different lengths.
    """
    table = signal_table(signals)
    first, second = np.asarray(hidden, dtype=str), np.asarray(named, dtype=str)
    n = len(table)
    if not len(first) == len(second) == n:
        raise ValueError(f"lengths differ: hidden {len(first)}, named {len(second)}, signals {n}")
    names = sorted({*first.tolist(), *second.tolist()})
    if lacking := [name for name in names if name not in accuracy]:
        raise ValueError(f"accuracy lacks {', '.join(lacking)}")
    if n < MIN_TASKS:
        return Estimate.undefined("few_tasks" if n else "empty", n_observed=n)
    level = np.array([accuracy[name] for name in names], dtype=np.float64)
    needs, says = (np.searchsorted(names, labels).astype(np.intp) for labels in (first, second))
    if np.ptp(level[needs]) == 0 or np.ptp(level[says]) == 0:
        return Estimate.undefined("constant", n_observed=n)
    usable = []
    for column in table.T:
        seen = np.flatnonzero(np.isfinite(column))
        varies = len(seen) >= MIN_TASKS and all(
            np.ptp(v) > 0 for v in (column[seen], level[needs[seen]], level[says[seen]])
        )
        if varies:
            usable.append((seen, column[seen]))
    if not usable:
        return Estimate.undefined("no_channel", n_observed=n)
    drawn = _mean(np.concatenate([*_differences(level, needs, says, usable)], axis=1))
    value = float(drawn[0])
    p = p_value(abs(value), np.abs(drawn[np.isfinite(drawn)]), exact=True)
    if not n_resamples:
        return Estimate(value, n_observed=n, n_total=n, null=0.0, p=p)
    totals, statistic = _counted(level, needs, says, usable, n)
    (e,) = bca_many(totals, statistic, n_resamples=n_resamples, seed=seed)
    found = Estimate(value, e.low, e.high, n, n, null=0.0, p=p, reason=e.reason)
    if measured is None:
        return found
    levels = redrawn(accuracy, measured, names, seed=seed)
    both = [
        correlations(levels, needs[seen], signal[:, None]) - correlations(levels, says[seen], signal[:, None])
        for seen, signal in usable
    ]
    return widened(found, _mean(np.concatenate(both, axis=1)), bounds=(-2.0, 2.0))


def _differences(level: Floats, needs: Codes, says: Codes, usable: Sequence[tuple[Codes, Floats]]) -> Iterator[Floats]:
    """Differences under each permutation, shape (b, c) for the c channels that were seen on the same tasks."""
    together: dict[bytes, list[tuple[Codes, Floats]]] = defaultdict(list)
    for seen, signal in usable:
        together[seen.tobytes()].append((seen, signal))
    for group in together.values():
        seen, signals = group[0][0], np.stack([s for _, s in group], axis=1)
        with_hidden, with_named = (spearman_over_permutations(level, c[seen], signals) for c in (needs, says))
        yield with_hidden - with_named


def _mean(rho: Floats) -> Floats:
    """Mean over channels, shape (b,); a channel that a draw leaves constant sits out there."""
    known = np.isfinite(rho)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known, rho, 0.0).sum(axis=1) / known.sum(axis=1))


def _counted(
    level: Floats, needs: Codes, says: Codes, usable: Sequence[tuple[Codes, Floats]], n: int
) -> tuple[Floats, Callable[[Floats], Floats]]:
    """Counts of level by signal for each label and channel, and the statistic of their sums."""
    place = np.unique(level, return_inverse=True)[1].astype(np.intp)
    rows = int(place.max()) + 1
    blocks, widths = [], []
    for seen, signal in usable:
        column = coarse(signal)
        widths.append(int(column.max()) + 1)
        for codes in (needs, says):
            block = np.zeros((n, rows * widths[-1]))
            block[seen, place[codes[seen]] * widths[-1] + column] = 1.0
            blocks.append(block)
    edges = np.cumsum([0, *[rows * w for w in widths for _ in range(2)]])

    def correlation(sums: Floats, block: int, width: int) -> Floats:
        return spearman_of_counts(sums[:, edges[block] : edges[block + 1]].reshape(-1, rows, width))

    def statistic(sums: Floats) -> Floats:
        rho = [correlation(sums, 2 * c, w) - correlation(sums, 2 * c + 1, w) for c, w in enumerate(widths)]
        return _mean(np.stack(rho, axis=1))

    return np.concatenate(blocks, axis=1), statistic
