"""A rate when part of the answers is missing: complete-case, conservative, weighted, and bounded."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Floats, binary, numbers, same_length
from mirror_inspect.stats.resampling import bca_many

MIN_PROPENSITY = 0.02
RIDGE = 1e-4
MAX_STEPS = 50


@dataclass(frozen=True, slots=True)
class MissingnessReport:
    """The same mean under four readings of what is missing.

    Attributes:
        complete: Over the observed units only: right when missingness is unrelated to the value. The headline.
        conservative: Every missing unit counted as the stated worst value: a bound, never a headline.
        weighted: Inverse-probability weighted by pre-outcome features: right when missingness depends on them only.
        bounds: Complete-case value with the smallest and largest mean the missing units allow.
    """

    complete: Estimate
    conservative: Estimate
    weighted: Estimate
    bounds: Estimate


def missingness(
    values: ArrayLike,
    observed: ArrayLike,
    features: ArrayLike | None = None,
    *,
    worst: float = 0.0,
    limits: tuple[float, float] = (0.0, 1.0),
    n_resamples: int = 10_000,
    seed: int = 0,
) -> MissingnessReport:
    """All four readings at once; arguments as for the functions of the same names."""
    return MissingnessReport(
        complete_case(values, observed, n_resamples=n_resamples, seed=seed),
        conservative(values, observed, worst=worst, n_resamples=n_resamples, seed=seed),
        Estimate.undefined("no_features", n_total=len(np.asarray(observed)))
        if features is None
        else inverse_probability_weighted(values, observed, features, n_resamples=n_resamples, seed=seed),
        mnar_bounds(values, observed, limits=limits),
    )


def complete_case(values: ArrayLike, observed: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0) -> Estimate:
    """Mean of the observed values.

    Args:
        values: Shape (n,); what stands where ``observed`` is 0 is ignored and may be NaN.
        observed: 0/1, shape (n,).
        n_resamples: BCa replicates.
        seed: Seed of the resampling.

    Returns:
        Mean with ``n_total`` the planned units; NaN ``empty`` when nothing was planned, ``all_missing`` when nothing
        was observed.

    Raises:
        ValueError: an observed value that is not a finite number, or different lengths.
    """
    x, seen = _checked(values, observed)
    return _weighted_mean(x[seen], np.ones(int(seen.sum())), len(x), n_resamples, seed)


def conservative(
    values: ArrayLike, observed: ArrayLike, *, worst: float = 0.0, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Mean with every missing value counted as ``worst``; arguments, result and errors as for `complete_case`.

    ``n_observed`` stays the number really observed, so the coverage is visible.
    """
    x, seen = _checked(values, observed)
    if not seen.any():
        return Estimate.undefined("all_missing" if len(x) else "empty", n_total=len(x))
    filled = np.where(seen, x, worst)
    whole = _weighted_mean(filled, np.ones(len(x)), len(x), n_resamples, seed)
    return Estimate(whole.value, whole.low, whole.high, int(seen.sum()), len(x), reason=whole.reason)


def inverse_probability_weighted(
    values: ArrayLike, observed: ArrayLike, features: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Mean of the observed values, each weighted by one over its probability of being observed.

    Args:
        values: As for `complete_case`.
        observed: 0/1, shape (n,).
        features: Shape (n, f), known before the outcome (domain indicators, difficulty, prompt length). A feature read
            off the reply would make the weights depend on what they are to correct.
        n_resamples: BCa replicates; the weights are held fixed, which is conservative.
        seed: Seed of the resampling.

    Returns:
        Normalised (Hajek) mean; reason ``positivity`` where some probability fell below .02 and was held there; NaN
        ``empty`` or ``all_missing``.

    Raises:
        ValueError: as for `complete_case`, or features that are not finite numbers of shape (n, f).

    Source: Horvitz and Thompson 1952; Robins, Rotnitzky and Zhao 1994, JASA 89:846.
    """
    x, seen = _checked(values, observed)
    table = np.asarray(features)
    if table.ndim != 2 or len(table) != len(x) or table.dtype.kind not in "biuf" or not np.isfinite(table).all():
        raise ValueError(f"features must be finite numbers of shape ({len(x)}, f), not {table.dtype} {table.shape}")
    if not seen.any():
        return Estimate.undefined("all_missing" if len(x) else "empty", n_total=len(x))
    chance = _propensity(table.astype(np.float64), seen)
    weight = 1 / np.maximum(chance[seen], MIN_PROPENSITY)
    result = _weighted_mean(x[seen], weight, len(x), n_resamples, seed)
    reason = "positivity" if chance.min() < MIN_PROPENSITY else result.reason
    return Estimate(result.value, result.low, result.high, result.n_observed, len(x), reason=reason)


def mnar_bounds(values: ArrayLike, observed: ArrayLike, *, limits: tuple[float, float] = (0.0, 1.0)) -> Estimate:
    """Complete-case mean with the range the true mean can take whatever the missing values are.

    Args:
        values: As for `complete_case`, within ``limits``.
        observed: 0/1, shape (n,).
        limits: Smallest and largest possible value.

    Returns:
        ``low`` and ``high`` are bounds on the mean of these n units, not a sampling interval; with nothing observed
        they are the limits and the value is NaN ``all_missing``.

    Raises:
        ValueError: as for `complete_case`, or an observed value outside the limits.

    Source: Manski 1990, American Economic Review 80:319.
    """
    x, seen = _checked(values, observed)
    n, k = len(x), int(seen.sum())
    if n == 0:
        return Estimate.undefined("empty")
    lowest, highest = limits
    if k and (x[seen].min() < lowest or x[seen].max() > highest):
        raise ValueError(f"observed values must lie within {limits}")
    if k == 0:
        return Estimate(float("nan"), lowest, highest, 0, n, reason="all_missing")
    total = float(x[seen].sum())
    return Estimate(total / k, (total + (n - k) * lowest) / n, (total + (n - k) * highest) / n, k, n)


def _checked(values: ArrayLike, observed: ArrayLike) -> tuple[Floats, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    seen = binary(observed, "observed").astype(bool)
    raw = np.asarray(values)
    if raw.dtype.kind not in "biuf" and raw.size:
        raise ValueError(f"values must be numeric, not {raw.dtype}")
    x = raw.astype(np.float64)
    same_length(values=x, observed=seen)
    numbers(x[seen], "values")
    return x, seen


def _weighted_mean(x: Floats, weight: Floats, n_total: int, n_resamples: int, seed: int) -> Estimate:
    if not len(x):
        return Estimate.undefined("all_missing" if n_total else "empty", n_total=n_total)
    columns = np.c_[weight * x, weight]
    (e,) = bca_many(columns, lambda s: s[:, 0] / s[:, 1], n_resamples=n_resamples, seed=seed)
    return Estimate(e.value, e.low, e.high, e.n_observed, n_total, reason=e.reason)


def _propensity(features: Floats, seen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floats:
    """Fitted probability of being observed: logistic regression by Newton steps, with a slight ridge for separation."""
    if seen.all():
        return np.ones(len(seen))
    spread = features.std(axis=0)
    varying = spread > 0
    design = np.c_[np.ones(len(seen)), (features - features.mean(axis=0))[:, varying] / spread[varying]]
    penalty = RIDGE * len(seen) * np.eye(design.shape[1])
    penalty[0, 0] = 0.0
    beta = np.zeros(design.shape[1])
    for _ in range(MAX_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
        gradient = design.T @ (seen - chance) - penalty @ beta
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + penalty
        move = np.linalg.lstsq(curvature, gradient, rcond=None)[0]
        beta = beta + np.clip(move, -4, 4)
        if np.abs(move).max() < 1e-10:
            break
    return np.asarray(1 / (1 + np.exp(-np.clip(design @ beta, -30, 30))), dtype=np.float64)
