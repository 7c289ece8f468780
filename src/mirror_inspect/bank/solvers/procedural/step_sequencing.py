"""Re-derive step-sequencing items from their text: backtracking, replay, simulation, transitive closure."""

import itertools
import re
from collections.abc import Callable
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.procedural.reading import NUMBERS, items, only, sentences

Test = Callable[[dict[str, int], int], bool]
W: Final = r"([a-z]+)"


def _pair(test: Callable[[int, int], bool]) -> Callable[[tuple[str, ...]], tuple[tuple[str, ...], Test]]:
    return lambda g: ((g[0], g[1]), lambda at, n: test(at[g[0]], at[g[1]]))


def _inner(g: tuple[str, ...]) -> tuple[tuple[str, ...], Test]:
    return (g[0],), lambda at, n: at[g[0]] not in (0, n - 1)


def _between(g: tuple[str, ...]) -> tuple[tuple[str, ...], Test]:
    gap = NUMBERS[g[0]] + 1
    return (g[1], g[2]), lambda at, n: abs(at[g[1]] - at[g[2]]) == gap


CLUES: Final = (
    (rf"{W} is neither the first nor the last step", _inner),
    (rf"{W} is not at either end of the order", _inner),
    (rf"{W} comes directly before {W}", _pair(lambda a, b: b - a == 1)),
    (rf"{W} follows {W} with nothing in between", _pair(lambda a, b: a - b == 1)),
    (rf"{W} and {W} are not done one right after the other", _pair(lambda a, b: abs(a - b) != 1)),
    (rf"{W} is not next to {W}", _pair(lambda a, b: abs(a - b) != 1)),
    (rf"exactly {W} other steps? comes? between {W} and {W}", _between),
    (rf"{W} comes some time before {W}", _pair(lambda a, b: a < b)),
    (rf"{W} is done later than {W}", _pair(lambda a, b: a > b)),
    (rf"{W} is over before {W} begins", _pair(lambda a, b: a < b)),
)


def clue_order(text: str, options: tuple[str, ...]) -> Solution:
    """Place the steps one position at a time, checking each clue as soon as its steps are placed."""
    (prose,) = only(r"steps(?:, in alphabetical order,)? are ([^;]+);", text)
    names = items(prose)
    tests: list[tuple[tuple[str, ...], Test]] = []
    for s in sentences(text.split("one at a time.", 1)[1])[:-1]:
        clue = s[0].lower() + s[1:]
        for pattern, build in CLUES:
            if match := re.fullmatch(pattern, clue):
                tests.append(build(match.groups()))
                break
        else:
            if "order" not in s or "?" in s:
                raise ValueError(f"clue not understood: {s}")
    found: list[list[str]] = []
    nodes = 0

    def extend(placed: list[str]) -> None:
        nonlocal nodes
        nodes += 1
        at = {s: i for i, s in enumerate(placed)}
        if any(all(s in at for s in involved) and not test(at, len(names)) for involved, test in tests):
            return
        if len(placed) == len(names):
            found.append(placed)
            return
        for s in names:
            if s not in at:
                extend([*placed, s])

    extend([])
    if len(found) != 1:
        raise ValueError(f"{len(found)} orders fit the clues")
    return Solution(", ".join(found[0]), nodes, {"steps": len(names)})


class _Chain:
    """A doubly linked list of steps between two sentinels."""

    def __init__(self, names: list[str]) -> None:
        self.after: dict[str, str] = {}
        self.before: dict[str, str] = {}
        ring = ["<", *names, ">"]
        for a, b in itertools.pairwise(ring):
            self._tie(a, b)
        self.moves = 0

    def _tie(self, a: str, b: str) -> None:
        self.after[a], self.before[b] = b, a

    def cut(self, x: str) -> None:
        self._tie(self.before.pop(x), self.after.pop(x))
        self.moves += 1

    def put_after(self, x: str, y: str) -> None:
        self._tie(x, self.after[y])
        self._tie(y, x)
        self.moves += 1

    def names(self) -> list[str]:
        out, x = [], "<"
        while (x := self.after[x]) != ">":
            out.append(x)
        return out


def _replay(chain: _Chain, change: str) -> None:
    if m := re.fullmatch(rf"{W} is added right after {W}", change):
        chain.put_after(m[1], m[2])
    elif m := re.fullmatch(rf"{W} is struck off the list", change):
        chain.cut(m[1])
    elif m := re.fullmatch(rf"{W} and {W} change places", change):
        order = chain.names()
        first, second = sorted((m[1], m[2]), key=order.index)
        left, anchor = chain.before[first], chain.before[second]
        chain.cut(second)
        chain.put_after(second, left)
        if anchor != first:
            chain.cut(first)
            chain.put_after(first, anchor)
    elif change == "the last three steps are put in reverse order":
        x, y, z = chain.names()[-3:]
        left = chain.before[x]
        for s in (x, y, z):
            chain.cut(s)
        for s in (x, y, z):
            chain.put_after(s, left)
    elif m := re.fullmatch(rf"{W} is moved to the very (end|start)", change):
        chain.cut(m[1])
        chain.put_after(m[1], chain.before[">"] if m[2] == "end" else "<")
    elif m := re.fullmatch(rf"{W} is moved so that it comes immediately (after|before) {W}", change):
        chain.cut(m[1])
        chain.put_after(m[1], m[3] if m[2] == "after" else chain.before[m[3]])
    else:
        raise ValueError(f"change not understood: {change}")


def revised_checklist(text: str, options: tuple[str, ...]) -> Solution:
    """Replay the amendments on a linked list."""
    (first,) = only(r"At first the list reads: ([^.]+)\.", text)
    (changes,) = only(r"(?:one after the other|follow in turn|a single change): ([^.]+)\.", text)
    chain = _Chain(first.split(", "))
    parts = changes.split("; then ")
    for change in parts:
        _replay(chain, change)
    params = {"steps": len(first.split(", ")), "edits": len(parts)}
    return Solution(", ".join(chain.names()), chain.moves + len(parts), params)


def looped_procedure(text: str, options: tuple[str, ...]) -> Solution:
    """Walk through the routine, step by step, and count."""
    (listing,) = only(r"stand in this order: ([^.]+)\.", text)
    order = listing.split(", ")
    when = r"(?:[Tt]he first time|[Ee]ach of the first ([a-z]+) times)"
    rules = re.findall(when + r" ([a-z]+) has been done, the work goes back to ([a-z]+)", text)
    left = {b: NUMBERS[count] if count else 1 for count, b, _ in rules}
    repeats = max(left.values())
    target = {b: a for _, b, a in rules}
    done: dict[str, int] = dict.fromkeys(order, 0)
    at = 0
    while at < len(order):
        step = order[at]
        done[step] += 1
        if left.get(step, 0):
            left[step] -= 1
            at = order.index(target[step])
        else:
            at += 1
    total = sum(done.values())
    one = re.search(r"(?:How many times|How often) is ([a-z]+) (?:carried out in all|done altogether)\?", text)
    if not one and "how many steps are carried out in all?" not in text:
        raise ValueError("question not understood")
    params = {"steps": len(order), "loops": len(rules), "repeats": repeats}
    return Solution(str(done[one[1]] if one else total), total, params)


NOTES: Final = (
    (rf"{W} comes before {W}", 1),
    (rf"{W} waits until {W} is over", -1),
    (rf"{W} is finished before {W} begins", 1),
    (rf"{W} starts only after {W}", -1),
    (rf"{W} is later than {W}", -1),
)


def guaranteed_order(text: str, options: tuple[str, ...]) -> Solution:
    """Ask whether there is a directed path between the two steps."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    for s in sentences(text)[1:-2]:
        note = s[0].lower() + s[1:]
        for pattern, sign in NOTES:
            if m := re.fullmatch(pattern, note):
                graph.add_edge(*(m.groups()[::sign]))
                break
        else:
            raise ValueError(f"note not understood: {s}")
    a, b = only(r"that ([a-z]+) is done before ([a-z]+)\?", text)
    answer = "yes" if nx.has_path(graph, a, b) else "no"
    chain = nx.shortest_path_length(graph.to_undirected(), a, b)
    visited = len(nx.descendants(graph, a)) + len(nx.ancestors(graph, b))
    params = {"steps": graph.number_of_nodes(), "notes": graph.number_of_edges(), "chain": chain}
    return Solution(answer, graph.number_of_edges() + visited, params)
