"""Re-derive geography items from their text and the second country table."""

import itertools
import re
from typing import Final

from mirror_inspect.bank.family import Params, Solution
from mirror_inspect.bank.solvers.factual.lookup import Row, comparisons, countries, halvings, mentioned

BANDS: Final = ((30.0, 1), (16.0, 2), (9.0, 3), (4.5, 4), (0.0, 5))
"""Smallest latitude gap in degrees of every band."""
CROSSINGS: Final = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 14))


def _tier(rows: list[Row]) -> int:
    return max(int(r["tier"]) for r in rows)


def size_order(text: str, options: tuple[str, ...]) -> Solution:
    """Sort the countries named by the figure asked for."""
    entries = re.findall(r"\(([A-J])\) (?:the )?(.+?)(?=; \(|\. (?:Put|Order|Going) )", text)
    if any(name not in countries() for _, name in entries):
        raise ValueError("a country is unknown")
    rows = [countries()[name] for _, name in entries]
    letter = {countries()[name]["name"]: given for given, name in entries}
    column = {"total area": "area", "number of inhabitants": "population"}
    by = [c for phrase, c in column.items() if phrase in text]
    first = re.search(r"(largest|smallest)", text)
    if len(by) != 1 or not first or len(rows) < 2 or len(letter) != len(rows):
        raise ValueError("question not understood")
    rows.sort(key=lambda r: float(r[by[0]]), reverse=first[1] == "largest")
    sizes = sorted(float(r[by[0]]) for r in rows)
    if any(b < 1.5 * a for a, b in itertools.pairwise(sizes)):
        raise ValueError("two sizes are too close")
    tier = _tier(rows)
    answer = ", ".join(letter[r["name"]] for r in rows)
    return Solution(answer, comparisons(len(rows)) * tier, {"countries": len(rows), "tier": tier})


def known_by_neighbours(text: str, options: tuple[str, ...]) -> Solution:
    """Intersect the neighbours of the countries named."""
    table = countries()
    codes = {r["iso3"]: r for r in table.values()}
    shared = [set(table[n]["borders"].split()) for n in mentioned(text, table)]
    found = set.intersection(*shared) if len(shared) > 1 else set()
    if len(found) != 1:
        raise ValueError(f"{len(found)} countries border all of them")
    row = codes[found.pop()]
    asked = "capital" if "capital" in text else "country"
    answer = row["capital" if asked == "capital" else "name"]
    lookups = len(shared) + (asked == "capital")
    return Solution(answer, lookups * int(row["tier"]), {"tier": int(row["tier"]), "asked": asked})


def border_crossings(text: str, options: tuple[str, ...]) -> Solution:
    """Search the border graph of the second source breadth first."""
    import networkx as nx

    table = countries()
    start, end = (table[n]["iso3"] for n in mentioned(text, table))
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from((r["iso3"], n) for r in table.values() for n in r["borders"].split())
    path = nx.shortest_path(graph, start, end)
    count = len(path) - 1
    low, high = next((low, high) for low, high in CROSSINGS if low <= count <= high)
    return Solution(str(count), count, {"fewest": low, "most": high})


def capital_latitude(text: str, options: tuple[str, ...]) -> Solution:
    """Compare the latitudes of the two capitals."""
    table = countries()
    pairs = re.findall(r"the capital of (?:the )?([^,?]+?)(?:,|\?| lie| than| closer| north)", text)
    if len(pairs) != 2 or len(mentioned(" ".join(pairs), table)) != 2:
        raise ValueError("the two capitals were not found")
    rows = [table[p] for p in pairs]
    if any(r["capital"] not in text for r in rows):
        raise ValueError("a capital does not belong to its country")
    measure = "equator" if "equator" in text else "north"
    x, y = (float(r["latitude"]) if measure == "north" else -abs(float(r["latitude"])) for r in rows)
    gap = abs(x - y)
    band = next(b for low, b in BANDS if gap >= low)
    tier = _tier(rows)
    params: Params = {"tier": tier, "band": band, "measure": measure}
    return Solution("yes" if x > y else "no", halvings(gap, 180) * tier, params)
