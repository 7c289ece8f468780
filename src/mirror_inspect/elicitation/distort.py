"""A plausible wrong answer of the right type: what a mistaken expert, or a simulated subject, would say."""

import random
import re
from collections.abc import Callable
from typing import Final

from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_OTHER_TEXTS: Final = (
    "neither of them", "the first one mentioned", "a different one", "none that was named", "the opposite",
)  # fmt: skip


def _shift_number(match: re.Match[str], spec: AnswerSpec, rng: random.Random) -> str:
    text = match.group()
    places = len(text.partition(".")[2])
    unit = 10**-places
    value = float(text) if places else int(text)
    least = max(unit, 3 * (spec.tolerance or 0), abs(value) * 0.04)
    step = least * rng.uniform(1.0, 4.0) * rng.choice((-1, 1))
    wrong = value + step
    if wrong < 0 <= value:
        wrong = value + abs(step)
    if not places:
        whole = round(wrong)
        return str(whole if whole != value else whole + 1)
    return f"{wrong:.{places}f}" if f"{wrong:.{places}f}" != text else f"{value + 2 * least:.{places}f}"


def _numeric(spec: AnswerSpec, rng: random.Random) -> str:
    return _NUMBER.sub(lambda m: _shift_number(m, spec, rng), spec.gold, count=1)


def _fraction(spec: AnswerSpec, rng: random.Random) -> str:
    first, _, second = spec.gold.partition("/")
    top, bottom = int(first), int(second or 1)
    other, below = top + rng.randint(1, 3), bottom + rng.choice((0, 1))
    return f"{other}/{bottom if other * bottom == top * below else below}"


def _choice(spec: AnswerSpec, rng: random.Random) -> str:
    return rng.choice([o for o in spec.options if o != spec.gold])


def _yes_no(spec: AnswerSpec, rng: random.Random) -> str:
    return "no" if spec.gold == "yes" else "yes"


def _date(spec: AnswerSpec, rng: random.Random) -> str:
    from datetime import date, timedelta

    days = rng.choice((-1, 1)) * (rng.randint(1, 9) + int(2 * (spec.tolerance or 0)))
    return (date.fromisoformat(spec.gold) + timedelta(days=days)).isoformat()


def _time(spec: AnswerSpec, rng: random.Random) -> str:
    hour, minute = (int(part) for part in spec.gold.split(":")[:2])
    shift = rng.choice((-60, -30, -20, -10, 10, 20, 30, 60))
    beyond = int(2 * (spec.tolerance or 0))
    total = (hour * 60 + minute + (shift + beyond if shift > 0 else shift - beyond)) % 1440
    return f"{total // 60:02d}:{total % 60:02d}"


def _list(spec: AnswerSpec, rng: random.Random) -> str:
    parts = [p.strip() for p in spec.gold.split(",")]
    if len(parts) < 2:
        return _OTHER_TEXTS[0]
    # Swapping two equal neighbours would leave the list right.
    swaps = [i for i in range(len(parts) - 1) if parts[i] != parts[i + 1]]
    if not swaps:
        return ", ".join(parts[:-1])
    i = rng.choice(swaps)
    parts[i], parts[i + 1] = parts[i + 1], parts[i]
    return ", ".join(parts)


def _set(spec: AnswerSpec, rng: random.Random) -> str:
    parts = [p.strip() for p in spec.gold.split(",")]
    if len(parts) < 2:
        return _OTHER_TEXTS[0]
    parts.pop(rng.randrange(len(parts)))
    return ", ".join(parts)


def _text(spec: AnswerSpec, rng: random.Random) -> str:
    known = {spec.gold.casefold(), *(a.casefold() for a in spec.aliases)}
    return rng.choice([t for t in _OTHER_TEXTS if t not in known])


DISTORT: Final[dict[AnswerType, Callable[[AnswerSpec, random.Random], str]]] = {
    AnswerType.INTEGER: _numeric,
    AnswerType.DECIMAL: _numeric,
    AnswerType.FRACTION: _fraction,
    AnswerType.PERCENT: _numeric,
    AnswerType.MONEY: _numeric,
    AnswerType.QUANTITY: _numeric,
    AnswerType.DURATION: _numeric,
    AnswerType.CHOICE: _choice,
    AnswerType.YES_NO: _yes_no,
    AnswerType.DATE: _date,
    AnswerType.TIME: _time,
    AnswerType.ORDERED_LIST: _list,
    AnswerType.SET: _set,
    AnswerType.TEXT: _text,
}


def wrong_answer(spec: AnswerSpec, rng: random.Random) -> str:
    """Return a wrong answer of the gold's own type, outside its tolerance.

    Args:
        spec: The item's answer specification.
        rng: Source of randomness.
    """
    return DISTORT[spec.type](spec, rng)
