"""Multiplication and division: products, remainders, exact divisibility and parts of parts; digits grow."""

import math
from typing import Final

from mirror_inspect.bank.families.phrasing import hide, of_length, opening, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.arithmetic import multiplication_division as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

PRODUCT_LEVELS: Final = {
    1: {"left": 2, "right": 1},
    2: {"left": 2, "right": 2},
    3: {"left": 3, "right": 3},
    4: {"left": 5, "right": 4},
    5: {"left": 8, "right": 6},
}
PRODUCT_SCENES: Final = (
    ("{name}'s server farm ran {a} programs, and each of them wrote {b} lines to its log", "lines were written"),
    ("a mill in {place} filled {a} sacks with {b} grains each", "grains were used"),
    ("a printer in {place} made {a} sheets, every one of them with {b} dots", "dots were printed"),
    ("{a} hives were counted around {place}, with {b} bees in every single one", "bees were there"),
    ("in a simulation that {name} wrote, {a} ants made {b} steps each", "steps were made"),
    ("a loom in {place} wove {b} threads into each of {a} ribbons", "threads were woven"),
    ("{name} tiled a huge mosaic with {a} rows of {b} stones", "stones were laid"),
    ("the {place} telescope took {a} pictures of {b} pixels each", "pixels were recorded"),
)
PRODUCT_ASK: Final = ("Exactly how many {noun} altogether?", "In total, how many {noun}?", "How many {noun} overall?")

LEFTOVER_LEVELS: Final = {
    1: {"dividend": 2, "divisor": 1},
    2: {"dividend": 3, "divisor": 1},
    3: {"dividend": 5, "divisor": 2},
    4: {"dividend": 8, "divisor": 3},
    5: {"dividend": 12, "divisor": 5},
}
LEFTOVER_SCENES: Final = (
    ("{n} beads were threaded on strings of {d} beads each in {name}'s workshop", "beads", "strings"),
    ("a nursery near {place} planted {n} bulbs in beds that hold {d} bulbs each", "bulbs", "beds"),
    ("a bottling line in {place} packed {n} corks into bags of {d}", "corks", "bags"),
    ("{name} copied {n} records to tapes with room for {d} records each", "records", "tapes"),
    ("the mint of {place} rolled {n} coins in rolls of {d}", "coins", "rolls"),
    ("{n} bytes of {name}'s file were cut into blocks of {d} bytes", "bytes", "blocks"),
    ("in {place}, {n} bricks were stacked on pallets that take {d} bricks each", "bricks", "pallets"),
)
LEFTOVER_ASK: Final = (
    "As many {units} as possible were filled to the last place. How many {rest} were left over?",
    "Only full {units} were wanted. How many {rest} remained?",
    "Whatever did not make up one of these {units} was set aside. How many {rest} were set aside?",
    "In the end some {rest} were too few for one more of the {units}. How many {rest} were those?",
)

EXACT_LEVELS: Final = {
    1: {"dividend": 3, "divisor": 1},
    2: {"dividend": 5, "divisor": 1},
    3: {"dividend": 6, "divisor": 2},
    4: {"dividend": 9, "divisor": 2},
    5: {"dividend": 14, "divisor": 3},
}
EXACT_SCENES: Final = (
    "{n} tickets were to be shared equally by {d} schools around {place}, without a remainder",
    "{name} wanted to arrange {n} stamps in {d} equal piles with none left over",
    "a warehouse in {place} had to load {n} cans on {d} lorries, the same number on each and none staying behind",
    "{name} tried to cut a tape of {n} millimetres into {d} pieces of the same whole number of millimetres",
    "the {place} archive was to deal out {n} cards evenly to {d} clerks, every card being used",
    "{name} was to stack {n} crates from {place} in {d} towers of equal height, using every crate",
    "{n} chairs from {place} had to be set up in {d} rows of the same length, with every chair in use",
    "in {name}'s program a list of {n} entries had to be split into {d} equally long parts, with no entry left out",
)
EXACT_ASK: Final = ("Is that possible?", "Can this be done?", "Does the division come out even?")

PARTS_LEVELS: Final = {
    1: {"steps": 2, "digits": 1},
    2: {"steps": 3, "digits": 1},
    3: {"steps": 4, "digits": 1},
    4: {"steps": 4, "digits": 2},
    5: {"steps": 6, "digits": 2},
}
PARTS_SCENES: Final = (
    ("{name} looked through a seed collection", "seeds"),
    ("the {place} library sorted its holdings", "books"),
    ("a wind farm near {place} reviewed its parts store", "parts"),
    ("{name} went through a box of old photographs", "photographs"),
    ("the kitchen of a hotel in {place} checked its crockery", "pieces"),
    ("a customs officer in {place} examined a shipload", "crates"),
    ("{name} analysed a pile of survey forms", "forms"),
)
PARTS_TRAITS: Final = (
    "were labelled", "were older than a year", "had been donated", "were damaged", "came from abroad", "were numbered",
    "had a blue mark", "were kept upstairs", "were on loan", "had been insured",
)  # fmt: skip
PARTS_ASK: Final = (
    "What fraction of all {noun} does that make? Give it in lowest terms.",
    "As a fraction of all {noun}, in lowest terms, how large is this last group?",
    "Which share of all the {noun} is in the last group? Answer with a fraction in lowest terms.",
)


def make_product(draw: Draw) -> Draft:
    """A product of two whole numbers."""
    rng = draw.rng
    a, b = _uneven(draw, "left"), _uneven(draw, "right")
    scene, noun = rng.choice(PRODUCT_SCENES)
    start = scene.format(name=rng.choice(NAMES), place=rng.choice(PLACES), a=f"{a:,}", b=f"{b:,}")
    text = f"{opening(rng, start)}. {rng.choice(PRODUCT_ASK).format(noun=noun)}"
    hide(a * b, text)
    return Draft(text, str(a * b), AnswerType.INTEGER)


def make_leftovers(draw: Draw) -> Draft:
    """The remainder of a division."""
    rng = draw.rng
    divisor = _uneven(draw, "divisor")
    n = of_length(rng, setting(draw, "dividend"))
    if divisor < 3 or n % divisor == 0 or n <= divisor:
        raise Redraw("no remainder")
    scene, rest, units = rng.choice(LEFTOVER_SCENES)
    start = scene.format(name=rng.choice(NAMES), place=rng.choice(PLACES), n=f"{n:,}", d=f"{divisor:,}")
    text = f"{opening(rng, start)}. {rng.choice(LEFTOVER_ASK).format(rest=rest, units=units)}"
    hide(n % divisor, text)
    return Draft(text, str(n % divisor), AnswerType.INTEGER)


def make_divides_exactly(draw: Draw) -> Draft:
    """Whether a division has no remainder."""
    rng, digits = draw.rng, setting(draw, "dividend")
    size = setting(draw, "divisor")
    # Even divisors and multiples of 5 would be settled by the last digit.
    divisor = rng.choice([d for d in range(10 ** (size - 1), 10**size) if d > 1 and d % 2 and d % 5])
    quotient = rng.randint(-(-(10 ** (digits - 1)) // divisor), (10**digits - 1) // divisor)
    n = quotient * divisor
    if not draw.first_side:
        n += rng.choice([r for r in range(-divisor + 1, divisor) if r])
    if len(str(n)) != digits or quotient < 2:
        raise Redraw("wrong length")
    scene = rng.choice(EXACT_SCENES).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), n=f"{n:,}", d=f"{divisor:,}"
    )
    text = f"{opening(rng, scene)}. {rng.choice(EXACT_ASK)}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


def make_part_of_part(draw: Draw) -> Draft:
    """A fraction of a fraction of a fraction, some of them by their complement."""
    rng, digits, steps = draw.rng, setting(draw, "digits"), setting(draw, "steps")
    scene, noun = rng.choice(PARTS_SCENES)
    top = bottom = 1
    parts = []
    for i, trait in enumerate(rng.sample(PARTS_TRAITS, steps)):
        q = rng.randint(3, 9) if digits == 1 else rng.randint(11, 40)
        p = rng.choice([k for k in range(1, q) if math.gcd(k, q) == 1])
        group = f"of all {noun}" if i == 0 else "of these" if i == 1 else "of those"
        parts.append(f"{p}/{q} {group} {trait}")
        top, bottom = top * p, bottom * q
    common = math.gcd(top, bottom)
    start = scene.format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    linked = "; ".join([parts[0], *(f"then {part}" if rng.random() < 0.4 else part for part in parts[1:])])
    ask = rng.choice(PARTS_ASK).format(noun=noun)
    text = f"{opening(rng, start)}. The result, each group being part of the one before: {linked}. {ask}"
    return Draft(text, f"{top // common}/{bottom // common}", AnswerType.FRACTION)


def _uneven(draw: Draw, key: str) -> int:
    """Draw a number of the wanted length that does not end in zero."""
    while (n := of_length(draw.rng, setting(draw, key))) % 10 == 0 or n == 1:
        pass
    return n


FAMILIES: Final = (
    Family(
        name="product",
        subcategory="multiplication_division",
        levels=PRODUCT_LEVELS,
        make=make_product,
        solve=solve.product,
        method="long multiplication digit by digit",
    ),
    Family(
        name="leftovers",
        subcategory="multiplication_division",
        levels=LEFTOVER_LEVELS,
        make=make_leftovers,
        solve=solve.leftovers,
        method="long division digit by digit",
    ),
    Family(
        name="divides_exactly",
        subcategory="multiplication_division",
        levels=EXACT_LEVELS,
        make=make_divides_exactly,
        solve=solve.divides_exactly,
        method="long division digit by digit",
        two_way=True,
    ),
    Family(
        name="part_of_part",
        subcategory="multiplication_division",
        levels=PARTS_LEVELS,
        make=make_part_of_part,
        solve=solve.part_of_part,
        method="prime exponents of numerators and denominators",
    ),
)
