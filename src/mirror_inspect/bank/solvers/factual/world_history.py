"""Re-derive history items from their text, the chronicle typed by year, and WordNet's life dates."""

import itertools
import re
from functools import cache
from typing import Final, NamedTuple

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.family import Params, Solution
from mirror_inspect.bank.solvers.factual.lookup import comparisons, halvings

BANDS: Final = ((100, 1), (40, 2), (15, 3), (5, 4), (2, 5))


class Event(NamedTuple):
    """An event found in a text: where, its year, its tier."""

    at: int
    year: int
    tier: int


@cache
def _keys() -> tuple[tuple[str, int, int], ...]:
    """Return the keys of the chronicle with year and tier, longest first."""
    tiers = {r["event"]: int(r["tier"]) for r in read_table("facts_history_a.csv")}
    found = []
    for r in read_table("facts_history_b.csv"):
        tier = next(t for event, t in tiers.items() if r["key"] in event)
        found.append((r["key"], int(r["year"]), tier))
    return tuple(sorted(found, key=lambda k: -len(k[0])))


def _events(text: str) -> list[Event]:
    """Find the events of the chronicle in a text, in order; no two keys may overlap."""
    out = []
    left = text
    for key, year, tier in _keys():
        if (at := left.find(key)) >= 0:
            out.append(Event(at, year, tier))
            left = left[:at] + "_" * len(key) + left[at + len(key) :]
    return sorted(out)


def _band(gap: int) -> int:
    return next(b for low, b in BANDS if gap >= low)


def _tier(events: list[Event]) -> int:
    return max(e.tier for e in events)


def event_order(text: str, options: tuple[str, ...]) -> Solution:
    """Sort the lettered events by the chronicle."""
    entries = re.findall(r"\(([A-J])\) (.+?)(?=; \(|\. (?:Put|In which|Arrange) )", text)
    found = [(letter, _events(entry)) for letter, entry in entries]
    if len(found) < 2 or any(len(events) != 1 for _, events in found):
        raise ValueError("an event is not in the chronicle")
    dated = sorted((events[0].year, letter) for letter, events in found)
    gap = min(b - a for (a, _), (b, _) in itertools.pairwise(dated))
    tier = _tier([events[0] for _, events in found])
    params: Params = {"events": len(found), "tier": tier, "band": _band(gap)}
    return Solution(", ".join(letter for _, letter in dated), comparisons(len(found)) * tier, params)


def before_or_after(text: str, options: tuple[str, ...]) -> Solution:
    """Compare the years of the two events."""
    if not re.search(r" come before | came earlier than | precede ", text):
        raise ValueError("question not understood")
    first, second = _events(text)
    gap = abs(first.year - second.year)
    tier = _tier([first, second])
    params: Params = {"tier": tier, "band": _band(gap)}
    return Solution("yes" if first.year < second.year else "no", halvings(gap, 2000) * tier, params)


def years_between(text: str, options: tuple[str, ...]) -> Solution:
    """Subtract the years of the two events of every pair."""
    events = _events(text)
    if len(events) not in (2, 4) or "calendar years" not in text:
        raise ValueError(f"{len(events)} events found")
    total = sum(abs(a.year - b.year) for a, b in zip(events[::2], events[1::2], strict=True))
    tier = _tier(events)
    return Solution(str(total), len(events) * tier, {"tier": tier, "events": len(events)})


def lifetime_count(text: str, options: tuple[str, ...]) -> Solution:
    """Count the events between birth and death."""
    tiers = {r["name"]: int(r["tier"]) for r in read_table("facts_people_a.csv")}
    asked = re.search(r"(?:lifetime of ([^.:]+): |\. While ([^.:]+?) was alive, )", text)
    lives = {r["name"]: (int(r["born"]), int(r["died"])) for r in read_table("facts_people_b.csv")}
    if not asked:
        raise ValueError("nobody is named")
    name = asked[1] or asked[2]
    born, died = lives[name]
    events = _events(text[asked.end() :])
    count = sum(born < e.year < died for e in events)
    tier = max(_tier(events), tiers[name])
    return Solution(str(count), (len(events) + 2) * tier, {"events": len(events), "tier": tier})
