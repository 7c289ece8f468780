"""The figure of Experiment 7: what each layer tells, with what is said and done as lines beside it."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.report.escalation import COLOURS
from mirror_inspect.report.probe import ProbeReport
from mirror_inspect.report.probe_text import NAMES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS: Final = (".png", ".svg", ".pdf")


def probe_figure(report: ProbeReport) -> "Figure":
    """Return AUROC by layer with 95 % intervals, the band of dealt outcomes, and one line per behaviour."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    r = report.result
    figure = Figure(figsize=(8.0, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.axhline(0.5, color="#444444", linewidth=0.8)
    axes.axhline(r.good, color="#444444", linewidth=0.8, linestyle=":", label=f"enough ({r.good:g})")
    if not math.isnan(r.permuted[0]):
        axes.axhspan(*r.permuted, color="#e6e6e6", zorder=0, label="refitted on dealt outcomes, middle 95 %")
    shown = [row for row in r.layers if row.area.defined]
    for row in shown:
        if not math.isnan(row.area.low):
            axes.plot([row.layer] * 2, [row.area.low, row.area.high], color=COLOURS[0], linewidth=1.4)
    if shown:
        axes.plot(
            [row.layer for row in shown],
            [row.area.value for row in shown],
            "o-",
            color=COLOURS[0],
            linewidth=1.0,
            label="probe of a layer",
        )
    for index, c in enumerate(r.comparisons):
        if c.behaviour.defined:
            colour = COLOURS[1 + index % (len(COLOURS) - 1)]
            # A choice is one point of a curve: its area is no measure of what it rests on.
            name, style = NAMES.get(c.name, c.name), "-" if c.earned is None else ":"
            label = name if c.earned is None else f"{name}, one point"
            axes.axhline(c.behaviour.value, color=colour, linewidth=1.4, linestyle=style, label=label)
            if not math.isnan(c.behaviour.low):
                axes.axhspan(c.behaviour.low, c.behaviour.high, color=colour, alpha=0.08, zorder=0)
    axes.set_xlim(-0.5, report.depth + 0.5)
    axes.set_xlabel("layer (0: embedding)")
    axes.set_ylabel("AUROC, right against wrong")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    figure.suptitle(f"{report.model}: {r.conclusion}", x=0.01, ha="left")
    return figure


def draw(report: ProbeReport, file: Path) -> Path:
    """Draw one subject into a file, whose ending names the format, and return it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    probe_figure(report).savefig(file, dpi=150)
    return file
