"""The three kinds of figure of the report as data, to be drawn as SVG or PNG."""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """Values by row and column, NaN where there is none; in [-1, 1] where ``diverging``, else in [0, 1]."""

    title: str
    desc: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    diverging: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """Points in order of x, with the ends of their intervals where there are any.

    Attributes:
        label: Name in the legend.
        points: (x, y).
        ends: (low, high) of every point, or empty.
        joined: Whether a line runs through the points.
        marked: Whether they carry marks.
        like: Place of the series whose colour, dash and mark it shares; it is not in the legend.
    """

    label: str
    points: tuple[Point, ...]
    ends: tuple[Point, ...] = ()
    joined: bool = True
    marked: bool = True
    like: int | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves over two axes.

    Attributes:
        title: What is shown.
        desc: What is to be seen, for who cannot see it.
        x_label: Name of the horizontal axis.
        y_label: Name of the vertical axis.
        series: The curves.
        x_ticks: Places and names on the horizontal axis.
        y_range: Ends of the vertical axis.
        diagonal: Whether the line y = x is drawn.
        band: (x, low, high) of a grey band, in order of x.
    """

    title: str
    desc: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    x_ticks: tuple[tuple[float, str], ...]
    y_range: Point = (0.0, 1.0)
    diagonal: bool = False
    band: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of `Ranges`: an estimate with its interval; filled where its verdict is a clear one."""

    label: str
    value: float
    low: float
    high: float
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Ranges:
    """Estimates with their intervals, one below the other; a grey band marks what is too small to count."""

    title: str
    desc: str
    x_label: str
    rows: tuple[Bar, ...]
    margin: float = 0.0


Chart = Grid | Plot | Ranges
