"""The leaderboard as one HTML file without script and without anything loaded from elsewhere."""

import math
from typing import Final

from mirror_inspect import __version__
from mirror_inspect.inert import inert_line
from mirror_inspect.report.board import Board, BoardGroup, BoardRow
from mirror_inspect.report.palette import DARK, LIGHT, variables

WIDTH: Final = 180
EDGE: Final = 8


def board_html(found: Board) -> str:
    """Return the page. Every text of a log is made inert, and the template escapes it."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    env = Environment(
        loader=PackageLoader("mirror_inspect.report", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    env.filters |= {"inert": inert_line, "number": _number, "plain_number": _plain}
    page = env.get_template("board.html")
    groups = [(group, scale(group)) for group in found.groups]
    return page.render(
        board=found, groups=groups, light=variables(LIGHT), dark=variables(DARK), version=__version__, width=WIDTH
    )


class Scale:
    """Where the values of a group lie on its drawings."""

    def __init__(self, rows: tuple[BoardRow, ...]):
        ends = [x for row in rows for x in (row.low, row.high, row.value) if not math.isnan(x)]
        self._low, self._high = min([0.0, *ends]), max([0.0, *ends])

    def x(self, value: float) -> str:
        """Return the place of a value in pixels."""
        span = self._high - self._low or 1.0
        return f"{EDGE + (value - self._low) / span * (WIDTH - 2 * EDGE):.1f}"


def scale(group: BoardGroup) -> Scale:
    """Return the scale that all rows of a group share; it holds 0."""
    return Scale(tuple(s.row for s in group.standings))


def _number(value: float) -> str:
    return "missing" if math.isnan(value) else f"{value:+.3f}".replace("-", "\N{MINUS SIGN}")


def _plain(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.3f}"
