"""Re-derive rate items by simulating minute by minute, and by exact fractions."""

import re
from fractions import Fraction
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.temporal._read import CLOCK, WEEKDAY, WEEKDAYS, read_clock, show_clock, the

_LIMIT: Final = 3000


def filling_tank(text: str, options: tuple[str, ...]) -> Solution:
    """Fill the tank minute by minute."""
    volume = int(the(re.search(r"(\d+)[ -]litres?", text), "volume")[1])
    told = re.split(r"(?<=\.) ", text)
    start = read_clock(the(re.search(CLOCK, told[0]), "start")[0])
    changes: list[tuple[int, str, int | None]] = []
    for sentence in told[1:]:
        if not (tap := re.search(r"(the [a-z ]+?)(?: brings| is| starts| supplies| takes)", sentence)):
            continue
        rate = re.search(r"(\d+) litres", sentence)
        at = re.search(CLOCK, sentence)
        sign = -1 if re.search("draining|takes away", sentence) else 1
        changes.append((read_clock(at[0]) if at else start, tap[1], sign * int(rate[1]) if rate else None))
    flows: dict[str, int] = {}
    level, now = 0, start
    while level < volume:
        for moment, tap_name, flow in changes:
            if moment == now and flow is None:
                del flows[tap_name]
            elif moment == now and flow is not None:
                flows[tap_name] = flow
        level += sum(flows.values())
        now += 1
        if level < 0 or now - start > _LIMIT:
            raise ValueError("the tank never fills")
    if level != volume:
        raise ValueError("full between two minutes")
    last = max(moment for moment, _, _ in changes)
    if now <= last:
        raise ValueError("full before the last change")
    return Solution(show_clock(now), 2 * len(changes), {"changes": len(changes) - 1})


def drifting_clock(text: str, options: tuple[str, ...]) -> Solution:
    """Relate true and shown time by the product of the rates."""
    rates = [int(n) * (1 if verb == "gains" else -1) for verb, n in re.findall(r"(gains|loses) (\d+) minutes?", text)]
    readings = [WEEKDAYS[day] * 1440 + read_clock(t) for day, t in re.findall(rf"({WEEKDAY})(?:,| at) ({CLOCK})", text)]
    if len(readings) != 2 or len(rates) not in (1, 2):
        raise ValueError("expected a setting and a reading of one or two clocks")
    speed = Fraction(1)
    for rate in rates:
        speed *= 1 + Fraction(rate, 60)
    inverse = "true time of day" in text
    passed = Fraction((readings[1] - readings[0]) % (7 * 1440))
    answer = passed / speed if inverse else passed * speed
    if answer.denominator != 1:
        raise ValueError("not a whole minute")
    true = int(answer if inverse else passed)
    days = (readings[0] % 1440 + true) // 1440
    effort = 3 * len(rates) + days + 2 * inverse
    params = {"clocks": len(rates), "inverse": inverse, "days": days}
    return Solution(show_clock(readings[0] + int(answer)), effort, params)


def meeting_time(text: str, options: tuple[str, ...]) -> Solution:
    """Move both travellers minute by minute until the road between them is used up."""
    distance = 60 * Fraction(the(re.search(r"(\d+\.\d) km(?! per)", text), "distance")[1])
    plans: list[dict[int, int]] = []
    for sentence in re.findall(r"\w+ (?:starts|leaves) at .*?\.", text):
        times = [read_clock(t) for t in re.findall(CLOCK, sentence)]
        speeds = [int(v or 0) for v in re.findall(r"(\d+) km per hour|rests|stands still", sentence)]
        plans.append(dict(zip(times, speeds, strict=True)))
    if len(plans) != 2:
        raise ValueError("expected two travellers")
    start = min(min(p) for p in plans)
    now, speeds_now = start, [0, 0]
    while distance > 0:
        speeds_now = [p.get(now, v) for p, v in zip(plans, speeds_now, strict=True)]
        distance -= sum(speeds_now)
        now += 1
        if now - start > _LIMIT:
            raise ValueError("they never meet")
    if distance:
        raise ValueError("they meet between two minutes")
    if now <= max(max(p) for p in plans):
        raise ValueError("they meet before the last change")
    phases = sum(len(p) for p in plans)
    late = min(plans[0]) != min(plans[1])
    return Solution(show_clock(now), 2 * phases + late, {"phases": phases, "late_start": late})


def pace_comparison(text: str, options: tuple[str, ...]) -> Solution:
    """Sum the time of every batch as a fraction of minutes."""
    totals: dict[str, Fraction] = {}
    batches = 0
    for name, side in re.findall(r"(\w+) has (.*?)\.", text):
        pairs = re.findall(r"(\d+) pieces(?: at|,) (\d+) (?:per|a) minute", side)
        batches = len(pairs)
        if batches != len(side.split("; then ")):
            raise ValueError("a batch was not understood")
        totals[name] = sum((Fraction(int(n), int(r)) for n, r in pairs), Fraction(0))
    question = r"Does (\w+) finish before|Is (\w+) done earlier|is (\w+) the first"
    asked = the(re.search(question, text), "question")
    a = next(g for g in asked.groups() if g)
    (b,) = set(totals) - {a}
    params = {"batches": batches, "gap": int(abs(totals[a] - totals[b]))}
    return Solution("yes" if totals[a] < totals[b] else "no", 4 * batches, params)
