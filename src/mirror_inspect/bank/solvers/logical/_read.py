"""Small readers shared by the logical solvers."""

import re
from typing import Final

NUMBERS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
ORDINALS: Final = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
}  # fmt: skip


def the(match: re.Match[str] | None, what: str) -> re.Match[str]:
    """Return the match.

    Raises:
        ValueError: there is none, so the text is not understood.
    """
    if match is None:
        raise ValueError(f"no {what} in the text")
    return match


def items_of(words: str) -> list[str]:
    """Return the items of "a, b and c" (or "a, b or c")."""
    return re.split(r", | and | or ", words)


def sentences(text: str) -> list[str]:
    """Return the sentences without their final mark."""
    return [s.rstrip(".?") for s in re.split(r"(?<=[.?]) ", text)]
