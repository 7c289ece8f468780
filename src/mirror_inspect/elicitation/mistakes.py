"""What kind of mistake a wrong answer is: decided from answer and gold alone."""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType

ERROR_FLAG: Final = "error:"
"""Prefix of the observation flag that names the kind of mistake."""
NEAR: Final = 0.1
_CONVERSIONS: Final = (7.0, 12.0, 24.0, 60.0, 100.0, 1000.0, 1440.0, 3600.0)
"""Factors between neighbouring units of time, length, mass and money."""
_NUMBER: Final = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?")


class Mistake(StrEnum):
    """Kinds of mistake."""

    ONE_STEP = "one_step"
    WRONG_SIGN = "wrong_sign"
    WRONG_UNIT = "wrong_unit"
    POWER_OF_TEN = "power_of_ten"
    NEAR_MISS = "near_miss"
    FAR_OFF = "far_off"
    OTHER_OPTION = "other_option"
    OPPOSITE = "opposite"
    WRONG_ORDER = "wrong_order"
    INCOMPLETE = "incomplete"
    SURPLUS = "surplus"
    OTHER = "other"


def mistake(answer: str, spec: AnswerSpec) -> Mistake:
    """Return the kind of mistake of an answer that was graded wrong.

    Args:
        answer: The final answer as read by the grader.
        spec: The item's answer specification.

    Returns:
        The first kind that fits: ``one_step`` is a difference of one unit in the last place asked for (one, one day,
        one minute or hour), ``near_miss`` one within 10 %; ``other`` where nothing can be compared.
    """
    return KINDS.get(spec.type, _other)(answer, spec)


def _number(text: str) -> float | None:
    found = _NUMBER.search(text)
    if found is None:
        return None
    top, _, bottom = found.group().replace(",", "").partition("/")
    return float(top) / float(bottom) if bottom and float(bottom) else float(top)


def _numeric(answer: str, spec: AnswerSpec) -> Mistake:
    said, gold = _number(answer), _number(spec.gold)
    if said is None or gold is None:
        return Mistake.OTHER
    if said == gold:
        return Mistake.WRONG_UNIT
    if said == -gold:
        return Mistake.WRONG_SIGN
    if abs(said - gold) == 1 and spec.type is AnswerType.INTEGER:
        return Mistake.ONE_STEP
    if said and gold and said * gold > 0:
        ratio = max(abs(said / gold), abs(gold / said))
        if spec.type in UNIT_TYPES and any(abs(ratio / c - 1) < 1e-6 for c in _CONVERSIONS):
            return Mistake.WRONG_UNIT
        if any(abs(ratio / 10**k - 1) < 1e-6 for k in range(1, 7)):
            return Mistake.POWER_OF_TEN
    return Mistake.NEAR_MISS if abs(said - gold) <= NEAR * abs(gold) else Mistake.FAR_OFF


def _date(answer: str, spec: AnswerSpec) -> Mistake:
    from datetime import date

    try:
        days = abs((date.fromisoformat(answer.strip()) - date.fromisoformat(spec.gold)).days)
    except ValueError:
        return Mistake.OTHER
    return Mistake.ONE_STEP if days == 1 else Mistake.NEAR_MISS if days <= 7 else Mistake.FAR_OFF


def _time(answer: str, spec: AnswerSpec) -> Mistake:
    clocks = [re.search(r"(\d{1,2}):(\d{2})", text) for text in (answer, spec.gold)]
    if clocks[0] is None or clocks[1] is None:
        return Mistake.OTHER
    said, gold = (60 * int(c[1]) + int(c[2]) for c in clocks if c)
    apart = min((said - gold) % 1440, (gold - said) % 1440)
    if apart == 720:
        return Mistake.WRONG_UNIT
    return Mistake.ONE_STEP if apart in {1, 60} else Mistake.NEAR_MISS if apart <= 30 else Mistake.FAR_OFF


def _items(text: str) -> list[str]:
    return [" ".join(part.casefold().split()) for part in re.split(r"[,;>]|\band\b|→|->", text) if part.strip()]


def _listed(answer: str, spec: AnswerSpec) -> Mistake:
    said, gold = _items(answer), _items(spec.gold)
    if sorted(said) == sorted(gold):
        return Mistake.WRONG_ORDER
    if set(said) < set(gold):
        return Mistake.INCOMPLETE
    return Mistake.SURPLUS if set(gold) < set(said) else Mistake.OTHER


def _other(answer: str, spec: AnswerSpec) -> Mistake:
    return Mistake.OTHER


UNIT_TYPES: Final = frozenset({AnswerType.QUANTITY, AnswerType.DURATION, AnswerType.MONEY})
KINDS: Final[dict[AnswerType, Callable[[str, AnswerSpec], Mistake]]] = {
    AnswerType.INTEGER: _numeric,
    AnswerType.DECIMAL: _numeric,
    AnswerType.FRACTION: _numeric,
    AnswerType.PERCENT: _numeric,
    AnswerType.MONEY: _numeric,
    AnswerType.QUANTITY: _numeric,
    AnswerType.DURATION: _numeric,
    AnswerType.CHOICE: lambda answer, spec: Mistake.OTHER_OPTION,
    AnswerType.YES_NO: lambda answer, spec: Mistake.OPPOSITE,
    AnswerType.DATE: _date,
    AnswerType.TIME: _time,
    AnswerType.ORDERED_LIST: _listed,
    AnswerType.SET: _listed,
}
