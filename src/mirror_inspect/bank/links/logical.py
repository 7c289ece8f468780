"""Bridges that need logic: a rule found from an example, a list of conditions, a chain of comparisons."""

import itertools
import random
from collections.abc import Callable
from typing import Final

from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import Bridge, Drawn, Skin, opening
from mirror_inspect.bank.solvers.links import logical as solve
from mirror_inspect.taxonomy import AnswerType

RULE_SKINS: Final = (
    Skin(
        "business_evaluation",
        ("a shop in {place} has a secret bonus scheme", "{name} studies the points of a customer card"),
        {"row": "the points of one customer"},
    ),
    Skin(
        "product_design",
        ("{name} takes an old counting machine apart", "a toy from {place} shows one number after another"),
        {"row": "what it showed yesterday"},
    ),
    Skin(
        "agriculture",
        ("a breeder in {place} keeps a strange register", "{name} reads the counts of a beekeeper in {place}"),
        {"row": "the counts in the first hive"},
    ),
)


def draw_rule(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """A number some steps on in a sequence whose rule has to be read off another one."""
    two = level == 5
    rules = [(1, rng.randint(3, 40)) if level == 1 else (rng.randint(2, 5), 0 if level == 2 else rng.randint(-9, 9))]
    if level > 2 and rules[0][1] == 0:
        raise Redraw("a rule without its addend")
    if two:
        rules.append((1, rng.choice((-1, 1)) * rng.randint(5, 40)))
    steps = (2, 2, 3, 4, 5)[level - 1]

    def forward(v: int, count: int) -> list[int]:
        row = [v]
        for i in range(count):
            a, b = rules[i % len(rules)]
            row.append(a * row[-1] + b)
        return row

    example = forward(rng.randint(11, 30), 6 if two else 4)
    kind = {1: "by adding one fixed number", 2: "by multiplying with one fixed whole number"}.get(
        level, "by multiplying with one fixed whole number and then adding another (which may be negative)"
    )
    text = f"{opening(rng, skin)} The numbers follow a hidden rule: each comes from the one before it {kind}"
    if two:
        text += (
            ", and then, at every second step, simply by adding a third fixed number instead: first the one, then the "
        )
        text += "other, in turn"
    text += (
        f". For example, {skin.words['row']}: {', '.join(map(str, example))}. Another row starts with "
        f"{{n}} and goes by "
    )
    text += f"exactly the same rule. Which number does it show after {steps} steps (the start is not a step)?"
    return Drawn(text, lambda v: str(forward(v, steps)[-1]))


CONDITION_SKINS: Final = (
    Skin(
        "warehouse_operations",
        ("a parcel counter in {place} has its own tariff", "{name} works out postage for a parcel"),
        {"unit": "grams", "thing": "parcel", "facts": "fragile insured urgent oversized"},
    ),
    Skin(
        "property_management",
        ("the housing office in {place} works out a service charge", "{name} checks the charges for a flat in {place}"),
        {"unit": "points", "thing": "flat", "facts": "furnished renovated vacant listed"},
    ),
    Skin(
        "sports_club",
        ("the skating club in {place} has a table of fees", "{name} works out the fee for a race"),
        {"unit": "points", "thing": "entry", "facts": "late registered sponsored foreign"},
    ),
)


def draw_conditions(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The charge under the first rule whose conditions all hold; no other number may lead to the same charge."""
    facts = skin.words["facts"].split()
    true = {f: rng.random() < 0.5 for f in facts}
    rules: list[tuple[list[tuple[str, int | str, bool]], int]] = []
    for _ in range((2, 3, 5, 7, 10)[level - 1]):
        conditions: list[tuple[str, int | str, bool]] = []
        for fact in rng.sample(facts, min(1 + (level > 2), 2)):
            conditions.append(("fact", fact, rng.random() < 0.5))
        limit = max(2, rng.randint(n // 2, n * 3 // 2 + 3))
        if limit == n:
            raise Redraw("the limit is the number")
        if rng.random() < 0.7:
            conditions.append(("limit", limit, rng.random() < 0.5))
        rng.shuffle(conditions)
        rules.append((conditions, rng.randint(3, 60 + 30 * level)))
    last = rng.randint(3, 60 + 30 * level)
    adds = [add for _, add in rules] + [last]
    if len(set(adds)) < len(adds):
        raise Redraw("two rules add the same")

    def holds(condition: tuple[str, int | str, bool], v: int) -> bool:
        _, what, positive = condition
        return ((v > what) if isinstance(what, int) else true[what]) is positive

    def charge(v: int) -> int:
        return v + next((add for cs, add in rules if all(holds(c, v) for c in cs)), last)

    gold = charge(n)
    if any(charge(v) == gold for v in range(n - 2 * max(adds), n + 2 * max(adds)) if v != n):
        raise Redraw("two numbers lead to the same charge")
    applied = next((i for i, (cs, _) in enumerate(rules) if all(holds(c, n) for c in cs)), len(rules))
    if level > 1 and applied == 0:
        raise Redraw("the first rule applies at once")
    thing, unit = skin.words["thing"], skin.words["unit"]

    def worded(c: tuple[str, int | str, bool]) -> str:
        if c[0] == "limit":
            return f"it has {'more than' if c[2] else 'at most'} {c[1]} {unit}"
        return f"it is {'' if c[2] else 'not '}{c[1]}"

    lines = [f"if {' and '.join(map(worded, cs))}, add {add}" for cs, add in rules]
    state = [f"{'' if v else 'not '}{f}" for f, v in true.items()]
    text = (
        f"{opening(rng, skin)} The charge in cents is the number of {unit} plus something that depends on "
        "the first rule "
    )
    text += (
        f"of this list whose conditions all hold: {'; '.join(lines)}; if none of these applies, add "
        f"{last}. The {thing} "
    )
    text += f"in question has {{n}} {unit} and is {', '.join(state[:-1])} and {state[-1]}. What is its charge in cents?"
    return Drawn(text, lambda v: str(charge(v)))


CHAIN_SKINS: Final = (
    Skin(
        "agriculture",
        ("{name} feeds fish in the tanks of a farm", "a fish farm near {place} has tanks of several colours"),
        {"thing": "tank", "units": "fish"},
    ),
    Skin(
        "code_review",
        ("{name} compares the logs of several servers", "the machines of a data centre in {place} have coloured tags"),
        {"thing": "server", "units": "errors"},
    ),
    Skin(
        "event_logistics",
        (
            "a museum in {place} sorts visitors by coloured tickets",
            "{name} prepares boxes of badges in several colours",
        ),
        {"thing": "box", "units": "badges"},
    ),
)
COLOURS: Final = (
    "red",
    "blue",
    "green",
    "white",
    "black",
    "yellow",
    "violet",
    "orange",
    "brown",
    "grey",
    "pink",
    "silver",
)


def draw_comparisons(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """A number found along a chain of comparisons told out of order, with idle ones among them."""
    links = (2, 3, 5, 7, 9)[level - 1]
    names = rng.sample(COLOURS, links + 1 + min(level - 1, 2))
    chain, idle = names[: links + 1], names[links + 1 :]
    thing, units = skin.words["thing"], skin.words["units"]
    factor, offset, lines = 1, 0, []
    for a, b in itertools.pairwise(chain):
        x = rng.randint(2, 9 + 6 * level)
        kind = rng.choice(("more", "fewer", "inverse", "times") if level > 1 else ("more", "inverse"))
        if kind == "times":
            m = rng.randint(2, 3)
            factor, offset = factor * m, offset * m
            lines.append(f"the {b} {thing} holds {m} times as many {units} as the {a} one")
        elif kind == "fewer" and factor * n + offset > x + 1:
            offset -= x
            lines.append(f"the {b} {thing} holds {x} fewer {units} than the {a} one")
        elif kind == "inverse":
            offset += x
            lines.append(f"the {a} {thing} holds {x} fewer {units} than the {b} one")
        else:
            offset += x
            lines.append(f"the {b} {thing} holds {x} more {units} than the {a} one")
    for extra in idle:
        other = rng.choice(chain)
        lines.append(f"the {extra} {thing} holds {rng.randint(2, 30)} more {units} than the {other} one")
    rng.shuffle(lines)
    if factor == 1 and offset == 0:
        raise Redraw("the comparisons cancel out")
    text = f"{opening(rng, skin)} This much is known: {'; '.join(lines)}. The {chain[0]} {thing} holds {{n}} {units}. "
    text += f"How many {units} does the {chain[-1]} {thing} hold?"
    return Drawn(text, lambda v: str(factor * v + offset))


CLAIM_SKINS: Final = (
    Skin(
        "business_evaluation",
        ("a market study from {place} is full of invented terms", "{name} reads a study with odd terms"),
        {"pay": "A reader gets {n} cents back for each of these claims that"},
    ),
    Skin(
        "product_design",
        ("{name} tests a puzzle box", "a maker of puzzles in {place} tries a new box"),
        {"pay": "The box pays out {n} cents for each of these claims that"},
    ),
    Skin(
        "trip_planning",
        ("a hotel in {place} entertains its guests with riddles", "{name} leads an evening of riddles"),
        {"pay": "A team is paid {n} cents for each of these claims that"},
    ),
)
TERMS: Final = (
    "dolens",
    "farkets",
    "grummels",
    "hossets",
    "kappers",
    "lindots",
    "mivvens",
    "pelters",
    "quossets",
    "rasties",
)


def draw_claims(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What the claims earn that follow from statements with "all" and "no"."""
    count = (4, 5, 6, 7, 8)[level - 1]
    terms = rng.sample(TERMS, count)
    above: dict[str, str] = {}
    apart: set[tuple[str, str]] = set()
    lines = []
    for i in range(1, count):
        other = terms[rng.randrange(i)]
        if level > 1 and i % 3 == 2:
            apart.add((terms[i], other))
            lines.append(f"no {terms[i]} are {other}" if rng.random() < 0.5 else f"no {other} are {terms[i]}")
        else:
            above[terms[i]] = other
            lines.append(f"all {terms[i]} are {other}")

    def up(term: str) -> list[str]:
        found = [term]
        while found[-1] in above:
            found.append(above[found[-1]])
        return found

    def excluded(a: str, b: str) -> bool:
        return any((x, y) in apart or (y, x) in apart for x in up(a) for y in up(b))

    if any(excluded(t, t) for t in terms):
        raise Redraw("a term is empty")
    claims = [
        (kind, a, b) for a, b in itertools.permutations(terms, 2) for kind in ("all", "no") if kind == "all" or a < b
    ]
    stated = set(lines)
    claims = [
        c for c in claims if f"{c[0]} {c[1]} are {c[2]}" not in stated and f"{c[0]} {c[2]} are {c[1]}" not in stated
    ]
    certain = [c for c in claims if (c[2] in up(c[1]) if c[0] == "all" else excluded(c[1], c[2]))]
    others = [c for c in claims if c not in certain]
    hits = min(len(certain), rng.randint(2, 2 + level))
    if hits < 2:
        raise Redraw("too little follows")
    shown = rng.sample(certain, hits) + rng.sample(others, min(len(others), 2 + level))
    rng.shuffle(shown)
    rng.shuffle(lines)
    text = (
        f"{opening(rng, skin)} Suppose that {'; '.join(lines)}. {skin.words['pay']} must then be true, "
        "whatever else may hold: "
    )
    text += f"{'; '.join(f'{k} {a} are {b}' for k, a, b in shown)}. How many cents is that in all?"
    return Drawn(text, lambda v: str(v * hits))


LAMP_SKINS: Final = (
    Skin(
        "property_management",
        ("the signal lamps in the hall of a house in {place} are linked", "{name} maps the lamps of a house"),
        {"lamp": "lamp"},
    ),
    Skin(
        "warehouse_operations",
        ("the fans of a depot in {place} switch each other", "{name} maps the fans of a depot"),
        {"lamp": "fan"},
    ),
    Skin(
        "code_review",
        ("the services of a program start each other", "{name} reads the start-up rules of some services"),
        {"lamp": "service"},
    ),
)
GATES: Final[dict[str, Callable[[bool, bool], bool]]] = {
    "both {a} and {b} are on": lambda a, b: a and b,
    "{a} or {b} or both are on": lambda a, b: a or b,
    "exactly one of {a} and {b} is on": lambda a, b: a != b,
    "neither {a} nor {b} is on": lambda a, b: not (a or b),
    "{a} is on and {b} is off": lambda a, b: a and not b,
}


def draw_lamps(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What all lamps draw that are on in a net of conditions."""
    inputs, gates = (2, 2, 3, 3, 4)[level - 1], (2, 4, 6, 9, 13)[level - 1]
    letters = rng.sample("ABCDEFGHJKLMPQRSTUVWXYZ", inputs + gates)
    on = {x: rng.random() < 0.6 for x in letters[:inputs]}
    if not any(on.values()):
        raise Redraw("everything starts off")
    lines = []
    for i in range(inputs, inputs + gates):
        a, b = rng.sample(letters[:i], 2)
        words = rng.choice(list(GATES)[: 3 if level == 1 else 5])
        on[letters[i]] = bool(GATES[words](on[a], on[b]))
        lines.append(f"{letters[i]} is on exactly when {words.format(a=a, b=b)}")
    if level > 1:
        rng.shuffle(lines)
    lit = sum(on.values())
    if lit < 2:
        raise Redraw("too few are on")
    lamp = skin.words["lamp"]
    given = [f"{x} is {'on' if on[x] else 'off'}" for x in letters[:inputs]]
    text = (
        f"{opening(rng, skin)} By hand it is set that {', '.join(given[:-1])} and {given[-1]}. For the "
        f"others: {'; '.join(lines)}. "
    )
    text += f"Each {lamp} that is on, those set by hand included, draws {{n}} watts. How many watts is that in all?"
    return Drawn(text, lambda v: str(v * lit))


BRIDGES: Final = (
    Bridge(
        "hidden_rule",
        "pattern_inference",
        AnswerType.INTEGER,
        1,
        20_000,
        RULE_SKINS,
        draw_rule,
        solve.hidden_rule,
        "exhaustive search over rules",
    ),
    Bridge(
        "first_rule_that_applies",
        "conditional_reasoning",
        AnswerType.INTEGER,
        4,
        20_000,
        CONDITION_SKINS,
        draw_conditions,
        solve.first_rule_that_applies,
        "rule interpreter on the text",
    ),
    Bridge(
        "compared_boxes",
        "constraint_satisfaction",
        AnswerType.INTEGER,
        1,
        20_000,
        CHAIN_SKINS,
        draw_comparisons,
        solve.compared_boxes,
        "linear equations by sympy",
    ),
    Bridge(
        "certain_claims",
        "syllogisms",
        AnswerType.INTEGER,
        2,
        5_000,
        CLAIM_SKINS,
        draw_claims,
        solve.certain_claims,
        "search for an individual that refutes the claim",
    ),
    Bridge(
        "lit_lamps",
        "boolean_logic",
        AnswerType.INTEGER,
        2,
        5_000,
        LAMP_SKINS,
        draw_lamps,
        solve.lit_lamps,
        "rules applied until nothing changes",
    ),
)
