"""Re-derive grid-navigation items: headings counted from parsed turns, programs expanded, maps searched as graphs."""

import re
from collections import Counter

from mirror_inspect.bank.family import Solution

_NUMERALS = "one two three four five six seven eight nine ten eleven twelve".split()
_COMPASS = ("north", "east", "south", "west")
_ROSE = (
    "north", "north-north-east", "north-east", "east-north-east", "east", "east-south-east", "south-east",
    "south-south-east", "south", "south-south-west", "south-west", "west-south-west", "west", "west-north-west",
    "north-west", "north-north-west",
)  # fmt: skip
_PARTS = {
    "an eighth": 45.0, "a quarter": 90.0, "three eighths": 135.0, "half a": 180.0, "five eighths": 225.0,
    "three quarters": 270.0, "seven eighths": 315.0,
}  # fmt: skip


def _count(word: str) -> int:
    return _NUMERALS.index(word) + 1


def turning_walk(text: str, options: tuple[str, ...]) -> Solution:
    """Add up the blocks walked in each compass direction."""
    start = re.search(r"(?:facing|looking|heading|faces) (north|east|south|west)\.", text)
    route = re.search(r"The directions read: ([^.]*)\.", text)
    if start is None or route is None:
        raise ValueError("no start or no directions")
    heading, walked, lengths = _COMPASS.index(start[1]), Counter[int](), []
    for leg in route[1].split("; "):
        turns = re.findall(r"\b(?:right|left|about-turn|180°)", leg)
        if len(turns) > 1:
            raise ValueError(f"more than one turn in {leg!r}")
        if turns:
            heading += {"right": 1, "left": 3}.get(turns[0], 2)
        blocks = re.search(r"(\w+) blocks?$", leg)
        if blocks is None:
            raise ValueError(f"no length in {leg!r}")
        lengths.append(_count(blocks[1]))
        walked[heading % 4] += lengths[-1]
    gold = abs(walked[0] - walked[2]) + abs(walked[1] - walked[3])
    return Solution(str(gold), len(lengths) * 2, {"legs": len(lengths), "longest": max(lengths)})


def board_program(text: str, options: tuple[str, ...]) -> Solution:
    """Expand the repeats, then move with coordinates clamped to the board."""
    board = re.search(r"columns A to ([A-Z]) .* rows 1 to (\d+) ", text)
    start = re.search(r"\b([A-Z])(\d+) of ", text)
    side = re.search(r"the (top|right|bottom|left) edge", text)
    program = re.search(r"It obeys: (.*?)\. ", text)
    if board is None or start is None or side is None or program is None:
        raise ValueError("board, start or program is missing")
    size = int(board[2])
    if ord(board[1]) - 64 != size:
        raise ValueError("the board is not square")
    repeats = len(re.findall("repeat", program[1]))
    commands = len(program[1].split("; "))
    flat = re.sub(r"repeat (\w+) times \(([^)]*)\)", lambda m: ", ".join([m[2]] * _count(m[1])), program[1]).replace(
        "; ", ", "
    )
    x, y = ord(start[1]) - 65, int(start[2]) - 1
    heading = ("top", "right", "bottom", "left").index(side[1])
    steps = flat.split(", ")
    for step in steps:
        if step in ("right turn", "left turn", "U-turn"):
            heading = (heading + {"right turn": 1, "U-turn": 2, "left turn": 3}[step]) % 4
            continue
        n = _count(step.removeprefix("forward "))
        if heading % 2:
            x = min(size - 1, max(0, x + (n if heading == 1 else -n)))
        else:
            y = min(size - 1, max(0, y + (n if heading == 0 else -n)))
    params = {"board": size, "commands": commands, "repeats": repeats}
    return Solution(f"{chr(65 + x)}{y + 1}", len(steps), params)


def facing(text: str, options: tuple[str, ...]) -> Solution:
    """Add the signed turns in degrees and read the compass rose."""
    body = re.fullmatch(
        r".* ([a-z-]+)\. Then come these turns, one after the other: (.*)\. .* direction ([a-z-]+)\?", text
    )
    if body is None:
        raise ValueError("no start, turns or question")
    angle = _ROSE.index(body[1]) * 22.5
    sizes = []
    for turn in body[2].split(", "):
        parsed = re.fullmatch(r"(?:([\d.]+)°|(.+?)(?: of a)? turn) (clockwise|anticlockwise)", turn)
        if parsed is None:
            raise ValueError(f"no turn in {turn!r}")
        sizes.append(float(parsed[1]) if parsed[1] else _PARTS[parsed[2]])
        angle += sizes[-1] if parsed[3] == "clockwise" else -sizes[-1]
    grain = min(sizes) / 22.5
    if any(size % min(sizes) for size in sizes):
        raise ValueError("turns without a common measure")
    answer = "yes" if _ROSE[int(angle % 360 / 22.5)] == body[3] else "no"
    return Solution(answer, len(sizes) * 4 / grain, {"turns": len(sizes), "grain": int(grain)})


def map_route(text: str, options: tuple[str, ...]) -> Solution:
    """Find a shortest path in the graph of free cells."""
    import networkx as nx

    rows = re.findall(r"^[SG.#]+$", text, re.MULTILINE)
    size = len(rows)
    if size < 2 or {len(row) for row in rows} != {size}:
        raise ValueError("no square map")
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    graph = nx.grid_2d_graph(size, size)
    graph.remove_nodes_from([cell for cell, mark in cells.items() if mark == "#"])
    ((start,), (goal,)) = ([cell for cell, mark in cells.items() if mark == wanted] for wanted in "SG")
    route = nx.shortest_path(graph, start, goal)
    direct = abs(start[0] - goal[0]) + abs(start[1] - goal[1])
    walls = sum(mark == "#" for mark in cells.values())
    reached = nx.single_source_shortest_path_length(graph, start, cutoff=len(route) - 1)
    params = {"size": size, "walls": walls, "detour": len(route) - 1 > direct}
    return Solution(str(len(route) - 1), len(reached), params)
