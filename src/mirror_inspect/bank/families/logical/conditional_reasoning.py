"""Conditional reasoning: chains of rules about a plant, cards that may break a rule, rules with exceptions."""

import random
from collections.abc import Callable
from typing import Final

from mirror_inspect.bank.families.logical._surface import NUMBERS, capital, listed
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.logical import conditional_reasoning as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

Literal = tuple[int, bool]
Rule = tuple[tuple[Literal, ...], Literal]
Devices = list[tuple[str, str, str]]

CHAIN_LEVELS: Final = {
    1: {"rules": 2, "facts": 1, "plain": True},
    2: {"rules": 3, "facts": 1, "plain": True},
    3: {"rules": 5, "facts": 2, "plain": False},
    4: {"rules": 8, "facts": 3, "plain": False},
    5: {"rules": 12, "facts": 4, "plain": False},
}
OFF_PATH: Final = {2: 0, 3: 0, 5: 1, 8: 2, 12: 3}
"""Rules off the path, by number of rules."""
DEVICES: Final = (
    ("valve", "open", "closed"),
    ("pump", "running", "idle"),
    ("lamp", "on", "off"),
    ("gate", "locked", "unlocked"),
    ("fan", "spinning", "still"),
    ("tank", "full", "not full"),
    ("belt", "moving", "at rest"),
    ("heater", "lit", "unlit"),
)
WHICH: Final = ("red", "north", "upper", "old", "spare", "main", "left", "small", "blue", "outer", "third", "back")
CHAIN_OPENINGS: Final = (
    "In the {work} of {place} the equipment always obeys these rules.",
    "{name} programmed the control room in {place} so that the following holds at all times.",
    "The manual of a {work} in {place} can be relied on; it says this.",
    "An apprentice at the {work} learns rules from {name} that have no exception.",
    "These interlocks at the {work} in {place} never fail.",
    "A technician, {name}, describes how the plant in {place} is wired.",
    "For the night shift at the {work}, {name} wrote down rules that are always true.",
    "Nothing in the {work} of {place} ever violates the rules below.",
)
PLAIN_RULE: Final = ("if {p}, then {q}", "whenever {p}, {q}")
TWISTED_RULE: Final = (
    "{p} only if {q}",
    "{q} if {p}",
    "it never happens that {p} while {nq}",
    "at any time {np} or {q}, or both",
)
FACT: Final = ("Right now {f}.", "At this moment {f}.", "A look around shows that {f}.")
TWO_STATES: Final = (
    "(Each device is always in one of two opposite states.)",
    "(A device that is not in one state is in the opposite one.)",
    "(Devices have two states only, and never both at once.)",
)
CHAIN_ASK: Final = (
    "Must it be the case now that {q}? Answer yes or no.",
    "Is it certain that {q}? Answer yes or no.",
    "Can one be sure, from this alone, that {q}? Answer yes or no.",
)


def _say(literal: Literal, devices: Devices) -> str:
    name, on, off = devices[literal[0]]
    return f"the {name} is {on if literal[1] else off}"


def _denied(literal: Literal) -> Literal:
    return literal[0], not literal[1]


def _truth(n: int) -> list[int]:
    """Return, for each of ``n`` atoms, its column of the truth table as an integer of 2**n bits."""
    columns = []
    for i in range(n):
        column = ((1 << 2**i) - 1) << 2**i
        for j in range(i + 1, n):
            column |= column << 2**j
        columns.append(column)
    return columns


def _worlds(n: int, rules: list[Rule], facts: list[Literal]) -> tuple[int, Callable[[Literal], int]]:
    """Return the rows of the truth table that satisfy rules and facts, and the column of a literal."""
    columns, full = _truth(n), (1 << 2**n) - 1

    def column(literal: Literal) -> int:
        return columns[literal[0]] if literal[1] else full ^ columns[literal[0]]

    rows = full
    for ifs, then in rules:
        both = full
        for p in ifs:
            both &= column(p)
        rows &= (full ^ both) | column(then)
    for fact in facts:
        rows &= column(fact)
    return rows, column


def _rule_words(
    rng: random.Random, rule: Rule, devices: list[tuple[str, str, str]], *, plain: bool
) -> tuple[str, bool]:
    ifs, then = rule
    words = {
        "p": " and ".join(_say(p, devices) for p in ifs),
        "q": _say(then, devices),
        "nq": _say(_denied(then), devices),
    }
    twisted = not plain and rng.random() < 0.6
    forms: tuple[str, ...] = PLAIN_RULE
    if twisted:
        forms = TWISTED_RULE if len(ifs) == 1 else TWISTED_RULE[:3]
        words["np"] = _say(_denied(ifs[0]), devices)
    return rng.choice(forms).format(**words), twisted


def make_rule_chain(draw: Draw) -> Draft:
    """Whether rules and facts force a state; wrong inferences reverse or leave out a condition."""
    rng, n_rules, n_facts = draw.rng, int(str(draw.params["rules"])), int(str(draw.params["facts"]))
    plain, off = bool(draw.params["plain"]), OFF_PATH[int(str(draw.params["rules"]))]
    length, joint = n_rules - off, n_facts - 1
    n = length + 1 + joint + off
    names = rng.sample([(w, d) for w in WHICH for d in DEVICES], n)
    devices = [(f"{w} {d[0]}", d[1], d[2]) for w, d in names]
    path: list[Literal] = [(i, rng.random() < 0.5) for i in range(length + 1)]
    sides: list[Literal] = [(length + 1 + i, rng.random() < 0.5) for i in range(joint)]
    joints = dict(zip(rng.sample(range(length), joint), sides, strict=True))
    rules: list[Rule] = []
    for i in range(length):
        if i in joints:
            rules.append(((path[i], joints[i]) if rng.random() < 0.5 else (joints[i], path[i]), path[i + 1]))
        elif rng.random() < 0.35:
            rules.append(((_denied(path[i + 1]),), _denied(path[i])))
        else:
            rules.append(((path[i],), path[i + 1]))
    for i in range(off):
        extra: Literal = (n - off + i, rng.random() < 0.5)
        other = rng.choice(path)
        rules.append(((extra,), other) if rng.random() < 0.5 else ((other,), extra))
    facts = [path[0], *sides]
    goal = path[-1]
    if not draw.first_side:
        if rng.random() < 0.25:
            facts[0], goal = _denied(facts[0]), _denied(goal)
        elif joint and rng.random() < 0.4:
            i = rng.randrange(1, len(facts))
            facts[i] = _denied(facts[i])
        else:
            i = rng.choice([i for i in range(length) if i not in joints] or [0])
            ifs, then = rules[i]
            rules[i] = ((then,), ifs[0])
    rows, column = _worlds(n, rules, facts)
    if not rows or (rows & ~column(goal) == 0) is not draw.first_side or rows & column(goal) == 0:
        raise Redraw("not the wanted inference")
    rng.shuffle(rules)
    rng.shuffle(facts)
    said = [_rule_words(rng, r, devices, plain=plain) for r in rules]
    if not plain and not any(twisted for _, twisted in said):
        raise Redraw("only plain rules")
    opening = rng.choice(CHAIN_OPENINGS).format(
        work=rng.choice(WORKPLACES), place=rng.choice(PLACES), name=rng.choice(NAMES)
    )
    body = " ".join(f"{capital(words)}." for words, _ in said)
    fact = rng.choice(FACT).format(f=listed([_say(f, devices) for f in facts]))
    ask = rng.choice(CHAIN_ASK).format(q=_say(goal, devices))
    text = f"{opening} {body} {rng.choice(TWO_STATES)} {fact} {ask}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


CARD_LEVELS: Final = {
    1: {"cards": 4, "rules": 1},
    2: {"cards": 4, "rules": 2},
    3: {"cards": 5, "rules": 2},
    4: {"cards": 7, "rules": 3},
    5: {"cards": 9, "rules": 4},
}
CARD_OPENINGS: Final = (
    "{name} lays {n} cards on a table in {place}.",
    "On the counter of a {work} lie {n} cards.",
    "A board game from {place} comes with {n} special cards.",
    "At the {work}, {name} pins {n} cards to the wall.",
    "{n_capital} cards lie in front of {name}.",
    "For a puzzle evening in {place}, {n} cards have been printed.",
    "In a shop window in {place} you see {n} cards.",
    "Each visitor of the {work} in {place} finds {n} cards at the entrance.",
)
CARD_SIDES: Final = (
    "Every card has a whole number from 1 to {top} on one side and one colour on the other: {colours}.",
    "Each has one side with a whole number from 1 to {top} and one side in a single colour, which is {colours}.",
)
COLOURS: Final = ("red", "green", "blue", "white", "yellow", "black", "orange", "violet")
CARD_ASK: Final = (
    "Which cards could break at least one rule, depending on the side you cannot see? Give their letters, separated by "
    "commas.",
    "Name all cards that have to be turned over to make sure that no rule is broken (letters, separated by commas).",
    "For which cards does it depend on the hidden side whether all rules are kept? List the letters, separated by "
    "commas.",
)


def make_card_rules(draw: Draw) -> Draft:
    """Which cards must be turned to check conditional rules."""
    rng, n, n_rules = draw.rng, int(str(draw.params["cards"])), int(str(draw.params["rules"]))
    top = rng.choice((12, 16, 20, 24))
    numbers = set(range(1, top + 1))
    palette = rng.sample(COLOURS, 4)
    conditions: list[tuple[str, set[int]]] = []
    for _ in range(8):
        k = rng.randint(3, top - 3)
        conditions += [
            (f"its number is greater than {k}", {x for x in numbers if x > k}),
            (f"its number is less than {k}", {x for x in numbers if x < k}),
            (f"its number is at least {k} and at most {k + 2}", {k, k + 1, k + 2}),
        ]
    conditions += [
        ("its number is even", {x for x in numbers if x % 2 == 0}),
        ("its number is odd", {x for x in numbers if x % 2}),
        ("its number is a multiple of 3", {x for x in numbers if x % 3 == 0}),
        ("its number is not a multiple of 4", {x for x in numbers if x % 4}),
    ] * 2
    allowed_colours = {x: set(palette) for x in numbers}
    allowed_numbers = {c: set(numbers) for c in palette}
    rules = []
    for _ in range(n_rules):
        words, group = rng.choice(conditions)
        c, d = rng.sample(palette, 2)
        side, coloured = rng.choice(
            [
                (f"its colour is {c}", {c}),
                (f"its colour is not {c}", set(palette) - {c}),
                (f"its colour is {c} or {d}", {c, d}),
            ]
        )
        if rng.random() < 0.6:
            rules.append(f"if {words}, then {side}")
            bad = {(x, y) for x in group for y in set(palette) - coloured}
        else:
            rules.append(f"if {side}, then {words}")
            bad = {(x, y) for x in numbers - group for y in coloured}
        for x, y in bad:
            allowed_colours[x].discard(y)
            allowed_numbers[y].discard(x)
    if len(set(rules)) < n_rules:
        raise Redraw("a rule stands twice")
    sides = [(f"the number {x}", len(allowed_colours[x]), len(palette)) for x in numbers]
    sides += [(y, len(allowed_numbers[y]), top) for y in palette for _ in range(2)]
    open_sides = [s for s, keeps, all_of in sides if 0 < keeps < all_of]
    safe_sides = [s for s, keeps, all_of in sides if keeps == all_of]
    shown: list[str] = []
    turn: list[bool] = []
    for letter in "ABCDEFGHI"[:n]:
        turned = rng.random() < 0.55
        turned = bool(open_sides) and (turned or not safe_sides)
        pool = open_sides if turned else safe_sides
        if not pool:
            raise Redraw("too few different cards of one kind")
        shown.append(f"card {letter} shows {pool.pop(rng.randrange(len(pool)))}")
        turn.append(turned)
    if not 2 <= sum(turn) < n:
        raise Redraw("all, none or one card has to be turned")
    gold = ", ".join(letter for letter, t in zip("ABCDEFGHI", turn, strict=False) if t)
    opening = rng.choice(CARD_OPENINGS).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), work=rng.choice(WORKPLACES), n=NUMBERS[n],
        n_capital=capital(NUMBERS[n]),
    )  # fmt: skip
    about = rng.choice(CARD_SIDES).format(top=top, colours=listed(palette, "or"))
    must = "This rule applies to each card" if n_rules == 1 else "These rules apply to each card"
    rng.shuffle(shown)
    text = f"{opening} {about} {must}: {'; '.join(rules)}. You see this: {', '.join(shown)}. {rng.choice(CARD_ASK)}"
    return Draft(text, gold, AnswerType.SET)


EXCEPTION_LEVELS: Final = {
    1: {"rules": 2, "people": 5},
    2: {"rules": 3, "people": 6},
    3: {"rules": 5, "people": 6},
    4: {"rules": 7, "people": 7},
    5: {"rules": 11, "people": 9},
}
EXCEPTION_OPENINGS: Final = (
    "The {work} in {place} decides who {yes} by a list of numbered rules.",
    "Who {yes}? A {work} in {place} settles this with numbered rules.",
    "{name}, who guards the door of the {work}, works through a list of rules to see who {yes}.",
    "A notice at the {work} of {place} says who {yes}.",
    "The question who {yes} is answered at the {work} by these rules.",
    "In {place}, the staff of the {work} apply numbered rules to decide who {yes}.",
    "{name} wrote the rules by which the {work} determines who {yes}.",
)
OUTCOMES: Final = (
    ("may enter", "may not enter"),
    ("gets the discount", "gets no discount"),
    ("may board first", "may not board first"),
    ("receives a voucher", "receives no voucher"),
    ("may use the side door", "may not use the side door"),
)
TRAITS: Final = (
    "is a member", "has a guest pass", "is under sixteen", "comes with an adult", "carries a large bag",
    "arrives after eight", "is on the guest list", "works there", "paid online", "has a season ticket",
    "brought a dog", "is a resident", "volunteers on Sundays", "lost a ticket", "booked a tour",
)  # fmt: skip
EXCEPTION_ORDER: Final = (
    "When several rules apply to someone, only the one with the highest number counts; someone to whom no rule applies "
    "{no}.",
    "A later rule overrides all earlier ones that apply to the same person, and whoever is covered by no rule {no}.",
    "If rules conflict, the last applicable one on the list decides. Without any applicable rule a person {no}.",
)
EXCEPTION_ASK: Final = (
    "Who {yes}? List the names, separated by commas.",
    "List everyone who {yes}, separated by commas.",
    "Which of these people come out as someone who {yes}? Separate the names by commas.",
)


def make_exceptions(draw: Draw) -> Draft:
    """Who passes under numbered rules of which the last applicable one decides."""
    rng, n_rules, n = draw.rng, int(str(draw.params["rules"])), int(str(draw.params["people"]))
    yes, no = rng.choice(OUTCOMES)
    traits = rng.sample(TRAITS, 2 + (n_rules + 1) // 2)
    rules: list[tuple[tuple[tuple[str, bool], ...], bool]] = []
    for i in range(n_rules):
        size = 1 if i == 0 or rng.random() < 0.35 else 2
        chosen = rng.sample(traits, size)
        rules.append((tuple((t, j == 0 or rng.random() < 0.6) for j, t in enumerate(chosen)), i % 2 == 0))
    people = rng.sample(NAMES, n + 1)
    holds = {p: set(rng.sample(traits, rng.randint(1, min(len(traits) - 1, 2 + n_rules // 2)))) for p in people[:n]}
    outcome: dict[str, bool] = {}
    decisive: set[int] = set()
    for p, own in holds.items():
        outcome[p], last = False, -1
        for i, (conditions, grants) in enumerate(rules):
            if all((t in own) is wanted for t, wanted in conditions):
                outcome[p], last = grants, i
        decisive.add(last)
    passed = sorted(p for p in outcome if outcome[p])
    if not 2 <= len(passed) < n or len(decisive) < min(3, n_rules):
        raise Redraw("too few pass, or too few rules matter")
    said = []
    for i, (conditions, grants) in enumerate(rules, start=1):
        words = " and ".join(t for t, wanted in conditions if wanted)
        words += "".join(f", except one who {t}," for t, wanted in conditions if not wanted)
        said.append(f"Rule {i}: whoever {words} {yes if grants else no}.")
    lines = [f"{p} {listed([t for t in traits if t in holds[p]])}." for p in holds]
    opening = rng.choice(EXCEPTION_OPENINGS).format(
        work=rng.choice(WORKPLACES), place=rng.choice(PLACES), name=people[n], yes=yes
    )
    text = " ".join(
        [opening, *said, rng.choice(EXCEPTION_ORDER).format(no=no), "Nothing is true of a person that is not stated.",
         *lines, rng.choice(EXCEPTION_ASK).format(yes=yes)]
    )  # fmt: skip
    return Draft(text, ", ".join(passed), AnswerType.SET)


FAMILIES: Final = (
    Family(
        name="rule_chain",
        subcategory="conditional_reasoning",
        levels=CHAIN_LEVELS,
        make=make_rule_chain,
        solve=solve.rule_chain,
        method="z3: rules, facts and the denied conclusion are unsatisfiable",
        two_way=True,
    ),
    Family(
        name="card_rules",
        subcategory="conditional_reasoning",
        levels=CARD_LEVELS,
        make=make_card_rules,
        solve=solve.card_rules,
        method="enumeration of hidden sides against the rules read from the text",
    ),
    Family(
        name="rules_with_exceptions",
        subcategory="conditional_reasoning",
        levels=EXCEPTION_LEVELS,
        make=make_exceptions,
        solve=solve.rules_with_exceptions,
        method="rules read from the text and tried from the last to the first",
    ),
)
