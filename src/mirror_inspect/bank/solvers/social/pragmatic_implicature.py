"""Re-derive implicature items: reachable numbers, literal truth in a table, repeated removal of named cards."""

import re
from bisect import bisect
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.wording import ORDINALS, SPELLED

_WORDS: Final = ("none", "some", "many", "most", "all")


def _strongest(count: int, total: int) -> str:
    """Return the strongest true word of the scale for ``count`` out of ``total``."""
    if count == total:
        return "all"
    if 2 * count > total:
        return "most"
    if 3 * count >= total:
        return "many"
    return "some" if count else "none"


def _described(word: str, total: int) -> range:
    """Return the counts out of ``total`` whose strongest word is ``word``, found by bisection on the order of words."""
    start, stop = (
        bisect(range(1, total + 1), _WORDS.index(word) - 1 + after, key=lambda c: _WORDS.index(_strongest(c, total)))
        for after in (0, 1)
    )
    return range(start + 1, stop + 1)


def scalar_bounds(text: str, options: tuple[str, ...]) -> Solution:
    """Follow the set of possible numbers through the chain by trying every count."""
    report = re.search(r"The report about (\d+) \w+: (.+?)\.", text)
    asked = re.search(r"What is the (largest|smallest) possible number", text)
    if not report or not asked:
        raise ValueError("no report or no question")
    links = report[2].split("; ")
    words = [re.match(r"(some|many|most|all) of (?:the \w+|these) were ", link) for link in links]
    possible, steps = {int(report[1])}, 0
    for word in words:
        if not word:
            raise ValueError("a link without a word of the scale")
        steps += len(possible)
        possible = {c for total in possible for c in _described(word[1], total)}
    between = text[report.end() : asked.start()].split(")")[-1].strip()
    listeners = len(re.findall(r"[^.]+\.", between))
    answer = max(possible) if asked[1] == "largest" else min(possible)
    return Solution(str(answer), len(links) + steps, {"links": len(links), "listeners": listeners})


_REMARKS: Final = (
    re.compile(r"(?P<kind>some) of the people brought (?P<x>\w+)"),
    re.compile(r"(?P<kind>not everybody) brought (?P<x>\w+)"),
    re.compile(r"(?P<kind>if) (?P<a>[A-Z]\w+) brought (?P<x>\w+), then (?P<b>[A-Z]\w+) brought (?P<y>\w+)"),
    re.compile(r"(?P<kind>everyone) who brought (?P<x>\w+) also brought (?P<y>\w+)"),
    re.compile(r"(?P<kind>nobody) but (?P<a>[A-Z]\w+) brought (?P<x>\w+)"),
    re.compile(r"(?P<a>[A-Z]\w+) did (?P<kind>not bring both) (?P<x>\w+) and (?P<y>\w+)"),
    re.compile(r"(?P<a>[A-Z]\w+) (?P<kind>or) (?P<b>[A-Z]\w+) brought (?P<x>\w+)"),
    re.compile(r"(?P<a>[A-Z]\w+) brought (?P<x>\w+) (?P<kind>or) (?P<y>\w+)"),
    re.compile(r"(?P<n>[a-z-]+) (?P<kind>people) brought (?P<x>\w+)"),
)


def _true(remark: str, facts: set[tuple[str, str]], people: set[str]) -> bool:
    found = next((m for p in _REMARKS if (m := p.fullmatch(remark))), None)
    if not found:
        raise ValueError(f"cannot parse the remark {remark!r}")
    parts = found.groupdict()
    x, a, b, y = parts["x"], parts.get("a") or "", parts.get("b") or "", parts.get("y") or ""
    having = {p for p, thing in facts if thing == x}
    match parts["kind"]:
        case "some":
            return bool(having)
        case "not everybody":
            return having != people
        case "if":
            return (a, x) not in facts or (b, y) in facts
        case "everyone":
            return all((p, y) in facts for p in having)
        case "nobody":
            return not having - {a}
        case "not bring both":
            return (a, x) not in facts or (a, y) not in facts
        case "or":
            return (a, x) in facts or ((b, x) in facts if b else (a, y) in facts)
        case _:
            return len(having) >= SPELLED[parts["n"] or ""]


def literal_truth(text: str, options: tuple[str, ...]) -> Solution:
    """Evaluate every remark in the table of facts."""
    stated = re.search(r"These are all the facts: (.+?)\. ", text)
    said = re.search(r"The remarks: (.+?)\. ", text)
    if not stated or not said:
        raise ValueError("no facts or no remarks")
    facts = set()
    for line in stated[1].split("; "):
        name, things = line.split(" brought ")
        facts |= {(name, thing) for thing in re.split(r", | and ", things)}
    people = {name for name, _ in facts}
    remarks = said[1].split("; ")
    verdicts = [_true(remark, facts, people) for remark in remarks]
    params = {"facts": len(people), "statements": len(remarks)}
    return Solution("yes" if all(verdicts) else "no", len(facts) + len(remarks) * len(people), params)


def reference_game(text: str, options: tuple[str, ...]) -> Solution:
    """In rounds, remove every card that alone has some feature, until the spoken feature is on one card only."""
    shown = re.search(r"from left to right: (.+?)\. ", text)
    said = re.search("The speaker says: \u201c(.+?)\u201d", text)
    if not shown or not said:
        raise ValueError("no cards or no utterance")
    cards = [set(re.findall(r"\ban? ([a-z]+(?: tie)?)", card)) for card in shown[1].split("; ")]
    left, rounds, steps = set(range(len(cards))), 0, 0
    while True:
        meant = [i for i in left if said[1] in cards[i]]
        steps += len(left)
        if len(meant) == 1:
            break
        counts = {f: [i for i in left if f in cards[i]] for f in set().union(*(cards[i] for i in left))}
        alone = {holders[0] for holders in counts.values() if len(holders) == 1}
        if not alone:
            raise ValueError("no card can be singled out")
        left, rounds = left - alone, rounds + 1
    answer = f"The {ORDINALS[meant[0]]} card from the left"
    if answer not in options:
        raise ValueError(f"{answer!r} is not offered")
    return Solution(answer, steps, {"cards": len(cards), "rounds": rounds})
