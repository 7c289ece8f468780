"""Durations: hours worked with breaks and nights, journeys across time zones, two processes compared."""

import itertools
import random
from typing import Final

from mirror_inspect.bank.families.temporal._surface import (
    NUMBERS,
    ORDINALS,
    TWENTY_FOUR_HOURS,
    WEEKDAYS,
    clock,
    counted,
    hours_minutes,
    listed,
)
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.temporal import duration_calculation as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

SHIFT_LEVELS: Final = {
    1: {"shifts": 1, "nights": 0, "breaks": 0},
    2: {"shifts": 2, "nights": 0, "breaks": 1},
    3: {"shifts": 4, "nights": 1, "breaks": 2},
    4: {"shifts": 8, "nights": 3, "breaks": 5},
    5: {"shifts": 14, "nights": 6, "breaks": 10},
}
SHIFT_OPENINGS: Final = (
    "The time sheet of {name} at the {work} in {place} has {n}.",
    "{name} was paid by the hour at a {work} and wrote down {n}.",
    "To settle the wages at the {work}, {name} lists {n}.",
    "In {place}, {name} filled in for colleagues at the {work}; the log shows {n}.",
    "These are the hours of {name} at the {work} of {place}: {n}.",
    "A payroll clerk at a {work} reads {n} on the card of {name}.",
    "Here is what {name} noted about working at the {work}: {n}.",
)
SHIFT: Final = (
    "{day} from {start} to {end}",
    "{day}, starting at {start} and stopping at {end}",
    "{day}, in at {start}, out at {end}",
    "{day} between {start} and {end}",
)
BREAK: Final = (
    ", with an unpaid break of {m} minutes",
    ", less {m} minutes of break",
    ", of which {m} minutes were a break and do not count",
)
SHIFT_ASK: Final = (
    'How much time counts as work in all? Answer in hours and minutes, such as "5 hours 1 minute".',
    'What is the total working time, without breaks? Give hours and minutes, like "5 hours 1 minute".',
    'Add up the paid time and state it in hours and minutes (form: "5 hours 1 minute").',
)


def make_shift_log(draw: Draw) -> Draft:
    """Shifts by the clock, some past midnight, some with a break."""
    rng, shifts = draw.rng, int(str(draw.params["shifts"]))
    nights = set(rng.sample(range(shifts), int(str(draw.params["nights"]))))
    breaks = set(rng.sample(range(shifts), int(str(draw.params["breaks"]))))
    first, total, parts, earliest = rng.randrange(7), 0, [], 5 * 60
    for i in range(shifts):
        start = rng.randint(18 * 60, 23 * 60 + 50) if i in nights else rng.randint(earliest, 12 * 60)
        earliest = 10 * 60 if i in nights else 5 * 60
        length = rng.randint(6 * 60 + 11, 9 * 60 + 50) if i in nights else rng.randint(3 * 60, 11 * 60)
        total += length
        end = clock(start + length) + (" the next morning" if i in nights else "")
        part = rng.choice(SHIFT).format(day=WEEKDAYS[(first + i) % 7], start=clock(start), end=end)
        if i in breaks:
            pause = rng.randint(10, 75)
            total -= pause
            part += rng.choice(BREAK).format(m=pause)
        parts.append(part)
    if total % 60 < 2:
        raise Redraw("no or one minute left over")
    opening = rng.choice(SHIFT_OPENINGS).format(
        name=rng.choice(NAMES),
        work=rng.choice(WORKPLACES),
        place=rng.choice(PLACES),
        n="a single shift" if shifts == 1 else f"{NUMBERS[shifts]} shifts on consecutive days",
    )
    text = f"{opening} {'; '.join(parts)}. {rng.choice(SHIFT_ASK)}"
    return Draft(text, hours_minutes(total), AnswerType.DURATION)


JOURNEY_LEVELS: Final = {
    1: {"legs": 1, "half_hours": 0},
    2: {"legs": 2, "half_hours": 0},
    3: {"legs": 3, "half_hours": 1},
    4: {"legs": 5, "half_hours": 3},
    5: {"legs": 9, "half_hours": 6},
}
JOURNEY_OPENINGS: Final = (
    "{name} travels by {vehicle} from {a}, where clocks show {za}, leaving at {t} local time.",
    "At {t} by the clocks of {a} ({za}), {name} boards a {vehicle}.",
    "A {vehicle} with {name} on board leaves {a} ({za}) at {t} local time.",
    "Clocks in {a} are set to {za}; {name} sets off from there by {vehicle} at {t} local time.",
    "The {vehicle} that {name} takes departs from {a} ({za}) at {t}, local time.",
    "{name} has a ticket for the {vehicle} from {a} ({za}), departure {t} local time.",
    "Early planning paid off for {name}: the {vehicle} left {a} ({za}) on the dot of {t} local time.",
)
VEHICLES: Final = ("night ferry", "cargo plane", "zeppelin", "small jet", "mail plane", "charter flight", "seaplane",
                   "research vessel", "business jet", "turboprop")  # fmt: skip
LEG: Final = (
    "The {nth} leg, to {b} ({zb}), takes {d}",
    "The {nth} leg ends in {b} ({zb}) after {d}",
    "On the {nth} leg it is {d} to {b} ({zb})",
)
STOP: Final = (", followed by a stop of {s}", ", and the journey goes on {s} later", "; the pause there lasts {s}")
JOURNEY_ASK: Final = (
    "What is the local time in {b} on arrival there? Use the 24-hour clock (HH:MM).",
    "When does {name} arrive in {b}, by the local clock? Answer as HH:MM on the 24-hour clock.",
    "Which time do the clocks of {b} show at the moment of arrival (24-hour clock, HH:MM)?",
)


def _zone(minutes: int) -> str:
    sign = "+" if minutes >= 0 else "-"
    return f"UTC{sign}{abs(minutes) // 60}" + (f":{abs(minutes) % 60:02d}" if minutes % 60 else "")


def make_journey(draw: Draw) -> Draft:
    """A journey with stops across time zones."""
    rng, legs = draw.rng, int(str(draw.params["legs"]))
    halves = set(rng.sample(range(legs + 1), int(str(draw.params["half_hours"]))))
    places = rng.sample(PLACES, legs + 1)
    zones = [60 * rng.randint(-10, 11) + (rng.choice((30, 30, 45)) if i in halves else 0) for i in range(legs + 1)]
    if any(a == b for a, b in itertools.pairwise(zones)):
        raise Redraw("two neighbouring places share a zone")
    start = rng.randrange(0, TWENTY_FOUR_HOURS, 5)
    now, parts = start - zones[0], []
    for i in range(legs):
        flight = rng.randint(65, 700)
        now += flight
        part = rng.choice(LEG).format(
            nth=ORDINALS[i] if legs > 1 else "only",
            b=places[i + 1], zb=_zone(zones[i + 1]), d=hours_minutes(flight),
        )  # fmt: skip
        if i < legs - 1:
            stop = rng.randint(35, 290)
            now += stop
            part += rng.choice(STOP).format(s=hours_minutes(stop))
        parts.append(part + ".")
    name = rng.choice(NAMES)
    opening = rng.choice(JOURNEY_OPENINGS).format(
        name=name, vehicle=rng.choice(VEHICLES), a=places[0], za=_zone(zones[0]), t=clock(start)
    )
    ask = rng.choice(JOURNEY_ASK).format(name=name, b=places[-1])
    return Draft(f"{opening} {' '.join(parts)} {ask}", clock(now + zones[-1]), AnswerType.TIME)


COMPARE_LEVELS: Final = {
    1: {"stages": 1, "gap": 40},
    2: {"stages": 2, "gap": 20},
    3: {"stages": 3, "gap": 9},
    4: {"stages": 6, "gap": 3},
    5: {"stages": 11, "gap": 1},
}
COMPARE_OPENINGS: Final = (
    "{a} and {b} timed their work at the {work}.",
    "Two trainees of a {work} in {place}, {a} and {b}, kept a record of how long each task took.",
    "At the {work} in {place} there is a dispute about who spent longer on a job, {a} or {b}.",
    "Who was busier at the {work}, {a} or {b}? Their notes give the time for each task.",
    "The {work} of {place} compares the time that {a} and {b} needed.",
    "For a study at a {work}, both {a} and {b} wrote down the length of their tasks.",
    "Stopwatches were handed to {a} and {b} at the {work} in {place}.",
)
COMPARE_SIDE: Final = ("{name} needed {parts}.", "The notes of {name} say {parts}.", "For {name} it was {parts}.")
COMPARE_ASK: Final = (
    "Was the total time of {a} longer than that of {b}? Answer yes or no.",
    "Did {a} spend more time in all than {b}? Answer yes or no.",
    "Adding everything up, is the total for {a} greater than the total for {b}? Answer yes or no.",
)


def _stage(rng: random.Random, minutes: int) -> str:
    """Say a stage in one of three units; decimal hours only where they are exact."""
    if minutes % 3 == 0 and rng.random() < 0.6:
        return f"{f'{minutes / 60:.2f}'.rstrip('0').rstrip('.')} h"
    return hours_minutes(minutes) if rng.random() < 0.5 else f"{counted(minutes, 'minute')}"


def make_compare_totals(draw: Draw) -> Draft:
    """Two totals of mixed units that differ by a small gap."""
    rng, stages, gap = draw.rng, int(str(draw.params["stages"])), int(str(draw.params["gap"]))
    last = 0
    while not 60 <= last <= 430:
        left = [rng.randint(65, 420) for _ in range(stages)]
        right = [rng.randint(65, 420) for _ in range(stages - 1)]
        last = sum(left) + (-gap if draw.first_side else gap) - sum(right)
    right.insert(rng.randrange(stages), last)
    a, b = rng.sample(NAMES, 2)
    opening = rng.choice(COMPARE_OPENINGS).format(a=a, b=b, work=rng.choice(WORKPLACES), place=rng.choice(PLACES))
    sides = [
        rng.choice(COMPARE_SIDE).format(name=n, parts=listed([_stage(rng, m) for m in side]))
        for n, side in ((a, left), (b, right))
    ]
    if rng.random() < 0.5:
        sides.reverse()
    text = f"{opening} {' '.join(sides)} {rng.choice(COMPARE_ASK).format(a=a, b=b)}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="shift_log",
        subcategory="duration_calculation",
        levels=SHIFT_LEVELS,
        make=make_shift_log,
        solve=solve.shift_log,
        method="datetime differences of the clock readings in the text",
    ),
    Family(
        name="zone_journey",
        subcategory="duration_calculation",
        levels=JOURNEY_LEVELS,
        make=make_journey,
        solve=solve.zone_journey,
        method="zone-aware datetimes moved along the legs in the text",
    ),
    Family(
        name="compare_totals",
        subcategory="duration_calculation",
        levels=COMPARE_LEVELS,
        make=make_compare_totals,
        solve=solve.compare_totals,
        method="exact fractions of an hour summed from the text",
        two_way=True,
    ),
)
