"""Re-derive inference items: verb signatures left to right, presupposition patterns, counter-models."""

import re
from itertools import product
from typing import Any, Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import after_colon, quoted

_SIGNATURE: Final = {
    "manage": True, "managed": True, "remember": True, "remembered": True, "fail": False, "failed": False,
    "forget": False, "forgot": False, "neglect": False, "neglected": False, "omit": False, "omitted": False,
}  # fmt: skip


def implicative_chain(text: str, options: tuple[str, ...]) -> Solution:
    """Carry "it happened" through the chain: a negation or a negative verb turns it over."""
    happened, verbs, negations, steps = True, 0, 0, 0
    for word in quoted(text).split():
        steps += 1
        if word == "not":
            happened, negations = not happened, negations + 1
        elif word in _SIGNATURE:
            happened, verbs = happened == _SIGNATURE[word], verbs + 1
    if not verbs:
        raise ValueError("no implicative verb")
    return Solution("yes" if happened else "no", steps, {"verbs": verbs, "negations": negations})


_N: Final = r"([A-Z]\w+)"
_PATTERNS: Final = tuple(
    (re.compile(p.replace("NAME", _N)), verdict)
    for p, verdict in (
        (r"NAME .+, and so did NAME", "++"),
        (r"both NAME and NAME .+", "++"),
        (r"NAME .+; NAME did too", "++"),
        (r"NAME knows that NAME .+, just as \w+ did", "++"),
        (r"NAME .+ because NAME had .+", "++"),
        (r"NAME did not .+, and neither did NAME", "--"),
        (r"neither NAME nor NAME .+", "--"),
        (r"NAME forgot to .+, as did NAME", "--"),
        (r"NAME did not .+, nor did NAME", "--"),
        (r"unlike NAME, NAME .+", "-+"),
        (r"NAME .+, whereas NAME did not", "+-"),
        (r"of NAME and NAME only (?P<who>[A-Z]\w+) .+", "only"),
        (r"NAME .+ instead of NAME", "+-"),
        (r"NAME is sad that NAME, unlike \w+, did not .+", "+-"),
        (r"exactly one of NAME and NAME .+, and it was not (?P<other>[A-Z]\w+)", "not"),
        (r"NAME did not .+", "-"),
        (r"NAME forgot to .+", "-"),
        (r"NAME only pretended to have .+", "-"),
        (r"had NAME not .+, there would have been fewer worries", "+"),
        (r"had NAME .+, the day would have been merrier", "-"),
        (r"NAME would have .+ but for a cold", "-"),
        (r"NAME is sorry not to have .+", "-"),
        (r"NAME refused to .+ and stuck to it", "-"),
        (r"NAME regrets not \w+ing .+", "-"),
        (r"NAME regrets \w+ing .+", "+"),
        (r"NAME is glad to have .+", "+"),
        (r"NAME managed to .+", "+"),
        (r"it was NAME's own idea to .+, and \w+ did so", "+"),
        (r"NAME never denied having .+, since that was the truth", "+"),
        (r"NAME did (?!not).+ after all", "+"),
        (r"NAME \w+ (?:to|in|the) .+", "+"),
    )
)


def _people(statement: str) -> dict[str, bool]:
    for pattern, verdict in _PATTERNS:
        found = pattern.fullmatch(statement)
        if not found:
            continue
        names = found.groups()[:2]
        if verdict == "only":
            return {n: n == found["who"] for n in names}
        if verdict == "not":
            return {n: n != found["other"] for n in names}
        return {n: sign == "+" for n, sign in zip(names, verdict, strict=True)}
    raise ValueError(f"cannot parse {statement!r}")


def presupposition_census(text: str, options: tuple[str, ...]) -> Solution:
    """Match every statement with a pattern that says who did it and who did not."""
    body, _ = after_colon(text)
    statements = re.split(r"; (?![A-Z]\w+ did too)", body)
    did: dict[str, bool] = {}
    for statement in statements:
        did |= _people(statement)
    params = {"people": len(did), "statements": len(statements)}
    return Solution(str(sum(did.values())), len(statements) + 2 * len(did), params)


_CLAIM: Final = re.compile(
    r"(?P<wrap>.*?)(?P<q>not every|every|no|at least three|at most two|fewer than four|more than two) "
    r"(?P<subject>\w+) who owns? (?P<inner>an?|no) (?P<owned>\w+) (?P<predicate>.+)"
)
_SLOTS: Final = ("subject", "owned", "predicate")
_NEGATIVE: Final = ("not the case", "is false", "nobody can truthfully")
_WRAP: Final = re.compile(
    r"it is not the case that|it is false that|nobody can truthfully claim that|it is true that|it is wrong to deny "
    r"that"
    r"|one cannot doubt the fact that"
)
_SPECIAL: Final = frozenset(
    {"nurse", "violinist", "baker", "poet", "spaniel", "canary", "scooter", "violin", "left before noon", "sang loudly",
     "arrived by train", "slept soundly", "danced a waltz", "paid in cash"}
)  # fmt: skip


def _special(word: str) -> bool:
    return word in _SPECIAL or (word.endswith("s") and word[:-1] in _SPECIAL)


def _place(claim: re.Match[str], kind: tuple[int, ...]) -> bool | None:
    """Return whether a person of this kind is in the claim's group (else None) and does what the claim says.

    A kind's coordinates are, for subject, thing owned and predicate, 0 (not even the general word applies), 1 (only the
    general word) or 2 (the special one).
    """
    subject, owned, predicate = (
        level >= (2 if _special(claim[slot]) else 1) for level, slot in zip(kind, _SLOTS, strict=True)
    )
    return predicate if subject and owned == (claim["inner"] != "no") else None


def _holds(claim: re.Match[str], inside: Any, outside: Any) -> Any:
    """Return the claim as a z3 formula over how many of its group do, and do not, what it says."""
    import z3

    formula = {
        "every": outside == 0,
        "not every": outside > 0,
        "no": inside == 0,
        "at least three": inside >= 3,
        "more than two": inside > 2,
        "at most two": inside <= 2,
        "fewer than four": inside < 4,
    }[claim["q"]]
    for phrase in _WRAP.findall(claim["wrap"]):
        formula = z3.Not(formula) if any(n in phrase for n in _NEGATIVE) else formula
    return formula


def claim_follows(text: str, options: tuple[str, ...]) -> Solution:
    """Look for a situation in which one claim is true and the other false, both ways."""
    import z3

    sentences = re.findall("Claim (?:one|two): \u201c(.+?)\\.\u201d", text)
    claims = [_CLAIM.fullmatch(s[0].lower() + s[1:]) for s in sentences]
    if len(claims) != 2 or not claims[0] or not claims[1]:
        raise ValueError("two claims not found")
    first, second = claims[0], claims[1]
    kinds = {(_place(first, kind), _place(second, kind)) for kind in product(range(3), repeat=3)}
    counts = {kind: z3.Int(f"n{i}") for i, kind in enumerate(sorted(kinds, key=str))}
    one, two = (
        _holds(claim, *(z3.Sum([n for kind, n in counts.items() if kind[i] is does]) for does in (True, False)))
        for i, claim in enumerate((first, second))
    )

    def must(premise: Any, conclusion: Any) -> bool:
        solver = z3.Solver()
        solver.add(*(n >= 0 for n in counts.values()), premise, z3.Not(conclusion))
        return bool(solver.check() == z3.unsat)

    forth, back = must(one, two), must(two, one)
    begins = {
        (True, False): "If claim one is true",
        (False, True): "If claim two is true",
        (True, True): "Each of",
        (False, False): "Neither of",
    }
    answer = next(o for o in options if o.startswith(begins[forth, back]))
    wraps = len(_WRAP.findall(first["wrap"]))
    operators = 1 + (first["inner"] == "no") + wraps
    changes = sum(_special(first[s]) != _special(second[s]) for s in _SLOTS)
    return Solution(answer, operators * (1 + changes), {"operators": operators, "changes": changes})
