"""The utility ladder: at which step the value of self-knowledge is lost, and the knowing-doing gap it ends in."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import contrast, from_influence, mean
from mirror_inspect.metrics.logistic import CLIP, fit_logistic, logit
from mirror_inspect.stats.arrays import Codes, Floats, binary, group_means, labels, same_length, unit_interval

FEW = 20
"""Below this many components the recalibrated rung carries a flag."""

SPLITS = 5


@dataclass(frozen=True, slots=True)
class UtilityLadder:
    """Mean utility per component of five deferral rules, and what is lost from each rung to the next.

    The utilities are in [-t*/(1-t*), 1]; the losses add up to ``oracle - own``.

    Attributes:
        oracle: Defers exactly where the mean of the attempts is below break-even.
        recalibrated: Defers where the cross-fitted recalibrated confidence is below break-even.
        stated: Defers where the stated confidence is below break-even.
        lowest_k: Defers the lowest stated confidences, as many as the subject deferred, ties in expectation.
        own: The subject's own decisions.
        information_loss: ``oracle - recalibrated``: what it does not know about itself.
        monitoring_loss: ``recalibrated - stated``: what it misjudges.
        criterion_loss: ``stated - lowest_k``: it defers too rarely or too often for what it says.
        coupling_loss: ``lowest_k - own``: it defers the wrong ones.
        knowdo_gap: ``criterion_loss + coupling_loss``: utility lost by not acting on what it says it knows.
    """

    oracle: Estimate
    recalibrated: Estimate
    stated: Estimate
    lowest_k: Estimate
    own: Estimate
    information_loss: Estimate
    monitoring_loss: Estimate
    criterion_loss: Estimate
    coupling_loss: Estimate
    knowdo_gap: Estimate


def attempt_utility(right: ArrayLike, *, break_even: float = 0.5) -> Floats:
    """Utility of attempting each component: 1 when right, -t*/(1-t*) when wrong; deferring is worth 0.

    Args:
        right: Mean correctness of the attempts in [0, 1], shape (n,).
        break_even: t*, the probability of being right at which attempting is worth 0, in (0, 1).

    Returns:
        Utilities in [-t*/(1-t*), 1], shape (n,).

    Raises:
        ValueError: ``right`` outside [0, 1] or ``break_even`` outside (0, 1).
    """
    if not 0 < break_even < 1:
        raise ValueError(f"break_even must lie strictly between 0 and 1, not {break_even}")
    return (unit_interval(right, "right") - break_even) / (1 - break_even)


def utility(
    deferred: ArrayLike, right: ArrayLike, *, break_even: float = 0.5, clusters: ArrayLike | None = None
) -> Estimate:
    """Mean utility per component of a deferral rule.

    Args:
        deferred: The rule defers the component, or the probability with which it does, in [0, 1], shape (n,).
        right: Mean correctness of the attempts (P3) in [0, 1], shape (n,).
        break_even: t* in (0, 1).
        clusters: Task of each component, shape (n,).

    Returns:
        Estimate in [-t*/(1-t*), 1] with a t interval; NaN ``empty`` without components.
    """
    value = attempt_utility(right, break_even=break_even)
    rule = unit_interval(deferred, "deferred")
    same_length(deferred=rule, right=value)
    worst = -break_even / (1 - break_even)
    return mean((1 - rule) * value, clusters=clusters, bounds=(worst, 1.0))


def knowdo_gap(
    confidence: ArrayLike,
    deferred: ArrayLike,
    right: ArrayLike,
    *,
    break_even: float = 0.5,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Utility lost per component by not acting on the stated confidence.

    Args:
        confidence: Stated in a fresh context, in [0, 1], shape (n,).
        deferred: The subject deferred the component, boolean, shape (n,).
        right: Mean correctness of the P3 attempts in [0, 1], shape (n,); the only outcome used.
        break_even: t* in (0, 1).
        clusters: Task of each component, shape (n,).

    Returns:
        U(stated < t*) - U(own decisions), in utility per component, with a paired interval. 0 for a subject that acts
        on what it says, however well it knows itself (reason ``identical_decisions``); negative when its decisions are
        better than its reports. NaN ``empty`` without components.

    Raises:
        ValueError: unequal lengths, values outside their range, NaN.
    """
    worth = attempt_utility(right, break_even=break_even)
    stated = unit_interval(confidence, "confidence") < break_even
    own = binary(deferred, "deferred")
    same_length(confidence=stated, deferred=own, right=worth)
    return contrast((own - stated) * worth, clusters=clusters, scale=_scale(break_even))


def utility_ladder(
    confidence: ArrayLike,
    deferred: ArrayLike,
    right: ArrayLike,
    *,
    break_even: float = 0.5,
    clusters: ArrayLike | None = None,
    seed: int = 0,
) -> UtilityLadder:
    """Decompose the utility a subject leaves on the table into information, monitoring, criterion and coupling losses.

    Args:
        confidence: Stated in a fresh context (``self_report``; ``rating`` gives a second ladder), in [0, 1], shape
            (n,).
        deferred: The subject deferred the component, boolean, shape (n,).
        right: Mean correctness of the P3 attempts in [0, 1], shape (n,); the only outcome used.
        break_even: t* in (0, 1).
        clusters: Task of each component, shape (n,): kept together in the cross-fitting split and in the intervals.
        seed: Seed of the cross-fitting splits; the result does not depend on row order.

    Returns:
        The ladder, every part with a paired interval. All NaN ``empty`` without components; the recalibrated rung and
        the two losses at it are NaN ``one_unit`` when there is nothing to split, and flagged
        ``few_to_recalibrate`` under 20 components.

    Raises:
        ValueError: unequal lengths, values outside their range, NaN.
    """
    worth = attempt_utility(right, break_even=break_even)
    stated = unit_interval(confidence, "confidence")
    own = binary(deferred, "deferred")
    n = same_length(confidence=stated, deferred=own, right=worth)
    if n == 0:
        return UtilityLadder(*[Estimate.undefined("empty")] * 10)
    outcome = np.asarray(right, dtype=np.float64)
    codes = np.arange(n) if clusters is None else labels(clusters, "clusters")[1]
    same_length(confidence=stated, clusters=codes)

    acts = 1 - own
    lowest = 1 - lowest_share(stated, float(own.sum()))
    says = (stated >= break_even).astype(np.float64)
    best = (outcome >= break_even).astype(np.float64)
    keeps, flag = _recalibrated(stated, own, outcome, None if clusters is None else codes, break_even, seed)
    # The number deferred moves the threshold of the lowest-k rule; the density of confidence there cancels.
    at_threshold = _local_mean(stated, worth, float(own.sum()))
    moved = at_threshold * (acts - lowest)

    scale = _scale(break_even)
    undefined = Estimate.undefined("one_unit", n_observed=n)

    def rung(rule: Floats, extra: Floats | float = 0.0, reason: str = "") -> Estimate:
        gained = rule * worth
        bounds = (-break_even / (1 - break_even), 1.0)
        return from_influence(float(gained.mean()), gained + extra, clusters=clusters, bounds=bounds, reason=reason)

    def loss(upper: Floats, lower: Floats, extra: Floats | float = 0.0, reason: str = "") -> Estimate:
        steps = (upper - lower) * worth
        return contrast(steps, influence=steps + extra, clusters=clusters, scale=scale, reason=reason)

    return UtilityLadder(
        oracle=rung(best),
        recalibrated=undefined if keeps is None else rung(keeps, reason=flag),
        stated=rung(says),
        lowest_k=rung(lowest, moved),
        own=rung(acts),
        information_loss=undefined if keeps is None else loss(best, keeps, reason=flag),
        monitoring_loss=undefined if keeps is None else loss(keeps, says, reason=flag),
        criterion_loss=loss(says, lowest, -moved),
        coupling_loss=loss(lowest, acts, moved),
        knowdo_gap=loss(says, acts),
    )


def lowest_share(confidence: Floats, k: float) -> Floats:
    """Probability with which each item is among the ``k`` of lowest confidence, ties broken at random, shape (n,)."""
    values, codes, counts = np.unique(confidence, return_inverse=True, return_counts=True)
    before = np.cumsum(counts) - counts
    inside = np.clip((k - before) / counts, 0.0, 1.0)
    return np.asarray(inside[codes].reshape(-1) if len(values) else confidence, dtype=np.float64)


def _scale(break_even: float) -> float:
    return max(1.0, break_even / (1 - break_even))


def _local_mean(confidence: Floats, worth: Floats, k: float) -> float:
    """Mean utility of attempting near the threshold of the lowest-k rule: among the nearest sqrt(n) and their ties."""
    ordered = np.sort(confidence)
    threshold = ordered[min(len(ordered) - 1, max(0, math.ceil(k) - 1))]
    distance = np.abs(confidence - threshold)
    reach = np.sort(distance)[min(len(distance), math.ceil(math.sqrt(len(distance)))) - 1]
    return float(worth[distance <= reach].mean())


def _recalibrated(
    confidence: Floats, own: Floats, outcome: Floats, codes: Codes | None, break_even: float, seed: int
) -> tuple[Floats | None, str]:
    """Share of random halvings in which the recalibrated confidence says to attempt, shape (n,), and a flag."""
    n = len(confidence)
    keys = (own, outcome, confidence)
    order = np.lexsort(keys if codes is None else (*keys, codes))
    units = np.arange(n) if codes is None else np.unique(codes[order], return_inverse=True)[1]
    count = int(units.max()) + 1
    if count < 2:
        return None, "one_unit"
    x, y = logit(confidence[order], CLIP), outcome[order]
    level = group_means(y, units, count)
    threshold = float(logit(np.array([break_even]), 0.0)[0])
    rng = np.random.default_rng(seed)
    total = np.zeros(n)
    for _ in range(SPLITS):
        side = _balanced_half(level, rng)[units]
        for half in (side, ~side):
            intercept, slope = fit_logistic(x[~half], y[~half])
            total[half] += intercept + slope * x[half] >= threshold
    keeps = np.empty(n)
    keeps[order] = total / SPLITS
    return keeps, "few_to_recalibrate" if n < FEW else ""


def _balanced_half(level: Floats, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Random half of the units, one of each pair of neighbours in mean outcome, shape (n_units,).

    In an unbalanced split a half that does well sees the other do badly, which makes a constant confidence look
    worse than knowing nothing.
    """
    order = np.lexsort((rng.random(len(level)), level))
    first = rng.integers(0, 2, size=(len(level) + 1) // 2).astype(bool)
    side = np.empty(len(level), dtype=bool)
    side[order] = np.column_stack([first, ~first]).ravel()[: len(level)]
    return side
