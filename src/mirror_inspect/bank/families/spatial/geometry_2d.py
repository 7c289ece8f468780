"""Plane geometry: areas by corners, floor plans with bays and recesses, angles tied to each other, points in plots."""

import math
import random
from fractions import Fraction
from typing import Final

from mirror_inspect.bank.families.phrasing import TIMES, WORDS, hide, opening, prose, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.spatial import geometry_2d as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

Point = tuple[int, int]

DRAWINGS: Final = (
    "on an old drawing", "by the sketch on a notepad", "in the first draft", "in a student project", "in a puzzle book",
    "on an exam sheet", "in a geometry contest", "in a worked example", "in a textbook problem", "in this exercise",
)  # fmt: skip

AREA_LEVELS: Final = {
    1: {"corners": 3, "digits": 1},
    2: {"corners": 4, "digits": 1},
    3: {"corners": 5, "digits": 2},
    4: {"corners": 7, "digits": 2},
    5: {"corners": 10, "digits": 3},
}
AREA_SCENES: Final = (
    ("a surveyor from {place} marks the corners of a meadow at {points}", "metres", "the meadow"),
    ("{name} draws a closed shape on squared paper, joining {points}", "centimetres", "the shape"),
    ("the fence around a paddock near {place} has its corner posts at {points}", "metres", "the paddock"),
    ("a sail cut by {name} has corners at {points}", "decimetres", "the sail"),
    ("on the plan of {place}, a lake is drawn as a polygon with the vertices {points}", "kilometres", "the lake"),
    ("{name}'s laser cutter runs along straight lines through {points}", "millimetres", "the piece cut out"),
    ("a stage floor in {place} is laid out with straight edges between {points}", "metres", "the stage"),
)
AREA_RULES: Final = (
    "The corners are listed in order around the edge and the last one is joined to the first.",
    "They are given in the order in which one meets them going once round; the last connects back to the first.",
    "Each is joined to the next by a straight line, and the last to the first.",
)
AREA_ASK: Final = (
    "If coordinates are in {unit}, what is the exact area of {thing} in square {unit}?",
    "One unit is one {single}. Give the exact area of {thing} in square {unit}.",
    "With all coordinates measured in {unit}, how large is {thing}, exactly, in square {unit}?",
)

PLAN_LEVELS: Final = {
    1: {"features": 1, "places": 0},
    2: {"features": 2, "places": 0},
    3: {"features": 4, "places": 0},
    4: {"features": 6, "places": 1},
    5: {"features": 8, "places": 2},
}
PLAN_SCENES: Final = (
    "the ballroom of a hotel in {place} is a rectangle measuring {w} m from west to east and {h} m from south to north",
    "{name} plans a rectangular terrace, {w} m long in the west-east direction and {h} m in the south-north direction",
    "a market hall in {place} started as a rectangle, {w} m from west to east by {h} m from south to north",
    "the rectangular courtyard of {name}'s school is {w} m wide (west to east) and {h} m deep (south to north)",
    "an exhibition room in {place} measures {w} m in the west-east and {h} m in the south-north direction",
    "a skating rink designed by {name} is based on a rectangle of {w} m (west-east) by {h} m (south-north)",
)
PLAN_CORNER: Final = "a rectangle of {a} m (west-east) by {b} m (south-north) is cut off at the {corner} corner"
PLAN_BAY: Final = "a rectangular bay, {a} m wide and {b} m deep, is added outside the middle of the {side} side"
PLAN_NICHE: Final = "a rectangular recess, {a} m wide and {b} m deep, is taken out of the middle of the {side} side"
PLAN_ASK: Final = {
    "area": (
        "What is the exact area of the resulting floor in square metres?",
        "Exactly how many square metres does the floor cover now?",
    ),
    "perimeter": (
        "How long is the resulting outline in metres?",
        "What is the perimeter of the new outline in metres?",
    ),
}

ANGLE_LEVELS: Final = {
    1: {"corners": 3, "ties": 0},
    2: {"corners": 4, "ties": 1},
    3: {"corners": 4, "ties": 3},
    4: {"corners": 6, "ties": 5},
    5: {"corners": 9, "ties": 8},
}
ANGLE_SCENES: Final = (
    "a window in {place} has the form of a convex polygon with the {k} corners {labels}",
    "{name} folds a paper polygon without dents; its {k} corners are called {labels}",
    "{name} measures a convex field whose {k} corners carry the marks {labels}",
    "the logo of a firm in {place} is a convex polygon with {k} corners, {labels}",
    "a tile made in {place} is convex and has the {k} corners {labels}",
    "{name} solders {k} straight rods into a flat convex frame with the corners {labels}",
)
ANGLE_ASK: Final = (
    "How many degrees does the interior angle at {c} measure?",
    "What is the size of the interior angle at {c} in degrees?",
    "Find the interior angle at {c}, in degrees.",
)

INSIDE_LEVELS: Final = {
    1: {"corners": 4, "digits": 1},
    2: {"corners": 5, "digits": 1},
    3: {"corners": 7, "digits": 2},
    4: {"corners": 9, "digits": 2},
    5: {"corners": 12, "digits": 3},
}
INSIDE_SCENES: Final = (
    ("a nature reserve near {place} is bounded by straight lines through {points}", "Is a nest at {p} in the reserve?"),
    ("{name} fences a pasture with posts at {points}", "Does a goat tethered at {p} stand inside the fence?"),
    ("the harbour zone of {place} is the polygon with corners {points}", "Does a buoy at {p} lie within the zone?"),
    ("{name} outlines an island on a chart by joining {points}", "Does the point {p} belong to the island?"),
    ("a no-fly area over {place} has the corners {points}", "Is a balloon above {p} inside the area?"),
    ("{name} pours a concrete slab whose edge runs through {points}", "Does a pipe at {p} come up through the slab?"),
    ("the ice of {place} is safe within the polygon {points}", "Is a skater at {p} on safe ice?"),
)


def make_plot_area(draw: Draw) -> Draft:
    """The area of a simple polygon from its corners."""
    rng = draw.rng
    points = _polygon(rng, setting(draw, "corners"), setting(draw, "digits"), narrow=True)
    twice = abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _edges(points)))
    scene, unit, thing = rng.choice(AREA_SCENES)
    start = scene.format(place=rng.choice(PLACES), name=rng.choice(NAMES), points=_listed(points))
    ask = rng.choice(AREA_ASK).format(unit=unit, single=unit[:-1], thing=thing)
    text = f"{opening(rng, start, TIMES)}. {rng.choice(AREA_RULES)} {ask}"
    hide(twice // 2, text)
    return Draft(text, f"{twice // 2}.5" if twice % 2 else str(twice // 2), AnswerType.DECIMAL)


def make_floor_plan(draw: Draw) -> Draft:
    """Area or perimeter of a rectangle with corners cut off, bays added and recesses taken out."""
    rng, places, features = draw.rng, setting(draw, "places"), setting(draw, "features")
    unit = 10**places
    width, height = _uneven(rng, 20 * unit, 60 * unit, unit), _uneven(rng, 20 * unit, 60 * unit, unit)
    area, perimeter = width * height, 2 * (width + height)
    spots = ["north-west", "north-east", "south-west", "south-east", "north", "east", "south", "west"]
    parts = []
    for spot in rng.sample(spots, features):
        # A cut reaches at most a quarter of a side, a middle feature less than half of it: they never meet.
        if "-" in spot:
            a, b = _uneven(rng, unit, width // 4, unit), _uneven(rng, unit, height // 4, unit)
            area -= a * b
            parts.append(PLAN_CORNER.format(a=_fixed(a, places), b=_fixed(b, places), corner=spot))
            continue
        side = width if spot in ("north", "south") else height
        a, b = _uneven(rng, unit, side * 2 // 5, unit), _uneven(rng, unit, min(width, height) // 5, unit)
        out = rng.random() < 0.5
        area += a * b if out else -a * b
        perimeter += 2 * b
        parts.append((PLAN_BAY if out else PLAN_NICHE).format(a=_fixed(a, places), b=_fixed(b, places), side=spot))
    # Corner cuts leave the perimeter unchanged, so it is asked for only where a bay or recess changes it. High levels
    # ask for the area, which needs every product.
    plain = draw.level > 3 or perimeter == 2 * (width + height)
    asked = "area" if plain else rng.choice(("area", "perimeter"))
    scene = rng.choice(PLAN_SCENES).format(
        place=rng.choice(PLACES), name=rng.choice(NAMES), w=_fixed(width, places), h=_fixed(height, places)
    )
    gold = _fixed(area, 2 * places) if asked == "area" else _fixed(perimeter, places)
    gold = gold.rstrip("0").rstrip(".") if places else gold
    text = f"{opening(rng, scene, DRAWINGS)}. Then {prose(parts)}. {rng.choice(PLAN_ASK[asked])}"
    if f" {gold} " in text:
        raise Redraw("the gold stands in the text")
    return Draft(text, gold, AnswerType.DECIMAL)


def make_tied_angles(draw: Draw) -> Draft:
    """One interior angle of a convex polygon whose angles are described by each other."""
    rng, n, ties = draw.rng, setting(draw, "corners"), setting(draw, "ties")
    total = (n - 2) * 180
    for _ in range(500):
        angles = [rng.randint(max(25, 100 - 40 * (n < 5) - 70 // n), 172) for _ in range(n - 1)]
        angles.append(total - sum(angles))
        if 20 <= angles[-1] <= 172:
            break
    else:
        raise Redraw("no convex angles")
    rng.shuffle(angles)
    labels = [chr(65 + i) for i in range(n)]
    known = n - 1 - ties
    told, coefficients = [], [Fraction(0)] * known + [Fraction(1)]
    for i in range(known):
        told.append(f"the angle at {labels[i]} is {angles[i]}°")
    for i in range(known + 1, n):
        j = rng.randrange(max(known, i - 3), i)
        factor = rng.choice((1, 1, 2, 3)) if angles[i] > angles[j] else 1
        shift = angles[i] - factor * angles[j]
        coefficients.append(coefficients[j] * factor)
        if shift == 0 and factor == 1:
            told.append(f"the angle at {labels[i]} is as large as the one at {labels[j]}")
        else:
            times = {1: "", 2: "twice ", 3: "three times "}[factor]
            tail = f"the one at {labels[j]}"
            amount = "" if not shift else f"{abs(shift)}° {'more' if shift > 0 else 'less'} than "
            told.append(f"the angle at {labels[i]} is {amount}{times}{tail}")
    rng.shuffle(told)
    ask = n - 1 if ties == 0 else rng.randrange(known, n)
    scene = rng.choice(ANGLE_SCENES).format(
        place=rng.choice(PLACES), name=rng.choice(NAMES), k=WORDS[n], labels=prose(labels)
    )
    asked = rng.choice(ANGLE_ASK).format(c=labels[ask])
    text = f"{opening(rng, scene, DRAWINGS)}. Of its interior angles the following is known: {'; '.join(told)}. {asked}"
    hide(angles[ask], text)
    return Draft(text, str(angles[ask]), AnswerType.INTEGER)


def make_point_inside(draw: Draw) -> Draft:
    """Whether a point lies inside a polygon with inward dents."""
    rng, digits = draw.rng, setting(draw, "digits")
    points = _polygon(rng, setting(draw, "corners"), digits, narrow=False)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    for _ in range(300):
        p = (rng.randint(min(xs) + 1, max(xs) - 1), rng.randint(min(ys) + 1, max(ys) - 1))
        gap = min(_distance(p, edge) for edge in _edges(points))
        # Neither on the edge nor far from it: the nearest tenth of the span, so that a glance does not settle it.
        if gap < 0.3 or (draw.level > 2 and gap > 10**digits / 8) or _inside(p, points) is not draw.first_side:
            continue
        scene, ask = rng.choice(INSIDE_SCENES)
        start = scene.format(place=rng.choice(PLACES), name=rng.choice(NAMES), points=_listed(points))
        text = f"{opening(rng, start, TIMES)}. {rng.choice(AREA_RULES)} {ask.format(p=f'({p[0]}, {p[1]})')}"
        return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)
    raise Redraw("no point on the wanted side")


def _polygon(rng: random.Random, corners: int, digits: int, *, narrow: bool) -> list[Point]:
    """Draw corners around a centre by angle: a simple polygon, with the wanted digits in its largest coordinate."""
    reach = 10**digits // 2
    for _ in range(500):
        centre = (rng.randint(reach // 2, reach), rng.randint(reach // 2, reach))
        if not narrow and digits > 1:
            centre = (centre[0] - reach // 2, centre[1] - reach // 2)
        turns = sorted(rng.uniform(0, math.tau) for _ in range(corners))
        gaps = [b - a for a, b in zip(turns, [*turns[1:], turns[0] + math.tau], strict=True)]
        if max(gaps) > 2.9 or min(gaps) < 0.2:
            continue
        radii = [rng.uniform(0.35, 0.95) * reach for _ in turns]
        points = [
            (round(centre[0] + r * math.cos(t)), round(centre[1] + r * math.sin(t)))
            for r, t in zip(radii, turns, strict=True)
        ]
        if len(str(max(abs(v) for point in points for v in point))) != digits or _degenerate(points):
            continue
        shift = rng.randrange(corners)
        points = points[shift:] + points[:shift]
        return points if rng.random() < 0.5 else points[::-1]
    raise Redraw("no polygon")


def _degenerate(points: list[Point]) -> bool:
    """Whether corners coincide, lie in one line with both neighbours, or edges cross or touch."""
    n = len(points)
    if len(set(points)) < n or any(_cross(points[i - 2], points[i - 1], points[i]) == 0 for i in range(n)):
        return True
    edges = _edges(points)
    for i in range(n):
        for j in range(i + 2, n):
            if (i, j) != (0, n - 1) and _meet(*edges[i], *edges[j]):
                return True
    return False


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    if any(_distance(p, edge) == 0 for p, edge in ((a, (c, d)), (b, (c, d)), (c, (a, b)), (d, (a, b)))):
        return True
    return _cross(a, b, c) * _cross(a, b, d) < 0 and _cross(c, d, a) * _cross(c, d, b) < 0


def _inside(p: Point, points: list[Point]) -> bool:
    """Ray casting to the right with exact integer comparisons."""
    inside = False
    for (x1, y1), (x2, y2) in _edges(points):
        if (y1 > p[1]) != (y2 > p[1]):
            side = (x2 - x1) * (p[1] - y1) - (p[0] - x1) * (y2 - y1)
            inside ^= (side > 0) == (y2 > y1)
    return inside


def _cross(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _distance(p: Point, edge: tuple[Point, Point]) -> float:
    (x1, y1), (x2, y2) = edge
    along = ((p[0] - x1) * (x2 - x1) + (p[1] - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    t = min(1.0, max(0.0, along))
    return math.hypot(x1 + t * (x2 - x1) - p[0], y1 + t * (y2 - y1) - p[1])


def _edges(points: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, [*points[1:], points[0]], strict=True))


def _listed(points: list[Point]) -> str:
    return prose([f"({x}, {y})" for x, y in points])


def _uneven(rng: random.Random, low: int, high: int, unit: int) -> int:
    """Draw a length whose last decimal is not zero."""
    while unit > 1 and (n := rng.randint(low, high)) % 10 == 0:
        pass
    return n if unit > 1 else rng.randint(low, high)


def _fixed(n: int, places: int) -> str:
    return f"{n // 10**places}.{n % 10**places:0{places}d}" if places else str(n)


FAMILIES: Final = (
    Family(
        name="plot_area",
        subcategory="2d_geometry",
        levels=AREA_LEVELS,
        make=make_plot_area,
        solve=solve.plot_area,
        method="polygon area by GEOS (shapely)",
    ),
    Family(
        name="floor_plan",
        subcategory="2d_geometry",
        levels=PLAN_LEVELS,
        make=make_floor_plan,
        solve=solve.floor_plan,
        method="boolean operations on boxes by GEOS (shapely)",
    ),
    Family(
        name="tied_angles",
        subcategory="2d_geometry",
        levels=ANGLE_LEVELS,
        make=make_tied_angles,
        solve=solve.tied_angles,
        method="linear equations in the angles, solved by sympy",
    ),
    Family(
        name="point_inside",
        subcategory="2d_geometry",
        levels=INSIDE_LEVELS,
        make=make_point_inside,
        solve=solve.point_inside,
        method="point in polygon by GEOS (shapely)",
        two_way=True,
    ),
)
