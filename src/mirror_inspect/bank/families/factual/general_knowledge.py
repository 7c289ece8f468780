"""General knowledge: sums of well-known counts, comparisons of them, members of everyday categories in a list."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.families.factual.wording import at_tier, number, opening
from mirror_inspect.bank.family import Draft, Draw, Family, Params, Redraw
from mirror_inspect.bank.solvers.factual import general_knowledge as solve
from mirror_inspect.taxonomy import AnswerType

SOURCE: Final = "own table of counts typed by thing, confirmed by a table typed by number"
LICENSE: Final = "CC0-1.0"

Row = Mapping[str, str]

GENERAL_WHAT: Final = (
    "writes a question for the general knowledge round",
    "reads a brain-teaser from a calendar sheet",
    "tries a riddle on everybody who comes in",
    "pins a puzzle to the notice board",
    "sets the bonus question for the evening",
    "makes up a question that needs knowing and reckoning",
)


@cache
def _counts() -> tuple[Row, ...]:
    return read_table("facts_numbers_a.csv")


def _n(row: Row) -> int:
    return int(row["number"])


SUM_LEVELS: Final[Mapping[int, Params]] = {
    1: {"terms": 2, "tier": 1, "product": False},
    2: {"terms": 3, "tier": 2, "product": False},
    3: {"terms": 4, "tier": 3, "product": False},
    4: {"terms": 5, "tier": 4, "product": True},
    5: {"terms": 7, "tier": 5, "product": True},
}
SUM_ASK: Final = (
    "What number is left in the end?",
    "What is the result?",
    "Which number comes out?",
)


def make_sum_of_counts(draw: Draw) -> Draft:
    """Well-known counts added, subtracted and, at the upper levels, multiplied."""
    rng = draw.rng
    rows = at_tier(draw, _counts(), number(draw, "terms"))
    value = _n(rows[0])
    told = [f"Take the number of {rows[0]['thing']}"]
    for k, r in enumerate(rows[1:]):
        n, thing = _n(r), f"the number of {r['thing']}"
        if draw.params["product"] and k == 0:
            if value * n > 3000:
                raise Redraw("the product is unwieldy")
            value *= n
            told.append(f"multiply it by {thing}")
        elif n < value and rng.random() < 0.5:
            value -= n
            told.append(f"subtract {thing}")
        else:
            value += n
            told.append(f"add {thing}")
    recipe = told[0] + "".join(f", {'then ' if k else ''}{t}" for k, t in enumerate(told[1:]))
    text = f"{opening(rng, GENERAL_WHAT)} {recipe}. {rng.choice(SUM_ASK)} Answer in digits."
    return Draft(text, str(value), AnswerType.INTEGER, provenance=SOURCE, license=LICENSE)


COMPARE_LEVELS: Final[Mapping[int, Params]] = {
    1: {"terms": 2, "tier": 1, "close": False},
    2: {"terms": 2, "tier": 2, "close": False},
    3: {"terms": 3, "tier": 3, "close": True},
    4: {"terms": 4, "tier": 4, "close": True},
    5: {"terms": 5, "tier": 5, "close": True},
}
COMPARE_ASK: Final = (
    "Is {left} greater than {right}?",
    "Does {left} exceed {right}?",
    "Do you get more with {left} than with {right}?",
)
NEAR: Final = 4
"""Largest difference of a close comparison."""


def make_greater_count(draw: Draw) -> Draft:
    """Whether one count, or sum of counts, is greater than another."""
    rng, terms = draw.rng, number(draw, "terms")
    half = terms // 2
    for _ in range(60):
        rows = at_tier(draw, _counts(), terms)
        left, right = rows[:half], rows[half:]
        gap = sum(map(_n, left)) - sum(map(_n, right))
        if gap and (abs(gap) <= NEAR) is draw.params["close"]:
            break
    else:
        raise Redraw("equal, or not as close as the level wants")
    if terms > 2 and rng.random() < 0.5:
        left, right, gap = right, left, -gap
    if (gap > 0) != draw.first_side:
        left, right = right, left
    sides = [" plus ".join(f"the number of {r['thing']}" for r in side) for side in (left, right)]
    ask = rng.choice(COMPARE_ASK).format(left=sides[0], right=sides[1])
    text = f"{opening(rng, GENERAL_WHAT)} {ask} Answer yes or no."
    answer = "yes" if draw.first_side else "no"
    return Draft(text, answer, AnswerType.YES_NO, provenance=SOURCE, license=LICENSE)


COUNT_LEVELS: Final[Mapping[int, Params]] = {
    1: {"words": 5, "tier": 1},
    2: {"words": 7, "tier": 2},
    3: {"words": 10, "tier": 3},
    4: {"words": 14, "tier": 4},
    5: {"words": 18, "tier": 5},
}
APART: Final = frozenset({
    ("trees", "fruits"), ("garments", "dances"), ("garments", "fabrics"), ("garments", "snakes"),
    ("weapons", "snakes"), ("birds", "garments"),
})  # fmt: skip
"""Pairs (asked, other) never mixed: some words of the second may also be counted among the first."""
NEIGHBOURS: Final = (
    ("birds", "fish", "insects", "snakes", "dog breeds", "trees", "flowers", "fruits"),
    ("musical instruments", "garments", "fabrics", "weapons", "ships and boats", "dances"),
    ("cheeses", "bones", "gemstones", "units of money", "fabrics", "dances"),
)
"""Categories that are mixed with one another."""
COUNT_ASK: Final = (
    "How many of these words name {kind}: {words}?",
    "Count the {kind} in this list: {words}. How many are there?",
    "In the following list, how many are {kind}: {words}?",
)


def make_category_count(draw: Draw) -> Draft:
    """How many words of a list belong to a category."""
    rng, n, tier = draw.rng, number(draw, "words"), number(draw, "tier")
    rows = [r for r in read_table("facts_words_a.csv") if int(r["tier"]) <= tier]
    kinds = sorted({r["category"] for r in rows})
    asked = rng.choice(kinds)
    near = next(group for group in NEIGHBOURS if asked in group)
    fitting = [k for k in kinds if k in near and k != asked and (asked, k) not in APART]
    if len(fitting) < 2:
        raise Redraw("too few neighbouring categories")
    others = rng.sample(fitting, min(3, len(fitting)))
    members = [r for r in rows if r["category"] == asked]
    inside = rng.randint(1, min(n - 1, len(members), n * 2 // 3))
    foreign = [r for r in rows if r["category"] in others]
    if len(foreign) < n - inside:
        raise Redraw("too few words of the other categories")
    chosen = rng.sample(members, inside) + rng.sample(foreign, n - inside)
    if max(int(r["tier"]) for r in chosen) != tier:
        raise Redraw("no word of the level's tier")
    rng.shuffle(chosen)
    ask = rng.choice(COUNT_ASK).format(kind=asked, words=", ".join(r["word"] for r in chosen))
    text = f"{opening(rng, GENERAL_WHAT)} {ask} Answer in digits."
    source = "own lists of everyday categories, confirmed by WordNet 3.1"
    return Draft(text, str(inside), AnswerType.INTEGER, provenance=source, license=f"{LICENSE}, WordNet licence")


FAMILIES: Final = (
    Family(
        name="sum_of_counts",
        subcategory="general_knowledge",
        levels=SUM_LEVELS,
        make=make_sum_of_counts,
        solve=solve.sum_of_counts,
        method="counts looked up in a table typed by number",
    ),
    Family(
        name="greater_count",
        subcategory="general_knowledge",
        levels=COMPARE_LEVELS,
        make=make_greater_count,
        solve=solve.greater_count,
        method="counts looked up in a table typed by number",
        two_way=True,
    ),
    Family(
        name="category_count",
        subcategory="general_knowledge",
        levels=COUNT_LEVELS,
        make=make_category_count,
        solve=solve.category_count,
        method="hypernyms of WordNet looked up for every word in the text",
    ),
)
