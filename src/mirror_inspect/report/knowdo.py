"""Everything Experiment 9 says about one subject, computed once: what tables, figures and JSON are made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from mirror_inspect.analysis.absent import Absent, absent
from mirror_inspect.analysis.across import Across, across_subjects, wilcoxon_across
from mirror_inspect.analysis.behaviour import Behaviour, behaviour
from mirror_inspect.analysis.converge import GapAndFailure, gap_and_failure, paradigm_convergence
from mirror_inspect.analysis.knowdo import CONTRASTS, DECIDING, components, summarise_knowdo
from mirror_inspect.analysis.redteam import Attacked, redteam
from mirror_inspect.analysis.repeats import Repeats, repeats
from mirror_inspect.analysis.routers import routers
from mirror_inspect.analysis.rows import MIXED, profiles_in
from mirror_inspect.analysis.spending import Price, Spending, spending
from mirror_inspect.analysis.subject import Subject
from mirror_inspect.analysis.told import FalseScores, false_scores, graded_slope, informed_contrast, share_shown_weak
from mirror_inspect.analysis.weakness import UnderPolicy, weak_set_notes, weak_set_sensitivity
from mirror_inspect.analysis.worth import Worth, worth
from mirror_inspect.errors import ArgumentError
from mirror_inspect.metrics.agentic import AgenticRow, agentic_table
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.ladder import UtilityLadder, utility_ladder
from mirror_inspect.observation import plain
from mirror_inspect.routing.baselines import Routed
from mirror_inspect.stats.multiplicity import holm
from mirror_inspect.stats.verdicts import Verdict, margin_of, verdict
from mirror_inspect.taxonomy import Channel, Condition, Paradigm

MARGIN_OF: Final = {"knowdo_gap": "knowdo", "routing_gain": "routing"}
"""Margin each headline is held against; contrasts of CFR are held against ``cfr``."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A stated effect with its verdict.

    Attributes:
        name: What is claimed to be above 0.
        estimate: The estimate; of an escalation contrast with its p adjusted over their family.
        verdict: Three-valued, against the pre-registered margin, and on that p.
        p_holm: The adjusted p; NaN outside the family.
        applicable: Whether the subject could have shown the effect; otherwise there is no verdict.
    """

    name: str
    estimate: Estimate
    verdict: Verdict
    p_holm: float
    applicable: bool


@dataclass(frozen=True, slots=True)
class SubjectReport:
    """One subject's report.

    Attributes:
        model: Inspect's name.
        warnings: What a reader must know; ``mixed_profiles`` leaves everything else missing.
        weak: The weak set.
        p_weak: Probability that each domain is weak.
        ladder: The utility ladder on self-reports, and ``rating_ladder`` on ratings.
        estimates: What stands in the log header.
        findings: Verdicts.
        rates: BCa table by paradigm and condition.
        shown_weak: Share of weak components shown below one half: where a norm can act.
        false: Reaction to swapped scores by paradigm.
        slope: Slope of failure on profile accuracy by paradigm, under C1.
        policies: Weak-set sensitivity.
        routers: Instance-level routers at equal budget.
        worths: Value by paradigm and condition.
        convergence: Rank correlation of domain failure rates in P1 and P2.
        gap: Correlation of gap and failure over subcategories.
        repeats: Agreement of repeats.
        behaviour: Signals of forced answers.
        redteam: Attacks against their clean partners.
        absent: Missingness block.
    """

    model: str
    warnings: tuple[str, ...]
    weak: tuple[str, ...]
    p_weak: Mapping[str, float]
    ladder: UtilityLadder
    rating_ladder: UtilityLadder
    estimates: Mapping[str, Estimate]
    findings: tuple[Finding, ...]
    rates: tuple[AgenticRow, ...]
    shown_weak: Estimate
    false: Mapping[str, FalseScores]
    slope: Mapping[str, Estimate]
    policies: tuple[UnderPolicy, ...]
    routers: tuple[Routed, ...]
    worths: tuple[Worth, ...]
    convergence: Estimate
    gap: GapAndFailure
    repeats: Repeats
    behaviour: Behaviour
    redteam: tuple[Attacked, ...]
    absent: tuple[Absent, ...]


@dataclass(frozen=True, slots=True)
class KnowDoReport:
    """All subjects, what holds across them, and what their work costs."""

    subjects: tuple[SubjectReport, ...]
    across: Across
    wilcoxon: Mapping[str, Estimate]
    spending: tuple[Spending, ...]
    resolver: float


def knowdo_report(
    subjects: Sequence[Subject],
    prices: Mapping[str, Price],
    *,
    resolver: float = 0.9,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> KnowDoReport:
    """Compute the report of any number of subjects.

    Args:
        subjects: One per model.
        prices: Prices by model; models without one get no cost.
        resolver: Stated accuracy of whoever takes over.
        n_resamples: BCa replicates.
        seed: Seed of resamples, splits and permutations.

    Raises:
        ArgumentError: observations of a subject contradict each other, which those of this package do not.
    """
    reports = tuple(_reported(s, resolver, n_resamples, seed) for s in subjects)
    usable = [s for s in subjects if not mixed(s)]
    names = dict.fromkeys(f.name for r in reports for f in r.findings if f.name.startswith("CFR"))
    across = {n: wilcoxon_across([f.estimate for r in reports for f in r.findings if f.name == n]) for n in names}
    costs = spending(usable, prices, resolver=resolver)
    return KnowDoReport(reports, across_subjects(usable, seed=seed), across, costs, resolver)


def _reported(subject: Subject, resolver: float, n_resamples: int, seed: int) -> SubjectReport:
    try:
        return subject_report(subject, resolver=resolver, n_resamples=n_resamples, seed=seed)
    except ValueError as why:
        raise ArgumentError(f"{subject.model}: its observations contradict themselves ({plain(why)})") from None


def mixed(subject: Subject) -> bool:
    """Whether the subject's components were routed by more than one profile."""
    return len(profiles_in(subject.rows)) > 1


def subject_report(
    subject: Subject, *, resolver: float = 0.9, n_resamples: int = 10_000, seed: int = 0
) -> SubjectReport:
    """Compute one subject's report; two profiles leave every estimate missing."""
    if mixed(subject):
        return _nothing(subject, resolver)
    estimates = summarise_knowdo(subject.rows, resolver=resolver)
    cells = sorted({(o.paradigm, o.condition) for o in subject.rows if o.paradigm in set(DECIDING)})
    return SubjectReport(
        model=subject.model,
        warnings=(*subject.warnings, *weak_set_notes(subject)),
        weak=tuple(sorted(subject.weak)),
        p_weak={d.value: p for d, p in subject.p_weak.items()},
        ladder=_ladder(subject, Channel.SELF_REPORT, seed),
        rating_ladder=_ladder(subject, Channel.RATING, seed),
        estimates=estimates,
        findings=findings(subject, estimates),
        rates=_rates(subject, n_resamples, seed),
        shown_weak=share_shown_weak(subject),
        false={p.value: false_scores(subject, p) for p in DECIDING},
        slope={p.value: graded_slope(subject, p, Condition.UNINFORMED) for p in DECIDING},
        policies=weak_set_sensitivity(subject),
        routers=routers(subject, resolver=resolver, seed=seed),
        worths=tuple(worth(subject, Paradigm(str(p)), Condition(str(c))) for p, c in cells),
        convergence=paradigm_convergence(subject),
        gap=gap_and_failure(subject),
        repeats=repeats(subject),
        behaviour=behaviour(subject),
        redteam=redteam(subject),
        absent=absent(subject, n_resamples=min(n_resamples, 2000)),
    )


def margin_for(subject: Subject, name: str) -> float:
    """Return the pre-registered margin of a construct: the log's own, else the default (wider under ``quick``)."""
    return float(subject.margins[name]) if name in subject.margins else margin_of(name, subject.preset)


def _ladder(subject: Subject, channel: Channel, seed: int) -> UtilityLadder:
    joined = components(subject.rows, Paradigm.AUTONOMOUS, Condition.UNINFORMED, channel)
    made = utility_ladder(joined.confidence, joined.deferred, joined.right, clusters=joined.task, seed=seed)
    return UtilityLadder(*[joined.against_plan(getattr(made, n), COVERAGE_FLOOR) for n in UtilityLadder.__slots__])


def findings(subject: Subject, estimates: Mapping[str, Estimate]) -> tuple[Finding, ...]:
    """Hold the headlines and the escalation contrasts of a subject against their margins, the contrasts after Holm."""
    family = {
        f"CFR {first}-{second} {p}": informed_contrast(subject, p, first, second)
        for p in DECIDING
        for first, second in CONTRASTS
    }
    adjusted = dict(zip(family, holm(np.array([e.p for e in family.values()])).tolist(), strict=True))
    claims = [(name, estimates[name], margin_for(subject, margin)) for name, margin in MARGIN_OF.items()]
    claims += [
        (name, replace(e, p=adjusted[name]), margin_for(subject, "cfr"))
        for name, e in family.items()
        if e.reason != "not_run"
    ]
    return tuple(
        Finding(
            name,
            estimate,
            verdict(estimate, margin, direction="greater"),
            adjusted.get(name, float("nan")),
            estimate.reason != "not_applicable",
        )
        for name, estimate, margin in claims
    )


def _rates(subject: Subject, n_resamples: int, seed: int) -> tuple[AgenticRow, ...]:
    rows = subject.rows.observed().where(lambda o: o.paradigm in set(DECIDING) and o.weak is not None)
    names = ("group", "paradigm", "condition", "weak", "decision", "correct")
    return agentic_table(*(rows.column(n) for n in names), n_resamples=n_resamples, seed=seed)


def _nothing(subject: Subject, resolver: float) -> SubjectReport:
    gone = Estimate.undefined(MIXED, n_total=len(subject.rows))
    ladder = UtilityLadder(*[gone] * len(UtilityLadder.__slots__))
    return SubjectReport(
        model=subject.model,
        warnings=subject.warnings,
        weak=(),
        p_weak={},
        ladder=ladder,
        rating_ladder=ladder,
        estimates=summarise_knowdo(subject.rows, resolver=resolver),
        findings=(),
        rates=(),
        shown_weak=gone,
        false={},
        slope={},
        policies=(),
        routers=(),
        worths=(),
        convergence=gone,
        gap=GapAndFailure(gone, gone, gone),
        repeats=Repeats(gone, gone),
        behaviour=Behaviour(gone, gone, gone, (), ()),
        redteam=(),
        absent=(),
    )
