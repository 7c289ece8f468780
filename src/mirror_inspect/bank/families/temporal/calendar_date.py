"""Calendar dates: working-day deadlines with closures, chains of dependent dates, weekdays far apart."""

import itertools
import random
from datetime import date, timedelta
from typing import Final

from mirror_inspect.bank.families.temporal._surface import ORDINALS, WEEKDAYS, listed, long_date, some_date
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.temporal import calendar_date as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

DEADLINE_LEVELS: Final = {
    1: {"weeks": 0, "closures": 0, "weekday_given": True},
    2: {"weeks": 1, "closures": 1, "weekday_given": True},
    3: {"weeks": 4, "closures": 2, "weekday_given": True},
    4: {"weeks": 9, "closures": 4, "weekday_given": False},
    5: {"weeks": 25, "closures": 8, "weekday_given": False},
}
"""``weeks`` is the number of working days divided by five, rounded down."""

WORKING: Final = (
    "The {work} in {place} works from {first} to {last} and rests on the other two days of the week.",
    "Working days at the {work} of {place} are {first} to {last}.",
    "At a {work} in {place}, only {first} to {last} count as working days.",
    "A {work} in {place} keeps a five-day week that runs from {first} to {last}.",
)
FILED: Final = (
    "{name} filed a {thing} there on {date}.",
    "On {date} it received a {thing} from {name}.",
    "It logged the arrival of a {thing} from {name} on {date}.",
    "A {thing} that {name} had written came in on {date}.",
)
FILED_FIRST: Final = (
    "{name} handed in a {thing} on {date}.",
    "On {date}, {name} took a {thing} to the counter in person.",
    "A {thing} from {name} came in on {date}.",
    "When {name} submitted a {thing}, the calendar showed {date}.",
)
THINGS: Final = ("refund request", "repair order", "complaint", "permit application", "damage report", "grant proposal",
                 "loan enquiry", "membership form", "supply order", "records query")  # fmt: skip
CLOSED: Final = (
    "It is also closed on {days}, whatever the weekday.",
    "On top of the weekly rest, it is closed on {days}.",
    "The notice board adds that it is closed on {days}.",
    "Besides, it will be closed on {days}.",
)
DUE: Final = (
    "The reply is due exactly {n} later; the day on which the {thing} came in does not count, and the next working day "
    "is number one.",
    "An answer must go out {n} afterwards; counting starts with the first working day after the day on "
    "which the {thing} came in.",
    "Rules allow {n} for the decision; the first working day after the day on which the {thing} came in is the first "
    "one counted, and the last one counted is the deadline.",
)
DUE_ASK: Final = (
    "Which date is the deadline, written as YYYY-MM-DD?",
    "Give the last permitted date in the form YYYY-MM-DD.",
    "What is the due date (YYYY-MM-DD)?",
)
WEEKS: Final = ((0, 4), (0, 4), (0, 4), (1, 5), (6, 3))


def make_workday_deadline(draw: Draw) -> Draft:
    """A deadline some working days away, with closing days in between."""
    rng = draw.rng
    weeks, closures = int(str(draw.params["weeks"])), int(str(draw.params["closures"]))
    first, last = rng.choice(WEEKS)
    resting = {(last + 1) % 7, (last + 2) % 7}
    n = 5 * weeks + rng.randint(0 if weeks else 2, 4)
    start = some_date(rng)
    if start.weekday() in resting:
        raise Redraw("filed on a rest day")
    span = 7 * n // 5 + closures
    closed = sorted(start + timedelta(days=d) for d in rng.sample(range(1, max(span, closures + 1)), closures))
    day, counted = start, 0
    while counted < n:
        day += timedelta(days=1)
        counted += day.weekday() not in resting and day not in closed
    if closed and closed[-1] >= day:
        raise Redraw("a closure lies after the deadline")
    american = rng.random() < 0.3
    shown = long_date(start, american=american)
    if draw.params["weekday_given"]:
        shown = f"{WEEKDAYS[start.weekday()]}, {shown}"
    fill = {"work": rng.choice(WORKPLACES), "place": rng.choice(PLACES), "first": WEEKDAYS[first],
            "last": WEEKDAYS[last], "name": rng.choice(NAMES), "thing": rng.choice(THINGS), "date": shown}  # fmt: skip
    if rng.random() < 0.5:
        body = [rng.choice(WORKING), rng.choice(FILED)]
    else:
        body = [rng.choice(FILED_FIRST), rng.choice(WORKING)]
    if closed:
        body.append(rng.choice(CLOSED).replace("{days}", _days(closed, american=american)))
    body += [rng.choice(DUE).replace("{n}", f"{n} working days"), rng.choice(DUE_ASK)]
    return Draft(" ".join(body).format(**fill), day.isoformat(), AnswerType.DATE)


def _days(days: list[date], *, american: bool) -> str:
    if american:
        return "; ".join(long_date(d, american=True) for d in days)
    return listed([long_date(d) for d in days])


CHAIN_LEVELS: Final = {
    1: {"steps": 1, "in_order": True},
    2: {"steps": 2, "in_order": True},
    3: {"steps": 4, "in_order": False},
    4: {"steps": 6, "in_order": False},
    5: {"steps": 12, "in_order": False},
}
EVENTS: Final = ("survey", "hearing", "site inspection", "first invoice", "public notice", "contract review", "audit",
                 "opening ceremony", "safety drill", "delivery", "final payment", "handover", "press briefing",
                 "test run", "council vote", "closing party", "stock count", "training day")  # fmt: skip
CHAIN_OPENINGS: Final = (
    "The planning sheet of a {work} in {place} hangs on one fixed point: the {event} on {date}.",
    "{name} has pinned only one date to the board of the {work}: {date}, the day of the {event}.",
    "For a project at the {work} in {place}, the {event} is set for {date}.",
    "Everything in {name}'s plan for the {work} depends on the {event}, which is on {date}.",
    "On {date} a {work} in {place} holds its {event}, and all other dates are derived from that.",
    "Work on the new {work} starts from the {event}, fixed by {name} for {date}.",
    "Only the {event} of the {work} has a printed date, {date}; {name} derives the rest.",
)
CHAIN_ASK: Final = (
    "On which date does the {event} fall? Write YYYY-MM-DD.",
    "Give the date of the {event} as YYYY-MM-DD.",
    "What is the date (YYYY-MM-DD) of the {event}?",
)


def _shift(rng: random.Random, base: date) -> tuple[date, str]:
    """Draw one dependency: the new date, and words with the event it depends on left as ``{base}``."""
    kind = rng.choice(("days", "days", "weeks", "weekday", "nth", "last", "end"))
    sign = 1 if rng.random() < 0.65 else -1
    after = "after" if sign > 0 else "before"
    if kind == "days":
        n = rng.randint(11, 95)
        return base + timedelta(days=sign * n), f"{n} days {after} the {{base}}"
    if kind == "weeks":
        n = rng.randint(2, 9)
        return base + timedelta(weeks=sign * n), f"{n} weeks {after} the {{base}}"
    weekday = rng.randrange(7)
    if kind == "weekday":
        day = base + timedelta(days=sign)
        while day.weekday() != weekday:
            day += timedelta(days=sign)
        edge = "first" if sign > 0 else "last"
        return day, f"on the {edge} {WEEKDAYS[weekday]} strictly {after} the {{base}}"
    following = date(base.year + base.month // 12, base.month % 12 + 1, 1)
    if kind == "nth":
        n = rng.randint(1, 4)
        day = following
        while day.weekday() != weekday:
            day += timedelta(days=1)
        day += timedelta(weeks=n - 1)
        return day, f"on the {ORDINALS[n - 1]} {WEEKDAYS[weekday]} of the calendar month after that of the {{base}}"
    day = following - timedelta(days=1)
    if kind == "end":
        return day, "on the last day of the calendar month of the {base}"
    while day.weekday() != weekday:
        day -= timedelta(days=1)
    return day, f"on the last {WEEKDAYS[weekday]} of the calendar month of the {{base}}"


def make_date_chain(draw: Draw) -> Draft:
    """Dates that depend on one another, told out of order at higher levels."""
    rng, steps = draw.rng, int(str(draw.params["steps"]))
    names = rng.sample(EVENTS, steps + 1)
    start = day = some_date(rng, 2028, 2033)
    sentences = []
    for before, event in itertools.pairwise(names):
        day, words = _shift(rng, day)
        verb = rng.choice(("takes place", "is held", "is planned", "comes"))
        sentences.append(f"The {event} {verb} {words.format(base=before)}.")
    if not draw.params["in_order"]:
        ordered = list(sentences)
        while sentences == ordered:
            rng.shuffle(sentences)
    fill = {"work": rng.choice(WORKPLACES), "place": rng.choice(PLACES), "name": rng.choice(NAMES),
            "event": names[0], "date": long_date(start)}  # fmt: skip
    ask = rng.choice(CHAIN_ASK).format(event=names[-1])
    text = f"{rng.choice(CHAIN_OPENINGS).format(**fill)} {' '.join(sentences)} {ask}"
    return Draft(text, day.isoformat(), AnswerType.DATE)


WEEKDAY_LEVELS: Final = {
    1: {"months": 0},
    2: {"months": 2},
    3: {"months": 9},
    4: {"months": 65},
    5: {"months": 1249},
}
KNOWN: Final = (
    "{name}'s {thing} says that {date} is a {weekday}.",
    "According to the {thing} on {name}'s desk, {date} falls on a {weekday}.",
    "{date} is a {weekday}, as {name} reads in a {thing}.",
    "In the archive of {place}, a {thing} shows {date} as a {weekday}.",
    "A {thing} at the {work} of {place} correctly lists {date} under {weekday}.",
    "Take it as given that {date} is a {weekday}; {name} looked it up in a {thing}.",
    "Leafing through a {thing}, {name} sees that {date} is a {weekday}.",
)
PLANNERS: Final = ("wall calendar", "diary", "desk planner", "almanac", "pocket calendar", "yearbook", "school planner")
RECORDS: Final = ("parish register", "ship's log", "almanac", "farm ledger", "perpetual calendar", "town chronicle")
WEEKDAY_ASK: Final = (
    "Is {date} a {weekday}?",
    "Does {date} then fall on a {weekday}?",
    "A friend claims that {date} is a {weekday}. Is the friend right?",
    "Would the page for {date} be headed {weekday}?",
)
GREGORIAN: Final = (
    "Use the Gregorian calendar throughout and answer yes or no.",
    "Answer yes or no, with the Gregorian leap-year rules.",
    "All dates are Gregorian; answer yes or no.",
)


def make_weekday_check(draw: Draw) -> Draft:
    """From the weekday of one date to that of another."""
    rng, months = draw.rng, int(str(draw.params["months"]))
    known = some_date(rng, 1851, 1925) if months > 100 else some_date(rng, 2027, 2029)
    index = known.year * 12 + known.month - 1 + months
    year, month = divmod(index, 12)
    length = ((date(year + month // 11, (month + 1) % 12 + 1, 1)) - timedelta(days=1)).day
    asked = date(year, month + 1, rng.randint(1, length))
    if asked == known:
        raise Redraw("same day")
    if months and rng.random() < 0.4:
        known, asked = asked, known
    claim = asked.weekday() if draw.first_side else (asked.weekday() + rng.choice((1, 2, 3, 4, 5, 6))) % 7
    american = rng.random() < 0.3
    fill = {"name": rng.choice(NAMES), "place": rng.choice(PLACES), "work": rng.choice(WORKPLACES),
            "thing": rng.choice(RECORDS if months > 100 else PLANNERS)}  # fmt: skip
    first = rng.choice(KNOWN).format(
        date=long_date(known, american=american), weekday=WEEKDAYS[known.weekday()], **fill
    )
    ask = rng.choice(WEEKDAY_ASK).format(date=long_date(asked, american=american), weekday=WEEKDAYS[claim])
    text = f"{first} {ask} {rng.choice(GREGORIAN)}"
    return Draft(
        text.replace("a almanac", "an almanac").replace("A almanac", "An almanac"),
        "yes" if draw.first_side else "no",
        AnswerType.YES_NO,
    )


FAMILIES: Final = (
    Family(
        name="workday_deadline",
        subcategory="calendar_date",
        levels=DEADLINE_LEVELS,
        make=make_workday_deadline,
        solve=solve.workday_deadline,
        method="business-day offset of numpy on dates read from the text",
    ),
    Family(
        name="date_chain",
        subcategory="calendar_date",
        levels=CHAIN_LEVELS,
        make=make_date_chain,
        solve=solve.date_chain,
        method="Julian day numbers over the dependency graph read from the text",
    ),
    Family(
        name="weekday_check",
        subcategory="calendar_date",
        levels=WEEKDAY_LEVELS,
        make=make_weekday_check,
        solve=solve.weekday_check,
        method="difference of Julian day numbers modulo seven",
        two_way=True,
    ),
)
