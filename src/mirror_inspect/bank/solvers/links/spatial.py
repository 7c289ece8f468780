"""Re-derive the spatial bridges from their texts."""

import re
from decimal import Decimal
from typing import Final


def path_with_turns(text: str) -> str:
    """Walk in the complex plane, north being the imaginary axis."""
    facing = re.search(r"facing (north|east|south|west), first (.+?)\. Turning", text)
    asked = re.search(r"further (north|east|south|west) than", text)
    if not (facing and asked):
        raise ValueError("no path found")
    units = {"north": 1j, "east": 1, "south": -1j, "west": -1}
    heading, place = units[facing[1]], 0j
    for leg in facing[2].split("; then it "):
        step = re.fullmatch(r"(?:turns (left|right|round) and )?goes (\d+) metres", leg)
        if not step:
            raise ValueError(f"leg not understood: {leg!r}")
        heading *= {None: 1, "left": 1j, "right": -1j, "round": -1}[step[1]]
        place += heading * int(step[2])
    unit = units[asked[1]]
    return str(round(place.real * complex(unit).real + place.imag * complex(unit).imag))


def cut_floor(text: str) -> str:
    """Add and subtract the areas of all pieces."""
    area = 0
    for piece in re.split(r"; |except that ", text):
        size = re.search(r"(\d+) m long and (\d+) m wide", piece)
        if not size:
            raise ValueError(f"piece not understood: {piece!r}")
        sign = 1 if "is added outside" in piece or "is a rectangle," in piece else -1
        area += sign * int(size[1]) * int(size[2])
    return str(area)


def coated_block(text: str) -> str:
    """Count cubes by coated faces: multiply, over the three axes, how many places have 0, 1 or 2 coated ends."""
    size = re.search(r"(\d+) units long, (\d+) units wide and (\d+) units high", text)
    asked = re.search(r"exactly (one|two) ", text)
    if not (size and asked):
        raise ValueError("no block found")
    coated_ends = [2, 2, 1 if "but the underside" in text else 2]
    totals = [1, 0, 0, 0]
    for length, ends in zip(map(int, size.groups()), coated_ends, strict=True):
        axis = [0, 0, 0]
        for place in range(length):
            axis[(place == length - 1) + (place == 0 and ends == 2)] += 1
        totals = [sum(totals[k - j] * axis[j] for j in range(3) if k >= j) for k in range(4)]
    return str(totals[1 if asked[1] == "one" else 2])


STEPS: Final = {
    "above": (0, 1),
    "below": (0, -1),
    "north of": (1, 1),
    "south of": (1, -1),
    "east of": (2, 1),
    "west of": (2, -1),
}


def relative_site(text: str) -> str:
    """Propagate coordinates from the entrance until every place is known."""
    asked = re.search(r"How many metres ([a-z ]+?) the entrance is the (\w+),", text)
    notes = re.findall(r"The (\w+) is ((?:\d+ m [a-z ]+?(?: and )?)+) the (\w+)\.", text)
    if not (asked and notes):
        raise ValueError("no places found")
    places = {"entrance": (0, 0, 0)}
    while len(places) <= len(notes):
        before = len(places)
        for name, offsets, other in notes:
            if other in places and name not in places:
                point = list(places[other])
                for metres, side in re.findall(r"(\d+) m (above|below|north of|south of|east of|west of)", offsets):
                    axis, sign = STEPS[side]
                    point[axis] += sign * int(metres)
                places[name] = (point[0], point[1], point[2])
        if len(places) == before:
            raise ValueError("the notes do not hang together")
    axis, sign = STEPS[asked[1]]
    return str(sign * places[asked[2]][axis])


def map_length(text: str) -> str:
    """Convert every piece to metres on the ground."""
    scale = re.search(r"The scale is 1:(\d+)\.", text)
    pieces = re.search(r"On paper [^.]*? are (.+?) long\.", text)
    if not (scale and pieces):
        raise ValueError("no map found")
    metres = Decimal(0)
    for length, unit in re.findall(r"(\d+(?:\.\d)?) (mm|cm)", pieces[1]):
        metres += Decimal(length) * (Decimal("0.01") if unit == "cm" else Decimal("0.001")) * Decimal(scale[1])
    return str(int(metres))
