"""Re-derive plane-geometry items with polygon operations (GEOS through shapely) and linear equations (sympy)."""

import re
from decimal import Decimal

from mirror_inspect.bank.family import Solution

_POINT = r"\((-?\d+), (-?\d+)\)"
_SIZE = r"(\d+(?:\.\d+)?)"


def _points(text: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(_POINT, text)]


def _plain(value: Decimal) -> str:
    """Return a decimal without trailing zeros or exponent."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _params(corners: list[tuple[int, int]]) -> dict[str, int]:
    return {"corners": len(corners), "digits": len(str(max(abs(v) for point in corners for v in point)))}


def plot_area(text: str, options: tuple[str, ...]) -> Solution:
    """Measure the polygon through the listed corners."""
    from shapely import Polygon

    corners = _points(text)
    if re.search(r"\bsquare \w+[.?]", text) is None:
        raise ValueError("no area is asked for")
    polygon = Polygon(corners)
    if len(corners) < 3 or not polygon.is_valid or not polygon.exterior.is_simple:
        raise ValueError("the corners do not bound a simple polygon")
    params = _params(corners)
    return Solution(_plain(Decimal(polygon.area)), 2 * len(corners) * params["digits"], params)


def floor_plan(text: str, options: tuple[str, ...]) -> Solution:
    """Cut, add and measure boxes whose lengths are scaled to whole numbers."""
    from shapely import box

    base, _, rest = text.partition(". Then ")
    sizes = re.findall(rf"{_SIZE} m\b", base)
    corners = re.findall(rf"rectangle of {_SIZE} m .*? by {_SIZE} m .*? cut off at the (\w+)-(\w+) corner", rest)
    middles = re.findall(rf"(bay|recess), {_SIZE} m wide and {_SIZE} m deep, is .*? middle of the (\w+) side", rest)
    if len(sizes) != 2 or len(corners) + len(middles) != len(re.findall(r"\bm wide|cut off", rest)):
        raise ValueError("a part of the plan is not understood")
    lengths = [*sizes, *(n for a, b, *_ in corners for n in (a, b)), *(n for _, a, b, _ in middles for n in (a, b))]
    places = max(len(n.partition(".")[2]) for n in lengths)
    scale = 2 * 10**places

    def units(length: str) -> int:
        return int(Decimal(length) * scale)

    w, h = map(units, sizes)
    plan = box(0, 0, w, h)
    pieces = []
    for a, b, ns, ew in corners:
        x, y = (0 if ew == "west" else w - units(a)), (0 if ns == "south" else h - units(b))
        pieces.append((False, box(x, y, x + units(a), y + units(b))))
    for kind, a, b, side in middles:
        span, depth, out = units(a), units(b), kind == "bay"
        low = {"south": -depth, "west": -depth, "north": h, "east": w}[side]
        if not out:
            low += depth if side in ("south", "west") else -depth
        if side in ("north", "south"):
            piece = box((w - span) / 2, low, (w + span) / 2, low + depth)
        else:
            piece = box(low, (h - span) / 2, low + depth, (h + span) / 2)
        pieces.append((out, piece))
    if any(p.intersection(q).area for i, (_, p) in enumerate(pieces) for _, q in pieces[i + 1 :]):
        raise ValueError("parts of the plan overlap")
    for out, piece in pieces:
        plan = plan.union(piece) if out else plan.difference(piece)
    if re.search(r"square metres", text):
        answer, decimals, rounds = Decimal(plan.area) / scale**2, 2 * places, len(pieces) + 1
    elif re.search(r"outline in metres\?|perimeter", text):
        answer, decimals, rounds = Decimal(plan.length) / scale, places, len(pieces) + 1
    else:
        raise ValueError("neither area nor perimeter is asked for")
    return Solution(_plain(round(answer, decimals)), rounds * (places + 1), {"features": len(pieces), "places": places})


def tied_angles(text: str, options: tuple[str, ...]) -> Solution:
    """Solve the stated relations together with the angle sum of the polygon."""
    import sympy

    known = re.search(r"following is known: (.*?)\. ", text)
    asked = re.search(r"interior angle at ([A-Z])\b", text)
    labels = re.search(r"\b([A-Z](?:, [A-Z])* and [A-Z])\.", text)
    if known is None or asked is None or labels is None:
        raise ValueError("corners, relations or question missing")
    corners = re.findall(r"[A-Z]", labels[1])
    angle = {corner: sympy.Symbol(f"angle_{corner}") for corner in corners}
    equations, ties = [sum(angle.values()) - (len(corners) - 2) * 180], 0
    pattern = (
        r"the angle at (?P<a>[A-Z]) is (?:(?P<value>\d+)°|as large as the one at (?P<same>[A-Z])"
        r"|(?:(?P<shift>\d+)° (?P<way>more|less) than )?(?P<times>twice |three times )?the one at (?P<b>[A-Z]))"
    )
    for relation in known[1].split("; "):
        found = re.fullmatch(pattern, relation)
        if found is None:
            raise ValueError(f"relation {relation!r} is not understood")
        left = angle[found["a"]]
        if found["value"]:
            equations.append(left - int(found["value"]))
            continue
        ties += 1
        if found["same"]:
            equations.append(left - angle[found["same"]])
            continue
        factor = {None: 1, "twice ": 2, "three times ": 3}[found["times"]]
        shift = int(found["shift"] or 0) * (1 if found["way"] == "more" else -1)
        equations.append(left - factor * angle[found["b"]] - shift)
    solved = sympy.solve(equations, list(angle.values()), dict=True)
    if len(solved) != 1 or not all(0 < value < 180 for value in solved[0].values()):
        raise ValueError("the angles are not determined or not those of a convex polygon")
    effort = len(corners) + 2 * ties
    return Solution(str(solved[0][angle[asked[1]]]), effort, {"corners": len(corners), "ties": ties})


def point_inside(text: str, options: tuple[str, ...]) -> Solution:
    """Ask GEOS whether the last point lies within the polygon of the others."""
    from shapely import Point, Polygon

    *corners, point = _points(text)
    if re.search(r"(?:Is|Does) [^.]*\(-?\d+, -?\d+\)[^.]*\?", text) is None:
        raise ValueError("no position is asked about")
    polygon = Polygon(corners)
    if len(corners) < 3 or not polygon.is_valid or polygon.boundary.distance(Point(point)) < 0.1:
        raise ValueError("no simple polygon, or the point lies on its edge")
    params = _params(corners)
    inside = polygon.contains(Point(point))
    return Solution("yes" if inside else "no", 2 * len(corners) * params["digits"], params)
