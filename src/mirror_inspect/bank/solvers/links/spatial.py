"""Re-derive the spatial bridges from their texts."""

import re


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
