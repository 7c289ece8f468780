"""Re-derive arrangements with z3, with paths in graphs of relative places, and by tracking every crate."""

import re
from typing import Any

from mirror_inspect.bank.family import Solution

_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_AXES = {"east": (0, 1), "west": (0, -1), "north": (1, 1), "south": (1, -1), "above": (2, 1), "below": (2, -1)}


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS.index(word)


def row_order(text: str, options: tuple[str, ...]) -> Solution:
    """Find the one place the clues leave for the person asked about."""
    import z3

    _, *clues, question, hint = re.split(r"(?<=[.?]) ", text)
    if not question.endswith("?"):
        clues, question = [*clues, question], hint
    who = re.search(r"position is (\w+)'s|number of (\w+)'s place|from the left is (\w+)\?", question)
    if who is None:
        raise ValueError("nobody's place is asked for")
    people = _row(text.split(". ")[0])
    at = {name: z3.Int(name) for name in people}
    n = len(people)
    solver = z3.Solver()
    solver.add(z3.Distinct(*at.values()), *(z3.And(v >= 1, v <= n) for v in at.values()))
    for clue in clues:
        solver.add(_row_clue(clue, at, n))
    if solver.check() != z3.sat:
        raise ValueError("the clues contradict each other")
    asked = at[next(g for g in who.groups() if g)]
    place = solver.model().eval(asked)
    solver.add(asked != place)
    if solver.check() != z3.unsat:
        raise ValueError("the clues leave several places")
    return Solution(str(place), n * len(clues), {"people": n})


def _row(first: str) -> list[str]:
    """Return the names of the one list of people in a sentence."""
    lists = re.findall(r"(?:[A-Z][a-z]+, )*[A-Z][a-z]+ and [A-Z][a-z]+", first)
    if len(lists) != 1:
        raise ValueError("no single list of people")
    return re.findall(r"[A-Z][a-z]+", lists[0])


def _row_clue(clue: str, at: dict[str, Any], n: int) -> Any:
    """Return a clue as a constraint."""
    import z3

    names = [at[name] for name in re.findall(r"[A-Z][a-z]+", clue) if name != "Exactly"]
    if len(names) == 2:
        a, b = names
        if "is somewhere to the left of" in clue:
            return a < b
        distance = z3.If(a > b, a - b, b - a)
        if "are not direct neighbours" in clue:
            return distance > 1
        if "are direct neighbours" in clue:
            return distance == 1
        if found := re.match(r"Exactly (\w+) places? lies? between", clue):
            return distance == _count(found[1]) + 1
    if len(names) == 3 and "is somewhere between" in clue:
        a, b, c = names
        return z3.Or(z3.And(b < a, a < c), z3.And(c < a, a < b))
    if len(names) == 1 and "is at neither end" in clue:
        return z3.And(names[0] > 1, names[0] < n)
    if len(names) == 1 and (found := re.search(r"is in the (\w+) place from the right", clue)):
        return names[0] == n - _ORDINALS.index(found[1])
    raise ValueError(f"clue {clue!r} is not understood")


def round_table(text: str, options: tuple[str, ...]) -> Solution:
    """Follow the stated places from one person to the other."""
    import networkx as nx

    size = re.search(
        r"\b(\w+) (?:evenly spaced |equally spaced )?(?:chairs|seats|marked spots|horses|pitches)\b",
        text,
    )
    asked = re.search(
        r"Going clockwise from (\w+), .* reach (\w+)\?|clockwise from (\w+) is (\w+)\?|Starting at (\w+) .* at (\w+)\?",
        text,
    )
    stated = re.findall(r"(\w+) is (\w+) places? (clockwise|anticlockwise) from (\w+)(?=[;.])", text)
    opposite = re.findall(r"(\w+) is exactly opposite (\w+)", text)
    if size is None or asked is None or not stated + opposite:
        raise ValueError("size, seats or question are not understood")
    seats = _count(size[1])
    graph = nx.DiGraph()
    edges = [(b, a, _count(k) * (1 if way == "clockwise" else -1)) for a, k, way, b in stated]
    edges += [(b, a, seats // 2) for a, b in opposite]
    for b, a, step in edges:
        graph.add_edge(b, a, step=step)
        graph.add_edge(a, b, step=-step)
    if len(graph) != len(edges) + 1:
        raise ValueError("the statements do not tie all people together")
    start, end = (g for g in asked.groups() if g)
    path = nx.shortest_path(graph, start, end)
    gold = sum(graph.edges[edge]["step"] for edge in nx.utils.pairwise(path)) % seats
    return Solution(str(gold), len(edges) * seats, {"people": len(graph), "spare": seats - len(graph)})


def relative_places(text: str, options: tuple[str, ...]) -> Solution:
    """Add the shifts along the path from one thing to the other."""
    import networkx as nx

    graph, axes = nx.DiGraph(), set()
    sentences = text.split(". ")
    asked = re.search(
        r"(?:Is|Does|that) (\w+) (?:lie |is )?(further east|further north|higher) than (\w+)\?", sentences[-1]
    )
    if asked is None:
        raise ValueError("no comparison is asked for")
    for told in sentences[1:-1]:
        who = re.fullmatch(r"(\w+) is ((?:\d+ m \w+(?: of)?(?:, | and )?)+) (\w+)", told)
        if who is None:
            raise ValueError(f"{told!r} is not understood")
        shift = [0, 0, 0]
        for amount, way in re.findall(r"(\d+) m (\w+)", who[2]):
            axis, sign = _AXES[way]
            shift[axis] += sign * int(amount)
            axes.add(axis)
        graph.add_edge(who[3], who[1], shift=shift)
        graph.add_edge(who[1], who[3], shift=[-d for d in shift])
    links = graph.number_of_edges() // 2
    if len(graph) != links + 1:
        raise ValueError("the statements do not tie all things together")
    axis = {"further east": 0, "further north": 1, "higher": 2}[asked[2]]
    path = nx.shortest_path(graph, asked[3], asked[1])
    difference = sum(graph.edges[edge]["shift"][axis] for edge in nx.utils.pairwise(path))
    if difference == 0:
        raise ValueError("both are level")
    params = {"links": links, "axes": len(axes)}
    return Solution("yes" if difference > 0 else "no", links * len(axes), params)


def crate_stacks(text: str, options: tuple[str, ...]) -> Solution:
    """Track the pile and height of every crate through the moves."""
    piles = re.findall(r"pile ([A-Z]): ([a-z, ]+?)[;.]", text)
    moves = re.search(r"in this order: (.*?)\. What is moved", text)
    asked = re.search(r"on top of (\w+) at|above (\w+) in|before (\w+) is", text)
    if len(piles) < 2 or moves is None or asked is None:
        raise ValueError("piles, moves or question are not understood")
    place = {label: (pile, z) for pile, labels in piles for z, label in enumerate(labels.split(", "))}
    steps, handled = moves[1].split("; "), 0
    for step in steps:
        found = re.fullmatch(r"the top (\w+) of ([A-Z]) to ([A-Z])(, one after the other|, all at once)?", step)
        if found is None:
            raise ValueError(f"move {step!r} is not understood")
        source = sorted((z, label) for label, (pile, z) in place.items() if pile == found[2])
        base = sum(pile == found[3] for pile, _ in place.values())
        # "the top one" is a single crate; numerals are counted.
        taken = source[len(source) - _count(found[1]) :]
        if len(taken) != _count(found[1]) or (len(taken) > 1) is not bool(found[4]):
            raise ValueError(f"move {step!r} is impossible")
        if found[4] == ", one after the other":
            taken = taken[::-1]
        for z, (_, label) in enumerate(taken):
            place[label] = (found[3], base + z)
        handled += len(taken)
    pile, z = place[next(g for g in asked.groups() if g)]
    above = sum(p == pile and h > z for p, h in place.values())
    return Solution(str(above), handled + len(steps), {"stacks": len(piles), "moves": len(steps)})
