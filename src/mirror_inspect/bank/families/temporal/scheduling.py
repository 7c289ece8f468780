"""Scheduling: a slot that suits everybody, the number of rooms, and whether deadlines can be met."""

import itertools
from typing import Final

from mirror_inspect.bank.families.temporal._surface import NUMBERS, capital, clock, hours_minutes, listed
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.temporal import scheduling as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

SLOT_LEVELS: Final = {
    1: {"people": 2, "appointments": 2},
    2: {"people": 2, "appointments": 4},
    3: {"people": 3, "appointments": 8},
    4: {"people": 4, "appointments": 13},
    5: {"people": 6, "appointments": 19},
}
SLOT_OPENINGS: Final = (
    "{names} want to meet for {d} without interruption.",
    "A meeting of {d} has to be found at the {work} in {place}; {names} must be there.",
    "The {work} in {place} plans a joint session of {d} for {names}.",
    "{name} wants to book {d} in a row with {names}.",
    "For a rehearsal of {d} in {place}, {names} are needed from beginning to end.",
    "The committee in {place}, made up of {names}, needs {d} together.",
    "Before the holidays, {names} have to sit down together for {d}.",
    "An inspection of the {work} takes {d} and cannot be split; {names} must attend all of it.",
)
SLOT_RULE: Final = (
    "It must lie between {a} and {b}; one thing may start at the very minute another ends.",
    "Possible times run from {a} to {b}, and nobody needs a pause between appointments.",
    "The whole of it has to fit between {a} and {b}; back-to-back appointments are fine.",
)
SLOT_ASK: Final = (
    "What is the earliest possible starting time (HH:MM, 24-hour clock)?",
    "When can it start at the earliest? Use the 24-hour clock (HH:MM).",
    "Give the earliest time at which it can begin, as HH:MM.",
)


def _overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def make_common_slot(draw: Draw) -> Draft:
    """The earliest slot in which everybody is free."""
    rng, n, total = draw.rng, int(str(draw.params["people"])), int(str(draw.params["appointments"]))
    names = rng.sample(NAMES, n + 1)
    length = rng.choice((35, 40, 45, 50, 55, 65, 70, 75, 80))
    day = (rng.choice((450, 480, 495, 510)), rng.choice((1140, 1200, 1215, 1230)))
    busy: dict[str, list[tuple[int, int]]] = {name: [] for name in names[:n]}
    owners = [*names[:n], *(rng.choice(names[:n]) for _ in range(total - n))]
    for owner in owners:
        for _ in range(60):
            start = (
                rng.randrange(day[0], day[1] - 60, 5) if total > 4 else rng.randrange(day[0], day[0] + 45 * total, 5)
            )
            slot = (start, start + rng.randrange(25, 150 if total < 10 else 105, 5))
            if slot[1] <= day[1] and not any(_overlap(slot, other) for other in busy[owner]):
                busy[owner].append(slot)
                break
        else:
            raise Redraw("no room for an appointment")
    taken = [slot for slots in busy.values() for slot in slots]
    starts = sorted({day[0], *(end for _, end in taken)})
    free = [s for s in starts if s + length <= day[1] and not any(_overlap((s, s + length), t) for t in taken)]
    if not free or free[0] == day[0]:
        raise Redraw("no slot, or the day's first minute")
    lines = []
    for name, slots in busy.items():
        slots.sort()
        said = [f"from {clock(a)} for {hours_minutes(b - a)}" for a, b in slots]
        lines.append(f"{name} is busy {listed(said)}.")
    rng.shuffle(lines)
    opening = rng.choice(SLOT_OPENINGS).format(
        names=listed(names[:n]), name=names[n], d=hours_minutes(length), work=rng.choice(WORKPLACES),
        place=rng.choice(PLACES),
    )  # fmt: skip
    rule = rng.choice(SLOT_RULE).format(a=clock(day[0]), b=clock(day[1]))
    return Draft(f"{opening} {rule} {' '.join(lines)} {rng.choice(SLOT_ASK)}", clock(free[0]), AnswerType.TIME)


ROOM_LEVELS: Final = {
    1: {"bookings": 3},
    2: {"bookings": 5},
    3: {"bookings": 8},
    4: {"bookings": 14},
    5: {"bookings": 24},
}
ROOM_OPENINGS: Final = (
    "The {work} in {place} rents out {thing} by the hour.",
    "On one day, {name} has to provide {thing} at the {work} for these bookings.",
    "Bookings for {thing} have come in at a {work} in {place}.",
    "{name} is in charge of the {thing} in {place} and looks at tomorrow's list.",
    "How many {thing} are needed in {place} tomorrow? {name} has the list.",
    "A {work} wants to buy as few {thing} as possible for its day of open doors.",
    "Guests of the {work} in {place} have reserved {thing} for one day.",
)
ROOM_THINGS: Final = ("rehearsal rooms", "tennis courts", "rowing boats", "meeting rooms", "delivery vans",
                      "work benches", "electric bicycles", "sewing machines")  # fmt: skip
ROOM_RULE: Final = (
    "Every booking needs one of its own for its whole time, and one that is returned can be handed out at that very "
    "minute.",
    "Each booking takes one for the whole period; one that comes back may go to the next booking in the same minute.",
    "A booking keeps its own until the end, and a new one may begin with it at exactly that time.",
)
ROOM_LINE: Final = ("{n} from {a} to {b}", "{a} to {b} ({n})", "{n}, {a} until {b}")
ROOM_ASK: Final = (
    "What is the smallest number of {thing} that suffices for all bookings?",
    "How many {thing} are needed at least to serve everyone?",
    "Give the least number of {thing} with which no booking has to be refused.",
)


def make_room_count(draw: Draw) -> Draft:
    """The fewest rooms for overlapping bookings."""
    rng, n = draw.rng, int(str(draw.params["bookings"]))
    names = rng.sample(NAMES, n + 1)
    spans = []
    for _ in range(n):
        start = rng.randrange(480, 1080, 5)
        spans.append((start, start + rng.randrange(40, 290 if n < 20 else 170, 5)))
    if n > 3 and rng.random() < 0.7:
        i, j = rng.sample(range(n), 2)
        spans[j] = (spans[i][1], spans[i][1] + rng.randrange(40, 200, 5))
    need = max(sum(a <= t < b for a, b in spans) for t, _ in spans)
    if need < 2 or max(b for _, b in spans) >= 1440:
        raise Redraw("nothing overlaps, or it runs past midnight")
    lines = [
        rng.choice(ROOM_LINE).format(n=who, a=clock(a), b=clock(b)) for who, (a, b) in zip(names, spans, strict=False)
    ]
    thing = rng.choice(ROOM_THINGS)
    opening = rng.choice(ROOM_OPENINGS).format(
        work=rng.choice(WORKPLACES), place=rng.choice(PLACES), name=names[n], thing=thing
    )
    ask = rng.choice(ROOM_ASK).format(thing=thing)
    text = f"{opening} {rng.choice(ROOM_RULE)} The bookings: {'; '.join(lines)}. {ask}"
    return Draft(text, str(need), AnswerType.INTEGER)


DEADLINE_LEVELS: Final = {
    1: {"jobs": 2, "late_material": 0},
    2: {"jobs": 3, "late_material": 0},
    3: {"jobs": 4, "late_material": 1},
    4: {"jobs": 5, "late_material": 2},
    5: {"jobs": 7, "late_material": 4},
}
"""``late_material`` counts the jobs that cannot begin when the work starts."""
DEADLINE_OPENINGS: Final = (
    "{name} is alone at the {work} in {place} today and begins at {t}.",
    "The only oven of a {work} in {place} is switched on at {t}.",
    "From {t} on, {name} has one machine at the {work} for all orders.",
    "A single truck serves the {work} in {place}; its first trip can start at {t}.",
    "At {t}, {name} sits down at the only microscope of the {work}.",
    "{name} repairs violins in {place} and opens the shop at {t}.",
    "One loading dock is all that the {work} in {place} has; it opens at {t}.",
    "The {work} in {place} owns one press, which runs from {t} onwards.",
)
JOBS: Final = ("green", "harbour", "Monday", "school", "festival", "express", "museum", "winter", "club", "hotel",
               "island", "charity", "wedding", "factory", "council")  # fmt: skip
DEADLINE_RULE: Final = (
    "Jobs are done one at a time and without interruption; changing from one to the next takes no time.",
    "Only one job can be under way at a time, a job once begun is finished first, and changing over takes no time.",
    "No two jobs overlap, none may be interrupted, and the next can begin the moment one ends.",
)
JOB_LINE: Final = ("the {j} order takes {d} and is due by {e}", "the {j} order, due by {e}, needs {d}")
JOB_READY: Final = (" (not before {r})", ", its material arriving at {r}")
DEADLINE_ASK: Final = (
    "Finishing exactly at the due time is in time. Can all be finished in time? Answer yes or no.",
    "A job that ends exactly when it is due counts as on time. Is there an order that is on time for all? "
    "Answer yes or no.",
    "Ending on the very minute of the deadline is allowed. Can every deadline be kept? Answer yes or no.",
)


def _feasible(jobs: list[tuple[int, int, int]], start: int) -> bool:
    """Whether some order of (length, ready, due) meets all due times, by trying all orders."""
    for order in itertools.permutations(jobs):
        now = start
        for length, ready, due in order:
            now = max(now, ready) + length
            if now > due:
                break
        else:
            return True
    return False


def make_deadlines(draw: Draw) -> Draft:
    """Whether one machine can meet all deadlines."""
    rng, n, late = draw.rng, int(str(draw.params["jobs"])), int(str(draw.params["late_material"]))
    start = rng.randrange(360, 540, 5)
    lengths = [rng.randrange(20, 100, 5) for _ in range(n)]
    now, jobs = start, []
    held = set(rng.sample(range(1, n), late)) if late else set()
    for i, length in enumerate(lengths):
        ready = rng.randrange(max(start + 5, now - 60), now + 20, 5) if i in held else start
        now = max(now, ready) + length
        jobs.append(
            [length, ready, now + (rng.randrange(0, 40, 5) if rng.random() < 0.6 else rng.randrange(40, 120, 5))]
        )
    if not draw.first_side:
        for _ in range(200):
            if not _feasible([(a, b, c) for a, b, c in jobs], start):
                break
            job = rng.choice(jobs)
            if job[2] - 5 >= job[1] + job[0]:
                job[2] -= 5
        else:
            raise Redraw("still feasible")
    rng.shuffle(jobs)
    if _feasible([(a, b, c) for a, b, c in jobs], start) is not draw.first_side:
        raise Redraw("not the wanted answer")
    naive, met = start, True
    for length, ready, due in jobs:
        naive = max(naive, ready) + length
        met &= naive <= due
    if draw.first_side and met and n > 2:
        raise Redraw("the order of the list already works")
    lines = []
    for label, (length, ready, due) in zip(rng.sample(JOBS, n), jobs, strict=True):
        line = rng.choice(JOB_LINE).format(j=label, d=hours_minutes(length), e=clock(due))
        lines.append(line + (rng.choice(JOB_READY).format(r=clock(ready)) if ready > start else ""))
    opening = rng.choice(DEADLINE_OPENINGS).format(
        name=rng.choice(NAMES), work=rng.choice(WORKPLACES), place=rng.choice(PLACES), t=clock(start)
    )
    rule = rng.choice(DEADLINE_RULE)
    text = f"{opening} {rule} {capital(NUMBERS[n])} jobs wait: {'; '.join(lines)}. {rng.choice(DEADLINE_ASK)}"
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="common_slot",
        subcategory="scheduling",
        levels=SLOT_LEVELS,
        make=make_common_slot,
        solve=solve.common_slot,
        method="minute grid of the day marked from the text",
    ),
    Family(
        name="room_count",
        subcategory="scheduling",
        levels=ROOM_LEVELS,
        make=make_room_count,
        solve=solve.room_count,
        method="interval colouring: bookings assigned to free units in order of time",
    ),
    Family(
        name="deadline_check",
        subcategory="scheduling",
        levels=DEADLINE_LEVELS,
        make=make_deadlines,
        solve=solve.deadline_check,
        method="dynamic programme over sets of finished jobs",
        two_way=True,
    ),
)
