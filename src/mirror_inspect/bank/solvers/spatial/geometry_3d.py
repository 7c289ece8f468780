"""Re-derive solid-geometry items voxel by voxel, box by box, with decimal volumes and rotated face normals."""

import re
from decimal import Decimal
from itertools import product

from mirror_inspect.bank.family import Solution

_WORDS = ("zero", "one", "two", "three", "four", "five", "six")
_SIDES = ("left", "right", "front", "back", "bottom", "top")
_SIZE = r"(\d+(?:\.\d+)?)"


def cube_towers(text: str, options: tuple[str, ...]) -> Solution:
    """Count the voxel faces without a neighbour, apart from those on the ground."""
    plan = re.search(r"row by row: ([\d /]+)\.", text)
    if plan is None or re.search(r"underside|nor the ground", text) is None:
        raise ValueError("no plan of heights")
    heights = [[int(h) for h in row.split()] for row in plan[1].split("/")]
    side = len(heights)
    if {len(row) for row in heights} != {side}:
        raise ValueError("the base is not square")
    solid = {(r, c, z) for r in range(side) for c in range(side) for z in range(heights[r][c])}
    steps = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
    free = 0
    for r, c, z in solid:
        for dr, dc, dz in steps:
            free += (r + dr, c + dc, z + dz) not in solid and z + dz >= 0
    return Solution(str(free), 5 * side * side, {"side": side, "tallest": max(map(max, heights))})


def painted_block(text: str, options: tuple[str, ...]) -> Solution:
    """Divide the block into boxes by the painted sides they touch and add the boxes with the right number."""
    sizes = [int(n) for n in re.findall(r"\b(\d+) cm", text.partition(". ")[0])]
    asked = re.search(r"[Ee]xactly (one|two|three) coloured faces?", text)
    if len(sizes) != 3 or asked is None:
        raise ValueError("three sizes and one number of faces are expected")
    if "All six sides are" in text:
        painted = set(_SIDES)
    else:
        listed = re.search(r"Only the ([a-z, ]+?) sides are ", text)
        if listed is None:
            raise ValueError("no painted sides")
        painted = set(re.findall("|".join(_SIDES), listed[1]))
    digits, coats = len(str(max(sizes))), len(painted)
    slices = re.findall(r"(\d+) cm thick from the (\w+)", text)
    for thick, side in slices:
        sizes[_SIDES.index(side) // 2] -= int(thick)
        painted -= {side}
    layers = []
    for axis, size in enumerate(sizes):
        ends = sum(side in painted for side in _SIDES[2 * axis : 2 * axis + 2])
        layers.append([(0, size - ends), *[(1, 1)] * ends])
    gold = 0
    for boxes in product(*layers):
        if sum(touched for touched, _ in boxes) == _WORDS.index(asked[1]):
            gold += boxes[0][1] * boxes[1][1] * boxes[2][1]
    # Unequal axes are the difficulty: fewer painted sides mean more distinct boxes to keep apart.
    effort = 3 * digits**2 + (6 - coats) + 2 * len(slices)
    return Solution(str(gold), effort, {"painted": coats, "digits": digits, "slices": len(slices)})


def tank_volume(text: str, options: tuple[str, ...]) -> Solution:
    """Subtract from the filled box what the objects take away below the water level."""
    base = re.search(rf"{_SIZE} cm by {_SIZE} cm\b(?! by)", text)
    level = re.search(rf"(?:stands|is at|reaches up to) {_SIZE} cm", text)
    box = rf"{_SIZE} cm by {_SIZE} cm by {_SIZE} cm"
    standing = re.findall(rf"{box} stands upright", text)
    lying = re.findall(rf"{box} lies completely under water", text)
    if (
        base is None
        or level is None
        or len(standing) + len(lying) != len(re.findall(r"stands upright|lies comp", text))
    ):
        raise ValueError("base, level or objects are not understood")
    height = Decimal(level[1])
    volume = Decimal(base[1]) * Decimal(base[2]) * height
    for sizes in standing:
        x, y, z = sorted(map(Decimal, sizes))
        if z <= height:
            raise ValueError("an object that should stick out is covered")
        volume -= x * y * height
    for sizes in lying:
        x, y, z = map(Decimal, sizes)
        if z > height:
            raise ValueError("an object that should be covered sticks out")
        volume -= x * y * z
    lengths = [base[1], base[2], level[1], *(n for sizes in standing + lying for n in sizes)]
    places = max(len(n.partition(".")[2]) for n in lengths)
    count = len(standing) + len(lying)
    litres = volume / _cubic_centimetres_per_litre()
    gold = format(litres.normalize(), "f")
    return Solution(gold, (count + 1) * (places + 2) ** 2, {"objects": count, "places": places})


def _cubic_centimetres_per_litre() -> Decimal:
    import pint

    return Decimal(round(pint.application_registry.get().Quantity(1, "litre").to("cm**3").magnitude))


def rolled_die(text: str, options: tuple[str, ...]) -> Solution:
    """Rotate the six face normals as vectors (east, north, up)."""
    top = re.search(r"with (\w+) on top|shows (\w+) on top|with (\w+) (?:upwards|at the top)|(\w+) is on top", text)
    north = re.search(r"and (\w+) (?:facing|to the|on the|faces|towards the) north", text)
    east = re.search(r"face to the east shows (\w+)\.", text)
    rolls = re.search(
        r"(?:towards|to the) ((?:(?:north|east|south|west)(?:, )?)+)\. ", text[east.end() :] if east else ""
    )
    asked = re.search(r"(?:Is|show|then) (one|two|three|four|five|six)\b[^.]*\?", text)
    if top is None or north is None or east is None or rolls is None or asked is None:
        raise ValueError("die, rolls or question are not understood")
    start = {(0, 0, 1): next(g for g in top.groups() if g), (0, 1, 0): north[1], (1, 0, 0): east[1]}
    faces = {normal: _WORDS.index(word) for normal, word in start.items()}
    faces |= {(-x, -y, -z): 7 - k for (x, y, z), k in faces.items()}
    if sorted(faces.values()) != [1, 2, 3, 4, 5, 6]:
        raise ValueError("no such die")
    turns = {
        "north": lambda x, y, z: (x, z, -y),
        "south": lambda x, y, z: (x, -z, y),
        "east": lambda x, y, z: (z, y, -x),
        "west": lambda x, y, z: (-z, y, x),
    }
    directions = rolls[1].split(", ")
    for direction in directions:
        faces = {turns[direction](*normal): k for normal, k in faces.items()}
    answer = "yes" if faces[0, 0, 1] == _WORDS.index(asked[1]) else "no"
    return Solution(answer, 3 * len(directions), {"rolls": len(directions)})
