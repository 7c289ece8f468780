"""Conformal risk control: a confidence threshold whose expected loss is bounded without assumptions about the model."""

import numpy as np

from mirror_inspect.routing.candidates import Candidates
from mirror_inspect.stats.arrays import Floats, labels


def risk_threshold(confidence: Floats, wrong: Floats, risk: float) -> float:
    """Smallest threshold at which attempting what lies at or above it keeps expected failures within ``risk``.

    Args:
        confidence: Calibration confidences in [0, 1], shape (n,).
        wrong: Probability of being wrong when attempted, in [0, 1], shape (n,).
        risk: Bound on P(attempted and wrong) of a fresh exchangeable component.

    Returns:
        Threshold in [0, 1]; infinity (attempt nothing) when no threshold meets the bound.

    Source: Angelopoulos et al. 2024, arXiv 2208.02814, theorem 1 with losses in [0, 1].
    """
    n = len(confidence)
    for threshold in np.unique(np.append(confidence, 0.0)):
        loss = float(((confidence >= threshold) * wrong).sum())
        if (loss + 1) / (n + 1) <= risk:
            return float(threshold)
    return float("inf")


def budget_threshold(confidence: Floats, budget: float) -> float:
    """Largest threshold at which escalating what lies below it keeps the expected escalated share within ``budget``.

    Args:
        confidence: Calibration confidences in [0, 1], shape (n,).
        budget: Bound on the share escalated, in [0, 1].

    Returns:
        Threshold in [0, 1], or above 1 when everything may be escalated; 0 (escalate nothing) when no larger one
        meets the bound.
    """
    n = len(confidence)
    best = 0.0
    for threshold in np.append(np.unique(confidence), np.nextafter(1.0, 2.0)):
        if ((confidence < threshold).sum() + 1) / (n + 1) <= budget:
            best = float(threshold)
    return best


def conformal_rule(items: Candidates, *, seed: int, budget: float | None = None, risk: float | None = None) -> Floats:
    """Escalate by a threshold that the other half of the tasks set.

    Args:
        items: Components of one subject.
        seed: Fixes the split by task.
        budget: Bound on the share escalated; exactly one of ``budget`` and ``risk`` is given.
        risk: Bound on the share attempted and wrong.

    Returns:
        1 where the component is escalated, shape (n,); NaN with fewer than two tasks.

    Raises:
        ValueError: both or none of ``budget`` and ``risk``.
    """
    if (budget is None) == (risk is None):
        raise ValueError("give either budget or risk")
    names, unit = labels(items.task, "task")
    escalated = np.full(len(items), np.nan)
    if len(names) < 2:
        return escalated
    side = np.random.default_rng(seed).permutation(len(names))[unit] % 2 == 0
    for half in (side, ~side):
        other = items.take(~half)
        if budget is not None:
            threshold = budget_threshold(other.confidence, budget)
        else:
            threshold = risk_threshold(other.confidence, 1 - other.right, float(risk or 0.0))
        escalated[half] = items.confidence[half] < threshold
    return escalated
