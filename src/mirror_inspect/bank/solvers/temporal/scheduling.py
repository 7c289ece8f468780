"""Re-derive schedules with a minute grid, interval colouring and a dynamic programme over subsets."""

import re

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.temporal._read import (
    CLOCK,
    DURATION,
    NUMBERS,
    read_clock,
    read_duration,
    show_clock,
    the,
)


def common_slot(text: str, options: tuple[str, ...]) -> Solution:
    """Mark busy minutes and look for the first free run that is long enough."""
    length = read_duration(the(re.search(DURATION, text), "length")[0])
    window = the(re.search(rf"(?:between|from) ({CLOCK}) (?:and|to) ({CLOCK})", text), "window")
    first, last = read_clock(window[1]), read_clock(window[2])
    free = [first <= m < last for m in range(1440)]
    people = re.findall(r"(\w+) is busy (.*?)\.", text)
    appointments = 0
    for _, slots in people:
        for start, duration in re.findall(rf"from ({CLOCK}) for ({DURATION})", slots):
            begin = read_clock(start)
            free[begin : begin + read_duration(duration)] = [False] * read_duration(duration)
            appointments += 1
    if appointments != len(re.findall(rf"from {CLOCK} for", text)):
        raise ValueError("an appointment was not understood")
    starts = [m for m in range(first, last - length + 1) if all(free[m : m + length])]
    if not starts:
        raise ValueError("there is no common slot")
    params = {"people": len(people), "appointments": appointments}
    return Solution(show_clock(starts[0]), appointments * len(people), params)


def room_count(text: str, options: tuple[str, ...]) -> Solution:
    """Give each booking, in order of its start, a unit that is free again, or a new one."""
    listing = the(re.search(r"The bookings: (.*?)\. ", text), "list of bookings")[1].split("; ")
    spans = []
    for line in listing:
        begin, end = (read_clock(t) for t in re.findall(CLOCK, line))
        spans.append((begin, end))
    units: list[int] = []
    looks = 0
    for begin, end in sorted(spans):
        looks += len(units) + 1
        free = [i for i, until in enumerate(units) if until <= begin]
        if free:
            units[free[0]] = end
        else:
            units.append(end)
    return Solution(str(len(units)), looks, {"bookings": len(spans)})


def deadline_check(text: str, options: tuple[str, ...]) -> Solution:
    """Find the earliest end for every set of jobs that can be finished in time."""
    start = read_clock(the(re.search(CLOCK, text), "start")[0])
    found = the(re.search(r"(\w+) jobs wait: (.*?)\. ", text), "list of jobs")
    jobs = []
    for line in found[2].split("; "):
        due = read_clock(the(re.search(rf"due by ({CLOCK})", line), "due time")[1])
        length = read_duration(the(re.search(rf"(?:takes|needs) ({DURATION})", line), "length")[1])
        ready = re.search(rf"(?:not before|arriving at) ({CLOCK})", line)
        jobs.append((length, read_clock(ready[1]) if ready else start, due))
    if len(jobs) != NUMBERS[found[1].lower()]:
        raise ValueError("the number of jobs is wrong")
    ends: dict[int, int] = {0: start}
    for done in range(2 ** len(jobs)):
        if done not in ends:
            continue
        for i, (length, release, due) in enumerate(jobs):
            end = max(ends[done], release) + length
            if not done >> i & 1 and end <= due:
                after = done | 1 << i
                ends[after] = min(end, ends.get(after, end))
    late = sum(release > start for _, release, _ in jobs)
    answer = "yes" if 2 ** len(jobs) - 1 in ends else "no"
    return Solution(answer, 2 ** len(jobs) * len(jobs), {"jobs": len(jobs), "late_material": late})
