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


def certain_claims(text: str) -> str:
    """A claim is certain when no kind of individual allowed by the statements refutes it."""
    found = re.search(
        r"Suppose that (.+?)\. .*?(\d+) (?:cents|seconds).*? whatever else may hold: (.+?)\. How many", text
    )
    if not found:
        raise ValueError("no claims found")
    read = [re.fullmatch(r"(all|no) (\w+) are (\w+)", line) for line in (*found[1].split("; "), *found[3].split("; "))]
    if any(m is None for m in read):
        raise ValueError("a statement is not understood")
    said = [m.groups() for m in read if m]
    premises, claims = said[: len(found[1].split("; "))], said[len(found[1].split("; ")) :]
    terms = sorted({t for _, a, b in said for t in (a, b)})

    def breaks(kind: str, a: str, b: str, member: set[str]) -> bool:
        return a in member and (b not in member if kind == "all" else b in member)

    allowed = []
    for size in range(len(terms) + 1):
        for chosen in itertools.combinations(terms, size):
            member = set(chosen)
            if not any(breaks(k, a, b, member) for k, a, b in premises):
                allowed.append(member)
    certain = sum(not any(breaks(k, a, b, m) for m in allowed) for k, a, b in claims)
    return str(int(found[2]) * certain)


def lit_lamps(text: str) -> str:
    """Apply every rule whose parts are known until all are."""
    given = re.search(r"By hand it is set that (.+?)\. For the others: (.+?)\. Each", text)
    watts = re.search(r"draws (\d+) watts", text)
    if not (given and watts):
        raise ValueError("no net found")
    on = {x: state == "on" for x, state in re.findall(r"([A-Z]) is (on|off)", given[1])}
    rules = dict(re.findall(r"([A-Z]) is on exactly when ([^;]+)", given[2]))
    while open_ := [x for x in rules if x not in on]:
        before = len(on)
        for x in open_:
            a, b = re.findall(r"\b[A-Z]\b", rules[x])
            if a in on and b in on:
                count = on[a] + on[b]
                on[x] = {"both": count == 2, "exac": count == 1, "neit": count == 0}.get(
                    rules[x][:4], on[a] and not on[b] if "is off" in rules[x] else count > 0
                )
        if len(on) == before:
            raise ValueError("the rules do not settle everything")
    return str(int(watts[1]) * sum(on.values()))
