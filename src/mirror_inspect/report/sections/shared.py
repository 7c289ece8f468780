"""What sections have in common: claims with their words, and tables of quantities by subject."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.charts import Bar, Ranges
from mirror_inspect.report.cohort import Cohort
from mirror_inspect.report.groups import Subject
from mirror_inspect.report.page import Cell, Entry, Figures, Finding, Number, Table
from mirror_inspect.stats.verdicts import IDENTICAL, Direction, Outcome, Verdict, verdict
from mirror_inspect.validation.report import Report as Validation

Estimates = Mapping[str, Estimate]
MOST_IN_ONE: Final = 6
"""Subjects that one plot holds; beyond that each has its own."""


VERDICTS: Final[Mapping[str, str]] = {
    Outcome.SUPPORTED: "supported",
    Outcome.REFUTED: "refuted",
    Outcome.INCONCLUSIVE: "undecided",
}
"""What verdicts are called on the page."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a report is computed.

    Attributes:
        resamples: BCa replicates.
        seed: Seed of resamples and permutations.
        validation: The instrument's own validation, if there is one.
        cohort: Answers of other subjects, empty if there are none.
    """

    resamples: int = 10_000
    seed: int = 0
    validation: Validation | None = None
    cohort: Cohort = field(default_factory=Cohort)


@dataclass(frozen=True, slots=True)
class Claim:
    """An effect stated before the run.

    Attributes:
        name: Name of the estimate.
        construct: Whose margin it is held against.
        topic: What is undecided when the verdict is, after "whether".
        supported: The sentence when it is there.
        refuted: The sentence when it is not.
        direction: In which direction it is stated.
    """

    name: str
    construct: str
    topic: str
    supported: str
    refuted: str
    direction: Direction = "either"


def finding(
    subject: Subject, experiment: str, claim: Claim, estimate: Estimate, *, held: Verdict | None = None, where: str = ""
) -> Finding:
    """Hold an estimate against its claim.

    Args:
        subject: Whose it is.
        experiment: Where it comes from.
        claim: The claim.
        estimate: The estimate.
        held: Its verdict where it was found elsewhere, such as after an adjustment for many tests.
        where: Sample filter of its sources.
    """
    margin = subject.margin(experiment, claim.construct)
    found = held or verdict(estimate, margin, direction=claim.direction)
    refs = subject.refs(experiment, where)
    return Finding(
        subject.name, experiment, claim.name, in_words(claim, estimate, found), estimate, found, refs, claim.supported
    )


def in_words(claim: Claim, estimate: Estimate, found: Verdict) -> str:
    """Return a verdict as a sentence."""
    if found.outcome is Outcome.SUPPORTED:
        return claim.supported
    if found.outcome is Outcome.REFUTED:
        return claim.refuted
    if not estimate.defined:
        return f"Nothing can be said of whether {claim.topic}: no value ({because(estimate.reason)})."
    if found.reason == IDENTICAL:
        return f"Identical decisions, and too few of them to say whether {claim.topic}."
    if math.isnan(found.detectable):
        return f"Too few data to say whether {claim.topic}."
    return f"Too few data to say whether {claim.topic}; an effect of {found.detectable:.2f} would have been seen."


def because(reason: str) -> str:
    """Return a machine-readable reason in words."""
    if reason.startswith("dropped:"):
        return f"{reason.count('-')} pairs of channels left out"
    return reason.replace("_", " ").replace(";", "; ") or "undefined"


def entries(subject: Subject, experiment: str, found: Estimates, where: str = "") -> tuple[Entry, ...]:
    """Return estimates as entries with their sources."""
    refs = subject.refs(experiment, where)
    return tuple(Entry(subject.name, experiment, name, estimate, refs) for name, estimate in found.items())


def quantities(
    caption: str,
    labels: Mapping[str, str],
    experiment: str,
    found: Sequence[tuple[Subject, Estimates]],
    *,
    where: Mapping[str, str] | None = None,
    note: str = "",
    folded: bool = False,
) -> Table:
    """Return a table with a row per quantity and a column per subject.

    Args:
        caption: What the table shows.
        labels: Label of every quantity, by name.
        experiment: Where the estimates come from.
        found: Estimates of every subject.
        where: Sample filters by name of the quantity; all samples where there is none.
        note: What a reader must know.
        folded: Whether it opens on demand.
    """
    rows: list[tuple[Cell, ...]] = []
    for name, label in labels.items():
        filters = (where or {}).get(name, "")
        # What nobody was asked is no row; what somebody was asked and nothing came of it is one, with the reason.
        if any(name in e and (e[name].defined or e[name].n_total) for _, e in found):
            cells = (Number(e[name], s.refs(experiment, filters)) if name in e else "–" for s, e in found)
            rows.append((label, *cells))
    return Table(caption, ("", *(s.name for s, _ in found)), tuple(rows), note, folded)


def ranges(
    title: str,
    x_label: str,
    labels: Mapping[str, str],
    experiment: str,
    found: Sequence[tuple[Subject, Estimates]],
    *,
    margin: float = 0.0,
    where: Mapping[str, str] | None = None,
    note: str = "",
) -> Figures:
    """Return one figure of intervals per subject, and the table of the same numbers."""
    charts = []
    for subject, estimates in found:
        bars = [_bar(label, estimates[name]) for name, label in labels.items() if name in estimates]
        seen = [bar for bar in bars if not math.isnan(bar.value)]
        if seen:
            best = max(seen, key=lambda bar: abs(bar.value))
            desc = (
                f"{len(seen)} estimates with 95 % intervals; the largest in size is {best.label} at {best.value:+.2f}."
            )
            charts.append(Ranges(f"{subject.name}: {title.partition(' (')[0]}", desc, x_label, tuple(seen), margin))
    return Figures(tuple(charts), quantities(title, labels, experiment, found, where=where, note=note))


def _bar(label: str, e: Estimate) -> Bar:
    clear = not math.isnan(e.low) and (e.low > 0 or e.high < 0)
    return Bar(label, e.value, e.low, e.high, clear)
