"""The report of Experiment 7 as text: what is inside, its controls, layer by layer, and what is said and done."""

from collections.abc import Iterator, Sequence
from typing import Final

from mirror_inspect.analysis.probe_verdict import Comparison, Conclusion
from mirror_inspect.inert import inert_line
from mirror_inspect.report.knowdo_text import value
from mirror_inspect.report.probe import ProbeReport

MEANING: Final = {
    Conclusion.INFORMATION_DEFICIT: "a linear probe finds too little inside, and the behaviour shows no less",
    Conclusion.CONTROL_FAILURE: "enough is inside, and the behaviour does not show it",
    Conclusion.BOTH: "a linear probe finds too little inside, and the behaviour shows even less",
    Conclusion.NEITHER: "enough is inside, and the behaviour shows as much",
    Conclusion.INCONCLUSIVE: "the intervals leave it open",
}
NAMES: Final = {"P1": "action, autonomous (P1)", "P2": "action, checkpoint (P2)", "self_report": "self-report"}
BAR: Final = 40
LONGEST_WARNING: Final = 400


def render(reports: Sequence[ProbeReport]) -> str:
    """Return the reports of all subjects, one below the other."""
    return f"\n{'=' * 100}\n".join("\n".join(_subject(r)) for r in reports) + "\n"


def _subject(report: ProbeReport) -> Iterator[str]:
    r = report.result
    used, planned = report.items
    yield inert_line(report.model)
    yield from (f"  note: {inert_line(w, LONGEST_WARNING)}" for w in report.warnings)
    yield ""
    yield f"VERDICT: {r.conclusion.upper()}: {MEANING[r.conclusion]}"
    yield f"  enough is an area of {r.good:g}; a difference of {r.margin:g} counts; to be stated before the run"
    yield ""
    yield f"INSIDE, by a linear probe at the last prompt token ({used} of {planned} items, {report.width} units)"
    yield f"  {'accuracy of its natural answers':<46}{value(r.accuracy)}"
    yield f"  {'AUROC, layer chosen inside training parts':<46}{value(r.area)}"
    yield f"  {'  among items of one level':<46}{value(r.within_level)}"
    yield f"  {'  among items of one subcategory':<46}{value(r.within_subcategory)}"
    yield f"  {'what domain, level and length tell':<46}{value(r.surface)}"
    yield f"  {'  probe - that':<46}{value(r.beyond_surface)}"
    if r.chosen:
        yield f"  {'  layer chosen in each fold':<46}{', '.join(map(str, r.chosen))} of 0 to {report.depth}"
        yield f"  {'refitted on dealt outcomes, middle 95 %':<46}[{r.permuted[0]:.3f}, {r.permuted[1]:.3f}]"
        yield f"  {'control: everything on dealt outcomes':<46}{value(r.control)}"
        yield "  dealt: every subcategory is given the outcomes of another, so that topics keep their shares of right"
    yield ""
    yield "LAYERS (p: dealt outcomes; p any: allowing for the choice among all layers)"
    for row in r.layers:
        filled = round(BAR * max(0.0, 2 * row.area.value - 1)) if row.area.defined else 0
        p_any = "" if row.p_any != row.p_any else f" p any={row.p_any:.3g}"
        yield f"  {row.layer:>3} {'#' * filled:<{BAR}} {value(row.area)}{p_any}"
    yield ""
    yield "OUTSIDE, on the same items"
    if not r.comparisons:
        yield "  nothing was said or done on these items"
    for c in r.comparisons:
        yield from _comparison(c)


def _comparison(c: Comparison) -> Iterator[str]:
    yield f"  {NAMES.get(c.name, c.name.replace('_', '-'))}: {c.conclusion}"
    yield f"    {'probe':<44}{value(c.probe)}"
    told = c.withheld
    size = "" if told.detectable != told.detectable else f", could find {told.detectable:.3f}"
    if c.earned is None:
        yield f"    {'behaviour, against its own answer':<44}{value(c.behaviour)}"
        yield f"    {'behaviour, against the natural answer':<44}{value(c.same_target)}"
        yield f"    {'probe - behaviour':<44}{value(c.gap)}: {told.outcome}{size}"
        return
    yield f"    {'this choice, one point of a curve':<44}{value(c.same_target)}"
    yield f"    {'earned per item, acting on the probe':<44}{value(c.earned.probe)}"
    yield f"    {'earned per item, as it chose':<44}{value(c.earned.behaviour)}"
    yield f"    {'probe - behaviour, of what is earned':<44}{value(c.gap)}: {told.outcome}{size}"
