"""Solve constraint puzzles from their text: z3 for rows and orders, depth-first search for codes."""

import re
from typing import Any, Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.logical._read import NUMBERS, ORDINALS, items_of, sentences, the

_NTH: Final = "|".join(ORDINALS)
_PHRASES: Final = (
    r"whoever ordered the (.+)",
    r"whoever chose the (.+)",
    r"the owner of the (.+) bag",
    r"the person with the (.+)",
    r"the (.+)",
    r"([A-Z]\w+)",
)
_TWO_PLACES: Final = (
    (r"(.+) sits somewhere to the left of (.+)", lambda a, b: a < b),
    (r"(.+) sits somewhere to the right of (.+)", lambda a, b: a > b),
    (r"(.+) sits directly to the left of (.+)", lambda a, b: a + 1 == b),
    (r"(.+) sits directly to the right of (.+)", lambda a, b: a == b + 1),
    (r"(.+) and (.+) sit next to each other", lambda a, b: (a - b) * (a - b) == 1),
    (r"There is at least one seat between (.+) and (.+)", lambda a, b: (a - b) * (a - b) > 1),
    (r"Exactly one seat lies between (.+) and (.+)", lambda a, b: (a - b) * (a - b) == 4),
    (r"(.+) is not (.+)", lambda a, b: a != b),
    (r"(.+) is (.+)", lambda a, b: a == b),
)


def _item(phrase: str) -> str:
    lowered = phrase if re.fullmatch(_PHRASES[-1], phrase) and not phrase.startswith(("The", "Whoever")) else (
        phrase[0].lower() + phrase[1:]
    )  # fmt: skip
    for pattern in _PHRASES:
        if found := re.fullmatch(pattern, lowered):
            return found[1]
    raise ValueError(f"no such item: {phrase!r}")


def _row_clue(sentence: str, at: dict[str, Any], n: int) -> Any:
    """Return the z3 constraint of one clue."""
    import z3

    if found := re.fullmatch(rf"(.+) sits in the ({_NTH}) seat from the left", sentence):
        return at[_item(found[1])] == ORDINALS[found[2]]
    if found := re.fullmatch(rf"(.+) does not sit in the ({_NTH}) seat from the left", sentence):
        return at[_item(found[1])] != ORDINALS[found[2]]
    if found := re.fullmatch(r"(.+) sits at one of the two ends of the row", sentence):
        place = at[_item(found[1])]
        return z3.Or(place == 1, place == n)
    for pattern, relation in _TWO_PLACES:
        if found := re.fullmatch(pattern, sentence):
            return relation(at[_item(found[1])], at[_item(found[2])])  # type: ignore[no-untyped-call]
    raise ValueError(f"not a clue: {sentence!r}")


def _names(opening: str) -> list[str]:
    """Return the people listed in an opening: the longest "A, B and C" of capitalised words."""
    runs = re.findall(r"[A-Z]\w+(?:, [A-Z]\w+)* and [A-Z]\w+", opening)
    return items_of(max(runs, key=lambda r: r.count(","))) if runs else []


def people_in_a_row(text: str, options: tuple[str, ...]) -> Solution:
    """Model seats as integers and check that the model is unique."""
    import z3

    parts = sentences(text)
    split = parts.index("Left and right are meant as seen by a viewer")
    groups = {"names": _names(parts[0])}
    for sentence in parts[1:split]:
        found = re.fullmatch(r"Their (.+), all different, are (.+)", sentence) or re.fullmatch(
            r"(?:No two have the same one|Each goes with one) of these ([^:,]+)(?:, none of them shared)?: (.+)",
            sentence,
        )
        found = the(found, "category")
        groups[found[1]] = items_of(found[2])
    n = len(groups["names"])
    if any(len(g) != n for g in groups.values()):
        raise ValueError("categories of unequal size")
    at = {i: z3.Int(i) for g in groups.values() for i in g}
    solver = z3.Solver()
    for group in groups.values():
        solver.add(z3.Distinct([at[i] for i in group]))
        solver.add([z3.And(at[i] >= 1, at[i] <= n) for i in group])
    body = [s for s in parts[split + 1 :] if "left to right" not in s and "leftmost" not in s]
    clues = body[:-1] if body[-1].startswith("Separate them") else body
    for clue in clues:
        solver.add(_row_clue(clue, at, n))
    if solver.check() != z3.sat:
        raise ValueError("the clues contradict each other")
    model = solver.model()
    found_at = {i: model[v].as_long() for i, v in at.items()}
    solver.add(z3.Or([v != found_at[i] for i, v in at.items()]))
    if solver.check() != z3.unsat:
        raise ValueError("more than one arrangement fits")
    asked = the(re.search(r"(?:List|Write down|order of) the ([a-z ]+?) (?:from left|in the order)", text), "question")[
        1
    ]
    params = {"people": n, "categories": len(groups), "clues": len(clues)}
    return Solution(", ".join(sorted(groups[asked], key=found_at.__getitem__)), n * len(at) * len(clues), params)


def _order_rule(rule: str, at: dict[str, Any]) -> Any:
    """Return the z3 constraint of one rule about an order."""
    import z3

    w = r"([A-Z]\w+)"
    if found := re.fullmatch(r"if (.+), then (.+)", rule):
        return z3.Implies(_order_rule(found[1], at), _order_rule(found[2], at))
    if found := re.fullmatch(rf"{w} comes (?:at some point )?before {w}", rule):
        return at[found[1]] < at[found[2]]
    if found := re.fullmatch(rf"{w} comes directly after {w}", rule):
        return at[found[1]] == at[found[2]] + 1
    if found := re.fullmatch(rf"{w} and {w} do not come directly one after the other", rule):
        a, b = at[found[1]], at[found[2]]
        return z3.And(a != b + 1, b != a + 1)
    if found := re.fullmatch(rf"{w} is either ({_NTH}) or ({_NTH})", rule):
        a = at[found[1]]
        return z3.Or(a == ORDINALS[found[2]], a == ORDINALS[found[3]])
    if found := re.fullmatch(rf"{w} is not ({_NTH})", rule):
        return at[found[1]] != ORDINALS[found[2]]
    if found := re.fullmatch(rf"{w} is ({_NTH})", rule):
        return at[found[1]] == ORDINALS[found[2]]
    found = the(re.fullmatch(rf"{w} comes at some point between {w} and {w}", rule), "rule")
    a, b, c = (at[g] for g in found.groups())
    return z3.Or(z3.And(b < a, a < c), z3.And(c < a, a < b))


def possible_order(text: str, options: tuple[str, ...]) -> Solution:
    """Ask z3 whether an order exists with the person at the position in question."""
    import z3

    found = the(re.fullmatch(r"(.*?)\. [^.:]+: (.*)\. ([^.]*\?) Answer yes or no\.", text), "rules")
    people, rules = _names(found[1]), found[2].split("; ")
    asked = the(re.search(rf"(?:Could|which|that) ([A-Z]\w+) (?:be|is) ({_NTH})\b", found[3]), "question")
    at = {p: z3.Int(p) for p in people}
    solver = z3.Solver()
    solver.add(z3.Distinct(list(at.values())), *(z3.And(v >= 1, v <= len(people)) for v in at.values()))
    solver.add([_order_rule(r, at) for r in rules])
    if solver.check() != z3.sat:
        raise ValueError("no order is permitted")
    solver.add(at[asked[1]] == ORDINALS[asked[2]])
    answer = "yes" if solver.check() == z3.sat else "no"
    return Solution(answer, len(people) ** 2 * len(rules), {"people": len(people), "rules": len(rules)})


def lock_code(text: str, options: tuple[str, ...]) -> Solution:
    """Extend codes digit by digit, keeping those that the answers still allow."""
    head, body = text.split(" at another place: ")
    k = NUMBERS[the(re.search(rf"\b({'|'.join(NUMBERS)}) (?:different )?digits", head), "length")[1]]
    symbols = int(the(re.search(r"(?:1 to|1 and|the highest) (\d)", head), "range of digits")[1])
    said = r"(\d+)(?::| gives| was answered with) (\w+) in the right place, (\w+) in a wrong place"
    clues = [(list(map(int, g)), NUMBERS[p], NUMBERS[w]) for g, p, w in re.findall(said, body)]
    if len(clues) != body.count(" in the right place"):
        raise ValueError("an attempt was not understood")
    nodes, codes = 0, []
    stack: list[list[int]] = [[]]
    while stack:
        code = stack.pop()
        nodes += 1
        rest = k - len(code)
        fits = True
        for guess, placed, wrong in clues:
            right = sum(a == b for a, b in zip(guess, code, strict=False))
            shared = sum(c in guess for c in code)
            fits &= right <= placed <= right + rest and shared <= placed + wrong <= shared + rest
        if not fits:
            continue
        if rest == 0:
            codes.append(code)
        else:
            stack += [[*code, d] for d in range(1, symbols + 1) if d not in code]
    (code,) = codes
    params = {"digits": k, "symbols": symbols, "attempts": len(clues)}
    return Solution("".join(map(str, code)), nodes, params)
