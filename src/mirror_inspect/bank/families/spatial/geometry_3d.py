"""Solid geometry: cube towers, painted blocks cut into cubes, water levels in tanks, and rolling dice."""

import random
from fractions import Fraction
from itertools import pairwise
from typing import Final

from mirror_inspect.bank.families.phrasing import TIMES, WORDS, hide, opening, prose, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.spatial import geometry_3d as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

TOWER_LEVELS: Final = {
    1: {"side": 2, "tallest": 5},
    2: {"side": 3, "tallest": 5},
    3: {"side": 4, "tallest": 6},
    4: {"side": 5, "tallest": 8},
    5: {"side": 7, "tallest": 12},
}
TOWER_SCENES: Final = (
    "{name} glues wooden cubes of equal size into towers on a square base",
    "a model of the skyline of {place} is made of equal cubes glued together",
    "an artist in {place} piles up identical cubes on a chequered base and glues them",
    "{name} stacks sugar cubes in columns standing side by side",
    "a sculpture for the park of {place} is cast as columns of unit cubes in one piece",
    "in {name}'s building game, columns of equal cubes stand close together",
    "a stepped seat in {place} is built of equal concrete cubes, joined without gaps",
)
TOWER_MAP: Final = (
    "The heights of the columns, seen from above, row by row",
    "Seen from above, the numbers of cubes lying on each field, row by row",
    "Looking down on it, the column heights in cubes, row by row",
)
TOWER_ASK: Final = (
    "How many unit squares does its whole surface have, the underside not counted?",
    "It is painted all over except for the underside, also in its dips. How many unit squares are painted?",
    "Count the cube faces that touch neither another cube nor the ground: how many are there?",
)

PAINT_LEVELS: Final = {
    1: {"painted": 6, "digits": 1, "slices": 0},
    2: {"painted": 5, "digits": 1, "slices": 0},
    3: {"painted": 4, "digits": 2, "slices": 1},
    4: {"painted": 5, "digits": 2, "slices": 2},
    5: {"painted": 5, "digits": 3, "slices": 3},
}
PAINT_SCENES: Final = (
    "{name} has a solid wooden block, {a} cm from left to right, {b} cm from front to back and {c} cm high",
    "a block of soap from {place} measures {a} cm from left to right, {b} cm from front to back and {c} cm in height",
    "a cheese at the fair in {place} is {a} cm wide (left to right), {b} cm deep (front to back) and {c} cm high",
    "{name} buys a foam cuboid of {a} cm (left to right) by {b} cm (front to back) by {c} cm (height)",
    "a clay cuboid in a pottery in {place} is {a} cm wide, {b} cm deep from front to back and {c} cm high",
    "{name} freezes coloured ice as a cuboid {a} cm wide, {b} cm deep from front to back and {c} cm high",
)
PAINT_AXES: Final = {"top": 2, "bottom": 2, "front": 1, "back": 1, "left": 0, "right": 0}
PAINT_SIDES: Final = tuple(PAINT_AXES)
PAINT_ASK: Final = (
    "It is then cut into cubes of 1 cm. How many of them have exactly {k} coloured {faces}?",
    "After that it is sawn into cubes with edges of 1 cm. How many of these have exactly {k} coloured {faces}?",
    "Then it is divided into cubes of 1 cm edge length. How many cubes show exactly {k} coloured {faces}?",
)

TANK_LEVELS: Final = {
    1: {"objects": 0, "places": 0},
    2: {"objects": 1, "places": 0},
    3: {"objects": 2, "places": 1},
    4: {"objects": 4, "places": 1},
    5: {"objects": 6, "places": 2},
}
TANK_SCENES: Final = (
    "an aquarium in {place} has vertical walls and, measured inside, a rectangular base of {a} cm by {b} cm",
    "{name} fills a box-shaped trough whose base measures {a} cm by {b} cm inside",
    "a water tank in {place} is a cuboid with a base of {a} cm by {b} cm inside",
    "{name} uses a glass basin with upright walls and an inner base of {a} cm by {b} cm",
    "a cooling bath in a workshop in {place} has vertical walls and an inner floor of {a} cm by {b} cm",
    "the box-shaped font in the church of {place} is {a} cm by {b} cm inside",
)
TANK_THINGS: Final = (
    "a stone block", "a steel bar", "a glass brick", "a concrete slab", "a lead ingot", "a marble cuboid",
    "a brass plate", "a granite sill",
)  # fmt: skip
TANK_ASK: Final = "How many litres of water are in the container? Give the exact number."

DIE_LEVELS: Final = {1: {"rolls": 2}, 2: {"rolls": 4}, 3: {"rolls": 7}, 4: {"rolls": 12}, 5: {"rolls": 22}}
DIE_SCENES: Final = (
    "{name} puts a die whose opposite faces add up to seven on a table with {t} on top and {n} facing north",
    "on a board in {place} lies a usual die (opposite faces sum to seven) that shows {t} on top and {n} to the north",
    "a big foam die in {place}, opposite faces adding up to seven, rests with {t} upwards and {n} on the north side",
    "{name} sets down a die with opposite faces summing to seven so that {t} is on top and {n} faces north",
    "in {name}'s computer game a die (opposite faces: sum seven) starts with {t} at the top and {n} towards the north",
    "a wooden die stands in a window in {place}; opposite faces add up to seven, {t} is on top and {n} faces north",
)
DIE_HAND: Final = "The face to the east shows {e}."
DIE_ROLL: Final = (
    "It is rolled over its bottom edge, a quarter turn each time, towards {dirs}.",
    "Then it is tipped over an edge onto the neighbouring field again and again: to the {dirs}.",
    "Now it is tumbled by quarter turns, without slipping, to the {dirs}.",
)
DIE_ASK: Final = ("Is {k} on top now?", "Does the top face show {k} in the end?", "Is the upper face then {k}?")


def make_cube_towers(draw: Draw) -> Draft:
    """The exposed faces of towers of cubes given by their heights."""
    rng, side, tallest = draw.rng, setting(draw, "side"), setting(draw, "tallest")
    heights = [[rng.randint(1, tallest) for _ in range(side)] for _ in range(side)]
    heights[rng.randrange(side)][rng.randrange(side)] = tallest
    padded = [[0] * (side + 2), *([0, *row, 0] for row in heights), [0] * (side + 2)]
    gold = side * side
    for row in (*padded, *(list(column) for column in zip(*padded, strict=True))):
        gold += sum(abs(a - b) for a, b in pairwise(row))
    plan = " / ".join(" ".join(map(str, row)) for row in heights)
    scene = rng.choice(TOWER_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    text = f"{opening(rng, scene, TIMES)}. {rng.choice(TOWER_MAP)}: {plan}. {rng.choice(TOWER_ASK)}"
    hide(gold, text)
    return Draft(text, str(gold), AnswerType.INTEGER)


def make_painted_block(draw: Draw) -> Draft:
    """Unit cubes with a given number of painted faces in a block painted on some sides."""
    rng, painted, digits = draw.rng, setting(draw, "painted"), setting(draw, "digits")
    low, high = {1: (3, 9), 2: (11, 40), 3: (101, 400)}[digits]
    sizes = [rng.randint(low, high) for _ in range(3)]
    sides = rng.sample(PAINT_SIDES, painted)
    faces = rng.choice((1, 2, 2, 3) if draw.level > 1 else (1, 2))
    kept, coloured, slices = sizes[:], set(sides), []
    for side in rng.sample(PAINT_SIDES, setting(draw, "slices")):
        axis = PAINT_AXES[side]
        thick = rng.randint(1, sizes[axis] // 5)
        kept[axis] -= thick
        coloured.discard(side)
        slices.append(f"{thick} cm thick from the {side}")
    counts = [1, 0, 0, 0]
    # Along each axis a cube lies on so many coloured sides: none, or one at a coloured end (sizes exceed 2).
    for axis, size in enumerate(kept):
        ends = sum(PAINT_AXES[side] == axis for side in coloured)
        counts = [counts[k] * (size - ends) + (counts[k - 1] * ends if k else 0) for k in range(4)]
    gold = counts[faces]
    if gold < 2:
        raise Redraw("too few such cubes")
    scene = rng.choice(PAINT_SCENES).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), a=sizes[0], b=sizes[1], c=sizes[2]
    )
    where = "All six sides are" if painted == 6 else f"Only the {prose(sorted(sides, key=PAINT_SIDES.index))} sides are"
    where += rng.choice((" coloured.", " covered with colour.", " given a coat of colour."))
    if slices:
        plural = "a slice is" if len(slices) == 1 else "slices are"
        where += f" When the colour is dry, {plural} cut off and thrown away: {prose(slices)}."
    ask = rng.choice(PAINT_ASK).format(k=WORDS[faces], faces="face" if faces == 1 else "faces")
    text = f"{opening(rng, scene, TIMES)}. {where} {ask}"
    hide(gold, text)
    return Draft(text, str(gold), AnswerType.INTEGER)


def make_tank_volume(draw: Draw) -> Draft:
    """The water in a tank from its level, less the objects standing or lying in it."""
    rng, places = draw.rng, setting(draw, "places")
    unit = 10**places
    a, b = _length(rng, 60, 120, places), _length(rng, 60, 120, places)
    level = _length(rng, 20, 50, places)
    volume = a * b * level
    parts = []
    for thing in rng.sample(TANK_THINGS, setting(draw, "objects")):
        x, y = _length(rng, 5, 18, places), _length(rng, 5, 18, places)
        stands = rng.random() < 0.5
        z = _length(rng, 55, 80, places) if stands else _length(rng, 3, 15, places)
        volume -= x * y * min(z, level)
        size = f"{_show(x, places)} cm by {_show(y, places)} cm by {_show(z, places)} cm"
        parts.append(
            f"{thing} of {size} stands upright on the floor with its longest edge vertical and sticks out of the water"
            if stands
            else f"{thing} of {size} lies completely under water"
        )
    litres = Fraction(volume, 1000 * unit**3)
    scene = rng.choice(TANK_SCENES).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), a=_show(a, places), b=_show(b, places)
    )
    depth = rng.choice(
        ("The water stands {z} cm high.", "Its water level is at {z} cm.", "The water reaches up to {z} cm.")
    )
    text = f"{opening(rng, scene, TIMES)}. {depth.format(z=_show(level, places))} "
    text += "".join(f"{part[0].upper()}{part[1:]}. " for part in parts) + TANK_ASK
    gold = format(litres.numerator / litres.denominator, ".9f").rstrip("0").rstrip(".")
    if Fraction(gold) != litres:
        raise Redraw("more decimals than a float holds")
    return Draft(text, gold, AnswerType.DECIMAL)


def make_rolled_die(draw: Draw) -> Draft:
    """Whether a rolled die shows a named number on top."""
    rng = draw.rng
    top = rng.randint(1, 6)
    north = rng.choice([k for k in range(1, 7) if k not in (top, 7 - top)])
    east = rng.choice([k for k in range(1, 7) if k not in (top, 7 - top, north, 7 - north)])
    t, n, e = top, north, east
    directions = []
    for _ in range(setting(draw, "rolls")):
        to = rng.choice(("north", "east", "south", "west"))
        directions.append(to)
        if to == "north":
            t, n = 7 - n, t
        elif to == "south":
            t, n = n, 7 - t
        elif to == "east":
            t, e = 7 - e, t
        else:
            t, e = e, 7 - t
    shown = t if draw.first_side else rng.choice([k for k in range(1, 7) if k != t])
    scene = rng.choice(DIE_SCENES).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), t=WORDS[top], n=WORDS[north]
    )
    text = " ".join(
        (
            f"{opening(rng, scene, TIMES)}.",
            DIE_HAND.format(e=WORDS[east]),
            rng.choice(DIE_ROLL).format(dirs=", ".join(directions)),
            rng.choice(DIE_ASK).format(k=WORDS[shown]),
        )
    )
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


def _length(rng: random.Random, low: int, high: int, places: int) -> int:
    """Draw a length in units of the last decimal place, whose last digit is not zero when it has decimals."""
    n = rng.randint(low * 10**places, high * 10**places)
    return n + 1 if places and n % 10 == 0 else n


def _show(n: int, places: int) -> str:
    return f"{n // 10**places}.{n % 10**places:0{places}d}" if places else str(n)


FAMILIES: Final = (
    Family(
        name="cube_towers",
        subcategory="3d_geometry",
        levels=TOWER_LEVELS,
        make=make_cube_towers,
        solve=solve.cube_towers,
        method="six neighbours of every voxel",
    ),
    Family(
        name="painted_block",
        subcategory="3d_geometry",
        levels=PAINT_LEVELS,
        make=make_painted_block,
        solve=solve.painted_block,
        method="inclusion of sides, every combination of faces counted as a box",
    ),
    Family(
        name="tank_volume",
        subcategory="3d_geometry",
        levels=TANK_LEVELS,
        make=make_tank_volume,
        solve=solve.tank_volume,
        method="decimal volumes with unit conversion by pint",
    ),
    Family(
        name="rolled_die",
        subcategory="3d_geometry",
        levels=DIE_LEVELS,
        make=make_rolled_die,
        solve=solve.rolled_die,
        method="rotation of the face normals as integer vectors",
        two_way=True,
    ),
)
