"""Small wording helpers for item families: scenes, lists in words, spelled numbers, articles."""

import random
from collections.abc import Sequence
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Generator, Redraw
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES

WHEN: Final = (
    "On a wet Tuesday", "Late one evening", "Just before closing time", "During the spring rush", "Over a long lunch",
    "In the last week of term", "On the first day of the sale", "While the lift was out of order",
    "Half an hour before the meeting", "In the quiet days after the holidays", "Between two deliveries",
    "On the eve of the festival", "After the fire drill", "With the deadline close", "At the end of a long shift",
    "Early on Saturday",
)  # fmt: skip
"""Openings of a scene; none holds a digit."""

_UNITS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
).split()


def param(draw: Draw, name: str) -> int:
    """Return an integer level parameter of a draw."""
    return int(str(draw.params[name]))


def spelled(n: int) -> str:
    """Return 0-99 in words ("twenty-three")."""
    if n < len(_UNITS):
        return _UNITS[n]
    tens, unit = divmod(n, 10)
    return _TENS[tens - 2] + (f"-{_UNITS[unit]}" if unit else "")


SPELLED: Final = {spelled(n): n for n in range(100)}
"""Value of each number word below one hundred."""


def listing(parts: Sequence[str], conjunction: str = "and") -> str:
    """Return the parts as an English list: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"


def numbered(lines: Sequence[str]) -> str:
    """Return the lines one below the other, numbered from 1."""
    return "\n".join(f"{i}. {line}" for i, line in enumerate(lines, start=1))


def number_set(numbers: Sequence[int]) -> str:
    """Return line numbers as a canonical set answer, sorted as numbers."""
    return ", ".join(str(n) for n in sorted(numbers))


def scene(rng: random.Random, happenings: Sequence[str], *, but: Sequence[str] = ()) -> str:
    """Return one opening: a time and a happening with ``{name}`` (none of ``but``) and ``{work}`` filled in."""
    text = rng.choice(happenings).format(
        name=people(rng, 1, but=but)[0], work=f"{rng.choice(WORKPLACES)} in {rng.choice(PLACES)}"
    )
    when = rng.choice(WHEN)
    return f"{when}, {text}" if rng.random() < 0.7 else f"{text[0].upper()}{text[1:]} {when[0].lower()}{when[1:]}"


def people(rng: random.Random, n: int, *, but: Sequence[str] = ()) -> list[str]:
    """Return ``n`` distinct given names, none of them in ``but``."""
    return rng.sample([name for name in NAMES if name not in but], n)


def persistent(make: Generator, tries: int = 60) -> Generator:
    """Return a generator that draws again by itself, up to ``tries`` times, before it gives up with ``Redraw``.

    For items whose answer or structure must meet a rare condition; the builder's own redraws stay for surface clashes.
    """

    def made(draw: Draw) -> Draft:
        for _ in range(tries - 1):
            try:
                return make(draw)
            except Redraw:
                continue
        return make(draw)

    return made
