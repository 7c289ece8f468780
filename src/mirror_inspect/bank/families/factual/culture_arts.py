"""Culture and arts: right pairings of works and creators, artists by birth, works by one hand, the odd one out."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.families.factual.wording import at_tier, listed, number, opening, spread, within
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.factual import culture_arts as solve
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.items import LETTERS
from mirror_inspect.taxonomy import AnswerType

SOURCE: Final = "own table of works typed work by work, confirmed by a table typed by creator"
LICENSE: Final = "CC0-1.0"

Row = Mapping[str, str]

KINDS: Final = {"book": "literature", "art": "visual art", "music": "music"}

CULTURE_WHAT: Final = (
    "prepares a round on books, paintings and music",
    "plays a card game about famous works",
    "tests who paid attention in art class",
    "writes captions for an exhibition of postcards",
    "sorts a box of old programmes and catalogues",
    "asks something about art and literature",
)


@cache
def _works() -> tuple[Row, ...]:
    return read_table("facts_works_a.csv")


@cache
def _by_creator() -> Mapping[str, tuple[Row, ...]]:
    grouped: dict[str, list[Row]] = defaultdict(list)
    for r in _works():
        grouped[r["creator"]].append(r)
    return {k: tuple(v) for k, v in grouped.items()}


def _shown(row: Row) -> str:
    """Return the title with the art it belongs to, unless the title already says what it is."""
    return row["work"] if row["work"].endswith(")") else f"{row['work']} ({KINDS[row['kind']]})"


PAIR_LEVELS: Final = {
    1: {"pairs": 3, "tier": 1},
    2: {"pairs": 4, "tier": 2},
    3: {"pairs": 6, "tier": 3},
    4: {"pairs": 8, "tier": 4},
    5: {"pairs": 9, "tier": 5},
}
PAIR_ASK: Final = (
    "How many of these works are given to the right person?",
    "In how many cases is the creator right?",
    "How many of the names are correct?",
)


def make_right_pairings(draw: Draw) -> Draft:
    """How many of some pairings of work and creator are right."""
    rng = draw.rng
    rows = at_tier(draw, _works(), number(draw, "pairs"))
    told, right = [], 0
    for r in rows:
        others = sorted({o["creator"] for o in _works() if o["kind"] == r["kind"]} - {r["creator"]})
        named = r["creator"] if rng.random() < 0.55 else rng.choice(others)
        right += named == r["creator"]
        told.append(f"{_shown(r)}: {named}")
    lead = rng.choice(("The list reads as follows.", "This is what stands on the cards.", "Here is the list."))
    text = f"{opening(rng, CULTURE_WHAT)} {lead} {'; '.join(told)}. {rng.choice(PAIR_ASK)} Answer in digits."
    return Draft(text, str(right), AnswerType.INTEGER, provenance=SOURCE, license=LICENSE)


BIRTH_LEVELS: Final = {
    1: {"artists": 3, "tier": 1, "band": 1},
    2: {"artists": 4, "tier": 2, "band": 2},
    3: {"artists": 5, "tier": 3, "band": 3},
    4: {"artists": 6, "tier": 4, "band": 4},
    5: {"artists": 7, "tier": 5, "band": 5},
}
BIRTH_BANDS: Final = {1: (40, 2000), 2: (20, 40), 3: (10, 20), 4: (5, 10), 5: (2, 5)}
"""Smallest difference in years between neighbours, from the first number up to but without the second."""
BIRTH_ASK: Final = (
    "Put them in order of birth, the earliest first. Answer with their letters, separated by commas.",
    "In which order were they born? Give the letters, starting with the person born first, separated by commas.",
    "Arrange them by year of birth, earliest first, and give the letters, separated by commas.",
)
ARTS: Final = frozenset({"composer", "painter", "writer"})


@cache
def _artists() -> tuple[Row, ...]:
    return tuple(r for r in read_table("facts_people_a.csv") if r["field"] in ARTS)


def make_birth_order(draw: Draw) -> Draft:
    """Composers, painters and writers in order of birth."""
    rng = draw.rng
    band = BIRTH_BANDS[number(draw, "band")]

    def gap(a: Row, b: Row) -> int:
        return abs(int(a["born"]) - int(b["born"]))

    rows = spread(
        draw,
        _artists(),
        number(draw, "artists"),
        lambda a, b: gap(a, b) >= band[0],
        lambda a, b: within(band, gap(a, b)),
    )
    rng.shuffle(rows)
    # Letters, since a surname alone would be a right answer too.
    told = "; ".join(f"({LETTERS[i]}) {r['name']}" for i, r in enumerate(rows))
    order = sorted(range(len(rows)), key=lambda i: int(rows[i]["born"]))
    if order == sorted(order):
        raise Redraw("the people are shown in order")
    text = f"{opening(rng, CULTURE_WHAT)} The people are {told}. {rng.choice(BIRTH_ASK)}"
    source = "own table of life dates, confirmed by WordNet 3.1"
    answer = ", ".join(LETTERS[i] for i in order)
    return Draft(text, answer, AnswerType.ORDERED_LIST, provenance=source, license=f"{LICENSE}, WordNet licence")


SAME_LEVELS: Final = {
    1: {"works": 2, "tier": 1},
    2: {"works": 2, "tier": 2},
    3: {"works": 2, "tier": 3},
    4: {"works": 3, "tier": 4},
    5: {"works": 3, "tier": 5},
}
SAME_ASK: Final = (
    "Are {works} by the same person?",
    "Did one and the same person create {works}?",
    "Do {works} come from the same hand?",
)


def make_same_creator(draw: Draw) -> Draft:
    """Whether works were all made by one person."""
    rng, tier, n = draw.rng, number(draw, "tier"), number(draw, "works")
    fitting = {c: [r for r in rows if int(r["tier"]) <= tier] for c, rows in _by_creator().items()}
    keep = n if draw.first_side else n - 1
    creator = rng.choice([c for c, rows in fitting.items() if len(rows) >= keep])
    rows = rng.sample(fitting[creator], keep)
    if not draw.first_side:
        rows.append(rng.choice([r for r in _works() if r["creator"] != creator and r["kind"] == rows[0]["kind"]]))
    if max(int(r["tier"]) for r in rows) != tier:
        raise Redraw("no work of the level's tier")
    rng.shuffle(rows)
    ask = rng.choice(SAME_ASK).format(works=listed([_shown(r) for r in rows]))
    text = f"{opening(rng, CULTURE_WHAT)} {ask} Answer yes or no."
    answer = "yes" if draw.first_side else "no"
    return Draft(text, answer, AnswerType.YES_NO, provenance=SOURCE, license=LICENSE)


ODD_LEVELS: Final = {
    1: {"options": 3, "tier": 2},
    2: {"options": 3, "tier": 3},
    3: {"options": 4, "tier": 3},
    4: {"options": 4, "tier": 4},
    5: {"options": 5, "tier": 4},
}
ODD_ASK: Final = (
    "{other} is told that all of these but one were made by the same person. Which is the exception?",
    "One of the following works, as {other} knows, has another creator than the rest. Which one?",
    "{other} sees at once which of these does not belong, because somebody else created it. Which is it?",
    "The others leave the answer to {other}: which of these works has another creator than the rest?",
)


def make_odd_work_out(draw: Draw) -> Draft:
    """The one work that somebody else made."""
    rng, tier, n = draw.rng, number(draw, "tier"), number(draw, "options")
    # A title that says itself what it is would stand out among the options.
    plain = [r for r in _works() if not r["work"].endswith(")")]
    fitting = {c: [r for r in plain if r["creator"] == c and int(r["tier"]) <= tier] for c in _by_creator()}
    creator = rng.choice([c for c, rows in fitting.items() if len(rows) >= n - 1])
    rows = rng.sample(fitting[creator], n - 1)
    odd = rng.choice([r for r in plain if r["creator"] != creator and r["kind"] == rows[0]["kind"]])
    if max(int(r["tier"]) for r in [*rows, odd]) != tier:
        raise Redraw("no work of the level's tier")
    text = f"{opening(rng, CULTURE_WHAT)} {rng.choice(ODD_ASK).format(other=rng.choice(NAMES))}"
    distractors = tuple(_shown(r) for r in rows)
    return Draft(text, _shown(odd), AnswerType.CHOICE, distractors=distractors, provenance=SOURCE, license=LICENSE)


FAMILIES: Final = (
    Family(
        name="right_pairings",
        subcategory="culture_arts",
        levels=PAIR_LEVELS,
        make=make_right_pairings,
        solve=solve.right_pairings,
        method="pairings looked up in a table typed by creator",
    ),
    Family(
        name="birth_order",
        subcategory="culture_arts",
        levels=BIRTH_LEVELS,
        make=make_birth_order,
        solve=solve.birth_order,
        method="life dates of WordNet looked up for the names in the text",
    ),
    Family(
        name="same_creator",
        subcategory="culture_arts",
        levels=SAME_LEVELS,
        make=make_same_creator,
        solve=solve.same_creator,
        method="works looked up in a table typed by creator",
        two_way=True,
    ),
    Family(
        name="odd_work_out",
        subcategory="culture_arts",
        levels=ODD_LEVELS,
        make=make_odd_work_out,
        solve=solve.odd_work_out,
        method="options looked up in a table typed by creator",
    ),
)
