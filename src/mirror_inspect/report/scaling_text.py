"""What Experiment 8's report says in words: values by size, slopes, and what so few models can and cannot show."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from mirror_inspect.analysis.battery import METRICS
from mirror_inspect.analysis.scaling import Claim, FamilyFit, GenerationPair, Measured
from mirror_inspect.inert import inert_line
from mirror_inspect.metrics.scaling import LEVEL, ScalingFit
from mirror_inspect.report.knowdo_text import value
from mirror_inspect.report.scaling import ScalingReport

WIDTH = 32
LONGEST_WARNING = 400
SLOPE_KEY = (
    "Slopes per doubling of the parameters. Scatter: t interval from how the models lie around the line, for such",
    "models in general. Items: interval for these very models on other items. Without one: smallest and largest slope",
    "when a model is left out. p: exact over the orders of the values; in brackets the smallest they could have given.",
)
COLUMNS = ("slope", "scatter", "items", "without one", "p", "")
WIDTHS = (9, 20, 20, 20, 15, 0)


def render(report: ScalingReport) -> str:
    """Return the whole report."""
    lines = [line for family in report.families for line in (*_family(family), "")]
    lines += _pairs(report.pairs)
    return "\n".join(lines) + "\n"


def _family(fit: FamilyFit) -> Iterator[str]:
    yield f"FAMILY {inert_line(fit.family)}: {len(fit.models)} model{'s' if len(fit.models) != 1 else ''}"
    yield from (f"! {inert_line(w, LONGEST_WARNING)}" for w in fit.warnings)
    for model in fit.models:
        yield f"\n{_name(model)}"
        yield from (f"  {m.label:<{WIDTH}}{value(model.estimates[name])}" for name, m in METRICS.items())
    yield ""
    yield from SLOPE_KEY
    yield f"  {'':<{WIDTH}}{_row(COLUMNS)}"
    for name, metric in METRICS.items():
        yield f"  {metric.label:<{WIDTH}}{_row(_slope(fit.fits[name], fit.claims[name]))}"
    yield ""
    yield from reading(fit)


def _name(model: Measured) -> str:
    generation = f", generation {inert_line(model.size.generation)}" if model.size.generation else ""
    return f"{inert_line(model.model)} ({model.params_b:g} billion parameters{generation})"


def _row(cells: Sequence[str]) -> str:
    return "".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=False)).rstrip()


def _slope(fit: ScalingFit, claim: Claim) -> tuple[str, ...]:
    slope, items = fit.slope, fit.from_items
    if not slope.defined:
        return (f"- ({slope.reason})",)
    left = [s for s in fit.left_out if not math.isnan(s)]
    return (
        f"{slope.value:+.4f}",
        _range(slope.low, slope.high),
        _range(items.low, items.high),
        _range(min(left), max(left)) if left else "-",
        f"{slope.p:.2g} ({fit.smallest_p:.2g})",
        str(claim) + (f", {slope.n_observed} of {slope.n_total} models" if slope.n_total > slope.n_observed else ""),
    )


def _range(low: float, high: float) -> str:
    return "-" if math.isnan(low) else f"{low:+.4f} {high:+.4f}"


def reading(fit: FamilyFit) -> Iterator[str]:
    """Say what the points of a family can and cannot show."""
    fits = [f for f in fit.fits.values() if f.slope.defined]
    if not fits:
        yield "No generation of it has two sizes with a value: there is no slope."
        return
    n, best = _points(fit.models), min(f.smallest_p for f in fits)
    if best > LEVEL:
        yield (
            f"What {n} points can show: in which direction these very models differ, beyond their items (items), and "
            "how steep the line is if there is one."
        )
        yield (
            f"What {n} points cannot show: that size is the reason. The exact test over their orders cannot fall below "
            f"p = {best:.2g}; no slope is called significant here, however straight its line."
        )
    else:
        told = [f"{METRICS[k].label} {c}" for k, c in fit.claims.items() if c in (Claim.RISES, Claim.FALLS)]
        yield (
            f"Told from no slope by interval and exact test both: {'; '.join(told) or 'none'}. {len(METRICS)} metrics "
            "were looked at and p is not adjusted for that."
        )
    accuracy = fit.fits["accuracy"].slope
    if not math.isnan(accuracy.low):
        half = (accuracy.high - accuracy.low) / 2
        yield f"A slope of accuracy below {half:.3f} per doubling could not have been told from none by the scatter."
    yield "Models of one family differ in data and tuning too, not only in size: a slope describes, no more."


def _points(models: Sequence[Measured]) -> int:
    """Return the models that a slope can rest on: those whose generation has another size."""
    sizes: dict[str, set[float]] = defaultdict(set)
    for model in models:
        sizes[model.size.generation].add(model.params_b)
    return sum(len(sizes[m.size.generation]) > 1 for m in models)


def _pairs(pairs: tuple[GenerationPair, ...]) -> Iterator[str]:
    if not pairs:
        yield "GENERATIONS: no two models of one family and size, one generation apart."
        return
    yield "GENERATIONS: newer less older at one size; intervals as of independent samples, wider than paired ones"
    yield "(`mirror-inspect compare` pairs them by item)"
    for pair in pairs:
        yield f"{inert_line(pair.newer)} less {inert_line(pair.older)}"
        for name, metric in METRICS.items():
            yield f"  {metric.label:<{WIDTH}}{value(pair.differences[name])}"
