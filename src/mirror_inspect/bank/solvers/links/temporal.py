"""Re-derive the temporal bridges from their texts."""

import re
from datetime import date, datetime
from typing import Final

DATE: Final = r"(\d{1,2} [A-Z][a-z]+ \d{4})"
DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _day(text: str) -> date:
    return datetime.strptime(text, "%d %B %Y").date()


def working_days(text: str) -> str:
    """Let numpy count business days with a week mask and holidays."""
    import numpy as np

    start = re.search(rf"on ({'|'.join(DAYS)}), {DATE}, and", text)
    count = re.search(r"(\d+) working days later", text)
    week = re.search(r"works from (\w+) to (\w+)(?: but is closed on ([^.]+))?\.", text)
    if not (start and count and week):
        raise ValueError("no deadline found")
    first = _day(start[2])
    if DAYS[first.weekday()] != start[1]:
        raise ValueError("the weekday does not fit the date")
    a, b = DAYS.index(week[1]), DAYS.index(week[2])
    mask = [(d - a) % 7 <= (b - a) % 7 for d in range(7)]
    closed = [_day(d) for d in re.findall(DATE, week[3] or "")]
    # A start on a closed day is moved back, so that the next working day is number one.
    return str(np.busday_offset(first, int(count[1]), roll="backward", weekmask=mask, holidays=closed))


def row_of_turns(text: str) -> str:
    """Go through the turns one by one."""
    count = re.search(r"There are (\d+) ", text)
    each = re.search(r"takes (\d+) minutes", text)
    if not (count and each):
        raise ValueError("no turns found")
    gap = re.search(r"Between one and the next there are (\d+) minutes", text)
    pauses = re.findall(r"After every (\d+)(?:st|nd|rd|th) [^.]*?(\d+) minutes", text)
    total = 0
    for turn in range(1, int(count[1]) + 1):
        total += int(each[1])
        if turn < int(count[1]):
            wait = int(gap[1]) if gap else 0
            for every, minutes in pauses:
                wait = int(minutes) if turn % int(every) == 0 else wait
            total += wait
    return str(total)


def chain_of_dates(text: str) -> str:
    """Propagate day numbers over the links until nothing is open."""
    start = re.search(rf"begins with the ([a-z -]+?) on {DATE}\.", text)
    asked = re.search(r"On which date is the ([a-z -]+)\?", text)
    links = re.findall(r"The ([a-z -]+?) comes (\d+) (days|weeks) (after|before) the ([a-z -]+?)\.", text)
    if not (start and asked and links):
        raise ValueError("no chain found")
    known = {start[1]: _day(start[2]).toordinal()}
    while len(known) <= len(links):
        before = len(known)
        for what, k, unit, way, other in links:
            if other in known:
                step = int(k) * (7 if unit == "weeks" else 1)
                known[what] = known[other] + (step if way == "after" else -step)
        if len(known) == before:
            raise ValueError("the links do not hang together")
    return date.fromordinal(known[asked[1]]).isoformat()


def span_of_events(text: str) -> str:
    """Place the events on a time line, starting anywhere, and measure it."""
    links = re.findall(r"The ([a-z ]+?) was (\d+) days (after|before) the ([a-z ]+?)\.", text)
    if not links:
        raise ValueError("no events found")
    days = {links[0][0]: 0}
    for _ in links:
        for what, k, way, other in links:
            step = int(k) if way == "after" else -int(k)
            if other in days:
                days.setdefault(what, days[other] + step)
            if what in days:
                days.setdefault(other, days[what] - step)
    return str(max(days.values()) - min(days.values()))


def tank_level(text: str) -> str:
    """Go through the day minute by minute."""
    start = re.search(r"At (\d\d):(\d\d) the \w+ held (\d+) ", text)
    flows = re.findall(r"from (\d\d):(\d\d) to (\d\d):(\d\d), (\d+) \w+ a minute (in|out)", text)
    end = re.search(r"hold at (\d\d):(\d\d)\?", text)
    if not (start and flows and end):
        raise ValueError("no flows found")
    level = int(start[3])
    for minute in range(int(start[1]) * 60 + int(start[2]), int(end[1]) * 60 + int(end[2])):
        for h1, m1, h2, m2, rate, way in flows:
            if int(h1) * 60 + int(m1) <= minute < int(h2) * 60 + int(m2):
                level += int(rate) if way == "in" else -int(rate)
    return str(level)


def queue_end(text: str) -> str:
    """The latest of all sums of one earliest start and the lengths from there on."""
    jobs = re.findall(r" ([A-J]) takes (\d+) minutes and can begin (\d+) minutes after opening", text)
    if not jobs or [j[0] for j in jobs] != sorted(j[0] for j in jobs):
        raise ValueError("no queue found")
    lengths = [int(j[1]) for j in jobs]
    return str(max(int(job[2]) + sum(lengths[i:]) for i, job in enumerate(jobs)))
