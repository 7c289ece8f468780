"""Syllogisms: does a conclusion follow, which one follows, and which premise is missing."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from mirror_inspect.bank.families.logical._surface import capital, group_nouns
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.logical import syllogisms as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType


class Claim(NamedTuple):
    """A categorical statement: ``kind`` is all, no, some or some_not."""

    kind: str
    a: str
    b: str


Literal = tuple[str, bool]

KINDS: Final = ("all", "no", "some", "some_not")
PLAIN: Final = {
    "all": ("all {a} are {b}", "every one of the {a} is also one of the {b}"),
    "no": ("no {a} are {b}", "none of the {a} are {b}"),
    "some": ("some {a} are {b}", "at least one of the {a} is one of the {b}"),
    "some_not": ("some {a} are not {b}", "at least one of the {a} is not one of the {b}"),
}
TWISTED: Final = {
    "all": (
        "only {b} are {a}",
        "there are no {a} {who} are not {b}",
        "none but {b} are {a}",
    ),
    "no": ("there are no {a} {who} are {b}", "all {a} are something other than {b}"),
    "some": ("there are {a} {who} are {b}", "not every one of the {a} is outside the {b}"),
    "some_not": ("not all {a} are {b}", "there are {a} {who} are not {b}"),
}
OPENINGS: Final = (
    "In the annual report of {place}, {name} marked what is known for sure:",
    "A visitor to {place} is told the following by {name}, all of it true:",
    "{name} wrote these true statements on the blackboard of a school in {place}:",
    "For a logic evening in {place}, {name} prepared a card with true statements:",
    "Here are statements from a story by {name}; inside the story they are all true:",
    "Suppose everything that {name} says about {place} is true:",
    "The register kept by {name} in {place} supports these statements:",
    "{name} has checked each of the lines below and found it true in {place}:",
    "These things are certain, according to a guide to {place} by {name}:",
    "Nobody in {place} doubts what {name} stated at the meeting:",
    "Take the notes of {name} from {place} as given:",
)
NOTES: Final = (
    "('Some' means at least one; a group may turn out to be empty unless the statements exclude it.)",
    "(Groups can be empty unless the statements imply members; 'some' is 'at least one'.)",
    "(Read 'some' as 'one or more', and do not assume that every group mentioned has members.)",
)
VALID_ASK: Final = (
    "Does it follow with certainty that {c}? Answer yes or no.",
    "Must it then be the case that {c}? Answer yes or no.",
    "Can one conclude for certain that {c}? Answer yes or no.",
)


def _closure(start: Iterable[Literal], premises: Iterable[Claim]) -> set[Literal]:
    """Return every literal that the universal premises force on an individual with the given literals."""
    rules: dict[Literal, list[Literal]] = {}
    for kind, a, b in premises:
        if kind in ("all", "no"):
            side = kind == "all"
            rules.setdefault((a, True), []).append((b, side))
            rules.setdefault((b, not side), []).append((a, False))
    forced, queue = set(start), list(start)
    while queue:
        for literal in rules.get(queue.pop(), ()):
            if literal not in forced:
                forced.add(literal)
                queue.append(literal)
    return forced


def _clash(literals: set[Literal]) -> bool:
    return any((term, not side) in literals for term, side in literals)


def consistent(premises: list[Claim]) -> bool:
    """Whether every individual that the existential premises demand can exist."""
    return not any(
        _clash(_closure([(a, True), (b, kind == "some")], premises))
        for kind, a, b in premises
        if kind in ("some", "some_not")
    )


def entails(premises: list[Claim], claim: Claim) -> bool:
    """Whether consistent premises force the claim (forward closure on literals, complete for these statements)."""
    kind, a, b = claim
    if kind in ("all", "no"):
        return _clash(_closure([(a, True), (b, kind == "no")], premises))
    for other, x, y in premises:
        if other in ("some", "some_not"):
            witness = [(x, True), (y, other == "some")]
            if all(_clash(_closure([*witness, denied], premises)) for denied in ((a, False), (b, kind != "some"))):
                return True
    return False


def _valid_chain(rng: random.Random, terms: list[str], kind: str) -> tuple[list[Claim], Claim]:
    """Link neighbouring terms so that a statement of the given kind about the first and the last follows from all."""
    m = len(terms) - 1
    links: list[Claim] = []
    if kind == "all":
        links = [Claim("all", terms[i], terms[i + 1]) for i in range(m)]
        return links, Claim("all", terms[0], terms[-1])
    pivot = rng.randrange(m)
    if kind == "no":
        for i in range(m):
            a, b = terms[i], terms[i + 1]
            if i == pivot:
                links.append(Claim("no", *rng.sample((a, b), 2)))
            else:
                links.append(Claim("all", a, b) if i < pivot else Claim("all", b, a))
        return links, Claim("no", *rng.sample((terms[0], terms[-1]), 2))
    block = rng.randrange(pivot, m) if kind == "some_not" else m
    for i in range(m):
        a, b = terms[i], terms[i + 1]
        if i == pivot:
            links.append(Claim("some_not", a, b) if block == pivot else Claim("some", *rng.sample((a, b), 2)))
        elif i < pivot:
            links.append(Claim("all", b, a))
        elif i < block:
            links.append(Claim("all", a, b))
        elif i == block:
            links.append(Claim("no", *rng.sample((a, b), 2)))
        else:
            links.append(Claim("all", b, a))
    ends = (terms[0], terms[-1]) if kind == "some_not" else rng.sample((terms[0], terms[-1]), 2)
    return links, Claim(kind, *ends)


def _distractor(rng: random.Random, known: list[str], fresh: str) -> Claim:
    a, b = rng.sample((rng.choice(known), fresh), 2)
    return Claim(rng.choice(("all", "all", "no", "some", "some_not")), a, b)


def _broken(rng: random.Random, premises: list[Claim], claim: Claim) -> tuple[list[Claim], Claim]:
    """Commit a fallacy that keeps the kinds of all statements, so that their kinds do not betray the answer."""
    i = rng.randrange(len(premises))
    kind, a, b = premises[i]
    move = rng.choice(("convert", "convert", "redirect", "conclusion"))
    changed = list(premises)
    if move == "convert" and kind in ("all", "some_not"):
        changed[i] = Claim(kind, b, a)
    elif move == "redirect":
        other = rng.choice([t for c in premises for t in c[1:] if t not in (a, b)])
        changed[i] = Claim(kind, a, other) if rng.random() < 0.5 else Claim(kind, other, b)
    elif move == "conclusion" and claim.kind in ("all", "some_not"):
        claim = Claim(claim.kind, claim.b, claim.a)
    return changed, claim


def _say(rng: random.Random, claim: Claim, who: str, *, plain: bool) -> str:
    forms = PLAIN[claim.kind] if plain else PLAIN[claim.kind][:1] + TWISTED[claim.kind]
    return rng.choice(forms).format(a=claim.a, b=claim.b, who=who)


def _premises(rng: random.Random, claims: list[Claim], who: str, *, plain: bool) -> str:
    """Say the premises in random order; when twisted wording is due, at least one statement has it."""
    told = list(claims)
    rng.shuffle(told)
    for _ in range(40):
        said = [_say(rng, c, who, plain=plain) for c in told]
        if plain or any(
            s not in (f.format(a=c.a, b=c.b) for f in PLAIN[c.kind]) for s, c in zip(said, told, strict=True)
        ):
            return " ".join(capital(s) + "." for s in said)
    raise Redraw("only plain wording")


def _argument(draw: Draw, chain: int, extra: int, kind: str) -> tuple[list[Claim], Claim, str]:
    terms, who = group_nouns(draw.rng, chain + 1 + extra)
    claims, conclusion = _valid_chain(draw.rng, terms[: chain + 1], kind)
    for i in range(extra):
        claims.append(_distractor(draw.rng, terms[: chain + 1 + i], terms[chain + 1 + i]))
    return claims, conclusion, who


def _text(draw: Draw, body: str, ask: str) -> str:
    opening = draw.rng.choice(OPENINGS).format(name=draw.rng.choice(NAMES), place=draw.rng.choice(PLACES))
    return f"{opening} {body} {draw.rng.choice(NOTES)} {ask}"


VALIDITY_LEVELS: Final = {
    1: {"premises": 2, "groups": 3, "plain": True},
    2: {"premises": 3, "groups": 4, "plain": True},
    3: {"premises": 4, "groups": 5, "plain": False},
    4: {"premises": 6, "groups": 7, "plain": False},
    5: {"premises": 8, "groups": 9, "plain": False},
}
EXTRA: Final = {2: 0, 3: 0, 4: 1, 6: 2, 8: 2}
"""Statements off the path, by number of premises."""


def make_conclusion_check(draw: Draw) -> Draft:
    """Whether one conclusion follows."""
    rng, n, plain = draw.rng, int(str(draw.params["premises"])), bool(draw.params["plain"])
    kind = KINDS[(draw.index // 2 + draw.level) % len(KINDS)]
    claims, conclusion, who = _argument(draw, n - EXTRA[n], EXTRA[n], kind)
    if not draw.first_side:
        claims, conclusion = _broken(rng, claims, conclusion)
    named = {t for c in claims for t in c[1:]}
    if len(named) != int(str(draw.params["groups"])) or len(set(claims)) != n:
        raise Redraw("a group or a statement got lost")
    if not consistent(claims) or entails(claims, conclusion) is not draw.first_side or conclusion in claims:
        raise Redraw("the argument is not of the wanted kind")
    ask = rng.choice(VALID_ASK).format(c=PLAIN[conclusion.kind][0].format(a=conclusion.a, b=conclusion.b))
    text = _text(draw, _premises(rng, claims, who, plain=plain), ask)
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FOLLOWS_ASK: Final = (
    "Which one of these statements must be true?",
    "Only one of the statements offered follows from this. Which one?",
    "Exactly one of the following is certain. Which?",
)


def _option(claim: Claim) -> str:
    return capital(PLAIN[claim.kind][0].format(a=claim.a, b=claim.b))


def _alternatives(rng: random.Random, gold: Claim, told: list[Claim], wrong: Callable[[Claim], bool]) -> list[Claim]:
    """Draw three wrong statements such that two kinds and two pairs of groups occur twice each with the gold.

    The options then form a two-by-two table: neither the kind of statement nor the groups in it betray the gold. The
    other pair of groups is one that is told of as often as that of the gold, or as nearly so as can be had.
    """
    uses = Counter(term for claim in told for term in claim[1:])
    pairs = [p for p in itertools.combinations(sorted(uses), 2) if set(p) != {gold.a, gold.b}]
    rng.shuffle(pairs)
    pairs.sort(key=lambda p: abs(uses[p[0]] + uses[p[1]] - uses[gold.a] - uses[gold.b]))
    for pair in [p for p in pairs for _ in range(6)]:
        other = rng.choice([k for k in KINDS if k != gold.kind])
        kinds_pairs = ((other, (gold.a, gold.b)), (gold.kind, pair), (other, pair))
        drawn = [Claim(kind, *rng.sample(tuple(ab), 2)) for kind, ab in kinds_pairs]
        if all(wrong(c) for c in drawn):
            return drawn
    raise Redraw("no symmetric wrong options")


def make_which_follows(draw: Draw) -> Draft:
    """Which of four conclusions follows."""
    rng, n, plain = draw.rng, int(str(draw.params["premises"])), bool(draw.params["plain"])
    claims, gold, who = _argument(draw, n - EXTRA[n], EXTRA[n], rng.choice(KINDS))
    if not consistent(claims):
        raise Redraw("inconsistent")
    if gold in claims:
        raise Redraw("the conclusion is a premise")
    wrong = _alternatives(rng, gold, claims, lambda c: not entails(claims, c) and c not in claims)
    text = _text(draw, _premises(rng, claims, who, plain=plain), rng.choice(FOLLOWS_ASK))
    return Draft(text, _option(gold), AnswerType.CHOICE, distractors=tuple(_option(c) for c in wrong))


MISSING_LEVELS: Final = {
    1: {"premises": 1, "groups": 3, "plain": True},
    2: {"premises": 2, "groups": 4, "plain": True},
    3: {"premises": 4, "groups": 6, "plain": False},
    4: {"premises": 6, "groups": 8, "plain": False},
    5: {"premises": 8, "groups": 10, "plain": False},
}
MISSING_EXTRA: Final = {1: 0, 2: 0, 4: 1, 6: 2, 8: 3}
PROVES: Final[Mapping[str, tuple[str, ...]]] = {
    "all": ("all", "no", "some", "some_not"),
    "no": ("no", "some_not"),
    "some": ("some", "some_not"),
    "some_not": ("some_not",),
}
"""Kinds of conclusion whose proof can have a link of the given kind."""
MISSING_ASK: Final = (
    "Which one of the statements below, added to these, would make it certain that {c}?",
    "One more statement is needed to prove that {c}. Which of these is enough?",
    "Together with which of the following would this guarantee that {c}?",
)


def make_missing_premise(draw: Draw) -> Draft:
    """Which added premise completes the proof."""
    rng, n, plain = draw.rng, int(str(draw.params["premises"])), bool(draw.params["plain"])
    extra = MISSING_EXTRA[n]
    # Most links of a chain say "all": the kind that is left out is drawn first, so that it does not betray the answer.
    missing = rng.choice(KINDS)
    claims, conclusion, who = _argument(draw, n + 1 - extra, extra, rng.choice(PROVES[missing]))
    links = [i for i, claim in enumerate(claims[: n + 1 - extra]) if claim.kind == missing]
    if not links:
        raise Redraw("no link of the wanted kind")
    gold = claims.pop(rng.choice(links))
    if entails(claims, conclusion) or not consistent([*claims, gold]):
        raise Redraw("the premise is not missing")
    named = {t for c in claims for t in c[1:]} | set(conclusion[1:])
    if conclusion == gold or len(named) != int(str(draw.params["groups"])):
        raise Redraw("a group that is never named")

    def fails(c: Claim) -> bool:
        more = [*claims, c]
        return c not in claims and c != conclusion and consistent(more) and not entails(more, conclusion)

    wrong = _alternatives(rng, gold, [*claims, conclusion], fails)
    ask = rng.choice(MISSING_ASK).format(c=PLAIN[conclusion.kind][0].format(a=conclusion.a, b=conclusion.b))
    text = _text(draw, _premises(rng, claims, who, plain=plain), ask)
    return Draft(text, _option(gold), AnswerType.CHOICE, distractors=tuple(_option(c) for c in wrong))


FAMILIES: Final = (
    Family(
        name="conclusion_check",
        subcategory="syllogisms",
        levels=VALIDITY_LEVELS,
        make=make_conclusion_check,
        solve=solve.conclusion_check,
        method="search for a countermodel over all kinds of individuals",
        two_way=True,
    ),
    Family(
        name="which_follows",
        subcategory="syllogisms",
        levels=VALIDITY_LEVELS,
        make=make_which_follows,
        solve=solve.which_follows,
        method="search for a countermodel to each option over all kinds of individuals",
    ),
    Family(
        name="missing_premise",
        subcategory="syllogisms",
        levels=MISSING_LEVELS,
        make=make_missing_premise,
        solve=solve.missing_premise,
        method="search for a countermodel with each option added",
    ),
)
