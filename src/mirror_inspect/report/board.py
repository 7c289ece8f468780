"""The leaderboard: rows that may be compared stand together, and a place is given only as far as intervals allow."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mirror_inspect.experiments import Best, Experiment
from mirror_inspect.inert import inert_line


class Kind(StrEnum):
    """Where a row comes from; rows of different kinds are never compared."""

    MEASURED = "measured"
    SIMULATED = "simulated subjects"
    PARTIAL = "unfinished runs"
    LEGACY = "published release"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One model in one experiment.

    Attributes:
        file: Name of the log.
        model: Inspect's name of the model.
        experiment: The experiment.
        kind: Where the row comes from.
        value: Headline; NaN where it is missing.
        stderr: Its standard error; NaN where unknown.
        low: Lower end of its 95 % interval.
        high: Upper end.
        coverage: Smallest share observed of what the log reports a share of; NaN where it reports none.
        n: Samples completed.
        n_total: Samples planned.
        preset: Preset; empty where the log does not say.
        setting: Other arguments that change what is measured, as ``name=value``.
        bank: Digest of the item bank.
        prompts: Digest of the prompts.
        task_version: Version of the task.
        version: Version of this package.
        created: When the run began, ISO 8601.
        remark: Why the run is unfinished, or who graded imported results.
    """

    file: str
    model: str
    experiment: Experiment
    kind: Kind
    value: float
    stderr: float = math.nan
    low: float = math.nan
    high: float = math.nan
    coverage: float = math.nan
    n: int = 0
    n_total: int = 0
    preset: str = ""
    setting: str = ""
    bank: str = ""
    prompts: str = ""
    task_version: str = ""
    version: str = ""
    created: str = ""
    remark: str = ""

    @property
    def ranked(self) -> bool:
        """Whether it has a headline with an interval."""
        return not any(map(math.isnan, (self.value, self.low, self.high)))


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A log that gives no row, and why."""

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A row with its place, such as ``1`` or ``1 to 3``; empty where no place can be given."""

    row: BoardRow
    place: str


@dataclass(frozen=True, slots=True)
class BoardGroup:
    """Rows of one experiment that were made in the same way, and what must be said of them."""

    experiment: Experiment
    kind: Kind
    made: str
    standings: tuple[Standing, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Groups of comparable rows, and what a reader must know before any number."""

    groups: tuple[BoardGroup, ...]
    notices: tuple[str, ...]

    @property
    def rows(self) -> tuple[BoardRow, ...]:
        """Every row in the order shown."""
        return tuple(s.row for g in self.groups for s in g.standings)


ORDER: Final = tuple(Kind)
UNRANKED: Final = {
    Best.ZERO: "not ranked: 0 is best in both directions, and the distance from it is biased upward",
    Best.NONE: "not ranked: no value is best by itself",
}
NO_RANK: Final = {
    Kind.PARTIAL: "not ranked: the runs are not finished",
    Kind.LEGACY: "not ranked: published results on other items",
}


def made_of(row: BoardRow) -> tuple[str, ...]:
    """Return what rows must share to be compared, experiment and kind aside."""
    return (row.bank, row.version, row.task_version, row.prompts, row.preset, row.setting)


def board(rows: Iterable[BoardRow], left_out: Iterable[LeftOut] = ()) -> Board:
    """Put comparable rows together and give places.

    Args:
        rows: Rows.
        left_out: Logs that gave none.

    Returns:
        Groups in the order of the experiments, measured ones before simulated, unfinished and imported ones.
    """
    by_key: dict[tuple[str, ...], list[BoardRow]] = defaultdict(list)
    for row in rows:
        remark = row.remark if row.kind is Kind.LEGACY else ""
        by_key[row.experiment.task, row.kind, remark, *made_of(row)].append(row)
    order = sorted(by_key, key=lambda key: (key[0], ORDER.index(Kind(key[1])), -len(by_key[key]), key))
    groups = tuple(_group(by_key[key]) for key in order)
    return Board(
        groups, (*_mixed(groups), *(f"{inert_line(o.file)}: left out; {inert_line(o.why, 240)}" for o in left_out))
    )


def _group(rows: Sequence[BoardRow]) -> BoardGroup:
    first = rows[0]
    experiment, kind = first.experiment, first.kind
    why = NO_RANK.get(kind) or UNRANKED.get(experiment.best, "")
    placed = dict(zip(rows, [""] * len(rows) if why else places(rows), strict=True))

    def order(row: BoardRow) -> tuple[bool, float, str, str]:
        sign = -1.0 if experiment.best is Best.HIGHER and not why else 1.0
        missing = math.isnan(row.value)
        return missing, 0.0 if missing or why else sign * row.value, row.model, row.created

    standings = tuple(Standing(row, placed[row]) for row in sorted(rows, key=order))
    remarks = [why] if why else []
    if not why and sum(row.ranked for row in rows) > 1:
        remarks.append(f"{experiment.best}; models whose 95 % intervals overlap share places")
    if experiment.caution:
        remarks.append(experiment.caution)
    models = [row.model for row in rows]
    twice = sorted({inert_line(m, 60) for m in models if models.count(m) > 1})
    if twice:
        remarks.append(f"more than one run of {', '.join(twice)}: each is a row of its own")
    if any(math.isnan(row.value) for row in rows):
        remarks.append("nan: the headline is missing in that log; the experiment's own command says why")
    return BoardGroup(experiment, kind, _made(first), standings, tuple(remarks))


def _made(row: BoardRow) -> str:
    parts = (
        f"preset {inert_line(row.preset, 20)}" if row.preset else "",
        inert_line(row.setting, 120),
        f"bank {inert_line(row.bank, 20) or 'unknown'}",
        f"task {inert_line(row.task_version, 12)}" if row.task_version else "",
        f"mirror-inspect {inert_line(row.version, 20)}" if row.version else "",
        f"graded by {inert_line(row.remark, 30)}" if row.kind is Kind.LEGACY and row.remark else "",
    )
    return ", ".join(filter(None, parts))


def places(rows: Sequence[BoardRow]) -> list[str]:
    """Return the places each row may hold, from 1 for the best.

    A row is clearly better than another where their 95 % intervals do not overlap; the first place it may hold counts
    the rows clearly better, the last those that are not clearly worse. This is stricter than a test of each difference,
    which a table of many models needs: a dozen of them make 66 pairs.

    Args:
        rows: Rows of one experiment whose best value is the highest or the lowest.

    Returns:
        ``1``, ``1 to 3``, ... (``1-3`` is a date to a spreadsheet); empty for a row
        without headline or interval, and where there is none to compare with.
    """
    ranked = [row for row in rows if row.ranked]
    if len(ranked) < 2:
        return [""] * len(rows)

    def better(a: BoardRow, b: BoardRow) -> bool:
        return a.low > b.high if a.experiment.best is Best.HIGHER else a.high < b.low

    found = []
    for row in rows:
        if not row.ranked:
            found.append("")
            continue
        first = 1 + sum(better(other, row) for other in ranked)
        last = len(ranked) - sum(better(row, other) for other in ranked)
        found.append(str(first) if first == last else f"{first} to {last}")
    return found


def _mixed(groups: Sequence[BoardGroup]) -> list[str]:
    found = []
    own = [g for g in groups if g.kind in (Kind.MEASURED, Kind.SIMULATED)]
    first = [g.standings[0].row for g in own]
    for word, values in (
        ("item banks", {row.bank for row in first}),
        ("versions of this package", {row.version for row in first}),
        ("sets of prompts", {row.prompts for row in first}),
    ):
        if len(values) > 1:
            found.append(f"the logs come from {len(values)} {word}: rows are compared within one and never across")
    for kind, words in (
        (
            Kind.SIMULATED,
            "simulated subjects, whose self-knowledge is planted; they say nothing of a model",
        ),
        (Kind.LEGACY, "imported results of the published release, which stand apart"),
    ):
        if n := sum(len(g.standings) for g in groups if g.kind is kind):
            found.append(f"rows of {words}: {n}")
    found += [
        f"{inert_line(s.row.file)}: {inert_line(s.row.remark, 160)}; the row stands apart"
        for g in groups
        if g.kind is Kind.PARTIAL
        for s in g.standings
    ]
    return found
