"""What was observed of what was planned, and why the rest is missing."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mirror_inspect.analysis.rows import Rows
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, NAN
from mirror_inspect.metrics.intervals import share
from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.report.charts import Grid
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.page import Cell, Count, Entry, Figures, Number, Part, Table
from mirror_inspect.report.sections.shared import Options, entries

MOST_ROWS: Final = 30
"""Rows of the table that stand open below the figure."""
MISSING: Final = tuple(s for s in Status if s is not Status.OBSERVED)


def build(group: Group, options: Options) -> Part:
    """Return coverage by subject and experiment, and the reasons of what is missing by channel."""
    rows, details = [], []
    listed: list[Entry] = []
    values: list[tuple[float, ...]] = []
    for subject in group.subjects:
        shares = []
        for experiment in group.experiments:
            asked = _asked(subject, experiment)
            if not asked:
                shares.append(NAN)
                continue
            rows.append(_row(subject, experiment, "", asked))
            found = share(len(asked.observed()), len(asked))
            shares.append(found.value)
            listed += _entry(subject, experiment, asked)
            for channel in dict.fromkeys(_place(o) for o in asked):
                part = Rows(o for o in asked if _place(o) == channel)
                details.append(_row(subject, experiment, channel, part))
        values.append(tuple(shares))
    heads = ("", "observed of planned", "planned", *(s.replace("_", " ") for s in MISSING))
    note = f"Missing is missing: it is no wrong answer. Below {COVERAGE_FLOOR:.0%} a quantity has no value."
    table = Table("Coverage and what is missing", heads, tuple(rows), note, len(rows) > MOST_ROWS)
    grid = Grid(
        "Coverage by experiment",
        f"Subjects: {len(group.subjects)}; experiments: {len(group.experiments)}. {_lowest(group, values)}",
        tuple(s.name for s in group.subjects),
        tuple(e.replace("_", " ") for e in group.experiments),
        tuple(values),
    )
    return Part((Figures((grid,), table), Table("By channel", heads, tuple(details), folded=True)), (), tuple(listed))


def _asked(subject: Subject, experiment: str) -> Rows:
    """Return what could have been observed: what a router took away from the subject was never asked."""
    return subject.rows(experiment).where(lambda o: o.decision is not Decision.ESCALATED)


def _place(o: Observation) -> str:
    return " ".join(filter(None, (o.phase if o.phase != "main" else "", o.channel.replace("_", " "), o.paradigm)))


def _row(subject: Subject, experiment: str, channel: str, rows: Rows) -> tuple[Cell, ...]:
    counts = Counter(o.status for o in rows)
    refs = subject.refs(experiment)
    broken = subject.refs(experiment, "has_error")
    label = f"{subject.name}, {experiment}" + (f", {channel}" if channel else "")
    return (
        label,
        Number(share(counts[Status.OBSERVED], len(rows)), refs),
        Count(str(len(rows)), refs),
        *(Count(str(counts[s]), broken if s is Status.FAILED and counts[s] else refs) for s in MISSING),
    )


def _entry(subject: Subject, experiment: str, rows: Rows) -> tuple[Entry, ...]:
    return entries(subject, experiment, {"coverage": share(len(rows.observed()), len(rows))})


def _lowest(group: Group, values: Sequence[Sequence[float]]) -> str:
    known = [
        (v, s.name, e)
        for s, row in zip(group.subjects, values, strict=True)
        for e, v in zip(group.experiments, row, strict=True)
        if v == v
    ]
    if not known:
        return ""
    value, name, experiment = min(known)
    return f"Lowest: {name} in {experiment} with {value:.2f}."
