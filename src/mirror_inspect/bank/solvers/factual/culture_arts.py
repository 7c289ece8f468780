"""Re-derive culture items from their text, the table typed by creator, and WordNet's life dates."""

import itertools
import re
from collections import Counter
from functools import cache
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.family import Params, Solution
from mirror_inspect.bank.solvers.factual.lookup import comparisons, mentioned

BANDS: Final = ((40, 1), (20, 2), (10, 3), (5, 4), (2, 5))
_ART: Final = r" \((?:literature|visual art|music)\)"


@cache
def _creators() -> dict[str, str]:
    """Return the creator of every work in the table typed by creator."""
    return {work: r["creator"] for r in read_table("facts_works_b.csv") for work in r["works"].split("|")}


@cache
def _tiers() -> dict[str, int]:
    return {r["work"]: int(r["tier"]) for r in read_table("facts_works_a.csv")}


def _title(shown: str) -> str:
    title = re.sub(rf"{_ART}$", "", shown)
    if title not in _creators():
        raise ValueError(f"unknown work: {shown}")
    return title


def right_pairings(text: str, options: tuple[str, ...]) -> Solution:
    """Look every pairing up."""
    lead = r"(?:The list reads as follows|This is what stands on the cards|Here is the list)"
    listing = re.search(lead + r"\. (.+)\. (?:How many of|In how many cases) ", text)
    if not listing:
        raise ValueError("no list found")
    pairs = [entry.rsplit(": ", 1) for entry in listing[1].split("; ")]
    titles = [_title(shown) for shown, _ in pairs]
    right = sum(_creators()[t] == named for t, (_, named) in zip(titles, pairs, strict=True))
    tier = max(_tiers()[t] for t in titles)
    return Solution(str(right), len(pairs) * tier, {"pairs": len(pairs), "tier": tier})


def birth_order(text: str, options: tuple[str, ...]) -> Solution:
    """Sort the people named by WordNet's year of birth."""
    born = {r["name"]: int(r["born"]) for r in read_table("facts_people_b.csv")}
    tiers = {r["name"]: int(r["tier"]) for r in read_table("facts_people_a.csv")}
    entries = re.findall(r"\(([A-J])\) (.+?)(?=; \(|\. (?:Put|In which|Arrange) )", text)
    letter = {name: given for given, name in entries}
    if len(entries) < 2 or len(letter) != len(entries) or not letter.keys() <= born.keys():
        raise ValueError("question not understood")
    names = sorted(letter, key=lambda n: born[n])
    gap = min(born[b] - born[a] for a, b in itertools.pairwise(names))
    tier = max(tiers[n] for n in names)
    band = next(b for low, b in BANDS if gap >= low)
    params: Params = {"artists": len(names), "tier": tier, "band": band}
    return Solution(", ".join(letter[n] for n in names), comparisons(len(names)) * tier, params)


def same_creator(text: str, options: tuple[str, ...]) -> Solution:
    """Look up the creators of the works in the question."""
    asked = re.search(r"(?:Are|Did one and the same person create|Do) ([^?]+)\?", text)
    if not asked:
        raise ValueError("question not understood")
    titles = mentioned(asked[1], _creators())
    if len(re.findall(r"\)", asked[1])) != len(titles):
        raise ValueError("a work is unknown")
    if len(titles) < 2:
        raise ValueError("fewer than two works found")
    creators = {_creators()[t] for t in titles}
    tier = max(_tiers()[t] for t in titles)
    answer = "yes" if len(creators) == 1 else "no"
    return Solution(answer, len(titles) * tier, {"works": len(titles), "tier": tier})


def odd_work_out(text: str, options: tuple[str, ...]) -> Solution:
    """Find the option whose creator stands alone."""
    titles = {option: _title(option) for option in options}
    made = Counter(_creators()[t] for t in titles.values())
    odd = [option for option, t in titles.items() if made[_creators()[t]] == 1]
    if len(odd) != 1 or not re.search(r"exception|another creator|does not belong", text):
        raise ValueError(f"{len(odd)} options stand alone")
    tier = max(_tiers()[t] for t in titles.values())
    return Solution(odd[0], len(options) * tier, {"options": len(options), "tier": tier})
