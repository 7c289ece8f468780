"""One possible answer inside a statement, and the choice among several by where they stand."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from mirror_inspect.grading.statements import Statement

_OPENING: Final = re.compile(
    r"(?:(?:so|therefore|thus|hence|finally|overall|in total|altogether|consequently|as a result|in summary"
    r"|in conclusion|then|and)\b,? )+",
    re.IGNORECASE,
)
_INTRO: Final = re.compile(
    r"(?:if|when|with|since|because|after|given|for|at|in|by|from|based|assuming|starting|according|as|out|on|of"
    r"|to|over|during|using"
    r"|adding|subtracting|dividing|multiplying|combining|before|while|considering|once|because)\b[^,]{0,220}, ",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r",? (?:because|since|assuming|given|when|where|while|which|who|whose|after|before|if|as|although|though"
    r"|considering|instead of"
    r"|rather than|compared|based on|due to|thanks to|even though|unless|until)\b"
    r"|, (?:with|or|in|at|from|not|i\.e|but|having|being)\b|;| [—–] | - (?![$€£\d(])| \((?!s\))",
    re.IGNORECASE,
)
_BECAUSE: Final = re.compile(r",? (?:because|since|given|assuming|as)\b", re.IGNORECASE)
_THEN: Final = re.compile(
    r",? (?:so(?! that)|therefore|thus|hence|which (?:gives|means|makes|leaves|is)|for a (?:grand )?total)\b"
    r"|, (?:giving|leaving|making)\b",
    re.IGNORECASE,
)
_RESULT: Final = re.compile(
    r"(?:\btotals?(?: of)?|\btotal(?:ling|ing)?(?: of)?|\b(?:leaves?|, leaving|, giving|gives|, making"
    r"|resulting in|comes? (?:out )?to|amounts? to|equals|equal to|to get|to give|to make|to reach|left with"
    r"|end(?:s|ed)? up with|arrives? at|you pay|we get|you get|i get|i got))(?: (?:about|approximately|exactly"
    r"|only|us|him|her|them|you|at|a total of))*\s+[$€£]?$",
    re.IGNORECASE,
)
_VERB: Final = re.compile(
    r"(?<!to )\b(?:is|are|was|were|be|takes?|took|has|have|had|gets?|needs?|requires?|costs?|weighs?|measures?"
    r"|earns?|makes?|pays?|contains?|holds?|becomes?|remains?"
    r"|lasts?|travels?|walks?|began in|started in|ended in|occurred in|happened in|born in|died in)"
    r"(?: (?:about|approximately|exactly|only|around|roughly|a total of|just|now|still|therefore|nearly"
    r"|almost))*\s+[$€£]?$",
    re.IGNORECASE,
)
_PREPOSITION: Final = re.compile(
    r"\b(of|for|in|after|per|from|at|with|within|by|every|each|between|over|during|than|until|since|under|above"
    r"|below|into|among|through"
    r"|on|plus|times|against|before|aged|minus|and)\s+(?:the |about |only |just |these |those |its |his |her "
    r"|their |all |another |exactly "
    r"|approximately |around |roughly |\$|\()*$",
    re.IGNORECASE,
)
_MEASURE: Final = re.compile(
    r"(?:total|length|area|volume|value|speed|sum|distance|cost|price|perimeter|height|width|weight|rate|average"
    r"|maximum|minimum|profit|balance"
    r"|amount|score|number|count|remainder|probability|answer|result|angle|radius|diameter|duration|time"
    r"|temperature|age|change|discount|ratio"
    r"|bearing|size|mass|difference|product|capacity|depth|date)\s+of\s+$",
    re.IGNORECASE,
)
_DETERMINER: Final = re.compile(
    r"\b(?:the|these|those|all|both|other|another|remaining|original|initial|first|last|next|previous|each of the"
    r"|your|his|her|their|every)\s+$",
    re.IGNORECASE,
)
_NEGATED: Final = re.compile(
    r"(?:\bnot|\w+n't|\bnever|\brather than|\binstead of|\bno longer|\bneither|\bnor|\bother than|\bunlike"
    r"|\bas opposed to|\bexcept|≠|!=|不是)"
    r"(?: (?:be|to be|equal(?: to)?|been|called|named|by|as|at|in|on|from|to|of))?\s*(?:(?:about|exactly|the|an?"
    r"|really|actually|simply|merely|quite"
    r"|equal to|necessarily|in|at|on) ?)*[\"'(]?$",
    re.IGNORECASE,
)
_INEXACT: Final = re.compile(
    r"\b(?:more than|less than|over|under|fewer than|greater than|at most|up to|above|below|at least|>|<)\s+$",
    re.IGNORECASE,
)
_REFERENCE: Final = re.compile(
    r"\b(?:step|part|question|problem|figure|fig\.|table|equation|example|rule|method|stage|phase|premise"
    r"|statement|clue|chapter|section)\s*#?\s*$",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"^\s*(?:is|was|are|were) (?:wrong|incorrect|not (?:right|correct|the))|^\s*(?:would|could|can|does|do|is"
    r"|are)(?: not|n't)\b",
    re.IGNORECASE,
)
_OPERATOR_BEHIND: Final = re.compile(
    r"\s*(?:[+×*÷]|/(?=\s)|-(?=\s)|plus\b|times\b|divided by\b|multiplied by\b)\s*[\d$€£(]"
)
_OPERATOR_BEFORE: Final = re.compile(r"[\d)]\s*(?:[+×*÷]|\s[-/]|plus|times|divided by|multiplied by)\s*[$€£(]?$")
EXCLUDED: Final = 98
NEGATED: Final = 99
_AGAIN: Final = re.compile(
    r"\S{0,12}\s*(?:\(|≈|~|=|, or about|, or|\(or|\(i\.e\.,?|, i\.e\.,?|, that is,?|\(about|\(approximately)"
    r"\s*(?:about |approximately |or |exactly |i\.e\.,? |≈ ?|= ?)?"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible answer.

    Attributes:
        text: As written.
        key: Equal for two candidates that are the same answer.
        right: Whether it is the gold; ``None`` when that cannot be decided.
        start: Where it stands in the statement.
        end: Where it ends.
        rank: The lower, the more likely it is meant as the answer; ``NEGATED`` when it is denied, ``EXCLUDED`` when it
            is only referred to.
    """

    text: str
    key: Hashable
    right: bool | None
    start: int
    end: int
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate a statement settles on; ``None`` with ``rivals`` when several stand side by side."""

    candidate: Candidate | None = None
    rivals: tuple[Candidate, ...] = ()


@lru_cache(maxsize=256)
def _clauses(text: str) -> tuple[int, int, int, int]:
    """Return where the introduction ends, the trailing clause and the concluding one start, and "=" ends (or -1)."""
    start = 0
    opening = _OPENING.match(text)
    if opening:
        start = opening.end()
    intro = _INTRO.match(text, start)
    if intro:
        start = intro.end()
    colon = text.rfind(": ", start, start + 240)
    if colon >= 0 and not re.search(r"\d", text[start:colon]):
        start = colon + 2
        colon = -1
    trailing = _TRAILING.search(text, start + 1)
    end = min(trailing.start() if trailing else len(text), colon if colon >= 0 else len(text))
    equals = max(text.rfind("=", 0, end), text.rfind("≈", 0, end))
    then = _THEN.search(text)
    return start, end, then.end() if then else len(text) + 1, equals + 1 if equals >= 0 else -1


def negated(text: str, start: int) -> bool:
    """Whether what begins at ``start`` is denied by the words before it."""
    before = text[max(0, start - 60) : start]
    return _NEGATED.search(before) is not None and not re.search(r"\bnot (?:only|just)\s*$", before)


def rank(statement: Statement, start: int, end: int) -> int:
    """Return how unlikely the span is to be meant as the answer, from where it stands in its statement."""
    text = statement.text
    before = text[max(0, start - 60) : start]
    if negated(text, start):
        return NEGATED
    if _REFERENCE.search(before):
        return EXCLUDED
    intro, trailing, then, equals = _clauses(text)
    score = 0
    if any(a <= start < b or start <= a < end for a, b in statement.strong):
        score -= 4
    if equals >= 0:
        if start >= equals and not text[equals:start].strip(" ~≈$€£(\"'-+"):
            score -= 3
        elif end <= equals:
            score += 3
    if start == 0 and re.match(r"\s*(?:$|[.,;:(])(?!\s*[\d\[])", text[end : end + 8]):
        score -= 2
    if start >= then:
        score -= 3 if 0 <= equals <= then else 1
    elif start < intro:
        score += 2
    elif start >= trailing:
        score += 4 if _BECAUSE.match(text, trailing) else 2
    if _OPERATOR_BEHIND.match(text, end) or _OPERATOR_BEFORE.search(before):
        score += 3
    if _RESULT.search(before):
        score -= 3
    elif _VERB.search(before):
        score -= 1
    elif _INEXACT.search(before):
        score += 3
    elif _PREPOSITION.search(before) and not _MEASURE.search(before):
        score += 1
    if _DETERMINER.search(before):
        score += 1
    return score


def choose(text: str, candidates: Sequence[Candidate]) -> Choice:
    """Settle on one candidate of a statement.

    The best-placed ones count; equal keys are one answer, and so is a restatement in brackets, behind "≈" or behind "or
    about". Several different ones are rivals. A statement that only denies the gold is a wrong answer.
    """
    live = [c for c in candidates if c.rank < EXCLUDED]
    if not live:
        denied = next((c for c in candidates if c.rank == NEGATED and c.right), None)
        return Choice(replace(denied, text=f"not {denied.text}", key="negated", right=False) if denied else None)
    best = min(c.rank for c in live)
    top = [c for c in live if c.rank == best]
    if len({c.key for c in top}) == 1:
        return _with_restatements(text, top[0], live)
    first = _with_restatements(text, top[0], live).candidate
    rest = [c for c in top[1:] if c.key != top[0].key and not _restates(text, top, c)]
    if not rest and first is not None:
        return Choice(first)
    return Choice(None, tuple(top))


def _restates(text: str, earlier: Sequence[Candidate], later: Candidate) -> bool:
    """Whether ``later`` says an earlier candidate again, in other words."""
    return any(0 <= later.start - e.end <= 40 and _AGAIN.fullmatch(text, e.end, later.start) for e in earlier)


def _with_restatements(text: str, chosen: Candidate, live: Sequence[Candidate]) -> Choice:
    """A restatement may be the form the gold has ("2 hours (120 minutes)"); it never overturns a right answer."""
    if chosen.right:
        denial = next((o for o in live if not o.right and _contradicts(text, chosen, o)), None)
        return Choice(None, (chosen, denial)) if denial else Choice(chosen)
    for other in live:
        beside = _restates(text, [chosen], other) or _restates(text, [other], chosen)
        operand = re.search(r"(?:[+×*÷/]|\s-)\s*[$€£(]?$", text[max(0, other.start - 8) : other.start])
        if other.right and beside and not operand and _same_amount(chosen.key, other.key):
            return Choice(other)
    return Choice(chosen)


def _contradicts(text: str, chosen: Candidate, later: Candidate) -> bool:
    """Whether a number is said again behind "i.e." as another number of the same unit."""
    if re.match(r" ?[x×*+/-] ?\d", text[later.end : later.end + 4]):
        return False
    if not re.fullmatch(r"\S{0,3}[,(;]? ?\(?(?:i\.e\.|that is),? ?", text[chosen.end : later.start]):
        return False
    if not (isinstance(chosen.key, tuple) and isinstance(later.key, tuple) and len(chosen.key) == len(later.key) == 2):
        return False
    return (
        chosen.key[1] == later.key[1] and isinstance(later.key[0], Fraction) and not _same_amount(chosen.key, later.key)
    )


def _same_amount(a: Hashable, b: Hashable) -> bool:
    """Whether two different keys can be one amount: in another unit, or rounded by less than a hundredth."""
    if not (isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) == 2):
        return False
    if isinstance(a[0], Fraction) and isinstance(b[0], Fraction) and a[1] == b[1]:
        return abs(a[0] - b[0]) * 100 <= abs(a[0])
    return isinstance(a[0], int | Fraction)
