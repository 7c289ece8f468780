"""Experiment 8: slopes of the battery over sizes of a family, and what so few models can and cannot show."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from mirror_inspect.analysis.battery import METRICS
from mirror_inspect.analysis.battery import Part as Piece
from mirror_inspect.analysis.roster import Size
from mirror_inspect.analysis.scaling import Claim, FamilyFit, GenerationPair
from mirror_inspect.errors import ArgumentError
from mirror_inspect.inert import inert_line
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.digits import digits
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.page import Block, Cell, Count, Entry, Figures, Finding, Number, Part, Prose, Ref, Table
from mirror_inspect.report.runs import Run
from mirror_inspect.report.scaling import SOURCES, TASK, BatteryRun, ScalingReport, scaling_over, size_of
from mirror_inspect.report.scaling_text import reading
from mirror_inspect.report.sections.scaling_plots import plots
from mirror_inspect.report.sections.shared import Options
from mirror_inspect.stats.verdicts import Outcome, Verdict

HEADLINE: Final = "auroc"
SLOPE_NOTE: Final = (
    "Scatter: t interval from how the models lie around the line, for such models in general. Items: interval for "
    "these very models on other items. p: exact over the orders of the values, beside the smallest it could have been."
)
CLAIM: Final = "Size changes how well it tells its right answers from wrong ones."
OUTCOMES: Final = {Claim.RISES: Outcome.SUPPORTED, Claim.FALLS: Outcome.SUPPORTED}
WORDS: Final = {
    Claim.RISES: "Larger models of the family tell their right answers from wrong ones better.",
    Claim.FALLS: "Larger models of the family tell their right answers from wrong ones worse.",
    Claim.OPEN: "Whether size changes how well right answers are told from wrong ones is open.",
    Claim.TOO_FEW: "Too few models to say whether size changes how well right answers are told from wrong ones: no "
    "order of so few could be significant.",
    Claim.UNDEFINED: "Nothing can be said of size: no two sizes of one generation have a value.",
}


def build(group: Group, options: Options) -> Part:
    """Return values and slopes by family where a log is of Experiment 8, or where a family has two known sizes."""
    subjects = {s.model: s for s in group.subjects}
    batteries = {m: [_battery(r) for r in s.runs if r.experiment in SOURCES] for m, s in subjects.items()}
    holding = {m: runs for m, runs in batteries.items() if runs}
    sizes = {model: _size(runs) for model, runs in holding.items()}
    families = Counter(size.family for size in sizes.values() if not size.lacking)
    asked = {m for m, runs in holding.items() if any(run.task == TASK for run in runs)}
    shown = [m for m, size in sizes.items() if not size.lacking and (m in asked or families[size.family] > 1)]
    unknown = [m for m in sorted(asked) if sizes[m].lacking]
    if not shown and not unknown:
        return Part()
    report = scaling_over({m: (sizes[m], holding[m]) for m in shown}, seed=options.seed)
    page = _Page(report, subjects)
    blocks: list[Block] = [Prose(_unknown(subjects[m], sizes[m])) for m in unknown]
    for family in report.families:
        blocks += page.family(family)
    blocks += [page.pair(pair) for pair in report.pairs]
    findings = tuple(page.finding(f) for f in report.families if len(f.models) > 1)
    return Part(tuple(blocks), findings, tuple(page.entries()))


def _battery(run: Run) -> BatteryRun:
    return BatteryRun(
        run.file, run.experiment, run.model, run.created, run.finished, run.about, lambda: run.observations
    )


def _size(runs: Sequence[BatteryRun]) -> Size:
    try:
        return size_of(runs)
    except ArgumentError:
        # A log that states a size which is none: as good as not stated.
        return Size()


def _unknown(subject: Subject, size: Size) -> str:
    return (
        f"{subject.name} is left out: its {size.lacking} is not known and not guessed. State it in the run "
        "(-T params_b=8 -T family=FAMILY) or in `mirror-inspect scaling logs/ --params MODEL=8,FAMILY`."
    )


class _Page:
    """The fits as blocks, findings and entries, every number with its logs."""

    def __init__(self, report: ScalingReport, subjects: dict[str, Subject]):
        self.report = report
        self.subjects = subjects

    def family(self, fit: FamilyFit) -> Iterator[Block]:
        """Yield what is to be seen and said of one family."""
        yield from (Prose(f"Note: {w}") for w in fit.warnings)
        columns = ("", *(self._name(m.model, f"{m.params_b:g} billion") for m in fit.models))
        values: tuple[tuple[Cell, ...], ...] = tuple(
            (metric.label, *(Number(m.estimates[name], self._refs(m.model, metric.part)) for m in fit.models))
            for name, metric in METRICS.items()
        )
        title = f"Values by size, {_named(fit)}"
        yield Figures(plots(fit, _named(fit)), Table(title, columns, values))
        heads = ("", "per doubling, with scatter", "items", "without one model", "smallest p possible", "said of it")
        slopes = tuple(self._slope(fit, name) for name in METRICS)
        yield Table(f"Slopes per doubling of the parameters, {_named(fit)}", heads, slopes, SLOPE_NOTE)
        yield from (Prose(line) for line in reading(fit))

    def pair(self, pair: GenerationPair) -> Block:
        """Return the difference between two generations of one size."""
        newer, older = (self._name(m) for m in (pair.newer, pair.older))
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (metric.label, Number(pair.differences[name], self._refs_of((pair.newer, pair.older), metric.part)))
            for name, metric in METRICS.items()
        )
        note = "Intervals as of independent samples; `mirror-inspect compare` pairs the two by item and is sharper."
        return Table(f"{newer} less {older}: one size, one generation apart", ("", "difference"), rows, note)

    def finding(self, fit: FamilyFit) -> Finding:
        """Return what the headline says of a family; a slope has no margin, so that it cannot be refuted."""
        slope, claim = fit.fits[HEADLINE].slope, fit.claims[HEADLINE]
        half = (slope.high - slope.low) / 2
        held = Verdict(OUTCOMES.get(claim, Outcome.INCONCLUSIVE), slope.value, 0.0, half, slope.reason or str(claim))
        refs = self._refs_of([m.model for m in fit.models], METRICS[HEADLINE].part)
        return Finding(_named(fit), TASK, f"slope_{HEADLINE}", WORDS[claim], slope, held, refs, CLAIM)

    def entries(self) -> Iterator[Entry]:
        """Yield values by model, slopes and their items intervals by family, and differences of generations."""
        for fit in self.report.families:
            models = [m.model for m in fit.models]
            for name, metric in METRICS.items():
                for m in fit.models:
                    refs = self._refs(m.model, metric.part)
                    yield Entry(self._name(m.model), TASK, f"battery_{name}", m.estimates[name], refs)
                refs = self._refs_of(models, metric.part)
                yield Entry(_named(fit), TASK, f"slope_{name}", fit.fits[name].slope, refs)
                yield Entry(_named(fit), TASK, f"slope_items_{name}", fit.fits[name].from_items, refs)
                least = Estimate(fit.fits[name].smallest_p, n_observed=len(models), n_total=len(models))
                yield Entry(_named(fit), TASK, f"smallest_p_{name}", least, refs)
        for pair in self.report.pairs:
            for name, metric in METRICS.items():
                refs = self._refs_of((pair.newer, pair.older), metric.part)
                yield Entry(self._name(pair.newer), TASK, f"generation_{name}", pair.differences[name], refs)

    def _slope(self, fit: FamilyFit, name: str) -> tuple[Cell, ...]:
        metric, fitted = METRICS[name], fit.fits[name]
        refs = self._refs_of([m.model for m in fit.models], metric.part)
        left = [s for s in fitted.left_out if not math.isnan(s)]
        return (
            metric.label,
            Number(fitted.slope, refs),
            Number(fitted.from_items, refs),
            Count(f"{digits(min(left))} to {digits(max(left))}", refs) if left else "–",
            Count(digits(fitted.smallest_p), refs) if fitted.slope.defined else "–",
            str(fit.claims[name]),
        )

    def _name(self, model: str, more: str = "") -> str:
        name = self.subjects[model].name
        return f"{name}, {more}" if more else name

    def _refs(self, model: str, piece: Piece) -> tuple[Ref, ...]:
        file = self.report.sources[model].get(piece)
        if file is None:
            return tuple(Ref(f) for f in dict.fromkeys(self.report.sources[model].values()))
        battery = any(r.file == file and r.experiment == TASK for r in self.subjects[model].runs)
        return (Ref(file, f'metadata.part == "{piece}"' if battery else ""),)

    def _refs_of(self, models: Sequence[str], piece: Piece) -> tuple[Ref, ...]:
        return tuple(ref for m in models for ref in self._refs(m, piece))


def _named(fit: FamilyFit) -> str:
    return f"family {inert_line(fit.family, 40)}"
