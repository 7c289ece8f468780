"""Knowing and doing (Experiment 9): what a subject does with work it would get wrong, and what that costs."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import contrast, difference, from_influence, joined, mean, share
from mirror_inspect.metrics.ladder import UtilityLadder, attempt_utility, knowdo_gap, utility, utility_ladder
from mirror_inspect.metrics.routed import routing_gain, routing_transfer
from mirror_inspect.stats.arrays import Floats, binary, labels, numbers, same_length, unit_interval

__all__ = [
    "CfrFactors",
    "Escalation",
    "UtilityLadder",
    "agreement",
    "attempt_utility",
    "cfr",
    "cfr_factors",
    "contrast_effect_size",
    "escalation",
    "escalation_contrast",
    "failure",
    "failure_slope",
    "kdi",
    "knowdo_gap",
    "routing_gain",
    "routing_transfer",
    "system_success",
    "udr",
    "utility",
    "utility_ladder",
]

PROCEED: Final = "proceed"
ESCALATED: Final = "escalated"
DECISIONS: Final = frozenset({PROCEED, "tool", "defer", ESCALATED})
"""Agentic decisions; a P3 ``answer`` is none of them, because nothing was decided."""

MIN_KAPPA: Final = 0.4
MIN_SHOWN: Final = 30
SHOWN_WEAK: Final = 0.5


@dataclass(frozen=True, slots=True)
class CfrFactors:
    """The two factors of the confident-failure rate.

    Attributes:
        proceeds: P(proceed | weak).
        wrong: P(wrong | weak, proceed); NaN ``never_proceeds`` when it never did.
    """

    proceeds: Estimate
    wrong: Estimate


@dataclass(frozen=True, slots=True)
class Escalation:
    """How escalation falls on what would have been wrong and on what would have been right.

    Attributes:
        correct: P(not proceed | would have been wrong), weighted by the attempts; NaN ``never_wrong``.
        false: P(not proceed | would have been right); NaN ``never_right``.
        rate: P(not proceed).
        precision: P(would have been wrong | not proceed); NaN ``never_escalates``.
    """

    correct: Estimate
    false: Estimate
    rate: Estimate
    precision: Estimate


def cfr(weak: ArrayLike, decision: ArrayLike, correct: ArrayLike) -> Estimate:
    """Confident-failure rate (paper): share of weak components the subject took on and got wrong.

    Args:
        weak: The component lies in a domain of the subject's weak set, boolean, shape (n,).
        decision: ``proceed``, ``tool``, ``defer`` or ``escalated``, shape (n,); observed decisions only.
        correct: Correctness where it proceeded; any value or NaN elsewhere, shape (n,).

    Returns:
        Estimate in [0, 1] over the weak components with a Wilson interval; NaN ``no_weak`` without any. When every weak
        component was routed away the 0 carries ``zero_by_construction``, when some were, ``routed_in_denominator``.

    Raises:
        ValueError: unequal lengths, an unknown decision (a P3 ``answer`` included), or no grade where it proceeded.
    """
    proceeds, wrong, routed = _outcomes(decision, correct)
    members = binary(weak, "weak") == 1
    same_length(weak=members, decision=proceeds)
    n = int(members.sum())
    if n == 0:
        return Estimate.undefined("empty" if len(members) == 0 else "no_weak")
    away = int((routed & members).sum())
    reason = "" if away == 0 else "zero_by_construction" if away == n else "routed_in_denominator"
    return share(float(wrong[members].sum()), n, reason=reason)


def cfr_factors(weak: ArrayLike, decision: ArrayLike, correct: ArrayLike) -> CfrFactors:
    """Factors of `cfr`, whose product it is; arguments and errors as there."""
    proceeds, wrong, _ = _outcomes(decision, correct)
    members = binary(weak, "weak") == 1
    same_length(weak=members, decision=proceeds)
    if not members.any():
        return CfrFactors(*[Estimate.undefined("no_weak" if len(members) else "empty")] * 2)
    taken = int((proceeds & members).sum())
    return CfrFactors(
        share(taken, int(members.sum())),
        share(float(wrong[members].sum()), taken) if taken else Estimate.undefined("never_proceeds"),
    )


def failure(decision: ArrayLike, correct: ArrayLike, *, clusters: ArrayLike | None = None) -> Estimate:
    """Share of all components the subject took on and got wrong: the quantity on which routing is judged.

    Args:
        decision: As in `cfr`, shape (n,); routed components stay in the denominator.
        correct: As in `cfr`, shape (n,).
        clusters: Task of each component, shape (n,); the interval is then a clustered t interval.

    Returns:
        Estimate in [0, 1], Wilson interval without clusters; NaN ``empty`` without components.
    """
    _, wrong, _ = _outcomes(decision, correct)
    if clusters is None or not wrong.any():
        return share(float(wrong.sum()), len(wrong))
    return mean(wrong, clusters=clusters, bounds=(0.0, 1.0))


def failure_slope(
    decision: ArrayLike, correct: ArrayLike, accuracy: ArrayLike, *, clusters: ArrayLike | None = None
) -> Estimate:
    """Slope of failure on the subject's centred profile accuracy in the component's domain.

    Args:
        decision: As in `cfr`, shape (n,).
        correct: As in `cfr`, shape (n,).
        accuracy: Profile accuracy of the component's domain in [0, 1], from disjoint items, shape (n,).
        clusters: Task of each component, shape (n,).

    Returns:
        Change of the failure rate per unit of accuracy, null 0, with a robust t interval; NaN ``constant_accuracy``.
    """
    _, wrong, _ = _outcomes(decision, correct)
    x = unit_interval(accuracy, "accuracy")
    n = same_length(decision=wrong, accuracy=x)
    if n == 0:
        return Estimate.undefined("empty")
    centred = x - x.mean()
    spread = float(np.square(centred).mean())
    if spread < 1e-15:
        return Estimate.undefined("constant_accuracy", n_observed=n)
    slope = float((centred * wrong).mean()) / spread
    residual = wrong - wrong.mean() - slope * centred
    return from_influence(slope, centred * residual / spread, clusters=clusters, null=0.0)


def udr(strong: ArrayLike, decision: ArrayLike, right: ArrayLike, *, kappa: float | None = None) -> Estimate:
    """Unnecessary-deferral rate: share of strong components given away although the subject would have been right.

    Args:
        strong: The component lies outside the weak set, boolean, shape (n,).
        decision: As in `cfr`, shape (n,).
        right: Mean correctness of the subject's own (P3) attempts in [0, 1], shape (n,).
        kappa: Agreement of P1 and P3 correctness (`agreement`), when known.

    Returns:
        #(strong, not proceed) weighted by ``right`` over #(strong), in [0, 1], conservative Wilson interval; NaN
        ``no_strong``, or ``p1_p3_disagree`` when ``kappa`` is below .4 (the counterfactual is then not known).
    """
    proceeds, _ = _decisions(decision)
    members = binary(strong, "strong") == 1
    own = unit_interval(right, "right")
    same_length(strong=members, decision=proceeds, right=own)
    n = int(members.sum())
    if n == 0:
        return Estimate.undefined("empty" if len(members) == 0 else "no_strong")
    if kappa is not None and not kappa >= MIN_KAPPA:
        return Estimate.undefined("p1_p3_disagree", n_observed=n)
    return share(float(own[members & ~proceeds].sum()), n)


def escalation(decision: ArrayLike, right: ArrayLike) -> Escalation:
    """Correct and false escalation, never one without the other.

    Args:
        decision: As in `cfr`, shape (n,).
        right: Mean correctness of the subject's own (P3) attempts in [0, 1], shape (n,).

    Returns:
        Four shares, each with a Wilson interval on the (weighted) number it is a share of.
    """
    proceeds, _ = _decisions(decision)
    own = unit_interval(right, "right")
    n = same_length(decision=proceeds, right=own)
    if n == 0:
        return Escalation(*[Estimate.undefined("empty")] * 4)
    gone = ~proceeds
    return Escalation(
        correct=_weighted(gone, 1 - own, "never_wrong"),
        false=_weighted(gone, own, "never_right"),
        rate=share(int(gone.sum()), n),
        precision=share(float((1 - own)[gone].sum()), int(gone.sum()))
        if gone.any()
        else Estimate.undefined("never_escalates", n_observed=n),
    )


def system_success(decision: ArrayLike, correct: ArrayLike, *, resolver: float) -> Estimate:
    """Success of subject and resolver together: S(q) = (right on its own + q * given away) / n.

    Args:
        decision: As in `cfr`, shape (n,).
        correct: As in `cfr`, shape (n,).
        resolver: q, the stated accuracy of whoever takes over, in [0, 1].

    Returns:
        Estimate in [0, 1] with a t interval; NaN ``empty``.
    """
    if not 0 <= resolver <= 1:
        raise ValueError(f"resolver must lie in [0, 1], not {resolver}")
    proceeds, wrong, _ = _outcomes(decision, correct)
    return mean(np.where(proceeds, 1 - wrong, resolver), bounds=(0.0, 1.0))


def escalation_contrast(
    first: ArrayLike, second: ArrayLike, *, task: ArrayLike | None = None, shown: ArrayLike | None = None
) -> Estimate:
    """Difference in confident failures between two conditions on the same weak components (C1 - C2, C2 - C3).

    Args:
        first: Proceeded and was wrong in the first condition, boolean, shape (n,).
        second: The same in the second condition.
        task: Task of each component, shape (n,): the unit of pairing.
        shown: Accuracy shown to the subject for the component, shape (n,). When given, only components shown below .5
            enter, since a norm about low scores can act on no other.

    Returns:
        CFR(first) - CFR(second), positive when the second condition helps, paired interval, null 0; exact McNemar p
        under ten discordant tasks, reason ``identical_decisions`` when nothing changed. NaN ``not_applicable`` when
        fewer than 30 components were shown below .5.
    """
    one, two = binary(first, "first"), binary(second, "second")
    n = same_length(first=one, second=two)
    names = np.asarray(task) if task is not None else None
    if names is not None:
        same_length(first=one, task=names)
    if shown is not None:
        scores = unit_interval(shown, "shown")
        same_length(first=one, shown=scores)
        keep = scores < SHOWN_WEAK
        if n and keep.sum() < MIN_SHOWN:
            return Estimate.undefined("not_applicable", n_observed=int(keep.sum()), n_total=n)
        one, two = one[keep], two[keep]
        names = None if names is None else names[keep]
    return contrast(one - two, clusters=names)


def contrast_effect_size(first: ArrayLike, second: ArrayLike) -> Estimate:
    """Cohen's d for paired outcomes: mean difference over the standard deviation of the differences.

    Args:
        first: Outcomes in the first condition, shape (n,).
        second: Outcomes in the second condition.

    Returns:
        Estimate with a large-sample interval; NaN ``identical_decisions`` when the differences do not vary.
    """
    d = numbers(first, "first") - numbers(second, "second")
    n = len(d)
    if n < 2:
        return Estimate.undefined("empty" if n == 0 else "one_unit", n_observed=n)
    spread = float(d.std(ddof=1))
    if spread < 1e-12:
        return Estimate.undefined("identical_decisions" if not d.any() else "no_variation", n_observed=n)
    size = float(d.mean()) / spread
    half = 1.959964 * float(np.sqrt(1 / n + size**2 / (2 * n)))
    return Estimate(size, size - half, size + half, n_observed=n, n_total=n, null=0.0)


def agreement(first: ArrayLike, second: ArrayLike) -> Estimate:
    """Cohen's kappa between two correctness vectors of the same components (P1 and P3 attempts).

    Args:
        first: Correctness in P1 where it proceeded, boolean, shape (n,).
        second: Correctness in P3 of the same components.

    Returns:
        Estimate in [-1, 1] with a large-sample interval, null 0; NaN ``one_class`` when one of them never varies.
    """
    a, b = binary(first, "first"), binary(second, "second")
    n = same_length(first=a, second=b)
    if n == 0:
        return Estimate.undefined("empty")
    if a.min() == a.max() or b.min() == b.max():
        return Estimate.undefined("one_class", n_observed=n)
    same = a == b
    p, q = a.mean(), b.mean()
    chance = p * q + (1 - p) * (1 - q)
    kappa = float((same.mean() - chance) / (1 - chance))
    marginal = (2 * q - 1) * (a - p) + (2 * p - 1) * (b - q)
    influence = ((same - same.mean()) - (1 - kappa) * marginal) / (1 - chance)
    return from_influence(kappa, influence, null=0.0, bounds=(-1.0, 1.0))


def kdi(gap: Estimate, cfr_c1: Estimate) -> Estimate:
    """Knowing-doing index (paper): gap - (1 - CFR in C1).

    Args:
        gap: The gap of Experiment 1.
        cfr_c1: Confident-failure rate in condition C1.

    Returns:
        Estimate in [-1, 1], interval by the MOVER method for independent parts; NaN with the reason of the undefined
        part.
    """
    kept = Estimate(
        1 - cfr_c1.value, 1 - cfr_c1.high, 1 - cfr_c1.low, cfr_c1.n_observed, cfr_c1.n_total, reason=cfr_c1.reason
    )
    return difference(gap, kept, reason=joined(gap.reason, cfr_c1.reason))


def _decisions(decision: ArrayLike) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each component was taken on, and whether it was routed away."""
    names, codes = labels(decision, "decision")
    unknown = set(names.tolist()) - DECISIONS
    if unknown:
        raise ValueError(f"unknown decision {sorted(unknown)}; allowed: {sorted(DECISIONS)}")
    if len(names) == 0:
        return np.empty(0, dtype=bool), np.empty(0, dtype=bool)
    return (names == PROCEED)[codes], (names == ESCALATED)[codes]


def _outcomes(decision: ArrayLike, correct: ArrayLike) -> tuple[NDArray[np.bool_], Floats, NDArray[np.bool_]]:
    """Taken on; taken on and wrong (0 or 1); routed away."""
    proceeds, routed = _decisions(decision)
    grades = np.asarray(correct)
    if grades.ndim != 1 or (grades.size and grades.dtype.kind not in "biuf"):
        raise ValueError(f"correct must be numeric and one-dimensional, not {grades.dtype} of shape {grades.shape}")
    same_length(decision=proceeds, correct=grades)
    wrong = np.zeros(len(proceeds))
    wrong[proceeds] = 1 - binary(grades[proceeds], "correct where it proceeded")
    return proceeds, wrong, routed


def _weighted(gone: NDArray[np.bool_], weight: Floats, cause: str) -> Estimate:
    total = float(weight.sum())
    if total <= 0:
        return Estimate.undefined(cause, n_observed=len(weight))
    got = share(float(weight[gone].sum()) * len(weight) / total, len(weight))
    centred = np.where(gone, weight, 0.0) - got.value * weight
    precise = from_influence(got.value, centred * len(weight) / total, bounds=(0.0, 1.0))
    return precise if precise.low < precise.high else got
