"""Recalibration on a split of its own, with the check that it did not touch the ranking."""

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar
from scipy.special import expit
from scipy.stats import rankdata

from mirror_inspect.metrics.calibration import ece
from mirror_inspect.metrics.discrimination import auroc, scores
from mirror_inspect.metrics.estimate import NAN, Estimate
from mirror_inspect.metrics.logistic import logit, newton
from mirror_inspect.stats.arrays import Floats, labels, unit_interval

CLIP: Final = 1e-6
"""Confidences are clipped to [1e-6, 1 - 1e-6] before a logit; only values beyond that can merge."""

WEAK: Final = 1e-6
LOG_T: Final = (-7.0, 7.0)

Map = Callable[[Floats], Floats]


class Method(StrEnum):
    """Ways to recalibrate; the first three are strictly increasing, the others only non-decreasing."""

    TEMPERATURE = "temperature"
    PLATT = "platt"
    BETA = "beta"
    ISOTONIC = "isotonic"
    VENN_ABERS = "venn_abers"


STRICT: Final = frozenset({Method.TEMPERATURE, Method.PLATT, Method.BETA})


@dataclass(frozen=True, slots=True)
class Recalibrator:
    """A fitted map of confidence.

    Attributes:
        method: How it was fitted.
        coefficients: T; intercept and slope; the two slopes and intercept of beta calibration; empty otherwise.
        n: Items it was fitted on.
        reason: Why it must not be used: ``slope_not_positive`` (it would flip the ranking), ``one_class``, ``empty``,
            ``venn_abers_missing``; empty when it may be.
    """

    method: Method
    coefficients: tuple[float, ...]
    n: int
    reason: str
    _map: Map

    def apply(self, confidence: ArrayLike) -> Floats:
        """Return recalibrated confidences in [0, 1], shape (n,); NaN throughout when ``reason`` is set.

        Raises:
            ValueError: confidences outside [0, 1], NaN.
        """
        c = unit_interval(confidence, "confidence")
        return np.full(len(c), NAN) if self.reason else np.clip(self._map(c), 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class RecalibrationReport:
    """What a recalibration did to a split it was not fitted on.

    Attributes:
        recalibrator: The fitted map.
        auroc_before: Area of the stated confidence.
        auroc_after: Area of the recalibrated one; equal to the one before when ranks are kept.
        ece_before: ECE of the stated confidence.
        ece_after: ECE of the recalibrated one.
        ranks_kept: Whether the mid-ranks are identical.
        distinct_before: Distinct confidences before.
        distinct_after: Distinct confidences after.
        tie_bound: Largest change of the area that the newly tied pairs can cause; 0 when ranks are kept.
    """

    recalibrator: Recalibrator
    auroc_before: Estimate
    auroc_after: Estimate
    ece_before: Estimate
    ece_after: Estimate
    ranks_kept: bool
    distinct_before: int
    distinct_after: int
    tie_bound: float


def fit(confidence: ArrayLike, correct: ArrayLike, *, method: str) -> Recalibrator:
    """Fit a recalibration.

    Args:
        confidence: In [0, 1], shape (n,), of a calibration split.
        correct: Boolean, shape (n,).
        method: ``temperature`` (T > 0 by maximum likelihood; cannot move a confidence of .5), ``platt`` (intercept and
            positive slope on log-odds), ``beta`` (two non-negative slopes), ``isotonic`` (pool adjacent violators;
            overfits below about 1000 items) or ``venn_abers``.

    Returns:
        The map, or one with a ``reason`` not to use it.

    Raises:
        ValueError: an unknown method, unequal lengths, values outside their range, NaN.

    Source: Guo et al. 2017, ICML; Platt 1999; Kull, Silva Filho and Flach 2017, AISTATS; Zadrozny and Elkan 2002, KDD;
    Vovk, Petej and Fedorova 2015, NeurIPS.
    """
    if method not in list(Method):
        raise ValueError(f"unknown method {method!r}; allowed: {', '.join(Method)}")
    chosen = Method(method)
    c, y = scores(confidence, correct)
    n = len(c)
    if n == 0 or y.min() == y.max():
        return Recalibrator(chosen, (), n, "one_class" if n else "empty", _identity)
    coefficients, reason, mapping = _FITS[chosen](c, y)
    return Recalibrator(chosen, coefficients, n, reason, mapping)


def report(
    recalibrator: Recalibrator, confidence: ArrayLike, correct: ArrayLike, *, bins: int = 10
) -> RecalibrationReport:
    """Compare confidence before and after on a split that was not used for fitting.

    Args:
        recalibrator: Fitted on other items.
        confidence: In [0, 1], shape (n,).
        correct: Boolean, shape (n,).
        bins: Bins of the ECE.

    Returns:
        The report; what follows the map is NaN with its reason when the map must not be used.
    """
    c, y = scores(confidence, correct)
    before, error = auroc(c, y), ece(c, y, bins=bins)
    distinct = len(np.unique(c))
    if recalibrator.reason or len(c) == 0:
        nothing = Estimate.undefined(recalibrator.reason or "empty", n_observed=len(c))
        return RecalibrationReport(recalibrator, before, nothing, error, nothing, False, distinct, 0, NAN)
    after = recalibrator.apply(c)
    created = _tied_pairs(after, y) - _tied_pairs(c, y)
    right = float(y.sum())
    pairs = right * (len(y) - right)
    return RecalibrationReport(
        recalibrator,
        before,
        auroc(after, y),
        error,
        ece(after, y, bins=bins),
        bool(np.array_equal(rankdata(c), rankdata(after))),
        distinct,
        len(np.unique(after)),
        0.5 * created / pairs if pairs else NAN,
    )


def disjoint_parts(items: ArrayLike, shares: tuple[float, ...], *, seed: int = 0) -> tuple[np.ndarray, ...]:
    """Split rows into disjoint parts so that no item is in two of them.

    Args:
        items: Item id of each row, shape (n,): rows of one item stay together.
        shares: Share of items per part, positive, adding up to 1.
        seed: Seed; an item's part does not depend on row order.

    Returns:
        One boolean mask of shape (n,) per part.

    Raises:
        ValueError: shares that are not positive or do not add up to 1.
    """
    if min(shares) <= 0 or abs(sum(shares) - 1) > 1e-9:
        raise ValueError(f"shares must be positive and add up to 1, not {shares}")
    names, codes = labels(items, "items")
    place = np.random.default_rng(seed).permutation(len(names)) + 0.5
    edges = np.cumsum((0.0, *shares)) * len(names)
    part = np.digitize(place, edges[1:-1])
    return tuple(part[codes] == i for i in range(len(shares)))


def _identity(c: Floats) -> Floats:
    return c


def _temperature(c: Floats, y: Floats) -> tuple[tuple[float, ...], str, Map]:
    x = logit(c, CLIP)

    def loss(log_t: float) -> float:
        scaled = x * math.exp(-log_t)
        return float((np.logaddexp(0, scaled) - y * scaled).sum())

    t = math.exp(float(minimize_scalar(loss, bounds=LOG_T, method="bounded", options={"xatol": 1e-8}).x))
    return (t,), "", lambda new: expit(logit(new, CLIP) / t)


def _platt(c: Floats, y: Floats) -> tuple[tuple[float, ...], str, Map]:
    x = logit(c, CLIP)
    beta, _ = newton(np.column_stack([np.ones_like(x), x]), y, ridge=WEAK)
    intercept, slope = float(beta[0]), float(beta[1])
    # A constant confidence has no slope; 1 keeps the map increasing and the intercept does the work.
    if np.ptp(x) < 1e-12:
        slope, intercept = 1.0, math.log(y.mean() / (1 - y.mean())) - float(x[0])
    reason = "" if slope > 0 else "slope_not_positive"
    return (intercept, slope), reason, lambda new: expit(intercept + slope * logit(new, CLIP))


def _beta(c: Floats, y: Floats) -> tuple[tuple[float, ...], str, Map]:
    def features(values: Floats) -> Floats:
        inside = np.clip(values, CLIP, 1 - CLIP)
        return np.column_stack([np.log(inside), -np.log1p(-inside), np.ones_like(inside)])

    design, kept = features(c), [0, 1, 2]
    slopes = np.zeros(3)
    # A negative slope is set to 0 and the other refitted, as in the source.
    while True:
        beta, _ = newton(design[:, kept], y, ridge=WEAK)
        negative = [i for i, b in zip(kept, beta, strict=True) if i < 2 and b < 0]
        if not negative:
            slopes[kept] = beta
            break
        kept.remove(min(negative, key=lambda i: beta[kept.index(i)]))
    a, b, m = (float(s) for s in slopes)
    reason = "" if a > 0 or b > 0 else "slope_not_positive"
    return (a, b, m), reason, lambda new: expit(features(new) @ slopes)


def _isotonic(c: Floats, y: Floats) -> tuple[tuple[float, ...], str, Map]:
    from sklearn.isotonic import IsotonicRegression

    fitted = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(c, y)
    return (), "", lambda new: np.asarray(fitted.predict(new), dtype=np.float64)


def _venn_abers(c: Floats, y: Floats) -> tuple[tuple[float, ...], str, Map]:
    try:
        from venn_abers import VennAbers
    except ImportError:
        return (), "venn_abers_missing", _identity
    order = np.lexsort((y, c))
    fitted = VennAbers()

    def quietly(step: Callable[..., Any], *arguments: Floats) -> Any:
        # The package warns of empty slices it goes on to handle.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return step(*arguments)

    quietly(fitted.fit, np.column_stack([1 - c[order], c[order]]), y[order].astype(int))
    return (), "", lambda new: np.asarray(quietly(fitted.predict_proba, np.column_stack([1 - new, new]))[0][:, 1])


_FITS: Final[dict[Method, Callable[[Floats, Floats], tuple[tuple[float, ...], str, Map]]]] = {
    Method.TEMPERATURE: _temperature,
    Method.PLATT: _platt,
    Method.BETA: _beta,
    Method.ISOTONIC: _isotonic,
    Method.VENN_ABERS: _venn_abers,
}


def _tied_pairs(c: Floats, y: Floats) -> float:
    """Pairs of a right and a wrong answer with equal confidence."""
    codes = np.unique(c, return_inverse=True)[1]
    return float(np.bincount(codes, weights=y) @ np.bincount(codes, weights=1 - y))
