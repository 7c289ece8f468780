"""Areas within folds: held-out scores against outcomes, averaged over folds, and what is left without information.

Probes of different folds have different offsets, and pooling their scores pushes the area of a probe that knows nothing
below .5. What two folds have in common by chance enters an average twice, once each way round: without information that
doubles its variance.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import from_influence, standard_error
from mirror_inspect.stats.arrays import Floats, binary, labels, numbers, same_length
from mirror_inspect.stats.permutation import mid_ranks, p_value

TWICE: Final = 2.0
"""How often a chance likeness of two folds enters an average over folds whose probes were fitted on the others."""
Matrix = NDArray[np.float64]
Area = tuple[float, Floats, float]
"""Weighted area over folds, the influence of every item on it (mean 0), and its variance without information."""


def dealt(correct: ArrayLike, groups: ArrayLike, rng: np.random.Generator) -> Floats:
    """Deal whole groups of outcomes out anew: each group gets those of one group, in a turned order.

    What is left without information is kept, the differences between groups in how many are right: a topic that all
    states of a group share looks like knowledge in every shuffle of single items, and in none of whole groups.

    Args:
        correct: Outcomes, shape (n,). Repeats of an item that stand side by side stay together.
        groups: Label of each item, shape (n,). A group smaller than the one it gives to is repeated.
        rng: Source of chance.

    Returns:
        Outcomes, shape (n,).
    """
    y = numbers(correct, "correct")
    names, codes = labels(groups, "groups")
    same_length(correct=y, groups=codes)
    places = np.split(np.argsort(codes, kind="stable"), np.cumsum(np.bincount(codes, minlength=len(names)))[:-1])
    out = np.empty(len(y))
    for place, giver in zip(places, rng.permutation(len(names)), strict=True):
        given = y[places[giver]]
        out[place] = np.resize(np.roll(given, int(rng.integers(len(given)))), len(place))
    return out


def shuffle_null(
    scores: Sequence[ArrayLike],
    correct: ArrayLike,
    folds: ArrayLike,
    groups: ArrayLike,
    *,
    n_permutations: int = 999,
    seed: int = 0,
) -> Matrix:
    """Areas of several held-out score columns under one and the same deal of the outcomes of whole groups.

    The largest area over columns of each deal is what choosing the best of them does when nothing is there. The
    probes are not fitted again; instead distances from .5 are widened by the square root of two, since refitting would
    count every likeness of two folds twice.

    Args:
        scores: One column (n,) per layer.
        correct: 0/1, shape (n,).
        folds: Outer folds, shape (n,).
        groups: Unit of every split, shape (n,).
        n_permutations: Deals.
        seed: Seed of the deals.

    Returns:
        Shape (n_permutations, n_columns); NaN where a deal leaves no fold with both outcomes.
    """
    y, fold_of = binary(correct, "correct"), np.asarray(folds)
    rng = np.random.default_rng(seed)
    outcomes = np.stack([dealt(y, groups, rng) for _ in range(n_permutations)])
    total = np.zeros((n_permutations, len(scores)))
    weights = np.zeros(n_permutations)
    for fold in np.unique(fold_of):
        inside = fold_of == fold
        ranks = np.column_stack([mid_ranks(np.asarray(s)[inside]) for s in scores])
        size = int(inside.sum())
        m = outcomes[:, inside].sum(axis=1)
        pairs = m * (size - m)
        area = (outcomes[:, inside] @ ranks - (m * (m + 1) / 2)[:, None]) / np.maximum(pairs, 1)[:, None]
        weight = pairs / (size + 1)
        total, weights = total + weight[:, None] * area, weights + weight
    areas = np.where(weights > 0, total.T / np.where(weights > 0, weights, 1), np.nan).T
    return np.asarray(0.5 + TWICE**0.5 * (areas - 0.5))


def fold_auroc(
    scores: ArrayLike,
    correct: ArrayLike,
    folds: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    fitted: bool = False,
    sampled: bool = False,
    null_areas: ArrayLike | None = None,
) -> Estimate:
    """Probability that a right answer of a fold has the higher score than a wrong one, averaged over folds.

    Args:
        scores: Any real numbers, shape (n,); ties count half.
        correct: 0/1, shape (n,).
        folds: Shape (n,).
        clusters: Labels, shape (n,), whose items are not independent.
        fitted: Whether the scores of a fold come from a fit to the other folds, whose errors then go together: the
            variance of the average without information, as far as the area leaves room for noise in the fits, is added
            to that of the placements. It is the larger of that of independent items and of the clusters found.
        sampled: Whether folds are themselves drawn from others like them (subcategories): how their areas differ then
            counts, and each is a cluster.
        null_areas: Areas without information, for a permutation p-value instead of that of the t interval; NaN are left
            out.

    Returns:
        van Elteren's weighted area in [0, 1], null .5, with a t interval from placements; NaN ``one_class`` when no
        fold holds both right and wrong answers.

    Source: van Elteren 1960, Bull. Int. Stat. Inst. 37:351; Obuchowski 1997, Biometrics 53:567; Bengio and Grandvalet
    2004, JMLR 5:1089 (why folds cannot show the variance of their average).
    """
    found = area_of(numbers(scores, "scores"), binary(correct, "correct"), np.asarray(folds), sampled=sampled)
    if found is None:
        return Estimate.undefined("one_class" if np.size(folds) else "empty", n_observed=int(np.size(folds)))
    value, influence, _ = found
    extra = _of_fits(found, clusters) if fitted else 0.0
    lost = 1 if sampled else _unlinked(np.asarray(folds), clusters)
    e = _interval(value, influence, extra, clusters=clusters, lost=lost, null=0.5, bounds=(0.0, 1.0))
    null = np.empty(0) if null_areas is None else np.asarray(null_areas, dtype=np.float64)
    null = null[~np.isnan(null)]
    if not len(null):
        return e
    p = p_value(abs(value - 0.5), np.abs(null - 0.5))
    return Estimate(e.value, e.low, e.high, e.n_observed, e.n_total, 0.5, p, e.reason)


def fold_auroc_difference(
    first: tuple[ArrayLike, ArrayLike],
    second: tuple[ArrayLike, ArrayLike],
    folds: ArrayLike,
    *,
    clusters: ArrayLike,
    both_fitted: bool = False,
) -> Estimate:
    """Difference of two areas on the same items, each score held against its own outcome.

    Args:
        first: Scores and 0/1 outcomes, each of shape (n,); the scores of a probe, fitted to the other folds.
        second: The same of what is compared, on the same items.
        folds: Shape (n,).
        clusters: Labels, shape (n,).
        both_fitted: Whether the second scores, too, are those of a probe.

    Returns:
        first - second in [-1, 1], null 0, with a paired t interval; NaN ``one_class`` when either has no area.
    """
    a, b = (area_of(numbers(s, "scores"), binary(y, "correct"), np.asarray(folds)) for s, y in (first, second))
    if a is None or b is None:
        return Estimate.undefined("one_class", n_observed=int(np.size(folds)))
    extra = _of_fits(a, clusters) + (_of_fits(b, clusters) if both_fitted else 0.0)
    lost = _unlinked(np.asarray(folds), clusters)
    return _interval(a[0] - b[0], a[1] - b[1], extra, clusters=clusters, lost=lost, null=0.0, bounds=(-1.0, 1.0))


def _of_fits(found: Area, clusters: ArrayLike | None) -> float:
    """Largest part of the variance without information that chance likenesses of folds can add to an area.

    They act through the part of a fitted direction that is noise. With cosine r to the best direction, whose area is at
    most 1, an area is at most (1 + r) / 2, so that this part is at most 1 - (2 area - 1)^2.
    """
    area, influence, null_variance = found
    clustered = standard_error(influence, clusters)[0] ** 2
    # NaN, where there is one cluster, leaves the variance of independent items.
    return float(np.fmax(null_variance, clustered)) * (1 - (2 * area - 1) ** 2)


def _unlinked(folds: NDArray[np.generic], clusters: ArrayLike | None) -> int:
    """Number of parts that no cluster links: in each of them influence values add up to 0, which costs a freedom."""
    strata = np.unique(folds, return_inverse=True)[1]
    if clusters is None:
        return int(strata.max()) + 1
    codes = labels(clusters, "clusters")[1]
    first = int(strata.max()) + 1
    size = first + int(codes.max()) + 1
    links = scipy.sparse.coo_array((np.ones(len(codes)), (strata, first + codes)), shape=(size, size))
    return int(scipy.sparse.csgraph.connected_components(links, directed=False)[0])


def _interval(
    value: float,
    influence: Floats,
    extra: float,
    *,
    clusters: ArrayLike | None,
    lost: int,
    null: float,
    bounds: tuple[float, float],
) -> Estimate:
    """Return an estimate whose variance is that of its influence values, ``lost`` freedoms spent, and ``extra``."""
    error, units = standard_error(influence, clusters)
    freedom = units - lost if units > lost else units - 1
    total = (error**2 * (units - 1) / freedom + extra) ** 0.5 if freedom else 0.0
    if not total > 0:
        return from_influence(value, influence, clusters=clusters, null=null, bounds=bounds)
    n = len(influence)
    half = float(scipy.stats.t.ppf(0.975, freedom)) * total
    p = float(2 * scipy.stats.t.sf(abs(value - null) / total, freedom))
    return Estimate(value, max(bounds[0], value - half), min(bounds[1], value + half), n, n, null=null, p=p)


def area_of(scores: Floats, y: Floats, folds: NDArray[np.generic], *, sampled: bool = False) -> Area | None:
    """Return the weighted area over folds with what its variance is made of; ``None`` without right or wrong ones."""
    same_length(scores=scores, correct=y, folds=folds)
    parts = []
    for fold in np.unique(folds):
        inside = np.flatnonzero(folds == fold)
        right, wrong = inside[y[inside] == 1], inside[y[inside] == 0]
        if len(right) and len(wrong):
            parts.append((right, wrong, len(right) * len(wrong) / (len(inside) + 1)))
    if not parts:
        return None
    weights = sum(weight for *_, weight in parts)
    influence, value, null_variance = np.zeros(len(y)), 0.0, 0.0
    areas = []
    for right, wrong, weight in parts:
        inside = np.concatenate([right, wrong])
        m, n = len(right), len(wrong)
        ranks = mid_ranks(scores[inside])
        above = (ranks[:m] - mid_ranks(scores[right])) / n
        below = 1 - (ranks[m:] - mid_ranks(scores[wrong])) / m
        area = float(above.mean())
        share = weight / weights
        value += share * area
        null_variance += share**2 * (m + n + 1) / (12 * m * n)
        influence[right] = len(y) * share * (above - area) / m
        influence[wrong] = len(y) * share * (below - area) / n
        areas.append(area)
    if sampled:
        for (right, wrong, weight), area in zip(parts, areas, strict=True):
            inside = np.concatenate([right, wrong])
            influence[inside] += len(y) * weight / weights * (area - value) / len(inside)
    return value, influence, null_variance
