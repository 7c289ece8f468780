"""Self-prediction on composites (Experiment 3) against the components they are made of."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binomtest

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Floats, binary, labels, same_length, unit_interval
from mirror_inspect.stats.proportions import wilson
from mirror_inspect.stats.resampling import bca_many

TOLERANCE = 0.05


def cce_bias_excess(
    confidence: ArrayLike,
    correct: ArrayLike,
    component_confidence: ArrayLike,
    component_correct: ArrayLike,
    pair: ArrayLike | None = None,
    *,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Over-confidence on composites minus over-confidence on their own components. The headline of composition.

    Args:
        confidence: Predicted success on each composite, in [0, 1], shape (n,).
        correct: Outcome of each composite, 0/1, shape (n,).
        component_confidence: Predicted success on its components alone, shape (n, 2).
        component_correct: Outcomes of the components alone, 0/1, shape (n, 2).
        pair: Domain pair, shape (n,); the pairs are exhaustive, so composites are resampled within pair.
        n_resamples: BCa replicates; 0 leaves the interval out.
        seed: Seed of the resampling.

    Returns:
        (mean p - mean y) on composites - (mean p - mean y) on components, in [-2, 2]; 0 (``null``) for perfect
        self-knowledge and for a subject equally over-confident on parts and wholes. NaN ``empty``.

    Raises:
        ValueError: confidence outside [0, 1], outcomes other than 0 and 1, NaN, or shapes that do not match.
    """
    p, y = unit_interval(confidence, "confidence"), binary(correct)
    parts = [
        np.stack([check(column, name) for column in _two_columns(table, name)], axis=1)
        for check, table, name in (
            (unit_interval, component_confidence, "component_confidence"),
            (binary, component_correct, "component_correct"),
        )
    ]
    same_length(confidence=p, correct=y, component_confidence=parts[0], component_correct=parts[1])
    excess = (p - y) - (parts[0] - parts[1]).mean(axis=1)
    return _mean(excess, pair, null=0.0, n_resamples=n_resamples, seed=seed)


def cce_excess(
    confidence: ArrayLike,
    correct: ArrayLike,
    atomic_confidence: ArrayLike,
    atomic_accuracy: ArrayLike,
    pair: ArrayLike | None = None,
    *,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Composition error by the paper's equation: mean(|p - y| - |p_a - Acc_a|). Not a headline.

    A single outcome is 0 or 1, so |p - y| has the irreducible part 2p(1 - p), while an accuracy has none: the value is
    positive (about .29) for a perfectly calibrated subject.

    Args:
        confidence: As for `cce_bias_excess`.
        correct: As for `cce_bias_excess`.
        atomic_confidence: Mean confidence on the composite's component domains, shape (n,).
        atomic_accuracy: Accuracy in those domains, in [0, 1], shape (n,).
        pair: As for `cce_bias_excess`.
        n_resamples: As for `cce_bias_excess`.
        seed: As for `cce_bias_excess`.

    Returns:
        Estimate in [-1, 1] with ``null`` the value a perfectly calibrated subject of these confidences shows, mean
        2p(1 - p). NaN ``empty``.

    Raises:
        ValueError: as for `cce_bias_excess`.
    """
    p, y = unit_interval(confidence, "confidence"), binary(correct)
    atomic, accuracy = (
        unit_interval(atomic_confidence, "atomic_confidence"),
        unit_interval(atomic_accuracy, "atomic_accuracy"),
    )
    same_length(confidence=p, correct=y, atomic_confidence=atomic, atomic_accuracy=accuracy)
    excess = np.abs(p - y) - np.abs(atomic - accuracy)
    return _mean(excess, pair, null=calibrated_reference(p), n_resamples=n_resamples, seed=seed)


def cce_abs(
    confidence: ArrayLike,
    correct: ArrayLike,
    pair: ArrayLike | None = None,
    *,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Mean |p - y|: what the paper's tables contain under the name CCE. Not a headline.

    Arguments and errors as for `cce_bias_excess`. Estimate in [0, 1] with ``null`` mean 2p(1 - p), its value under
    perfect calibration; never 0 unless every confidence is 0 or 1. NaN ``empty``.
    """
    p, y = unit_interval(confidence, "confidence"), binary(correct)
    same_length(confidence=p, correct=y)
    return _mean(np.abs(p - y), pair, null=calibrated_reference(p), n_resamples=n_resamples, seed=seed)


def cce_bias(
    confidence: ArrayLike,
    correct: ArrayLike,
    pair: ArrayLike | None = None,
    *,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Mean p - mean y on composites, in [-1, 1], positive when over-confident, ``null`` 0.

    Arguments and errors as for `cce_bias_excess`. NaN ``empty``.
    """
    p, y = unit_interval(confidence, "confidence"), binary(correct)
    same_length(confidence=p, correct=y)
    return _mean(p - y, pair, null=0.0, n_resamples=n_resamples, seed=seed)


def calibrated_reference(confidence: ArrayLike) -> float:
    """Mean 2p(1 - p): what mean |p - y| is when y follows p exactly; NaN without values."""
    p = unit_interval(confidence, "confidence")
    return float((2 * p * (1 - p)).mean()) if len(p) else float("nan")


def incoherence(
    confidence: ArrayLike,
    component_confidence: ArrayLike,
    repeated: ArrayLike | None = None,
    *,
    tolerance: float = TOLERANCE,
) -> Estimate:
    """Share of composites held likelier than their less likely component.

    Args:
        confidence: In [0, 1], shape (n,).
        component_confidence: In [0, 1], shape (n, 2).
        repeated: A second reading of the component confidences, shape (n, 2).
        tolerance: Excess that does not count, in confidence.

    Returns:
        Rate with Wilson interval. ``null`` is the rate at which the repeated smaller reading exceeds the first by as
        much (what unreliable reports alone produce); NaN without repeats. NaN ``empty``.

    Raises:
        ValueError: confidence outside [0, 1], NaN, or shapes that do not match.
    """
    p = unit_interval(confidence, "confidence")
    parts = _confidences(component_confidence, "component_confidence")
    n = same_length(confidence=p, component_confidence=parts)
    if n == 0:
        return Estimate.undefined("empty")
    bar = parts.min(axis=1) + tolerance + 1e-12
    count = int((p > bar).sum())
    null = float("nan")
    if repeated is not None:
        again = _confidences(repeated, "repeated")
        same_length(confidence=p, repeated=again)
        null = float((again.min(axis=1) > bar).mean())
    low, high = wilson(count, n)
    return Estimate(count / n, low, high, n, n, null=null)


def independence_gap(
    confidence: ArrayLike,
    correct: ArrayLike,
    component_confidence: ArrayLike,
    component_correct: ArrayLike,
    pair: ArrayLike | None = None,
    *,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Mean of p - p_a p_b: how far the subject predicts better than independent components would do.

    Arguments and errors as for `cce_bias_excess`.

    Returns:
        Estimate in [-1, 1] with ``null`` the same quantity for what happened, mean of y - y_a y_b. NaN ``empty``.
    """
    p, y = unit_interval(confidence, "confidence"), binary(correct)
    parts = _confidences(component_confidence, "component_confidence")
    done = np.stack(
        [binary(c, "component_correct") for c in _two_columns(component_correct, "component_correct")], axis=1
    )
    n = same_length(confidence=p, correct=y, component_confidence=parts, component_correct=done)
    null = float((y - done.prod(axis=1)).mean()) if n else float("nan")
    return _mean(p - parts.prod(axis=1), pair, null=null, n_resamples=n_resamples, seed=seed)


def weak_link(named: ArrayLike, component_correct: ArrayLike) -> Estimate:
    """Share of composites where the component named as weaker is the one that failed.

    Args:
        named: Index of the component named, 0 or 1, shape (n,).
        component_correct: 0/1, shape (n, 2); only composites where exactly one failed count.

    Returns:
        Rate with Wilson interval, ``null`` .5 and exact binomial ``p``; ``n_total`` is n. NaN ``empty`` or
        ``no_single_failure``.

    Raises:
        ValueError: values other than 0 and 1, or shapes that do not match.
    """
    choice = binary(named, "named")
    done = np.stack(
        [binary(c, "component_correct") for c in _two_columns(component_correct, "component_correct")], axis=1
    )
    total = same_length(named=choice, component_correct=done)
    single = done.sum(axis=1) == 1
    n = int(single.sum())
    if n == 0:
        return Estimate.undefined("no_single_failure" if total else "empty", n_total=total)
    hit = int((done[single, 0] == choice[single]).sum())
    low, high = wilson(hit, n)
    return Estimate(hit / n, low, high, n, total, null=0.5, p=float(binomtest(hit, n).pvalue))


def _two_columns(table: ArrayLike, name: str) -> list[Floats]:
    array = np.asarray(table)
    if array.size == 0:
        return [np.empty(0), np.empty(0)]
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"{name} must be of shape (n, 2), not {array.shape}")
    return [array[:, 0], array[:, 1]]


def _confidences(table: ArrayLike, name: str) -> Floats:
    return np.stack([unit_interval(column, name) for column in _two_columns(table, name)], axis=1)


def _mean(values: Floats, pair: ArrayLike | None, *, null: float, n_resamples: int, seed: int) -> Estimate:
    n = len(values)
    if pair is not None:
        same_length(values=values, pair=labels(pair, "pair")[1])
    if n == 0:
        return Estimate.undefined("empty")
    (e,) = bca_many(
        np.c_[values, np.ones(n)], lambda s: s[:, 0] / s[:, 1], strata=pair, n_resamples=n_resamples, seed=seed
    )
    return Estimate(e.value, e.low, e.high, n, n, null=null, reason=e.reason)
