"""Re-derive durations with datetimes, zone-aware datetimes and exact fractions of an hour."""

import re
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.temporal._read import CLOCK, DURATION, WEEKDAY, read_duration, show_duration, the


def shift_log(text: str, options: tuple[str, ...]) -> Solution:
    """Sum clock intervals, minus breaks."""
    total, nights, breaks, shifts = timedelta(), 0, 0, 0
    log = the(re.search(rf"[.:] ({WEEKDAY}\b.*?)\. [A-Z]", text), "log")[1]
    for entry in log.split("; "):
        start, end = (datetime.strptime(t, "%H:%M") for t in re.findall(CLOCK, entry))
        if "the next morning" in entry:
            end += timedelta(days=1)
            nights += 1
        if end <= start:
            raise ValueError(f"the shift ends before it starts: {entry}")
        total += end - start
        if found := re.search(r"(\d+) minutes", entry):
            total -= timedelta(minutes=int(found[1]))
            breaks += 1
        shifts += 1
    minutes = int(total.total_seconds()) // 60
    return Solution(
        show_duration(minutes), 2 * shifts + breaks + nights, {"shifts": shifts, "nights": nights, "breaks": breaks}
    )


def _offset(zone: str) -> timedelta:
    found = the(re.fullmatch(r"UTC([+-])(\d+)(?::(\d\d))?", zone), "zone")
    size = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return size if found[1] == "+" else -size


def zone_journey(text: str, options: tuple[str, ...]) -> Solution:
    """Move a zone-aware time along legs and stops and read it in the zone of the last place."""
    zones = re.findall(r"UTC[+-]\d+(?::\d\d)?", text)
    (departure,) = re.findall(CLOCK, re.sub(r"UTC[+-]\d+(:\d\d)?", "", text))
    hours, minutes = map(int, departure.split(":"))
    moment = datetime(2030, 6, 15, hours, minutes, tzinfo=timezone(_offset(zones[0]))).astimezone(UTC)
    durations = re.findall(DURATION, text)
    if len(durations) != 2 * (len(zones) - 1) - 1:
        raise ValueError(f"{len(durations)} durations for {len(zones) - 1} legs")
    for duration in durations:
        moment += timedelta(minutes=read_duration(duration))
    halves = sum(":" in zone for zone in zones)
    arrival = moment.astimezone(timezone(_offset(zones[-1])))
    params = {"legs": len(zones) - 1, "half_hours": halves}
    return Solution(arrival.strftime("%H:%M"), len(durations) + 2 + halves, params)


def compare_totals(text: str, options: tuple[str, ...]) -> Solution:
    """Sum both sides in hours and compare."""
    totals: dict[str, Fraction] = {}
    stages = 0
    for found in re.finditer(r"(?:(\w+) needed|The notes of (\w+) say|For (\w+) it was) ([^?]*?)\.(?= [A-Z])", text):
        name = found[1] or found[2] or found[3]
        parts = re.split(r", | and ", found[4])
        stages = len(parts)
        totals[name] = sum((_hours(p) for p in parts), Fraction(0))
    asked = the(
        re.search(r"(?:time of (\w+) longer than that of (\w+)\?|Did (\w+) spend more time in all than (\w+)\?|"
                  r"total for (\w+) greater than the total for (\w+)\?)", text),
        "question",
    )  # fmt: skip
    a, b = (g for g in asked.groups() if g)
    if set(totals) != {a, b}:
        raise ValueError("the two people asked about are not the two recorded")
    gap = abs(totals[a] - totals[b]) * 60
    return Solution("yes" if totals[a] > totals[b] else "no", 2 * stages, {"stages": stages, "gap": int(gap)})


def _hours(part: str) -> Fraction:
    if found := re.fullmatch(r"(\d+(?:\.\d+)?) h", part):
        return Fraction(found[1])
    return Fraction(read_duration(part), 60)
