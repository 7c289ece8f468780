"""Experiment 7 on one subject: the probe of every layer, its controls, and what it says of every behaviour."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.analysis.probe_behaviour import Behaviour
from mirror_inspect.analysis.probe_verdict import GOOD, Comparison, Conclusion, Margins, compare
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.fold_areas import dealt, fold_auroc, fold_auroc_difference, shuffle_null
from mirror_inspect.metrics.intervals import clustered_share
from mirror_inspect.metrics.probe import Probes, probe, refit_null
from mirror_inspect.stats.permutation import p_value
from mirror_inspect.stats.verdicts import MARGINS

N_REFITS: Final = 100
N_SHUFFLES: Final = 999


@dataclass(frozen=True, slots=True)
class Inside:
    """Items with graded natural answers and hidden states.

    Attributes:
        states: One matrix (n, width) per layer.
        layers: Number of each layer, 0 being the embedding.
        correct: 0/1 of the natural answer, shape (n,).
        subcategory: Shape (n,): no subcategory is on both sides of a split.
        domain: Shape (n,).
        difficulty: 1 to 5, shape (n,).
        length: Tokens of the prompt, shape (n,).
        behaviours: What was said and done on the same items.
        planned: Items planned, those without states or a graded answer included.
    """

    states: Sequence[ArrayLike]
    layers: tuple[int, ...]
    correct: NDArray[np.float64]
    subcategory: NDArray[np.str_]
    domain: NDArray[np.str_]
    difficulty: NDArray[np.float64]
    length: NDArray[np.float64]
    behaviours: tuple[Behaviour, ...] = ()
    planned: int = 0


@dataclass(frozen=True, slots=True)
class Layer:
    """The probe of one layer.

    Attributes:
        layer: Its number.
        area: AUROC over held-out items, p by outcomes dealt out anew between subcategories.
        p_any: The same p, allowing for the choice among all layers.
    """

    layer: int
    area: Estimate
    p_any: float


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What Experiment 7 says of one subject.

    Attributes:
        accuracy: Share of natural answers that are right.
        area: AUROC of the probe whose layer is chosen inside each training part; p by refits on outcomes dealt out anew
            between subcategories.
        within_level: The same among items of one difficulty level only: information beyond how hard an item looks.
        within_subcategory: The same among items of one subcategory only: information beyond what an item is about.
        surface: AUROC of a probe of domain, level and length: what anybody can see of an item without looking inside.
        beyond_surface: area - surface, paired.
        control: The whole procedure, choice of layer included, on outcomes dealt out once: .5, or something leaks.
        permuted: The middle 95 % of the areas of those refits.
        chosen: Layer that each outer fold chose.
        layers: One row per layer.
        comparisons: One row per behaviour.
        conclusion: That of the first action, else of the first channel, in the order of `ACTED` and `SAID`; those that
            were observed on too few items are passed over.
        good: Area from which information counts as sufficient.
        margin: Smallest difference of areas, or of utility per item, that counts.
    """

    accuracy: Estimate
    area: Estimate
    within_level: Estimate
    within_subcategory: Estimate
    surface: Estimate
    beyond_surface: Estimate
    control: Estimate
    permuted: tuple[float, float]
    chosen: tuple[int, ...]
    layers: tuple[Layer, ...]
    comparisons: tuple[Comparison, ...]
    conclusion: Conclusion
    good: float
    margin: float


def analyse(
    inside: Inside,
    *,
    good: float = GOOD,
    margin: float = MARGINS["auroc"],
    floor: float = COVERAGE_FLOOR,
    n_refits: int = N_REFITS,
    seed: int = 0,
) -> ProbeResult:
    """Return the probe of every layer and of the chosen one, with its controls, against every behaviour.

    Args:
        inside: The items.
        good: Area from which information counts as sufficient, above .5.
        margin: Smallest difference of areas, or of utility per item, that counts.
        floor: Smallest share of the planned items at which a value is reported (rule 1).
        n_refits: Refits on outcomes dealt out anew; 0 leaves the p-value to the t interval.
        seed: Seed of folds and deals.
    """
    y, groups, n = inside.correct, inside.subcategory, len(inside.correct)
    planned = max(inside.planned, n)
    right = clustered_share(y) if n else Estimate.undefined("empty")
    accuracy = right.out_of(planned, floor=floor)
    fitted = probe(inside.states, y, groups, blocks=inside.domain, seed=seed) if n else "empty"
    reason = fitted if isinstance(fitted, str) else "" if n / planned >= floor else "low_coverage"
    if isinstance(fitted, str) or reason:
        nothing = Estimate.undefined(reason, n_observed=n, n_total=planned)
        none = tuple(Layer(layer, nothing, nothing.p) for layer in inside.layers)
        return ProbeResult(
            accuracy,
            *(nothing,) * 6,
            permuted=(float("nan"), float("nan")),
            chosen=(),
            layers=none,
            comparisons=(),
            conclusion=Conclusion.INCONCLUSIVE,
            good=good,
            margin=margin,
        )
    best, folds = fitted.best, fitted.best.folds
    null = refit_null(inside.states, y, groups, best, n_permutations=n_refits, seed=seed)
    low, high = np.nanquantile(null, [0.025, 0.975]) if len(null) else (float("nan"), float("nan"))
    area = fold_auroc(best.scores, y, folds, clusters=groups, fitted=True, null_areas=null).out_of(planned)
    levels = np.array([f"{fold}/{level:.0f}" for fold, level in zip(folds, inside.difficulty, strict=True)])
    margins = Margins(good=good, margin=margin, floor=floor)
    comparisons = tuple(compare(b, best, y, groups, margins=margins) for b in inside.behaviours)
    observed = [(b, c) for b, c in zip(inside.behaviours, comparisons, strict=True) if c.gap.defined]
    first = [c for b, c in observed if b.is_action] or [c for _, c in observed]
    surface, beyond = _surface(inside, fitted, seed)
    return ProbeResult(
        accuracy=accuracy,
        area=area,
        within_level=fold_auroc(best.scores, y, levels, clusters=groups, fitted=True),
        within_subcategory=fold_auroc(best.scores, y, groups, clusters=groups, fitted=True, sampled=True),
        surface=surface,
        beyond_surface=beyond,
        control=_control(inside, folds, seed),
        permuted=(float(low), float(high)),
        chosen=tuple(inside.layers[i] for i in best.layers),
        layers=_layers(fitted, inside, seed),
        comparisons=comparisons,
        conclusion=first[0].conclusion if first else Conclusion.INCONCLUSIVE,
        good=good,
        margin=margin,
    )


def _layers(fitted: Probes, inside: Inside, seed: int) -> tuple[Layer, ...]:
    y, folds = inside.correct, fitted.best.folds
    groups = inside.subcategory
    null = shuffle_null([p.scores for p in fitted.each], y, folds, groups, n_permutations=N_SHUFFLES, seed=seed)
    furthest = np.abs(null - 0.5).max(axis=1)
    rows = []
    for index, (number, probed) in enumerate(zip(inside.layers, fitted.each, strict=True)):
        area = fold_auroc(probed.scores, y, folds, clusters=groups, fitted=True, null_areas=null[:, index])
        any_ = p_value(abs(area.value - 0.5), furthest) if area.defined else float("nan")
        rows.append(Layer(number, area, any_))
    return tuple(rows)


def _surface(inside: Inside, fitted: Probes, seed: int) -> tuple[Estimate, Estimate]:
    """Return the area of what is seen of an item from outside, over the same folds, and the probe's lead on it."""
    y, groups, best = inside.correct, inside.subcategory, fitted.best
    seen = np.column_stack([inside.domain[:, None] == np.unique(inside.domain), inside.difficulty, inside.length])
    plain = probe([seen], y, groups, blocks=inside.domain, seed=seed)
    if isinstance(plain, str):
        nothing = Estimate.undefined(plain, n_observed=len(y))
        return nothing, nothing
    scores = plain.best.scores
    lead = fold_auroc_difference((best.scores, y), (scores, y), best.folds, clusters=groups, both_fitted=True)
    return fold_auroc(scores, y, best.folds, clusters=groups, fitted=True), lead


def _control(inside: Inside, folds: NDArray[np.intp], seed: int) -> Estimate:
    """Return the area of the whole procedure where whole subcategories were given the outcomes of others.

    Items of a subcategory keep a common share right, so that a procedure that has seen a subcategory before it is
    tested on it shows here.
    """
    given = dealt(inside.correct, inside.subcategory, np.random.default_rng(seed + 1))
    fitted = probe(inside.states, given, inside.subcategory, blocks=inside.domain, seed=seed)
    if isinstance(fitted, str):
        return Estimate.undefined(fitted, n_observed=len(given))
    return fold_auroc(fitted.best.scores, given, folds, clusters=inside.subcategory, fitted=True)
