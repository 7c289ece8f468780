"""What one row of the validation table says, and the rules by which recovered values are judged."""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict
from scipy.stats import binom

Layer = Literal["metric", "run"]

STATED_SIZE: Final = {200: (3, 20), 1000: (33, 70)}
"""Rejections at .05 that a correct test shows, as stated for the two standard numbers of replicates."""

STATED_COVERAGE: Final = {200: (180, 197), 1000: (930, 970)}
"""Intervals of nominal 95 % that hold the truth, as stated for the two standard numbers of replicates."""

WILSON_COVERAGE: Final = 0.935
"""Smallest coverage of a Wilson interval, which is conservative on discrete counts and has no upper bound."""

TAIL: Final = 0.0025
MAX_UNDEFINED: Final = 0.05


class Kind(StrEnum):
    """How a row is judged."""

    MEAN = "mean"
    SIZE = "size"
    COVERAGE = "coverage"
    POWER = "power"
    SHARE = "share"


class Verdict(BaseModel):
    """One row of the validation table.

    Attributes:
        row: Unique name.
        layer: ``metric`` (arrays, no Inspect) or ``run`` (real ``inspect eval`` runs).
        experiment: Experiment the metric belongs to.
        metric: What was recovered.
        planted: What was planted, in words.
        kind: How it is judged.
        truth: Planted value; the nominal level for size and coverage.
        recovered: Mean of the recovered values, or the share of rejections, hits or cases.
        low: Smallest accepted ``recovered``.
        high: Largest accepted ``recovered``.
        n: Replicates or runs.
        passed: Whether the row holds.
        note: Why it does not, or a caveat.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    row: str
    layer: Layer
    experiment: str
    metric: str
    planted: str
    kind: Kind
    truth: float
    recovered: float
    low: float
    high: float
    n: int
    passed: bool
    note: str = ""


class Subject(BaseModel):
    """What a row is about: everything of a verdict that is known before the run."""

    model_config = ConfigDict(frozen=True)

    row: str
    layer: Layer
    experiment: str
    metric: str
    planted: str


def judge_mean(
    about: Subject,
    values: Sequence[float],
    truth: float,
    tolerance: float,
    undefined_allowed: float = MAX_UNDEFINED,
) -> Verdict:
    """Judge recovered values by their mean.

    Args:
        about: The row.
        values: Recovered values, NaN where undefined.
        truth: Planted value.
        tolerance: Largest accepted distance of the mean.
        undefined_allowed: A larger share of undefined values fails the row.
    """
    found = np.asarray(values, dtype=np.float64)
    defined = found[~np.isnan(found)]
    missing = 1 - len(defined) / len(found) if len(found) else 1.0
    mean = float(defined.mean()) if len(defined) else math.nan
    fits = abs(mean - truth) <= tolerance
    note = f"{missing:.0%} of the values are undefined" if missing > undefined_allowed else ""
    return _verdict(about, Kind.MEAN, truth, mean, (truth - tolerance, truth + tolerance), len(found), fits, note)


def judge_size(about: Subject, p_values: Sequence[float], level: float = 0.05) -> Verdict:
    """Judge a test by how often it rejects where nothing is planted; an undefined p-value is no rejection.

    Args:
        about: The row.
        p_values: One per replicate.
        level: Nominal size.
    """
    n = len(p_values)
    rejections = sum(p < level for p in p_values)
    low, high = STATED_SIZE.get(n) or (int(binom.ppf(TAIL, n, level)), int(binom.ppf(1 - TAIL, n, level)))
    return _verdict(
        about,
        Kind.SIZE,
        level,
        rejections / n,
        (low / n, high / n),
        n,
        low <= rejections <= high,
        f"{rejections} of {n}",
    )


def judge_coverage(
    about: Subject, intervals: Sequence[tuple[float, float]], truth: float, *, wilson: bool = False
) -> Verdict:
    """Judge nominal 95 % intervals by how often they hold the truth; an undefined interval does not.

    Args:
        about: The row.
        intervals: Lower and upper ends, one pair per replicate.
        truth: Planted value.
        wilson: The interval is Wilson's for a proportion: at least 93.5 % and no upper bound.
    """
    n = len(intervals)
    hits = sum(low - 1e-12 <= truth <= high + 1e-12 for low, high in intervals)
    least, most = STATED_COVERAGE.get(n) or (int(binom.ppf(TAIL, n, 0.95)), int(binom.ppf(1 - TAIL, n, 0.95)))
    if wilson:
        least, most = min(least, math.ceil(WILSON_COVERAGE * n)), n
    return _verdict(
        about, Kind.COVERAGE, 0.95, hits / n, (least / n, most / n), n, least <= hits <= most, f"{hits} of {n}"
    )


def judge_share(
    about: Subject, hits: Sequence[bool], low: float, high: float = 1.0, *, kind: Kind = Kind.SHARE
) -> Verdict:
    """Judge by the share of replicates in which something holds.

    Args:
        about: The row.
        hits: One per replicate.
        low: Smallest accepted share.
        high: Largest accepted share.
        kind: ``share`` or ``power``.
    """
    n = len(hits)
    share = sum(hits) / n if n else math.nan
    return _verdict(about, kind, (low + high) / 2, share, (low, high), n, low <= share <= high, f"{sum(hits)} of {n}")


def failed(about: Subject, kind: Kind, why: str) -> Verdict:
    """Return the verdict of a row that could not be computed."""
    return _verdict(about, kind, math.nan, math.nan, (math.nan, math.nan), 0, False, why)


def _verdict(
    about: Subject,
    kind: Kind,
    truth: float,
    recovered: float,
    accepted: tuple[float, float],
    n: int,
    fits: bool,
    note: str,
) -> Verdict:
    spoilt = note.endswith("undefined")
    return Verdict(
        **about.model_dump(),
        kind=kind,
        truth=truth,
        recovered=recovered,
        low=accepted[0],
        high=accepted[1],
        n=n,
        passed=bool(fits and not spoilt and n > 0),
        note=note,
    )
