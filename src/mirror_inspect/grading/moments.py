"""Dates, clock times and durations as answers."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Final

from mirror_inspect.grading.candidate import Candidate, rank
from mirror_inspect.grading.clean import plain
from mirror_inspect.grading.numbers import Number, numbers
from mirror_inspect.grading.numerals import from_words
from mirror_inspect.grading.scalars import MONTHS, same
from mirror_inspect.grading.statements import Statement
from mirror_inspect.grading.units import CALENDAR_UNITS, TIME_UNITS
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
    rf"\b(?:(?:(?P<min>half|(?:a )?quarter|five|ten|twenty|twenty[- ]five|\d{{1,2}})(?: minutes)? (?P<dir>past|to"
    rf"|after|before) )?(?P<hour>{_HOURS}|\d{{1,2}})"
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
_CLOCKED_DURATION: Final = re.compile(
    r"(?<![\d:])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?! ?[ap]\.?m)", re.IGNORECASE
)
_ISO_DURATION: Final = re.compile(r"\bP(?:(\d{1,4})D)?T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?\b")
_HOURS_MINUTES: Final = re.compile(
    r"(?<![\w.])(\d{1,4}) ?h(?:rs?|ours?)?,? ?(?:and )?(\d{1,2})(?: ?m(?:in(?:ute)?s?)?\b)?(?![\w:.]\d|\w)",
    re.IGNORECASE,
)
_PHRASES: Final = (
    (re.compile(r"\b(?:an|one) hour and (?:a half|30 minutes)\b", re.IGNORECASE), Fraction(90)),
    (re.compile(r"\bhalf an hour\b|\ba half(?:-| )hour\b", re.IGNORECASE), Fraction(30)),
    (re.compile(r"\bthree(?:-| )quarters of an hour\b", re.IGNORECASE), Fraction(45)),
    (re.compile(r"\b(?:a )?quarter of an hour\b", re.IGNORECASE), Fraction(15)),
    (re.compile(r"\ban hour\b", re.IGNORECASE), Fraction(60)),
    (re.compile(r"\ba minute\b", re.IGNORECASE), Fraction(1)),
    (re.compile(r"\ba day\b", re.IGNORECASE), Fraction(1440)),
    (re.compile(r"\ba week\b", re.IGNORECASE), Fraction(10080)),
)


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


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time: whole months apart from minutes, because months differ in length."""

    months: Fraction
    minutes: Fraction
    start: int
    end: int


def _single(number: Number) -> Duration | None:
    if number.unit in TIME_UNITS:
        return Duration(Fraction(0), number.value * TIME_UNITS[number.unit], number.start, number.end)
    if number.unit in CALENDAR_UNITS:
        return Duration(number.value * CALENDAR_UNITS[number.unit], Fraction(0), number.start, number.end)
    return None


def durations(text: str, *, clocked: bool = False) -> list[Duration]:
    """Return the lengths of time in a plain text; adjacent parts ("3 hours, 20 minutes") are one."""
    pieces: list[Duration] = []
    for pattern, minutes in _PHRASES:
        for match in list(pattern.finditer(text))[:30]:
            if not any(p.start < match.end() and match.start() < p.end for p in pieces):
                pieces.append(Duration(Fraction(0), minutes, match.start(), match.end()))
    for match in list(_HOURS_MINUTES.finditer(text))[:30]:
        minutes = Fraction(match.group(1)) * 60 + int(match.group(2))
        pieces.append(Duration(Fraction(0), minutes, match.start(), match.end()))
    for match in list(_ISO_DURATION.finditer(text))[:30]:
        d, h, m, s = (int(g or 0) for g in match.groups())
        pieces.append(
            Duration(Fraction(0), Fraction(d * 1440 + h * 60 + m) + Fraction(s, 60), match.start(), match.end())
        )
    for number in numbers(text):
        single = _single(number)
        if single and not any(p.start < single.end and single.start < p.end for p in pieces):
            pieces.append(single)
    if clocked:
        for match in list(_CLOCKED_DURATION.finditer(text))[:30]:
            minutes = Fraction(int(match.group(1)) * 60 + int(match.group(2))) + Fraction(int(match.group(3) or 0), 60)
            if not any(p.start < match.end() and match.start() < p.end for p in pieces):
                pieces.append(Duration(Fraction(0), minutes, match.start(), match.end()))
    return _merged(text, sorted(pieces, key=lambda p: p.start))


def _merged(text: str, pieces: list[Duration]) -> list[Duration]:
    out: list[Duration] = []
    for piece in pieces:
        if out and re.fullmatch(r",? ?(?:and )?", text[out[-1].end : piece.start]):
            last = out[-1]
            if (piece.months or piece.minutes) and (piece.minutes < last.minutes or last.months):
                out[-1] = Duration(last.months + piece.months, last.minutes + piece.minutes, last.start, piece.end)
                continue
        out.append(piece)
    return out


@lru_cache(maxsize=1024)
def _gold_duration(gold: str) -> tuple[Duration | None, str]:
    """Return the gold's length and, when it is written in one unit, that unit."""
    text = plain(gold)
    found = durations(text, clocked=True)
    units = [n.unit for n in numbers(text) if n.unit]
    return (found[0] if found else None), units[0] if len(units) == 1 else units[-1] if units else "minute"


def read_durations(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return the lengths of time in a statement as candidates; a bare number counts in the gold's own single unit."""
    gold, unit = _gold_duration(spec.gold)
    if gold is None:
        return []
    text = statement.text
    golds = [gold, *(d for d, _ in map(_gold_duration, spec.aliases) if d)]
    slack = float(TIME_UNITS.get(unit, Fraction(1))) * (spec.tolerance or 0)
    found = durations(text, clocked=True)

    def right(d: Duration) -> bool:
        return any(d.months == g.months and same(d.minutes, g.minutes, slack) for g in golds)

    out = [
        Candidate(
            text[d.start : d.end].strip(),
            (d.months, d.minutes),
            right(d),
            d.start,
            d.end,
            rank(statement, d.start, d.end),
        )
        for d in found
    ]
    single = unit in TIME_UNITS and len(numbers(plain(spec.gold))) == 1
    if not out and single:
        for n in numbers(text):
            if not n.unit and not n.percent and not n.currency:
                bare = Duration(Fraction(0), n.value * TIME_UNITS[unit], n.start, n.end)
                out.append(
                    Candidate(
                        text[n.start : n.end],
                        (bare.months, bare.minutes),
                        right(bare),
                        n.start,
                        n.end,
                        rank(statement, n.start, n.end) + 1,
                    )
                )
    return out
