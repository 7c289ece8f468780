"""Re-derive general-knowledge items from their text, the table typed by number, and WordNet's categories."""

import re
from functools import cache
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.family import Params, Solution

NEAR: Final = 4


@cache
def _keys() -> tuple[tuple[str, int], ...]:
    return tuple((key, int(r["number"])) for r in read_table("facts_numbers_b.csv") for key in r["keys"].split("|"))


@cache
def _tiers() -> dict[str, int]:
    return {r["thing"]: int(r["tier"]) for r in read_table("facts_numbers_a.csv")}


def _count(thing: str) -> int:
    """Return the number listed for a thing; exactly one key may stand in its name."""
    found = [n for key, n in _keys() if key in thing]
    if len(found) != 1 or thing not in _tiers():
        raise ValueError(f"{len(found)} entries for {thing!r}")
    return found[0]


def sum_of_counts(text: str, options: tuple[str, ...]) -> Solution:
    """Carry out the recipe on the counts of the second table."""
    recipe = re.search(r"Take the number of (.+?)\. (?:What|Which) ", text)
    if not recipe:
        raise ValueError("no recipe found")
    act = r", (?:then )?(add|subtract|multiply it by) the number of "
    first, *rest = re.split(act, recipe[1])
    things = [first, *rest[1::2]]
    value = _count(first)
    for verb, thing in zip(rest[::2], rest[1::2], strict=True):
        n = _count(thing)
        value = {"add": value + n, "subtract": value - n, "multiply it by": value * n}[verb]
    tier = max(_tiers()[t] for t in things)
    product = "multiply it by" in rest
    params: Params = {"terms": len(things), "tier": tier, "product": product}
    return Solution(str(value), (len(things) + 2 * product) * tier, params)


def greater_count(text: str, options: tuple[str, ...]) -> Solution:
    """Compare the two sums."""
    relation = r" (?:greater than|exceed|than with) the number of "
    sides = re.search(rf"(?:Is|Does|more with) the number of (.+?){relation}(.+?)\?", text)
    if not sides:
        raise ValueError("question not understood")
    left, right = (side.split(" plus the number of ") for side in sides.groups())
    gap = sum(map(_count, left)) - sum(map(_count, right))
    tier = max(_tiers()[t] for t in [*left, *right])
    params: Params = {"terms": len(left) + len(right), "tier": tier, "close": abs(gap) <= NEAR}
    return Solution("yes" if gap > 0 else "no", (len(left) + len(right)) * tier, params)


def category_count(text: str, options: tuple[str, ...]) -> Solution:
    """Count the words that WordNet puts in the category."""
    asked = re.search(r"(?:words name|Count the|how many are) ([a-z ]+?)(?: in this list)?: ([a-z, ]+)[.?]", text)
    if not asked:
        raise ValueError("question not understood")
    table = {r["word"]: r for r in read_table("facts_words_b.csv")}
    rows = [table[w] for w in asked[2].split(", ")]
    count = sum(asked[1] in r["categories"].split("|") for r in rows)
    tier = max(int(r["tier"]) for r in rows)
    return Solution(str(count), len(rows) * tier, {"words": len(rows), "tier": tier})
