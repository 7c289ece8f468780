"""Distance and bearing: straight lines after several legs, chained bearings, map scales, the nearer of two places."""

import math
import random
from fractions import Fraction
from functools import cache
from typing import Final

from mirror_inspect.bank.families.phrasing import TIMES, hide, opening, sentence, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.spatial import distance_bearing as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

LEGS_LEVELS: Final = {
    1: {"legs": 2, "grain": 90},
    2: {"legs": 4, "grain": 90},
    3: {"legs": 3, "grain": 45},
    4: {"legs": 5, "grain": 15},
    5: {"legs": 8, "grain": 1},
}
LEGS_SCENES: Final = (
    ("a yacht leaves the port of {place} and sails", "the port"),
    ("{name} takes off from the airfield of {place} and flies", "the airfield"),
    ("a drone starts from the roof of {name}'s house and flies", "the roof"),
    ("{name} crosses a flat desert from a camp near {place}, going", "the camp"),
    ("a research vessel departs from a buoy off {place} and steams", "the buoy"),
    ("a balloon rises at {place} and is blown", "the place where it rose"),
    ("{name} skis over a frozen lake from the jetty of {place}, travelling", "the jetty"),
)
LEGS_ASK: Final = (
    "Taking the surface as flat, how far in a straight line is it from {start} then? "
    "Answer in kilometres, rounded to one decimal place.",
    "On a flat map, what is the straight-line distance back to {start}, in kilometres to one decimal place?",
    "How many kilometres, to one decimal place, lie in a straight line between the end point and {start}, "
    "if the earth's curvature is ignored?",
)
LEGS_COMPASS: Final = {
    0: "due north", 45: "north-east", 90: "due east", 135: "south-east", 180: "due south", 225: "south-west",
    270: "due west", 315: "north-west",
}  # fmt: skip

TURN_LEVELS: Final = {
    1: {"turns": 1, "places": 0},
    2: {"turns": 2, "places": 0},
    3: {"turns": 4, "places": 0},
    4: {"turns": 8, "places": 1},
    5: {"turns": 16, "places": 2},
}
TURN_SCENES: Final = (
    "{name} sails away from {place} on a true bearing of {b}°",
    "a glider passes over {place} heading {b}°",
    "a survey line leaves a pillar near {place} at a bearing of {b}°",
    "{name} starts an orienteering course on a bearing of {b}°",
    "a ferry out of {place} steers {b}° at first",
    "the first leg of {name}'s flight has a bearing of {b}°",
    "a patrol boat off {place} is on course {b}°",
)
TURN_PHRASES: Final = (
    ("turns {x}° to starboard", 1),
    ("turns {x}° to the right", 1),
    ("alters course by {x}° clockwise", 1),
    ("turns {x}° to port", -1),
    ("turns {x}° to the left", -1),
    ("alters course by {x}° anticlockwise", -1),
)
TURN_ASK: Final = {
    0: "What is the bearing of the last leg, as a number of degrees from 0 to below 360?",
    180: "At the end it reverses its direction. What is its bearing then, as a number of degrees from 0 to below 360?",
}

SCALE_LEVELS: Final = {
    1: {"legs": 2, "places": 0},
    2: {"legs": 2, "places": 1},
    3: {"legs": 3, "places": 1},
    4: {"legs": 5, "places": 1},
    5: {"legs": 7, "places": 2},
}
SCALES: Final = {1: (100_000, 50_000, 200_000), 2: (25_000, 50_000), 3: (25_000, 75_000, 40_000),
                 4: (12_500, 35_000, 62_500), 5: (63_360, 31_680, 28_750, 83_500)}  # fmt: skip
SCALE_SCENES: Final = (
    "{name} measures a footpath on a map of {place} drawn at 1:{s}",
    "a sheet with the scale 1:{s} shows the canal of {place}",
    "on a 1:{s} map, {name} follows a ridge with a ruler",
    "the plan of a cable route near {place} has the scale 1:{s}",
    "{name} plots a cycle tour on a map whose scale is 1:{s}",
    "an old chart of {place}, drawn at a scale of 1:{s}, shows a pilgrims' way",
)
SCALE_ASK: Final = (
    "How long is it in reality, in kilometres? Give the exact value.",
    "What is its true length in kilometres, exactly?",
    "Give its actual length in kilometres without rounding.",
)

RANK_LEVELS: Final = {
    1: {"places": 3, "digits": 1},
    2: {"places": 3, "digits": 2},
    3: {"places": 4, "digits": 2},
    4: {"places": 5, "digits": 3},
    5: {"places": 6, "digits": 4},
}
RANK_LABELS: Final = tuple("ABCDEFGHJKLMNPQRSTUVW")
RANK_SCENES: Final = (
    "{name} is at {home} on a square grid, and these buildings are on it too: {told}",
    "a helicopter at {home} could fly in a straight line to any of these landing places around {place}: {told}",
    "a radio mast stands at {home}, and the listening posts near {place} are: {told}",
    "from a hide at {home}, {name} watches these nests: {told}",
    "a water main in {place} begins at {home}; the hydrants are at: {told}",
    "the finish of {name}'s orienteering course is at {home}, and the controls are: {told}",
    "a telescope in {place} stands at {home}; the targets on the ground are: {told}",
)
RANK_ASK: Final = (
    "List them by straight-line distance from there, nearest first, separated by commas.",
    "Order them from nearest to farthest as the crow flies, separated by commas.",
    "In order of increasing straight-line distance from there, which are they? Separate them by commas.",
)

NEAR_LEVELS: Final = {
    1: {"digits": 1, "axes": 2, "closeness": 1},
    2: {"digits": 2, "axes": 2, "closeness": 1},
    3: {"digits": 2, "axes": 2, "closeness": 2},
    4: {"digits": 3, "axes": 2, "closeness": 4},
    5: {"digits": 4, "axes": 3, "closeness": 6},
}
NEAR_SCENES: Final = (
    "on {name}'s chart, all numbers being metres",
    "in the coordinates used by the surveyors of {place}, measured in metres",
    "in a flight simulator written by {name}, with one unit as one metre",
    "on the grid of the {place} planning office, in metres",
    "in the metre grid of an excavation near {place}",
    "on a plan that {name} has drawn to scale in metres",
    "in {name}'s game world, where one unit is one metre",
    "on the site plan of a fair in {place}, in metres",
    "a rescue team in {place} uses a grid in metres:",
    "{name} has entered three finds in a metre grid:",
)
NEAR_SCENES_3D: Final = (
    "in a flight simulator written by {name}, with one unit as one metre",
    "in {name}'s game world, where one unit is one metre",
    "in a space game by {name}, with all numbers in metres",
    "on the floating islands of a game from {place}, in metres",
    "in a film studio of {place}, a computer model uses metres:",
    "{name} has entered three points of a virtual world, in metres:",
)
"""Made-up worlds, since places of the real one do not lie thousands of metres above each other."""
NEAR_THINGS: Final = (
    ("a lighthouse", "a windmill", "a chapel"),
    ("a well", "a quarry", "an oak"),
    ("a buoy", "a wreck", "a reef"),
    ("a mast", "a shelter", "a bridge"),
    ("a camp", "a spring", "a cave"),
    ("a kiosk", "a fountain", "a statue"),
)


def make_legs_distance(draw: Draw) -> Draft:
    """The straight-line distance from the start after several legs."""
    rng, grain = draw.rng, setting(draw, "grain")
    bearings = [rng.randrange(0, 360, grain)]
    while len(bearings) < setting(draw, "legs"):
        turn = rng.randrange(grain, 360, grain)
        if turn != 180:
            bearings.append((bearings[-1] + turn) % 360)
    if next(g for g in (90, 45, 15, 1) if all(b % g == 0 for b in bearings)) != grain:
        raise Redraw("bearings too round for the level")
    lengths = [rng.randint(3, 29) if grain == 90 else rng.randint(30, 480) / 10 for _ in bearings]
    if len(bearings) == 2:
        lengths = list(rng.choice(_whole_legs()))
        rng.shuffle(lengths)
    east = math.fsum(n * math.sin(math.radians(b)) for n, b in zip(lengths, bearings, strict=True))
    north = math.fsum(n * math.cos(math.radians(b)) for n, b in zip(lengths, bearings, strict=True))
    distance = math.hypot(east, north)
    if distance < 2 or abs(distance * 10 % 1 - 0.5) < 0.02:
        raise Redraw("too near to the start, or to a rounding boundary")
    parts = [f"{n} km {_direction(b, grain)}" for n, b in zip(lengths, bearings, strict=True)]
    scene, start = rng.choice(LEGS_SCENES)
    scene = scene.format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    text = f"{opening(rng, scene, TIMES)} {', then '.join(parts)}. {rng.choice(LEGS_ASK).format(start=start)}"
    return Draft(text, f"{distance:.1f} km", AnswerType.QUANTITY, tolerance=0.05)


def make_turned_bearing(draw: Draw) -> Draft:
    """The bearing after a series of turns."""
    rng, places = draw.rng, setting(draw, "places")
    bearing = rng.randrange(360)
    scene = rng.choice(TURN_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES), b=f"{bearing:03d}")
    bearing *= 10**places
    parts = []
    for _ in range(setting(draw, "turns")):
        phrase, sign = rng.choice(TURN_PHRASES)
        x = rng.randint(11, 169) * 10**places + rng.randint(1, 10**places - 1) if places else rng.randint(11, 169)
        x += x % 10 == 0
        bearing += sign * x
        parts.append(phrase.format(x=_show(x, places)))
    back = rng.choice((0, 180))
    gold = (bearing + back * 10**places) % (360 * 10**places)
    turns = (
        f"Then the course changes: the craft {', '.join(parts[:-1])}{' and finally ' if parts[:-1] else ''}{parts[-1]}."
    )
    if "survey" in scene or "orienteering" in scene:
        turns = turns.replace("the craft", "the route")
    text = f"{opening(rng, scene, TIMES)}. {turns} {TURN_ASK[back]}"
    shown = _show(gold, places).rstrip("0").rstrip(".") if places else str(gold)
    hide(gold // 10**places, text)
    return Draft(text, shown, AnswerType.DECIMAL)


def make_map_scale(draw: Draw) -> Draft:
    """The true length of a line measured in pieces on a map."""
    rng, places, legs = draw.rng, setting(draw, "places"), setting(draw, "legs")
    scale = rng.choice(SCALES[draw.level])
    lengths: list[int] = []
    while len(lengths) < legs:
        n = rng.randint(11, 299) if places else rng.randint(2, 29)
        n = n * 10 ** max(0, places - 1) + (rng.randint(1, 9) if places > 1 else 0)
        if places == 0 or n % 10:
            lengths.append(n)
    total = Fraction(sum(lengths) * scale, 10**places * 100_000)
    shown = [_show(n, places) for n in lengths]
    scene = rng.choice(SCALE_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES), s=f"{scale:,}")
    text = (
        f"{opening(rng, scene, TIMES)}. Its straight pieces measure {_list_cm(shown)} on paper. {rng.choice(SCALE_ASK)}"
    )
    gold = format(float(total), ".8f").rstrip("0").rstrip(".")
    if Fraction(gold) != total or f" {gold} " in text:
        raise Redraw("no short decimal, or the gold stands in the text")
    return Draft(text, f"{gold} km", AnswerType.QUANTITY)


def make_nearer_place(draw: Draw) -> Draft:
    """Whether one place is nearer to a third than another, by coordinates."""
    rng, digits, axes, closeness = (draw.rng, *(setting(draw, k) for k in ("digits", "axes", "closeness")))
    high = 10**digits - 1
    for _ in range(4000):
        home, one = ([rng.randint(-high if digits > 1 else 0, high) for _ in range(axes)] for _ in range(2))
        d_one = math.dist(home, one)
        free = [rng.randint(0, high) for _ in range(axes)]
        other = _at_distance(rng, home, d_one, high) if closeness > 1 else free
        first, second = (sum((a - b) ** 2 for a, b in zip(home, p, strict=True)) for p in (one, other))
        flat = min(abs(a - b) for p in (one, other) for a, b in zip(home, p, strict=True))
        widest = max(abs(v) for v in (*home, *one, *other))
        if first == second or flat == 0 or widest > high or len(str(widest)) != digits:
            continue
        if len(str(max(first, second) // abs(first - second))) != closeness:
            continue
        a, b, c = rng.choice(NEAR_THINGS)
        scene = rng.choice(NEAR_SCENES if axes < 3 else NEAR_SCENES_3D).format(
            name=rng.choice(NAMES), place=rng.choice(PLACES)
        )
        if (first < second) != draw.first_side:
            one, other = other, one
        told = [f"{c} at {_point(home)}", f"{a} at {_point(one)}", f"{b} at {_point(other)}"]
        rng.shuffle(told)
        height = " (the third coordinate is the height)" if axes == 3 else ""
        the_a, the_b, the_c = (f"the {thing.split(' ', 1)[1]}" for thing in (a, b, c))
        ask = f"Measured in a straight line, is {the_a} nearer to {the_c} than {the_b} is?"
        head = "" if scene.endswith(":") else rng.choice((", one finds", ", one can see", ", these things are marked:"))
        body = f"{scene}{head} {told[0]}, {told[1]} and {told[2]}{height}"
        text = f"{sentence(body)}. {ask}"
        return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)
    raise Redraw("no pair of distances this close")


def make_distance_ranking(draw: Draw) -> Draft:
    """Places in order of their distance from a point, by coordinates."""
    rng, n, digits = draw.rng, setting(draw, "places"), setting(draw, "digits")
    high = 10**digits - 1
    for _ in range(500):
        home = [rng.randint(0 if digits == 1 else -high // 4, high // 2) for _ in range(2)]
        first = [rng.randint(0 if digits == 1 else -high, high) for _ in range(2)]
        distance = math.dist(home, first)
        spread = {1: 0.9, 2: 0.5, 3: 0.25, 4: 0.08, 5: 0.02}[draw.level]
        points = [first]
        while len(points) < n:
            points.append(_at_distance(rng, home, distance * rng.uniform(1 - spread, 1 + spread), high))
        squares = [(x - home[0]) ** 2 + (y - home[1]) ** 2 for x, y in points]
        coordinates = [abs(v) for point in (home, *points) for v in point]
        if len(set(squares)) < n or 0 in squares or max(coordinates) > high or len(str(max(coordinates))) != digits:
            continue
        ratio = max(squares) / min(squares)
        if ratio > (1 + spread) ** 2 / (1 - spread) ** 2:
            continue
        labels = rng.sample(RANK_LABELS, n)
        gold = [label for _, label in sorted(zip(squares, labels, strict=True))]
        if gold == labels:
            continue
        told = "; ".join(f"{label} at {_point(point)}" for label, point in zip(labels, points, strict=True))
        scene = rng.choice(RANK_SCENES).format(
            name=rng.choice(NAMES), place=rng.choice(PLACES), home=_point(home), told=told
        )
        text = f"{opening(rng, scene, TIMES)}. {rng.choice(RANK_ASK)}"
        return Draft(text, ", ".join(gold), AnswerType.ORDERED_LIST)
    raise Redraw("no such points")


def _at_distance(rng: random.Random, home: list[int], distance: float, high: int) -> list[int]:
    """Draw a whole-number point at nearly the given distance, by solving for its last coordinate."""
    free = [rng.randint(-high, high) for _ in home[1:]]
    rest = distance**2 - sum((a - b) ** 2 for a, b in zip(home, free, strict=False))
    last = home[-1] + rng.choice((-1, 1)) * round(math.sqrt(rest)) if rest > 0 else home[-1]
    return [*free, last]


@cache
def _whole_legs() -> tuple[tuple[int, int], ...]:
    """Return the pairs of legs whose hypotenuse is whole, for the first level."""
    pairs = ((a, b) for a in range(3, 120) for b in range(a, 120))
    return tuple((a, b) for a, b in pairs if math.isqrt(a * a + b * b) ** 2 == a * a + b * b)


def _direction(bearing: int, grain: int) -> str:
    if grain >= 45:
        return LEGS_COMPASS[bearing]
    return f"on a bearing of {bearing:03d}°"


def _point(point: list[int]) -> str:
    return f"({', '.join(map(str, point))})"


def _list_cm(lengths: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(f"{n} cm" for n in lengths[:-1]), f"{lengths[-1]} cm")))


def _show(n: int, places: int) -> str:
    return f"{n // 10**places}.{n % 10**places:0{places}d}" if places else str(n)


FAMILIES: Final = (
    Family(
        name="legs_distance",
        subcategory="distance_bearing",
        levels=LEGS_LEVELS,
        make=make_legs_distance,
        solve=solve.legs_distance,
        method="sum of complex numbers in 30-digit arithmetic",
    ),
    Family(
        name="turned_bearing",
        subcategory="distance_bearing",
        levels=TURN_LEVELS,
        make=make_turned_bearing,
        solve=solve.turned_bearing,
        method="right and left turns added up separately from the text",
    ),
    Family(
        name="map_scale",
        subcategory="distance_bearing",
        levels=SCALE_LEVELS,
        make=make_map_scale,
        solve=solve.map_scale,
        method="each piece converted by pint, then added",
    ),
    Family(
        name="distance_ranking",
        subcategory="distance_bearing",
        levels=RANK_LEVELS,
        make=make_distance_ranking,
        solve=solve.distance_ranking,
        method="distances to 50 digits, sorted",
    ),
    Family(
        name="nearer_place",
        subcategory="distance_bearing",
        levels=NEAR_LEVELS,
        make=make_nearer_place,
        solve=solve.nearer_place,
        method="distances to 50 digits",
        two_way=True,
    ),
)
