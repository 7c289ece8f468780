"""Look things up in the second fact tables, and find their names in a text."""

import math
import re
from collections.abc import Iterable, Mapping
from functools import cache

from mirror_inspect.bank.facts import read_table

Row = Mapping[str, str]


@cache
def countries() -> dict[str, Row]:
    """Return the countries of the second source by name."""
    return {r["name"]: r for r in read_table("facts_countries_b.csv")}


@cache
def elements() -> dict[str, Row]:
    """Return the chemical elements of the second source by name."""
    return {r["name"]: r for r in read_table("facts_elements_b.csv")}


def mentioned(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that stand in the text as whole words, in order; longer names win over names inside them."""
    pattern = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
    return re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", text)


def comparisons(count: int) -> int:
    """Return how many pairs have to be compared to order so many things."""
    return count * (count - 1) // 2


def halvings(gap: float, span: float) -> int:
    """Return how often a span must be halved until a gap is resolved, at least once."""
    return max(1, math.ceil(math.log2(span / gap)))
