"""Error detection: a wrong line in a calculation, wrong invoices, invalid check digits, lists that do not agree."""

import random
from typing import Final

from mirror_inspect.bank.families.procedural.wording import WORDS, listed, number, opening
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.procedural import error_detection as solve
from mirror_inspect.taxonomy import AnswerType

LINE_LEVELS: Final = {
    1: {"lines": 3, "digits": 2},
    2: {"lines": 4, "digits": 3},
    3: {"lines": 6, "digits": 4},
    4: {"lines": 8, "digits": 5},
    5: {"lines": 9, "digits": 7},
}
LINE_WHAT: Final = (
    "checks a colleague's arithmetic line by line",
    "finds that the figures do not add up",
    "goes over a calculation written on the back of an envelope",
    "looks for the slip in a long calculation",
    "is handed a page of working with one mistake in it",
)
LINE_ASK: Final = (
    "Exactly one line is miscalculated; later lines carry on from its wrong result. Which line is it, counted from "
    "one at the start?",
    "In one line, and only one, the result does not follow from what stands before the equals sign. What is the "
    "number of that line, the first being line one?",
    "A single line contains a slip, and the rest builds on it. Counting the lines from one, which line is it?",
)


def make_faulty_line(draw: Draw) -> Draft:
    """A chain of calculations with one wrong result that is carried on."""
    rng, n, digits = draw.rng, number(draw, "lines"), number(draw, "digits")
    value = rng.randint(10 ** (digits - 1) + 10, 10**digits - 1)
    wrong = rng.randint(1, n)
    lines = []
    for k in range(1, n + 1):
        kinds = ["+", "−"] if len(str(value)) > digits or digits == 2 else ["+", "−", "×"]
        kind = rng.choice(kinds)
        operand = rng.randint(12, 19) if kind == "×" else rng.randint(10 ** (digits - 1) + 2, 10**digits - 1)
        if kind == "−" and operand >= value - 20:
            kind = "+"
        result = {"+": value + operand, "−": value - operand, "×": value * operand}[kind]
        if k == wrong:
            result += rng.choice((-1, 1)) * 10 ** rng.randrange(len(str(result)) - 1)
        if result < 13:
            raise Redraw("a number is so small that it could be taken for a line number")
        lines.append(f"{value} {kind} {operand} = {result}")
        value = result
    ask = f"{rng.choice(LINE_ASK)} Answer in digits."
    text = [opening(rng, LINE_WHAT), rng.choice(("The working:", "It reads:")), "; ".join(lines) + ".", ask]
    return Draft(" ".join(text), str(wrong), AnswerType.INTEGER)


GOODS: Final = (
    "brass hinges", "oak boards", "paint rollers", "steel brackets", "garden hoses", "glass jars", "wool blankets",
    "door handles", "light bulbs", "cable ties", "tea towels", "clay pots", "rubber mats", "paper bags",
    "candle holders", "picture frames", "water bottles", "desk lamps", "file boxes", "cork tiles", "wall hooks",
    "tent pegs", "soup bowls", "copper pipes", "felt pads", "plastic buckets", "hand brushes", "safety vests",
    "wooden spoons", "tin whistles",
)  # fmt: skip
INVOICE_LEVELS: Final = {
    1: {"lines": 2, "wrong": 1, "discount": False},
    2: {"lines": 3, "wrong": 1, "discount": False},
    3: {"lines": 5, "wrong": 1, "discount": False},
    4: {"lines": 6, "wrong": 2, "discount": True},
    5: {"lines": 9, "wrong": 3, "discount": True},
}
INVOICE_WHAT: Final = (
    "suspects that an invoice is wrong",
    "checks an invoice before paying it",
    "recalculates a bill that looks too high or too low",
    "compares an invoice with the price list",
    "has been told to find the errors in a bill",
)
INVOICE_ASK: Final = (
    "Quantities and unit prices are right, but not every line total is. What should the final amount be?",
    "The quantities and unit prices can be trusted, the line totals cannot. What is the correct final amount?",
    "Quantities and unit prices are as agreed, but there are mistakes in the line totals. What does the bill really "
    "come to?",
)


def _money(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02d}"


def make_wrong_invoice(draw: Draw) -> Draft:
    """An invoice with wrong line totals; the corrected amount is asked for."""
    rng, n = draw.rng, number(draw, "lines")
    wrong = set(rng.sample(range(n), number(draw, "wrong")))
    # With a discount of one twentieth, prices and slips in steps of twenty cents keep every amount in whole cents.
    step = 20 if draw.params["discount"] else 1
    slips = (20, 40, 80, 100, 180, 200, 1000) if step > 1 else (9, 10, 90, 100, 180, 900, 1000)
    lines, right, shown = [], 0, 0
    for k, goods in enumerate(rng.sample(GOODS, n)):
        count, price = rng.randint(11, 48), rng.randint(105 // step, 995 // step) * step
        total = count * price
        right += total
        if k in wrong:
            total += rng.choice((-1, 1)) * rng.choice(slips)
        shown += total
        lines.append(f"{count} {goods} at {_money(price)} each, {_money(total)}")
    text = [opening(rng, INVOICE_WHAT), rng.choice(("It lists:", "On it are:")), "; ".join(lines) + "."]
    if step > 1:
        right, shown = right * 95 // 100, shown * 95 // 100
        text.append("A discount of 5 percent is taken off the sum of the lines.")
    if right == shown:
        raise Redraw("the errors cancel out")
    text += [f"The final amount is given as {_money(shown)}.", rng.choice(INVOICE_ASK)]
    text.append("Give it in dollars and cents.")
    return Draft(" ".join(text), _money(right), AnswerType.MONEY)


CHECK_LEVELS: Final = {
    1: {"length": 3, "options": 3},
    2: {"length": 4, "options": 4},
    3: {"length": 6, "options": 4},
    4: {"length": 8, "options": 4},
    5: {"length": 11, "options": 5},
}
CHECK_WHAT: Final = (
    "types in membership numbers that carry a check digit",
    "sorts out ticket numbers that were copied wrongly",
    "tests the numbers on a roll of stickers",
    "looks for the typing error among some account numbers",
    "verifies parcel numbers by hand",
    "goes through a list of device numbers",
)
CHECK_ASK: Final = (
    "Only one of the numbers offered breaks this rule. Which one?",
    "Which of the numbers offered must have been miscopied?",
    "All numbers offered but one are valid. Which one is not?",
)


def _weighted(code: str, weights: tuple[int, ...]) -> int:
    return sum(int(c) * weights[i % len(weights)] for i, c in enumerate(code))


def make_check_digit(draw: Draw) -> Draft:
    """Numbers with a weighted checksum, one of which is invalid."""
    rng, n = draw.rng, number(draw, "length")
    weights = tuple(rng.sample((2, 3, 4, 6, 7, 8, 9), 2 if n < 8 else 3))
    divisor = rng.choice((7, 11, 13))
    if any(w % divisor == 0 for w in weights):
        raise Redraw("a weight hides a digit")
    codes: set[str] = set()
    while len(codes) < number(draw, "options"):
        code = str(rng.randint(10 ** (n - 1), 10**n - 1))
        if _weighted(code, weights) % divisor == 0:
            codes.add(code)
    base, *others = rng.sample(sorted(codes), len(codes))
    i = rng.randrange(n - 1)
    broken = base[:i] + base[i + 1] + base[i] + base[i + 2 :]
    if n < 4 or broken == base or _weighted(broken, weights) % divisor == 0:
        broken = base[:-1] + str((int(base[-1]) + rng.randint(1, 9)) % 10)
    if _weighted(broken, weights) % divisor == 0 or broken in codes or broken[0] == "0":
        raise Redraw("the slip goes unnoticed")
    rule = (
        f"From left to right the digits are multiplied by {listed([WORDS[w] for w in weights])}, "
        f"{'the two factors' if len(weights) == 2 else 'the three factors'} being used again and again in this "
        f"order; the sum of the products must be divisible by {WORDS[divisor]}."
    )
    text = [opening(rng, CHECK_WHAT), rule, rng.choice(CHECK_ASK)]
    return Draft(" ".join(text), broken, AnswerType.CHOICE, distractors=tuple(others))


COPY_LEVELS: Final = {
    1: {"items": 3, "digits": 2},
    2: {"items": 5, "digits": 2},
    3: {"items": 8, "digits": 3},
    4: {"items": 11, "digits": 4},
    5: {"items": 15, "digits": 5},
}
COPY_WHAT: Final = (
    "compares an order with the delivery note",
    "holds the packing list next to the order form",
    "checks a stock list against a copy made by hand",
    "signs for a delivery only if the papers agree",
    "has retyped a list and wants to be sure of it",
)
COPY_ASK: Final = (
    "The order of the lines does not matter. Do both lists say exactly the same?",
    "Leaving the order of the lines aside, do the two lists agree in every figure?",
    "Apart from the order of the lines, are the two lists identical?",
)


def _slip(rng: random.Random, count: int) -> int:
    text = str(count)
    i = rng.randrange(len(text) - 1)
    swapped = text[:i] + text[i + 1] + text[i] + text[i + 2 :]
    if swapped != text and swapped[0] != "0":
        return int(swapped)
    step: int = 10 ** rng.randrange(len(text) - 1)
    return count + rng.choice((-step, step))


def make_copied_list(draw: Draw) -> Draft:
    """Two lists in different order that agree, or differ in one figure."""
    rng, n, digits = draw.rng, number(draw, "items"), number(draw, "digits")
    counts = {g: rng.randint(10 ** (digits - 1), 10**digits - 1) for g in rng.sample(GOODS, n)}
    copy = dict(counts)
    if not draw.first_side:
        goods = rng.choice(list(copy))
        copy[goods] = _slip(rng, copy[goods])
        if len(str(copy[goods])) != digits:
            raise Redraw("the slip changes the length of the number")
    first, second = ("; ".join(f"{c} {g}" for g, c in rng.sample(list(x.items()), n)) for x in (counts, copy))
    lead = rng.choice((("First list:", "Second list:"), ("Original:", "Copy:"), ("One paper says:", "The other says:")))
    text = [opening(rng, COPY_WHAT), lead[0], f"{first}.", lead[1], f"{second}.", rng.choice(COPY_ASK)]
    return Draft(" ".join([*text, "Answer yes or no."]), "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="faulty_line",
        subcategory="error_detection",
        levels=LINE_LEVELS,
        make=make_faulty_line,
        solve=solve.faulty_line,
        method="every line parsed from the text and recalculated in decimal columns from the right",
    ),
    Family(
        name="wrong_invoice",
        subcategory="error_detection",
        levels=INVOICE_LEVELS,
        make=make_wrong_invoice,
        solve=solve.wrong_invoice,
        method="invoice parsed from the text and recalculated in exact decimals",
    ),
    Family(
        name="check_digit",
        subcategory="error_detection",
        levels=CHECK_LEVELS,
        make=make_check_digit,
        solve=solve.check_digit,
        method="rule parsed from the text and applied to the remainders of every offered number",
    ),
    Family(
        name="copied_list",
        subcategory="error_detection",
        levels=COPY_LEVELS,
        make=make_copied_list,
        solve=solve.copied_list,
        method="multiset difference of the two lists parsed from the text",
        two_way=True,
    ),
)
