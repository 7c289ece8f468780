"""Addition and subtraction: running counts, missing parts, receipts and close totals; digits and carries grow."""

import random
from typing import Final

from mirror_inspect.bank.families.phrasing import WORDS, hide, of_length, opening, prose, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.arithmetic import addition_subtraction as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

STOCK_LEVELS: Final = {
    1: {"digits": 2, "changes": 2},
    2: {"digits": 3, "changes": 3},
    3: {"digits": 4, "changes": 5},
    4: {"digits": 6, "changes": 8},
    5: {"digits": 8, "changes": 12},
}
STOCK_OPENINGS: Final = (
    "the depot in {place} had {start} parcels on its shelves.",
    "{name}'s archive in {place} held {start} sheets.",
    "{name} took charge of the seed store in {place}, where {start} packets were counted.",
    "there were {start} tickets in the box office of {place}.",
    "the bottle stock that {name} looked after in {place} stood at {start}.",
    "a count at the brickyard in {place} came to {start} bricks.",
)
STOCK_IN: Final = ("a delivery of {n} arrived", "another {n} came in", "{n} more were added", "a transfer brought {n}")
STOCK_OUT: Final = ("{n} were sent out", "{n} had to be written off", "an order took away {n}", "{n} were handed over")
STOCK_ASK: Final = ("How many were there at the end?", "What was the final count?", "How many remained after all this?")

PART_LEVELS: Final = {
    1: {"digits": 2, "parts": 3},
    2: {"digits": 3, "parts": 4},
    3: {"digits": 4, "parts": 5},
    4: {"digits": 6, "parts": 7},
    5: {"digits": 8, "parts": 10},
}
PART_SCENES: Final = (
    ("{k} collectors from {place} brought in {total} signatures altogether", "signatures did {who} bring in"),
    ("the {k} mills around {place} ground {total} sacks of flour in all", "sacks came from the mill run by {who}"),
    ("{k} volunteers planted {total} seedlings between them along the road to {place}", "seedlings did {who} plant"),
    ("the {k} bookshops of {place} together sold {total} paperbacks", "paperbacks did {who}'s shop sell"),
    ("{k} teams of the {place} survey catalogued {total} shells altogether", "shells did the team of {who} catalogue"),
    ("{k} fields near {place} yielded {total} potatoes in all", "potatoes came from the field of {who}"),
    ("visitors dropped {total} coins altogether into {k} boxes at the {place} museum", "coins were in {who}'s box"),
)
PART_LISTS: Final = (
    "{rest}.",
    "The figures that are known: {rest}.",
    "The notebook still shows {rest}.",
    "On record are {rest}.",
)
PART_GAPS: Final = (
    "Only the entry for {who} is missing.",
    "The line for {who} cannot be read any more.",
    "{who}'s number was never written down.",
)

TILL_LEVELS: Final = {
    1: {"digits": 1, "items": 2, "refunds": 0},
    2: {"digits": 2, "items": 3, "refunds": 0},
    3: {"digits": 2, "items": 5, "refunds": 1},
    4: {"digits": 3, "items": 7, "refunds": 2},
    5: {"digits": 4, "items": 10, "refunds": 4},
}
TILL_GOODS: Final = {
    1: ("a loaf", "a notebook", "a jar of honey", "a bag of flour", "a pen", "a pot of basil", "a mug", "a candle"),
    2: (
        "a lamp", "a jacket", "a kettle", "a drill", "a rug", "a backpack", "a mirror", "a chess set", "a stool",
        "a blanket", "a clock", "an umbrella",
    ),
    3: (
        "a bicycle", "a desk", "a sofa", "a camera", "a freezer", "a printer", "a mattress", "a bookcase", "a guitar",
        "a tent", "a telescope", "an oven", "a cement mixer",
    ),
    4: (
        "a lathe", "a trailer", "a server rack", "a kiln", "a loom", "a boiler", "a lift motor", "a milling machine",
        "a stage curtain", "a dishwasher line", "a generator", "a plotter", "a weighbridge", "a piano", "a greenhouse",
        "a cold store", "a forklift battery", "a conveyor",
    ),
}  # fmt: skip
TILL_OPENINGS: Final = (
    "{name} had {budget} on an account with a supplier in {place}.",
    "a prepaid card worth {budget} was given to {name} for purchases in {place}.",
    "{name} set off for {place} with a budget of {budget}.",
    "the club in {place} let {name} spend up to {budget} from its account.",
    "{budget} was lying in the cash box when {name} went shopping in {place}.",
    "the purchasing fund that {name} runs in {place} stood at {budget}.",
)
TILL_ASK: Final = (
    "How much money is left?",
    "What is the remaining balance?",
    "How much of the money remains unspent?",
)

CLOSE_LEVELS: Final = {
    1: {"digits": 2, "terms": 2, "gap": 2},
    2: {"digits": 3, "terms": 3, "gap": 2},
    3: {"digits": 4, "terms": 4, "gap": 2},
    4: {"digits": 6, "terms": 6, "gap": 2},
    5: {"digits": 8, "terms": 9, "gap": 1},
}
CLOSE_SCENES: Final = (
    ("two ferry lines out of {place} counted their passengers", "{a}'s line", "carried", "carry more passengers"),
    ("a tally was kept of the steps that {a} and {b} took around {place}", "{a}", "noted", "take more steps"),
    ("two beekeepers near {place} weighed their honey in grams", "{a}", "had", "harvest more honey"),
    ("two printers in {place} wrote down the pages of every job", "{a}", "printed", "print more pages"),
    ("the shops of {a} and {b} in {place} compared sales in cents", "{a}", "took in", "take in more money"),
    ("two petitions about the harbour of {place} were counted", "{a}'s petition", "gathered", "gather more names"),
    ("scouts from {place} raced to pick up litter", "{a}'s group", "reported", "pick up more pieces"),
)


def make_stock_ledger(draw: Draw) -> Draft:
    """A running count with deliveries and withdrawals."""
    rng, digits = draw.rng, setting(draw, "digits")
    total = of_length(rng, digits)
    scene = rng.choice(STOCK_OPENINGS).format(place=rng.choice(PLACES), name=rng.choice(NAMES), start=total)
    parts = []
    for _ in range(setting(draw, "changes")):
        n = of_length(rng, digits)
        grows = total <= n or rng.random() < 0.5
        total += n if grows else -n
        parts.append(rng.choice(STOCK_IN if grows else STOCK_OUT).format(n=n))
    text = f"{opening(rng, scene)} Then {'; '.join(parts)}. {rng.choice(STOCK_ASK)}"
    return Draft(text, str(total), AnswerType.INTEGER)


def make_missing_part(draw: Draw) -> Draft:
    """A known total and all its parts but one."""
    rng, digits, k = draw.rng, setting(draw, "digits"), setting(draw, "parts")
    names = rng.sample(NAMES, k)
    counts = [of_length(rng, digits) for _ in names]
    scene, ask = rng.choice(PART_SCENES)
    who, missing = names[-1], counts[-1]
    first = opening(rng, scene.format(k=WORDS[k], place=rng.choice(PLACES), total=f"{sum(counts):,}")) + "."
    known = [f"{n} with {c:,}" for n, c in zip(names[:-1], counts[:-1], strict=True)]
    lists = rng.choice(PART_LISTS)
    if lists == PART_LISTS[0]:
        (head, count), *others = zip(names[:-1], counts[:-1], strict=True)
        middle = lists.format(rest=prose([f"{head}'s share was {count:,}", *(f"{n}'s {c:,}" for n, c in others)]))
    else:
        middle = lists.format(rest=prose(known))
    text = f"{first} {middle} {rng.choice(PART_GAPS).format(who=who)} How many {ask.format(who=who)}?"
    hide(missing, text)
    return Draft(text, str(missing), AnswerType.INTEGER)


def make_till_receipt(draw: Draw) -> Draft:
    """Purchases and refunds in dollars and cents against a starting amount."""
    rng, digits = draw.rng, setting(draw, "digits")
    goods = rng.sample(TILL_GOODS[digits], setting(draw, "items"))
    step = 50 if draw.level == 1 else 1
    prices = [of_length(rng, digits) * 100 + rng.randrange(step, 100, step) for _ in goods]
    back = rng.sample(range(len(goods)), setting(draw, "refunds"))
    # A partial credit keeps a refund from being seen as simply striking out the purchase.
    credits = [rng.randrange(prices[i] // 3, prices[i]) // step * step for i in back]
    unit = 10 ** (digits + 2)
    budget = (sum(prices) // unit + rng.randint(1, 2)) * unit
    left = budget - sum(prices) + sum(credits)
    bought = prose([f"{g} for {_dollars(p)}" for g, p in zip(goods, prices, strict=True)])
    scene = rng.choice(TILL_OPENINGS).format(name=rng.choice(NAMES), place=rng.choice(PLACES), budget=_dollars(budget))
    text = f"{opening(rng, scene)} The purchases were {bought}."
    if back:
        returned = prose([f"{_dollars(c)} for {_the(goods[i])}" for i, c in zip(back, credits, strict=True)])
        text += f" Because of defects the sellers later paid back {returned}; this money was added to what was left."
    if _dollars(left) in text:
        raise Redraw("the balance stands in the text")
    return Draft(f"{text} {rng.choice(TILL_ASK)}", f"${left // 100}.{left % 100:02d}", AnswerType.MONEY)


def make_close_totals(draw: Draw) -> Draft:
    """Whether one of two sums with a very small difference is the larger."""
    rng, digits, terms = draw.rng, setting(draw, "digits"), setting(draw, "terms")
    gap = of_length(rng, setting(draw, "gap")) * (-1 if draw.first_side else 1)
    for _ in range(200):
        first = [of_length(rng, digits) for _ in range(terms)]
        second = [of_length(rng, digits) for _ in range(terms - 1)]
        last = sum(first) - sum(second) + gap
        if 10 ** (digits - 1) <= last < 10**digits:
            second.append(last)
            break
    else:
        raise Redraw("no last term of the right length")
    rng.shuffle(second)
    a, b = rng.sample(NAMES, 2)
    scene, owner, verb, ask = rng.choice(CLOSE_SCENES)
    sides = {owner.format(a=a): first, owner.format(a=b): second}
    told = [f"{who} {verb} {_counts(rng, numbers)}" for who, numbers in sides.items()]
    rng.shuffle(told)
    start = opening(rng, scene.format(a=a, b=b, place=rng.choice(PLACES)))
    one, other = sides
    text = f"{start}. {told[0]}. {told[1]}. In total, did {one} {ask} than {other}?"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


def _counts(rng: random.Random, numbers: list[int]) -> str:
    return prose([f"{n:,}" for n in numbers], rng.choice(("and", "and then", "and finally")))


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def _the(good: str) -> str:
    return "the " + good.split(" ", 1)[1]


FAMILIES: Final = (
    Family(
        name="stock_ledger",
        subcategory="addition_subtraction",
        levels=STOCK_LEVELS,
        make=make_stock_ledger,
        solve=solve.stock_ledger,
        method="signed sum parsed from the text, in decimal columns",
    ),
    Family(
        name="missing_part",
        subcategory="addition_subtraction",
        levels=PART_LEVELS,
        make=make_missing_part,
        solve=solve.missing_part,
        method="signed sum parsed from the text, in decimal columns",
    ),
    Family(
        name="till_receipt",
        subcategory="addition_subtraction",
        levels=TILL_LEVELS,
        make=make_till_receipt,
        solve=solve.till_receipt,
        method="signed sum of cents parsed from the text, in decimal columns",
    ),
    Family(
        name="close_totals",
        subcategory="addition_subtraction",
        levels=CLOSE_LEVELS,
        make=make_close_totals,
        solve=solve.close_totals,
        method="difference of two sums parsed from the text, in decimal columns",
        two_way=True,
    ),
)
