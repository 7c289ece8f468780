"""Stochastic decoding: does the same subject decide and answer alike when it is asked again?"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from mirror_inspect.analysis.knowdo import cell
from mirror_inspect.analysis.rows import Rows
from mirror_inspect.analysis.subject import Subject
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import mean
from mirror_inspect.observation import Decision
from mirror_inspect.taxonomy import Condition, Paradigm


@dataclass(frozen=True, slots=True)
class Repeats:
    """Agreement of repeated runs of the same component (``--epochs``), or of repeated forced attempts.

    Attributes:
        decisions: Probability that two epochs take the same decision (proceed or not) in P1 under C1.
        answers: Probability that two forced attempts are graded alike.
    """

    decisions: Estimate
    answers: Estimate


def repeats(subject: Subject) -> Repeats:
    """Return the agreement of repeats; NaN ``not_repeated`` where nothing was asked twice."""
    acted = cell(subject.rows, Paradigm.AUTONOMOUS, Condition.UNINFORMED).observed()
    forced = cell(subject.rows, Paradigm.BEHAVIOURAL, Condition.UNINFORMED).graded()
    return Repeats(
        _agreement(acted, [float(o.decision is Decision.PROCEED) for o in acted]),
        _agreement(forced, [float(bool(o.correct)) for o in forced]),
    )


def _agreement(rows: Rows, outcomes: list[float]) -> Estimate:
    """Mean over components of the share of pairs of repeats that agree, clustered by task."""
    found: dict[tuple[str, str | None], list[float]] = defaultdict(list)
    for o, outcome in zip(rows, outcomes, strict=True):
        found[o.group, o.slot].append(outcome)
    repeated = {k: v for k, v in found.items() if len(v) > 1}
    if not repeated:
        return Estimate.undefined("not_repeated", n_observed=len(found))
    agree = []
    for values in repeated.values():
        n, ones = len(values), sum(values)
        agree.append((ones * (ones - 1) + (n - ones) * (n - ones - 1)) / (n * (n - 1)))
    return mean(np.array(agree), clusters=[group for group, _ in repeated], bounds=(0.0, 1.0))
