"""Lengths of time as answers."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from mirror_inspect.grading.candidate import Candidate, rank
from mirror_inspect.grading.clean import plain
from mirror_inspect.grading.numbers import Number, numbers
from mirror_inspect.grading.scalars import same
from mirror_inspect.grading.statements import Statement
from mirror_inspect.grading.units import CALENDAR_UNITS, TIME_UNITS
from mirror_inspect.items import AnswerSpec

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
