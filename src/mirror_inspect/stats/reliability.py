"""How repeatable a measurement is: variance components, standard error of measurement, retest agreement."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import NAN, Estimate
from mirror_inspect.stats.arrays import Codes, Floats, binary, labels, numbers, same_length
from mirror_inspect.stats.resampling import bca_many

FACETS = ("item", "wording", "occasion")


@dataclass(frozen=True, slots=True)
class VarianceComponents:
    """Variances of the parts of one observation; an estimate may be negative and is kept so.

    Attributes:
        item: Between items: what is to be measured.
        wording: Between wordings of the prompt.
        occasion: Between repeats of the whole measurement.
        residual: Everything else.
        n_observed: Observations used.
        reason: Empty, or why components are NaN.
    """

    item: float
    wording: float
    occasion: float
    residual: float
    n_observed: int
    reason: str = ""

    def sem(self, *, n_items: int = 1, n_wordings: int = 1, n_occasions: int = 1) -> float:
        """Standard error of measurement of a mean over items, from repeating the measurement on the same items.

        Args:
            n_items: Observations averaged.
            n_wordings: Distinct wordings they are spread over.
            n_occasions: Distinct occasions they are spread over.
        """
        wording, occasion, residual = (max(0.0, v) for v in (self.wording, self.occasion, self.residual))
        return math.sqrt(wording / n_wordings + occasion / n_occasions + residual / n_items)


def variance_components(
    values: ArrayLike, item: ArrayLike, wording: ArrayLike, occasion: ArrayLike
) -> VarianceComponents:
    """Split the variance of a measurement between item, wording, occasion and residual.

    The design may be as incomplete as planned missingness makes it: wordings spread over items, some items repeated.
    The half mean square difference of two observations is the sum of the components they do not share, so every kind
    of pair gives one equation, and the equations are solved by least squares.

    Args:
        values: Shape (n,).
        item: Labels, shape (n,).
        wording: Labels, shape (n,).
        occasion: Labels, shape (n,).

    Returns:
        Components; a facet with one level in the data has component 0. NaN with reason ``no_repeats`` when no item was
        observed twice (item and residual cannot be told apart), ``too_few`` below three observations.

    Raises:
        ValueError: different lengths or values that are not finite numbers.

    Source: symmetric sums, Koch 1967, Technometrics 9:93.
    """
    x = numbers(values, "values")
    codes = [labels(c, name)[1] for c, name in zip((item, wording, occasion), FACETS, strict=True)]
    n = same_length(values=x, item=codes[0], wording=codes[1], occasion=codes[2])
    if n < 3:
        return VarianceComponents(NAN, NAN, NAN, NAN, n, "too_few")
    if len(np.unique(codes[0])) == n:
        return VarianceComponents(NAN, NAN, NAN, NAN, n, "no_repeats")
    x = x - x.mean()
    varying = [f for f in range(3) if codes[f].max() > 0]
    subsets = [frozenset(c) for size in range(4) for c in combinations(range(3), size)]
    at_least = {s: _pair_sums(x, _joint(codes, sorted(s))) for s in subsets}
    rows, targets, weights = [], [], []
    for shared in subsets:
        # Pairs sharing exactly these facets: inclusion and exclusion over those sharing at least these.
        signed = [((-1) ** len(s - shared), at_least[s]) for s in subsets if shared <= s]
        pairs, squares = (sum(sign * part[i] for sign, part in signed) for i in (0, 1))
        if pairs < 0.5:
            continue
        rows.append([float(f not in shared) for f in varying] + [1.0])
        targets.append(squares / (2 * pairs))
        weights.append(pairs**0.25)
    design, scale = np.array(rows), np.array(weights)
    if np.linalg.matrix_rank(design) < design.shape[1]:
        return VarianceComponents(NAN, NAN, NAN, NAN, n, "confounded")
    solved = np.linalg.lstsq(design * scale[:, None], np.array(targets) * scale, rcond=None)[0]
    found = dict(zip(varying, solved.tolist(), strict=False))
    return VarianceComponents(found.get(0, 0.0), found.get(1, 0.0), found.get(2, 0.0), float(solved[-1]), n)


def item_reliability(
    values: ArrayLike, item: ArrayLike, wording: ArrayLike, occasion: ArrayLike, *, blocks: int = 20, seed: int = 0
) -> Estimate:
    """Share of the variance of one observation that lies between items, with a jackknife interval over items.

    Args:
        values: Shape (n,).
        item: Labels, shape (n,).
        wording: Labels, shape (n,).
        occasion: Labels, shape (n,).
        blocks: Groups of items that are left out one after the other.
        seed: Deals the items to the groups.

    Returns:
        Estimate in [0, 1] over items, null 0; NaN with the reason of `variance_components`, or ``no_variation``. With
        200 normal items of which 20 are repeated the interval held shares of .3, .6 and .9 in 92 to 96 % of 120 runs.

    Raises:
        ValueError: as for `variance_components`.
    """
    x = numbers(values, "values")
    columns = [np.asarray(c, dtype=str) for c in (item, wording, occasion)]
    parts = variance_components(x, *columns)
    names, codes = np.unique(columns[0], return_inverse=True)
    n = len(names)
    centre = _share(parts)
    if parts.reason or math.isnan(centre):
        return Estimate.undefined(parts.reason or "no_variation", n_observed=n)
    dealt = np.random.default_rng(seed).permutation(n) % min(blocks, n)
    left_out = [
        _share(variance_components(x[kept], *(c[kept] for c in columns)))
        for kept in (dealt[codes] != k for k in range(min(blocks, n)))
    ]
    known = np.array([r for r in left_out if math.isfinite(r)])
    if len(known) < 2:
        return Estimate.undefined("no_repeats", n_observed=n)
    spread = math.sqrt((len(known) - 1) * float(known.var()))
    half = float(scipy.stats.t.ppf(0.975, len(known) - 1)) * spread
    value, low, high = (min(1.0, max(0.0, centre + side * half)) for side in (0, -1, 1))
    return Estimate(value, low, high, n, n, null=0.0)


def _share(parts: VarianceComponents) -> float:
    """Share between items with negative components kept: cutting each to 0 first would bias it downward."""
    total = parts.item + parts.wording + parts.occasion + parts.residual
    return parts.item / total if total > 0 else NAN


def retest_agreement(first: ArrayLike, second: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0) -> Estimate:
    """Cohen's kappa between two 0/1 readings of the same units, such as the weak set on two halves.

    Args:
        first: 0/1, shape (n,).
        second: 0/1, shape (n,).
        n_resamples: BCa replicates.
        seed: Seed of the resampling.

    Returns:
        Kappa in [-1, 1] with ``null`` 0; NaN ``empty``, or ``one_class`` when both readings are constant and equal.

    Raises:
        ValueError: values other than 0 and 1, or different lengths.
    """
    a, b = binary(first, "first"), binary(second, "second")
    n = same_length(first=a, second=b)
    if n == 0:
        return Estimate.undefined("empty")

    def kappa(s: Floats) -> Floats:
        agree, p, q = s[:, 0] / s[:, 3], s[:, 1] / s[:, 3], s[:, 2] / s[:, 3]
        chance = p * q + (1 - p) * (1 - q)
        return np.asarray(np.where(chance < 1, (agree - chance) / (1 - chance), np.nan))

    (e,) = bca_many(np.c_[a == b, a, b, np.ones(n)], kappa, n_resamples=n_resamples, seed=seed)
    if not e.defined:
        return Estimate.undefined("one_class", n_observed=n)
    return Estimate(e.value, e.low, e.high, n, n, null=0.0, reason=e.reason)


def ranks(values: Sequence[float], sem: Sequence[float]) -> tuple[int, ...]:
    """Rank subjects from 1 (highest), sharing a rank where they are closer than two standard errors of measurement.

    Args:
        values: One headline per subject.
        sem: Its standard error of measurement per subject.

    Returns:
        One plus the number of subjects that lie clearly above; NaN values come last.

    Raises:
        ValueError: the lengths differ.
    """
    if len(values) != len(sem):
        raise ValueError(f"lengths differ: values {len(values)}, sem {len(sem)}")

    def clearly_above(j: int, i: int) -> bool:
        if math.isnan(values[i]):
            return not math.isnan(values[j])
        return values[j] - values[i] > 2 * math.hypot(sem[i], sem[j]) / math.sqrt(2)

    n = len(values)
    return tuple(1 + sum(clearly_above(j, i) for j in range(n) if j != i) for i in range(n))


def _joint(codes: list[Codes], facets: list[int]) -> Codes:
    if not facets:
        return np.zeros(len(codes[0]), dtype=np.intp)
    return np.unique(np.stack([codes[f] for f in facets]), axis=1, return_inverse=True)[1].reshape(-1).astype(np.intp)


def _pair_sums(x: Floats, group: Codes) -> tuple[float, float]:
    """Number of unordered pairs within groups, and the sum of their squared differences."""
    size = np.bincount(group)
    total, square = np.bincount(group, weights=x), np.bincount(group, weights=x * x)
    return float((size * (size - 1) / 2).sum()), float((size * square - total**2).sum())
