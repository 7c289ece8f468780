"""Surface shared by factual families: who asks and on what occasion, names of countries in prose, lists."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mirror_inspect.bank.family import Draw, Redraw
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES

Row = Mapping[str, str]

WHO: Final = (
    "At the {work} in {place}, {name} {what}.",
    "{name}, who runs the {work} in {place}, {what}.",
    "During the coffee break at the {work}, {name} {what}.",
    "To pass the time at the {place} {work}, {name} {what}.",
    "On the last day before the holidays at the {work}, {name} {what}.",
    "{name} spends a slow afternoon at the {work} in {place} and {what}.",
    "On a quiet shift at the {work}, {name} {what}.",
    "Between two meetings at the {work} in {place}, {name} {what}.",
    "Together with a colleague from the {work}, {name} {what}.",
    "One Friday at the {place} {work}, {name} {what}.",
)

ARTICLE: Final = frozenset((
    "Bahamas", "Central African Republic", "Comoros", "Democratic Republic of the Congo", "Dominican Republic",
    "Gambia", "Maldives", "Marshall Islands", "Netherlands", "Philippines", "Republic of the Congo", "Seychelles",
    "Solomon Islands", "United Arab Emirates", "United Kingdom", "United States",
))  # fmt: skip
"""Countries that take the article in running text."""


def number(draw: Draw, key: str) -> int:
    """Return a level parameter as an integer."""
    return int(str(draw.params[key]))


def opening(rng: random.Random, what: Sequence[str], works: Sequence[str] = WORKPLACES) -> str:
    """Return an opening sentence: somebody somewhere, and one of the given verb phrases in the present tense."""
    names = {"work": rng.choice(works), "place": rng.choice(PLACES), "name": rng.choice(NAMES)}
    return rng.choice(WHO).format(what=rng.choice(what), **names)


def land(name: str) -> str:
    """Return a country's name as it stands in running text."""
    return f"the {name}" if name in ARTICLE else name


def listed(items: Sequence[str], last: str = "and") -> str:
    """Return the items as a list in prose, without a comma before the last word."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def at_tier(draw: Draw, rows: Sequence[Row], count: int) -> list[Row]:
    """Draw different rows, in random order, of which the least familiar has exactly the level's tier."""
    tier = number(draw, "tier")
    rarest = draw.rng.choice([r for r in rows if int(r["tier"]) == tier])
    others = [r for r in rows if int(r["tier"]) <= tier and r is not rarest]
    if len(others) < count - 1:
        raise Redraw("too few rows of the level's tier")
    chosen = [rarest, *draw.rng.sample(others, count - 1)]
    draw.rng.shuffle(chosen)
    return chosen


def spread(
    draw: Draw,
    rows: Sequence[Row],
    count: int,
    apart: Callable[[Row, Row], bool],
    near: Callable[[Row, Row], bool] = lambda a, b: True,
) -> list[Row]:
    """Draw rows that are pairwise apart and of which the least familiar has exactly the level's tier.

    Args:
        draw: The draw, whose level has a ``tier``.
        rows: What to draw from.
        count: How many rows.
        apart: Whether two rows, in either order, may stand together.
        near: Must hold for the first two rows drawn, so that the closest pair lies in a band.

    Raises:
        Redraw: no row is left that is apart from those drawn.
    """
    tier = number(draw, "tier")
    chosen = [draw.rng.choice([r for r in rows if int(r["tier"]) == tier])]
    pool = [r for r in rows if int(r["tier"]) <= tier and near(chosen[0], r)]
    while len(chosen) < count:
        pool = [r for r in pool if apart(chosen[-1], r) and r is not chosen[-1]]
        if not pool:
            raise Redraw("nothing is left that is far enough from the rest")
        chosen.append(draw.rng.choice(pool))
        if len(chosen) == 2:
            pool = [r for r in rows if int(r["tier"]) <= tier and apart(chosen[0], r)]
    return chosen


def within(band: tuple[float, float], value: float) -> bool:
    """Whether a value lies in a band that includes its lower but not its upper end."""
    return band[0] <= value < band[1]
