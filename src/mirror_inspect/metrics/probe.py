"""Linear probes: do hidden states tell right from wrong answers, and better than something the subject says or does?

Items of a group (a subcategory) are never on both sides of a split, so that a probe cannot pass by telling topics apart
that it was shown with their answers. Penalty, best layer and scale of the log-odds are chosen inside training parts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.fold_areas import Matrix, area_of, dealt
from mirror_inspect.metrics.intervals import joined
from mirror_inspect.stats.arrays import Codes, Floats, binary, labels, same_length

PENALTIES: Final = (1e-4, 1e-3, 1e-2, 1e-1)
"""Inverse ridge weights tried, for standardised units: from "hardly anything is learnt" to "as good as free"."""
OUTER, INNER = 5, 3
LEAST: Final = 20
"""Fewest right and fewest wrong answers with which a probe is fitted."""
MAX_STEPS: Final = 500
UNBOUND: Final = 1e4
"""Inverse ridge weight of the two numbers that turn scores into calibrated log-odds: none to speak of."""


@dataclass(frozen=True, slots=True)
class Probed:
    """What a probe says of every item, always from a fit that saw neither the item nor its group.

    Attributes:
        scores: Held-out log-odds of being right, shape (n,); comparable within a fold.
        odds: The same on a scale found on held-out scores inside the training part, so that they are above 0 where an
            answer is more likely right than wrong; constant within a fold whose training part showed no information.
        folds: Outer fold of every item, shape (n,).
        layers: Layer that each outer fold used, shape (n_folds,): an index into the layers given.
        penalties: Inverse ridge weight that each outer fold used.
    """

    scores: Floats
    odds: Floats
    folds: Codes
    layers: tuple[int, ...]
    penalties: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Probes:
    """Probes of several layers over the same folds.

    Attributes:
        best: The layer chosen in each training part by its inner folds: its area is not that of the best of many.
        each: One probe per layer, in the order given.
    """

    best: Probed
    each: tuple[Probed, ...]


def group_folds(groups: ArrayLike, *, blocks: ArrayLike | None = None, n_folds: int = OUTER, seed: int = 0) -> Codes:
    """Assign whole groups to folds, the groups of a block (a domain) spread over as many folds as it fills.

    Args:
        groups: Label of each item, shape (n,).
        blocks: Label of each item, shape (n,), the same for all items of a group.
        n_folds: Most folds; fewer when there are fewer groups.
        seed: Fixes which groups of a block come together.

    Returns:
        Fold of each item from 0, shape (n,).
    """
    names, codes = labels(groups, "groups")
    first = np.unique(codes, return_index=True)[1]
    block = np.zeros(len(names), dtype=np.intp) if blocks is None else labels(blocks, "blocks")[1][first]
    rng = np.random.default_rng(seed)
    order = np.lexsort((rng.random(len(names)), block))
    fold = np.empty(len(names), dtype=np.intp)
    fold[order] = np.arange(len(names)) % max(1, min(n_folds, len(names)))
    return np.asarray(fold[codes], dtype=np.intp)


def probe(
    states: Sequence[ArrayLike],
    correct: ArrayLike,
    groups: ArrayLike,
    *,
    blocks: ArrayLike | None = None,
    seed: int = 0,
) -> Probes | str:
    """Fit ridge-logistic probes in nested cross-validation: penalty, scale and best layer come from training parts.

    Args:
        states: Hidden states, one matrix (n, width) per layer.
        correct: 0/1, shape (n,).
        groups: Unit of every split, shape (n,).
        blocks: As for `group_folds`.
        seed: Fixes the folds.

    Returns:
        Held-out scores, or the reason there are none: ``too_few_groups`` (below two), ``under_20_right``,
        ``under_20_wrong``, ``one_class`` in a training part.

    Raises:
        ValueError: unequal lengths, or states that are not finite.

    Source: Alain and Bengio 2017, ICLR workshop (linear probes); Kadavath et al. 2022 (correctness as the target);
    Platt 1999 (the scale of the log-odds).
    """
    y, layers = _checked(states, correct, groups)
    if reason := unfit(y, groups):
        return reason
    folds = group_folds(groups, blocks=blocks, seed=seed)
    group, block = np.asarray(groups), None if blocks is None else np.asarray(blocks)
    scores, odds = (np.empty((len(layers) + 1, len(y))) for _ in range(2))
    chosen: list[list[tuple[int, float]]] = [[] for _ in range(len(layers) + 1)]
    for fold in range(int(folds.max()) + 1):
        held, train = folds == fold, folds != fold
        if y[train].min() == y[train].max():
            return "one_class"
        inside = group_folds(
            group[train], blocks=None if block is None else block[train], n_folds=INNER, seed=seed + fold + 1
        )
        found = [_tuned(x[train], y[train], inside) for x in layers]
        for index, (x, tuned) in enumerate(zip(layers, found, strict=True)):
            scores[index, held] = _fit_predict(x[train], y[train], x[held], tuned.penalty)
            odds[index, held] = tuned.offset + tuned.slope * scores[index, held]
            chosen[index].append((index, tuned.penalty))
        best = max(range(len(layers)), key=lambda index: found[index].area)
        scores[-1, held], odds[-1, held] = scores[best, held], odds[best, held]
        chosen[-1].append((best, found[best].penalty))
    each = [
        Probed(s, o, folds, tuple(i for i, _ in c), tuple(p for _, p in c))
        for s, o, c in zip(scores, odds, chosen, strict=True)
    ]
    return Probes(each[-1], tuple(each[:-1]))


def unfit(correct: ArrayLike, groups: ArrayLike) -> str:
    """Return why no probe can be fitted to these outcomes; empty when one can."""
    y = binary(correct, "correct")
    if len(set(np.asarray(groups).tolist())) < 2:
        return "too_few_groups"
    few = joined("under_20_right" if y.sum() < LEAST else "", "under_20_wrong" if (1 - y).sum() < LEAST else "")
    return few


def refit_null(
    states: Sequence[ArrayLike],
    correct: ArrayLike,
    groups: ArrayLike,
    fitted: Probed,
    *,
    n_permutations: int = 100,
    seed: int = 0,
) -> Floats:
    """Areas of the same probe fitted and tested on the outcomes of whole groups dealt out anew.

    Args:
        states: As for `probe`.
        correct: 0/1, shape (n,).
        groups: Unit of every split, shape (n,).
        fitted: What `probe` returned for them, of one layer or the best; its layers and penalties are kept.
        n_permutations: Deals, each with as many fits as there are folds.
        seed: Seed of the deals.

    Returns:
        Shape (n_permutations,); a training part whose outcomes are all alike tells nothing and counts as .5.
    """
    y, layers = binary(correct, "correct"), [_matrix(x) for x in states]
    rng = np.random.default_rng(seed)
    areas = []
    for _ in range(n_permutations):
        outcomes = dealt(y, groups, rng)
        scores = np.zeros(len(y))
        for fold, (layer, penalty) in enumerate(zip(fitted.layers, fitted.penalties, strict=True)):
            held, train = fitted.folds == fold, fitted.folds != fold
            if outcomes[train].min() != outcomes[train].max():
                x = layers[layer]
                scores[held] = _fit_predict(x[train], outcomes[train], x[held], penalty)
        area = area_of(scores, outcomes, fitted.folds)
        areas.append(float("nan") if area is None else area[0])
    return np.array(areas)


@dataclass(frozen=True, slots=True)
class _Tuned:
    """What inner folds say of a layer: the best penalty, its area, and the scale of its held-out scores."""

    penalty: float
    area: float
    offset: float
    slope: float


def _tuned(x: Matrix, y: Floats, folds: Codes) -> _Tuned:
    """Return the penalty with the largest area over the inner folds, the strongest of equals, and what goes with it."""
    scores = {c: np.zeros(len(y)) for c in PENALTIES}
    for fold in range(int(folds.max()) + 1):
        held, train = folds == fold, folds != fold
        if train.any() and y[train].min() != y[train].max():
            for c in PENALTIES:
                scores[c][held] = _fit_predict(x[train], y[train], x[held], c)
    areas = {c: 0.5 if (found := area_of(s, y, folds)) is None else found[0] for c, s in scores.items()}
    best = max(areas, key=lambda c: (areas[c], -c))
    return _Tuned(best, areas[best], *_scale(scores[best], y))


def _scale(scores: Floats, y: Floats) -> tuple[float, float]:
    """Return offset and slope of the log-odds of being right on held-out scores; a slope below 0 is none."""
    from sklearn.linear_model import LogisticRegression

    spread = float(scores.std())
    if spread > 0:
        fit = LogisticRegression(C=UNBOUND, max_iter=MAX_STEPS).fit((scores / spread)[:, None], y)
        if fit.coef_[0, 0] > 0:
            return float(fit.intercept_[0]), float(fit.coef_[0, 0]) / spread
    share = float(y.mean())
    return float(np.log(share / (1 - share))), 0.0


def _fit_predict(x: Matrix, y: Floats, new: Matrix, penalty: float) -> Floats:
    """Log-odds of new items under a ridge-logistic fit to standardised states."""
    from sklearn.linear_model import LogisticRegression

    centre, spread = x.mean(axis=0), x.std(axis=0)
    spread = np.where(spread > 1e-12 * (1 + np.abs(centre)), spread, np.inf)
    x, new = (x - centre) / spread, (new - centre) / spread
    if x.shape[1] > x.shape[0]:
        # With more units than items the fit lies in the span of the items: the same fit, in fewer numbers.
        basis = np.linalg.svd(x, full_matrices=False)[2]
        x, new = x @ basis.T, new @ basis.T
    fit = LogisticRegression(C=penalty, max_iter=MAX_STEPS, tol=1e-3).fit(x, y)
    return np.asarray(fit.decision_function(new), dtype=np.float64)


def _checked(states: Sequence[ArrayLike], correct: ArrayLike, groups: ArrayLike) -> tuple[Floats, list[Matrix]]:
    y = binary(correct, "correct")
    layers = [_matrix(x) for x in states]
    if not layers:
        raise ValueError("no layer given")
    same_length(correct=y, groups=np.asarray(groups), **{f"layer {i}": x for i, x in enumerate(layers)})
    return y, layers


def _matrix(values: ArrayLike) -> Matrix:
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 2 or not np.isfinite(x).all():
        raise ValueError("hidden states must be a finite matrix of items by units")
    return x
