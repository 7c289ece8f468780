"""What routing is worth: the resolver's accuracy, the curve over it, and failures weighted by what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.decisions import decisions, outcomes
from mirror_inspect.metrics.escalation import system_success
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import from_influence, mean
from mirror_inspect.stats.arrays import binary, numbers, same_length, unit_interval

CURVE: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
TIER_WEIGHTS: Final = MappingProxyType({"low": 1.0, "moderate": 2.0, "high": 4.0, "critical": 8.0})
"""Weight of a failure by risk tier: each tier counts twice the one below it."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """System success at one resolver accuracy."""

    resolver: float
    success: Estimate


def success_curve(
    decision: ArrayLike, correct: ArrayLike, resolvers: Sequence[float] = CURVE, *, clusters: ArrayLike | None = None
) -> tuple[CurvePoint, ...]:
    """System success over a range of resolver accuracies; arguments as for `system_success`."""
    return tuple(CurvePoint(q, system_success(decision, correct, resolver=q, clusters=clusters)) for q in resolvers)


def measured_success(
    decision: ArrayLike, correct: ArrayLike, resolved: ArrayLike, *, clusters: ArrayLike | None = None
) -> Estimate:
    """Success of subject and resolver together where another model really answered what was given away.

    Args:
        decision: ``proceed``, ``tool``, ``defer`` or ``escalated``, shape (n,).
        correct: Correctness where the subject proceeded; any value or NaN elsewhere.
        resolved: Correctness of the resolver where it was given away; NaN where it did not answer, shape (n,).
        clusters: Task of each component, shape (n,), for the interval.

    Returns:
        Estimate in [0, 1] over the components whose outcome is known, ``n_total`` all of them; NaN ``empty``.
    """
    proceeds, wrong, _ = outcomes(decision, correct)
    other = np.asarray(resolved, dtype=np.float64)
    same_length(decision=proceeds, resolved=other)
    outcome = np.where(proceeds, 1 - wrong, other)
    known = ~np.isnan(outcome)
    tasks = None if clusters is None else np.asarray(clusters)[known]
    found = mean(outcome[known], clusters=tasks, bounds=(0.0, 1.0))
    return found.out_of(len(outcome)) if known.any() else Estimate.undefined("empty", n_total=len(outcome))


def break_even_resolver(decision: ArrayLike, right: ArrayLike, *, clusters: ArrayLike | None = None) -> Estimate:
    """Resolver accuracy above which giving away what the subject gave away beats doing everything itself.

    Args:
        decision: As above, shape (n,).
        right: Mean correctness of the subject's own forced attempts in [0, 1], shape (n,).
        clusters: Task of each component, shape (n,), for the interval.

    Returns:
        Mean of ``right`` over what was given away, in [0, 1]; NaN ``never_escalates``.
    """
    proceeds, _ = decisions(decision)
    own = unit_interval(right, "right")
    same_length(decision=proceeds, right=own)
    if proceeds.all():
        return Estimate.undefined("never_escalates", n_observed=len(own))
    tasks = None if clusters is None else np.asarray(clusters)[~proceeds]
    return mean(own[~proceeds], clusters=tasks, bounds=(0.0, 1.0))


def weighted_cfr(
    weak: ArrayLike, decision: ArrayLike, correct: ArrayLike, weight: ArrayLike, *, clusters: ArrayLike | None = None
) -> Estimate:
    """Confident-failure rate with every component counted by the weight of its risk tier.

    Args:
        weak: The component lies in the weak set, boolean, shape (n,).
        decision: As for `metrics.knowdo.cfr`, shape (n,).
        correct: As for `metrics.knowdo.cfr`, shape (n,).
        weight: Positive weights, shape (n,).
        clusters: Task of each component, shape (n,): both parts of a task have its weight.

    Returns:
        Weighted share in [0, 1] with a t interval of the ratio; NaN ``no_weak``.

    Raises:
        ValueError: a weight that is not positive.
    """
    _, wrong, _ = outcomes(decision, correct)
    members = binary(weak, "weak") == 1
    w = numbers(weight, "weight")
    n = same_length(weak=members, weight=w, decision=wrong)
    if (w <= 0).any():
        raise ValueError("weights must be positive")
    if not members.any():
        return Estimate.undefined("no_weak" if n else "empty")
    w, y = w[members], wrong[members]
    value = float((w * y).sum() / w.sum())
    tasks = None if clusters is None else np.asarray(clusters)[members]
    return from_influence(value, w * (y - value) / w.mean(), clusters=tasks, bounds=(0.0, 1.0))


def mean_cost(
    decision: ArrayLike, correct: ArrayLike, error_cost: ArrayLike, escalation_cost: ArrayLike, task: ArrayLike
) -> Estimate:
    """Stated cost per component: that of an error where it failed, that of an escalation where it gave away.

    Args:
        decision: As for `metrics.knowdo.cfr`, shape (n,).
        correct: As for `metrics.knowdo.cfr`, shape (n,).
        error_cost: Cost of an error of the component's task, in units of one right component, shape (n,).
        escalation_cost: Cost of an escalation, shape (n,).
        task: Task of each component, for the interval.

    Returns:
        Mean cost, at least 0, interval clustered by task; NaN ``empty``.
    """
    proceeds, wrong, _ = outcomes(decision, correct)
    error, escalation = numbers(error_cost, "error_cost"), numbers(escalation_cost, "escalation_cost")
    same_length(decision=proceeds, error_cost=error, escalation_cost=escalation)
    return mean(np.where(proceeds, wrong * error, escalation), clusters=task, bounds=(0.0, np.inf))
