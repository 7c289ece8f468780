"""Multi-step calculation: nested formulas, chains of told operations, rules applied again and again, savings plans."""

import random
from dataclasses import dataclass
from typing import Final

from mirror_inspect.bank.families.phrasing import WORDS, hide, of_length, opening, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.arithmetic import multi_step_calculation as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

FORMULA_LEVELS: Final = {
    1: {"operations": 2, "digits": 1},
    2: {"operations": 4, "digits": 1},
    3: {"operations": 6, "digits": 2},
    4: {"operations": 9, "digits": 2},
    5: {"operations": 14, "digits": 3},
}
FORMULA_SCENES: Final = (
    "{name}'s spreadsheet contained the formula {f} in one cell.",
    "the blackboard of the school in {place} showed {f} as the first task.",
    "the last page of {name}'s diary held the line {f} and nothing else.",
    "an engraver in {place} was asked to cut {f} into a slate.",
    "a puzzle card from {place} read {f} on the front.",
    "{name} typed {f} into an old calculator that respects brackets.",
    "somebody had left the note {f} at the bus stop in {place}.",
)
FORMULA_ASK: Final = ("What is its value?", "To which number does it evaluate?", "What does it come to?")

CHAIN_LEVELS: Final = {
    1: {"steps": 2, "digits": 1},
    2: {"steps": 4, "digits": 2},
    3: {"steps": 6, "digits": 2},
    4: {"steps": 9, "digits": 3},
    5: {"steps": 14, "digits": 4},
}
CHAIN_SCENES: Final = (
    ("{name} played an online game and began with {n} gems", "gems", "{name}"),
    ("the seed bank of {place} began a season with {n} seeds", "seeds", "the bank"),
    ("the mint of {place} held {n} tokens when the shift began", "tokens", "the mint"),
    ("{name} opened a stamp shop with {n} stamps", "stamps", "the shop"),
    ("a laboratory in {place} bred yeast and began with {n} cells", "cells", "the laboratory"),
    ("{name}'s bead workshop had {n} beads in stock", "beads", "the workshop"),
    ("a button factory in {place} had {n} buttons on hand", "buttons", "the factory"),
)

RULE_LEVELS: Final = {
    1: {"rounds": 2, "factor": 2},
    2: {"rounds": 3, "factor": 2},
    3: {"rounds": 5, "factor": 3},
    4: {"rounds": 8, "factor": 3},
    5: {"rounds": 12, "factor": 4},
}
RULE_SCENES: Final = (
    ("{name} watched a colony of {n} bacteria", "hour", "bacteria"),
    ("a pond near {place} held {n} water fleas", "week", "water fleas"),
    ("{name} set free {n} rabbits in a computer simulation", "month", "rabbits"),
    ("a chain letter from {place} had {n} readers", "day", "readers"),
    ("{name}'s duckweed covered the tank with {n} leaves", "day", "leaves"),
    ("a mould in the town hall cellar of {place} consisted of {n} spores", "night", "spores"),
    ("the program {name} wrote started with {n} processes", "minute", "processes"),
)

PLAN_LEVELS: Final = {
    1: {"weeks": 4, "rules": 1},
    2: {"weeks": 9, "rules": 2},
    3: {"weeks": 17, "rules": 3},
    4: {"weeks": 38, "rules": 4},
    5: {"weeks": 97, "rules": 6},
}
PLAN_SCENES: Final = (
    ("{name} saved for a boat, starting with ${n}", "the price of ${t}"),
    ("the choir of {place} collected money for an organ and had ${n} at first", "the cost of ${t}"),
    ("{name} paid into an account that held ${n} at the outset", "the goal of ${t}"),
    ("a club in {place} set money aside for a new roof, beginning with ${n}", "the sum of ${t}"),
    ("{name} put coins in a big jar in which ${n} lay already", "the amount of ${t}"),
    ("a class in {place} raised money for a trip and had ${n} to begin with", "the target of ${t}"),
)


@dataclass(frozen=True, slots=True)
class _Term:
    """A formula with its value and how tightly its outermost operation binds (1 sum, 2 product, 3 number)."""

    text: str
    value: int
    binding: int


def make_nested_formula(draw: Draw) -> Draft:
    """The value of a formula with brackets and all four operations."""
    rng, digits = draw.rng, setting(draw, "digits")
    for _ in range(200):
        term = _formula(rng, setting(draw, "operations"), digits)
        if 10 ** (digits - 1) < abs(term.value) < 10 ** (2 * digits + 6):
            break
    else:
        raise Redraw("no value of a reasonable size")
    scene = rng.choice(FORMULA_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES), f=f"“{term.text}”")
    text = f"{opening(rng, scene)} {rng.choice(FORMULA_ASK)}"
    hide(term.value, text)
    return Draft(text, str(term.value), AnswerType.INTEGER)


def make_told_operations(draw: Draw) -> Draft:
    """A count changed by a series of told operations that use the running value."""
    rng, digits = draw.rng, setting(draw, "digits")
    total = rng.randint(10 ** (digits - 1) + 1, 10**digits - 1)
    scene, noun, who = rng.choice(CHAIN_SCENES)
    name = rng.choice(NAMES)
    start = scene.format(name=name, place=rng.choice(PLACES), n=f"{total:,}")
    parts: list[str] = []
    last = ("", 0)
    for _ in range(setting(draw, "steps")):
        last, phrase, total = _operation(rng, total, digits, last, noun)
        parts.append(phrase)
    ask = f"How many {noun} did {who.format(name=name)} have in the end?"
    text = f"{opening(rng, start)}. After that, {'; '.join(parts)}. {ask}"
    hide(total, text)
    return Draft(text, str(total), AnswerType.INTEGER)


def make_repeated_rule(draw: Draw) -> Draft:
    """A population that is multiplied and reduced in every round."""
    rng, rounds, factor = draw.rng, setting(draw, "rounds"), setting(draw, "factor")
    n = rng.randint(20, 99)
    loss = rng.randint(2, n * (factor - 1) - 1)
    extra, every = (rng.randint(11, 99), rng.choice((2, 3))) if draw.level > 2 else (0, 0)
    total = n
    for i in range(1, rounds + 1):
        total = total * factor - loss
        if every and i % every == 0:
            total += extra
    scene, unit, noun = rng.choice(RULE_SCENES)
    start = scene.format(name=rng.choice(NAMES), place=rng.choice(PLACES), n=n)
    verb = {2: "doubled", 3: "tripled", 4: "quadrupled"}[factor]
    rule = f"Every {unit} their number first {verb} and then fell by {loss}"
    if every:
        ordinal = {2: "second", 3: "third"}[every]
        rule += f"; at the end of every {ordinal} {unit} another {extra} were added"
    ask = rng.choice(
        (
            f"How many {noun} were there after {WORDS[rounds]} {unit}s?",
            f"What was the number of {noun} after {WORDS[rounds]} {unit}s?",
        )
    )
    text = f"{opening(rng, start)}. {rule}. {ask}"
    hide(total, text)
    return Draft(text, str(total), AnswerType.INTEGER)


def make_savings_plan(draw: Draw) -> Draft:
    """Whether a plan of regular payments reaches its target by a given week."""
    rng, weeks, rules = draw.rng, setting(draw, "weeks"), setting(draw, "rules")
    begin, weekly = rng.randint(50, 400), rng.randint(15, 60)
    total = begin + weekly * weeks
    told = [f"At the end of every week ${weekly} was added."]
    periods = rng.sample(range(2, 8), rules - 1)
    for i, period in enumerate(periods):
        amount = rng.randint(5, weekly - 3)
        if i % 2:
            total -= amount * (weeks // period)
            told.append(f"At the end of every {_ordinal(period)} week ${amount} was taken out.")
        else:
            total += amount * (weeks // period)
            told.append(f"At the end of every {_ordinal(period)} week a further ${amount} was added.")
    smallest = min([weekly, *[int(t.rsplit("$", 1)[1].split()[0]) for t in told]])
    target = total - rng.randint(0, smallest - 1) if draw.first_side else total + rng.randint(1, smallest)
    scene, goal = rng.choice(PLAN_SCENES)
    start = scene.format(name=rng.choice(NAMES), place=rng.choice(PLACES), n=begin)
    rng.shuffle(told)
    ask = f"With all that was due at the end of week {weeks} included, was the balance then at least as high as "
    ask += f"{goal.format(t=f'{target:,}')}?"
    text = f"{opening(rng, start)}. {' '.join(told)} {ask}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


def _formula(rng: random.Random, operations: int, digits: int) -> _Term:
    """Draw a formula with this many operations; divisions come out exactly."""
    if operations == 0:
        n = of_length(rng, digits) if digits > 1 else rng.randint(2, 9)
        return _Term(str(n), n, 3)
    left_operations = rng.randrange(operations)
    left = _formula(rng, left_operations, digits)
    right = _formula(rng, operations - 1 - left_operations, digits)
    kind = rng.choice("++−−××÷")
    if kind == "÷":
        divisors = [d for d in range(2, 10 ** min(digits, 2)) if left.value and left.value % d == 0]
        if operations - 1 - left_operations or not divisors:
            kind = "−"
        else:
            d = rng.choice(divisors)
            right = _Term(str(d), d, 3)
    if kind == "×" and abs(left.value * right.value) > 10 ** (2 * digits + 5):
        kind = "+"
    sides = 2 if kind in "×÷" else 1
    left_text = f"({left.text})" if left.binding < sides else left.text
    # A right operand of equal binding keeps its brackets: a − (b − c), a ÷ (b × c).
    right_text = f"({right.text})" if right.binding <= sides and right.binding < 3 else right.text
    value = {
        "+": left.value + right.value,
        "−": left.value - right.value,
        "×": left.value * right.value,
        "÷": left.value // right.value if kind == "÷" else 0,
    }[kind]
    return _Term(f"{left_text} {kind} {right_text}", value, sides)


def _operation(
    rng: random.Random, total: int, digits: int, last: tuple[str, int], noun: str
) -> tuple[tuple[str, int], str, int]:
    """Draw one told operation that suits the running total: not the kind of the last one, and not undoing it."""
    kinds = [k for k in ("gain", "lose", "times", "share", "part") if k != last[0]]
    while True:
        kind = rng.choice(kinds)
        n = rng.randint(10 ** (digits - 1) + 1, 10**digits - 1)
        if kind == "gain":
            phrase = rng.choice(("another {n} were added", "{n} new ones arrived", "{n} more turned up"))
            return (kind, 0), phrase.format(n=f"{n:,}"), total + n
        if kind == "lose" and n < total:
            phrase = rng.choice(("{n} were lost", "{n} had to be removed", "{n} were taken away"))
            return (kind, 0), phrase.format(n=f"{n:,}"), total - n
        if kind == "times" and total < 10 ** (digits + 2):
            k = rng.choice([k for k in range(2, 10) if k != last[1]])
            return (kind, k), f"the number of {noun} grew to {WORDS[k]} times what it was", total * k
        divisors = [k for k in range(2, 10) if total % k == 0 and total // k > 3 and k != last[1]]
        if kind == "share" and divisors:
            k = rng.choice(divisors)
            split = f"all were split equally {'among' if k > 2 else 'between'} {WORDS[k]} boxes"
            return (kind, k), f"{split} and only one box was kept", total // k
        if kind == "part" and (parts := [k for k in divisors if k > 2]):
            k = rng.choice(parts)
            return (kind, k), f"one {_ordinal(k)} of the {noun} was given away", total - total // k


def _ordinal(n: int) -> str:
    return ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")[n - 2]


FAMILIES: Final = (
    Family(
        name="nested_formula",
        subcategory="multi_step_calculation",
        levels=FORMULA_LEVELS,
        make=make_nested_formula,
        solve=solve.nested_formula,
        method="operator-precedence parser over exact rationals",
    ),
    Family(
        name="told_operations",
        subcategory="multi_step_calculation",
        levels=CHAIN_LEVELS,
        make=make_told_operations,
        solve=solve.told_operations,
        method="operations parsed from the text over exact rationals",
    ),
    Family(
        name="repeated_rule",
        subcategory="multi_step_calculation",
        levels=RULE_LEVELS,
        make=make_repeated_rule,
        solve=solve.repeated_rule,
        method="closed form: powers of the factor applied to every payment",
    ),
    Family(
        name="savings_plan",
        subcategory="multi_step_calculation",
        levels=PLAN_LEVELS,
        make=make_savings_plan,
        solve=solve.savings_plan,
        method="week-by-week simulation",
        two_way=True,
    ),
)
