"""One subject's Experiment 9 as plain values: its observations, its profile, and the facts of its tasks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mirror_inspect.analysis.rows import Rows
from mirror_inspect.observation import Observation
from mirror_inspect.taxonomy import Domain


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """What a task costs when it goes wrong or is handed over, in units of one right component."""

    risk_tier: str
    error_cost: float
    escalation_cost: float
    workflow: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What one cell of the matrix consumed.

    Attributes:
        paradigm: ``P1``, ``P2``, ``P3`` or ``confidence``.
        condition: Condition of the cell.
        components: Components in it, routed ones included.
        input_tokens: Tokens read by the subject; ``None`` when the provider did not say.
        output_tokens: Tokens written by the subject.
        seconds: Time its calls took.
    """

    paradigm: str
    condition: str
    components: int
    input_tokens: int | None
    output_tokens: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Subject:
    """Everything the analysis of Experiment 9 needs of one subject.

    Attributes:
        model: Inspect's name.
        rows: Observations of the main phase.
        calibration: Observations of the calibration phase; empty when the profile came from a file.
        resolved: Observations of the resolver model, never the subject's own.
        redteam: Observations of attacked tasks and their clean partners.
        resamples: Extra forced answers that only self-consistency looks at.
        accuracy: Measured accuracy per domain; empty when the log does not hold it.
        shown: Accuracy shown per domain in C2, C3 and C2F.
        p_weak: Probability that each domain is weak.
        weak: The weak set that was routed.
        tasks: Facts by task id.
        usage: Consumption per cell.
        preset: Size of the run.
        margins: Pre-registered margins that replace the default ones, by construct.
        resolver: Stated accuracy of whoever takes over.
        warnings: What a reader of the numbers must know.
    """

    model: str
    rows: Rows
    calibration: Rows = field(default_factory=lambda: Rows(()))
    resolved: Rows = field(default_factory=lambda: Rows(()))
    redteam: Rows = field(default_factory=lambda: Rows(()))
    resamples: Rows = field(default_factory=lambda: Rows(()))
    accuracy: Mapping[Domain, float] = field(default_factory=dict)
    shown: Mapping[Domain, float] = field(default_factory=dict)
    p_weak: Mapping[Domain, float] = field(default_factory=dict)
    weak: frozenset[Domain] = frozenset()
    tasks: Mapping[str, TaskFacts] = field(default_factory=dict)
    usage: tuple[Usage, ...] = ()
    preset: str = ""
    margins: Mapping[str, float] = field(default_factory=dict)
    resolver: float = 0.9
    warnings: tuple[str, ...] = ()

    def shown_for(self, o: Observation) -> float:
        """Return the accuracy the subject is shown for a component under C2; NaN where none is known."""
        value = self.shown.get(Domain(o.domain))
        return float("nan") if value is None else round(100 * value) / 100
