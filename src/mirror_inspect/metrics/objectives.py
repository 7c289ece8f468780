"""Training objectives for a confidence scorer, as numpy references with their gradients."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from mirror_inspect.stats.arrays import Floats, binary, numbers, same_length, unit_interval

Shape = Literal["softplus", "hinge"]


@dataclass(frozen=True, slots=True)
class Objective:
    """A loss with its gradient.

    Attributes:
        value: The loss, at least 0.
        gradient: Derivative in each score, shape (n,).
    """

    value: float
    gradient: Floats


def pairwise_loss(
    scores: ArrayLike, correct: ArrayLike, *, margin: float = 0.0, shape: Shape = "softplus"
) -> Objective:
    """Mean ranking loss over all pairs of a right and a wrong answer.

    Args:
        scores: Real scores, shape (n,).
        correct: Boolean, shape (n,).
        margin: By how much a right answer should score above a wrong one.
        shape: ``softplus`` of, or ``hinge`` on, margin - (right - wrong).

    Returns:
        The loss and its gradient; 0 with a zero gradient for a batch of one class, which holds no pair. It is a mean
        over
        pairs: comparing the two class means instead is blind to the order of single items.

    Raises:
        ValueError: unequal lengths, NaN, an unknown shape.

    Source: Burges et al. 2005, ICML; Moon et al. 2020, ICML.
    """
    if shape not in get_args(Shape):
        raise ValueError(f"unknown shape {shape!r}; allowed: {', '.join(get_args(Shape))}")
    s, y = numbers(scores, "scores"), binary(correct, "correct") == 1
    same_length(scores=s, correct=y)
    gradient = np.zeros(len(s))
    if len(s) == 0 or y.all() or not y.any():
        return Objective(0.0, gradient)
    lacking = margin - (s[y][:, None] - s[~y][None, :])
    loss = np.logaddexp(0, lacking) if shape == "softplus" else np.maximum(0, lacking)
    slope = (expit(lacking) if shape == "softplus" else (lacking > 0).astype(np.float64)) / lacking.size
    gradient[y], gradient[~y] = -slope.sum(axis=1), slope.sum(axis=0)
    return Objective(float(loss.mean()), gradient)


def selective_loss(
    confidence: ArrayLike,
    loss: ArrayLike,
    *,
    threshold: float,
    temperature: float,
    coverage: float,
    weight: float,
) -> Objective:
    """Risk of what is softly accepted, with a penalty for accepting less than a target coverage.

    Args:
        confidence: In [0, 1], shape (n,).
        loss: Loss of each item, at least 0, shape (n,).
        threshold: Confidence at which half of an item is accepted.
        temperature: Softness of acceptance, above 0.
        coverage: Target in (0, 1].
        weight: Of the squared shortfall in coverage; with 0 rejecting everything costs nothing.

    Returns:
        sum(g loss) / sum(g) + weight max(0, coverage - mean g)^2 with g = sigmoid((confidence - threshold) /
        temperature), and its gradient in confidence; 0 with an empty gradient for no items.

    Raises:
        ValueError: unequal lengths, NaN, losses below 0, a temperature that is not positive.

    Source: Geifman and El-Yaniv 2019, ICML.
    """
    c, each = unit_interval(confidence, "confidence"), numbers(loss, "loss")
    n = same_length(confidence=c, loss=each)
    if temperature <= 0 or not 0 < coverage <= 1 or (n and each.min() < 0):
        raise ValueError("temperature must be positive, coverage in (0, 1] and losses at least 0")
    if n == 0:
        return Objective(0.0, np.empty(0))
    accepted = expit((c - threshold) / temperature)
    total = float(accepted.sum())
    risk = float(accepted @ each) / total
    shortfall = max(0.0, coverage - total / n)
    slope = accepted * (1 - accepted) / temperature
    gradient = slope * ((each - risk) / total - 2 * weight * shortfall / n)
    return Objective(risk + weight * shortfall**2, np.asarray(gradient, dtype=np.float64))
