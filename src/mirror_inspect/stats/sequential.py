"""Betting confidence sequences: intervals for a mean that stay valid however often one looks and whenever one stops."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Floats, unit_interval

TRUNCATION = 0.5
STEP_CELLS = 1 << 21


@dataclass(frozen=True, slots=True)
class ConfidenceSequence:
    """Lower and upper ends after each observation, shape (n,), valid at all times at once."""

    low: Floats
    high: Floats


def betting_sequence(values: ArrayLike, *, level: float = 0.95, grid: int = 1000) -> ConfidenceSequence:
    """Confidence sequence for the mean of values in [0, 1] in the order they arrived.

    Args:
        values: Shape (n,), in [0, 1]; order matters and must not depend on the values.
        level: Probability that the mean is inside at every time.
        grid: Resolution; ends are rounded outwards to 1/grid.

    Returns:
        Running intersection of the intervals; empty arrays without values.

    Raises:
        ValueError: values outside [0, 1] or not numeric, or ``level`` outside (0, 1).

    Source: Waudby-Smith and Ramdas 2024, JRSS B 86:1, hedged capital with predictable plug-in bets.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie strictly between 0 and 1, not {level}")
    x = unit_interval(values, "values")
    n, alpha = len(x), 1 - level
    times = np.arange(1, n + 1)
    mean = (0.5 + np.cumsum(x)) / (times + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (times + 1)
    before = np.concatenate([[0.25], variance[:-1]]) if n else variance
    bet = np.sqrt(2 * math.log(2 / alpha) / (before * times * np.log1p(times)))
    candidates = np.linspace(0, 1, grid + 1)
    with np.errstate(divide="ignore"):
        cap_up, cap_down = TRUNCATION / candidates, TRUNCATION / (1 - candidates)
    up, down = np.zeros(grid + 1), np.zeros(grid + 1)
    low, high = np.empty(n), np.empty(n)
    alive = np.ones(grid + 1, dtype=bool)
    limit = math.log(2 / alpha)
    step = max(1, STEP_CELLS // (grid + 1))
    for start in range(0, n, step):
        rows = slice(start, min(n, start + step))
        gain = x[rows, None] - candidates
        up_path = up + np.cumsum(np.log1p(np.minimum(bet[rows, None], cap_up) * gain), axis=0)
        down_path = down + np.cumsum(np.log1p(-np.minimum(bet[rows, None], cap_down) * gain), axis=0)
        kept = np.logical_and.accumulate(np.maximum(up_path, down_path) < limit, axis=0) & alive
        up, down, alive = up_path[-1], down_path[-1], kept[-1]
        some = kept.any(axis=1)
        first = np.where(some, kept.argmax(axis=1), 0)
        last = np.where(some, grid - kept[:, ::-1].argmax(axis=1), grid)
        # One grid step outwards: the true end lies between a kept candidate and its rejected neighbour.
        low[rows] = np.where(some, candidates[np.maximum(first - 1, 0)], np.nan)
        high[rows] = np.where(some, candidates[np.minimum(last + 1, grid)], np.nan)
    return ConfidenceSequence(low, high)


def betting_interval(values: ArrayLike, *, level: float = 0.95, grid: int = 1000) -> Estimate:
    """Mean with the interval of `betting_sequence` at the time of stopping; NaN ``empty`` without values."""
    x = unit_interval(values, "values")
    if not len(x):
        return Estimate.undefined("empty")
    path = betting_sequence(x, level=level, grid=grid)
    return Estimate(float(x.mean()), float(path.low[-1]), float(path.high[-1]), n_observed=len(x), n_total=len(x))
