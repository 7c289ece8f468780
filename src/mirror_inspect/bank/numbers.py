"""How the answer of a first part becomes the whole number N that a second part starts from."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from mirror_inspect.items import LETTERS, Question
from mirror_inspect.taxonomy import AnswerType

SMALLEST_OPTION: Final = 21
OPTION_SPREAD: Final = 380
OPTION_WINDOW: Final = 60
SMALL: Final = 30
"""Whole numbers below this one are shifted, so that counts of a few things can start any kind of second part."""


@dataclass(frozen=True, slots=True)
class Link:
    """A rule that turns answers of a first part into whole numbers.

    Attributes:
        wordings: Ways to say it, with N for the number.
        number: The number an answer leads to, ``None`` when it is not an answer of that form.
        answer: An answer that leads to a number, to list wrong first parts by; ``None`` where there is none.
    """

    wordings: tuple[str, ...]
    number: Callable[[str], int | None]
    answer: Callable[[int], str | None]


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d+", text) else None


def _cents(text: str) -> int | None:
    found = re.fullmatch(r"\$(\d+)\.(\d\d)", text)
    return int(found[1] + found[2]) if found else None


def _clock(text: str) -> int | None:
    found = re.fullmatch(r"(\d\d):(\d\d)", text)
    return int(found[1]) * 60 + int(found[2]) if found else None


def _minutes(text: str) -> int | None:
    found = re.fullmatch(r"(?:(\d+) hours?)?(?: ?(\d+) minutes?)?", text)
    return int(found[1] or 0) * 60 + int(found[2] or 0) if found and text else None


def _digits(text: str) -> int | None:
    return int(text.replace(", ", "")) if re.fullmatch(r"[1-9](?:, [1-9])*", text) else None


def _listed(n: int) -> str | None:
    digits = list(str(n))
    return ", ".join(digits) if digits == sorted(set(digits) - {"0"}) else None


def _hours(n: int) -> str:
    hours, minutes = divmod(n, 60)
    return f"{hours} hour{'s' * (hours != 1)} {minutes} minute{'s' * (minutes != 1)}"


LINKS: Final = MappingProxyType(
    {
        AnswerType.INTEGER: Link(
            (
                "Call the number found in the first part N.",
                "Let N stand for the answer to the first part.",
                "From here on, N is the number that the first part asks for.",
                "The answer to the first part is used again; it is called N below.",
            ),
            _whole,
            lambda n: str(n) if n >= 0 else None,
        ),
        AnswerType.MONEY: Link(
            (
                "Let N be the amount found in the first part, written as a whole number of cents.",
                "Turn the amount of the first part into cents; that whole number is N.",
                "N stands for the answer to the first part counted in cents.",
            ),
            _cents,
            lambda n: f"${n // 100}.{n % 100:02d}" if n >= 0 else None,
        ),
        AnswerType.TIME: Link(
            (
                "Let N be the number of minutes from 00:00 to the time of day found in the first part.",
                "N is the time found in the first part, counted in minutes since midnight (00:00).",
            ),
            _clock,
            lambda n: f"{n // 60:02d}:{n % 60:02d}" if 0 <= n < 1440 else None,
        ),
        AnswerType.DURATION: Link(
            (
                "Let N be the length of time found in the first part, in minutes.",
                "Turn the answer to the first part into minutes; that number is N.",
            ),
            _minutes,
            lambda n: _hours(n) if n >= 0 else None,
        ),
        AnswerType.SET: Link(
            (
                (
                    "Write the numbers of the first part in rising order without gaps (2, 5 and 8 would give 258); "
                    "that is N."
                ),
                (
                    "Put the numbers of the first part, smallest first, next to each other (1, 3 and 7 would make 137) "
                    "and call it N."
                ),
            ),
            _digits,
            _listed,
        ),
    }
)
OPTION_WORDINGS: Final = (
    "Every option of the first part carries a number: {numbers}. N is the number of the right option.",
    "N depends on the right option of the first part: {numbers}.",
    "Let N be the number that belongs to the right answer of the first part: {numbers}.",
)


SHIFT_WORDINGS: Final = (
    "Let N be {shift} more than the answer to the first part.",
    "Add {shift} to the answer to the first part; the sum is N.",
    "N stands for the answer to the first part plus {shift}.",
)
DOLLAR_WORDINGS: Final = (
    "Let N be the whole number of dollars found in the first part.",
    "N stands for the amount found in the first part, in whole dollars.",
)


def _shift_link(shift: int) -> Link:
    def number(text: str) -> int | None:
        found = _whole(text)
        return None if found is None else found + shift

    wordings = tuple(w.format(shift=shift) for w in SHIFT_WORDINGS)
    return Link(wordings, number, lambda n: str(n - shift) if n >= shift else None)


def _dollars(text: str) -> int | None:
    found = re.fullmatch(r"\$(\d+)\.00", text)
    return int(found[1]) if found else None


DOLLARS: Final = Link(DOLLAR_WORDINGS, _dollars, lambda n: f"${n}.00" if n >= 0 else None)


def _option_link(question: Question, numbers: list[int]) -> Link:
    by_text = dict(zip(question.options, numbers, strict=True))
    by_number = {n: o for o, n in by_text.items()}
    shown = ", ".join(f"{letter} {n}" for letter, n in zip(LETTERS, numbers, strict=False))
    wordings = tuple(w.format(numbers=shown) for w in OPTION_WORDINGS)
    return Link(wordings, by_text.get, by_number.get)


def link_for(question: Question, rng: random.Random) -> tuple[Link, str, int] | None:
    """Return a link for a first part, its wording and the number its gold leads to; ``None`` where there is none.

    Answers accepted within a tolerance, two-way items and lists of words have none.
    """
    if question.tolerance is not None or question.two_way:
        return None
    if question.answer_type is AnswerType.CHOICE:
        lowest = SMALLEST_OPTION + rng.randrange(OPTION_SPREAD)
        numbers = rng.sample(range(lowest, lowest + OPTION_WINDOW), len(question.options))
        link = _option_link(question, numbers)
    elif question.answer_type is AnswerType.INTEGER and (_whole(question.answer) or 0) < SMALL:
        link = _shift_link(rng.randint(2 * SMALL, 2 * SMALL + OPTION_SPREAD))
    elif question.answer_type is AnswerType.MONEY and question.answer.endswith(".00"):
        link = DOLLARS
    elif (found := LINKS.get(question.answer_type)) is not None:
        link = found
    else:
        return None
    number = link.number(question.answer)
    if number is None:
        return None
    return link, rng.choice(link.wordings), number


def read_link(question: Question, wording: str) -> Link | None:
    """Find the link a wording states for a first part, reading option numbers from the wording itself."""
    if question.answer_type is AnswerType.CHOICE:
        found = re.findall(r"\b([A-J]) (\d+)", wording)
        if [letter for letter, _ in found] != list(LETTERS[: len(question.options)]):
            return None
        return _option_link(question, [int(n) for _, n in found])
    shift = re.search(r"\b(\d+)(?: more|[ .])", wording)
    if question.answer_type is AnswerType.INTEGER and shift:
        shifted = _shift_link(int(shift[1]))
        return shifted if wording in shifted.wordings else None
    if wording in DOLLARS.wordings:
        return DOLLARS
    link = LINKS.get(question.answer_type)
    return link if link and wording in link.wordings else None
