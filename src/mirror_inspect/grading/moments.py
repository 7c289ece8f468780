"""Dates and clock times as answers."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Final

from mirror_inspect.grading.candidate import Candidate, rank
from mirror_inspect.grading.clean import plain
from mirror_inspect.grading.numerals import from_words
from mirror_inspect.grading.scalars import MONTHS
from mirror_inspect.grading.statements import Statement
from mirror_inspect.items import AnswerSpec

_MERIDIEM: Final = r"(?P<half>[ap])\.? ?m\b\.?"
_PART_OF_DAY: Final = re.compile(
    r",? ?(?:in the (?P<part>morning|afternoon|evening)|at (?P<night>night))", re.IGNORECASE
)
_CLOCK: Final = re.compile(
    rf"(?<![\d:.,/])(?:(?P<h>[01]?\d|2[0-4])(?::(?P<m>[0-5]\d)(?::[0-5]\d)?(?![:\d])(?: ?(?:{_MERIDIEM}))?"
    rf"|h(?P<m2>[0-5]\d)\b|\.(?P<m3>[0-5]\d) ?{_MERIDIEM.replace('half', 'half3')}"
    rf"|(?: o'clock)? ?{_MERIDIEM.replace('half', 'half2')}|(?P<o> o'clock))"
    r"|(?P<mil>[01]\d[0-5]\d|2[0-3][0-5]\d) ?(?:hours|hrs|h)\b|(?P<word>(?<![a-z])(?:noon|midday|midnight))\b)",
    re.IGNORECASE,
)
_HOURS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_WORDED: Final = re.compile(
    rf"\b(?:(?:(?P<min>half|(?:a )?quarter|five|ten|twenty|twenty[- ]five|\d{{1,2}}(?= minutes))"
    rf"(?: minutes)? (?P<dir>past|to|after|before) )?(?P<hour>{_HOURS}|\d{{1,2}})"
    rf"(?P<oc> o'clock)?)(?: ?(?:{_MERIDIEM}))?",
    re.IGNORECASE,
)
_OFFSET: Final = re.compile(
    r"(?:on |of )?(?:the )?(?:(?P<back>previous|prior|preceding|earlier) day|day (?P<back2>before|earlier|prior)"
    r"|(?P<next>next|following) day|day (?P<next2>after|later)"
    r"|(?P<same>same) day|\((?P<sign>[+-]) ?1(?: day)?\)|(?P<tom>tomorrow)|(?P<yes>yesterday))",
    re.IGNORECASE,
)
_MONTH: Final = rf"(?P<month>{MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>\d{4})"
_NAMED: Final = (
    re.compile(rf"\b{_MONTH} (?:the )?{_DAY}(?!\d)(?:,? (?:of )?{_YEAR}\b)?", re.IGNORECASE),
    re.compile(rf"(?<![\d.])\b{_DAY}(?: of)?[ -]{_MONTH}(?:,?[ -]{_YEAR}\b)?", re.IGNORECASE),
)
_ISO: Final = re.compile(r"(?<![\d/-])(\d{4})(?:-|/|\.|年)(\d{1,2})(?:-|/|\.|月)(\d{1,2})日?(?![\d])")
_SLASHED: Final = re.compile(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d])")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: minutes since midnight, whether a.m./p.m. is known, and the day it is said to fall on."""

    minute: int
    settled: bool
    offset: int | None
    start: int
    end: int


def _clock(hour: int, minute: int, half: str | None, *, padded: bool) -> tuple[int, bool] | None:
    if half:
        if not 1 <= hour <= 12:
            return (hour * 60 + minute, True) if hour < 24 else None
        hour = hour % 12 + (12 if half.lower() == "p" else 0)
        return hour * 60 + minute, True
    if hour == 24:
        return (0, True) if minute == 0 else None
    return hour * 60 + minute, padded or hour == 0 or hour > 12


def _part(text: str, end: int) -> tuple[str | None, int]:
    match = _PART_OF_DAY.match(text, end)
    if not match:
        return None, end
    return ("a" if match.group("part") == "morning" else "p"), match.end()


def _offset(text: str, start: int, end: int) -> int | None:
    """Return the day a time is said to fall on: -1, 0, 1, or ``None`` when nothing is said near it."""
    match = _OFFSET.search(text, end, min(len(text), end + 60)) or _OFFSET.search(text, max(0, start - 40), start)
    if not match:
        return None
    if match.group("same"):
        return 0
    back = match.group("back") or match.group("back2") or match.group("yes") or match.group("sign") == "-"
    return -1 if back else 1


def clocks(text: str) -> list[Clock]:
    """Return the times of day in a plain text, in order."""
    found: list[Clock] = []
    for match in list(_CLOCK.finditer(text))[:60]:
        end = match.end()
        if match.group("word"):
            value: tuple[int, bool] | None = (0 if match.group("word").lower() == "midnight" else 720, True)
        elif match.group("mil"):
            value = int(match.group("mil")[:2]) * 60 + int(match.group("mil")[2:]), True
        else:
            half = match.group("half") or match.group("half2") or match.group("half3")
            if not half:
                half, end = _part(text, end)
            minute = int(match.group("m") or match.group("m2") or match.group("m3") or 0)
            padded = match.group("h").startswith("0") or match.group("m2") is not None
            value = _clock(int(match.group("h")), minute, half, padded=padded)
        if value:
            found.append(Clock(*value, _offset(text, match.start(), end), match.start(), end))
    for match in list(_WORDED.finditer(text))[:60]:
        half = match.group("half")
        end = match.end()
        if not half:
            half, end = _part(text, end)
        if not (match.group("min") or match.group("oc") or half) or any(
            c.start < end and match.start() < c.end for c in found
        ):
            continue
        clock = _worded_clock(match, half)
        if clock:
            found.append(Clock(*clock, _offset(text, match.start(), end), match.start(), end))
    return sorted(found, key=lambda c: c.start)


def _worded_clock(match: re.Match[str], half: str | None) -> tuple[int, bool] | None:
    raw = match.group("hour")
    spelled = Fraction(int(raw)) if raw.isdigit() else from_words(raw)
    if spelled is None or not 0 <= spelled <= 24:
        return None
    hour, minute = int(spelled), 0
    if match.group("min"):
        word = match.group("min").lower().removeprefix("a ")
        count = {"half": 30, "quarter": 15}.get(word) or (int(word) if word.isdigit() else int(from_words(word) or 0))
        if match.group("dir").lower() in ("to", "before"):
            hour, minute = (hour - 1) % 24 or 12, 60 - count
        else:
            minute = count
    return _clock(hour, minute, half, padded=False) if 0 <= minute < 60 else None


def read_times(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return the times of day in a statement as candidates; without a.m. or p.m. a time can stay undecided."""
    golds = [c for text in (spec.gold, *spec.aliases) for c in clocks(plain(text))[:1]]
    if not golds:
        return []
    twelve = re.search(r"[ap]\.?m|noon|midnight|o'clock", spec.gold, re.IGNORECASE) is not None
    text = statement.text
    return [
        Candidate(
            text[c.start : c.end].strip(),
            (c.minute, c.offset),
            _time_right(c, golds, spec.tolerance or 0, twelve=twelve),
            c.start,
            c.end,
            rank(statement, c.start, c.end),
        )
        for c in clocks(text)
    ]


def _time_right(clock: Clock, golds: list[Clock], tolerance: float, *, twelve: bool) -> bool | None:
    undecided = False
    for gold in golds:
        if gold.offset is not None and clock.offset is not None and gold.offset != clock.offset:
            continue
        apart = abs(clock.minute - gold.minute)
        if min(apart, 1440 - apart) <= tolerance and (
            clock.settled or not twelve or gold.minute < 720 or gold.minute == clock.minute
        ):
            return True
        if twelve and not clock.settled and min(abs(apart - 720), 720) <= tolerance:
            undecided = True
    return None if undecided else False


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _named_date(match: re.Match[str]) -> date | None:
    from dateutil import parser

    year = match.group("year")
    try:
        parsed = parser.parse(
            f"{match.group('day')} {match.group('month')} {year or '2000'}", dayfirst=True, default=datetime(2000, 1, 1)
        )
    except (ValueError, OverflowError):
        return None
    return parsed.date()


@dataclass(frozen=True, slots=True)
class Day:
    """A date and how it was written: with its year or without, and the other reading of an ambiguous "03/04/2027"."""

    day: date
    year_known: bool
    other: date | None
    start: int
    end: int


def dates(text: str) -> list[Day]:
    """Return the calendar dates in a plain text, in order."""
    found: list[Day] = []
    for match in list(_ISO.finditer(text))[:60]:
        value = _date(*(int(g) for g in match.groups()))
        if value:
            found.append(Day(value, True, None, match.start(), match.end()))
    for match in list(_SLASHED.finditer(text))[:60]:
        first, second, year = int(match.group(1)), int(match.group(3)), int(match.group(4))
        options = [d for d in (_date(year, first, second), _date(year, second, first)) if d]
        if options:
            other = options[1] if len(options) > 1 and options[1] != options[0] else None
            found.append(Day(options[0], True, other, match.start(), match.end()))
    for pattern in _NAMED:
        for match in list(pattern.finditer(text))[:60]:
            if any(d.start < match.end() and match.start() < d.end for d in found):
                continue
            value = _named_date(match)
            if value:
                found.append(Day(value, match.group("year") is not None, None, match.start(), match.end()))
    return sorted(found, key=lambda d: d.start)


def read_dates(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return the dates in a statement as candidates; a missing year or "03/04/2027" can stay undecided."""
    golds = [d for text in (spec.gold, *spec.aliases) for d in dates(plain(text))[:1]]
    text = statement.text
    return [
        Candidate(
            text[d.start : d.end],
            (d.day, d.other) if d.year_known else (d.day.month, d.day.day),
            _date_right(d, golds, spec.tolerance or 0),
            d.start,
            d.end,
            rank(statement, d.start, d.end),
        )
        for d in dates(text)
    ]


def _date_right(found: Day, golds: list[Day], tolerance: float) -> bool | None:
    def hits(value: date, gold: Day) -> bool:
        if found.year_known and gold.year_known:
            return abs((value - gold.day).days) <= tolerance
        return (value.month, value.day) == (gold.day.month, gold.day.day)

    for gold in golds:
        if hits(found.day, gold) or (found.other is not None and hits(found.other, gold)):
            return True if found.other is None and (found.year_known or not gold.year_known) else None
    return False
