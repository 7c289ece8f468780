"""Bridges that need reasoning about time: working days, a row of appointments, a chain of dates."""

import random
from datetime import date, timedelta
from typing import Final

from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import WEEKDAYS, Bridge, Drawn, Skin, joined, opening
from mirror_inspect.bank.solvers.links import temporal as solve
from mirror_inspect.taxonomy import AnswerType

WEEKS: Final = (("Monday to Friday", (0, 1, 2, 3, 4)), ("Monday to Saturday", (0, 1, 2, 3, 4, 5)),
                ("Sunday to Thursday", (6, 0, 1, 2, 3)), ("Tuesday to Saturday", (1, 2, 3, 4, 5)))  # fmt: skip

WORKDAY_SKINS: Final = (
    Skin(
        "business_evaluation",
        ("a bank in {place} reads a loan application", "{name} hands in the accounts of a firm in {place}"),
        {"start": "The file is stamped", "due": "the decision is due"},
    ),
    Skin(
        "property_management",
        ("{name} waits for a building permit in {place}", "the heating of a house in {place} is to be replaced"),
        {"start": "The request is filed", "due": "the answer must be there"},
    ),
    Skin(
        "product_design",
        ("a studio in {place} sends a prototype to be tested", "{name} has a new chair tested in {place}"),
        {"start": "The parcel is logged", "due": "the test report is promised"},
    ),
)


def _long(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


def draw_workdays(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The date a number of working days later."""
    name, working = WEEKS[0] if level <= 2 else rng.choice(WEEKS)
    start = date(2027, 1, 1) + timedelta(days=rng.randrange(2500))
    span = n * 7 // len(working)
    holidays: list[date] = []
    if level > 1:
        days = [start + timedelta(days=k) for k in range(1, max(span, 5))]
        days = [d for d in days if d.weekday() in working]
        holidays = sorted(rng.sample(days, min(len(days) // 2, (0, 1, 3, 5, 8)[level - 1])))

    def due(v: int) -> str:
        if not 0 < v < 20_000:
            return ""
        day, left = start, v
        while left:
            day += timedelta(days=1)
            left -= day.weekday() in working and day not in closed
        return day.isoformat()

    closed = frozenset(holidays)
    text = f"{opening(rng, skin)} {skin.words['start']} on {WEEKDAYS[start.weekday()]}, {_long(start)}, and "
    text += f"{skin.words['due']} {{n}} working days later; the next working day counts as the first. "
    text += f"The office works from {name}"
    text += f" but is closed on {joined([_long(d) for d in holidays])}" if holidays else ""
    return Drawn(f"{text}. Which date is that? Write it as YYYY-MM-DD.", due)


ROUND_SKINS: Final = (
    Skin(
        "medical_scheduling",
        ("the clinic in {place} offers flu shots", "{name} organises hearing tests in {place}"),
        {"what": "appointments", "one": "appointment"},
    ),
    Skin(
        "warehouse_operations",
        ("a packing line in {place} runs without end", "{name} supervises a packing machine"),
        {"what": "batches", "one": "batch"},
    ),
    Skin(
        "kitchen_planning",
        ("a baker in {place} has a single oven", "{name} bakes for a wedding with one small oven"),
        {"what": "trays", "one": "tray"},
    ),
)


def draw_rounds(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The minutes from the first start to the last end of a row of equal turns with pauses."""
    each, gap = rng.randint(4, 9 + 8 * level), rng.randint(1, 6)
    every, pause = rng.randint(3, 7), rng.randint(8, 25)
    block, long_pause = every * rng.randint(2, 4), rng.randint(30, 75)

    def minutes(v: int) -> str:
        if v < 1:
            return ""
        inner = v - 1
        total = v * each + (inner * gap if level > 1 else 0)
        if level > 2:
            total += inner // every * (pause - gap)
        if level > 3:
            total += inner // block * (long_pause - pause)
        return str(total)

    words = skin.words
    parts = [f"Each {words['one']} takes {each} minutes"]
    if level == 1:
        parts[0] += ", and the next one follows at once"
    else:
        parts.append(f"Between one and the next there are {gap} minutes")
    if level > 2:
        parts.append(f"After every {every}th there is a pause of {pause} minutes instead")
    if level > 3:
        parts.append(f"After every {block}th that pause is replaced by one of {long_pause} minutes")
    text = (
        f"{opening(rng, skin)} There are {{n}} {words['what']}, one after the other. {'. '.join(parts)}. "
        "Nothing follows "
    )
    text += f"the last {words['one']}. How many minutes pass from the start of the first to the end of the last?"
    return Drawn(_ordinals(text), minutes)


def _ordinals(text: str) -> str:
    for n, ending in ((1, "st"), (2, "nd"), (3, "rd")):
        for tens in ("", "2", "3"):
            text = text.replace(f" {tens}{n}th", f" {tens}{n}{ending}")
    return text


MILESTONES: Final = (
    "kick-off", "rehearsal", "inspection", "dress fitting", "photo session", "sound check", "press call", "tasting",
    "site visit", "final vote", "ribbon cutting", "handover", "farewell dinner", "stock check",
)  # fmt: skip
CHAIN_SKINS: Final = (
    Skin(
        "event_logistics",
        ("{name} plans a wedding in {place}", "the opera in {place} plans its next premiere"),
        {"plan": "plan"},
    ),
    Skin(
        "medical_scheduling",
        ("a ward in {place} plans its move to a new building", "{name} plans the opening of a surgery"),
        {"plan": "schedule"},
    ),
    Skin(
        "code_review",
        ("a team in {place} plans the release of its app", "{name} reads the comments in a release script"),
        {"plan": "script"},
    ),
    Skin(
        "trip_planning",
        ("{name} plans an expedition from {place}", "a choir from {place} plans a long tour"),
        {"plan": "itinerary"},
    ),
)


def draw_chain(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The last of several dates that are each fixed by a distance from another one."""
    links = (1, 2, 4, 6, 9)[level - 1]
    names = rng.sample(MILESTONES, links + 1)
    start = date(2027, 1, 1) + timedelta(days=rng.randrange(2500))
    at = rng.randrange(links)
    offset, lines = 0, []
    for i in range(links):
        later = i == at or rng.random() < 0.6
        way = "after" if later else "before"
        if i == at:
            lines.append(f"The {names[i + 1]} comes {{n}} days after the {names[i]}.")
            continue
        weeks = rng.random() < 0.4
        k = rng.randint(2, 14) if weeks else rng.randint(3, 120)
        offset += (7 if weeks else 1) * (k if later else -k)
        lines.append(f"The {names[i + 1]} comes {k} {'weeks' if weeks else 'days'} {way} the {names[i]}.")
    if level > 2:
        rng.shuffle(lines)
    text = (
        f"{opening(rng, skin)} The {skin.words['plan']} begins with the {names[0]} on {_long(start)}. "
        f"{' '.join(lines)} "
    )
    text += f"On which date is the {names[-1]}? Write it as YYYY-MM-DD."
    return Drawn(text, lambda v: (start + timedelta(days=v + offset)).isoformat() if abs(v) < 500_000 else "")


SPAN_SKINS: Final = (
    Skin(
        "business_evaluation",
        ("{name} reconstructs how a firm in {place} was founded", "a bank reads the history of a firm"),
        {"what": "founding"},
    ),
    Skin(
        "property_management",
        ("{name} goes through the repairs of a house", "the repairs of a house in {place} are listed"),
        {"what": "repairs"},
    ),
    Skin(
        "code_review",
        ("{name} reads the history of a repository", "a team in {place} looks back at its releases"),
        {"what": "releases"},
    ),
)
HAPPENINGS: Final = (
    "first visit",
    "contract",
    "power cut",
    "audit",
    "fire drill",
    "name change",
    "lawsuit",
    "fair",
    "flood",
    "sale",
)


def draw_span(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The days between the earliest and the latest of several events given relative to each other."""
    links = (2, 3, 4, 6, 8)[level - 1]
    names = rng.sample(HAPPENINGS, links + 1)
    at = rng.randrange(links)
    steps, lines = [], []
    for i in range(links):
        later = i == at or rng.random() < 0.6
        k = rng.randint(2, max(9, n // 2 + 5))
        other = rng.randrange(i + 1)
        steps.append((i + 1, other, None if i == at else (k if later else -k)))
        shown = "{n}" if i == at else str(k)
        lines.append(f"The {names[i + 1]} was {shown} days {'after' if later else 'before'} the {names[other]}.")

    def span(v: int) -> int:
        days = {0: 0}
        for event, other, k in steps:
            days[event] = days[other] + (v if k is None else k)
        return max(days.values()) - min(days.values())

    if not span(n - 1) < span(n) < span(n + 1) or any(span(v) == span(n) for v in range(n)) or span(n) == n:
        raise Redraw("the number does not decide the span")
    rng.shuffle(lines)
    text = f"{opening(rng, skin)} About the {skin.words['what']} this is known: {' '.join(lines)} "
    text += "How many days lie between the earliest and the latest of all these events?"
    return Drawn(text, lambda v: str(span(v)) if v >= 0 else "")


TANK_SKINS: Final = (
    Skin(
        "agriculture",
        ("{name} looks after the rain tank of a nursery", "a nursery near {place} waters from one tank"),
        {"what": "tank", "unit": "litres"},
    ),
    Skin(
        "kitchen_planning",
        ("a dairy in {place} fills and empties its vat", "{name} is in charge of the milk vat"),
        {"what": "vat", "unit": "litres"},
    ),
    Skin(
        "warehouse_operations",
        ("the grain bunker of a mill in {place} is never at rest", "{name} watches a grain bunker"),
        {"what": "bunker", "unit": "kilograms"},
    ),
)


def draw_tank(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What a tank holds after flows that begin and end at stated times."""
    words = skin.words
    minute = start = rng.randint(6 * 60, 9 * 60)
    change, lines = 0, []
    for i in range((1, 2, 3, 5, 7)[level - 1]):
        minute += rng.randint(5, 35)
        rate, length = rng.randint(2, 8 + 6 * level), rng.randint(5, 20 + 10 * level)
        into = i == 0 or n + change < rate * length or rng.random() < 0.6
        change += rate * length if into else -rate * length
        lines.append(
            f"from {_clock(minute)} to {_clock(minute + length)}, {rate} {words['unit']} a minute "
            f"{'in' if into else 'out'}"
        )
        minute += 0 if level > 3 and rng.random() < 0.5 else length
    end = max(minute, start) + 120
    rng.shuffle(lines)
    text = (
        f"{opening(rng, skin)} At {_clock(start)} the {words['what']} held {{n}} {words['unit']}. The "
        "flows of the day were: "
    )
    text += f"{'; '.join(lines)}. Nothing else went in or out. How many {words['unit']} did it hold at {_clock(end)}?"
    return Drawn(text, lambda v: str(v + change))


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


QUEUE_SKINS: Final = (
    Skin(
        "product_design",
        ("the only laser cutter in {place} has a full day", "{name} plans the day of a 3D printer"),
        {"job": "print"},
    ),
    Skin(
        "sports_club",
        ("a club in {place} has a single rowing machine", "{name} plans the turns on a rowing machine"),
        {"job": "turn"},
    ),
    Skin(
        "code_review",
        ("{name} looks at the queue of a build server", "a build server in {place} works through its queue"),
        {"job": "build"},
    ),
)


def draw_queue(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """When a machine is done that takes jobs in order, each not before it is there."""
    count = (2, 3, 5, 7, 10)[level - 1]
    key = rng.randrange(count)
    length = [rng.randint(3, max(8, n // 2)) for _ in range(count)]
    ready = [rng.randint(0, max(6, (n + sum(length[:i])) // 2)) for i in range(count)]

    def done(v: int) -> int:
        at = 0
        for i in range(count):
            at = max(at, ready[i]) + (v if i == key else length[i])
        return at

    if not done(n - 1) < done(n) < done(n + 1) or done(n) == n:
        raise Redraw("the job does not decide")
    job = skin.words["job"]
    lines = []
    for i in range(count):
        takes = "{n}" if i == key else length[i]
        lines.append(
            f"{job} {chr(65 + i)} takes {takes} minutes and can begin {ready[i]} minutes after opening at the earliest"
        )
    text = (
        f"{opening(rng, skin)} One {job} at a time, strictly in the order of the letters, without "
        "interruptions and as early as "
    )
    text += f"possible: {'; '.join(lines)}. How many minutes after opening is the last {job} finished?"
    return Drawn(text, lambda v: str(done(v)) if v >= 0 else "")


BRIDGES: Final = (
    Bridge(
        "working_days",
        "calendar_date",
        AnswerType.DATE,
        1,
        1_500,
        WORKDAY_SKINS,
        draw_workdays,
        solve.working_days,
        "numpy business days",
    ),
    Bridge(
        "row_of_turns",
        "duration_calculation",
        AnswerType.INTEGER,
        2,
        20_000,
        ROUND_SKINS,
        draw_rounds,
        solve.row_of_turns,
        "minute by minute simulation",
    ),
    Bridge(
        "chain_of_dates",
        "calendar_date",
        AnswerType.DATE,
        2,
        5_000,
        CHAIN_SKINS,
        draw_chain,
        solve.chain_of_dates,
        "day numbers propagated over the links",
    ),
    Bridge(
        "span_of_events",
        "sequence_ordering",
        AnswerType.INTEGER,
        4,
        20_000,
        SPAN_SKINS,
        draw_span,
        solve.span_of_events,
        "positions relaxed on a time line",
    ),
    Bridge(
        "tank_level",
        "rate_time",
        AnswerType.INTEGER,
        1,
        20_000,
        TANK_SKINS,
        draw_tank,
        solve.tank_level,
        "minute by minute balance",
    ),
    Bridge(
        "queue_end",
        "scheduling",
        AnswerType.INTEGER,
        4,
        20_000,
        QUEUE_SKINS,
        draw_queue,
        solve.queue_end,
        "longest path of waiting and working",
    ),
)
