"""Decide conditional items from their text: entailment by z3, hidden sides and priorities by enumeration."""

import re
from collections.abc import Callable
from typing import Any, Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.logical._read import items_of, sentences, the

_OFF: Final = {
    "closed": "open", "idle": "running", "off": "on", "unlocked": "locked", "still": "spinning", "not full": "full",
    "at rest": "moving", "unlit": "lit",
}  # fmt: skip
_NOW: Final = "Right now|At this moment|A look around shows that"
_STATE: Final = r"the [a-z ]+? is (?:not full|at rest|[a-z]+)"
_IF_THEN: Final = (
    (rf"if ({_STATE}(?: and {_STATE})*), then ({_STATE})", False),
    (rf"whenever ({_STATE}(?: and {_STATE})*), ({_STATE})", False),
    (rf"({_STATE}(?: and {_STATE})*) only if ({_STATE})", True),
)


def rule_chain(text: str, options: tuple[str, ...]) -> Solution:
    """Whether rules and facts leave no state of the plant in which the conclusion is false."""
    import z3

    atoms: dict[str, Any] = {}

    def literal(words: str) -> Any:
        found = the(re.fullmatch(r"the (.+) is (not full|at rest|\w+)", words), "state")
        atom = atoms.setdefault(found[1], z3.Bool(found[1]))
        return z3.Not(atom) if found[2] in _OFF else atom

    def conjunction(words: str) -> Any:
        return z3.And([literal(w) for w in re.split(r" and (?=the )|, (?=the )", words)])

    def rule(words: str) -> tuple[Any, bool]:
        for pattern, twisted in _IF_THEN:
            if found := re.fullmatch(pattern, words):
                return z3.Implies(conjunction(found[1]), literal(found[2])), twisted
        if found := re.fullmatch(rf"it never happens that ({_STATE}(?: and {_STATE})*) while ({_STATE})", words):
            return z3.Not(z3.And(conjunction(found[1]), literal(found[2]))), True
        if found := re.fullmatch(rf"at any time ({_STATE}) or ({_STATE}), or both", words):
            return z3.Or(literal(found[1]), literal(found[2])), True
        found = the(re.fullmatch(rf"({_STATE}) if ({_STATE}(?: and {_STATE})*)", words), "rule")
        return z3.Implies(conjunction(found[2]), literal(found[1])), True

    told = sentences(re.sub(r" \([^)]*\)", "", text))
    start = next((i for i, s in enumerate(told) if re.match(_NOW, s)), 0)
    if not start:
        raise ValueError("no facts in the text")
    read = [rule(s[0].lower() + s[1:]) for s in told[1:start]]
    fact_words = re.sub(rf"^(?:{_NOW}) ", "", told[start])
    facts = re.split(r" and (?=the )|, (?=the )", fact_words)
    goal = the(re.search(rf"that ({_STATE})$", told[start + 1]), "conclusion")[1]
    solver = z3.Solver()
    solver.add(*(r for r, _ in read), *(literal(f) for f in facts))
    if solver.check() != z3.sat:
        raise ValueError("rules and facts contradict each other")
    solver.add(z3.Not(literal(goal)))
    answer = "yes" if solver.check() == z3.unsat else "no"
    params = {"rules": len(read), "facts": len(facts), "plain": not any(t for _, t in read)}
    return Solution(answer, len(read) * len(atoms), params)


def _side(words: str) -> Callable[[int, str], bool]:
    """Return the test of one side of a card that a phrase states."""
    if found := re.fullmatch(r"its number is (greater|less) than (\d+)", words):
        k, up = int(found[2]), found[1] == "greater"
        return lambda number, _: number > k if up else number < k
    if found := re.fullmatch(r"its number is at least (\d+) and at most (\d+)", words):
        span = range(int(found[1]), int(found[2]) + 1)
        return lambda number, _: number in span
    if found := re.fullmatch(r"its number is (even|odd)", words):
        rest = int(found[1] == "odd")
        return lambda number, _: number % 2 == rest
    if found := re.fullmatch(r"its number is (not )?a multiple of (\d+)", words):
        k, wanted = int(found[2]), not found[1]
        return lambda number, _: (number % k == 0) is wanted
    if found := re.fullmatch(r"its colour is not (\w+)", words):
        banned = found[1]
        return lambda _, colour: colour != banned
    colours = the(re.fullmatch(r"its colour is (.+)", words), "condition")[1].split(" or ")
    return lambda _, colour: colour in colours


def card_rules(text: str, options: tuple[str, ...]) -> Solution:
    """Try every hidden side of every card."""
    top = int(the(re.search(r"whole number from 1 to (\d+)", text), "range")[1])
    palette = items_of(the(re.search(r"(?:on the other: |single colour, which is )([^.]+)\.", text), "colours")[1])
    rules = []
    for rule in the(re.search(r"to each card: (.*?)\. You see", text), "rules")[1].split("; "):
        found = the(re.fullmatch(r"if (.+), then (.+)", rule), "rule")
        rules.append((_side(found[1]), _side(found[2])))
    shown = re.findall(r"card ([A-I]) shows (?:the number (\d+)|(\w+))", text)
    turn, looked = [], 0
    for letter, number, colour in sorted(shown):
        sides = [(int(number), c) for c in palette] if number else [(x, colour) for x in range(1, top + 1)]
        looked += len(rules)
        kept = [all(not p(x, c) or q(x, c) for p, q in rules) for x, c in sides]
        if not any(kept):
            raise ValueError(f"card {letter} breaks a rule for certain")
        if not all(kept):
            turn.append(letter)
    return Solution(", ".join(turn), looked, {"cards": len(shown), "rules": len(rules)})


def rules_with_exceptions(text: str, options: tuple[str, ...]) -> Solution:
    """For each person, look for the last rule whose conditions hold."""
    told = sentences(text)
    rules: list[tuple[list[str], list[str], bool]] = []
    outcome = re.compile(
        r"Rule \d+: whoever (.+?),? (may not enter|may enter|gets no discount|gets the discount|may not board first|"
        r"may board first|receives no voucher|receives a voucher|may not use the side door|may use the side door)"
    )
    for sentence in told:
        if found := outcome.fullmatch(sentence):
            positive, *negative = found[1].split(", except one who ")
            denied = " not " in found[2] or " no " in found[2]
            rules.append((positive.split(" and "), negative, not denied))
    if len(rules) != text.count("Rule "):
        raise ValueError("a rule was not understood")
    first = told.index("Nothing is true of a person that is not stated") + 1
    passed, people, looked = [], 0, 0
    for sentence in told[first:]:
        if sentence.startswith(("Who ", "List ", "Which ")):
            break
        name, _, words = sentence.partition(" ")
        traits = items_of(words)
        people += 1
        for positive, negative, grants in reversed(rules):
            looked += 1
            if all(t in traits for t in positive) and not any(t in traits for t in negative):
                if grants:
                    passed.append(name)
                break
    params = {"rules": len(rules), "people": people}
    return Solution(", ".join(sorted(passed)), looked, params)
