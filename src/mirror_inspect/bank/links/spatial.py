"""Bridges that need spatial reasoning: a path with turns, a floor with pieces cut off, a coated block."""

import random
from typing import Final

from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import Bridge, Drawn, Skin, opening
from mirror_inspect.bank.solvers.links import spatial as solve
from mirror_inspect.taxonomy import AnswerType

COMPASS: Final = ("north", "east", "south", "west")
TURNS: Final = {"left": 3, "right": 1, "round": 2}

PATH_SKINS: Final = (
    Skin(
        "warehouse_operations",
        ("a picking robot in {place} works through its program", "{name} tests a robot in a long warehouse"),
        {"who": "the robot", "base": "charging point"},
    ),
    Skin(
        "event_logistics",
        ("a parade crosses the wide fields of {place}", "{name} describes the route of the procession in {place}"),
        {"who": "the procession", "base": "starting line"},
    ),
    Skin(
        "agriculture",
        ("{name} has programmed a tractor without a driver", "on a farm near {place} a tractor is steered by radio"),
        {"who": "the tractor", "base": "gate"},
    ),
)


def draw_path(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """A path with turns, one leg of which has the length N."""
    legs = (2, 4, 6, 9, 12)[level - 1]
    facing = start = rng.randrange(4)
    at = rng.randrange(legs)
    east = north = 0
    heading, parts = -1, []
    for i in range(legs):
        turn = None if i == 0 else rng.choice(("left", "right", "left", "right", "round"))
        facing = (facing + TURNS[turn]) % 4 if turn else facing
        if i == at:
            heading, length, shown = facing, 0, "{n}"
        else:
            length = rng.randint(2, 12 + 8 * level)
            shown = str(length)
        east += (0, length, 0, -length)[facing]
        north += (length, 0, -length, 0)[facing]
        parts.append(f"turns {turn} and goes {shown} metres" if turn else f"goes {shown} metres")
    offset = (north, east, -north, -east)[heading]
    if n + offset == 0:
        raise Redraw("it ends level with its start")
    sign = 1 if n + offset > 0 else -1
    asked = COMPASS[heading if sign > 0 else (heading + 2) % 4]
    words = skin.words
    text = f"{opening(rng, skin)} From the {words['base']}, {words['who']}, facing {COMPASS[start]}, first "
    text += f"{'; then it '.join(parts)}. Turning takes no space, and turning round means half a turn. How many metres "
    text += f"further {asked} than the {words['base']} does it end up, counting only the {_axis(asked)} direction?"
    return Drawn(text, lambda v: str(sign * (v + offset)))


def _axis(direction: str) -> str:
    return "north-south" if direction in ("north", "south") else "east-west"


FLOOR_SKINS: Final = (
    Skin(
        "property_management",
        ("{name} measures a hall in {place} for a new carpet", "a floor in {place} is to be sanded"),
        {"what": "hall", "cut": "is walled off at", "bay": "an alcove"},
    ),
    Skin(
        "agriculture",
        ("{name} sows grass in a park of {place}", "the gardeners of {place} prepare a lawn"),
        {"what": "lawn", "cut": "is left out at", "bay": "a strip"},
    ),
    Skin(
        "sports_club",
        ("the club in {place} lays a new floor in its gym", "{name} orders rubber mats for the gym in {place}"),
        {"what": "gym", "cut": "stays uncovered at", "bay": "a niche"},
    ),
)


def draw_floor(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The area of a rectangle with pieces cut off corners and bays added to sides."""
    width = rng.randint(11, 20 + 30 * level)
    corners = rng.sample(("north-east", "north-west", "south-east", "south-west"), 4)
    sides = rng.sample(("north", "east", "south", "west"), 4)
    change, parts = 0, []
    for i in range(level):
        a, b = rng.randint(1, max(1, min(n // 3, 40))), rng.randint(1, width // 3)
        if i % 2 == 0:
            change -= a * b
            parts.append(f"a rectangle {a} m long and {b} m wide {skin.words['cut']} the {corners[i // 2]} corner")
        else:
            change += a * b
            bay = f"{skin.words['bay']} {a} m long and {b} m wide"
            parts.append(f"{bay} is added outside the {sides[i // 2]} side")
    text = (
        f"{opening(rng, skin)} The {skin.words['what']} is a rectangle, {{n}} m long and {width} m wide, except that "
    )
    text += f"{'; '.join(parts)}. All edges run along or square to those of the {skin.words['what']}, and no two "
    text += "pieces touch. How many square metres have to be covered?"
    return Drawn(text, lambda v: str(v * width + change))


BLOCK_SKINS: Final = (
    Skin(
        "kitchen_planning",
        ("a dairy in {place} waxes a block of cheese", "{name} coats a block of nougat with chocolate"),
        {"block": "block", "coat": "coated"},
    ),
    Skin(
        "product_design",
        ("{name} dyes a block of foam for a model", "a workshop in {place} lacquers a block of balsa wood"),
        {"block": "block", "coat": "coloured"},
    ),
    Skin(
        "warehouse_operations",
        ("a pile of equal parcels in {place} is wrapped in film", "{name} sprays a stack of bales with a marker"),
        {"block": "pile", "coat": "covered"},
    ),
)


def draw_block(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """Small cubes of a block by how many of their faces are coated."""
    b, c = rng.randint(3, 5 + 7 * level), rng.randint(3, 5 + 7 * level)
    bare = level >= 4
    faces = 2 if level in (1, 2, 4) else 1
    # With the underside bare, only the four sides and the top count.
    ends = (2, 2, 1 if bare else 2)

    def count(v: int) -> str:
        dims = (v, b, c)
        inner = [d - e for d, e in zip(dims, ends, strict=True)]
        if min(inner) < 0:
            return ""
        pairs = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
        if faces == 2:
            return str(sum(ends[i] * ends[j] * inner[k] for i, j, k in pairs))
        return str(sum(inner[i] * inner[j] * ends[k] for i, j, k in pairs))

    words = skin.words
    sides = "on all sides but the underside, which stays bare" if bare else "on all six sides"
    text = f"{opening(rng, skin)} The {words['block']} is {{n}} units long, {b} units wide and {c} units high and is "
    text += (
        f"{words['coat']} {sides}. Then it is taken apart into cubes of one unit. How many of these cubes have exactly "
    )
    text += f"{'two' if faces == 2 else 'one'} {words['coat']} face{'s' if faces == 2 else ''}?"
    return Drawn(text, count)


SITE_SKINS: Final = (
    Skin(
        "property_management",
        ("{name} maps the pipes of a tower in {place}", "the technicians of a tower in {place} map it"),
        {"things": "pump valve tank boiler filter meter sensor hatch vent"},
    ),
    Skin(
        "agriculture",
        ("a vineyard near {place} is surveyed", "{name} surveys the terraces of a vineyard"),
        {"things": "well shed gate press barn cistern arbour stairs shrine"},
    ),
    Skin(
        "trip_planning",
        ("{name} marks the stops of a climb on a photograph", "a climbing guide from {place} marks the stops"),
        {"things": "hut ledge cairn spring bolt cave bench cross ladder"},
    ),
)
AXES: Final = (("above", "below"), ("north of", "south of"), ("east of", "west of"))


def draw_site(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """How far one place is from another along one axis, over places given relative to each other."""
    links = (1, 2, 4, 6, 8)[level - 1]
    names = rng.sample(skin.words["things"].split(), links + 1)
    used = (1, 2, 2, 3, 3)[level - 1]
    axis, at = rng.randrange(used), rng.randrange(links)
    offset, lines = 0, []
    for i in range(links):
        parts = []
        for a in rng.sample(range(used), used):
            positive, x = rng.random() < 0.6, rng.randint(2, 9 + 7 * level)
            if i == at and a == axis:
                parts.append(f"{{n}} m {AXES[a][0]}")
                continue
            offset += (x if positive else -x) if a == axis else 0
            parts.append(f"{x} m {AXES[a][0] if positive else AXES[a][1]}")
        lines.append(f"The {names[i + 1]} is {' and '.join(parts)} the {names[i]}.")
    extra = rng.randint(2, 9)
    offset += extra
    lines.append(f"The {names[0]} is {extra} m {AXES[axis][0]} the entrance.")
    if level > 1:
        rng.shuffle(lines)
    if n + offset < 1:
        raise Redraw("it lies on the other side")
    text = f"{opening(rng, skin)} This is noted: {' '.join(lines)} How many metres {AXES[axis][0]} the entrance is the "
    text += f"{names[-1]}, counting this direction only?"
    return Drawn(text, lambda v: str(v + offset))


MAP_SKINS: Final = (
    Skin(
        "trip_planning",
        ("{name} measures a hike on a map", "a hiking club from {place} measures its route on a map"),
        {"what": "route"},
    ),
    Skin(
        "property_management",
        ("a cable is planned in {place}", "{name} measures the course of a cable on a plan"),
        {"what": "cable"},
    ),
    Skin(
        "event_logistics",
        ("the organisers of a run in {place} measure the course", "{name} measures a race course on a map"),
        {"what": "course"},
    ),
)


def draw_map(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The real length of a line whose pieces are measured on a map, one of them N millimetres long."""
    scale = rng.choice(
        ((10_000, 20_000), (5_000, 25_000), (15_000, 25_000), (7_000, 13_000), (9_000, 17_000))[level - 1]
    )
    pieces = [rng.randint(11, 90 + 100 * level) for _ in range(level)]
    shown = [f"{p // 10}.{p % 10} cm" if rng.random() < 0.5 else f"{p} mm" for p in pieces]
    shown.insert(rng.randrange(level + 1), "{n} mm")
    what = skin.words["what"]
    text = (
        f"{opening(rng, skin)} The scale is 1:{scale}. On paper the straight pieces of the {what} are "
        f"{', '.join(shown[:-1])} "
    )
    text += f"and {shown[-1]} long. How many metres long is the {what} in reality? Give the whole number."
    return Drawn(text, lambda v: str((v + sum(pieces)) * (scale // 1000)))


BRIDGES: Final = (
    Bridge(
        "path_with_turns",
        "grid_navigation",
        AnswerType.INTEGER,
        1,
        20_000,
        PATH_SKINS,
        draw_path,
        solve.path_with_turns,
        "complex-plane replay",
    ),
    Bridge(
        "cut_floor",
        "2d_geometry",
        AnswerType.INTEGER,
        6,
        5_000,
        FLOOR_SKINS,
        draw_floor,
        solve.cut_floor,
        "sum of signed areas",
    ),
    Bridge(
        "coated_block",
        "3d_geometry",
        AnswerType.INTEGER,
        4,
        2_000,
        BLOCK_SKINS,
        draw_block,
        solve.coated_block,
        "generating function of coated faces",
    ),
    Bridge(
        "relative_site",
        "spatial_arrangement",
        AnswerType.INTEGER,
        1,
        20_000,
        SITE_SKINS,
        draw_site,
        solve.relative_site,
        "coordinates propagated over the notes",
    ),
    Bridge(
        "map_length",
        "distance_bearing",
        AnswerType.INTEGER,
        2,
        20_000,
        MAP_SKINS,
        draw_map,
        solve.map_length,
        "scale in decimals",
    ),
)
