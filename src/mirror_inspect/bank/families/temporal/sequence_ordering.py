"""Ordering in time: events with relative offsets, clock times in mixed notation, what must have come first."""

import random
from typing import Final

from mirror_inspect.bank.families.temporal._surface import NUMBERS, TWENTY_FOUR_HOURS, capital, clock, counted, listed
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.temporal import sequence_ordering as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

EVENTS: Final = (
    "flood", "library opening", "bridge repair", "harvest fair", "power cut", "school reunion", "market fire",
    "tree planting", "mayor's speech", "bicycle race", "roof collapse", "choir festival", "ferry strike", "snowstorm",
    "museum heist", "chess final", "statue unveiling", "water shortage", "film premiere", "train derailment",
    "town election", "street parade", "bakery move", "radio launch", "road closure", "lantern night",
)  # fmt: skip

OFFSET_LEVELS: Final = {
    1: {"events": 3, "mixed_units": False},
    2: {"events": 4, "mixed_units": False},
    3: {"events": 5, "mixed_units": True},
    4: {"events": 8, "mixed_units": True},
    5: {"events": 13, "mixed_units": True},
}
OFFSET_OPENINGS: Final = (
    "{name} is sorting clippings from the {place} gazette.",
    "A local historian in {place}, {name}, knows only how far apart things were.",
    "In the chronicle of {place}, dates are missing but intervals are given.",
    "{name} tries to put the year's events in {place} in order.",
    "From interviews in {place}, {name} collected these intervals.",
    "The archive of the {work} in {place} records when things happened relative to each other.",
    "An exhibition at the {work} of {place} needs a time line.",
    "Some facts about last year in {place} that {name} wrote on index cards:",
)
OFFSET: Final = (
    "The {later} came {gap} after the {earlier}.",
    "The {earlier} took place {gap} before the {later}.",
    "{Gap} passed from the {earlier} to the {later}.",
    "It was {gap} after the {earlier} that the {later} happened.",
)
OFFSET_ASK: Final = (
    "List the events from earliest to latest, separated by commas, without articles.",
    'Put the events in chronological order, the earliest first, separated by commas and without "the".',
    'What is the order of the events in time, first to last? Separate them by commas and leave out "the".',
)


def _gap(rng: random.Random, days: int, *, mixed: bool) -> str:
    if mixed and days % 7 == 0:
        return counted(days // 7, "week")
    if mixed and days > 14 and rng.random() < 0.5:
        return f"{counted(days // 7, 'week')} and {counted(days % 7, 'day')}"
    if mixed and days < 8 and rng.random() < 0.6:
        return f"{24 * days} hours"
    return counted(days, "day")


def make_offset_order(draw: Draw) -> Draft:
    """Events tied together by intervals only."""
    rng, n, mixed = draw.rng, int(str(draw.params["events"])), bool(draw.params["mixed_units"])
    events = rng.sample(EVENTS, n)
    times = dict(zip(events, rng.sample(range(1, 12 * n), n), strict=True))
    shown = []
    for i in range(1, n):
        a, b = events[i], events[rng.randrange(max(0, i - 3), i)]
        earlier, later = sorted((a, b), key=lambda e: times[e])
        gap = _gap(rng, times[later] - times[earlier], mixed=mixed)
        shown.append((rng.choice(OFFSET).format(earlier=earlier, later=later, gap=gap, Gap=capital(gap)), gap))
    if mixed and len({u for _, g in shown for u in ("hour", "week", "day") if u in g}) < 2:
        raise Redraw("one unit only")
    sentences = [s for s, _ in shown]
    rng.shuffle(sentences)
    opening = rng.choice(OFFSET_OPENINGS).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), work=rng.choice(WORKPLACES)
    )
    gold = ", ".join(sorted(events, key=lambda e: times[e]))
    return Draft(f"{opening} {' '.join(sentences)} {rng.choice(OFFSET_ASK)}", gold, AnswerType.ORDERED_LIST)


CLOCK_LEVELS: Final = {
    1: {"people": 3, "zones": 0},
    2: {"people": 4, "zones": 0},
    3: {"people": 5, "zones": 2},
    4: {"people": 7, "zones": 5},
    5: {"people": 13, "zones": 11},
}
CLOCK_OPENINGS: Final = (
    "{names} entered the same online contest.",
    "A data centre in {place} logged when {names} signed in.",
    "{n_capital} messages reached the {work} in {place}, from {names}.",
    "The club in {place} asks who was fastest among {names}.",
    "{names} each photographed the same comet.",
    "Votes were cast by {names} for the garden prize of {place}.",
    "For the records of a {work} in {place}, the phone calls of {names} are to be put in order.",
    "Sensors belonging to {names} reported the same tremor.",
)
CLOCK_LINE: Final = ("{name}: {t}", "{name} at {t}", "{t} ({name})")
CLOCK_ASK: Final = (
    "Order the {n} from earliest to latest by name, separated by commas.",
    "Give the names in order of time, the earliest first, separated by commas.",
    "Who comes first, second and so on? List all names in order, separated by commas.",
)
HOURS: Final = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
SAME_DAY: Final = "All of it happened on one day, between 00:00 and 23:59 UTC"


def _time_words(rng: random.Random, minutes: int) -> str:
    """Say a local time in one of five notations."""
    hour, minute = divmod(minutes % TWENTY_FOUR_HOURS, 60)
    half = "in the " + ("morning" if hour < 12 else "afternoon" if hour < 18 else "evening")
    options = [clock(minutes), f"{(hour - 1) % 12 + 1}:{minute:02d} {'am' if hour < 12 else 'pm'}"] * 2
    if minute in (15, 30) and hour:
        options += [f"{'quarter' if minute == 15 else 'half'} past {HOURS[hour % 12]} {half}"] * 3
    if minute == 45 and hour not in (0, 11, 23):
        options += [f"quarter to {HOURS[(hour + 1) % 12]} {half}"] * 3
    if 720 - 150 < minutes % TWENTY_FOUR_HOURS < 720:
        options.append(f"{720 - minutes % TWENTY_FOUR_HOURS} minutes before noon")
    if 720 < minutes % TWENTY_FOUR_HOURS < 870:
        options.append(f"{minutes % TWENTY_FOUR_HOURS - 720} minutes after noon")
    return rng.choice(options)


def make_clock_order(draw: Draw) -> Draft:
    """Times of one day in different notations and zones."""
    rng, n, zones = draw.rng, int(str(draw.params["people"])), int(str(draw.params["zones"]))
    names = rng.sample(NAMES, n)
    centre = rng.randint(400, 1000)
    step = rng.choice((1, 5))
    utc = dict(zip(names, rng.sample(range(max(0, centre - 45 * n), min(1439, centre + 45 * n), step), n), strict=True))
    lines = []
    zoned = set(rng.sample(names, zones))
    for name in names:
        offset = 0
        if name in zoned:
            offset = rng.choice([60 * h for h in range(-9, 11) if h] + [330, 345, 570, -210])
        t = _time_words(rng, utc[name] + offset)
        if zones:
            sign = "+" if offset >= 0 else "-"
            half = f":{abs(offset) % 60:02d}" if offset % 60 else ""
            t += f" UTC{sign}{abs(offset) // 60}{half}" if offset else " UTC"
        lines.append(rng.choice(CLOCK_LINE).format(name=name, t=t))
    rng.shuffle(lines)
    order = list(names)
    rng.shuffle(order)
    opening = rng.choice(CLOCK_OPENINGS).format(
        names=listed(order), place=rng.choice(PLACES), work=rng.choice(WORKPLACES), n_capital=capital(NUMBERS[n])
    )
    rule = f"{SAME_DAY}." if zones else "All of it happened on the same day and in the same time zone."
    ask = rng.choice(CLOCK_ASK).format(n=NUMBERS[n])
    gold = ", ".join(sorted(names, key=lambda x: utc[x]))
    return Draft(f"{opening} {rule} The times are: {'; '.join(lines)}. {ask}", gold, AnswerType.ORDERED_LIST)


PRECEDE_LEVELS: Final = {
    1: {"events": 3, "clues": 2},
    2: {"events": 4, "clues": 3},
    3: {"events": 6, "clues": 6},
    4: {"events": 8, "clues": 9},
    5: {"events": 14, "clues": 20},
}
PRECEDE_OPENINGS: Final = (
    "What is known about one busy year in {place} is only this.",
    "Two old diaries from {place} agree on the following.",
    "{name} interviewed people in {place} and is sure of these facts.",
    "A court in {place} has established the following about the order of events.",
    "The papers left by {name} support these statements about {place}.",
    "For a quiz about the history of {place}, {name} collected some facts.",
    "Nobody in {place} kept dates, but {name} is certain of this much.",
    "While clearing the attic of the {work} in {place}, {name} pieced this together.",
)
PRECEDE: Final = (
    "The {a} was before the {b}.",
    "The {b} came later than the {a}.",
    "When the {b} happened, the {a} was already past.",
    "Not until after the {a} did the {b} take place.",
    "The {a} was followed, sooner or later, by the {b}.",
)
PRECEDE_ASK: Final = (
    "No two events coincided. Is it certain that the {a} was earlier than the {b}? Answer yes or no.",
    "All events happened at different times. Can one be sure that the {a} preceded the {b}? Answer yes or no.",
    "No two of these happened at once. Do the facts prove that the {a} came before the {b}? Answer yes or no.",
)


def make_must_precede(draw: Draw) -> Draft:
    """Whether a partial order forces one event before another."""
    rng, n, clues = draw.rng, int(str(draw.params["events"])), int(str(draw.params["clues"]))
    events = rng.sample(EVENTS, n)
    pairs = [(i, j) for i in range(n) for j in range(i + 1, min(n, i + 5))]
    edges = rng.sample(pairs, clues)
    if {i for e in edges for i in e} != set(range(n)):
        raise Redraw("an event is never mentioned")
    reach = [[False] * n for _ in range(n)]
    for i, j in edges:
        reach[i][j] = True
    for k in range(n):
        for i in range(n):
            for j in range(n):
                reach[i][j] |= reach[i][k] and reach[k][j]
    if draw.first_side:
        asked = [(i, j) for i in range(n) for j in range(n) if reach[i][j] and (i, j) not in edges]
        asked = [p for p in asked if p[1] - p[0] >= min(n - 1, n // 2)]
    else:
        asked = [(i, j) for i in range(n) for j in range(n) if i != j and not reach[i][j] and (j, i) not in edges]
        if rng.random() < 0.7:
            asked = [p for p in asked if not reach[p[1]][p[0]]]
    if not asked:
        raise Redraw("no pair of the wanted kind")
    a, b = rng.choice(asked)
    rng.shuffle(edges)
    body = " ".join(rng.choice(PRECEDE).format(a=events[i], b=events[j]) for i, j in edges)
    opening = rng.choice(PRECEDE_OPENINGS).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), work=rng.choice(WORKPLACES)
    )
    text = f"{opening} {body} {rng.choice(PRECEDE_ASK).format(a=events[a], b=events[b])}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="offset_order",
        subcategory="sequence_ordering",
        levels=OFFSET_LEVELS,
        make=make_offset_order,
        solve=solve.offset_order,
        method="offsets propagated over a networkx graph read from the text",
    ),
    Family(
        name="clock_order",
        subcategory="sequence_ordering",
        levels=CLOCK_LEVELS,
        make=make_clock_order,
        solve=solve.clock_order,
        method="local times read from the text and reduced to UTC",
    ),
    Family(
        name="must_precede",
        subcategory="sequence_ordering",
        levels=PRECEDE_LEVELS,
        make=make_must_precede,
        solve=solve.must_precede,
        method="reachability in a networkx graph of the statements",
        two_way=True,
    ),
)
