"""What a subject does with the scores it is shown: the norm where it can act, and scores that are false."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.analysis.knowdo import cell, failure_contrast, taken_on
from mirror_inspect.analysis.rows import Rows, matched
from mirror_inspect.analysis.subject import Subject
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.intervals import clustered_share, contrast
from mirror_inspect.metrics.knowdo import MIN_SHOWN, SHOWN_WEAK, failure_slope
from mirror_inspect.observation import Observation
from mirror_inspect.taxonomy import Condition, Domain, Paradigm

MIN_SWAP: Final = 0.15
"""Smallest difference between the true and the false score at which a swap says something."""
TRACKS: Final = 0.10
INDIFFERENT: Final = 0.05
Z90_OF_Z95: Final = 1.6448536 / 1.9599640


class Reaction(StrEnum):
    """How deferral reacts to a score that is too high."""

    TRACKS = "tracks the shown score"
    INDIFFERENT = "indifferent"
    CONTRARY = "contrary"
    INCONCLUSIVE = "inconclusive"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class FalseScores:
    """Deferral under swapped minus true scores, where a weak domain is shown strong."""

    difference: Estimate
    reaction: Reaction


def deferred(rows: Rows) -> NDArray[np.float64]:
    """Return where the subject did not take a component on, 0 or 1, shape (n,)."""
    return (~taken_on(rows)).astype(np.float64)


def informed_contrast(
    subject: Subject, paradigm: Paradigm, first: Condition, second: Condition, *, floor: float = COVERAGE_FLOOR
) -> Estimate:
    """CFR(first) - CFR(second) on weak components shown below one half, where alone a score or norm can be heeded.

    As `failure_contrast`, with the accuracies of the subject's profile.
    """

    def low(o: Observation) -> bool:
        return subject.shown_for(o) < SHOWN_WEAK

    return failure_contrast(subject.rows, paradigm, first, second, low=low, floor=floor)


def share_shown_weak(subject: Subject) -> Estimate:
    """Share of the weak components of P1 under C1 whose shown accuracy is below one half."""
    weak = cell(subject.rows, Paradigm.AUTONOMOUS, Condition.UNINFORMED).where(weak=True)
    low = np.array([float(subject.shown_for(o) < SHOWN_WEAK) for o in weak])
    return clustered_share(low, clusters=weak.column("group"))


def false_scores(subject: Subject, paradigm: Paradigm, *, floor: float = COVERAGE_FLOOR) -> FalseScores:
    """Does deferral follow the score shown, or what the subject knows?

    Components of weak domains whose task shows them the other part's score, at least .15 higher than their own.
    ``tracks`` and ``contrary`` need a difference beyond .10 whose 95 % interval excludes 0; ``indifferent`` a
    difference within .05 whose 90 % interval stays within .10.

    Returns:
        Difference in [-1, 1], interval clustered by task; NaN ``not_run``, ``not_applicable`` with fewer than 30
        such components, or ``low_coverage``.
    """
    true, false = (cell(subject.rows, paradigm, c) for c in (Condition.OWN_SCORES, Condition.FALSE_SCORES))
    if not true or not false:
        return FalseScores(Estimate.undefined("not_run"), Reaction.NOT_APPLICABLE)
    partner = {(o.model, o.group, o.epoch, o.slot): o for o in false}

    def raised(o: Observation) -> bool:
        other = partner.get((o.model, o.group, o.epoch, "B" if o.slot == "A" else "A"))
        return bool(o.weak) and other is not None and subject.shown_for(other) - subject.shown_for(o) >= MIN_SWAP - 1e-9

    planned, _ = matched(false.where(raised), true)
    if len(planned) < MIN_SHOWN:
        gone = Estimate.undefined("not_applicable", n_observed=len(planned))
        return FalseScores(gone, Reaction.NOT_APPLICABLE)
    swapped, own = matched(false.where(raised).observed(), true.observed())
    found = contrast(deferred(swapped) - deferred(own), clusters=swapped.column("group")) if swapped else None
    if found is None:
        return FalseScores(Estimate.undefined("low_coverage", n_total=len(planned)), Reaction.INCONCLUSIVE)
    found = found.out_of(len(planned), floor=floor)
    return FalseScores(found, reaction_to(found))


def reaction_to(difference: Estimate) -> Reaction:
    """Return the verdict on a difference in deferral, inconclusive when it or its interval is undefined."""
    value, low, high = difference.value, difference.low, difference.high
    if math.isnan(value) or math.isnan(low) or math.isnan(high):
        return Reaction.INCONCLUSIVE
    if value < -TRACKS and high < 0:
        return Reaction.TRACKS
    if value > TRACKS and low > 0:
        return Reaction.CONTRARY
    near = (value - (value - low) * Z90_OF_Z95, value + (high - value) * Z90_OF_Z95)
    if abs(value) <= INDIFFERENT and near[0] > -TRACKS and near[1] < TRACKS:
        return Reaction.INDIFFERENT
    return Reaction.INCONCLUSIVE


def graded_slope(subject: Subject, paradigm: Paradigm, condition: Condition) -> Estimate:
    """Slope of failure on the centred accuracy of the component's domain; NaN ``no_profile`` without accuracies."""
    seen = cell(subject.rows, paradigm, condition).observed()
    measured = subject.accuracy or subject.shown
    known = seen.where(lambda o: Domain(o.domain) in measured)
    if not known:
        return Estimate.undefined("no_profile" if seen else "not_run", n_total=len(seen))
    accuracy = np.array([measured[Domain(o.domain)] for o in known], dtype=np.float64)
    return failure_slope(known.column("decision"), known.column("correct"), accuracy, clusters=known.column("group"))
