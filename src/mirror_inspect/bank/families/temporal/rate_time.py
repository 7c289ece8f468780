"""Rates in time: a tank with changing flows, clocks that run wrong, travellers who meet."""

import math
import random
from typing import Final

from mirror_inspect.bank.families.temporal._surface import WEEKDAYS, clock, counted
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.temporal import rate_time as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

TANK_LEVELS: Final = {1: {"changes": 0}, 2: {"changes": 1}, 3: {"changes": 3}, 4: {"changes": 5}, 5: {"changes": 11}}
TANK_OPENINGS: Final = (
    "The water tank of a {work} in {place} holds {v} litres and is empty at {t}.",
    "At {t}, {name} starts filling an empty pool of {v} litres behind the {work}.",
    "An empty cistern for {v} litres stands on the roof of a {work} in {place}; filling begins at {t}.",
    "{name} looks after the {v}-litre fire pond of {place}, which is completely dry at {t}.",
    "A ship's ballast tank for {v} litres is dry at {t}, when {name} turns to it.",
    "Filling of the {v}-litre reservoir in {place} begins at {t} from nothing.",
    "The {work} in {place} has a rain barrel of {v} litres, bone dry at {t}.",
)
TANK_START: Final = (
    "From that moment {k} brings in {r} litres per minute.",
    "At once {k} is opened, which delivers {r} litres a minute.",
    "Right then {k} starts to supply {r} litres per minute.",
)
TANK_IN: Final = (
    "At {t}, {k} is opened too, adding {r} litres per minute.",
    "From {t} on, {k} supplies another {r} litres per minute.",
)
TANK_OUT: Final = (
    "At {t}, {k} is opened as well, draining {r} litres per minute.",
    "From {t} on, {k} takes away {r} litres per minute.",
)
TANK_SHUT: Final = ("At {t}, {k} is shut again.", "From {t} on, {k} is closed.")
INLETS: Final = ("the north pipe", "the river pump", "the garden hose", "the main valve", "the south pipe",
                 "the fire hose", "the well pump")  # fmt: skip
OUTLETS: Final = ("the drain", "the overflow line", "the sprinkler line", "the cattle trough line", "the laundry line")
TANK_ASK: Final = (
    "At what time is it full? All rates are constant; use the 24-hour clock (HH:MM).",
    "When does it become full, by the 24-hour clock (HH:MM)? Flows change only as stated.",
    "Give the time (HH:MM, 24-hour clock) at which it is filled to the top; nothing else flows in or out.",
)


def make_tank(draw: Draw) -> Draft:
    """When a tank is full whose inflows and outflows change."""
    rng, changes = draw.rng, int(str(draw.params["changes"]))
    inlets, outlets = rng.sample(INLETS, len(INLETS)), rng.sample(OUTLETS, len(OUTLETS))
    start = rng.randint(5 * 60, 10 * 60)
    first = inlets.pop()
    flows: dict[str, int] = {first: 3 * rng.randint(8, 20)}
    shown = [rng.choice(TANK_START).format(k=first, r=flows[first])]
    now, level = start, 0
    for _ in range(changes):
        span = rng.randint(7, 48)
        level += span * sum(flows.values())
        now += span
        rate = 3 * rng.randint(4, 15)
        shut = [k for k in sorted(flows) if sum(flows.values()) - flows[k] > 20]
        kind = rng.choice(("in", "in", "out", "shut") if shut else ("in", "in", "out"))
        if inlets and (kind == "in" or not shut):
            name = inlets.pop()
            flows[name], form = rate, TANK_IN
        elif kind == "out" and outlets and sum(flows.values()) - rate > 20:
            name = outlets.pop()
            flows[name], form = -rate, TANK_OUT
        else:
            if not shut:
                raise Redraw("no change keeps the tank filling")
            name, form = rng.choice(shut), TANK_SHUT
            rate = abs(flows.pop(name))
        shown.append(rng.choice(form).format(t=clock(now), k=name, r=rate))
    rest = rng.randint(13, 95)
    level += rest * sum(flows.values())
    fill = {"work": rng.choice(WORKPLACES), "place": rng.choice(PLACES), "name": rng.choice(NAMES)}
    opening = rng.choice(TANK_OPENINGS).format(v=level, t=clock(start), **fill)
    text = f"{opening} {' '.join(shown)} {rng.choice(TANK_ASK)}"
    return Draft(text, clock(now + rest), AnswerType.TIME)


DRIFT_LEVELS: Final = {
    1: {"clocks": 1, "inverse": False, "days": 0},
    2: {"clocks": 1, "inverse": False, "days": 1},
    3: {"clocks": 1, "inverse": True, "days": 1},
    4: {"clocks": 2, "inverse": False, "days": 2},
    5: {"clocks": 2, "inverse": True, "days": 5},
}
"""``days`` is the number of midnights between setting and reading, by true time."""
DRIFT_OPENINGS: Final = (
    "The clock in the hall of the {work} in {place} runs at a steady but wrong rate.",
    "{name} inherited a clock with weekday display that is steady but not accurate.",
    "In {place} hangs a station clock, showing weekday and time, whose speed is slightly off.",
    "At the {work}, {name} has repaired a clock that still does not keep true time.",
    "A ship's clock owned by {name} of {place} has an error that grows evenly.",
    "The old {work} in {place} has a digital clock whose error grows at a constant rate.",
    "{name} bought a cheap clock at the market of {place}; its error builds up evenly.",
)
DRIFT_FIRST: Final = (
    "It {moves} {g} in every hour of true time and was set correctly on {day} at {t}.",
    "Set to the true time on {day} at {t}, it {moves} {g} per hour of true time.",
)
DRIFT_SECOND: Final = (
    "At that same moment a second clock was set to agree with it; for every hour that the first clock shows as passed, "
    "the second one {moves} {g} relative to the first.",
    "A second clock was set to the same reading at that moment; it {moves} {g} against the first for each hour that "
    "passes on the first clock.",
)
DRIFT_DIRECT: Final = (
    "What time does {it} show when the true time is {day}, {t}? Give only the time of day (HH:MM, 24-hour clock).",
    "The true time is now {day}, {t}. Which time of day is on {it} (HH:MM, 24-hour clock)?",
)
DRIFT_INVERSE: Final = (
    "What is the true time of day when {it} shows {day}, {t} for the first time? Answer HH:MM on the 24-hour clock.",
    "Reading {it} now gives {day}, {t}, less than a week after the setting. What is the true time of day (HH:MM)?",
)


def make_drift(draw: Draw) -> Draft:
    """What a clock that runs wrong shows, or the true time behind its reading."""
    rng = draw.rng
    clocks, days = int(str(draw.params["clocks"])), int(str(draw.params["days"]))
    start = rng.randrange(0, 24 * 60, 5)
    rates = [rng.choice([-12, -10, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 10, 12]) for _ in range(clocks)]
    speed = math.prod((60 + r for r in rates), start=1)
    unit = 60**clocks
    step = unit // math.gcd(unit, speed)
    low, high = max(90, days * 1440 - start), (days + 1) * 1440 - start
    fits = range(-(-low // step) * step, high, step)
    if not fits:
        raise Redraw("no whole minute before midnight")
    passed = rng.choice(fits)
    shown_passed = passed * speed // unit
    day = rng.randrange(7)

    def label(minutes: int) -> dict[str, str]:
        return {"day": WEEKDAYS[(day + minutes // 1440) % 7], "t": clock(minutes)}

    said = [{"moves": "gains" if r > 0 else "loses", "g": counted(abs(r), "minute")} for r in rates]
    parts = [
        rng.choice(DRIFT_OPENINGS).format(
            work=rng.choice(WORKPLACES), place=rng.choice(PLACES), name=rng.choice(NAMES)
        ),
        rng.choice(DRIFT_FIRST).format(**said[0], **label(start)),
    ]
    if clocks == 2:
        parts.append(rng.choice(DRIFT_SECOND).format(**said[1]))
    it = "the second clock" if clocks == 2 else "this clock"
    true, shown = start + passed, start + shown_passed
    if shown_passed >= 7 * 1440:
        raise Redraw("the weekday display comes round")
    if draw.params["inverse"]:
        parts.append(rng.choice(DRIFT_INVERSE).format(it=it, **label(shown)))
        gold = clock(true)
    else:
        parts.append(rng.choice(DRIFT_DIRECT).format(it=it, **label(true)))
        gold = clock(shown)
    return Draft(" ".join(parts), gold, AnswerType.TIME)


MEET_LEVELS: Final = {
    1: {"phases": 2, "late_start": False},
    2: {"phases": 2, "late_start": True},
    3: {"phases": 4, "late_start": True},
    4: {"phases": 6, "late_start": True},
    5: {"phases": 13, "late_start": True},
}
"""``phases`` counts the stated speeds and rests of both travellers."""
MEET_OPENINGS: Final = (
    "{a} in {p} and {b} in {q} start towards each other along the same {d} km road.",
    "Between {p} and {q} there is a single road of {d} km. {a} leaves {p} for {q}, {b} leaves {q} for {p}.",
    "On the {d} km track from {p} to {q}, {a} travels from {p} and {b} comes the other way from {q}.",
    "{p} and {q} are {d} km apart by canal; {a} sets out from {p}, {b} from {q}, to meet on the way.",
    "A parcel is handed over on the {d} km road between {p} and {q}: {a} brings it from {p}, {b} comes from {q}.",
    "Along a straight road of {d} km, {a} travels from {p} to {q} while {b} travels from {q} to {p}.",
    "Two cyclists, {a} and {b}, ride towards each other on the {d} km road joining {p} ({a}) and {q} ({b}).",
)
MEET_START: Final = ("{n} starts at {t} and does {v} km per hour", "{n} leaves at {t}, going at {v} km per hour")
MEET_SPEED: Final = ("then goes on at {v} km per hour from {t}", "then from {t} moves at {v} km per hour")
MEET_REST: Final = ("then rests from {t}", "then stands still from {t}")
MEET_ASK: Final = (
    "Each keeps the last speed stated. At what time do they meet (HH:MM, 24-hour clock)?",
    "The last speed given holds until they meet. When is that, on the 24-hour clock (HH:MM)?",
    "Speeds change only as stated. Give the time of the meeting as HH:MM on the 24-hour clock.",
)


def _traveller(rng: random.Random, name: str, start: int, phases: int) -> tuple[str, list[tuple[int, int]]]:
    """Return the words for one traveller and (time, speed in km/h) from each change on."""
    speed = 6 * rng.randint(2, 6)
    plan = [(start, speed)]
    words = [rng.choice(MEET_START).format(n=name, t=clock(start), v=speed)]
    for i in range(1, phases):
        at = plan[-1][0] + rng.randint(14, 55)
        resting = i < phases - 1 and plan[-1][1] > 0 and rng.random() < 0.4
        speed = 0 if resting else rng.choice([v for v in range(12, 37, 6) if v != plan[-1][1]])
        plan.append((at, speed))
        words.append(rng.choice(MEET_REST if resting else MEET_SPEED).format(t=clock(at), v=speed))
    return ", ".join(words) + ".", plan


def _covered(plan: list[tuple[int, int]], until: int) -> int:
    """Return the distance covered by a time, in sixtieths of a kilometre: a multiple of 6, as all speeds are."""
    ends = [t for t, _ in plan[1:]] + [max(until, plan[-1][0])]
    return sum(v * max(0, min(end, until) - t) for (t, v), end in zip(plan, ends, strict=True))


def make_meeting(draw: Draw) -> Draft:
    """When two travellers meet whose speeds change."""
    rng, phases = draw.rng, int(str(draw.params["phases"]))
    a, b = rng.sample(NAMES, 2)
    p, q = rng.sample(PLACES, 2)
    left = rng.randint(phases // 2, phases - phases // 2)
    start = rng.randint(6 * 60, 11 * 60)
    later = start + rng.randint(11, 50) if draw.params["late_start"] else start
    starts = [start, later]
    rng.shuffle(starts)
    words_a, plan_a = _traveller(rng, a, starts[0], left)
    words_b, plan_b = _traveller(rng, b, starts[1], phases - left)
    meet = max(plan_a[-1][0], plan_b[-1][0]) + rng.randint(11, 60)
    sixtieths = _covered(plan_a, meet) + _covered(plan_b, meet)
    opening = rng.choice(MEET_OPENINGS).format(a=a, b=b, p=p, q=q, d=f"{sixtieths / 60:.1f}")
    return Draft(f"{opening} {words_a} {words_b} {rng.choice(MEET_ASK)}", clock(meet), AnswerType.TIME)


PACE_LEVELS: Final = {
    1: {"batches": 1, "gap": 30},
    2: {"batches": 2, "gap": 12},
    3: {"batches": 3, "gap": 6},
    4: {"batches": 4, "gap": 3},
    5: {"batches": 9, "gap": 1},
}
PACE_OPENINGS: Final = (
    "{a} and {b} start copying stacks of forms at the {work} at the same time.",
    "At a {work} in {place}, {a} and {b} begin to pack boxes at the same moment.",
    "In a test at the {work} of {place}, {a} and {b} label bottles, starting together.",
    "Both {a} and {b} peel potatoes for the kitchen of a {work}, beginning together.",
    "The {work} in {place} lets {a} and {b} scan old files; both start at once.",
    "{a} and {b} fold leaflets in {place} and set off at the same second.",
    "Who is quicker at sorting letters for the {work}, {a} or {b}? They start together.",
)
PACE_BATCH: Final = ("{n} pieces at {r} per minute", "{n} pieces, {r} a minute")
PACE_ASK: Final = (
    "There are no pauses. Does {a} finish before {b}? Answer yes or no.",
    "Neither makes a pause. Is {a} done earlier than {b}? Answer yes or no.",
    "Without any breaks, is {a} the first of the two to finish? Answer yes or no.",
)


def make_pace(draw: Draw) -> Draft:
    """Which of two workers with batches at different rates is done first."""
    rng, batches, gap = draw.rng, int(str(draw.params["batches"])), int(str(draw.params["gap"]))
    last = 0
    while not 13 <= last <= 95:
        left = [rng.randint(13, 95) for _ in range(batches)]
        right = [rng.randint(13, 95) for _ in range(batches - 1)]
        last = sum(left) + (gap if draw.first_side else -gap) - sum(right)
    right.insert(rng.randrange(batches), last)
    a, b = rng.sample(NAMES, 2)
    sides = []
    for name, side in ((a, left), (b, right)):
        parts = [rng.choice(PACE_BATCH).format(n=m * r, r=r) for m in side for r in [rng.randint(3, 29)]]
        sides.append(f"{name} has {'; then '.join(parts)}.")
    if rng.random() < 0.5:
        sides.reverse()
    opening = rng.choice(PACE_OPENINGS).format(a=a, b=b, work=rng.choice(WORKPLACES), place=rng.choice(PLACES))
    text = f"{opening} {' '.join(sides)} {rng.choice(PACE_ASK).format(a=a, b=b)}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="filling_tank",
        subcategory="rate_time",
        levels=TANK_LEVELS,
        make=make_tank,
        solve=solve.filling_tank,
        method="minute-by-minute simulation of the flows in the text",
    ),
    Family(
        name="drifting_clock",
        subcategory="rate_time",
        levels=DRIFT_LEVELS,
        make=make_drift,
        solve=solve.drifting_clock,
        method="exact linear equation for the readings in the text",
    ),
    Family(
        name="meeting_time",
        subcategory="rate_time",
        levels=MEET_LEVELS,
        make=make_meeting,
        solve=solve.meeting_time,
        method="minute-by-minute simulation of both positions",
    ),
    Family(
        name="pace_comparison",
        subcategory="rate_time",
        levels=PACE_LEVELS,
        make=make_pace,
        solve=solve.pace_comparison,
        method="exact sums of quotients read from the text",
        two_way=True,
    ),
)
