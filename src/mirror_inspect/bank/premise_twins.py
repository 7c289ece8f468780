"""What a premise request and its twin are, and small helpers to word them."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mirror_inspect.bank.records import FlawKind

Keys = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Twins:
    """A flawed request and its sound twin.

    Attributes:
        flawed, sound: The two requests, the same but for what makes the flaw.
        flaw: What is wrong, in a sentence.
        keys: Groups of phrases; a reply that names the flaw holds one of every group.
    """

    flawed: str
    sound: str
    flaw: str
    keys: Keys


@dataclass(frozen=True, slots=True)
class Situation:
    """A kind of flaw: its topic, its kind, and how it is drawn (the second argument counts its uses)."""

    topic: str
    kind: FlawKind
    draw: Callable[[random.Random, int], Twins]


def twins(text: str, bad: Mapping[str, object], good: Mapping[str, object], flaw: str, keys: Keys) -> Twins:
    """Fill a text once with what makes the flaw and once without."""
    return Twins(text.format(**bad), text.format(**good), flaw, keys)


def number(x: Fraction | int) -> str:
    """Return a number with at most two decimals and no trailing zeros."""
    value = Fraction(x)
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0")


def dollars(x: Fraction) -> str:
    """Return an amount without its sign: whole dollars, or dollars and cents."""
    return str(x.numerator) if x.denominator == 1 else f"{float(x):.2f}"
