"""Grid navigation: walks with turns, robot programs with repeats, headings after many turns, shortest ways on maps."""

import random
from collections import deque
from collections.abc import Sequence
from typing import Final

from mirror_inspect.bank.families.phrasing import TIMES, WORDS, hide, opening, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.spatial import grid_navigation as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

ERRANDS: Final = (
    *TIMES, "for a treasure hunt", "while testing a new map", "to settle a bet", "for a delivery round",
    "in preparation for a race", "on the way to an interview",
)  # fmt: skip
PUZZLES: Final = (
    "for the puzzle page", "in this exercise", "as a warm-up", "for the next round of a contest", "by way of a test",
    "for practice", "as a brain-teaser", "in today's lesson",
)  # fmt: skip
COMPASS: Final = ("north", "east", "south", "west")
SIXTEEN: Final = (
    "north", "north-north-east", "north-east", "east-north-east", "east", "east-south-east", "south-east",
    "south-south-east", "south", "south-south-west", "south-west", "west-south-west", "west", "west-north-west",
    "north-west", "north-north-west",
)  # fmt: skip

WALK_LEVELS: Final = {
    1: {"legs": 2, "longest": 5},
    2: {"legs": 4, "longest": 7},
    3: {"legs": 7, "longest": 9},
    4: {"legs": 11, "longest": 12},
    5: {"legs": 17, "longest": 12},
}
WALK_SCENES: Final = (
    "{name} leaves the {spot} of {place}, a town whose streets form a square grid, facing {d}",
    "{name} sets out from the {spot} in {place}, where all streets run north-south or east-west, looking {d}",
    "a courier called {name} starts at the {spot} in the grid of streets of {place}, heading {d}",
    "{name} steps out of the {spot} of {place}, where all blocks are square and equally large, and faces {d}",
    "{name} begins a walk through the chessboard-like centre of {place} at the {spot}, facing {d}",
    "the {spot} of {place}, a town with a perfectly square street grid, is where {name} starts, facing {d}",
)
SPOTS: Final = ("town hall", "post office", "old mill", "market cross", "tram stop", "swimming pool", "bandstand")
WALK_TURNS: Final = {
    1: ("turn right and go {n}", "take a right and continue for {n}", "swing to the right, then go {n}"),
    3: ("turn left and go {n}", "take a left and continue for {n}", "swing to the left, then go {n}"),
    2: ("turn through 180° and go {n}", "make an about-turn and walk {n}"),
    0: ("keep straight on for another {n}", "carry on in the same direction for {n}"),
}
WALK_ASK: Final = (
    "How many blocks long is the shortest way back to the {spot} along the streets?",
    "Walking along the streets only, what is the smallest number of blocks from the end of this route to the {spot}?",
    "What is the least number of blocks {name} must now walk along the streets to be at the {spot} again?",
)

BOARD_LEVELS: Final = {
    1: {"board": 6, "commands": 3, "repeats": 0},
    2: {"board": 8, "commands": 6, "repeats": 0},
    3: {"board": 10, "commands": 8, "repeats": 1},
    4: {"board": 14, "commands": 12, "repeats": 2},
    5: {"board": 20, "commands": 18, "repeats": 4},
}
BOARD_SCENES: Final = (
    "{name} places a toy robot on square {sq} of a board",
    "a cleaning robot at the {place} museum is parked on tile {sq} of a square floor",
    "in a game that {name} wrote, a token stands on field {sq} of a board",
    "a pupil from {place} puts a programmable beetle on cell {sq} of a mat",
    "the warehouse drone of {name} hovers over cell {sq} of a marked floor",
    "a plotter in {place} holds its pen over box {sq} of a ruled sheet",
    "{name} draws a turtle on box {sq} of squared paper",
)
BOARD_RULE: Final = (
    "There are columns A to {last} from left to right and rows 1 to {n} from bottom to top. "
    "{start} It obeys: {program}. All turns are made on the spot. {edge} {ask}"
)
BOARD_START: Final = (
    "At first it points towards the {d}.",
    "At the start it faces the {d}.",
    "It starts out facing the {d}.",
)
BOARD_SIDES: Final = ("top edge", "right edge", "bottom edge", "left edge")
BOARD_EDGE: Final = (
    "A step that would lead off the board is simply left out.",
    "Single steps that would cross the rim are skipped.",
    "Whenever a step would leave the grid, it is not carried out.",
)
BOARD_ASK: Final = (
    "Where does it end? Give letter and number, such as Z99.",
    "On which one does it finish? Write letter and number together, as in Z99.",
    "Name its last position by letter and number, for example Z99.",
)

FACING_LEVELS: Final = {
    1: {"turns": 3, "grain": 4},
    2: {"turns": 5, "grain": 4},
    3: {"turns": 6, "grain": 2},
    4: {"turns": 10, "grain": 2},
    5: {"turns": 16, "grain": 1},
}
FACING_SCENES: Final = (
    "{name} stands on the pier of {place} and looks {d}",
    "the weather vane on the church of {place} points {d}",
    "the searchlight on the tower at {place} is aimed {d}",
    "{name}'s boat drifts off {place} with its bow pointing {d}",
    "a crane in the port of {place} has its arm stretched out {d}",
    "a surveyor called {name} sets up a telescope that points {d}",
    "the radar dish above {place} is directed {d}",
)
FACING_SIZES: Final = {
    2: ("an eighth of a turn {way}", "45° {way}"),
    4: ("a quarter turn {way}", "90° {way}"),
    6: ("135° {way}", "three eighths of a turn {way}"),
    8: ("180° {way}", "half a turn {way}"),
    10: ("225° {way}", "five eighths of a turn {way}"),
    12: ("270° {way}", "three quarters of a turn {way}"),
    14: ("315° {way}", "seven eighths of a turn {way}"),
}
FACING_WAYS: Final = ("clockwise", "anticlockwise")
FACING_INTRO: Final = ("It is then swung", "Next it turns", "What follows are turns of")

MAP_LEVELS: Final = {
    1: {"size": 4, "walls": 3, "detour": False},
    2: {"size": 5, "walls": 7, "detour": False},
    3: {"size": 7, "walls": 16, "detour": True},
    4: {"size": 10, "walls": 36, "detour": True},
    5: {"size": 14, "walls": 74, "detour": True},
}
MAP_SCENES: Final = (
    "{name} has drawn a map of the cellars below {place}",
    "the plan shows a hedge maze in the park of {place}",
    "a mouse runs through a labyrinth that {name} built",
    "the floor of the {place} warehouse looks like this from above",
    "below is the map of a level in {name}'s computer game",
    "a flooded part of {place} is seen on this chart",
    "a robot vacuum has recorded this map of {name}'s flat",
)
MAP_RULES: Final = (
    "S marks the start, G the goal, # is blocked and . is free. Moves go one cell up, down, left or right.",
    "Cells with # cannot be entered, cells with . can; S is the start and G the goal. Diagonal steps are not allowed.",
    "From S one wants to reach G; # means blocked, . means open, and moves lead to the cell above, below or beside.",
)
MAP_ASK: Final = (
    "What is the smallest number of moves from S to G?",
    "How many moves does a shortest route need?",
    "How few moves are enough to get from S to G?",
)


def make_turning_walk(draw: Draw) -> Draft:
    """Blocks between the start and the end of a walk with relative turns."""
    rng, longest = draw.rng, setting(draw, "longest")
    heading, place = 1j, 0j
    start = rng.randrange(4)
    heading *= (-1j) ** start
    lengths = [rng.randint(1, longest) for _ in range(setting(draw, "legs"))]
    lengths[rng.randrange(len(lengths))] = longest
    parts, previous = [], 1
    for i, n in enumerate(lengths):
        turn = rng.choice([t for t in (1, 1, 3, 3, 2, 0) if i == 0 or t in (1, 3) or previous in (1, 3)])
        previous = turn
        heading *= (-1j) ** turn
        place += n * heading
        blocks = f"{WORDS[n]} block{'s' if n > 1 else ''}"
        parts.append(f"go {blocks}" if i == 0 and turn == 0 else rng.choice(WALK_TURNS[turn]).format(n=blocks))
    gold = round(abs(place.real) + abs(place.imag))
    if gold == 0:
        raise Redraw("the walk ends where it began")
    name, spot = rng.choice(NAMES), rng.choice(SPOTS)
    scene = rng.choice(WALK_SCENES).format(name=name, place=rng.choice(PLACES), spot=spot, d=COMPASS[start])
    text = f"{opening(rng, scene, ERRANDS)}. The directions read: {'; '.join(parts)}. "
    return Draft(text + rng.choice(WALK_ASK).format(name=name, spot=spot), str(gold), AnswerType.INTEGER)


def make_board_program(draw: Draw) -> Draft:
    """The last square of a robot that follows a program with repeats and is stopped by the edge."""
    rng, size = draw.rng, setting(draw, "board")
    commands, repeats = setting(draw, "commands"), setting(draw, "repeats")
    column, row, side = rng.randrange(size), rng.randrange(size), rng.randrange(4)
    start = (column, row)
    text_parts, flat = [], []
    loops = set(rng.sample(range(commands), repeats))
    for i in range(commands):
        if i in loops:
            times, inner = rng.randint(2, 4), [_command(rng, size, j) for j in range(3)]
            flat += inner * times
            text_parts.append(f"repeat {WORDS[times]} times ({', '.join(map(_words, inner))})")
        else:
            flat.append(_command(rng, size, i))
            text_parts.append(_words(flat[-1]))
    heading = side
    for kind, n in flat:
        if kind != "go":
            heading = (heading + n) % 4
            continue
        for _ in range(n):
            x, y = column + (0, 1, 0, -1)[heading], row + (1, 0, -1, 0)[heading]
            if 0 <= x < size and 0 <= y < size:
                column, row = x, y
    if (column, row) == start:
        raise Redraw("it ends on its first square")
    scene = rng.choice(BOARD_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES), sq=_square(*start))
    rule = BOARD_RULE.format(
        last=chr(64 + size),
        n=size,
        start=rng.choice(BOARD_START).format(d=BOARD_SIDES[side]),
        program="; ".join(text_parts),
        edge=rng.choice(BOARD_EDGE),
        ask=rng.choice(BOARD_ASK),
    )
    return Draft(f"{opening(rng, scene, TIMES)}. {rule}", _square(column, row), AnswerType.TEXT)


def make_facing(draw: Draw) -> Draft:
    """Whether a pointer ends in a named direction after a series of turns."""
    rng, grain = draw.rng, setting(draw, "grain")
    heading = rng.randrange(0, 16, grain)
    scene = rng.choice(FACING_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES), d=SIXTEEN[heading])
    sizes = [rng.randrange(grain, 16, grain) for _ in range(setting(draw, "turns"))]
    sizes[rng.randrange(len(sizes))] = grain
    parts = []
    for size in sizes:
        way = rng.randrange(2)
        heading += -size if way else size
        phrase = rng.choice(FACING_SIZES.get(size, (f"{size * 22.5}° {{way}}",)))
        parts.append(phrase.format(way=FACING_WAYS[way]))
    shown = heading % 16
    if not draw.first_side:
        shown = (heading + rng.choice((grain, -grain, 8))) % 16
    ask = rng.choice(
        ("Is the final direction {d}?", "Does this end with the direction {d}?", "Is the last direction {d}?")
    )
    text = f"{opening(rng, scene, TIMES)}. Then come these turns, one after the other: {', '.join(parts)}. "
    return Draft(text + ask.format(d=SIXTEEN[shown]), "yes" if draw.first_side else "no", AnswerType.YES_NO)


def make_map_route(draw: Draw) -> Draft:
    """The length of a shortest route through blocked cells on a drawn map."""
    rng, size = draw.rng, setting(draw, "size")
    for _ in range(300):
        cells = [(r, c) for r in range(size) for c in range(size)]
        start, goal = rng.sample(cells, 2)
        walls = set(rng.sample([c for c in cells if c not in (start, goal)], setting(draw, "walls")))
        direct = abs(start[0] - goal[0]) + abs(start[1] - goal[1])
        moves = _shortest(size, walls, start, goal)
        if moves is None or direct < size - 1 or (moves > direct) is not draw.params["detour"]:
            continue
        marks = {start: "S", goal: "G"} | dict.fromkeys(walls, "#")
        drawn = "\n".join("".join(marks.get((r, c), ".") for c in range(size)) for r in range(size))
        scene = rng.choice(MAP_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
        text = f"{opening(rng, scene, PUZZLES)}. {rng.choice(MAP_RULES)}\n\n{drawn}\n\n{rng.choice(MAP_ASK)}"
        hide(moves, text)
        return Draft(text, str(moves), AnswerType.INTEGER)
    raise Redraw("no map with such a route")


def _command(rng: random.Random, size: int, index: int) -> tuple[str, int]:
    if index % 2 == 0:
        return "go", rng.randint(1, max(3, size // 2))
    return "turn", rng.choice((1, 1, 3, 3, 2))


def _words(command: tuple[str, int]) -> str:
    kind, n = command
    if kind == "go":
        return f"forward {WORDS[n]}"
    return {1: "right turn", 3: "left turn", 2: "U-turn"}[n]


def _square(column: int, row: int) -> str:
    return f"{chr(65 + column)}{row + 1}"


def _shortest(size: int, walls: set[tuple[int, int]], start: tuple[int, int], goal: tuple[int, int]) -> int | None:
    distance, queue = {start: 0}, deque([start])
    while queue:
        r, c = here = queue.popleft()
        if here == goal:
            return distance[here]
        steps: Sequence[tuple[int, int]] = ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
        for there in steps:
            if min(there) >= 0 and max(there) < size and there not in walls and there not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return None


FAMILIES: Final = (
    Family(
        name="turning_walk",
        subcategory="grid_navigation",
        levels=WALK_LEVELS,
        make=make_turning_walk,
        solve=solve.turning_walk,
        method="blocks per compass direction added up from the parsed turns",
    ),
    Family(
        name="board_program",
        subcategory="grid_navigation",
        levels=BOARD_LEVELS,
        make=make_board_program,
        solve=solve.board_program,
        method="program expanded as text and run with clamped moves",
    ),
    Family(
        name="facing",
        subcategory="grid_navigation",
        levels=FACING_LEVELS,
        make=make_facing,
        solve=solve.facing,
        method="sum of signed angles in degrees against the compass rose",
        two_way=True,
    ),
    Family(
        name="map_route",
        subcategory="grid_navigation",
        levels=MAP_LEVELS,
        make=make_map_route,
        solve=solve.map_route,
        method="shortest path on the grid graph by networkx",
    ),
)
