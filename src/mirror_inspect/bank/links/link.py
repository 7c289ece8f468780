"""What a bridge is: a task of one domain around a whole number N, dressed in scenes from other areas of life."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType, Domain, domain_of

BLANK: Final = "{n}"
"""Where the number stands in the text of a drawn bridge."""

LEADS: Final = (
    "before the doors open", "on a grey morning", "late on a Thursday", "while it rains outside",
    "on the last day of the month", "after a long weekend", "towards the end of the day", "at short notice",
    "for the second time this year", "in the middle of the week", "first thing in the morning",
    "with little time left", "in the first warm days of spring", "halfway through the season",
)  # fmt: skip
"""Clauses that suit any present-tense opening."""

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Skin:
    """One area of life a bridge can be told in.

    Attributes:
        surface: The area, as transfer tasks record it.
        openings: Present-tense main clauses in lower case after the subject, with ``{name}`` and ``{place}``.
        words: What things are called there, by role.
    """

    surface: str
    openings: tuple[str, ...]
    words: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn bridge.

    Attributes:
        text: The task with ``{n}`` where the number stands.
        answer: The gold for any whole number; an empty string where that number leads nowhere.
        aliases: Other right answers for a number.
    """

    text: str
    answer: Callable[[int], str]
    aliases: Callable[[int], tuple[str, ...]] = lambda n: ()


@dataclass(frozen=True, slots=True)
class Bridge:
    """A kind of second part: what it needs is one domain's skill, what it starts from is a whole number.

    Attributes:
        name: Unique name.
        subcategory: The subcategory whose skill it needs.
        answer_type: How its answers are compared.
        low, high: Smallest and largest number it can be told with.
        skins: At least three areas of life.
        draw: Draws one for a level and the number it will start from, which it must not write down.
        solve: Re-derives the answer from the text with the number in it, by another method.
        method: Name of that method.
    """

    name: str
    subcategory: str
    answer_type: AnswerType
    low: int
    high: int
    skins: tuple[Skin, ...]
    draw: Callable[[random.Random, int, int, Skin], Drawn]
    solve: Callable[[str], str]
    method: str

    @property
    def domain(self) -> Domain:
        """The domain whose skill it needs."""
        return domain_of(self.subcategory)


def opening(rng: random.Random, skin: Skin, name: str | None = None) -> str:
    """Return the first sentence of a scene, mostly with a clause before or after it."""
    scene = rng.choice(skin.openings).format(name=name or rng.choice(NAMES), place=rng.choice(PLACES))
    lead = rng.choice(LEADS)
    form = rng.randrange(3)
    if form == 0:
        return f"{lead[0].upper()}{lead[1:]}, {scene}."
    scene = scene[0].upper() + scene[1:]
    return f"{scene} {lead}." if form == 1 else f"{scene}."


def joined(parts: list[str], last: str = "and") -> str:
    """Return a list in words: "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
