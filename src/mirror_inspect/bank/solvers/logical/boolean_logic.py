"""Evaluate circuits by fixed point, count settings with bit vectors, settle liar puzzles with z3."""

import re
from typing import Any, Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.logical._read import NUMBERS, items_of, sentences, the

Value = bool | None
_TABLES: Final = (
    (r"both ([A-Z]) and ([A-Z]) are on", {(True, True)}),
    (r"([A-Z]) or ([A-Z]) or both are on", {(True, True), (True, False), (False, True)}),
    (r"just one of ([A-Z]) and ([A-Z]) is on", {(True, False), (False, True)}),
    (r"([A-Z]) and ([A-Z]) are in different states", {(True, False), (False, True)}),
    (r"([A-Z]) and ([A-Z]) are in the same state", {(True, True), (False, False)}),
    (r"neither ([A-Z]) nor ([A-Z]) is on", {(False, False)}),
    (r"([A-Z]) and ([A-Z]) are not both on", {(True, False), (False, True), (False, False)}),
    (r"([A-Z]) is on and ([A-Z]) is off", {(True, False)}),
)
"""Pattern of a gate and the pairs of inputs for which its light is on."""


def light_circuit(text: str, options: tuple[str, ...]) -> Solution:
    """Propagate known states through the gates until nothing changes."""
    gates: list[tuple[str, str, str, set[tuple[bool, bool]]]] = []
    known: dict[str, bool] = {}
    for sentence in sentences(text):
        if found := re.fullmatch(r"([A-Z]) is on exactly when (.+)", sentence):
            for pattern, pairs in _TABLES:
                if inputs := re.fullmatch(pattern, found[2]):
                    gates.append((found[1], inputs[1], inputs[2], pairs))
                    break
        elif sentence.startswith("Switched by hand, "):
            for group, state in re.findall(r"((?:[A-Z](?:, | and )?)+) (?:is|are) (on|off)", sentence):
                known |= dict.fromkeys(re.findall("[A-Z]", group), state == "on")
    if len(gates) != text.count("exactly when"):
        raise ValueError("a gate was not understood")
    inputs_given, seen, in_order = len(known), set(known), True
    for x, a, b, _ in gates:
        in_order &= {a, b} <= seen
        seen.add(x)
    changed = True
    while changed:
        changed = False
        for x, a, b, pairs in gates:
            if x in known:
                continue
            left = [known[a]] if a in known else [False, True]
            right = [known[b]] if b in known else [False, True]
            values = {(p, q) in pairs for p in left for q in right}
            if len(values) == 1:
                known[x] = values.pop()
                changed = True
    asked = the(re.search(r"(?:Is|is|leave) ([A-Z]) (?:on\?|lit)", text), "question")[1]
    params = {"gates": len(gates), "inputs": inputs_given, "in_order": in_order}
    return Solution("yes" if known[asked] else "no", 2 * len(gates) + inputs_given, params)


def setting_count(text: str, options: tuple[str, ...]) -> Solution:
    """Represent each switch by its truth-table column and count the rows that satisfy all rules."""
    body = the(re.search(r"(?:Rules:|must be respected:|It is required that) (.*?)\. ", text), "rules")
    names = the(re.search(r"(?:[A-Z], )*[A-Z] and [A-Z]\b", text[: body.start()]), "switches")[0]
    switches = items_of(names)
    rows = 2 ** len(switches)
    full: int = 2**rows - 1
    column: dict[str, int] = {s: sum(2**r for r in range(rows) if r >> i & 1) for i, s in enumerate(switches)}

    def on(letter: str) -> int:
        return column[letter]

    def off(letter: str) -> int:
        return full ^ column[letter]

    def test(rule: str) -> int:
        letters = re.findall(r"\b[A-Z]\b", rule)
        shape = re.sub(r"\b[A-Z]\b", "_", rule)
        a, b, c = ([*letters, letters[0]])[:3]
        two: dict[str, int] = {
            "_ and _ must not both be on": off(a) | off(b),
            "if _ is on, then _ must be on": off(a) | on(b),
            "at least one of _ and _ must be on": on(a) | on(b),
            "exactly one of _ and _ must be on": on(a) ^ on(b),
            "_ and _ must be in the same state": full ^ on(a) ^ on(b),
            "at least two of _, _ and _ must be on": on(a) & on(b) | on(a) & on(c) | on(b) & on(c),
            "exactly one of _, _ and _ must be on": on(a) & off(b) & off(c)
            | off(a) & on(b) & off(c)
            | off(a) & off(b) & on(c),
            "at least one of _, _ and _ must be off": off(a) | off(b) | off(c),
            "if _ is on, then _ or _ or both must be on": off(a) | on(b) | on(c),
            "if _ is off, then both _ and _ must be off": on(a) | off(b) & off(c),
            "if both _ and _ are on, then _ must be off": off(a) | off(b) | off(c),
        }
        if shape not in two:
            raise ValueError(f"not a rule: {rule!r}")
        return two[shape]

    rules = body[1].split("; ")
    kept = full
    for rule in rules:
        kept &= test(rule)
    params = {"switches": len(switches), "rules": len(rules)}
    return Solution(str(kept.bit_count()), rows * len(rules), params)


def truth_tellers(text: str, options: tuple[str, ...]) -> Solution:
    """Find the only assignment in which exactly the truths are said by truth-tellers."""
    import z3

    people = items_of(the(re.search(r"You meet ([^.]*?), and \"us\"", text), "people")[1])
    honest = {p: z3.Bool(p) for p in people}
    said = re.findall(r"(\w+) (?:says|claims): \"([^\"]+)\.\"", text)
    said += [(s, w) for w, s in re.findall(r"\"([^\"]+),\" says (\w+)\.", text)]

    def claim(speaker: str, words: str) -> Any:
        words = re.sub(r"\b(me|I)\b", speaker, words)
        names = [n for n in re.findall(r"[A-Z]\w+", words) if n in honest]
        shape = re.sub("|".join(people), "_", words)
        shape = shape[0].lower() + shape[1:]
        k = [honest[n] for n in names]
        if found := re.fullmatch(r"exactly (\w+) of us (?:is a liar|are liars)", shape):
            return z3.PbEq([(z3.Not(h), 1) for h in honest.values()], NUMBERS[found[1]])
        if shape == "_ is a liar":
            return z3.Not(k[0])
        table = {
            "_ and _ are of the same kind": lambda a, b: a == b,
            "_ and _ are of different kinds": lambda a, b: a != b,
            "at least one of _ and _ is a liar": lambda a, b: z3.Or(z3.Not(a), z3.Not(b)),
            "exactly one of _ and _ is a liar": lambda a, b: a != b,
            "neither _ nor _ is a liar": lambda a, b: z3.And(a, b),
            "if _ is a truth-teller, then so is _": lambda a, b: z3.Implies(a, b),
        }
        if shape not in table or len(k) != 2:
            raise ValueError(f"not a statement about kinds: {words!r}")
        return table[shape](*k)

    solver = z3.Solver()
    for speaker, words in said:
        solver.add(honest[speaker] == claim(speaker, words))
    if solver.check() != z3.sat:
        raise ValueError("the statements have no solution")
    model = solver.model()
    found = {p: z3.is_true(model.eval(h, model_completion=True)) for p, h in honest.items()}
    solver.add(z3.Or([h != found[p] for p, h in honest.items()]))
    if solver.check() != z3.unsat:
        raise ValueError("the statements have several solutions")
    params = {"people": len(people), "statements": len(said)}
    answer = ", ".join("T" if found[p] else "L" for p in sorted(people))
    return Solution(answer, 2 ** len(people) * len(said), params)
