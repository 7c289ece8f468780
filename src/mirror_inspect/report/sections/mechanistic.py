"""Experiment 7: what a linear probe finds inside before the answer, layer by layer, against what is said and done."""

import math
from collections.abc import Sequence
from typing import Final

from mirror_inspect.analysis.probe import N_REFITS, ProbeResult
from mirror_inspect.analysis.probe_behaviour import ACTED, summarise_said
from mirror_inspect.analysis.probe_verdict import Comparison
from mirror_inspect.errors import ArgumentError
from mirror_inspect.report.charts import Plot, Series
from mirror_inspect.report.digits import digits
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.page import Block, Cell, Count, Figures, Finding, Number, Part, Prose, Table
from mirror_inspect.report.probe import ACTIONS, TASK, LookedInside, ProbeReport, probe_report
from mirror_inspect.report.probe_text import MEANING, NAMES
from mirror_inspect.report.sections.shared import (
    VERDICTS,
    Claim,
    Estimates,
    Options,
    entries,
    finding,
    in_words,
    quantities,
)

MOST_DRAWN: Final = 4
"""Behaviours drawn beside the layers; the table holds all."""
MOST_TICKS: Final = 7
LOWEST: Final = 0.2
INSIDE: Final = Claim(
    "probe_auroc",
    "auroc",
    "its hidden states tell right answers from wrong ones",
    "Before it answers, its hidden states tell right answers from wrong ones.",
    "Before it answers, its hidden states do not tell right answers from wrong ones.",
    "greater",
)
WITHHELD: Final = Claim(
    "probe_gap",
    "auroc",
    "it holds more about its errors than it shows",
    "It holds more about its errors inside than it shows outside.",
    "It holds no more about its errors inside than it shows outside.",
    "greater",
)
LABELS: Final = {
    "probe_auroc": "AUROC of the probe, layer chosen inside training parts",
    "probe_within_level": "  among items of one level",
    "probe_within_subcategory": "  among items of one subcategory",
    "surface_auroc": "probe of domain, level and length: what anybody sees",
    "probe_beyond_surface": "  hidden states less these",
    "probe_control": "control: everything on dealt outcomes",
    "natural_accuracy": "right when asked",
    "natural_coverage": "coverage of natural answers",
}


def build(group: Group, options: Options) -> Part:
    """Return the probe of every subject of Experiment 7, and what it says and does on the same items."""
    subjects = group.taking(TASK)
    if not subjects:
        return Part()
    blocks: list[Block] = []
    found: list[tuple[Subject, Estimates]] = []
    probed: list[tuple[Subject, ProbeReport]] = []
    for subject in subjects:
        estimates = dict(summarise_said(subject.observations(TASK)))
        try:
            report = _report(subject, options)
        except ArgumentError as why:
            blocks.append(Prose(f"{subject.name}: nothing was probed; {why.message}."))
        else:
            probed.append((subject, report))
            estimates = {**_estimates(report.result), **estimates}
            blocks += _said(subject, report)
        found.append((subject, estimates))
    table = quantities("Inside, before the answer", LABELS, TASK, found)
    blocks.append(Figures(tuple(_plot(s, r) for s, r in probed), table) if probed else table)
    if probed:
        blocks += [_outside(probed), _layers(probed)]
    return Part(
        tuple(blocks),
        tuple(f for s, r in probed for f in _findings(s, r.result)),
        tuple(x for s, e in found for x in entries(s, TASK, e)),
    )


def _report(subject: Subject, options: Options) -> ProbeReport:
    run = subject.runs_of(TASK)[-1]
    looked = LookedInside(
        model=subject.name,
        name=run.file,
        rows=run.observations,
        kept=run.states,
        folder=run.folder,
        status=run.status,
        failed=run.errors > 0 or not run.finished,
        about=run.about,
    )
    acts = [r.observations for r in subject.runs_of(ACTIONS)]
    margin = subject.margin(TASK, "auroc")
    return probe_report(looked, acts, margin=margin, n_refits=min(options.resamples, N_REFITS), seed=options.seed)


def _estimates(r: ProbeResult) -> Estimates:
    found = {
        "probe_auroc": r.area,
        "probe_within_level": r.within_level,
        "probe_within_subcategory": r.within_subcategory,
        "surface_auroc": r.surface,
        "probe_beyond_surface": r.beyond_surface,
        "probe_control": r.control,
        **{f"probe_layer_{row.layer}": row.area for row in r.layers},
    }
    for c in r.comparisons:
        found |= {f"probe_on_{c.name}": c.probe, f"behaviour_{c.name}": c.behaviour, f"probe_gap_{c.name}": c.gap}
    return found


def _said(subject: Subject, report: ProbeReport) -> list[Block]:
    r = report.result
    used, planned = report.items
    chosen = f" Layers chosen in the folds: {', '.join(map(str, r.chosen))} of 0 to {report.depth}." if r.chosen else ""
    verdict = (
        f"{subject.name}: {r.conclusion}; {MEANING[r.conclusion]}. Enough is an area of {r.good:g}, and a difference "
        f"of {r.margin:g} counts. {used} of {planned} items, {report.width} units a layer.{chosen}"
    )
    return [Prose(verdict), *(Prose(f"Note: {w}.") for w in report.warnings)]


def _deciding(r: ProbeResult) -> Comparison | None:
    """Return the comparison that the conclusion is drawn from: the first action seen, else the first channel."""
    seen = [c for c in r.comparisons if c.gap.defined]
    acted = [c for c in seen if c.name in set(ACTED)]
    return next(iter(acted or seen), None)


def _findings(subject: Subject, r: ProbeResult) -> list[Finding]:
    made = [finding(subject, TASK, INSIDE, r.area)]
    if (c := _deciding(r)) is not None:
        words = f"{in_words(WITHHELD, c.gap, c.withheld)} ({_name(c)}; in all: {r.conclusion}.)"
        refs = subject.refs(TASK)
        made.append(
            Finding(subject.name, TASK, f"probe_gap_{c.name}", words, c.gap, c.withheld, refs, WITHHELD.supported)
        )
    return made


def _name(c: Comparison) -> str:
    return NAMES.get(c.name, c.name.replace("_", "-"))


def _outside(probed: Sequence[tuple[Subject, ProbeReport]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for subject, report in probed:
        refs = subject.refs(TASK)
        for c in report.result.comparisons:
            earned: tuple[Cell, ...] = ("–", "–")
            if c.earned is not None:
                earned = Number(c.earned.probe, refs), Number(c.earned.behaviour, refs)
            shown: Cell = "one point of a curve" if c.earned is not None else Number(c.behaviour, refs)
            cells = (Number(c.probe, refs), shown, *earned, Number(c.gap, refs), VERDICTS[c.withheld.outcome])
            rows.append((f"{subject.name}, {_name(c)}", *cells, str(c.conclusion)))
    heads = (
        "",
        "probe, AUROC",
        "said, AUROC",
        "earned on the probe",
        "earned as chosen",
        "probe less behaviour",
        "more inside?",
        "in all",
    )
    note = (
        "On the items observed in both. What is said on a scale is compared by area; a choice between answering and "
        "passing by what it earns per item (right 1, wrong -1, passed 0)."
    )
    return Table("The same items outside: what is said and done", heads, tuple(rows), note)


def _layers(probed: Sequence[tuple[Subject, ProbeReport]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for subject, report in probed:
        refs = subject.refs(TASK)
        rows += [
            (f"{subject.name}, layer {row.layer}", Number(row.area, refs), Count(digits(row.p_any), refs))
            for row in report.result.layers
        ]
    note = "p: outcomes dealt out anew between subcategories. p, any layer: allowing for the choice among all of them."
    return Table("Every layer", ("", "AUROC", "p, any layer"), tuple(rows), note, folded=True)


def _plot(subject: Subject, report: ProbeReport) -> Plot:
    r = report.result
    seen = [row for row in r.layers if row.area.defined]
    series = [
        Series(
            "probe of a layer",
            tuple((float(row.layer), row.area.value) for row in seen),
            tuple((row.area.low, row.area.high) for row in seen),
        )
    ]
    ends = 0.0, float(max(report.depth, 1))
    spoken = [c for c in r.comparisons if c.earned is None and c.behaviour.defined][:MOST_DRAWN]
    for c in spoken:
        limits = c.behaviour.low, c.behaviour.high
        level = tuple((x, c.behaviour.value) for x in ends)
        series.append(Series(f"{_name(c)}, said", level, (limits, limits), marked=False))
    series.append(Series(f"enough ({r.good:g})", tuple((x, r.good) for x in ends), marked=False))
    low, high = r.permuted
    band = () if math.isnan(low) else tuple((x, low, high) for x in ends)
    lowest = min([v for row in seen for v in (row.area.value, row.area.low) if not math.isnan(v)], default=1.0)
    y_range = (LOWEST, 1.0) if min(lowest, low if band else 1.0) >= LOWEST else (0.0, 1.0)
    return Plot(
        f"{subject.name}: AUROC by layer",
        _in_words(report),
        "layer (0: embedding)",
        "",
        tuple(series),
        _ticks([row.layer for row in r.layers], report.depth),
        y_range,
        band=band,
    )


def _in_words(report: ProbeReport) -> str:
    r = report.result
    seen = [row for row in r.layers if row.area.defined]
    if not seen:
        return "No layer could be probed."
    best = max(seen, key=lambda row: row.area.value)
    said = "".join(
        f"; {_name(c)} reaches {digits(c.behaviour.value, 2)}"
        for c in r.comparisons
        if c.earned is None and c.behaviour.defined
    )
    band = (
        ""
        if math.isnan(r.permuted[0])
        else f" The grey band, {digits(r.permuted[0], 2)} to {digits(r.permuted[1], 2)}, is where the probe lies "
        "without information, in 95 % of deals."
    )
    return (
        f"Right against wrong, with 95 % intervals: highest at layer {best.layer} of {report.depth} with "
        f"{digits(best.area.value, 2)}{said}.{band}"
    )


def _ticks(layers: Sequence[int], depth: int) -> tuple[tuple[float, str], ...]:
    places = sorted({0, *layers, depth}) if depth else [0, 1]
    step = -(-len(places) // MOST_TICKS)
    kept = [*places[:-1:step], places[-1]]
    return tuple((float(x), str(x)) for x in kept)
