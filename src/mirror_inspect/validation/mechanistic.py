"""Experiment 7 in the validation: probes of planted states, their nulls, and the verdict that each subject deserves."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.analysis import probe_verdict
from mirror_inspect.analysis.probe_behaviour import Behaviour
from mirror_inspect.metrics import fold_areas
from mirror_inspect.metrics import probe as metric
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.permutation import p_value
from mirror_inspect.validation.study import Found, Row, Study, covers, named, near, not_over_size, size
from mirror_inspect.validation.verdict import Kind

Floats = NDArray[np.float64]
Labels = NDArray[np.int_]
WIDTH: Final = 4
SUBCATEGORIES, EACH = 40, 8
STRENGTH: Final = 1.5
REFITS: Final = 39
"""Deals of the null: with as many the smallest p is .025, so that a test at .05 can reject."""
FITTED, COMPARED = 40, 10
"""One of so many replicates is run where probes are fitted, and where they are only compared."""
SMALL, LARGE = 800, 4000
"""Items of the preset ``standard``, and items with which an area is known to about .01."""


@cache
def planted_area(strength: float) -> float:
    """Return the area of the log-odds themselves, with ``strength`` their standard deviation."""
    odds = strength * np.random.default_rng(0).standard_normal(200_000)
    right = 1 / (1 + np.exp(-odds))
    order = np.argsort(odds)
    below = np.cumsum((1 - right)[order])
    return float((right[order] * below).sum() / (right.sum() * (1 - right).sum()))


def _outcomes(rng: np.random.Generator, odds: Floats) -> Floats:
    return (rng.random(len(odds)) < 1 / (1 + np.exp(-odds))).astype(np.float64)


def _fit(states: list[Floats], correct: Floats, groups: Labels) -> metric.Probes | None:
    found = metric.probe(states, correct, groups)
    return None if isinstance(found, str) else found


def _area(found: metric.Probes | None, correct: Floats, groups: Labels, null: Floats | None = None) -> Estimate:
    if found is None:
        return Estimate.undefined("no_fit")
    best = found.best
    return fold_areas.fold_auroc(best.scores, correct, best.folds, clusters=groups, fitted=True, null_areas=null)


def _fits(rng: np.random.Generator) -> Found:
    """Fit states that carry the odds, states that carry nothing, and states that name topics of unlike difficulty."""
    n = SUBCATEGORIES * EACH
    groups = np.repeat(np.arange(SUBCATEGORIES), EACH)
    states = rng.standard_normal((n, WIDTH))
    informed = _outcomes(rng, STRENGTH * states[:, 0])
    blind = _outcomes(rng, np.zeros(n))
    by_topic = _outcomes(rng, np.repeat(rng.uniform(-3, 3, size=SUBCATEGORIES), EACH))
    topics = np.repeat(rng.standard_normal((SUBCATEGORIES, WIDTH)), EACH, axis=0) + 0.3 * states
    other = np.repeat(rng.standard_normal((SUBCATEGORIES, WIDTH)), EACH, axis=0) + 0.3 * states
    seed = int(rng.integers(2**31))
    of_topics = _fit([topics, other], by_topic, groups)
    refits, any_ = None, Estimate.undefined("no_fit")
    if of_topics is not None:
        refits = metric.refit_null([topics, other], by_topic, groups, of_topics.best, n_permutations=REFITS, seed=seed)
        any_ = _best_layer(of_topics, by_topic, groups, seed)
    return {
        "area": _area(_fit([states], informed, groups), informed, groups),
        "nothing": _area(_fit([states], blind, groups), blind, groups),
        "topics": _area(of_topics, by_topic, groups, refits),
        "topics_any_layer": any_,
    }


def _best_layer(found: metric.Probes, correct: Floats, groups: Labels, seed: int) -> Estimate:
    """Return the larger area of two layers with its p over both."""
    columns = [p.scores for p in found.each]
    null = fold_areas.shuffle_null(columns, correct, found.best.folds, groups, n_permutations=199, seed=seed)
    areas = [fold_areas.fold_auroc(c, correct, found.best.folds).value for c in columns]
    far = max(abs(a - 0.5) for a in areas)
    return Estimate(max(areas), null=0.5, p=p_value(far, np.abs(null - 0.5).max(axis=1)))


def _verdict(rng: np.random.Generator, n: int, *, strength: float, words: float = 0.0, choice: str = "") -> Estimate:
    """Return, as the reason, what is concluded of a subject with planted odds inside.

    Args:
        rng: Source of chance.
        n: Items.
        strength: Standard deviation of the log-odds that the probe finds.
        words: Weight of these odds in what the subject says, beside noise of weight 1.
        choice: ``follows`` them, ``always`` answers, or tosses a ``coin``; empty for a subject that speaks.
    """
    odds = strength * rng.standard_normal(n)
    correct = _outcomes(rng, odds)
    groups = np.arange(n) % SUBCATEGORIES
    folds = groups % metric.OUTER
    probed = metric.Probed(odds, odds, folds, (0,) * metric.OUTER, (1.0,) * metric.OUTER)
    if choice:
        taken = {"follows": odds > 0, "always": np.ones(n), "coin": rng.random(n) < 0.5}[choice]
        shown = Behaviour("P1", taken.astype(np.float64), correct, is_action=True, is_choice=True, planned=n)
    else:
        said = words * odds + rng.standard_normal(n)
        shown = Behaviour("rating", said, correct, planned=n)
    found = probe_verdict.compare(shown, probed, correct, groups.astype(str), margins=probe_verdict.Margins())
    return Estimate.undefined(found.conclusion.value)


SAID: Final = 5.0
WEAK, AT_THRESHOLD, STRONG = 0.45, 0.79, 2.5
"""Strengths whose areas are about .62, .70 and .90."""


def _verdicts(rng: np.random.Generator) -> Found:
    return {
        "deficit": _verdict(rng, LARGE, strength=WEAK, words=SAID),
        "control_words": _verdict(rng, SMALL, strength=STRONG),
        "control_always": _verdict(rng, SMALL, strength=STRONG, choice="always"),
        "control_coin": _verdict(rng, SMALL, strength=STRONG, choice="coin"),
        "both": _verdict(rng, LARGE, strength=WEAK),
        "full_actor": _verdict(rng, SMALL, strength=STRONG, choice="follows"),
        "said": _verdict(rng, SMALL, strength=STRONG, words=SAID),
        "threshold": _verdict(rng, SMALL, strength=AT_THRESHOLD),
    }


def _is(name: str, metric_name: str, planted: str, *verdicts: probe_verdict.Conclusion, at_least: float = 0.95) -> Row:
    judge = named(*(v.value for v in verdicts), at_least=at_least)
    return Row(name, metric_name, planted, judge, kind=Kind.SHARE)


_C = probe_verdict.Conclusion
STUDIES: Final = (
    Study(
        "probe_fits",
        "exp7",
        _fits,
        (
            Row(
                "probe_area", "area", "log-odds of SD 1.5 in one direction", near(0.03), lambda: planted_area(STRENGTH)
            ),
            Row("probe_nothing", "nothing", "states that tell nothing", near(), 0.5),
            Row("probe_nothing_covers", "nothing", "states that tell nothing", covers, 0.5, Kind.COVERAGE),
            Row("probe_topics_covers", "topics", "states that name the topic", covers, 0.5, Kind.COVERAGE),
            Row("probe_refits_size", "topics", "states that name the topic", size, kind=Kind.SIZE),
            Row(
                "probe_any_layer_size", "topics_any_layer", "two layers that name the topic", not_over_size,
                kind=Kind.SIZE,
            ),
        ),
        share=FITTED,
    ),
    Study(
        "probe_verdicts",
        "exp7",
        _verdicts,
        (
            _is("verdict_deficit", "deficit", "area .62, all of it said", _C.INFORMATION_DEFICIT),
            _is("verdict_control_words", "control_words", "area .90, none of it said", _C.CONTROL_FAILURE),
            _is("verdict_control_always", "control_always", "area .90, always answers", _C.CONTROL_FAILURE),
            _is("verdict_control_coin", "control_coin", "area .90, tosses a coin", _C.CONTROL_FAILURE),
            _is("verdict_both", "both", "area .62, none of it said", _C.BOTH),
            _is("verdict_said", "said", "area .90, all of it said", _C.NEITHER),
            _is("verdict_full_actor", "full_actor", "area .90, acts on all of it", _C.NEITHER),
            _is("verdict_open", "threshold", "area .70, the threshold", _C.INCONCLUSIVE, at_least=0.85),
        ),
        share=COMPARED,
    ),
)  # fmt: skip
