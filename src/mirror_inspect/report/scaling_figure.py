"""The figure of Experiment 8: every metric of the battery against size, with the line of each family."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.analysis.battery import METRICS
from mirror_inspect.analysis.scaling import FamilyFit
from mirror_inspect.inert import inert_line
from mirror_inspect.report.scaling import ScalingReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS: Final = ("png", "svg")
NAME: Final = "scaling"
COLOURS: Final = ("tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple", "tab:brown", "tab:pink", "tab:olive")
COLUMNS: Final = 5
LABEL: Final = 24
"""Characters of a family's name in the legend."""


def draw_scaling(report: ScalingReport, folder: Path, *, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Draw one panel per metric: values with their intervals over parameters on a logarithmic axis.

    Lines are drawn through the models of a generation, dashed where the family has too few points to claim a slope.

    Args:
        report: The report.
        folder: Where the files go; made if it does not exist.
        formats: File endings.

    Returns:
        The files written.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows = -(-len(METRICS) // COLUMNS)
    figure = Figure(figsize=(3.1 * COLUMNS, 2.9 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(rows, COLUMNS, squeeze=False).ravel()
    for panel, (name, metric) in zip(panels, METRICS.items(), strict=False):
        for number, family in enumerate(report.families):
            _draw(panel, family, name, COLOURS[number % len(COLOURS)])
        panel.set_title(metric.label, fontsize=8)
        _axis(panel, [m.params_b for f in report.families for m in f.models])
    for panel in panels[len(METRICS) :]:
        panel.set_axis_off()
    panels[0].legend(fontsize=7, frameon=False, loc="lower right")
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{NAME}.{ending}" for ending in formats]
    for path in written:
        figure.savefig(path, dpi=150)
    return written


def _axis(axes: "Axes", sizes: Sequence[float]) -> None:
    axes.set_xscale("log", base=2)
    ticks = sorted(set(sizes))
    axes.set_xticks(ticks, [f"{t:g}" for t in ticks], fontsize=7)
    axes.set_xticks([], minor=True)
    axes.margins(x=0.15)
    axes.set_xlabel("parameters, billion", fontsize=7)
    axes.tick_params(axis="y", labelsize=7)
    axes.spines[["top", "right"]].set_visible(False)


def _draw(axes: "Axes", family: FamilyFit, name: str, colour: str) -> None:
    seen = [m for m in family.models if m.estimates[name].defined]
    estimates = [m.estimates[name] for m in seen]
    x, y = [m.params_b for m in seen], [e.value for e in estimates]
    bars = [[_arm(e.value - e.low) for e in estimates], [_arm(e.high - e.value) for e in estimates]]
    # A dollar sign would begin a formula, and a broken one ends the drawing.
    label = f"{inert_line(family.family, LABEL)} (n={len(family.models)})".replace("$", r"\$")
    axes.errorbar(x, y, yerr=bars, fmt="o", color=colour, markersize=4, linewidth=0.8, label=label)
    fit = family.fits[name]
    if all(e.null == 0 for e in estimates) and estimates:
        axes.axhline(0, color="0.7", linewidth=0.8)
    if not fit.slope.defined:
        return
    style = "-" if fit.can_be_significant else "--"
    for generation in sorted({m.size.generation for m in seen}):
        points = [(math.log2(m.params_b), m.estimates[name].value) for m in seen if m.size.generation == generation]
        if len({p[0] for p in points}) > 1:
            middle = [sum(c) / len(points) for c in zip(*points, strict=True)]
            ends = [min(p[0] for p in points), max(p[0] for p in points)]
            line = [middle[1] + fit.slope.value * (e - middle[0]) for e in ends]
            axes.plot([2**e for e in ends], line, style, color=colour, linewidth=1)


def _arm(length: float) -> float:
    return 0.0 if math.isnan(length) else max(0.0, length)
