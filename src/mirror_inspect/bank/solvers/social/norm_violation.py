"""Re-derive norm items: fixpoint over clauses, table of forbidden triples, closed form of doubling fines."""

import re
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import numbered_lines

_FACTS: Final = {
    "the person carries a permit": ("carries a permit", "carries no permit"),
    "the person is on duty": ("is on duty", "is off duty"),
    "it is raining": ("it is raining", "it is dry outside"),
    "a guide is present": ("a guide is present", "there is no guide around"),
    "the alarm is ringing": ("the alarm is ringing", "the alarm is silent"),
    "the person has booked ahead": ("has booked ahead", "has not booked ahead"),
    "a ceremony is under way": ("a ceremony is under way", "no ceremony is under way"),
    "the gate is closed": ("the gate is closed", "the gate stands open"),
    "the person has a child along": ("has a child along", "has come without a child"),
    "the warden has objected": ("the warden has objected", "the warden has raised no objection"),
    "the person is a member": ("is a member", "is not a member"),
    "it is after sunset": ("the sun has already set", "the sun is still up"),
    "the red flag is up": ("the red flag is up", "the red flag is down"),
    "repairs are going on": ("repairs are going on", "all repairs are finished"),
    "the person is wearing a helmet": ("is wearing a helmet", "is bareheaded"),
}


def layered_exception(text: str, options: tuple[str, ...]) -> Solution:
    """Iterate "a clause is in force unless a clause in force sets it aside" to its fixpoint."""
    clauses = re.findall(r"Clause ([A-Z]): when (.+?), clause ([A-Z]) is set aside\.", text)
    case = re.search(r"Now the case: (.+?)\. ", text)
    if not clauses or not case:
        raise ValueError("no clauses or no case")
    facts = case[1].split("; ")[1:]
    true: set[str] = set()
    for fact in facts:
        states = [(c, fact.endswith(yes)) for c, (yes, no) in _FACTS.items() if fact.endswith((yes, no))]
        if len(states) != 1:
            raise ValueError(f"cannot place the fact {fact!r}")
        true |= {c for c, holds in states if holds}
    unknown = [c for _, c, _ in clauses if c not in _FACTS]
    if unknown:
        raise ValueError(f"unknown condition {unknown[0]!r}")
    force: dict[str, bool | None] = {"A": None, **{name: None for name, _, _ in clauses}}
    steps = 0
    while None in force.values():
        for name in force:
            steps += 1
            attackers = [force[k] for k, condition, target in clauses if target == name and condition in true]
            own = [condition for k, condition, _ in clauses if k == name]
            if (own and own[0] not in true) or True in attackers:
                force[name] = False
            elif None not in attackers:
                force[name] = True
    params = {"layers": len(clauses), "facts": len(facts)}
    return Solution("yes" if force["A"] else "no", steps, params)


_NORM: Final = re.compile(
    r"(?:(?P<a>\w+) in the (?P<pa>\w+) is forbidden to everyone but a (?P<ra>\w+)"
    r"|(?:only a|no one other than a) (?P<rb>\w+) may be (?:found )?(?P<b>\w+) in the (?P<pb>\w+))"
)
_DEEDS: Final = {
    "smoked": "smoking", "ate": "eating", "sang": "singing", "ran": "running", "whistled": "whistling",
    "telephoned": "telephoning", "slept": "sleeping", "drummed": "drumming", "painted": "painting",
}  # fmt: skip


def incident_log(text: str, options: tuple[str, ...]) -> Solution:
    """Look every entry's deed, place and role up among the forbidden ones."""
    rules = re.search(r"The (?:rules|only rule): (.+?)\. ", text)
    if not rules:
        raise ValueError("no rules")
    norms = []
    for part in rules[1].split("; "):
        found = _NORM.fullmatch(part)
        if not found:
            raise ValueError(f"cannot parse the rule {part!r}")
        norms.append((found["a"] or found["b"], found["pa"] or found["pb"], found["ra"] or found["rb"]))
    lines, breaches, steps = numbered_lines(text), [], 0
    for i, line in enumerate(lines, start=1):
        place, role = re.search(r"[Ii]n the (\w+)", line), re.search(r"\b(?:is|as|,) a (\w+)", line)
        deeds = [_DEEDS[w] for w in re.findall(r"[a-z]+", line) if w in _DEEDS]
        if not place or not role or len(deeds) != 1:
            raise ValueError(f"cannot parse the entry {line!r}")
        for norm_deed, norm_place, exempt in norms:
            steps += 1
            if (norm_deed, norm_place) == (deeds[0], place[1]) and exempt != role[1]:
                breaches.append(i)
                break
    params = {"rules": len(norms), "incidents": len(lines)}
    return Solution(", ".join(map(str, breaches)), steps, params)


_STEMS: Final = {
    "arriv": "late", "leav": "dishes", "slamm": "door", "play": "music", "forgett": "bins", "us": "language",
    "park": "lawn", "skipp": "meeting", "feed": "pigeons",
}  # fmt: skip


def fine_ledger(text: str, options: tuple[str, ...]) -> Solution:
    """Add price x (2^n - 1) for every offence of the person, then take off the entries the person apologised for."""
    tariff = re.search(r"The fines were (.+?)\. ", text)
    book = re.search(r"The entries, in order: (.+?)\. ", text)
    asked = re.search(r"(?:does ([A-Z]\w+) (?:owe|have)|fines ([A-Z]\w+) has)", text)
    if not tariff or not book or not asked:
        raise ValueError("no tariff, book or question")
    person = asked[1] or asked[2]
    prices = {}
    for price, words in re.findall(r"\$(\d+) for (\w+ing(?: \w+)*?)(?=,| and \$|$)", tariff[1]):
        stem = next(s for s in _STEMS if words.startswith(s + "ing"))
        prices[_STEMS[stem]] = int(price)
    entries = book[1].split("; ")
    counts = dict.fromkeys(prices, 0)
    pardoned = 0
    for i, entry in enumerate(entries):
        if not entry.startswith(f"{person} "):
            continue
        if entry.endswith(" apologised"):
            mark = entries[i - 1].split()[-1]
            pardoned += prices[mark] * 2 ** (counts[mark] - 1)
        else:
            counts[entry.split()[-1]] += 1
    total = sum(price * (2 ** counts[mark] - 1) for mark, price in prices.items()) - pardoned
    params = {"norms": len(prices), "entries": len(entries)}
    return Solution(f"${total}.00", len(entries) + sum(counts.values()), params)
