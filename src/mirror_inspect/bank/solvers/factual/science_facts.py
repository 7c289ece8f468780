"""Re-derive science items from their text and the second element table."""

import re
from collections import Counter
from typing import Final

from mirror_inspect.bank.family import Params, Solution
from mirror_inspect.bank.solvers.factual.lookup import comparisons, elements, halvings, mentioned

BY: Final = {"atomic number": "number", "density at room temperature": "density", "melting point": "melting"}
COUNTS: Final = {
    w: n
    for n, w in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"), start=1
    )
}


def element_order(text: str, options: tuple[str, ...]) -> Solution:
    """Sort the elements named by the property asked for."""
    _, listing = re.split(r"first: |stand\? |(?:lowest|highest): ", text, maxsplit=1)
    rows = [elements()[n] for n in mentioned(listing, elements())]
    by = [column for phrase, column in BY.items() if f"by {phrase}" in text or f"of {phrase}" in text]
    first = re.search(r"(lowest|highest)", text)
    if len(by) != 1 or not first:
        raise ValueError("question not understood")
    rows.sort(key=lambda r: float(r[by[0]]), reverse=first[1] == "highest")
    tier = max(int(r["tier"]) for r in rows)
    params: Params = {"elements": len(rows), "tier": tier, "by": by[0]}
    return Solution(", ".join(r["name"] for r in rows), comparisons(len(rows)) * tier, params)


def periodic_walk(text: str, options: tuple[str, ...]) -> Solution:
    """Follow the moves by group and period."""
    found = re.search(r"(?:Begin at|From|The start is) ([a-z]+)(?: and go|, move|; go) to (.+?)\.", text)
    if not found:
        raise ValueError("start not found")
    table = elements()
    at = {(int(r["group"]), int(r["period"])): r for r in table.values() if r["group"]}
    # The first columns of the two rows below the table carry a group in some sources; they are never visited.
    by_number = {int(r["number"]): r for r in table.values()}
    here, moves = table[found[1]], found[2].split("; from there to ")
    effort, rows = 0, {int(here["period"])}
    for move in moves:
        z, group, period = int(here["number"]), int(here["group"]), int(here["period"])
        if m := re.fullmatch(r"the element (\w+) places? (further on|back) by atomic number", move):
            k = COUNTS[m[1]]
            here = by_number[z + (k if m[2] == "further on" else -k)]
            rows.add(int(here["period"]))
            effort += k
            continue
        place = {
            "the element directly below it in the same group": (group, period + 1),
            "the element directly above it in the same group": (group, period - 1),
            "the noble gas at the end of the same period": (18, period),
            "the halogen of the same period": (17, period),
            "the alkali metal at the start of the same period": (1, period),
        }[move]
        here = at[place]
        rows.add(int(here["period"]))
        effort += abs(place[0] - group) + abs(place[1] - period)
    return Solution(here["name"], effort, {"moves": len(moves), "rows": max(rows)})


def _formula(text: str) -> Counter[str]:
    """Count the atoms of a formula with brackets and water of crystallisation."""
    total: Counter[str] = Counter()
    for part in text.split("·"):
        times, body = re.fullmatch(r"(\d*)(.+)", part).groups()  # type: ignore[union-attr]
        stack: list[Counter[str]] = [Counter()]
        for symbol, n, opened, closed in re.findall(r"([A-Z][a-z]?)(\d*)|(\()|\)(\d*)", body):
            if symbol:
                stack[-1][symbol] += int(n or 1)
            elif opened:
                stack.append(Counter())
            else:
                inner = stack.pop()
                for s, m in inner.items():
                    stack[-1][s] += m * int(closed or 1)
        for s, m in stack.pop().items():
            total[s] += m * int(times or 1)
    return total


def molar_mass(text: str, options: tuple[str, ...]) -> Solution:
    """Parse the formulas and add up atomic weights."""
    weight = {r["symbol"]: float(r["mass"]) for r in elements().values()}
    shape = r"((?:[A-Z(][A-Za-z0-9()]*)(?:·\d+H2O)?)"
    amounts = re.findall(rf"(\d+\.\d\d) mol of [a-z()IV ]+? \({shape}\)(?= and| weigh|\?)", text)
    single = re.search(rf"mol(?:ar mass|e) of [a-z()IV ]+?(?:, {shape},|, {shape}:| \({shape}\) weigh)", text)
    if amounts:
        parts = [(float(n), f) for n, f in amounts]
    elif single:
        parts = [(1.0, next(g for g in single.groups() if g))]
    else:
        raise ValueError("no formula found")
    total, effort = 0.0, 0
    for n, formula in parts:
        atoms = _formula(formula)
        total += n * sum(weight[s] * k for s, k in atoms.items())
        effort += len(atoms) * (2 if amounts else 1) + formula.count("(") + formula.count("·")
    kinds = [_kind(f) for _, f in parts]
    params: Params = {
        "formula": "hydrate" if "hydrate" in kinds else kinds[0],
        "compounds": len(parts),
        "amounts": bool(amounts),
    }
    return Solution(f"{total:.1f}", effort, params)


def _kind(formula: str) -> str:
    if "·" in formula:
        return "hydrate"
    if "(" in formula:
        return "bracketed"
    return "binary" if len(_formula(formula)) == 2 else "ternary"


BANDS: Final = ((500, 1), (240, 2), (110, 3), (45, 4), (0, 5))


def state_of_matter(text: str, options: tuple[str, ...]) -> Solution:
    """Compare the temperature with the melting and boiling points."""
    temperature = re.search(r"at (−?\d+) °C", text.replace("At ", "at "))
    state = re.search(r"is (?:it|[a-z]+) a (solid|liquid|gas)\b|Is [a-z]+ a (solid|liquid|gas)\b", text)
    named = re.search(r"\b(?:is|Is|If) ([a-z]+) (?:a|is kept) ", text)
    if not temperature or not state or not named:
        raise ValueError("question not understood")
    row = elements()[named[1]]
    kelvin = float(temperature[1].replace("−", "-")) + 273.15
    points = (float(row["melting"]), float(row["boiling"]))
    actual = "solid" if kelvin < points[0] else "liquid" if kelvin < points[1] else "gas"
    gap = min(abs(p - kelvin) for p in points)
    band = next(b for low, b in BANDS if gap >= low)
    params: Params = {"tier": int(row["tier"]), "band": band}
    answer = "yes" if actual == (state[1] or state[2]) else "no"
    return Solution(answer, halvings(gap, 6000) * int(row["tier"]), params)
