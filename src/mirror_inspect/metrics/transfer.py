"""Transfer of self-knowledge (Experiment 2): does a signal on a disguised task follow the hidden domain's accuracy."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.profile_error import Measured, correlations, redrawn, widened
from mirror_inspect.stats.arrays import Codes, Floats, labels, numbers
from mirror_inspect.stats.counts import spearman_of_counts
from mirror_inspect.stats.permutation import (
    label_permutations,
    mid_ranks,
    p_value,
    spearman_over_permutations,
    within_group_permutations,
)
from mirror_inspect.stats.proportions import wilson
from mirror_inspect.stats.resampling import bca_many

MIN_TASKS = 10
MIN_DOMAINS = 3
MIN_OTHERS = 2
MAX_VALUES = 64
DIGITS = 9
"""Decimals of differences and residuals, below which they count as equal."""
N_PERMUTATIONS = 10_000
NOT_SEPARABLE = "not_separable_from_task_difficulty"


@dataclass(frozen=True, slots=True)
class _Design:
    """Signals that can be used, with the level and code of each task's label."""

    level: Floats
    codes: Codes
    signals: tuple[tuple[NDArray[np.intp], Floats], ...]
    n: int


def tii(
    accuracy: Mapping[str, float],
    hidden: ArrayLike,
    signals: ArrayLike,
    *,
    n_subjects: int = 1,
    measured: Measured | None = None,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Mean over channels of the absolute Spearman correlation with the hidden domain's accuracy. The paper's TII.

    Args:
        accuracy: Natural accuracy per domain, from items disjoint from the tasks.
        hidden: Hidden domain of each task, shape (n,).
        signals: Signals, shape (n,) or (n, channels); NaN where a channel was not observed.
        n_subjects: Subjects in the comparison.
        measured: How well the accuracies are known, for the interval; ``None`` takes them for exact.
        n_resamples: BCa replicates, by task; 0 leaves the interval out.
        seed: Seed of the resampling.

    Returns:
        Estimate in [0, 1], its interval for other tasks and another profile of the same size; ``null`` is its mean and
        ``p`` its exact tail over all permutations of the domain accuracies, shared across channels. Reason
        ``not_separable_from_task_difficulty`` with fewer than three subjects. NaN with ``empty``, ``few_domains``
        (fewer than three), ``constant`` (equal accuracies) or ``no_channel`` (none with ten tasks and two distinct
        signals).

    Raises:
        ValueError: a hidden domain without accuracy, signals that are not numbers, or different lengths.
    """
    levels = _redrawn(accuracy, hidden, measured, seed)
    e = _by_permutation(accuracy, hidden, signals, levels, absolute=True, n_resamples=n_resamples, seed=seed)
    return _flagged(e, n_subjects)


def tii_signed(
    accuracy: Mapping[str, float],
    hidden: ArrayLike,
    signals: ArrayLike,
    *,
    n_subjects: int = 1,
    measured: Measured | None = None,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """`tii` without the modulus, in [-1, 1]; ``p`` is two-sided. Arguments, reasons and errors as for `tii`."""
    levels = _redrawn(accuracy, hidden, measured, seed)
    e = _by_permutation(accuracy, hidden, signals, levels, absolute=False, n_resamples=n_resamples, seed=seed)
    return _flagged(e, n_subjects)


def tii_own(
    accuracy: Mapping[str, float],
    hidden: ArrayLike,
    signals: ArrayLike,
    others_accuracy: Mapping[str, ArrayLike],
    others_signals: ArrayLike,
    *,
    measured: Measured | None = None,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Signed transfer of what is the subject's own. The headline with three or more subjects.

    Accuracy and signal both lose the other subjects' mean, on the same domain and the same task: what is hard for
    everybody cancels.

    Args:
        accuracy: As for `tii`.
        hidden: As for `tii`.
        signals: As for `tii`.
        others_accuracy: Accuracies of the other subjects per domain.
        others_signals: Signals of the other subjects on the same tasks, shape (m, n) or (m, n, channels), NaN where
            missing.
        measured: As for `tii`, of the subject and of the others.
        n_resamples: As for `tii`.
        seed: As for `tii`.

    Returns:
        As for `tii_signed`; NaN ``too_few_subjects`` with fewer than two others.

    Raises:
        ValueError: as for `tii`, or others' arrays of another shape.
    """
    own = signal_table(signals)
    rest = np.asarray(others_signals)
    if rest.size and rest.dtype.kind not in "biuf":
        raise ValueError(f"others_signals must be numbers, not {rest.dtype}")
    rest = rest.astype(np.float64)
    rest = rest[:, :, None] if rest.ndim == 2 else rest
    if rest.ndim != 3 or rest.shape[1:] != own.shape:
        raise ValueError(f"others_signals must be of shape (m, {own.shape[0]}, {own.shape[1]}), not {rest.shape}")
    if len(rest) < MIN_OTHERS:
        return Estimate.undefined("too_few_subjects", n_observed=len(own))
    missing = sorted(set(accuracy) - set(others_accuracy))
    if missing:
        raise ValueError(f"others_accuracy lacks {', '.join(missing)}")
    # Differences of equal values are rounding errors, whose ranks would be read as differences.
    relative = {
        d: round(a - float(numbers(others_accuracy[d], "others_accuracy").mean()), DIGITS) for d, a in accuracy.items()
    }
    seen = ~np.isnan(rest)
    count = seen.sum(axis=0)
    mean = np.where(count > 0, np.where(seen, rest, 0.0).sum(axis=0) / np.maximum(count, 1), np.nan)
    levels = _redrawn(accuracy, hidden, measured, seed)
    return _by_permutation(
        relative, hidden, (own - mean).round(DIGITS), levels, absolute=False, n_resamples=n_resamples, seed=seed
    )


def tii_sub(
    accuracy: Mapping[str, float],
    domain: Mapping[str, str],
    hidden: ArrayLike,
    signals: ArrayLike,
    *,
    measured: Measured | None = None,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Signed transfer over subcategories, tested by permuting accuracies within each domain.

    Args:
        accuracy: Natural accuracy per subcategory.
        domain: Domain of each subcategory.
        hidden: Hidden subcategory of each task, shape (n,).
        signals: As for `tii`.
        measured: As for `tii`, by subcategory.
        n_resamples: As for `tii`.
        seed: Seed of resamples and of 10,000 permutations.

    Returns:
        As for `tii_signed`, with ``null`` the mean over within-domain permutations (the part that domains alone
        explain) and ``p`` two-sided about it.

    Raises:
        ValueError: as for `tii`.
    """
    design = _design(accuracy, hidden, signals)
    if isinstance(design, Estimate):
        return design
    names = labels(hidden, "hidden")[0]
    group = labels([domain[str(name)] for name in names])[1]
    table = within_group_permutations(group, n_permutations=N_PERMUTATIONS, seed=seed)
    drawn = _mean_correlation(design, table, absolute=False)
    levels = _redrawn(accuracy, hidden, measured, seed)
    e = _with_interval(design, float(drawn[0]), levels, absolute=False, n_resamples=n_resamples, seed=seed)
    null = float(drawn[1:].mean())
    p = p_value(abs(e.value - null), np.abs(drawn[1:] - null))
    return Estimate(e.value, e.low, e.high, e.n_observed, e.n_total, null=null, p=p, reason=e.reason)


def without_difficulty(signals: ArrayLike, difficulty: ArrayLike) -> Floats:
    """Ranks of signals after a line on the ranks of difficulty is taken out, for a difficulty-partialled TII.

    Args:
        signals: Shape (n,) or (n, channels), NaN where missing.
        difficulty: Difficulty of each task, shape (n,).

    Returns:
        Shape (n, channels), NaN where missing.

    Raises:
        ValueError: different lengths or values that are not numbers.
    """
    table, level = signal_table(signals), numbers(difficulty, "difficulty")
    if len(table) != len(level):
        raise ValueError(f"lengths differ: signals {len(table)}, difficulty {len(level)}")
    result = np.full(table.shape, np.nan)
    for j, column in enumerate(table.T):
        seen = np.isfinite(column)
        if not seen.any():
            continue
        y, x = mid_ranks(column[seen]), mid_ranks(level[seen])
        x = x - x.mean()
        spread = float(x @ x)
        result[seen, j] = y - (x * float(x @ y) / spread if spread > 0 else 0.0)
    return result.round(DIGITS)


def hits(rank: ArrayLike, *, k: int, n_skills: int = 8) -> Estimate:
    """Share of tasks whose hidden skill is among the ``k`` first named.

    Args:
        rank: Place of the hidden skill in the subject's ranking, 1 to ``n_skills``, shape (n,).
        k: Places that count.
        n_skills: Skills ranked.

    Returns:
        Rate with Wilson interval, ``null`` k / n_skills and exact binomial ``p``; NaN ``empty``.

    Raises:
        ValueError: a rank outside 1..n_skills or ``k`` outside that range.
    """
    places = numbers(rank, "rank")
    if not 1 <= k <= n_skills or (len(places) and (places.min() < 1 or places.max() > n_skills)):
        raise ValueError(f"ranks and k must lie in 1..{n_skills}")
    n = len(places)
    if n == 0:
        return Estimate.undefined("empty")
    hit = int((places <= k).sum())
    low, high = wilson(hit, n)
    p = float(scipy.stats.binomtest(hit, n, k / n_skills).pvalue)
    return Estimate(hit / n, low, high, n, n, null=k / n_skills, p=p)


def _flagged(e: Estimate, n_subjects: int) -> Estimate:
    if not e.defined or n_subjects > MIN_OTHERS:
        return e
    return Estimate(e.value, e.low, e.high, e.n_observed, e.n_total, e.null, e.p, NOT_SEPARABLE)


def signal_table(signals: ArrayLike) -> Floats:
    """Return signals as a table, shape (n, channels), NaN where missing.

    Raises:
        ValueError: they are not numbers, or of another shape.
    """
    array = np.asarray(signals)
    if array.ndim not in (1, 2) or (array.size and array.dtype.kind not in "biuf"):
        raise ValueError(f"signals must be numbers of shape (n,) or (n, channels), not {array.dtype} {array.shape}")
    table = array.astype(np.float64)
    if np.isinf(table).any():
        raise ValueError("signals hold infinity")
    return table[:, None] if table.ndim == 1 else table


def _design(accuracy: Mapping[str, float], hidden: ArrayLike, signals: ArrayLike) -> _Design | Estimate:
    table, (names, codes) = signal_table(signals), labels(hidden, "hidden")
    if len(table) != len(codes):
        raise ValueError(f"lengths differ: hidden {len(codes)}, signals {len(table)}")
    lacking = [str(name) for name in names if str(name) not in accuracy]
    if lacking:
        raise ValueError(f"accuracy lacks {', '.join(lacking)}")
    level = numbers([accuracy[str(name)] for name in names], "accuracy")
    n = len(codes)
    if n == 0:
        return Estimate.undefined("empty")
    if len(level) < MIN_DOMAINS:
        return Estimate.undefined("few_domains", n_observed=n)
    if np.ptp(level) == 0:
        return Estimate.undefined("constant", n_observed=n)
    usable = []
    for column in table.T:
        seen = np.flatnonzero(np.isfinite(column))
        if len(seen) >= MIN_TASKS and np.ptp(column[seen]) > 0 and np.ptp(level[codes[seen]]) > 0:
            usable.append((seen, column[seen]))
    if not usable:
        return Estimate.undefined("no_channel", n_observed=n)
    return _Design(level, codes, tuple(usable), n)


def _mean_correlation(design: _Design, table: NDArray[np.intp] | None, *, absolute: bool) -> Floats:
    """Mean over channels under each permutation; a channel that a permutation leaves constant sits out there."""
    rho = [spearman_over_permutations(design.level, codes, signals, table) for codes, signals in _together(design)]
    joined = np.concatenate(rho, axis=1)
    return _mean_known(np.abs(joined) if absolute else joined, axis=1)


def _together(design: _Design) -> Iterator[tuple[Codes, Floats]]:
    """Yield codes and signals, shape (n, c), of channels that were observed on the same tasks.

    They share the ranks of the levels, which are the cost.
    """
    found: dict[bytes, list[int]] = defaultdict(list)
    for channel, (seen, _) in enumerate(design.signals):
        found[seen.tobytes()].append(channel)
    for group in found.values():
        signals = np.stack([design.signals[channel][1] for channel in group], axis=1)
        yield design.codes[design.signals[group[0]][0]], signals


def _redrawn(accuracy: Mapping[str, float], hidden: ArrayLike, measured: Measured | None, seed: int) -> Floats | None:
    """Return the levels of the hidden labels, in their order, under profiles drawn anew, shape (b, k)."""
    if measured is None or not len(np.asarray(hidden)):
        return None
    names = [str(name) for name in labels(hidden, "hidden")[0]]
    known = [name for name in names if name in accuracy]
    return redrawn(accuracy, measured, names, seed=seed).round(DIGITS) if known == names else None


def _mean_known(values: Floats, axis: int) -> Floats:
    known = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known, values, 0.0).sum(axis=axis) / known.sum(axis=axis))


def _by_permutation(
    accuracy: Mapping[str, float],
    hidden: ArrayLike,
    signals: ArrayLike,
    levels: Floats | None,
    *,
    absolute: bool,
    n_resamples: int,
    seed: int,
) -> Estimate:
    design = _design(accuracy, hidden, signals)
    if isinstance(design, Estimate):
        return design
    drawn = _mean_correlation(design, label_permutations(len(design.level)), absolute=absolute)
    e = _with_interval(design, float(drawn[0]), levels, absolute=absolute, n_resamples=n_resamples, seed=seed)
    drawn = drawn[np.isfinite(drawn)]
    p = p_value(abs(e.value), np.abs(drawn), exact=True)
    return Estimate(e.value, e.low, e.high, e.n_observed, e.n_total, float(drawn.mean()), p, e.reason)


def _with_interval(
    design: _Design, value: float, levels: Floats | None, *, absolute: bool, n_resamples: int, seed: int
) -> Estimate:
    """The value with a BCa interval by task, from counts of level by signal (at most 64 levels of signal).

    Levels drawn anew lengthen it by the error of the profile.
    """
    if n_resamples == 0:
        return Estimate(value, n_observed=design.n, n_total=design.n)
    place = np.unique(design.level, return_inverse=True)[1].astype(np.intp)
    rows = int(place.max()) + 1
    blocks, shapes = [], []
    for seen, signal in design.signals:
        column = coarse(signal)
        width = int(column.max()) + 1
        block = np.zeros((design.n, rows * width))
        block[seen, place[design.codes[seen]] * width + column] = 1.0
        blocks.append(block)
        shapes.append(width)
    edges = np.cumsum([0, *[rows * w for w in shapes]])

    def statistic(s: Floats) -> Floats:
        rho = np.stack(
            [spearman_of_counts(s[:, edges[c] : edges[c + 1]].reshape(-1, rows, w)) for c, w in enumerate(shapes)],
            axis=1,
        )
        return _mean_known(np.abs(rho) if absolute else rho, axis=1)

    (e,) = bca_many(np.concatenate(blocks, axis=1), statistic, n_resamples=n_resamples, seed=seed)
    found = Estimate(value, e.low, e.high, design.n, design.n, reason=e.reason)
    if levels is None:
        return found
    rho = np.concatenate([correlations(levels, codes, signals) for codes, signals in _together(design)], axis=1)
    draws = _mean_known(np.abs(rho) if absolute else rho, axis=1)
    return widened(found, draws, bounds=(0.0 if absolute else -1.0, 1.0))


def coarse(signal: Floats) -> NDArray[np.intp]:
    """Return signals, shape (n,), as codes of at most 64 ascending levels, so that resamples can be counted."""
    distinct, code = np.unique(signal, return_inverse=True)
    if len(distinct) <= MAX_VALUES:
        return code.astype(np.intp)
    cuts = np.quantile(signal, np.linspace(0, 1, MAX_VALUES + 1)[1:-1])
    return np.unique(np.searchsorted(cuts, signal, side="right"), return_inverse=True)[1].astype(np.intp)
