"""Re-derive the logical bridges from their texts."""

import itertools
import re


def hidden_rule(text: str) -> str:
    """Try every pair of multiplier and addend (and a second addend) until the example fits."""
    shown = re.search(r": (-?\d+(?:, -?\d+)+)\.", text)
    start = re.search(r"starts with (\d+) ", text)
    steps = re.search(r"after (\d+) steps", text)
    if not (shown and start and steps):
        raise ValueError("no rule found")
    row = [int(x) for x in shown[1].split(", ")]
    alternating = "at every second step" in text
    multipliers = (1,) if "by adding one fixed number" in text else range(2, 10)
    found = set()
    for a in multipliers:
        b = row[1] - a * row[0]
        rules = [(a, b), (1, row[2] - row[1])] if alternating else [(a, b)]
        cycle = itertools.cycle(rules)
        if all(r[0] * x + r[1] == y for x, y, r in zip(row, row[1:], cycle, strict=False)):
            value, cycle = int(start[1]), itertools.cycle(rules)
            for _ in range(int(steps[1])):
                a1, b1 = next(cycle)
                value = a1 * value + b1
            found.add(value)
    if len(found) != 1:
        raise ValueError(f"{len(found)} rules fit the example")
    return str(found.pop())


def first_rule_that_applies(text: str) -> str:
    """Interpret the rules in order."""
    rules = re.search(r"all hold: (.+); if none of these applies, add (\d+)\.", text)
    case = re.search(r"in question has (\d+) \w+ and is (.+?)\. What", text)
    if not (rules and case):
        raise ValueError("no rules found")
    value = int(case[1])
    state = {w.removeprefix("not "): not w.startswith("not ") for w in re.split(r", | and ", case[2])}
    for rule in rules[1].split("; "):
        parsed = re.fullmatch(r"if (.+), add (\d+)", rule)
        if not parsed:
            raise ValueError(f"rule not understood: {rule!r}")
        truth = []
        for condition in parsed[1].split(" and "):
            limit = re.fullmatch(r"it has (more than|at most) (\d+) \w+", condition)
            if limit:
                truth.append((value > int(limit[2])) == (limit[1] == "more than"))
            else:
                word = condition.removeprefix("it is ")
                truth.append(state[word.removeprefix("not ")] != word.startswith("not "))
        if all(truth):
            return str(value + int(parsed[2]))
    return str(value + int(rules[2]))


def compared_boxes(text: str) -> str:
    """Solve the comparisons as linear equations."""
    import sympy

    facts = re.search(r"This much is known: (.+?)\. The (\w+) \w+ holds (\d+) ", text)
    asked = re.search(r"does the (\w+) \w+ hold\?", text)
    if not (facts and asked):
        raise ValueError("no comparisons found")
    symbol = sympy.Symbol
    equations = [sympy.Eq(symbol(facts[2]), int(facts[3]))]
    for line in facts[1].split("; "):
        m = re.fullmatch(r"the (\w+) \w+ holds (\d+) (more|fewer|times as many) \w+ (?:than|as) the (\w+) one", line)
        if not m:
            raise ValueError(f"comparison not understood: {line!r}")
        x, other = int(m[2]), symbol(m[4])
        right = {"more": other + x, "fewer": other - x, "times as many": other * x}[m[3]]
        equations.append(sympy.Eq(symbol(m[1]), right))
    solution = sympy.solve(equations, dict=True)
    if len(solution) != 1:
        raise ValueError("not one solution")
    return str(solution[0][symbol(asked[1])])
