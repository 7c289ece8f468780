"""Estimation: sums of rounded numbers, the closest of four values, bounds, and whole-number roots."""

import random
from fractions import Fraction
from typing import Final

from mirror_inspect.bank.families.phrasing import hide, of_length, opening, prose, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.arithmetic import estimation as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

ROUND_LEVELS: Final = {
    1: {"terms": 2, "digits": 2, "units": 1},
    2: {"terms": 3, "digits": 3, "units": 1},
    3: {"terms": 5, "digits": 4, "units": 2},
    4: {"terms": 8, "digits": 6, "units": 2},
    5: {"terms": 12, "digits": 8, "units": 3},
}
ROUND_UNITS: Final = {10: "ten", 100: "hundred", 1000: "thousand", 10000: "ten thousand", 100000: "hundred thousand"}
ROUND_SCENES: Final = (
    "{name} wanted a rough total for the {place} accounts",
    "the {place} town council asked for a quick overview",
    "a reporter from {place} needed a round figure",
    "{name} checked a long bill by rounding",
    "the treasurer of the {place} choir made a rough calculation",
    "{name} prepared an approximate budget",
    "a clerk in {place} tested whether a printed sum was plausible",
)

CLOSEST_LEVELS: Final = {
    1: {"factors": 2, "digits": 2, "spread": 100},
    2: {"factors": 2, "digits": 3, "spread": 50},
    3: {"factors": 3, "digits": 3, "spread": 25},
    4: {"factors": 4, "digits": 4, "spread": 10},
    5: {"factors": 6, "digits": 5, "spread": 4},
}
CLOSEST_SCENES: Final = (
    "{name} typed {expression} into a calculator",
    "on a slate in {place} somebody had written {expression}",
    "the quiz evening in {place} began with the task {expression}",
    "{name} had to work out {expression} in the head",
    "an engineer from {place} needed the value of {expression}",
    "a page of {name}'s notebook contained the term {expression}",
)
CLOSEST_ASK: Final = (
    "Which of these values is closest to the result?",
    "Which one comes nearest to the exact value?",
    "To which of the following numbers is the result closest?",
)

BOUND_LEVELS: Final = {
    1: {"factors": 2, "digits": 2, "margin": 500},
    2: {"factors": 2, "digits": 3, "margin": 200},
    3: {"factors": 3, "digits": 3, "margin": 80},
    4: {"factors": 4, "digits": 4, "margin": 20},
    5: {"factors": 6, "digits": 4, "margin": 4},
}
BOUND_SCENES: Final = (
    "{name} claimed that {expression} was more than {bound}",
    "a headline in {place} said that {expression} came to over {bound}",
    "someone in {place} bet that {expression} would exceed {bound}",
    "{name} guessed that the value of {expression} was greater than {bound}",
    "the manual of a pump in {place} stated that {expression} is larger than {bound}",
    "it was said in a debate in {place} that {expression} gives more than {bound}",
)
BOUND_ASK: Final = ("Is that true?", "Is this correct?", "Was this right?", "Is the statement true?")

ROOT_LEVELS: Final = {
    1: {"power": 2, "digits": 4},
    2: {"power": 2, "digits": 6},
    3: {"power": 2, "digits": 8},
    4: {"power": 3, "digits": 10},
    5: {"power": 3, "digits": 16},
}
ROOT_SCENES: Final = {
    2: (
        ("a square field near {place} covers {n} square metres", "metres long is its side"),
        ("a square mosaic by {name} is made of about {n} equal tiles", "tiles go along one side"),
        ("a square photograph in {place} consists of about {n} pixels", "pixels wide is it"),
        ("{name} was asked for the square root of {n}", "is it, as a whole number,"),
        ("a square plaza in {place} measures {n} square centimetres", "centimetres long is each edge"),
        ("a square solar plant by {name} takes up {n} square decimetres", "decimetres long is a side"),
    ),
    3: (
        ("a cubical cistern in {place} holds {n} cubic millimetres", "millimetres deep is it"),
        ("{name} was asked for the cube root of {n}", "is it, as a whole number,"),
        ("a cube of sugar cubes was built in {place} from about {n} pieces", "pieces form an edge"),
        ("the volume of {name}'s cubical box is {n} cubic micrometres", "micrometres long is its edge"),
        ("a cubic crystal found near {place} has a volume of {n} cubic nanometres", "nanometres long is each edge"),
        ("{name} models a cubical cloud of {n} cubic centimetres", "centimetres long is its edge"),
    ),
}
ROOT_LEADS: Final = (
    "for a puzzle page", "in a quiz question", "in a practice test", "as a warm-up", "in a maths club", "in a textbook",
    "on a worksheet", "in an old exercise book", "during an entrance test", "in a school competition", "on a quiz card",
    "on a homework sheet", "for a riddle", "in an example",
)  # fmt: skip
"""Lead-in clauses for scenes that exist on paper only."""
ROOT_ASK: Final = "Rounded to the nearest whole number, how many {ask}?"


def make_rounded_sum(draw: Draw) -> Draft:
    """The sum of numbers that are rounded first, to one or several stated places."""
    rng, digits, terms = draw.rng, setting(draw, "digits"), setting(draw, "terms")
    units = sorted(
        rng.sample(
            [u for u in ROUND_UNITS if u < 10 ** (digits - 1) or (digits == 2 and u == 10)], setting(draw, "units")
        )
    )
    groups: list[list[int]] = [[] for _ in units]
    for i in range(terms):
        n = of_length(rng, digits)
        while any(2 * (n % u) == u or n % u == 0 for u in units):
            n = of_length(rng, digits)
        groups[i % len(units)].append(n)
    gold = sum((n + u // 2) // u * u for u, group in zip(units, groups, strict=True) for n in group)
    told = []
    for u, group in zip(units, groups, strict=True):
        numbers = prose([f"{n:,}" for n in group])
        each = "each of the numbers" if len(group) > 1 else "the number"
        told.append(f"round {each} {numbers} to the nearest {ROUND_UNITS[u]}")
    scene = rng.choice(ROUND_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    end = rng.choice(("What is the sum of the rounded numbers?", "What do the rounded values add up to?"))
    text = f"{opening(rng, scene)}. The method: {'; '.join(told)}. {end}"
    hide(gold, text)
    return Draft(text, str(gold), AnswerType.INTEGER)


def make_closest_value(draw: Draw) -> Draft:
    """The closest of four values to a product or quotient."""
    rng, spread = draw.rng, setting(draw, "spread")
    expression, value = _expression(rng, setting(draw, "factors"), setting(draw, "digits"))
    if value < 20:
        raise Redraw("too small for four clean options")
    ratio = Fraction(100 + spread, 100)
    shift = rng.randrange(4)
    options = [_four_digits(value * ratio ** (k - shift)) for k in range(4)]
    scene = rng.choice(CLOSEST_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES), expression=expression)
    text = f"{opening(rng, scene)}. {_order(draw)}{rng.choice(CLOSEST_ASK)}"
    gold = options.pop(shift)
    return Draft(text, gold, AnswerType.CHOICE, tuple(options))


def make_bound_check(draw: Draw) -> Draft:
    """Whether a product or quotient exceeds a bound that is off by a set relative margin."""
    rng, margin = draw.rng, setting(draw, "margin")
    expression, value = _expression(rng, setting(draw, "factors"), setting(draw, "digits"))
    off = Fraction(margin, 1000) * Fraction(rng.randint(105, 130), 100)
    bound = value / (1 + off) if draw.first_side else value * (1 + off)
    shown = _four_digits(bound) if bound > 20 else ""
    exact = Fraction(shown.replace(",", "") or 1)
    if not shown or not Fraction(margin, 1000) <= max(value / exact, exact / value) - 1:
        raise Redraw("the rounded bound is too close")
    scene = rng.choice(BOUND_SCENES).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), expression=expression, bound=shown
    )
    text = f"{opening(rng, scene)}. {_order(draw)}{rng.choice(BOUND_ASK)}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


def make_whole_root(draw: Draw) -> Draft:
    """A square or cube root to the nearest whole number."""
    rng, power, digits = draw.rng, setting(draw, "power"), setting(draw, "digits")
    low, high = round(10 ** ((digits - 1) / power)) + 1, round(10 ** (digits / power)) - 1
    root = rng.randint(low, high)
    # Half a unit either side, kept away from the tie: (r - 0.42)^k .. (r + 0.42)^k.
    low_n, high_n = (Fraction(100 * root + side, 100) ** power for side in (-42, 42))
    n = rng.randint(int(low_n) + 1, int(high_n))
    if len(str(n)) != digits or n == root**power:
        raise Redraw("wrong length, or a perfect power")
    scene, ask = rng.choice(ROOT_SCENES[power])
    start = scene.format(name=rng.choice(NAMES), place=rng.choice(PLACES), n=f"{n:,}")
    text = f"{opening(rng, start, ROOT_LEADS)}. "
    text += "What is it to the nearest whole number?" if "root of" in scene else ROOT_ASK.format(ask=ask)
    hide(root, text)
    return Draft(text, str(root), AnswerType.INTEGER)


def _expression(rng: random.Random, factors: int, digits: int) -> tuple[str, Fraction]:
    """Draw a chain of multiplications, from the third number on also divisions, evaluated from left to right."""
    value, text = Fraction(1), ""
    for i in range(factors):
        n = of_length(rng, digits)
        while n % 10 == 0:
            n = of_length(rng, digits)
        divide = i > 1 and i % 2 == 0
        value = value / n if divide else value * n
        text += (" ÷ " if divide else " × ") * (i > 0) + f"{n:,}"
    return text, value


def _order(draw: Draw) -> str:
    return "The operations are carried out from left to right. " if setting(draw, "factors") > 2 else ""


def _four_digits(value: Fraction) -> str:
    """Return the value with at most four significant digits, as a whole number from 100 on."""
    if value < 100:
        return f"{float(value):.2f}"
    unit = 10 ** max(0, len(str(int(value))) - 4)
    return f"{round(value / unit) * unit:,}"


FAMILIES: Final = (
    Family(
        name="rounded_sum",
        subcategory="estimation",
        levels=ROUND_LEVELS,
        make=make_rounded_sum,
        solve=solve.rounded_sum,
        method="decimal quantisation of every parsed number",
    ),
    Family(
        name="closest_value",
        subcategory="estimation",
        levels=CLOSEST_LEVELS,
        make=make_closest_value,
        solve=solve.closest_value,
        method="sum of logarithms compared with those of the options",
    ),
    Family(
        name="bound_check",
        subcategory="estimation",
        levels=BOUND_LEVELS,
        make=make_bound_check,
        solve=solve.bound_check,
        method="sum of logarithms compared with that of the bound",
        two_way=True,
    ),
    Family(
        name="whole_root",
        subcategory="estimation",
        levels=ROOT_LEVELS,
        make=make_whole_root,
        solve=solve.whole_root,
        method="bisection with exact integer powers",
    ),
)
