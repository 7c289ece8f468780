"""Wording shared by item families: openings of two independent parts, lists in prose, numbers as people write them."""

import random
import re
from collections.abc import Sequence
from typing import Final

from mirror_inspect.bank.family import Draw, Redraw

LEADS: Final = (
    "last spring", "one evening in May", "on a quiet morning", "after the summer break", "late one Friday",
    "in the week of the harvest festival", "on a busy Saturday", "during a cold spell", "towards the end of March",
    "once the holidays were over", "on a rainy afternoon", "not long ago", "in the run-up to the fair",
    "just before closing time", "early on Monday", "on the last day of the month", "a few years ago", "in the autumn",
    "at the end of a long day", "after a long weekend", "one Sunday in June", "on a foggy day", "before the holidays",
    "in the quiet weeks of winter",
)  # fmt: skip
"""Lead-in clauses that suit any past-tense scene."""

TIMES: Final = (
    "on a foggy morning", "before sunrise", "during the town festival", "at noon", "late in the evening",
    "after a thunderstorm", "on a quiet weekend", "as part of a training exercise", "on the first day of the season",
    "after the lecture", "in the middle of winter", "on market day", "during a school visit",
)  # fmt: skip
"""Lead-in clauses that suit any present-tense scene."""

WORDS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def setting(draw: Draw, key: str) -> int:
    """Return a whole-number level parameter."""
    return int(str(draw.params[key]))


def opening(rng: random.Random, scene: str, leads: Sequence[str] = LEADS) -> str:
    """Return the scene, mostly behind a lead-in clause, as the start of a sentence."""
    lead = rng.choice((*leads, ""))
    return sentence(f"{lead}, {scene}" if lead else scene)


def sentence(text: str) -> str:
    """Return the text with its first letter as a capital."""
    return text[0].upper() + text[1:]


def prose(parts: Sequence[str], last: str = "and") -> str:
    """Return a list as people write it: ``a``, ``a and b``, ``a, b and c``."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else parts[0]


def of_length(rng: random.Random, digits: int) -> int:
    """Draw a positive whole number with exactly this many decimal digits."""
    return rng.randint(10 ** (digits - 1), 10**digits - 1)


def hide(gold: int, text: str) -> None:
    """Redraw when the gold stands in the text as a number, with or without grouping commas.

    Raises:
        Redraw: the number is there.
    """
    if str(abs(gold)) in re.findall(r"\d+", re.sub(r"(?<=\d),(?=\d{3})", "", text)):
        raise Redraw("the gold is a number of the text")
