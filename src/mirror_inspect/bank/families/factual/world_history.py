"""World history: events in order, before or after, years between, events within a lifetime."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.families.factual.wording import at_tier, listed, number, opening, spread, within
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.factual import world_history as solve
from mirror_inspect.items import LETTERS
from mirror_inspect.taxonomy import AnswerType

SOURCE: Final = "own table of dates typed by event, confirmed by a chronicle typed by year"
LICENSE: Final = "CC0-1.0"

Row = Mapping[str, str]

HISTORY_WHAT: Final = (
    "prepares a history round for a quiz",
    "sorts picture cards of historical events",
    "asks the others about dates from the history book",
    "makes a timeline for the corridor",
    "wonders what people remember from their history lessons",
    "tries to settle an argument about history",
)

BANDS: Final = {1: (100, 2000), 2: (40, 100), 3: (15, 40), 4: (5, 15), 5: (2, 5)}
"""Smallest difference in years between neighbours, from the first number up to but without the second."""


@cache
def _events() -> tuple[Row, ...]:
    return read_table("facts_history_a.csv")


def _year(row: Row) -> int:
    return int(row["year"])


ORDER_LEVELS: Final = {
    1: {"events": 3, "tier": 1, "band": 1},
    2: {"events": 4, "tier": 2, "band": 2},
    3: {"events": 5, "tier": 3, "band": 3},
    4: {"events": 6, "tier": 4, "band": 4},
    5: {"events": 8, "tier": 5, "band": 5},
}
ORDER_ASK: Final = (
    "Put the events in order of time, earliest first. Answer with their letters, separated by commas.",
    "In which order did they happen? Give the letters from the earliest to the latest, separated by commas.",
    "Arrange them from the earliest to the latest and give the letters, separated by commas.",
)


def make_event_order(draw: Draw) -> Draft:
    """Events put in order of time."""
    rng = draw.rng
    band = BANDS[number(draw, "band")]
    rows = spread(
        draw,
        _events(),
        number(draw, "events"),
        lambda a, b: abs(_year(a) - _year(b)) >= band[0],
        lambda a, b: within(band, abs(_year(a) - _year(b))),
    )
    rng.shuffle(rows)
    told = "; ".join(f"({LETTERS[i]}) {r['event']}" for i, r in enumerate(rows))
    order = sorted(range(len(rows)), key=lambda i: _year(rows[i]))
    if order == list(range(len(rows))):
        raise Redraw("the events are shown in order")
    text = f"{opening(rng, HISTORY_WHAT)} The events are {told}. {rng.choice(ORDER_ASK)}"
    answer = ", ".join(LETTERS[i] for i in order)
    return Draft(text, answer, AnswerType.ORDERED_LIST, provenance=SOURCE, license=LICENSE)


BEFORE_LEVELS: Final = {
    1: {"tier": 1, "band": 1},
    2: {"tier": 2, "band": 2},
    3: {"tier": 3, "band": 3},
    4: {"tier": 4, "band": 4},
    5: {"tier": 5, "band": 5},
}
BEFORE_ASK: Final = (
    "Did {x} come before {y}?",
    "Is it true that {x} came earlier than {y}?",
    "Going by the years, did {x} precede {y}?",
)


def make_before_or_after(draw: Draw) -> Draft:
    """Which of two events came first."""
    rng = draw.rng
    (a,) = at_tier(draw, _events(), 1)
    band, tier = BANDS[number(draw, "band")], number(draw, "tier")
    near = [r for r in _events() if int(r["tier"]) <= tier and within(band, abs(_year(a) - _year(r)))]
    if not near:
        raise Redraw("no event at the level's distance")
    b = rng.choice(near)
    if (_year(a) < _year(b)) != draw.first_side:
        a, b = b, a
    ask = rng.choice(BEFORE_ASK).format(x=a["event"], y=b["event"])
    text = f"{opening(rng, HISTORY_WHAT)} {ask} Answer yes or no."
    answer = "yes" if draw.first_side else "no"
    return Draft(text, answer, AnswerType.YES_NO, provenance=SOURCE, license=LICENSE)


BETWEEN_LEVELS: Final = {
    1: {"tier": 1, "events": 2},
    2: {"tier": 2, "events": 2},
    3: {"tier": 3, "events": 2},
    4: {"tier": 4, "events": 4},
    5: {"tier": 5, "events": 4},
}
BETWEEN_ASK: Final = (
    "By how many years do {pairs} differ?",
    "What is the difference in years between {pairs}?",
    "How many years lie between {pairs}?",
)


def make_years_between(draw: Draw) -> Draft:
    """The difference between the years of two events, or two such differences added up."""
    rng = draw.rng
    rows = at_tier(draw, _events(), number(draw, "events"))
    gaps = [abs(_year(a) - _year(b)) for a, b in zip(rows[::2], rows[1::2], strict=True)]
    if min(gaps) < 2:
        raise Redraw("two events of nearly the same year")
    pairs = [f"{a['event']} and {b['event']}" for a, b in zip(rows[::2], rows[1::2], strict=True)]
    if len(pairs) == 1:
        ask = rng.choice(BETWEEN_ASK).format(pairs=pairs[0])
    else:
        ask = f"Take the years between {pairs[0]}, and add the years between {pairs[1]}. What is the sum?"
    rule = "Only the calendar years count: subtract the earlier year from the later one, and answer in digits."
    text = f"{opening(rng, HISTORY_WHAT)} {ask} {rule}"
    return Draft(text, str(sum(gaps)), AnswerType.INTEGER, provenance=SOURCE, license=LICENSE)


LIFETIME_LEVELS: Final = {
    1: {"events": 3, "tier": 1},
    2: {"events": 4, "tier": 2},
    3: {"events": 5, "tier": 3},
    4: {"events": 7, "tier": 4},
    5: {"events": 9, "tier": 5},
}
LIFETIME_ASK: Final = (
    "How many of these events fell within the lifetime of {who}: {events}?",
    "While {who} was alive, how many of the following happened: {events}?",
    "Count the events that happened in the lifetime of {who}: {events}. How many are there?",
)


def make_lifetime_count(draw: Draw) -> Draft:
    """How many of some events fell within somebody's lifetime."""
    rng, tier, n = draw.rng, number(draw, "tier"), number(draw, "events")
    people = [r for r in read_table("facts_people_a.csv") if int(r["tier"]) <= tier]
    who = rng.choice(people)
    born, died = int(who["born"]), int(who["died"])
    rows = [r for r in _events() if int(r["tier"]) <= tier and min(abs(_year(r) - born), abs(_year(r) - died)) >= 2]
    near = [r for r in rows if born - 60 <= _year(r) <= died + 60]
    if len(near) < n:
        raise Redraw("too few events around that lifetime")
    chosen = rng.sample(near, n)
    if max(int(r["tier"]) for r in [*chosen, who]) != tier:
        raise Redraw("nothing of the level's tier")
    inside = sum(born < _year(r) < died for r in chosen)
    ask = rng.choice(LIFETIME_ASK).format(who=who["name"], events=listed([r["event"] for r in chosen]))
    text = f"{opening(rng, HISTORY_WHAT)} {ask} Answer in digits."
    source = f"{SOURCE}; lifetimes confirmed by WordNet 3.1"
    return Draft(text, str(inside), AnswerType.INTEGER, provenance=source, license=f"{LICENSE}, WordNet licence")


FAMILIES: Final = (
    Family(
        name="event_order",
        subcategory="world_history",
        levels=ORDER_LEVELS,
        make=make_event_order,
        solve=solve.event_order,
        method="years of a separately typed chronicle looked up for the events in the text",
    ),
    Family(
        name="before_or_after",
        subcategory="world_history",
        levels=BEFORE_LEVELS,
        make=make_before_or_after,
        solve=solve.before_or_after,
        method="years of a separately typed chronicle looked up for the events in the text",
        two_way=True,
    ),
    Family(
        name="years_between",
        subcategory="world_history",
        levels=BETWEEN_LEVELS,
        make=make_years_between,
        solve=solve.years_between,
        method="years of a separately typed chronicle looked up for the events in the text",
    ),
    Family(
        name="lifetime_count",
        subcategory="world_history",
        levels=LIFETIME_LEVELS,
        make=make_lifetime_count,
        solve=solve.lifetime_count,
        method="years of a separately typed chronicle and life dates of WordNet looked up for the text",
    ),
)
