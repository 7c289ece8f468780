"""Figures as inline SVG with text alternatives, in colours of the page that follow light and dark."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from markupsafe import Markup, escape

from mirror_inspect.inert import inert_line
from mirror_inspect.report.charts import Chart, Grid, Plot, Ranges, Series
from mirror_inspect.report.palette import ink, step

COLOURS: Final = tuple(f"var(--s{i})" for i in range(1, 7))
DASHES: Final = ("", "6 3", "2 3", "8 3 2 3", "4 4", "1 3")
"""Each colour has its own dash and mark: colour is never the only difference."""
FONT: Final = 13
NARROW: Final = 360
"""Width of a plot: it stays readable on a telephone without scaling."""
CLOSEST: Final = 34
"""Pixels between two numbers on an axis."""
LABEL_CHARACTER: Final = 7.4
"""Pixels a character takes, about."""


def draw(chart: Chart, number: int) -> Markup:
    """Return a chart as an ``svg`` element with role ``img``, a title and a description.

    Args:
        chart: What to draw.
        number: Makes the ids of title and description unique on the page.
    """
    width, height, body = (DRAWN[type(chart)])(chart)
    title, desc = f"figure-{number}-title", f"figure-{number}-desc"
    return Markup(
        f'<svg role="img" aria-labelledby="{title} {desc}" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-size="{FONT}" font-family="inherit">'
        f'<title id="{title}">{escape(inert_line(chart.title))}</title>'
        f'<desc id="{desc}">{escape(inert_line(chart.desc, 600))}</desc>'
        f"{''.join(body)}</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "start", fill: str = "var(--text)", extra: str = "") -> str:
    said = escape(inert_line(text, 60))
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{extra}>{said}</text>'


def _titled(title: str) -> list[str]:
    """Return a title on two lines: the subject, and what is shown of it."""
    first, _, rest = title.partition(": ") if ": " in title else ("", "", title)
    lines = [first, rest] if first else ["", rest]
    weights = (' font-weight="600"', "") if first else ("", ' font-weight="600"')
    return [
        _text(4, 16 + 17 * i, inert_line(s, 50), extra=w)
        for i, (s, w) in enumerate(zip(lines, weights, strict=True))
        if s
    ]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str = "var(--line)", extra: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{extra}/>'


def _grid(chart: Chart) -> tuple[float, float, list[str]]:
    assert isinstance(chart, Grid)
    if len(chart.rows) < len(chart.columns):
        # The longer side stands upright, where a narrow screen has room for it.
        turned = tuple(zip(*chart.values, strict=True))
        chart = replace(chart, rows=chart.columns, columns=chart.rows, values=turned)
    left = 14 + LABEL_CHARACTER * max((min(len(r), 30) for r in chart.rows), default=0)
    side, tall = 62.0, 30.0
    heads = max((len(c) for c in chart.columns), default=0)
    top = 44 + 0.7 * LABEL_CHARACTER * min(heads, 26)
    body = [_text(4, 18, chart.title, extra=' font-weight="600"')]
    for j, name in enumerate(chart.columns):
        x = left + side * (j + 0.35)
        body.append(_text(x, top - 8, inert_line(name, 26), extra=f' transform="rotate(-40 {x:.1f} {top - 8:.1f})"'))
    for i, (name, row) in enumerate(zip(chart.rows, chart.values, strict=True)):
        y = top + tall * i
        body.append(_text(left - 8, y + tall / 2 + 4, inert_line(name, 30), "end"))
        body += [_cell(left + side * j, y, side, tall, v, chart.diverging) for j, v in enumerate(row)]
    width = max(
        left + side * len(chart.columns) + LABEL_CHARACTER * 0.5 * heads, 8 + 8.2 * len(inert_line(chart.title, 60))
    )
    return width, top + tall * len(chart.rows) + 4, body


def _cell(x: float, y: float, side: float, tall: float, value: float, diverging: bool) -> str:
    middle = x + side / 2, y + tall / 2 + 4
    if math.isnan(value):
        return _box(x, y, side, tall, "var(--panel)") + _text(*middle, "–", "middle", "var(--quiet)")
    colour = step(value, diverging=diverging)
    text = _minus(f"{value:+.2f}" if diverging else f"{value:.2f}")
    return _box(x, y, side, tall, colour) + _text(*middle, text, "middle", ink(colour))


def _minus(number: str) -> str:
    """Return a number with a real minus sign."""
    return number.replace("-", "\N{MINUS SIGN}")


def _box(x: float, y: float, side: float, tall: float, colour: str) -> str:
    return f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{side - 2:.1f}" height="{tall - 2:.1f}" fill="{colour}"/>'


def _plot(chart: Chart) -> tuple[float, float, list[str]]:
    assert isinstance(chart, Plot)
    left, right, top, bottom = 46.0, 12.0, 58.0, 46.0
    wide, tall = NARROW - left - right, 220.0
    xs = [x for x, _ in chart.x_ticks]
    spread = 0.3 if chart.x_ticks and chart.x_ticks[-1][0] > 1.5 else 0.0
    x_low, x_high = min(xs) - spread, max(xs) + spread
    y_low, y_high = chart.y_range

    def place(x: float, y: float) -> tuple[float, float]:
        return left + wide * (x - x_low) / (x_high - x_low), top + tall * (1 - (y - y_low) / (y_high - y_low))

    body = _titled(chart.title)
    for k in range(5):
        value = y_low + (y_high - y_low) * k / 4
        _, y = place(x_low, value)
        body += [
            _line(left, y, left + wide, y),
            _text(left - 6, y + 4, _minus(f"{value:.2g}"), "end", "var(--quiet)"),
        ]
    for x, name in chart.x_ticks:
        here, _ = place(x, y_low)
        # A long name goes on two lines, or it would run into its neighbour.
        for line, words in enumerate(name.split(" ", 1)):
            half = LABEL_CHARACTER * len(words) / 2
            middle = min(max(here, half), NARROW - half - 2)
            body.append(_text(middle, top + tall + 18 + 16 * line, words, "middle", "var(--quiet)"))
    body.append(_text(left + wide / 2, top + tall + 38, chart.x_label, "middle"))
    body.append(_text(left, top - 8, chart.y_label, "start", "var(--quiet)"))
    if chart.band:
        corners = [place(x, low) for x, low, _ in chart.band] + [place(x, high) for x, _, high in reversed(chart.band)]
        body.append(f'<polygon points="{_points(corners)}" fill="var(--quiet)" fill-opacity="0.22"/>')
    if chart.diagonal:
        body.append(_line(*place(x_low, y_low), *place(x_high, y_high), "var(--quiet)", ' stroke-dasharray="4 4"'))
    for i, series in enumerate(chart.series):
        body += _series(i if series.like is None else series.like, series, place, (y_low, y_high))
    bottom_line = top + tall + bottom
    named = [(i, series) for i, series in enumerate(chart.series) if series.like is None]
    for row, (i, series) in enumerate(named if len(named) > 1 else ()):
        y = bottom_line + 12 + 18 * row
        colour = COLOURS[i % len(COLOURS)]
        body.append(_line(left, y - 4, left + 26, y - 4, colour, _dash(i)))
        body += [_mark(i, left + 13, y - 4, colour)] if series.marked else []
        body.append(_text(left + 34, y, inert_line(series.label, 40)))
    legend = 18 * len(named) + 8 if len(named) > 1 else 0
    return NARROW, bottom_line + legend, body


def _dash(i: int) -> str:
    dash = DASHES[i % len(DASHES)]
    return f' stroke-width="2" stroke-dasharray="{dash}"' if dash else ' stroke-width="2"'


def _series(
    i: int, series: Series, place: Callable[[float, float], tuple[float, float]], y_range: tuple[float, float]
) -> Iterator[str]:
    colour = COLOURS[i % len(COLOURS)]
    spots = [place(x, min(max(y, y_range[0]), y_range[1])) for x, y in series.points]
    if series.joined and len(spots) > 1:
        yield f'<polyline points="{_points(spots)}" fill="none" stroke="{colour}"{_dash(i)}/>'
    for (x, _), (low, high) in zip(series.points, series.ends, strict=False):
        if math.isnan(low) or math.isnan(high):
            continue
        here, y1 = place(x, max(low, y_range[0]))
        _, y2 = place(x, min(high, y_range[1]))
        yield _line(here, y1, here, y2, colour, ' stroke-width="1.5"')
    if series.marked:
        yield from (_mark(i, x, y, colour) for x, y in spots)


def _mark(i: int, x: float, y: float, colour: str) -> str:
    kind = i % 3
    if kind == 1:
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    if kind == 2:
        corners = _points([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)])
        return f'<polygon points="{corners}" fill="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'


def _points(spots: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)


def _ranges(chart: Chart) -> tuple[float, float, list[str]]:
    assert isinstance(chart, Ranges)
    tall, top = 38.0, 48.0
    left, wide = 10.0, NARROW - 20.0
    low, high = _ends(chart)

    def across(x: float) -> float:
        return left + wide * (min(max(x, low), high) - low) / (high - low)

    floor = top + tall * len(chart.rows)
    body = _titled(chart.title)
    if chart.margin:
        a, b = across(-chart.margin), across(chart.margin)
        body.append(
            f'<rect x="{a:.1f}" y="{top:.1f}" width="{b - a:.1f}" height="{floor - top:.1f}" '
            'fill="var(--quiet)" fill-opacity="0.18"/>'
        )
    body.append(_line(across(0), top, across(0), floor, "var(--quiet)"))
    for i, bar in enumerate(chart.rows):
        y = top + tall * i + 26
        body.append(_text(left, y - 9, inert_line(bar.label, 48), extra=' font-size="12"'))
        if not math.isnan(bar.low) and not math.isnan(bar.high):
            body.append(_line(across(bar.low), y, across(bar.high), y, "var(--s1)", ' stroke-width="2"'))
        fill = "var(--s1)" if bar.filled else "var(--page)"
        spot = f'<circle cx="{across(bar.value):.1f}" cy="{y:.1f}" r="4.5" fill="{fill}" stroke="var(--s1)"'
        body.append(f'{spot} stroke-width="2"/>')
    shown = [v for v in dict.fromkeys((low, 0.0, high)) if not v or abs(across(v) - across(0)) > CLOSEST]
    for value in shown:
        anchor = "start" if value == low else "end" if value == high else "middle"
        said = _minus(f"{value:+.2g}") if value else "0"
        body.append(_text(across(value), floor + 16, said, anchor, "var(--quiet)"))
    body.append(_text(left + wide / 2, floor + 34, chart.x_label, "middle"))
    return NARROW, floor + 42, body


def _ends(chart: Ranges) -> tuple[float, float]:
    """Return the ends of the axis: zero, the margin and every interval fit in."""
    known = [v for b in chart.rows for v in (b.value, b.low, b.high) if math.isfinite(v)]
    low, high = min([0.0, -chart.margin, *known]), max([0.0, chart.margin, *known])
    pad = 0.05 * (high - low) or 0.5
    return (low - pad if low < 0 else 0.0), (high + pad if high > 0 else 0.0)


DRAWN: Final[dict[type, Callable[[Chart], tuple[float, float, list[str]]]]] = {
    Grid: _grid,
    Plot: _plot,
    Ranges: _ranges,
}
