"""Boolean logic: circuits to evaluate, settings to count, truth-tellers and liars to tell apart."""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mirror_inspect.bank.families.logical._surface import NUMBERS, capital, listed
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.logical import boolean_logic as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

CIRCUIT_LEVELS: Final = {
    1: {"gates": 2, "inputs": 3, "in_order": True},
    2: {"gates": 4, "inputs": 4, "in_order": True},
    3: {"gates": 7, "inputs": 4, "in_order": False},
    4: {"gates": 11, "inputs": 5, "in_order": False},
    5: {"gates": 17, "inputs": 6, "in_order": False},
}
CIRCUIT_OPENINGS: Final = (
    "The signal board of a {work} in {place} has lights that depend on one another.",
    "{name} wired a panel of lights for the {work}.",
    "In an exhibition in {place}, lights switch each other without delay.",
    "At the {work}, an old relay cabinet drives a row of lights.",
    "A training panel built by {name} shows how lights are linked.",
    "Behind the counter of the {work} in {place} hangs a panel with lettered lights.",
    "For a lesson on logic in {place}, {name} drew a circuit of lights.",
    "Students in {place} analyse a circuit that {name} soldered.",
)
GATES: Final[dict[str, tuple[Callable[[bool, bool], bool], tuple[str, ...]]]] = {
    "and": (lambda a, b: a and b, ("{x} is on exactly when both {a} and {b} are on",)),
    "or": (lambda a, b: a or b, ("{x} is on exactly when {a} or {b} or both are on",)),
    "xor": (
        lambda a, b: a != b,
        (
            "{x} is on exactly when just one of {a} and {b} is on",
            "{x} is on exactly when {a} and {b} are in different states",
        ),
    ),
    "same": (lambda a, b: a == b, ("{x} is on exactly when {a} and {b} are in the same state",)),
    "nor": (lambda a, b: not (a or b), ("{x} is on exactly when neither {a} nor {b} is on",)),
    "nand": (lambda a, b: not (a and b), ("{x} is on exactly when {a} and {b} are not both on",)),
    "but": (lambda a, b: a and not b, ("{x} is on exactly when {a} is on and {b} is off",)),
}
CIRCUIT_ASK: Final = (
    "Is {x} on? Answer yes or no.",
    "In this situation, is {x} lit, that is, on? Answer yes or no.",
    "Does this leave {x} on? Answer yes or no.",
)
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def make_circuit(draw: Draw) -> Draft:
    """Evaluate a circuit of two-input gates."""
    for _ in range(8):
        if (draft := _circuit(draw)) is not None:
            return draft
    raise Redraw("the last gate cannot give the wanted state")


def _circuit(draw: Draw) -> Draft | None:
    """Wire one circuit; ``None`` when its last gate cannot give the wanted state with every input in use."""
    rng, n_gates, n_inputs = draw.rng, int(str(draw.params["gates"])), int(str(draw.params["inputs"]))
    lights = rng.sample(LETTERS, n_gates + n_inputs)
    state = {x: rng.random() < 0.5 for x in lights[:n_inputs]}
    known, unused, sentences = lights[:n_inputs], set(lights[:n_inputs]), []
    for i, x in enumerate(lights[n_inputs:]):
        previous, kind = known[-1] if i else rng.choice(known), rng.choice(sorted(GATES))
        if i == n_gates - 1:  # the same kinds for both answers, so that the last gate does not betray it
            kind = sorted(GATES)[(3 * (draw.index // 2) + draw.level) % len(GATES)]
        pairs = [pair for k in known if k != previous for pair in ((previous, k), (k, previous))]
        if i == n_gates - 1:
            pairs = [p for p in pairs if GATES[kind][0](state[p[0]], state[p[1]]) is draw.first_side]
            pairs = [p for p in pairs if unused <= set(p)]
        elif rng.random() < 0.8:
            pairs = [p for p in pairs if unused & (set(p) - {previous})] or pairs
        if not pairs:
            return None
        a, b = rng.choice(pairs)
        unused -= {a, b}
        function, forms = GATES[kind]
        state[x] = function(state[a], state[b])
        known = [*known, x]
        sentences.append(f"{rng.choice(forms).format(x=x, a=a, b=b)}.")
    if not draw.params["in_order"]:
        ordered = list(sentences)
        while sentences == ordered:
            rng.shuffle(sentences)
    parts = []
    for word in ("on", "off"):
        group = [x for x in sorted(lights[:n_inputs]) if state[x] is (word == "on")]
        if group:
            parts.append(f"{listed(group)} {'is' if len(group) == 1 else 'are'} {word}")
    rng.shuffle(parts)
    opening = rng.choice(CIRCUIT_OPENINGS).format(
        work=rng.choice(WORKPLACES), place=rng.choice(PLACES), name=rng.choice(NAMES)
    )
    given = f"Switched by hand, {' and '.join(parts)}."
    body = [given, *sentences] if rng.random() < 0.5 else [*sentences, given]
    text = f"{opening} {' '.join(body)} {rng.choice(CIRCUIT_ASK).format(x=lights[-1])}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


COUNT_LEVELS: Final = {
    1: {"switches": 2, "rules": 1},
    2: {"switches": 3, "rules": 2},
    3: {"switches": 4, "rules": 3},
    4: {"switches": 5, "rules": 4},
    5: {"switches": 7, "rules": 6},
}
COUNT_OPENINGS: Final = (
    "A control desk at the {work} in {place} has {n} switches, {names}.",
    "{name} may set {n} switches on a stage desk, {names}, each to on or off.",
    "The alarm system of the {work} is set by {n} switches named {names}.",
    "In {place}, a greenhouse is run with {n} switches: {names}.",
    "On the bridge of a ship from {place} there are {n} switches, {names}.",
    "{n_capital} switches, {names}, control the heating of a {work}.",
    "An organ in {place} has {n} stops, {names}, which act as switches.",
    "Each of the {n} switches {names} on the wall of the {work} is either on or off.",
)
COUNT_ASK: Final = (
    "How many settings of all switches (each on or off) keep every rule? Answer with a number.",
    "In how many ways can the switches be set, each on or off, so that nothing stated is violated? Give the number.",
    "Count the combinations of on and off, over all switches, that satisfy everything. Answer with a number.",
)
Setting = dict[str, bool]


class SwitchRule(NamedTuple):
    """A sentence about switches and its test."""

    words: str
    holds: Callable[[Setting], bool]


def _switch_rule(rng: random.Random, switches: Sequence[str]) -> SwitchRule:
    if len(switches) == 2:
        a, b = switches
        pairs = [
            SwitchRule(f"{a} and {b} must not both be on", lambda s: not (s[a] and s[b])),
            SwitchRule(f"if {a} is on, then {b} must be on", lambda s: not s[a] or s[b]),
            SwitchRule(f"at least one of {a} and {b} must be on", lambda s: s[a] or s[b]),
            SwitchRule(f"exactly one of {a} and {b} must be on", lambda s: s[a] != s[b]),
            SwitchRule(f"{a} and {b} must be in the same state", lambda s: s[a] == s[b]),
        ]
        return rng.choice(pairs)
    a, b, c = rng.sample(switches, 3)
    trios = [
        SwitchRule(f"at least two of {a}, {b} and {c} must be on", lambda s: s[a] + s[b] + s[c] >= 2),
        SwitchRule(f"exactly one of {a}, {b} and {c} must be on", lambda s: s[a] + s[b] + s[c] == 1),
        SwitchRule(f"at least one of {a}, {b} and {c} must be off", lambda s: not (s[a] and s[b] and s[c])),
        SwitchRule(f"if {a} is on, then {b} or {c} or both must be on", lambda s: not s[a] or s[b] or s[c]),
        SwitchRule(f"if {a} is off, then both {b} and {c} must be off", lambda s: s[a] or not (s[b] or s[c])),
        SwitchRule(f"if both {a} and {b} are on, then {c} must be off", lambda s: not (s[a] and s[b] and s[c])),
    ]
    return rng.choice(trios) if rng.random() < 0.5 else _switch_rule(rng, (a, b))


def make_setting_count(draw: Draw) -> Draft:
    """How many settings of switches satisfy all rules."""
    rng, n, n_rules = draw.rng, int(str(draw.params["switches"])), int(str(draw.params["rules"]))
    switches = sorted(rng.sample(LETTERS, n))
    rules = [_switch_rule(rng, switches) for _ in range(n_rules)]
    settings = [dict(zip(switches, bits, strict=True)) for bits in itertools.product((False, True), repeat=n)]
    kept = [s for s in settings if all(r.holds(s) for r in rules)]
    alone = [sum(r.holds(s) for s in settings) for r in rules]
    if not kept or len({r.words for r in rules}) < n_rules or (n_rules > 1 and len(kept) == min(alone)):
        raise Redraw("contradictory, or one rule does all the work")
    opening = rng.choice(COUNT_OPENINGS).format(
        work=rng.choice(WORKPLACES), place=rng.choice(PLACES), name=rng.choice(NAMES), n=NUMBERS[n],
        n_capital=capital(NUMBERS[n]), names=listed(switches),
    )  # fmt: skip
    lead = rng.choice(("Rules:", "The following must be respected:", "It is required that"))
    text = f"{opening} {lead} {'; '.join(r.words for r in rules)}. {rng.choice(COUNT_ASK)}"
    return Draft(text, str(len(kept)), AnswerType.INTEGER)


LIAR_LEVELS: Final = {
    1: {"people": 2, "statements": 2},
    2: {"people": 3, "statements": 3},
    3: {"people": 4, "statements": 4},
    4: {"people": 5, "statements": 6},
    5: {"people": 7, "statements": 9},
}
LIAR_OPENINGS: Final = (
    "On an island near {place}, every inhabitant either always tells the truth or always lies.",
    "In a play staged in {place}, each character is a truth-teller, who never lies, or a liar, who always does.",
    "The masked guests at a ball in {place} come in two kinds: those who only say true things and those who only lie.",
    "Some members of a club in {place} never lie; all the others never say anything true.",
    "At a party of {host} everybody has drawn a card: truth-tellers must be honest, liars must always lie.",
    "A riddle by {host}: every person in it speaks only truths or only falsehoods.",
    "{host} invented robots that are of two types, always honest or always lying.",
)
Kinds = dict[str, bool]


def _claim(rng: random.Random, speaker: str, people: list[str]) -> tuple[str, Callable[[Kinds], bool]]:
    """Draw what a speaker says, as words and as a test on who is honest."""
    others = [p for p in people if p != speaker]
    a = rng.choice(others)
    claims: list[tuple[str, Callable[[Kinds], bool]]] = [
        (f"{a} is a liar", lambda k: not k[a]),
        (f"{a} and I are of the same kind", lambda k: k[a] == k[speaker]),
        (f"{a} and I are of different kinds", lambda k: k[a] != k[speaker]),
        (f"at least one of {a} and me is a liar", lambda k: not (k[a] and k[speaker])),
    ]
    if len(others) > 1:
        b, c = rng.sample(others, 2)
        claims += [
            (f"{b} and {c} are of the same kind", lambda k: k[b] == k[c]),
            (f"exactly one of {b} and {c} is a liar", lambda k: k[b] != k[c]),
            (f"at least one of {b} and {c} is a liar", lambda k: not (k[b] and k[c])),
            (f"neither {b} nor {c} is a liar", lambda k: k[b] and k[c]),
            (f"if {b} is a truth-teller, then so is {c}", lambda k: not k[b] or k[c]),
        ]
        number = rng.randint(1, len(people) - 1)
        claims.append(
            (f"exactly {NUMBERS[number]} of us {'is a liar' if number == 1 else 'are liars'}",
             lambda k: sum(not v for v in k.values()) == number)
        )  # fmt: skip
    return rng.choice(claims)


def make_liars(draw: Draw) -> Draft:
    """Who tells the truth, given what everybody says."""
    rng, n, total = draw.rng, int(str(draw.params["people"])), int(str(draw.params["statements"]))
    chosen = rng.sample(NAMES, n + 1)
    people, host = chosen[:n], chosen[n]
    worlds = [dict(zip(people, bits, strict=True)) for bits in itertools.product((True, False), repeat=n)]
    for _ in range(30 if n < 7 else 60):
        speakers = people + [rng.choice(people) for _ in range(total - n)]
        said = [(s, *_claim(rng, s, people)) for s in speakers]
        fits = [w for w in worlds if all(test(w) is w[s] for s, _, test in said)]
        if (
            len(fits) == 1
            and len({words for _, words, _ in said}) == total
            and (n < 3 or len(set(fits[0].values())) == 2)
        ):
            break
    else:
        raise Redraw("not exactly one solution")
    order = sorted(people)
    gold = ", ".join("T" if fits[0][p] else "L" for p in order)
    rng.shuffle(said)
    lines = [rng.choice(("{s} says: \"{w}.\"", "\"{w},\" says {s}.", "{s} claims: \"{w}.\"")).format(s=s, w=capital(w))
             for s, w, _ in said]  # fmt: skip
    opening = rng.choice(LIAR_OPENINGS).format(place=rng.choice(PLACES), host=host)
    met = f'You meet {listed(people)}, and "us" means exactly these {NUMBERS[n]}.'
    ask = (
        f"Write T for truth-teller or L for liar for each of them in alphabetical order ({order[0]} first). Give "
        f"only the {NUMBERS[n]} letters, separated by commas."
    )
    return Draft(f"{opening} {met} {' '.join(lines)} {ask}", gold, AnswerType.ORDERED_LIST)


FAMILIES: Final = (
    Family(
        name="light_circuit",
        subcategory="boolean_logic",
        levels=CIRCUIT_LEVELS,
        make=make_circuit,
        solve=solve.light_circuit,
        method="fixed point of three-valued evaluation of the gates read from the text",
        two_way=True,
    ),
    Family(
        name="setting_count",
        subcategory="boolean_logic",
        levels=COUNT_LEVELS,
        make=make_setting_count,
        solve=solve.setting_count,
        method="truth-table columns as bit vectors",
    ),
    Family(
        name="truth_tellers",
        subcategory="boolean_logic",
        levels=LIAR_LEVELS,
        make=make_liars,
        solve=solve.truth_tellers,
        method="z3 model of the statements read from the text, unique",
    ),
)
