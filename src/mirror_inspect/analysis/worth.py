"""What the subject's choices are worth: the curve over the resolver, the measured resolver, risk tiers and costs."""

from dataclasses import dataclass

import numpy as np

from mirror_inspect.analysis.knowdo import attempts, cell
from mirror_inspect.analysis.rows import Rows, key
from mirror_inspect.analysis.subject import Subject
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.intervals import clustered_share
from mirror_inspect.routing.utility import (
    TIER_WEIGHTS,
    CurvePoint,
    break_even_resolver,
    mean_cost,
    measured_success,
    success_curve,
    weighted_cfr,
)
from mirror_inspect.taxonomy import Condition, Paradigm


@dataclass(frozen=True, slots=True)
class Worth:
    """One paradigm and condition, valued.

    Attributes:
        paradigm: Paradigm.
        condition: Condition.
        curve: System success over resolver accuracies.
        break_even: Resolver accuracy above which giving away what was given away pays.
        resolver: Measured accuracy of the resolver model on what was given away.
        measured: System success with the resolver's own answers.
        weighted_cfr: CFR with failures weighted by risk tier (1, 2, 4, 8).
        cost: Stated cost per component, errors and escalations.
    """

    paradigm: str
    condition: str
    curve: tuple[CurvePoint, ...]
    break_even: Estimate
    resolver: Estimate
    measured: Estimate
    weighted_cfr: Estimate
    cost: Estimate


def worth(subject: Subject, paradigm: Paradigm, condition: Condition, *, floor: float = COVERAGE_FLOOR) -> Worth:
    """Value one cell of the matrix; every estimate is NaN ``not_run`` when it was not run.

    The resolver's accuracy is NaN ``no_resolver`` unless another model answered what was given away.
    """
    planned = cell(subject.rows, paradigm, condition)
    seen = planned.observed()
    if not seen:
        undefined = Estimate.undefined("low_coverage" if planned else "not_run", n_total=len(planned))
        return Worth(paradigm, condition, (), *[undefined] * 5)
    decision, correct = seen.column("decision"), seen.column("correct")
    right = attempts(subject.rows)
    known = seen.where(lambda o: key(o) in right)
    mean_right = np.array([right[key(o)] for o in known], dtype=np.float64)
    facts = [subject.tasks.get(o.group) for o in seen]
    resolver, measured = _resolved(subject, seen)
    weighted = cost = Estimate.undefined("no_task_facts", n_total=len(planned))
    if all(facts):
        weight = [TIER_WEIGHTS[f.risk_tier] for f in facts if f]
        n_weak = max(len(planned.where(weak=True)), len(seen.where(weak=True)))
        weighted = weighted_cfr(seen.column("weak") == 1, decision, correct, weight, clusters=seen.column("group"))
        weighted = weighted.out_of(n_weak, floor=floor)
        cost = mean_cost(
            decision,
            correct,
            [f.error_cost for f in facts if f],
            [f.escalation_cost for f in facts if f],
            seen.column("group"),
        ).out_of(len(planned), floor=floor)
    return Worth(
        paradigm,
        condition,
        success_curve(decision, correct, clusters=seen.column("group")),
        break_even_resolver(known.column("decision"), mean_right, clusters=known.column("group"))
        if known
        else Estimate.undefined("no_attempts", n_total=len(planned)),
        resolver,
        measured.out_of(max(len(planned), measured.n_total), floor=floor) if measured.defined else measured,
        weighted,
        cost,
    )


def _resolved(subject: Subject, seen: Rows) -> tuple[Estimate, Estimate]:
    """Accuracy of the resolver on this cell, and system success with its answers."""
    if not seen:
        return (Estimate.undefined("not_run"),) * 2
    paradigm, condition = seen[0].paradigm, seen[0].condition
    answered = subject.resolved.where(paradigm=paradigm, condition=condition)
    if not answered:
        return (Estimate.undefined("no_resolver"),) * 2
    replies = answered.observed()
    outcome = {key(o): float(bool(o.correct)) for o in replies}
    right = np.array([outcome[key(o)] for o in replies], dtype=np.float64)
    accuracy = clustered_share(right, clusters=replies.column("group"))
    accuracy = accuracy.out_of(len(answered)) if outcome else Estimate.undefined("all_missing", n_total=len(answered))
    given = np.array([outcome.get(key(o), np.nan) for o in seen], dtype=np.float64)
    return accuracy, measured_success(
        seen.column("decision"), seen.column("correct"), given, clusters=seen.column("group")
    )
