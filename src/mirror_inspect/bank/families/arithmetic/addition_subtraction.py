"""Addition and subtraction: chains of whole-number changes whose digits and carries grow with the level."""

from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family
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
    "The depot in {place} opened the week with {start} parcels on its shelves.",
    "At the start of the month {name}'s archive in {place} held {start} sheets.",
    "{name} keeps the seed store in {place}, where {start} packets were counted on Monday.",
    "There were {start} tickets in the box office of {place} before sales began.",
    "When {name} took over the bottle stock in {place}, it stood at {start}.",
)
STOCK_IN: Final = ("a delivery of {n} arrived", "another {n} came in", "{n} more were added", "a transfer brought {n}")
STOCK_OUT: Final = ("{n} were sent out", "{n} had to be written off", "an order took away {n}", "{n} were handed over")
STOCK_ASK: Final = ("How many were there at the end?", "What was the final count?", "How many remained after all this?")


def make_stock_ledger(draw: Draw) -> Draft:
    """A running count with deliveries and withdrawals."""
    rng, digits, changes = draw.rng, int(str(draw.params["digits"])), int(str(draw.params["changes"]))
    low, high = 10 ** (digits - 1), 10**digits - 1
    total = rng.randint(low, high)
    opening = rng.choice(STOCK_OPENINGS).format(place=rng.choice(PLACES), name=rng.choice(NAMES), start=total)
    parts = []
    for _ in range(changes):
        n = rng.randint(low, high)
        grows = total <= n or rng.random() < 0.5
        total += n if grows else -n
        parts.append(rng.choice(STOCK_IN if grows else STOCK_OUT).format(n=n))
    body = f"Then {'; '.join(parts)}."
    return Draft(f"{opening} {body} {rng.choice(STOCK_ASK)}", str(total), AnswerType.INTEGER)


FAMILIES: Final = (
    Family(
        name="stock_ledger",
        subcategory="addition_subtraction",
        levels=STOCK_LEVELS,
        make=make_stock_ledger,
        solve=solve.stock_ledger,
        method="signed sum parsed from the text, in decimal columns",
    ),
)
