"""What the report is made of: numbers that know their source, findings, tables, figures and sections."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.charts import Chart
from mirror_inspect.stats.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Ref:
    """Where a number comes from: the name of a log and the filter for its samples in Inspect View (empty for all)."""

    file: str
    filter: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """An estimate with its sources."""

    estimate: Estimate
    refs: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """A plain number or a short text with its sources; ``verdict`` names the outcome it is shown as, if it is one."""

    text: str
    refs: tuple[Ref, ...] = ()
    verdict: str = ""


Cell = str | Number | Count


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first column names the rows; ``folded`` ones open on demand and are printed in full."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures side by side, and the table that says the same."""

    charts: tuple[Chart, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Text to be copied, such as a command."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Codes:
    """Texts to be copied, one below the other; ``folded`` ones open on demand and are printed in full."""

    caption: str
    items: tuple[Code, ...]
    folded: bool = False


Block = Table | Figures | Prose | Codes


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim stated before the run and what the data say of it.

    Attributes:
        subject: Name of the subject in the report, or of a family of them.
        experiment: Experiment.
        name: Name of the estimate.
        words: The verdict as a sentence.
        estimate: The estimate.
        verdict: The estimate held against its margin.
        refs: Sources.
        claim: The sentence that the verdict is about, as it was stated before the run.
    """

    subject: str
    experiment: str
    name: str
    words: str
    estimate: Estimate
    verdict: Verdict
    refs: tuple[Ref, ...] = ()
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A named estimate of one subject in one experiment, for JSON and for requirements."""

    subject: str
    experiment: str
    name: str
    estimate: Estimate
    refs: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """What one section has to say about one group of comparable logs; notices stand at the top of the page."""

    blocks: tuple[Block, ...] = ()
    findings: tuple[Finding, ...] = ()
    entries: tuple[Entry, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A section as it is read: its parts by the name of their group."""

    key: str
    title: str
    lead: str
    parts: Mapping[str, tuple[Block, ...]] = field(default_factory=dict)
