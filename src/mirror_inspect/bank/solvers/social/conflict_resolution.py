"""Re-derive conflict items: closed-form concessions, satisfiability, pairwise preference counts."""

import re
from typing import Final

from mirror_inspect.bank.family import Params, Solution

_STEP: Final = re.compile(
    r"(?:takes off|adds) \$(\d+) in the first round and each time \$(\d+) less than the time before, but never less "
    r"than \$(\d+)"
)
_NTH: Final = {"second": 2, "third": 3, "fourth": 4}


def _given(step: tuple[int, ...], k: int) -> int:
    """Return the sum of the first ``k`` concessions max(first - i * less, least)."""
    first, less, least = step
    shrinking = min(k, (first - least) // less + 1)
    return shrinking * first - less * shrinking * (shrinking - 1) // 2 + (k - shrinking) * least


def concessions(text: str, options: tuple[str, ...]) -> Solution:
    """Bisect for the first round in which the buyer's closed-form offer has reached the demand."""
    opening = re.search(r"wants \$(\d+) for .+ offers \$(\d+)\.", text)
    steps = [tuple(map(int, groups)) for groups in _STEP.findall(text)]
    helper = re.search(r"raises the offer by \$(\d+) at the end of every (\w+) round", text)
    if not opening or len(steps) != 2:
        raise ValueError("positions or concessions not found")
    start, bid = int(opening[1]), int(opening[2])

    def demand(k: int) -> int:
        return start - _given(steps[0], k)

    def offer(k: int) -> int:
        extra = int(helper[1]) * (k // _NTH[helper[2]]) if helper else 0
        return bid + _given(steps[1], k) + extra

    low, high = 0, 512
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if offer(middle) >= demand(middle) else (middle, high)
    moves = 2 * high - (offer(high - 1) >= demand(high))
    params = {"rounds": high, "parties": 3 if helper else 2}
    return Solution(f"${demand(high)}.00", moves, params)


def settlement_exists(text: str, options: tuple[str, ...]) -> Solution:
    """Ask z3 whether the demands can be met together."""
    import z3

    topics = re.search(r"one way or the other: (.+?)\. A demand is met as soon as .+? is granted: (.+?)\. ", text)
    if not topics:
        raise ValueError("no issues or demands")
    literals = {}
    for i, topic in enumerate(topics[1].split("; ")):
        found = re.fullmatch(r"either (.+) or (.+)", topic)
        if not found:
            raise ValueError(f"cannot parse {topic!r}")
        issue = z3.Bool(f"issue{i}")
        literals[found[1]], literals[found[2]] = issue, z3.Not(issue)
    demands = topics[2].split("; ")
    solver = z3.Solver()
    parts = 0
    for demand in demands:
        found = re.fullmatch(r"[A-Z]\w+ (?:insists on|needs|holds out for|asks for) (.+)", demand)
        if not found:
            raise ValueError(f"cannot parse {demand!r}")
        chosen = re.split(r", | or ", found[1])
        parts += len(chosen)
        solver.add(z3.Or(*(literals[c] for c in chosen)))
    answer = "yes" if solver.check() == z3.sat else "no"
    issues = len(literals) // 2
    return Solution(answer, parts * issues, {"issues": issues, "demands": len(demands)})


def ranked_mediation(text: str, options: tuple[str, ...]) -> Solution:
    """Derive places from pairwise counts: a plan's total is the parties plus how often others are preferred to it."""
    body = re.search(r"having place one: (.+?)\. ", text)
    if not body:
        raise ValueError("no lists")
    lists = [party.split(": ")[1].split(", ") for party in body[1].split("; ")]
    plans = sorted(lists[0])
    if any(sorted(ranking) != plans for ranking in lists):
        raise ValueError("the lists hold different plans")
    beats: dict[tuple[str, str], int] = {
        (a, b): sum(r.index(a) < r.index(b) for r in lists) for a in plans for b in plans if a != b
    }
    steps = len(beats) * len(lists)

    def total(plan: str, field: list[str]) -> int:
        return len(lists) + sum(beats[other, plan] for other in field if other != plan)

    if "worst place" in text:
        rule = "worst"
        chosen = min(plans, key=lambda p: (max(r.index(p) for r in lists), total(p, plans)))
        steps += len(plans) * len(lists)
    elif "lowest total" in text:
        rule = "sum"
        chosen = min(plans, key=lambda p: total(p, plans))
    else:
        rule = "elimination"
        field = list(plans)
        while len(field) > 1:
            steps += len(field) * len(lists)
            field.remove(max(field, key=lambda p: total(p, field)))
        chosen = field[0]
    params: Params = {"plans": len(plans), "parties": len(lists), "rule": rule}
    return Solution(f"They carry out the {chosen} plan.", steps, params)
