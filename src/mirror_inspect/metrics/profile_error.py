"""What the sampling error of a capability profile adds to an interval of transfer."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import Z95
from mirror_inspect.stats.arrays import Codes, Floats
from mirror_inspect.stats.permutation import spearman_of_label_ranks

DRAWS: Final = 1000
"""Profiles drawn anew; their spread is known to 2 % then."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How well accuracies are known.

    Attributes:
        observed: Graded answers behind the accuracy of each label.
        others: The same of other subjects, whose mean accuracy is taken off, by label.
        others_accuracy: Their accuracies, by label, in the same order.
    """

    observed: Mapping[str, int]
    others: Mapping[str, Sequence[int]] | None = None
    others_accuracy: Mapping[str, Sequence[float]] | None = None


def redrawn(accuracy: Mapping[str, float], measured: Measured, names: Sequence[str], *, seed: int) -> Floats:
    """Return accuracies as they could have come out, shape (draws, labels).

    Every accuracy is drawn from the binomial of the one measured, which takes items for equally hard: items that were
    spread evenly over levels vary less, so that what follows errs on the side of wide intervals.

    Args:
        accuracy: Measured accuracy by label, in [0, 1].
        measured: How many answers are behind each.
        names: Labels, in the order of the columns.
        seed: Seed of the draws.
    """
    rng = np.random.default_rng([seed, 1])
    own = np.stack([_draws(rng, measured.observed[n], accuracy[n]) for n in names], axis=1)
    if measured.others is None or measured.others_accuracy is None:
        return own
    taken_off = np.zeros_like(own)
    for column, n in enumerate(names):
        pairs = zip(measured.others[n], measured.others_accuracy[n], strict=True)
        taken_off[:, column] = np.mean([_draws(rng, observed, a) for observed, a in pairs], axis=0)
    return np.asarray(own - taken_off, dtype=np.float64)


def _draws(rng: np.random.Generator, observed: int, accuracy: float) -> Floats:
    return np.asarray(rng.binomial(observed, accuracy, DRAWS) / observed, dtype=np.float64)


def correlations(levels: Floats, codes: Codes, signals: Floats) -> Floats:
    """Spearman correlation of signals with each of many tables of levels.

    Args:
        levels: One table of levels per row, shape (b, k).
        codes: Label of each task, shape (n,).
        signals: Shape (n, c).

    Returns:
        Shape (b, c); NaN where levels or signal are constant over the tasks.
    """
    counts = np.bincount(codes, minlength=levels.shape[1]).astype(np.float64)
    below = (levels[:, :, None] > levels[:, None, :]) @ counts
    same = (levels[:, :, None] == levels[:, None, :]) @ counts
    return spearman_of_label_ranks(below + same / 2 - counts.sum() / 2, counts, codes, signals)


def widened(e: Estimate, draws: Floats, *, bounds: tuple[float, float]) -> Estimate:
    """Return an estimate whose interval, found with the profile taken for known, also holds the profile's error.

    Args:
        e: The estimate.
        draws: Its value under profiles drawn anew, shape (b,); NaN where it is undefined.
        bounds: Range of the statistic.

    Returns:
        Both arms lengthened as independent errors add up (Zou and Donner 2008); unchanged without an interval. Only
        the spread of the draws is used: their mean lies nearer to 0 than the value, since they add noise to noise.
    """
    known = draws[np.isfinite(draws)]
    if math.isnan(e.low) or math.isnan(e.high) or len(known) < 2:
        return e
    more = Z95 * float(known.std())
    low = e.value - math.hypot(e.value - e.low, more)
    high = e.value + math.hypot(e.high - e.value, more)
    return replace(e, low=max(bounds[0], low), high=min(bounds[1], high))
