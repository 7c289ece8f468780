"""Re-derive calendar items: numpy business days, and Julian day numbers over a graph of dated events."""

import re

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.temporal._read import (
    DATE,
    ORDINALS,
    WEEKDAY,
    WEEKDAYS,
    day_number,
    from_day_number,
    iso,
    read_date,
    the,
)


def workday_deadline(text: str, options: tuple[str, ...]) -> Solution:
    """Offset the filing date by working days, given the weekly pattern and the closing days."""
    import numpy as np

    pattern = the(re.search(rf"({WEEKDAY}) to ({WEEKDAY})", text), "working week")
    first, last = WEEKDAYS[pattern[1]], WEEKDAYS[pattern[2]]
    mask = [(day - first) % 7 <= (last - first) % 7 for day in range(7)]
    days = int(the(re.search(r"(\d+) working days", text), "number of working days")[1])
    sentences = re.split(r"(?<=[.?])\s", text)
    closing = [s for s in sentences if " closed on " in s]
    if len(closing) > 1:
        raise ValueError("more than one sentence about closing days")
    closures = re.findall(DATE, closing[0]) if closing else []
    filed = [d for s in sentences if s not in closing for d in re.findall(DATE, s)]
    if len(filed) != 1:
        raise ValueError(f"expected one filing date, found {filed}")
    start = np.datetime64(iso(read_date(filed[0])))
    given = re.search(rf"({WEEKDAY}), {re.escape(filed[0])}", text)
    if given and WEEKDAYS[given[1]] != read_date(filed[0]) % 7:
        raise ValueError("the weekday given is wrong")
    holidays = [np.datetime64(iso(read_date(d))) for d in closures]
    due = np.busday_offset(start, days, roll="preceding", weekmask=mask, holidays=holidays)
    walked = int((due - start).astype(int)) + len(closures)
    params = {"weeks": days // 5, "closures": len(closures), "weekday_given": given is not None}
    return Solution(str(due), walked, params)


def _month_edges(number: int) -> tuple[int, int]:
    """Return the day numbers of the first day of the next month, and of the one after it."""
    year, month, _ = from_day_number(number)
    following, after = year * 12 + month, year * 12 + month + 1
    return day_number(following // 12, following % 12 + 1, 1), day_number(after // 12, after % 12 + 1, 1)


def _apply(words: str, base: int) -> int:
    """Return the day number that a dependency such as "5 weeks before" yields from its base."""
    if found := re.fullmatch(r"(\d+) (days|weeks) (after|before)", words):
        size = int(found[1]) * (7 if found[2] == "weeks" else 1)
        return base + size if found[3] == "after" else base - size
    if found := re.fullmatch(rf"on the (?:first|last) ({WEEKDAY}) strictly (after|before)", words):
        weekday = WEEKDAYS[found[1]]
        if found[2] == "after":
            return base + 1 + (weekday - base - 1) % 7
        return base - 1 - (base - 1 - weekday) % 7
    following, _ = _month_edges(base)
    if words == "on the last day of the calendar month of":
        return following - 1
    if found := re.fullmatch(rf"on the last ({WEEKDAY}) of the calendar month of", words):
        return following - 1 - (following - 1 - WEEKDAYS[found[1]]) % 7
    found = the(re.fullmatch(rf"on the (\w+) ({WEEKDAY}) of the calendar month after that of", words), "dependency")
    return following + (WEEKDAYS[found[2]] - following) % 7 + 7 * (ORDINALS[found[1]] - 1)


def date_chain(text: str, options: tuple[str, ...]) -> Solution:
    """Resolve every dated event from the fixed one."""
    link = re.compile(r"^The (.+?) (?:takes place|is held|is planned|comes) (.+) the (.+)\.$")
    sentences = re.split(r"(?<=[.?])\s", text)
    links = [found for s in sentences if (found := link.match(s))]
    bases = {found[1]: (found[2], found[3]) for found in links}
    if len(bases) != len(links) or not links:
        raise ValueError("an event is dated twice, or none is")
    start = the(re.search(DATE, text), "fixed date")[0]
    (root,) = {base for _, base in bases.values()} - set(bases)
    if root not in sentences[0]:
        raise ValueError(f"{root!r} is not introduced")
    asked = the(
        re.search(r"(?:does the (.+) fall\?|date of the (.+) as|\(YYYY-MM-DD\) of the (.+)\?)", text), "question"
    )
    event = next(g for g in asked.groups() if g)

    def resolve(name: str) -> tuple[int, int]:
        if name == root:
            return read_date(start), 0
        words, base = bases[name]
        number, steps = resolve(base)
        return _apply(words, number), steps + 1

    number, steps = resolve(event)
    told = [found[1] for found in links]
    known, in_order = {root}, True
    for name in told:
        in_order &= bases[name][1] in known
        known.add(name)
    return Solution(iso(number), steps, {"steps": steps, "in_order": in_order})


def weekday_check(text: str, options: tuple[str, ...]) -> Solution:
    """Count days between two dates and step the weekday."""
    dates, days = re.findall(DATE, text), re.findall(WEEKDAY, text)
    if len(dates) != 2 or len(days) != 2:
        raise ValueError("expected two dates and two weekdays")
    known, asked = map(read_date, dates)
    right = (WEEKDAYS[days[0]] + asked - known) % 7 == WEEKDAYS[days[1]]
    (y1, m1, _), (y2, m2, _) = from_day_number(known), from_day_number(asked)
    months = abs(12 * (y2 - y1) + m2 - m1)
    return Solution("yes" if right else "no", months + 1, {"months": months})
