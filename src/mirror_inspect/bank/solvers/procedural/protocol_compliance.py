"""Re-derive protocol items from their text: violation tables, backward search in a log, last applicable rule."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.procedural.reading import items, only, sentences


class Record(NamedTuple):
    """One record as read from the text."""

    kind: str
    values: dict[str, int]
    state: str
    signatures: int


Breach = Callable[[Record], bool]


def _above(g: tuple[str, ...]) -> Breach:
    return lambda r: r.values[g[0]] > int(g[1])


def _unless(g: tuple[str, ...]) -> Breach:
    return lambda r: r.state != g[0] and r.kind != g[1]


def _least(g: tuple[str, ...]) -> Breach:
    return lambda r: r.values[g[0]] < int(g[1])


def _kind_most(g: tuple[str, ...]) -> Breach:
    return lambda r: r.kind == g[1] and r.values[g[0]] > int(g[2])


def _second(g: tuple[str, ...]) -> Breach:
    return lambda r: r.values[g[0]] > int(g[1]) and r.signatures < 2


def _exclusive(g: tuple[str, ...]) -> Breach:
    return lambda r: r.kind == g[0] and (r.state == g[1]) == (r.signatures == 2)


def _below(g: tuple[str, ...]) -> Breach:
    return lambda r: r.values[g[0]] < int(g[1]) and r.kind == g[2]


RULES: Final = (
    (r"[Nn]o \w+ may have an? (\w+) above (\d+) \S+", _above),
    (r"[Ee]very \w+ must be (\w+), unless it is of the kind (\w+)", _unless),
    (r"[Tt]he (\w+) of every \w+ must be at least (\d+) \S+", _least),
    (r"[Tt]he (\w+) of a \w+ of the kind (\w+) must not exceed (\d+) \S+", _kind_most),
    (r"[Aa] \w+ with an? (\w+) of more than (\d+) \S+ needs two signatures", _second),
    (r"[Aa] \w+ of the kind (\w+) must be either (\w+) or signed twice, but not both", _exclusive),
    (r"[Ii]f the (\w+) is below (\d+) \S+, the \w+ must not be of the kind (\w+)", _below),
)
RECORD: Final = r"[A-Z]\w+ [A-Z]: (\w+), (\w+) (\d+) \S+, (\w+) (\d+) \S+, (\w+), (two signatures|a single signature)\."


def record_audit(text: str, options: tuple[str, ...]) -> Solution:
    """Tabulate which rule every record breaks."""
    _, rest = re.split(r"(?:The rules:|These rules apply:|The protocol says:) ", text, maxsplit=1)
    told, entries = re.split(r" (?:The records:|The entries are:) ", rest, maxsplit=1)
    rules: list[Breach] = []
    for s in sentences(told):
        match = next((build(m.groups()) for p, build in RULES if (m := re.fullmatch(p, s))), None)
        if match is None:
            raise ValueError(f"rule not understood: {s}")
        rules.append(match)
    records = [
        Record(kind, {p: int(a), q: int(b)}, state, 2 if signed.startswith("two") else 1)
        for kind, p, a, q, b, state, signed in re.findall(RECORD, entries)
    ]
    table = [[breach(r) for breach in rules] for r in records]
    params = {"rules": len(rules), "records": len(records)}
    return Solution(str(sum(any(row) for row in table)), len(rules) * len(records), params)


def interlock_log(text: str, options: tuple[str, ...]) -> Solution:
    """For every entry and rule, look back for the last entry of the device the rule depends on."""
    (start,) = only(r"At the start ([^.]+)\.", text)
    (listing,) = only(r"The log reads: ([^.]+)\.", text)
    initial = dict(re.findall(r"the (\w+) is ([a-z ]+?)(?:,|$)", start))
    log = [tuple(entry.split(" ", 1)) for entry in listing.split("; ")]
    rules: list[tuple[str, str, str, str]] = []
    for s in sentences(text.split(" At the start", 1)[0])[1:]:
        if m := re.fullmatch(r"The (\w+) may be ([a-z ]+) only while the (\w+) is ([a-z ]+)", s):
            rules.append((m[1], m[2], m[3], m[4]))
        elif m := re.fullmatch(r"Only with the (\w+) ([a-z ]+) may the (\w+) be ([a-z ]+)", s):
            rules.append((m[3], m[4], m[1], m[2]))
        else:
            raise ValueError(f"rule not understood: {s}")
    looked, broken = 0, []
    for k, (device, act) in enumerate(log):
        bad = False
        for d, a, other, state in rules:
            if (d, a) != (device, act):
                continue
            back = next((j for j in range(k - 1, -1, -1) if log[j][0] == other), None)
            looked += k - (back if back is not None else -1)
            bad |= (log[back][1] if back is not None else initial[other]) != state
        if bad:
            broken.append(k + 1)
    asked_first = "the first entry that breaks a rule?" in text
    answer = broken[0] if asked_first else len(broken)
    params = {"devices": len(initial), "rules": len(rules), "entries": len(log)}
    return Solution(str(answer), looked + len(log), params)


def overriding_rules(text: str, options: tuple[str, ...]) -> Solution:
    """Try the rules from the last one upwards until one applies."""
    rules = re.findall(r"[A-Z][a-z ]+s that are ([a-z, -]+) are ([a-z ]+)\.", text)
    noun, facts = only(r" One ([a-z ]+) is ([a-z, -]+)\.", text)
    (allowed,) = only(rf"{noun} (?:be |is )?([a-z ]+)\?", text)
    held = set(items(facts))
    tried = 0
    for conditions, ruling in reversed(rules):
        wanted = items(conditions)
        tried += len(wanted)
        if set(wanted) <= held:
            params = {"rules": len(rules), "conditions": sum(len(items(c)) for c, _ in rules)}
            return Solution("yes" if ruling == allowed else "no", params["conditions"] + tried, params)
    raise ValueError("no rule applies")
