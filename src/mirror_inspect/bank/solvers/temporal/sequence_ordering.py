"""Re-derive chronological orders: graphs of offsets and precedences, and clock times in several notations."""

import re
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.temporal._read import NUMBERS, the

_GAP: Final = r"(\d+ hours|\d+ weeks?(?: and \d+ days?)?|\d+ days?)"
_UNITS: Final = {"hour": 1, "day": 24, "week": 168}
_OFFSETS: Final = (
    (rf"The (.+) came {_GAP} after the (.+)", "late gap early"),
    (rf"The (.+) took place {_GAP} before the (.+)", "early gap late"),
    (rf"{_GAP} passed from the (.+) to the (.+)", "gap early late"),
    (rf"It was {_GAP} after the (.+) that the (.+) happened", "gap early late"),
)


def _hours(gap: str) -> int:
    return sum(int(n) * _UNITS[unit] for n, unit in re.findall(r"(\d+) (hour|day|week)", gap))


def _statements(text: str) -> list[str]:
    """Return the sentences between the opening and the question, without their full stops."""
    return [s.rstrip(".") for s in re.split(r"(?<=[.?:]) (?=[A-Z0-9])", text)[1:]]


def offset_order(text: str, options: tuple[str, ...]) -> Solution:
    """Propagate intervals from one event to all others and sort."""
    import networkx as nx

    graph, units = nx.Graph(), set()
    for sentence in _statements(text):
        for pattern, roles in _OFFSETS:
            if found := re.fullmatch(pattern, sentence):
                part = dict(zip(roles.split(), found.groups(), strict=True))
                if graph.has_edge(part["early"], part["late"]):
                    raise ValueError("an interval is given twice")
                graph.add_edge(part["early"], part["late"], early=part["early"], hours=_hours(part["gap"]))
                units |= set(re.findall("hour|day|week", part["gap"]))
                break
    if (
        not graph
        or not nx.is_tree(graph)
        or graph.number_of_edges() != sum(bool(re.search(_GAP, s)) for s in _statements(text))
    ):
        raise ValueError("the intervals do not connect all events exactly once")
    root = min(graph)
    at = {root: 0}
    for a, b in nx.bfs_edges(graph, root):
        edge = graph.edges[a, b]
        at[b] = at[a] + (edge["hours"] if edge["early"] == a else -edge["hours"])
    if len(set(at.values())) != len(at):
        raise ValueError("two events coincide")
    params = {"events": len(at), "mixed_units": len(units) > 1}
    effort = sum(nx.shortest_path_length(graph, root).values())
    return Solution(", ".join(sorted(at, key=at.__getitem__)), effort + len(at), params)


def _minutes(words: str) -> int:
    """Return minutes after midnight of a local time in any of the notations used.

    Raises:
        ValueError: the notation is unknown.
    """
    if found := re.fullmatch(r"(\d\d):(\d\d)", words):
        return 60 * int(found[1]) + int(found[2])
    if found := re.fullmatch(r"(\d{1,2}):(\d\d) ([ap])m", words):
        return 60 * (int(found[1]) % 12 + 12 * (found[3] == "p")) + int(found[2])
    if found := re.fullmatch(r"(\d+) minutes (before|after) noon", words):
        return 720 + int(found[1]) * (1 if found[2] == "after" else -1)
    found = the(re.fullmatch(r"(half|quarter) (past|to) (\w+) in the (morning|afternoon|evening)", words), "time")
    size = 30 if found[1] == "half" else 15
    clock = 60 * (NUMBERS[found[3]] % 12) + (size if found[2] == "past" else -size)
    return clock % 720 + (720 if found[4] != "morning" else 0)


def clock_order(text: str, options: tuple[str, ...]) -> Solution:
    """Reduce every time to minutes of the UTC day and sort."""
    found = the(re.search(r"The times are: (.*)\. [A-Z]", text), "list of times")
    at: dict[str, int] = {}
    zoned = 0
    for line in found[1].split("; "):
        part = re.fullmatch(r"(?P<t>.+) \((?P<n>\w+)\)|(?P<m>\w+)(?::| at) (?P<u>.+)", line)
        part = the(part, "time")
        name, words = part["n"] or part["m"], part["t"] or part["u"]
        offset = 0
        if zone := re.search(r" UTC(?:([+-])(\d+)(?::(\d\d))?)?$", words):
            words = words[: zone.start()]
            if zone[1]:
                offset = (60 * int(zone[2]) + int(zone[3] or 0)) * (1 if zone[1] == "+" else -1)
                zoned += 1
        at[name] = (_minutes(words) - offset) % 1440
    if len(set(at.values())) != len(at):
        raise ValueError("two times are equal")
    params = {"people": len(at), "zones": zoned}
    return Solution(", ".join(sorted(at, key=at.__getitem__)), 2 * len(at) + zoned, params)


_PRECEDES: Final = (
    (r"The (.+) was before the (.+)", False),
    (r"The (.+) came later than the (.+)", True),
    (r"When the (.+) happened, the (.+) was already past", True),
    (r"Not until after the (.+) did the (.+) take place", False),
    (r"The (.+) was followed, sooner or later, by the (.+)", False),
)


def must_precede(text: str, options: tuple[str, ...]) -> Solution:
    """Whether a path of statements leads from the first event to the second."""
    import networkx as nx

    graph = nx.DiGraph()
    told = _statements(text)
    ends = [i for i, s in enumerate(told) if s.startswith(("No two", "All events"))]
    if not ends:
        raise ValueError("no question about order")
    for sentence in told[: ends[0]]:
        for pattern, reverse in _PRECEDES:
            if found := re.fullmatch(pattern, sentence):
                graph.add_edge(*(found.groups()[::-1] if reverse else found.groups()))
                break
        else:
            raise ValueError(f"not a statement about order: {sentence!r}")
    if not nx.is_directed_acyclic_graph(graph):
        raise ValueError("the statements contradict each other")
    ask = r"that the (.+) (?:was earlier than|preceded|came before) the (.+)\?"
    asked = the(re.search(ask, text), "question")
    certain = nx.has_path(graph, asked[1], asked[2])
    params = {"events": graph.number_of_nodes(), "clues": graph.number_of_edges()}
    effort = graph.number_of_nodes() + graph.number_of_edges()
    return Solution("yes" if certain else "no", effort, params)
