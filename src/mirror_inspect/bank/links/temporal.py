"""Bridges that need reasoning about time: working days, a row of appointments, a chain of dates."""

import random
from datetime import date, timedelta
from typing import Final

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


BRIDGES: Final = (
    Bridge(
        "working_days", "calendar_date", AnswerType.DATE, 1, 1_500, WORKDAY_SKINS, draw_workdays,
        solve.working_days, "numpy business days",
    ),
    Bridge(
        "row_of_turns", "duration_calculation", AnswerType.INTEGER, 2, 20_000, ROUND_SKINS, draw_rounds,
        solve.row_of_turns, "minute by minute simulation",
    ),
    Bridge(
        "chain_of_dates", "calendar_date", AnswerType.DATE, 2, 5_000, CHAIN_SKINS, draw_chain,
        solve.chain_of_dates, "day numbers propagated over the links",
    ),
)  # fmt: skip
