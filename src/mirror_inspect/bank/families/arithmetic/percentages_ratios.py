"""Percentages and ratios: successive changes, chained ratios, undoing a change, and close rates compared."""

import math
from fractions import Fraction
from typing import Final

from mirror_inspect.bank.families.phrasing import hide, of_length, opening, prose, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.arithmetic import percentages_ratios as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

CHANGE_LEVELS: Final = {
    1: {"changes": 1, "places": 0, "digits": 3},
    2: {"changes": 2, "places": 0, "digits": 3},
    3: {"changes": 3, "places": 0, "digits": 4},
    4: {"changes": 4, "places": 1, "digits": 5},
    5: {"changes": 6, "places": 1, "digits": 6},
}
CHANGE_SCENES: Final = (
    "{name} bought a share in a boatyard in {place} for {start}.",
    "the yearly rent of {name}'s workshop in {place} was {start}.",
    "a print in {name}'s gallery in {place} was priced at {start}.",
    "the grant for the library in {place} amounted to {start}.",
    "{name} put {start} into a fund run from {place}.",
    "an orchard outside {place} was valued at {start}.",
    "the yearly budget of the {place} ferry was {start}.",
)
CHANGE_UP: Final = ("rose by {p}%", "went up by {p}%", "was raised by {p}%", "gained {p}%")
CHANGE_DOWN: Final = ("fell by {p}%", "dropped by {p}%", "was cut by {p}%", "lost {p}%")
CHANGE_LINKS: Final = (
    "after that it {c}",
    "then it {c}",
    "a year later it {c}",
    "next it {c}",
    "in the following year it {c}",
)
CHANGE_ASK: Final = (
    "What was the amount then? Round only the final result, to the nearest cent.",
    "Give the final amount in dollars, rounded to the nearest cent at the very end.",
    "To the nearest cent, rounding only once at the end, what did it come to?",
)

CHAIN_LEVELS: Final = {
    1: {"links": 1, "largest": 5, "digits": 2},
    2: {"links": 2, "largest": 5, "digits": 3},
    3: {"links": 3, "largest": 7, "digits": 4},
    4: {"links": 4, "largest": 9, "digits": 6},
    5: {"links": 5, "largest": 13, "digits": 9},
}
CHAIN_SCENES: Final = (
    ("{people} shared a harvest of {total} walnuts among themselves", "walnuts"),
    ("{total} leaflets were handed to {people} for delivery in {place}", "leaflets"),
    ("the {place} cooperative split {total} bonus points among {people}", "bonus points"),
    ("a beach clean-up by {people} near {place} filled a skip with {total} pieces of litter", "pieces of litter"),
    ("{people} typed {total} index cards of the {place} archive between them", "index cards"),
    ("{total} tiles were laid in the town hall of {place} by {people}", "tiles"),
    ("an inheritance of {total} gold coins from {place} went to {people}", "gold coins"),
)

UNDO_LEVELS: Final = {
    1: {"steps": 1, "rate_step": 25},
    2: {"steps": 1, "rate_step": 5},
    3: {"steps": 2, "rate_step": 5},
    4: {"steps": 3, "rate_step": 5},
    5: {"steps": 4, "rate_step": 1},
}
UNDO_SCENES: Final = (
    "the number of visits to {name}'s website",
    "the colony of bacteria in {name}'s dish",
    "the number of records in the {place} database",
    "the amount of play money in the {place} online game",
    "the pollen count at the {place} station",
    "the number of stored photos on {name}'s server",
    "the quantity of plankton in a sample from {place}",
)
UNDO_TAILS: Final = (
    "It now stands at {end}. What was the figure before all this?",
    "The latest figure is {end}. What was the original one?",
    "After that the count was exactly {end}. With what figure did it begin?",
)

OVERALL_LEVELS: Final = {
    1: {"changes": 2, "rate_step": 10},
    2: {"changes": 2, "rate_step": 1},
    3: {"changes": 3, "rate_step": 5},
    4: {"changes": 4, "rate_step": 1},
    5: {"changes": 6, "rate_step": 1},
}
OVERALL_SCENES: Final = (
    "the rent of {name}'s stall in {place}",
    "the water level index of the {place} reservoir",
    "the membership fee of the {place} rowing club",
    "the daily output of {name}'s dairy",
    "the price of a ton of gravel in {place}",
    "the weekly number of calls to {name}'s help line",
    "the electricity use of the {place} swimming pool",
    "the length of {name}'s training runs",
)
OVERALL_ASK: Final = (
    "By what percentage did it change overall? Round to two decimal places and put a minus sign before a decrease.",
    "What was the overall change in percent, rounded to two decimal places? A decrease gets a minus sign.",
    "Compared with the beginning, by how many percent did it change? Round to two decimals; a decrease gets a minus.",
)

RATE_LEVELS: Final = {
    1: {"digits": 2, "closeness": 1},
    2: {"digits": 2, "closeness": 2},
    3: {"digits": 3, "closeness": 3},
    4: {"digits": 4, "closeness": 5},
    5: {"digits": 5, "closeness": 7},
}
RATE_SCENES: Final = (
    ("{a} potted {x} of {m} seedlings without loss, {b} {y} of {n}", "have a higher success rate than {b}"),
    ("{x} of the {m} parcels {a} sent arrived on time; for {b} it was {y} of {n}", "have a better record than {b}"),
    ("{a} hit the target with {x} of {m} arrows and {b} with {y} of {n}", "hit with a larger share of arrows than {b}"),
    ("a gauge passed {x} of {m} bolts made by {a} and {y} of {n} made by {b}", "have a higher pass rate than {b}"),
    ("{x} out of {m} guests of {a}'s inn left a review, and {y} out of {n} at {b}'s", "get a higher share than {b}"),
    ("{a} answered {x} of {m} letters and {b} answered {y} of {n}", "answer a larger fraction than {b}"),
    ("{a} identified {x} of {m} birds by song, whereas {b} managed {y} of {n}", "identify a larger share than {b}"),
)


def make_successive_changes(draw: Draw) -> Draft:
    """An amount that rises and falls by several percentages in a row."""
    rng, places = draw.rng, setting(draw, "places")
    amount = of_length(rng, setting(draw, "digits"))
    start = f"${amount:,}"
    scale, value = 1, amount * 100
    parts = []
    for i in range(setting(draw, "changes")):
        tenths = rng.randint(15, 385) if places else rng.choice(range(5, 45, 1 if draw.level > 1 else 5)) * 10
        if places and tenths % 10 == 0:
            tenths += rng.randint(1, 9)
        up = rng.random() < 0.5
        value *= 1000 + (tenths if up else -tenths)
        scale *= 1000
        rate = f"{tenths // 10}.{tenths % 10}" if places else str(tenths // 10)
        change = rng.choice(CHANGE_UP if up else CHANGE_DOWN).format(p=rate)
        parts.append(f"it {change}" if i == 0 else rng.choice(CHANGE_LINKS).format(c=change))
    if 2 * value % scale == 0 and value % scale:
        raise Redraw("the result lies half-way between two cents")
    cents = (2 * value + scale) // (2 * scale)
    scene = rng.choice(CHANGE_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES), start=start)
    first = "First" if len(parts) > 1 else "Some time later"
    text = f"{opening(rng, scene)} {first} {'; '.join(parts)}. {rng.choice(CHANGE_ASK)}"
    return Draft(text, f"${cents // 100}.{cents % 100:02d}", AnswerType.MONEY, tolerance=0.005)


def make_chained_ratio(draw: Draw) -> Draft:
    """A total divided by a chain of pairwise ratios."""
    rng, links, largest = draw.rng, setting(draw, "links"), setting(draw, "largest")
    people = rng.sample(NAMES, links + 1)
    pairs = []
    for i in range(links):
        p = largest if i == 0 else rng.randint(2, largest)
        q = rng.choice([k for k in range(1, largest + 1) if k != p and math.gcd(k, p) == 1])
        pairs.append((p, q) if rng.random() < 0.5 else (q, p))
    shares = [Fraction(1)]
    for p, q in pairs:
        shares.append(shares[-1] * q / p)
    unit = math.lcm(*(s.denominator for s in shares))
    whole = [int(s * unit) for s in shares]
    common = math.gcd(*whole)
    whole = [w // common for w in whole]
    digits = setting(draw, "digits")
    low, high = -(-(10 ** (digits - 1)) // sum(whole)), (10**digits - 1) // sum(whole)
    if low > high:
        raise Redraw("no total of the right length")
    factor = rng.randint(low, high)
    who = rng.randrange(links + 1)
    scene, noun = rng.choice(CHAIN_SCENES)
    ties = [
        f"{a} got {p} for every {q} that went to {b}"
        if rng.random() < 0.4
        else f"{a}'s share was to {b}'s as {p} is to {q}"
        for a, b, (p, q) in zip(people, people[1:], pairs, strict=False)
    ]
    rng.shuffle(ties)
    listed = people[:]
    rng.shuffle(listed)
    text = opening(rng, scene.format(people=prose(listed), place=rng.choice(PLACES), total=f"{sum(whole) * factor:,}"))
    gold = whole[who] * factor
    text += f". {'; '.join(ties)}. Nothing was left over. How many {noun} fell to {people[who]}?"
    hide(gold, text)
    return Draft(text, str(gold), AnswerType.INTEGER)


def make_undo_changes(draw: Draw) -> Draft:
    """The whole number from which given percentage changes lead to the known result."""
    rng, step = draw.rng, setting(draw, "rate_step")
    ratio, parts = Fraction(1), []
    for i in range(setting(draw, "steps")):
        rate = step * rng.randint(1, 60 // step)
        if step < 5:
            rate = rng.choice([r for r in range(3, 40) if r % 5])
        elif draw.level > 1 and rate % 25 == 0:
            rate += 5
        up = rng.random() < 0.5
        ratio *= Fraction(100 + (rate if up else -rate), 100)
        verb = rng.choice(
            ("grew by", "increased by", "went up by") if up else ("shrank by", "decreased by", "went down by")
        )
        parts.append(
            f"{'first' if i == 0 else 'then'} {verb} {rate}%" if setting(draw, "steps") > 1 else f"{verb} {rate}%"
        )
    start = ratio.denominator * rng.randint(2, 600 if draw.level < 4 else 60)
    end = start * ratio
    scene = rng.choice(UNDO_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    text = f"{opening(rng, scene)} {prose(parts)}. {rng.choice(UNDO_TAILS).format(end=f'{int(end):,}')}"
    hide(start, text)
    return Draft(text, str(start), AnswerType.INTEGER)


def make_overall_change(draw: Draw) -> Draft:
    """The overall percentage change after several changes in a row."""
    rng, step, changes = draw.rng, setting(draw, "rate_step"), setting(draw, "changes")
    ratio, parts = Fraction(1), []
    rates = [r for r in range(step, 61, step) if step > 1 or r % 5]
    if step == 5:
        rates = [r for r in rates if r % 10]
    for i in range(changes):
        rate = rng.choice(rates)
        up = rng.random() < 0.5
        ratio *= Fraction(100 + (rate if up else -rate), 100)
        verb = rng.choice(
            ("rose by", "went up by", "increased by") if up else ("fell by", "went down by", "decreased by")
        )
        parts.append(f"{'first' if i == 0 else 'then'} {verb} {rate}%")
    exact = (ratio - 1) * 10_000
    hundredths = round(exact)
    if hundredths == 0 or abs(exact - hundredths) == Fraction(1, 2):
        raise Redraw("no change, or a tie of the rounding")
    shown = f"{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}".rstrip("0").rstrip(".")
    scene = rng.choice(OVERALL_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    text = f"{opening(rng, scene)} {prose(parts)}. {rng.choice(OVERALL_ASK)}"
    if f" {shown}%" in text:
        raise Redraw("the gold stands in the text")
    return Draft(text, f"{'-' if exact < 0 else ''}{shown}%", AnswerType.PERCENT, tolerance=0.005)


def make_rates_compared(draw: Draw) -> Draft:
    """Whether the first of two nearly equal rates is the higher."""
    rng, digits, closeness = draw.rng, setting(draw, "digits"), setting(draw, "closeness")
    for _ in range(4000):
        m, n = of_length(rng, digits), of_length(rng, digits)
        x = rng.randint(m // 2, m - 1)
        y = round(x * n / m) + (rng.choice((-1, 0, 1)) if closeness > 1 else rng.randint(-n // 3, n // 3))
        cross = x * n - y * m
        if m == n or x == y or not n // 3 < y < n or not cross or _closeness(cross, m * n) != closeness:
            continue
        one_asked = (cross > 0) == draw.first_side
        a, b = rng.sample(NAMES, 2)
        scene, ask = rng.choice(RATE_SCENES)
        told = opening(rng, scene.format(a=a, b=b, x=f"{x:,}", m=f"{m:,}", y=f"{y:,}", n=f"{n:,}"))
        ask = f"Did {a} {ask.format(b=b)}?" if one_asked else f"Did {b} {ask.format(b=a)}?"
        return Draft(f"{told}. {ask}", "yes" if draw.first_side else "no", AnswerType.YES_NO)
    raise Redraw("no pair of rates this close")


def _closeness(cross: int, product: int) -> int:
    return len(str(product // abs(cross)))


FAMILIES: Final = (
    Family(
        name="successive_changes",
        subcategory="percentages_ratios",
        levels=CHANGE_LEVELS,
        make=make_successive_changes,
        solve=solve.successive_changes,
        method="exact rational product of the parsed rates, rounded by decimal half-even",
    ),
    Family(
        name="chained_ratio",
        subcategory="percentages_ratios",
        levels=CHAIN_LEVELS,
        make=make_chained_ratio,
        solve=solve.chained_ratio,
        method="linear equations in the shares, solved by sympy",
    ),
    Family(
        name="undo_changes",
        subcategory="percentages_ratios",
        levels=UNDO_LEVELS,
        make=make_undo_changes,
        solve=solve.undo_changes,
        method="inverse changes applied to the final figure in rational arithmetic",
    ),
    Family(
        name="overall_change",
        subcategory="percentages_ratios",
        levels=OVERALL_LEVELS,
        make=make_overall_change,
        solve=solve.overall_change,
        method="an index of 100 carried through every change in 60-digit decimals",
    ),
    Family(
        name="rates_compared",
        subcategory="percentages_ratios",
        levels=RATE_LEVELS,
        make=make_rates_compared,
        solve=solve.rates_compared,
        method="long division of both rates until the quotients differ",
        two_way=True,
    ),
)
