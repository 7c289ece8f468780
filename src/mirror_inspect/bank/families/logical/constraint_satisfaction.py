"""Constraint puzzles: people in a row, running orders that are or are not possible, codes of a lock."""

import itertools
import math
import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mirror_inspect.bank.families.logical._surface import NUMBERS, ORDINALS, capital, listed
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.logical import constraint_satisfaction as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

Places = dict[str, int]


class Clue(NamedTuple):
    """A sentence, the items it speaks of, and whether places (0 is leftmost) satisfy it."""

    words: str
    items: tuple[str, ...]
    holds: Callable[[Places], bool]


ROW_LEVELS: Final = {
    1: {"people": 3, "categories": 1, "clues": 3},
    2: {"people": 4, "categories": 1, "clues": 4},
    3: {"people": 4, "categories": 2, "clues": 7},
    4: {"people": 5, "categories": 2, "clues": 9},
    5: {"people": 6, "categories": 3, "clues": 18},
}
CATEGORIES: Final = {
    "drinks": ("whoever ordered the {x}", ("mint tea", "espresso", "lemonade", "cocoa", "cider", "tonic water")),
    "bag colours": ("the owner of the {x} bag", ("red", "blue", "green", "yellow", "black", "white")),
    "pets": ("the person with the {x}", ("parrot", "hamster", "tortoise", "cat", "lizard", "rabbit")),
    "jobs": ("the {x}", ("dentist", "plumber", "pilot", "chef", "tailor", "florist")),
    "desserts": ("whoever chose the {x}", ("sorbet", "pancakes", "fruit salad", "cheesecake", "waffles", "trifle")),
}
ROW_OPENINGS: Final = (
    "{names} sit side by side on {n} chairs in {place}.",
    "In a waiting room in {place}, {n} chairs in a row are taken by {names}.",
    "A photograph from {place} shows {n} people in a row of seats: {names}.",
    "{n_capital} friends, {names}, occupy one row at the theatre in {place}.",
    "On a bench with {n} marked seats in {place} we find {names}.",
    "The front row of a small hall in {place} has {n} seats, filled by {names}.",
    "All {n} stools at the counter of a cafe in {place} are taken, by {names}.",
)
ROW_ATTRIBUTES: Final = (
    "Their {category}, all different, are {values}.",
    "No two have the same one of these {category}: {values}.",
    "Each goes with one of these {category}, none of them shared: {values}.",
)
ROW_ASK: Final = (
    "List the {category} from left to right, separated by commas.",
    "Write down the {category} in the order of the seats, leftmost first, separated by commas.",
    "What is the order of the {category} from left to right? Separate them by commas.",
)


def _row_clue(rng: random.Random, hidden: Places, says: dict[str, str], category: dict[str, str]) -> Clue | None:
    """Draw a random true clue about the hidden arrangement; ``None`` if the drawn kind fits no items."""
    n = max(hidden.values()) + 1
    a, b = rng.sample(sorted(hidden), 2)
    pa, pb = hidden[a], hidden[b]
    A, B = says[a], says[b]
    kind = rng.choice(
        ("same", "same", "unlike", "left", "left", "direct", "direct", "near", "apart", "gap", "at", "end")
    )
    if kind == "same" and pa == pb:
        return Clue(f"{A} is {B}", (a, b), lambda p: p[a] == p[b])
    if kind == "unlike" and pa != pb and category[a] != category[b]:
        return Clue(f"{A} is not {B}", (a, b), lambda p: p[a] != p[b])
    if kind == "left" and pa < pb:
        if rng.random() < 0.5:
            return Clue(f"{A} sits somewhere to the left of {B}", (a, b), lambda p: p[a] < p[b])
        return Clue(f"{B} sits somewhere to the right of {A}", (a, b), lambda p: p[a] < p[b])
    if kind == "direct" and pa + 1 == pb:
        if rng.random() < 0.5:
            return Clue(f"{A} sits directly to the left of {B}", (a, b), lambda p: p[a] + 1 == p[b])
        return Clue(f"{B} sits directly to the right of {A}", (a, b), lambda p: p[a] + 1 == p[b])
    if kind == "near" and abs(pa - pb) == 1:
        return Clue(f"{A} and {B} sit next to each other", (a, b), lambda p: abs(p[a] - p[b]) == 1)
    if kind == "apart" and abs(pa - pb) > 1:
        return Clue(f"There is at least one seat between {A} and {B}", (a, b), lambda p: abs(p[a] - p[b]) > 1)
    if kind == "gap" and abs(pa - pb) == 2:
        return Clue(f"Exactly one seat lies between {A} and {B}", (a, b), lambda p: abs(p[a] - p[b]) == 2)
    if kind == "at" and rng.random() < 0.5:
        other = rng.choice([i for i in range(n) if i != pa])
        return Clue(f"{A} does not sit in the {ORDINALS[other]} seat from the left", (a,), lambda p: p[a] != other)
    if kind == "at" and rng.random() < 0.4:
        return Clue(f"{A} sits in the {ORDINALS[pa]} seat from the left", (a,), lambda p: p[a] == pa)
    if kind == "end" and pa in (0, n - 1):
        return Clue(f"{A} sits at one of the two ends of the row", (a,), lambda p: p[a] in (0, n - 1))
    return None


def _other_arrangement(groups: Sequence[Sequence[str]], clues: Sequence[Clue], hidden: Places) -> Places | None:
    """Return an arrangement that satisfies the clues and differs from the hidden one, by backtracking."""
    mentions = {i: sum(i in c.items for c in clues) for g in groups for i in g}
    order = sorted(mentions, key=lambda i: (-mentions[i], i))
    group_of = {i: k for k, g in enumerate(groups) for i in g}
    ready: list[list[Clue]] = [[] for _ in order]
    for c in clues:
        ready[max(order.index(i) for i in c.items)].append(c)
    places: Places = {}
    taken: list[set[int]] = [set() for _ in groups]

    def search(depth: int) -> bool:
        if depth == len(order):
            return places != hidden
        item = order[depth]
        for p in range(len(groups[0])):
            if p in taken[group_of[item]]:
                continue
            places[item] = p
            taken[group_of[item]].add(p)
            if all(c.holds(places) for c in ready[depth]) and search(depth + 1):
                return True
            taken[group_of[item]].discard(p)
            del places[item]
        return False

    return dict(places) if search(0) else None


def make_row(draw: Draw) -> Draft:
    """People in a row, with attributes; clues leave one arrangement."""
    rng = draw.rng
    n, k, wanted = (int(str(draw.params[p])) for p in ("people", "categories", "clues"))
    names = rng.sample(NAMES, n)
    groups: dict[str, list[str]] = {"names": names}
    says = {name: name for name in names}
    for category in rng.sample(sorted(CATEGORIES), k - 1):
        phrase, values = CATEGORIES[category]
        groups[category] = rng.sample(values, n)
        says |= {v: phrase.format(x=v) for v in groups[category]}
    category_of = {i: c for c, g in groups.items() for i in g}
    hidden: Places = {}
    for g in groups.values():
        hidden |= dict(zip(g, rng.sample(range(n), n), strict=True))
    clues: list[Clue] = []

    def add(wrong: Places | None) -> None:
        for _ in range(300):
            clue = _row_clue(rng, hidden, says, category_of)
            if clue and clue.words not in [c.words for c in clues] and (wrong is None or not clue.holds(wrong)):
                clues.append(clue)
                return
        raise Redraw("no clue rules out the other arrangement")

    while (other := _other_arrangement(list(groups.values()), clues, hidden)) is not None:
        add(other)
        if len(clues) > wanted:
            raise Redraw("needs too many clues")
    while len(clues) < wanted:
        add(None)
    rng.shuffle(clues)
    opening = rng.choice(ROW_OPENINGS).format(
        names=listed(names), n=NUMBERS[n], n_capital=capital(NUMBERS[n]), place=rng.choice(PLACES)
    )
    about = [
        rng.choice(ROW_ATTRIBUTES).format(category=c, values=listed(sorted(g))) for c, g in groups.items() if g != names
    ]
    asked = rng.choice(list(groups))
    body = " ".join(f"{capital(c.words)}." for c in clues)
    text = " ".join([opening, *about, "Left and right are meant as seen by a viewer.", body])
    gold = ", ".join(sorted(groups[asked], key=lambda i: hidden[i]))
    return Draft(f"{text} {rng.choice(ROW_ASK).format(category=asked)}", gold, AnswerType.ORDERED_LIST)


ORDER_LEVELS: Final = {
    1: {"people": 3, "rules": 2},
    2: {"people": 4, "rules": 3},
    3: {"people": 5, "rules": 4},
    4: {"people": 6, "rules": 5},
    5: {"people": 7, "rules": 7},
}
ORDER_OPENINGS: Final = (
    "{names} each give one talk at a meeting in {place}, one after another.",
    "A concert in {place} has {n} acts, one after another: {names}.",
    "On the programme of an open evening in {place} are {names}, one at a time.",
    "{name} draws up the order of job interviews for {names}.",
    "The relay of story readers in {place} consists of {names}, each reading once.",
    "Boats skippered by {names} leave the harbour of {place} one by one.",
    "One after another, {names} will present a dish to a jury in {place}.",
    "Driving tests in {place} are booked for {names}, with no two at the same time.",
)
ORDER_LINK: Final = ("These rules apply:", "The order has to respect the following:", "It is settled that:")
ORDER_ASK: Final = (
    "Could {a} be {nth} in the order without breaking a rule? Answer yes or no.",
    "Is there any permitted order in which {a} is {nth}? Answer yes or no.",
    "Do the rules leave it possible that {a} is {nth}? Answer yes or no.",
)


def _order_rule(rng: random.Random, people: list[str]) -> Clue:
    """Draw a random rule about an order of people."""
    n = len(people)
    a, b, c, d = rng.sample(people, 4) if n > 3 else [*rng.sample(people, 3), people[0]]
    i, j = sorted(rng.sample(range(n), 2))
    kinds = ["before", "before", "direct", "apart", "either", "not_at"] + (["if", "between", "if_at"] if n > 3 else [])
    kind = rng.choice(kinds)
    table: dict[str, tuple[str, tuple[str, ...], Callable[[Places], bool]]] = {
        "before": (f"{a} comes at some point before {b}", (a, b), lambda p: p[a] < p[b]),
        "direct": (f"{a} comes directly after {b}", (a, b), lambda p: p[a] == p[b] + 1),
        "apart": (f"{a} and {b} do not come directly one after the other", (a, b), lambda p: abs(p[a] - p[b]) != 1),
        "either": (f"{a} is either {ORDINALS[i]} or {ORDINALS[j]}", (a,), lambda p: p[a] in (i, j)),
        "not_at": (f"{a} is not {ORDINALS[i]}", (a,), lambda p: p[a] != i),
        "if": (
            f"if {a} comes before {b}, then {c} comes before {d}",
            (a, b, c, d),
            lambda p: p[a] >= p[b] or p[c] < p[d],
        ),
        "between": (
            f"{a} comes at some point between {b} and {c}",
            (a, b, c),
            lambda p: min(p[b], p[c]) < p[a] < max(p[b], p[c]),
        ),
        "if_at": (
            f"if {a} is {ORDINALS[i]}, then {b} comes before {c}",
            (a, b, c),
            lambda p: p[a] != i or p[b] < p[c],
        ),
    }
    return Clue(*table[kind])


def make_possible_order(draw: Draw) -> Draft:
    """Whether a person can have a given position in some permitted order."""
    rng, n, wanted = draw.rng, int(str(draw.params["people"])), int(str(draw.params["rules"]))
    people = rng.sample(NAMES, n)
    orders = [dict(zip(p, range(n), strict=True)) for p in itertools.permutations(people)]
    rules: list[Clue] = []
    allowed = orders
    while len(rules) < wanted:
        rule = _order_rule(rng, people)
        fewer = [o for o in allowed if rule.holds(o)]
        if len(fewer) < 2 or len(fewer) == len(allowed):
            if rng.random() < 0.02:
                raise Redraw("rules leave nothing to ask")
            continue
        allowed, rules = fewer, [*rules, rule]
    a = rng.choice(people)
    possible = {o[a] for o in allowed}
    pool = sorted(possible) if draw.first_side else sorted(set(range(n)) - possible)
    pool = [s for s in pool if all(any(r.holds(o) for o in orders if o[a] == s) for r in rules)] if n > 3 else pool
    if not pool:
        raise Redraw("no position of the wanted kind")
    slot = rng.choice(pool)
    opening = rng.choice(ORDER_OPENINGS).format(
        names=listed(people),
        n=NUMBERS[n],
        place=rng.choice(PLACES),
        name=rng.choice([x for x in NAMES if x not in people]),
    )
    body = "; ".join(r.words for r in rules)
    ask = rng.choice(ORDER_ASK).format(a=a, nth=ORDINALS[slot])
    text = f"{opening} {rng.choice(ORDER_LINK)} {body}. {ask}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


LOCK_LEVELS: Final = {
    1: {"digits": 2, "symbols": 4, "attempts": 2},
    2: {"digits": 3, "symbols": 5, "attempts": 3},
    3: {"digits": 3, "symbols": 7, "attempts": 4},
    4: {"digits": 4, "symbols": 7, "attempts": 5},
    5: {"digits": 5, "symbols": 8, "attempts": 6},
}
LOCK_OPENINGS: Final = (
    "{name} has forgotten the code of a bicycle lock: {k} different digits, each from 1 to {s}.",
    "The safe in {place} opens with {k} different digits between 1 and {s}, in the right order.",
    "To leave an escape room in {place}, {name} needs a code of {k} different digits from 1 to {s}.",
    "A locker at the pool of {place} has a code made of {k} digits from 1 to {s}, no digit twice.",
    "{name} and a friend play a guessing game; the secret number has {k} different digits from 1 to {s}.",
    "An old suitcase from {place} has a code of {k} digits, all different and none outside 1 to {s}.",
    "Behind the gate code in {place} are {k} different digits, the lowest possible being 1 and the highest {s}.",
)
LOCK_ATTEMPT: Final = ("for {g}: {f}", "{g} gives {f}", "{g} was answered with {f}")
LOCK_ASK: Final = (
    "What is the code? Write its digits without spaces.",
    "Which code fits all answers? Give only the digits, in order.",
    "Find the only code that is left and write it as a number.",
)


def _feedback(guess: tuple[int, ...], code: tuple[int, ...]) -> tuple[int, int]:
    placed = sum(a == b for a, b in zip(guess, code, strict=True))
    return placed, len(set(guess) & set(code)) - placed


def make_lock_code(draw: Draw) -> Draft:
    """A code that the answers to a few attempts determine."""
    rng = draw.rng
    k, s, attempts = (int(str(draw.params[p])) for p in ("digits", "symbols", "attempts"))
    code = tuple(rng.sample(range(1, s + 1), k))
    left = list(itertools.permutations(range(1, s + 1), k))
    clues: list[str] = []
    start = len(left)
    for i in range(attempts):
        final = i == attempts - 1
        wanted = start ** (1 - (i + 1) / attempts)
        best: tuple[float, tuple[int, ...], list[tuple[int, ...]]] | None = None
        for _ in range(60 if final else 2 if i == 0 else 8):
            guess = tuple(rng.sample(range(1, s + 1), k)) if i == 0 or rng.random() < 0.4 else rng.choice(left)
            remaining = [c for c in left if _feedback(guess, c) == _feedback(guess, code)]
            distance = abs(math.log(len(remaining) / wanted))
            usable = guess != code and len(remaining) < len(left) and (len(remaining) == 1) is final
            if usable and (best is None or distance < best[0]):
                best = distance, guess, remaining
        if best is None:
            raise Redraw("no attempt tells the right amount")
        _, guess, left = best
        placed, wrong = _feedback(guess, code)
        said = f"{NUMBERS[placed]} in the right place, {NUMBERS[wrong]} in a wrong place"
        clues.append(rng.choice(LOCK_ATTEMPT).format(g="".join(map(str, guess)), f=said))
    opening = rng.choice(LOCK_OPENINGS).format(name=rng.choice(NAMES), place=rng.choice(PLACES), k=NUMBERS[k], s=s)
    meaning = (
        "Each attempt is answered with how many of its digits are in the code at the same place, and how many are in "
        "the code but at another place:"
    )
    text = f"{opening} {meaning} {'; '.join(clues)}. {rng.choice(LOCK_ASK)}"
    return Draft(text, "".join(map(str, code)), AnswerType.INTEGER)


FAMILIES: Final = (
    Family(
        name="people_in_a_row",
        subcategory="constraint_satisfaction",
        levels=ROW_LEVELS,
        make=make_row,
        solve=solve.people_in_a_row,
        method="z3 model of the clues read from the text, unique",
    ),
    Family(
        name="possible_order",
        subcategory="constraint_satisfaction",
        levels=ORDER_LEVELS,
        make=make_possible_order,
        solve=solve.possible_order,
        method="z3 satisfiability of the rules read from the text",
        two_way=True,
    ),
    Family(
        name="lock_code",
        subcategory="constraint_satisfaction",
        levels=LOCK_LEVELS,
        make=make_lock_code,
        solve=solve.lock_code,
        method="depth-first search over digits with pruning by the answers",
    ),
)
