"""Re-derive distances and bearings with complex numbers, separate turn sums, unit conversion and long decimals."""

import cmath
import math
import re
from decimal import ROUND_FLOOR, Decimal, localcontext

from mirror_inspect.bank.family import Solution

_COMPASS = {
    "due north": 0, "north-east": 45, "due east": 90, "south-east": 135, "due south": 180, "south-west": 225,
    "due west": 270, "north-west": 315,
}  # fmt: skip
_GRAINS = (90, 45, 15, 1)


def legs_distance(text: str, options: tuple[str, ...]) -> Solution:
    """Add the legs as complex numbers and measure the sum."""
    legs = re.findall(
        r"(\d+(?:\.\d+)?) km (?:(due \w+|north-east|south-east|south-west|north-west)|on a bearing of (\d{3})°)", text
    )
    if not legs or len(legs) != len(re.findall(r"\d km\b", text)):
        raise ValueError("a leg is not understood")
    bearings = [_COMPASS[name] if name else int(number) for _, name, number in legs]
    place = sum(
        cmath.rect(float(length), math.radians(90 - bearing))
        for (length, *_), bearing in zip(legs, bearings, strict=True)
    )
    grain = next(g for g in _GRAINS if all(b % g == 0 for b in bearings))
    effort = len(legs) * {90: 1, 45: 4, 15: 8, 1: 10}[grain]
    return Solution(f"{abs(place):.1f} km", effort, {"legs": len(legs), "grain": grain})


def turned_bearing(text: str, options: tuple[str, ...]) -> Solution:
    """Add up the right turns and the left turns and subtract."""
    first, _, rest = text.partition(". Then the course changes: ")
    (start,) = re.findall(r"(\d{3})°", first)
    turns = re.findall(r"(\d+(?:\.\d+)?)° (?:to )?(?:the )?(starboard|right|clockwise|port|left|anticlockwise)", rest)
    if not turns or len(turns) != rest.count("°"):
        raise ValueError("a turn is not understood")
    right = sum((Decimal(x) for x, way in turns if way in ("starboard", "right", "clockwise")), Decimal(0))
    left = sum((Decimal(x) for x, way in turns if way in ("port", "left", "anticlockwise")), Decimal(0))
    gold = int(start) + right - left + (180 if "reverses its direction" in rest else 0)
    gold -= 360 * (gold / 360).to_integral_value(ROUND_FLOOR)
    places = max(len(x.partition(".")[2]) for x, _ in turns)
    shown = f"{gold:f}".rstrip("0").rstrip(".") if places else f"{gold:f}"
    return Solution(shown, (places + 2) * len(turns), {"turns": len(turns), "places": places})


def map_scale(text: str, options: tuple[str, ...]) -> Solution:
    """Convert every piece to kilometres and add."""
    import pint

    scale = re.search(r"1:([\d,]+\d)", text)
    pieces = re.findall(r"(\d+(?:\.\d+)?) cm", text)
    if scale is None or not pieces:
        raise ValueError("no scale or no pieces")
    registry = pint.application_registry.get()
    per_km = Decimal(round(registry.Quantity(1, "km").to("cm").magnitude))
    denominator = Decimal(scale[1].replace(",", ""))
    length = sum((Decimal(n) * denominator / per_km for n in pieces), Decimal(0))
    places = max(len(n.partition(".")[2]) for n in pieces)
    digits = len(scale[1].replace(",", "").rstrip("0"))
    effort = len(pieces) * (places + 1) + digits * (places + 1)
    return Solution(f"{length.normalize():f} km", effort, {"legs": len(pieces), "places": places})


def distance_ranking(text: str, options: tuple[str, ...]) -> Solution:
    """Measure every distance and sort."""
    home = re.search(r"at \((-?\d+), (-?\d+)\)", text)
    places = re.findall(r"\b([A-Z]) at \((-?\d+), (-?\d+)\)", text)
    if home is None or len(places) < 2 or re.search(r"nearest first|nearest to farthest|increasing", text) is None:
        raise ValueError("a start and several places to rank are expected")
    east, north = int(home[1]), int(home[2])
    with localcontext() as context:
        context.prec = 50
        far = {a: (Decimal(int(x) - east) ** 2 + Decimal(int(y) - north) ** 2).sqrt() for a, x, y in places}
    if len(set(far.values())) < len(places) or len(far) < len(places):
        raise ValueError("two places are equally far")
    digits = len(str(max(abs(int(v)) for _, *point in places for v in (*point, east, north))))
    effort = len(places) * (2 * digits**2 + len(places))
    return Solution(", ".join(sorted(far, key=far.__getitem__)), effort, {"places": len(places), "digits": digits})


def nearer_place(text: str, options: tuple[str, ...]) -> Solution:
    """Measure both distances and compare them."""
    found = re.findall(r"\ban? (\w+) at \((-?\d+(?:, -?\d+)+)\)", text)
    asked = re.search(r"is the (\w+) nearer to the (\w+) than the (\w+) is\?", text)
    if len(found) != 3 or asked is None:
        raise ValueError("three places and a comparison are expected")
    places = {name: [int(v) for v in numbers.split(", ")] for name, numbers in found}
    a, home, b = (places[name] for name in asked.groups())
    with localcontext() as context:
        context.prec = 50
        one, other = (
            sum((Decimal(p - q) ** 2 for p, q in zip(home, point, strict=True)), Decimal(0)).sqrt() for point in (a, b)
        )
    if one == other:
        raise ValueError("both are equally far")
    squares = [sum((p - q) ** 2 for p, q in zip(home, point, strict=True)) for point in (a, b)]
    closeness = int(math.log10(max(squares) // abs(squares[0] - squares[1]))) + 1
    digits = len(str(max(abs(v) for point in places.values() for v in point)))
    params = {"digits": digits, "axes": len(home), "closeness": closeness}
    return Solution("yes" if one < other else "no", 2 * len(home) * digits**2 + closeness, params)
