"""Numbers as answers: integers, decimals, fractions, percentages, money, quantities with a unit."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from mirror_inspect.grading.candidate import Candidate, rank
from mirror_inspect.grading.clean import plain
from mirror_inspect.grading.markup import marked, unmarked
from mirror_inspect.grading.numbers import Number, numbers
from mirror_inspect.grading.numerals import from_roman
from mirror_inspect.grading.statements import Statement
from mirror_inspect.grading.units import TIME_UNITS, convert
from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType

MONTHS: Final = "January|February|March|April|May|June|July|August|September|October|November|December"
_MASKED: Final = re.compile(
    rf"\b\d{{1,2}}:\d{{2}}(?::\d{{2}})?|\b\d{{1,2}} ?[aApP]\.?[mM]\b|\b(?:{MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?"
    rf"|Oct|Nov|Dec)\.? \d{{1,2}}"
    rf"(?:st|nd|rd|th)?\b(?![,.]?\d)|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTHS})\b"
    rf"|\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b[A-Z]{{1,3}}-?\d{{1,4}}\b"
    r"|\d{1,4}[a-z]\d",
)
_OUT_OF: Final = re.compile(r"\b(\d{1,6}) (?:out of|in) (\d{1,6})\b")
_UNEVALUATED: Final = re.compile(r"[\d)%] ?(?:[+*×](?! ?10\b)| -) ?[($€£]{0,2}\d|\d\)? ?× ?10(?!\d|\^| ?\^)")
"""An expression not worked out ("0.7 × 8 + 0.3 × 4"), powers of ten aside."""
_RELATIVE: Final = Fraction(1, 10**9)
"""Relative slack for values that went through a unit conversion in double precision, never for written values."""


@lru_cache(maxsize=1024)
def gold_number(gold: str) -> Number | None:
    """Return the number the gold is: its first one that opens the text after "about" and the like."""
    found = numbers(unmarked(marked(plain(gold))))
    return found[0] if found else None


def same(value: Fraction, gold: Fraction, tolerance: float | None, *, converted: bool = False) -> bool:
    """Whether two values agree exactly, or within the item's tolerance."""
    slack = Fraction(tolerance).limit_denominator(10**12) if tolerance else Fraction(0)
    if converted:
        slack += abs(gold) * _RELATIVE
    return abs(value - gold) <= slack


def _matches(number: Number, gold: Number, spec: AnswerSpec) -> bool:
    if spec.type is AnswerType.QUANTITY and gold.unit:
        if number.unit:
            value = convert(number.value, number.unit, gold.unit)
            return value is not None and same(value, gold.value, spec.tolerance, converted=number.unit != gold.unit)
        return not number.percent and not number.currency and same(number.value, gold.value, spec.tolerance)
    if spec.type is AnswerType.MONEY:
        if number.percent or (number.unit and not (gold.currency == "GBP" and number.unit == "pound")):
            return False
        if number.currency and gold.currency and number.currency != gold.currency:
            return False
        return same(number.value, gold.value, spec.tolerance)
    if number.percent == gold.percent:
        if gold.unit and number.unit and number.unit != gold.unit:
            value = convert(number.value, number.unit, gold.unit)
            return value is not None and same(value, gold.value, spec.tolerance, converted=True)
        return same(number.value, gold.value, spec.tolerance)
    if gold.percent:
        if number.unit or number.currency:
            return False
        part = 0 < number.value < 1 and same(number.value * 100, gold.value, spec.tolerance)
        return part or same(number.value, gold.value, spec.tolerance)
    return same(number.value / 100, gold.value, spec.tolerance) or (
        spec.type not in (AnswerType.FRACTION, AnswerType.MONEY, AnswerType.QUANTITY)
        and (gold.value.denominator == 1 or abs(gold.value) > 1)
        and same(number.value, gold.value, spec.tolerance)
    )


def _kind(number: Number, gold: Number, spec: AnswerSpec) -> int:
    """How ill the form of a number fits the kind of answer asked for."""
    score = 2 if number.worded and number.value == 1 else 0
    if number.ordinal:
        score += 1
    year = number.value.denominator == 1 and 1000 <= number.value <= 2100 and number.decimals == 0
    year_gold = spec.type is AnswerType.INTEGER and gold.value.denominator == 1 and 1000 <= gold.value <= 2100
    if year_gold and not gold.unit and not (year or number.unit or number.currency):
        score += 1
    if (
        year
        and not year_gold
        and number.value >= 1500
        and not number.unit
        and not number.currency
        and not number.percent
    ):
        score += 1
    match spec.type:
        case AnswerType.MONEY:
            score += 0 if number.currency else 2
        case AnswerType.PERCENT:
            score += 0 if number.percent else 2
        case AnswerType.QUANTITY if gold.unit:
            fits = number.unit and convert(Fraction(1), number.unit, gold.unit) is not None
            score += 0 if fits else 2 if not number.unit else 3
        case AnswerType.FRACTION:
            score += 0 if number.value.denominator > 1 else 1
        case _:
            pass
    return score


def _unevaluated(side: str) -> bool:
    """Whether what stands behind the last equals sign is an expression and nothing said about it."""
    aside = re.search(r"[,;]|(?<=[\w)] )\((?=[A-Za-z])", side)
    said = aside is not None and re.search(r"[A-Za-z]{3}", side[aside.start() :]) is not None
    return not said and _UNEVALUATED.search(side) is not None


def read_numbers(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return the numbers of a statement as candidates for a numeric gold."""
    gold = gold_number(spec.gold)
    if gold is None:
        return []
    text = _MASKED.sub(lambda m: " " * len(m.group()), statement.text)
    if spec.type in (AnswerType.FRACTION, AnswerType.PERCENT, AnswerType.DECIMAL):
        text = _OUT_OF.sub(lambda m: f"{m.group(1)}/{m.group(2)}".ljust(len(m.group())), text)
    found = [
        Candidate(
            text[n.start : n.end].strip(),
            _key(n),
            any(_matches(n, g, spec) for g in (gold, *_alias_numbers(spec))),
            n.start,
            n.end,
            rank(statement, n.start, n.end) + _kind(n, gold, spec),
        )
        for n in numbers(text)
    ]
    if not found and len(statement.text) <= 12:
        value = from_roman(statement.text.strip(" .*"))
        if value is not None:
            found.append(
                Candidate(statement.text.strip(), (Fraction(value), ""), value == gold.value, 0, len(statement.text))
            )
    equals = max(text.rfind("="), text.rfind("≈"))
    if found and equals >= 0 and _unevaluated(text[equals + 1 :]):
        found = [c for c in found if c.end <= equals and text[: c.start].strip(" ~$€£") == ""]
    return _without_ranges(text, found)


def _key(number: Number) -> tuple[Fraction, str]:
    """Equal for two ways of writing one number: "50%" and "1/2", "2 hours" and "120 minutes"."""
    if number.percent:
        return number.value / 100, ""
    if number.unit in TIME_UNITS:
        return number.value * TIME_UNITS[number.unit], "minute"
    return number.value, number.unit


def _alias_numbers(spec: AnswerSpec) -> list[Number]:
    return [n for n in map(gold_number, spec.aliases) if n]


def _without_ranges(text: str, found: list[Candidate]) -> list[Candidate]:
    """A range ("5-7", "5 to 7") answers nothing by one of its ends: both get the same rank, so that they are rivals."""
    out = list(found)
    for i in range(len(found) - 1):
        a, b = out[i], found[i + 1]
        if re.fullmatch(r" ?(?:-|–|—|to|or) ?", text[a.end : b.start]) and a.rank < 90 and b.rank < 90:
            worst = max(a.rank, b.rank)
            out[i] = Candidate(a.text, a.key, a.right, a.start, a.end, worst)
            out[i + 1] = Candidate(b.text, b.key, b.right, b.start, b.end, worst)
    return out
