"""Re-derive the social bridges from their texts."""

import itertools
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

ORDER_LIMIT: Final = 4


@dataclass
class Mind:
    """Where somebody takes a thing to be, and what that person takes the minds of others to be."""

    where: int
    others: dict[str, "Mind"] = field(default_factory=dict)


def _mind(people: list[str], where: int, depth: int) -> Mind:
    return Mind(where, {p: _mind(people, where, depth - 1) for p in people} if depth else {})


def _witness(mind: Mind, present: set[str], where: int) -> None:
    """Everyone present learns the place, and learns that the others present learn it, and so on."""
    mind.where = where
    for person, other in mind.others.items():
        if person in present:
            _witness(other, present, where)


def believed_place(text: str) -> str:
    """Keep a model of every mind, of the minds in it, and so on, and update the models of those present."""
    setup = re.search(r"At first (.+?) are all in", text)
    start = re.search(r"is at [a-z]+ (\d+)\. Then, in this order: (.+?)\. Whoever", text)
    asked = re.search(r"Where does (\w+) think((?: that \w+ thinks)*) the", text)
    if not (setup and start and asked):
        raise ValueError("no story found")
    people = re.split(r", | and ", setup[1])
    where, inside = int(start[1]), set(people)
    world = _mind(people, where, ORDER_LIMIT - 1)
    for event in start[2].split("; "):
        who = event.split()[0]
        if event.endswith(" goes out"):
            inside.discard(who)
        elif event.endswith(" comes back"):
            inside.add(who)
        else:
            step = re.search(r"moves it (\d+) to the (left|right)", event)
            if not step or who not in inside:
                raise ValueError(f"event not understood: {event!r}")
            where += int(step[1]) * (1 if step[2] == "right" else -1)
            _witness(world, inside, where)
    mind = world
    for person in [asked[1], *re.findall(r"that (\w+) thinks", asked[2])]:
        mind = mind.others[person]
    return str(mind.where)


def doubling_fines(text: str) -> str:
    """Replay the book, keeping each person's last charge per offence."""
    prices = {k: Decimal(p) for k, p in re.findall(r"([a-z ]+?) costs \$(\d+)", text)}
    prices = {k.strip(): p for k, p in prices.items()}
    book = re.search(r"The book says: (.+?)\. How much does (\w+) owe", text)
    if not (prices and book):
        raise ValueError("no fines found")
    charges: dict[tuple[str, str], Decimal] = {}
    owed: dict[str, Decimal] = {}
    last = Decimal(0)
    for entry in book[1].split("; "):
        who, _, offence = entry.partition(" for ")
        if not offence:
            owed[who.removesuffix(" apologises")] -= last
            continue
        key = (who, offence)
        last = charges[key] = charges[key] * 2 if key in charges else prices[offence]
        owed[who] = owed.get(who, Decimal(0)) + last
    return f"${owed[book[2]]:.2f}"


def opposite_row_place(text: str) -> str:
    """Give places coordinates along the row's own right, and count them from the other end."""
    total = re.search(r"There are (\d+) \w+ in the row", text)
    first = re.search(r"own left end, (\w+) is number (\d+)", text)
    asked = re.search(r"what number is (\w+)\?", text)
    if not (total and first and asked):
        raise ValueError("no row found")
    place = {first[1]: int(first[2])}
    pattern = r"(\w+) stands (\d+) places? to the (left|right) of (\w+) as ((?:\w+ sees it)|seen by)"
    for who, steps, side, other, view in re.findall(pattern, text):
        own = view != "seen by"
        place[who] = place[other] + int(steps) * (1 if (side == "right") is own else -1)
    return str(len(range(place[asked[1]], int(total[1]) + 1)))


def pleased_givers(text: str) -> str:
    """Colour the graph of equal and opposite wishes from the one wish that is stated."""
    import networkx as nx

    known = re.search(r"It is known that (.+?)\. In the end it (is|is not) so", text)
    cents = re.search(r"puts (\d+) cents", text)
    if not (known and cents):
        raise ValueError("no wishes found")
    graph = nx.Graph()
    root = ""
    for line in known[1].split("; "):
        first = line.split()[0]
        if " hopes that " in line:
            root, wish = first, "it is not the case" not in line
            graph.add_node(root)
            continue
        other = re.search(r"(?:whatever|of what|exactly when) (\w+)", line)
        if not other:
            raise ValueError(f"wish not understood: {line!r}")
        graph.add_edge(first, other[1], flip="opposite" in line or line.endswith("is not"))
    pleased = 0
    for path in nx.single_source_shortest_path(graph, root).values():
        flips = sum(graph.edges[a, b]["flip"] for a, b in itertools.pairwise(path))
        pleased += (wish ^ bool(flips % 2)) is (known[2] == "is")
    return str(int(cents[1]) * pleased)


def half_way_price(text: str) -> str:
    """Let both sides move round by round."""
    start = re.search(r"asking \$(\d+) and \w+ by offering \$(\d+)", text)
    down = re.search(r"comes down by \$(\d+)(?:, and by \$(\d+) more)?", text)
    up = re.search(r"goes up by \$(\d+)(?:, and by \$(\d+) less)?", text)
    rounds = re.search(r"After (one|two|three|five|eight) round", text)
    if not (start and down and up and rounds):
        raise ValueError("no bargain found")
    ask, bid, fall, rise = Decimal(start[1]), Decimal(start[2]), int(down[1]), int(up[1])
    for _ in range({"one": 1, "two": 2, "three": 3, "five": 5, "eight": 8}[rounds[1]]):
        ask, bid = ask - fall, bid + rise
        fall, rise = fall + int(down[2] or 0), max(1, rise - int(up[2] or 0))
    return f"${(ask + bid) / 2:.2f}"


def polite_answers(text: str) -> str:
    """Start from the custom and count the reversals."""
    custom = dict(re.findall(r"“([A-Z][a-z ]+)” (accepts|declines)", text))
    answers = re.search(r"These are the answers: (.+?)\. The one who asked [a-z]+ (\d+) ", text)
    if not (custom and answers):
        raise ValueError("no answers found")
    accepted = 0
    for line in answers[1].split("; "):
        formula = re.search(r"“(.+?)”", line)
        if not formula:
            raise ValueError(f"answer not understood: {line!r}")
        reversals = (", an elder," in line) + ("says it twice" in line)
        accepted += (custom[formula[1]] == "accepts") is (reversals % 2 == 0)
    return str(int(answers[2]) * accepted)
