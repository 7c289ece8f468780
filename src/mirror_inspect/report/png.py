"""The figures of the report as PNG files, for slides and papers."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.inert import inert_line
from mirror_inspect.report.assemble import Report
from mirror_inspect.report.charts import Chart, Grid, Plot, Ranges
from mirror_inspect.report.page import Figures
from mirror_inspect.report.palette import DIVERGING, LIGHT, RISING, ink, step

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS: Final = tuple(LIGHT[f"s{i}"] for i in range(1, 7))
MARKS: Final = "osD"
STYLES: Final = ("-", "--", ":", "-.")


def write_pngs(report: Report, folder: Path) -> list[Path]:
    """Draw every figure of a report; files are named by section and number.

    Args:
        report: The report.
        folder: Where they go; made if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, chart in charts_of(report):
        path = folder / f"{name}.png"
        figure(chart).savefig(
            path, dpi=150, metadata={"Title": inert_line(chart.title), "Description": inert_line(chart.desc, 600)}
        )
        written.append(path)
    return written


def charts_of(report: Report) -> Iterator[tuple[str, Chart]]:
    """Yield every chart with a file name, in order of the page."""
    for section in report.sections:
        charts = [c for blocks in section.parts.values() for b in blocks if isinstance(b, Figures) for c in b.charts]
        for i, chart in enumerate(charts, 1):
            # Titles hold names of models, which come from the logs and never name a path.
            words = re.sub(r"[^a-z0-9]+", "-", chart.title.lower()).strip("-")[:60]
            yield f"{section.key}-{i:02d}-{words}", chart


def figure(chart: Chart) -> "Figure":
    """Return a chart as a figure."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    size = {Grid: (9.0, 1.6 + 0.42 * _height(chart)), Plot: (5.4, 4.4), Ranges: (6.4, 1.4 + 0.32 * _height(chart))}
    made = Figure(figsize=size[type(chart)], layout="constrained")
    FigureCanvasAgg(made)
    axes = made.subplots()
    axes.set_title(_plain(chart.title), loc="left", fontsize="medium")
    axes.spines[["top", "right"]].set_visible(False)
    if isinstance(chart, Grid):
        _grid(chart, axes)
    elif isinstance(chart, Plot):
        _plot(chart, axes)
    else:
        _ranges(chart, axes)
    return made


def _height(chart: Chart) -> int:
    return 0 if isinstance(chart, Plot) else len(chart.rows)


def _plain(text: str) -> str:
    """Return a text in which no sign starts mathematics."""
    return inert_line(text, 80).replace("$", r"\$")


def _grid(chart: Grid, axes: "Axes") -> None:
    from matplotlib.colors import ListedColormap

    ends = (-1, 1) if chart.diverging else (0, 1)
    colours = ListedColormap(list(DIVERGING if chart.diverging else RISING))
    axes.imshow(chart.values, cmap=colours, vmin=ends[0], vmax=ends[1], aspect="auto")
    axes.set_xticks(range(len(chart.columns)), [_plain(c) for c in chart.columns], rotation=30, ha="right")
    axes.set_yticks(range(len(chart.rows)), [_plain(r) for r in chart.rows])
    for i, row in enumerate(chart.values):
        for j, v in enumerate(row):
            known = not math.isnan(v)
            colour = ink(step(v, diverging=chart.diverging)) if known else LIGHT["text"]
            axes.text(j, i, f"{v:.2f}" if known else "–", ha="center", va="center", color=colour)


def _plot(chart: Plot, axes: "Axes") -> None:
    if chart.band:
        x, low, high = ([point[k] for point in chart.band] for k in range(3))
        axes.fill_between(x, low, high, color=LIGHT["quiet"], alpha=0.22, linewidth=0)
    ends = chart.x_ticks[0][0], chart.x_ticks[-1][0]
    if chart.diagonal:
        axes.plot(ends, ends, color=LIGHT["quiet"], linestyle="--", linewidth=1)
    for place, s in enumerate(chart.series):
        i = place if s.like is None else s.like
        across, up = ([p[k] for p in s.points] for k in (0, 1))
        style = STYLES[i % len(STYLES)] if s.joined else "none"
        mark = MARKS[i % len(MARKS)] if s.marked else None
        label = _plain(s.label) if s.like is None else None
        axes.plot(across, up, color=COLOURS[i % len(COLOURS)], linestyle=style, marker=mark, label=label)
        for here, ends_here in zip(across, s.ends, strict=False):
            axes.plot([here, here], ends_here, color=COLOURS[i % len(COLOURS)], linewidth=1.2)
    axes.set_xticks([x for x, _ in chart.x_ticks], [name for _, name in chart.x_ticks])
    axes.set_ylim(*chart.y_range)
    axes.set_xlabel(chart.x_label)
    axes.set_ylabel(chart.y_label)
    axes.grid(axis="y", color="#dddddd")
    if sum(s.like is None for s in chart.series) > 1:
        axes.legend(frameon=False, fontsize="small")


def _ranges(chart: Ranges, axes: "Axes") -> None:
    if chart.margin:
        axes.axvspan(-chart.margin, chart.margin, color=LIGHT["quiet"], alpha=0.18, linewidth=0)
    axes.axvline(0, color=LIGHT["quiet"], linewidth=1)
    for i, b in enumerate(chart.rows):
        if not math.isnan(b.low):
            axes.plot([b.low, b.high], [i, i], color=COLOURS[0], linewidth=1.6)
        axes.plot(b.value, i, "o", color=COLOURS[0], markerfacecolor=COLOURS[0] if b.filled else "white")
    axes.set_yticks(range(len(chart.rows)), [_plain(b.label) for b in chart.rows], fontsize="small")
    axes.invert_yaxis()
    axes.set_xlabel(chart.x_label)
