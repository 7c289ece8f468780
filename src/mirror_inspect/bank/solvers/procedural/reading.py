"""Read the prose of procedural items: lists, number words, sentences."""

import re
from typing import Final

_CARDINALS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen",
)  # fmt: skip
_ORDINALS: Final = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
NUMBERS: Final = {word: n for n, word in enumerate(_CARDINALS)}
ORDINALS: Final = {word: n for n, word in enumerate(_ORDINALS)}


def items(prose: str) -> list[str]:
    """Split a list in prose into its items."""
    return [part.strip() for part in re.split(r", | and | or ", prose.strip()) if part.strip()]


def sentences(text: str) -> list[str]:
    """Split a text into sentences without their final mark."""
    return [s.strip().rstrip(".?!") for s in re.split(r"(?<=[.?!])\s+", text) if s.strip()]


def only(pattern: str, text: str) -> tuple[str, ...]:
    """Return the groups of the one match of a pattern.

    Raises:
        ValueError: the pattern matches never or more than once.
    """
    found = list(re.finditer(pattern, text))
    if len(found) != 1:
        raise ValueError(f"{len(found)} matches of {pattern!r}")
    return tuple(g or "" for g in found[0].groups())


def ask(text: str) -> str:
    """Return the last sentence that ends with a question mark or asks for an answer."""
    return sentences(text)[-1]
