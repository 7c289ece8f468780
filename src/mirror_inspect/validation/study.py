"""The metric-level layer: one simulated study repeated many times, and the rows read off it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.validation.verdict import (
    MAX_UNDEFINED,
    Kind,
    Subject,
    Verdict,
    judge_coverage,
    judge_mean,
    judge_share,
    judge_size,
)

Found = Mapping[str, Estimate]
Truth = float | Callable[[], float]
Judge = Callable[[Subject, Sequence[Estimate], float], Verdict]
SIZE_LEVEL: Final = 0.05
SPREADS: Final = 3.2
PREDICTION_ERROR: Final = 0.003
"""What a prediction by 200,000 simulated items may itself be off by."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row read off a study.

    Attributes:
        name: Unique name.
        metric: Name of the estimate it reads.
        planted: What is planted, in words.
        judge: The rule.
        truth: Planted value, or how to get it; unused where nothing is planted.
        kind: What kind of row it is.
    """

    name: str
    metric: str
    planted: str
    judge: Judge
    truth: Truth = 0.0
    kind: Kind = Kind.MEAN


@dataclass(frozen=True, slots=True)
class Study:
    """A simulated data set, the metrics computed on it, and the rows that judge many of them.

    Attributes:
        name: Unique name.
        experiment: Experiment the metrics belong to.
        replicate: Simulates one data set and returns its estimates by name.
        rows: What is judged.
        cap: Largest number of replicates, for metrics that are slow and rows that need no more.
        share: One of so many replicates is run, for metrics that are slow and rows that say more the more there are.
    """

    name: str
    experiment: str
    replicate: Callable[[np.random.Generator], Found]
    rows: tuple[Row, ...]
    cap: int | None = None
    share: int = 1

    def subject(self, row: Row) -> Subject:
        """Return what is known of a row before the run."""
        return Subject(row=row.name, layer="metric", experiment=self.experiment, metric=row.metric, planted=row.planted)


def replicate_study(study: Study, replicates: int, seed: int) -> Iterator[Found]:
    """Yield the estimates of every replicate; replicate k is the same whatever the number of replicates."""
    count = max(1, replicates // study.share)
    count = count if study.cap is None else min(count, study.cap)
    key = int.from_bytes(study.name.encode()[:12].ljust(12), "big")
    for k in range(count):
        yield study.replicate(np.random.default_rng([seed, key, k]))


def judge_study(study: Study, found: Sequence[Found]) -> tuple[Verdict, ...]:
    """Judge every row of a study on its replicates."""
    verdicts = []
    for row in study.rows:
        truth = row.truth() if callable(row.truth) else row.truth
        verdicts.append(row.judge(study.subject(row), [f[row.metric] for f in found], truth))
    return tuple(verdicts)


def near(tolerance: float | None = None, *, undefined_allowed: float = MAX_UNDEFINED) -> Judge:
    """Judge by the mean: within the tolerance, by default 3.2 standard errors and the error of the prediction.

    Args:
        tolerance: Largest accepted distance of the mean.
        undefined_allowed: Share of replicates in which the metric may rightly decline to give a value.
    """

    def judge(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
        values = [e.value for e in found]
        spread = float(np.nanstd(values)) if np.isfinite(values).any() else 0.0
        allowed = SPREADS * spread / len(values) ** 0.5 + PREDICTION_ERROR
        return judge_mean(about, values, truth, allowed if tolerance is None else tolerance, undefined_allowed)

    return judge


def above_null(tolerance: float) -> Judge:
    """Judge by the mean distance of the values from the null that each estimate states."""

    def judge(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
        return judge_mean(about, [e.value - e.null for e in found], truth, tolerance)

    return judge


def size(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
    """Judge a test by its rejections where nothing is planted."""
    return judge_size(about, [e.p for e in found], SIZE_LEVEL)


def not_over_size(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
    """Judge an exact test on few discrete outcomes: it may reject less often than its level, never more."""
    two_sided = judge_size(about, [e.p for e in found], SIZE_LEVEL)
    fits = two_sided.recovered <= two_sided.high
    return two_sided.model_copy(update={"low": 0.0, "passed": fits})


def covers(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
    """Judge intervals by how often they hold the planted value."""
    return judge_coverage(about, [(e.low, e.high) for e in found], truth)


def covers_share(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
    """Judge Wilson intervals by how often they hold the planted value."""
    return judge_coverage(about, [(e.low, e.high) for e in found], truth, wilson=True)


def power(at_least: float) -> Judge:
    """Judge by the share of replicates in which the test rejects."""

    def judge(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
        return judge_share(about, [e.p < SIZE_LEVEL for e in found], at_least, kind=Kind.POWER)

    return judge


def undefined(*reasons: str, at_least: float = 1.0) -> Judge:
    """Judge by the share of replicates in which the metric declines to give a value or an interval, and says why."""

    def judge(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
        hits = [any(r in e.reason for r in reasons) for e in found]
        return judge_share(about, hits, at_least)

    return judge


def named(*verdicts: str, at_least: float = 1.0) -> Judge:
    """Judge a verdict in words, carried as the reason, by the share of replicates in which it is one of these."""

    def judge(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
        return judge_share(about, [e.reason in verdicts for e in found], at_least)

    return judge
