"""Bridges that need arithmetic: a running count, a chain of percentages, an order with extras."""

import random
from decimal import Decimal
from fractions import Fraction
from typing import Final

from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import Bridge, Drawn, Skin, opening
from mirror_inspect.bank.solvers.links import arithmetic as solve
from mirror_inspect.taxonomy import AnswerType

COUNT_SKINS: Final = (
    Skin(
        "event_logistics",
        (
            "{name} looks after the wristbands of the festival in {place}",
            "the ticket booth in {place} counts its stock",
        ),
        {"thing": "wristbands", "in": "delivered", "out": "handed to visitors"},
    ),
    Skin(
        "code_review",
        ("{name} follows one counter through a program", "a log file from {place} shows how a queue fills and empties"),
        {"thing": "waiting messages", "in": "queued", "out": "processed"},
    ),
    Skin(
        "medical_scheduling",
        ("the vaccination centre in {place} keeps track of its doses", "{name} is in charge of the vaccine fridge"),
        {"thing": "doses", "in": "unpacked", "out": "given to patients"},
    ),
    Skin(
        "kitchen_planning",
        ("the canteen in {place} keeps frozen dumplings", "{name} plans the freezer of a restaurant in {place}"),
        {"thing": "dumplings", "in": "made", "out": "served"},
    ),
)


def draw_count(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """A count that grows, shrinks and is multiplied."""
    words = skin.words
    factor, offset, steps = 1, 0, []
    size = 9 * 10 ** min(level, 3)
    for i in range(level + 1):
        now = factor * n + offset
        kind = "in" if i == 0 else rng.choice(("in", "out", "times") if level > 1 else ("in", "out"))
        x = rng.randint(size // 9, size)
        if kind == "times":
            m = rng.randint(2, 3 + level)
            factor, offset = factor * m, offset * m
            steps.append(f"a sudden rush made it {m} times as many")
        elif kind == "out" and now > 4:
            x = rng.randint(2, min(size, now - 1))
            offset -= x
            steps.append(f"{x} were {words['out']}")
        else:
            offset += x
            steps.append(f"{x} more were {words['in']}")
    ask = rng.choice(("How many {t} are there at the end?", "What is the final number of {t}?"))
    text = f"{opening(rng, skin)} At the start there were {{n}} {words['thing']}. "
    text += f"After that, in this order: {'; '.join(steps)}. {ask.format(t=words['thing'])}"
    return Drawn(text, lambda v: str(factor * v + offset))


PERCENT_SKINS: Final = (
    Skin(
        "property_management",
        ("{name} goes through the rent history of a flat in {place}", "a landlord in {place} explains a yearly rent"),
        {"what": "rent"},
    ),
    Skin(
        "sports_club",
        (
            "the treasurer of a rowing club in {place} looks at the boat fund",
            "{name} presents the fund of the ski club",
        ),
        {"what": "fund"},
    ),
    Skin(
        "business_evaluation",
        (
            "{name} is asked what a small firm in {place} is worth",
            "an investor reads the file of a start-up in {place}",
        ),
        {"what": "valuation"},
    ),
)


def _cents(amount: Fraction) -> str:
    cents = amount * 100
    return f"${Decimal(int(cents + Fraction(1, 2))) / 100:.2f}"


def draw_percent(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """A value that rises and falls by percentages."""
    factor, steps = Fraction(1), []
    for _ in range((1, 2, 3, 4, 6)[level - 1]):
        tenths = rng.choice((50, 100, 200, 250)) if level == 1 else rng.randint(21, 399)
        tenths = tenths if level > 2 else tenths - tenths % 10
        up = rng.random() < 0.6
        factor *= 1 + Fraction(tenths if up else -tenths, 1000)
        steps.append(f"{'rose' if up else 'fell'} by {tenths // 10}{f'.{tenths % 10}' if tenths % 10 else ''} %")
    if (factor * n * 100 * 2).denominator == 1 and (factor * n * 200) % 2 == 1:
        raise Redraw("the rounding is a tie")
    if factor <= Fraction(1, 50):
        raise Redraw("too small a rest")
    what = skin.words["what"]
    text = f"{opening(rng, skin)} The {what} was ${{n}} at first. It {', then '.join(steps)}"
    text += ", each change counted from the value just before it" if len(steps) > 1 else ""
    text += f". What is the {what} now? Give dollars and cents, rounding only the final result."
    return Drawn(text, lambda v: _cents(factor * v))


ORDER_SKINS: Final = (
    Skin(
        "kitchen_planning",
        ("a caterer in {place} writes an offer", "{name} orders food for a summer party"),
        {"thing": "lunch boxes", "plus": "a dessert", "minus": "a seasonal discount"},
    ),
    Skin(
        "event_logistics",
        ("the choir in {place} orders shirts for its concert", "{name} has name badges made for a congress"),
        {"thing": "pieces", "plus": "an embroidered logo", "minus": "a members' discount"},
    ),
    Skin(
        "trip_planning",
        ("a travel office in {place} prices a day trip", "{name} books coach seats for a company outing"),
        {"thing": "seats", "plus": "a museum ticket", "minus": "a group discount"},
    ),
)


def draw_order(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """An order with extras per piece and per order."""
    words = skin.words
    step = 100 if level == 1 else 5 if level == 2 else 1

    def money(low: int, high: int) -> int:
        return rng.randint(low, high) * 100 // step * step if level == 1 else rng.randint(low * 100, high * 100)

    each, flat = money(6, 40), 0
    parts = [f"Each costs ${each / 100:.2f}."]
    x = money(3, 60)
    extras = [(0, x, f"Delivery is a flat ${x / 100:.2f}.")]
    x = money(1, 5)
    extras.append((x, 0, f"For each there is {words['plus']} on top at ${x / 100:.2f}."))
    x = money(1, 4)
    extras.append((-x, 0, f"From the price of each goes {words['minus']} of ${x / 100:.2f}."))
    x = money(2, 3)
    extras.append((0, -x, f"A credit note of ${x / 100:.2f} is taken off the bill."))
    x = money(1, 2)
    extras.append((x, 0, f"Insurance adds ${x / 100:.2f} for each."))
    chosen = extras[:level]
    rng.shuffle(chosen)
    for per, once, line in chosen:
        each, flat = each + per, flat + once
        parts.append(line)
    text = f"{opening(rng, skin)} The order is for {{n}} {words['thing']}. {' '.join(parts)} "
    text += (
        rng.choice(("What does the whole order come to?", "What is the total of the bill?"))
        + " Give dollars and cents."
    )
    return Drawn(text, lambda v: f"${Decimal(each * v + flat) / 100:.2f}")


GAP_SKINS: Final = (
    Skin(
        "sports_club",
        ("a club in {place} walks for a good cause", "{name} counts the laps of a sponsored run"),
        {"thing": "laps"},
    ),
    Skin(
        "property_management",
        ("a block of flats in {place} saves water", "{name} adds up the meters of a block"),
        {"thing": "litres"},
    ),
    Skin(
        "product_design",
        ("a workshop in {place} glues a mosaic together", "{name} lays out a large mosaic"),
        {"thing": "tiles"},
    ),
)


def draw_gap(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What is missing to a goal after several contributions, one of which is N."""
    count, size = (2, 3, 4, 6, 9)[level - 1], (40, 200, 3_000, 40_000, 900_000)[level - 1]
    parts = [rng.randint(size // 9, size) for _ in range(count)]
    goal = sum(parts) + n + rng.randint(size // 5, size)
    at = rng.randrange(count + 1)
    shown = [str(p) for p in parts]
    shown.insert(at, "{n}")
    thing = skin.words["thing"]
    text = (
        f"{opening(rng, skin)} The goal is {goal} {thing}. So far there are {', '.join(shown[:-1])} and "
        f"{shown[-1]} {thing}. "
    )
    text += f"How many {thing} are missing to the goal?"
    return Drawn(text, lambda v: str(goal - sum(parts) - v))


ROUGH_SKINS: Final = (
    Skin(
        "event_logistics",
        ("{name} makes a rough plan for the seats of a fair", "the fair in {place} needs a rough plan"),
        {"thing": "seats"},
    ),
    Skin(
        "medical_scheduling",
        ("a clinic in {place} makes a rough plan for its swabs", "{name} plans the swabs of a clinic"),
        {"thing": "swabs"},
    ),
    Skin(
        "agriculture",
        ("{name} makes a rough forecast of the apple crop", "the growers of {place} forecast their crop"),
        {"thing": "apples"},
    ),
)


def draw_rough(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """A total of rounded numbers and one exact number, N."""
    count, unit = (2, 3, 4, 6, 9)[level - 1], (10, 10, 100, 100, 1000)[level - 1]
    numbers = [rng.randint(unit * 2, unit * 40) * 2 + 1 for _ in range(count)]
    if any((x * 2) % unit == 0 and (x * 2 // unit) % 2 for x in numbers):
        raise Redraw("a number lies half-way")
    total = sum((x + unit // 2) // unit * unit for x in numbers)
    thing = skin.words["thing"]
    text = f"{opening(rng, skin)} Each of these numbers of {thing} is first rounded to the nearest {unit}: "
    text += (
        f"{', '.join(map(str, numbers))}. Then the rounded numbers are added up, and {{n}} more {thing}, which are not "
    )
    text += f"rounded, are added. What is the rough total of {thing}?"
    return Drawn(text, lambda v: str(total + v))


BRIDGES: Final = (
    Bridge(
        "running_count",
        "multi_step_calculation",
        AnswerType.INTEGER,
        1,
        200_000,
        COUNT_SKINS,
        draw_count,
        solve.running_count,
        "replay of the stock movements",
    ),
    Bridge(
        "percent_chain",
        "percentages_ratios",
        AnswerType.MONEY,
        20,
        200_000,
        PERCENT_SKINS,
        draw_percent,
        solve.percent_chain,
        "decimal arithmetic",
    ),
    Bridge(
        "priced_order",
        "multiplication_division",
        AnswerType.MONEY,
        2,
        20_000,
        ORDER_SKINS,
        draw_order,
        solve.priced_order,
        "line by line in decimals",
    ),
    Bridge(
        "gap_to_goal",
        "addition_subtraction",
        AnswerType.INTEGER,
        2,
        200_000,
        GAP_SKINS,
        draw_gap,
        solve.gap_to_goal,
        "subtraction one by one",
    ),
    Bridge(
        "rough_total",
        "estimation",
        AnswerType.INTEGER,
        1,
        20_000,
        ROUGH_SKINS,
        draw_rough,
        solve.rough_total,
        "decimal quantisation",
    ),
)
