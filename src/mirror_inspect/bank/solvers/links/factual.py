"""Re-derive the factual bridges from their texts and the second fact tables."""

import re
from functools import cache

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.solvers.factual.lookup import countries, elements


def element_number(text: str) -> str:
    """Look the atomic number up in the second table of elements."""
    shift = re.search(r"atomic number is (\d+) (higher|lower) than it", text)
    number = re.search(r"(?:room|bin|table) (\d+)\.", text)
    if not (shift and number):
        raise ValueError("no element asked for")
    wanted = int(number[1]) + int(shift[1]) * (1 if shift[2] == "higher" else -1)
    return next(name for name, row in elements().items() if int(row["number"]) == wanted)


@cache
def _chronicle() -> tuple[tuple[str, int], ...]:
    return tuple((r["key"], int(r["year"])) for r in read_table("facts_history_b.csv"))


def _year(event: str) -> int:
    found = {year for key, year in sorted(_chronicle(), key=lambda k: -len(k[0])) if key in event}
    if len(found) != 1:
        raise ValueError(f"{len(found)} entries for {event!r}")
    return found.pop()


def years_from_event(text: str) -> str:
    """Move through the years of the chronicle."""
    start = re.search(r"starts in the year of (.+?) and goes (forward|back) by (\d+) years\.", text)
    if not start:
        raise ValueError("no journey found")
    year = _year(start[1]) + int(start[3]) * (1 if start[2] == "forward" else -1)
    for way, pair in re.findall(
        r"Then it goes (forward|back) by as many years as lie between (.+?)\. (?=Then|Only)", text
    ):
        ends = [(_try(a), _try(b)) for a, b in _splits(pair)]
        years = next((a, b) for a, b in ends if a is not None and b is not None)
        year += abs(years[0] - years[1]) * (1 if way == "forward" else -1)
    return str(year)


def _splits(pair: str) -> list[tuple[str, str]]:
    """Return every way to cut "X and Y" at an "and"."""
    words = pair.split(" and ")
    return [(" and ".join(words[:i]), " and ".join(words[i:])) for i in range(1, len(words))]


def _try(event: str) -> int | None:
    try:
        return _year(event)
    except ValueError:
        return None


@cache
def _counts() -> tuple[tuple[str, int], ...]:
    return tuple((k, int(r["number"])) for r in read_table("facts_numbers_b.csv") for k in r["keys"].split("|"))


def known_counts(text: str) -> str:
    """Carry out the riddle with the counts of the second table."""
    riddle = re.search(r"begin with (\d+), (.+?)\. What", text)
    if not riddle:
        raise ValueError("no riddle found")
    value = int(riddle[1])
    for step in re.split(r", (?=add|subtract)| and then (?=add|subtract)", riddle[2]):
        found = [n for key, n in _counts() if key in step]
        if len(found) != 1:
            raise ValueError(f"{len(found)} entries for {step!r}")
        value += found[0] * (1 if step.startswith("add") else -1)
    return str(value)


def land_borders(text: str) -> str:
    """Count the neighbours listed in the second table of countries."""
    riddle = re.search(r"begin with (\d+), (.+?)\. What", text)
    if not riddle:
        raise ValueError("no riddle found")
    value = int(riddle[1])
    for sign, name in re.findall(
        r"(add|subtract) the number of countries that share a land border with (.+?)(?=, add|, subtract| and then|$)",
        riddle[2],
    ):
        value += len(countries()[name]["borders"].split()) * (1 if sign == "add" else -1)
    return str(value)


def right_labels(text: str) -> str:
    """Look every pair up in the table of works by creator."""
    found = re.search(r"They read: (.+?)\. Every right \w+ .*?(\d+) (?:cents|points)", text)
    if not found:
        raise ValueError("no labels found")
    works = {r["creator"]: r["works"].split("|") for r in read_table("facts_works_b.csv")}
    right = 0
    for label in found[1].split("; "):
        work, _, creator = label.rpartition(" by ")
        right += work in works[creator]
    return str(int(found[2]) * right)
