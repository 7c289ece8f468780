"""Words as answers: whole phrases at the places of a statement where an answer can stand, never substrings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mirror_inspect.grading.candidate import EXCLUDED, Candidate, negated, rank
from mirror_inspect.grading.clean import fold, plain
from mirror_inspect.grading.numerals import SMALL
from mirror_inspect.grading.statements import Statement
from mirror_inspect.grading.symbolic import looks_symbolic, same_expression
from mirror_inspect.items import AnswerSpec

_TOKEN: Final = re.compile(r"(?<![\w.)])-?\d+(?:[.,:/]\d+)*%?|[^\W\d_]+(?:'(?:s|t|re|ve|ll|d|m)\b)?|\d+|[+=<>√π°$€£%]")
ARTICLES: Final = frozenset({"a", "an", "the"})
_LOOSE: Final = frozenset(
    {"a", "an", "the", "of", "his", "her", "its", "their", "your", "my", "our", "just", "simply", "both"}
)
CLASS_NOUNS: Final = frozenset(
    "river rock ocean sea mountain mount lake city state country island islands war planet language instrument"
    " animal desert process"
    " method street gas continent province region empire dynasty war bridge canal tower palace museum strait gulf"
    " bay peninsula"
    " element metal bird tree sort search algorithm clause phrase word verb noun adjective tense voice direction"
    " street avenue person man"
    " woman author president king queen emperor company novel painting symphony opera play book".split()
)
"""Nouns of a class that may be said or left out beside the name they classify ("the planet Mars", "Amazon River")."""
_SYNONYMS: Final = MappingProxyType(
    {
        "northeast": "north east", "northwest": "north west", "southeast": "south east", "southwest": "south west",
        "ne": "north east", "nw": "north west", "se": "south east", "sw": "south west",
        "anticlockwise": "counterclockwise", "cannot": "can not", "can't": "can not", "isn't": "is not",
        "doesn't": "does not",
        "don't": "do not", "didn't": "did not", "won't": "will not", "wasn't": "was not", "aren't": "are not",
        "dislike": "not like", "dislikes": "not like", "disagree": "not agree", "disagrees": "not agree",
        "disapprove": "not approve", "disapproves": "not approve", "distrust": "not trust", "distrusts": "not trust",
        "usa": "united states", "us": "us", "uk": "united kingdom", "colour": "color", "grey": "gray",
    }
)  # fmt: skip
_UNDECIDABLE: Final = re.compile(
    r"(?:it )?\b(?:can not (?:\w+ )?be (?:\w+ )?(?:determined|known|inferred|concluded|said|established)"
    r"|undetermined|indeterminate|undeterminable"
    r"|not (?:enough|sufficient) (?:information|info|data)|insufficient (?:information|data)"
    r"|impossible to (?:tell|know|say|determine)|not determinable"
    r"|(?:we |you |one |i )?can not (?:tell|know|say|determine)|unknown)\b"
)
_FUNCTION: Final = frozenset(
    "is are was were be been being am has have had does do did will would should could can may might must a an"
    " the of in at on to from by for with"
    " as that which who whose whom and or but so because since if when where while although than then therefore"
    " thus hence this these those it its"
    " he she they we you i his her their our your my one called named known word verb noun adjective adverb"
    " phrase clause term type kind form name"
    " modifies describes means refers stands represents equals becomes became remains into onto about around"
    " between during through over under"
    " after before up down likely probably most more very also just only simply actually both either not no being"
    " also first last very".split()
)
_COPULA: Final = re.compile(
    r"\b(?:is|are|was|were|be|being|would be|becomes?|became|remains?|equals?|means|modif(?:y|ies)|describes?"
    r"|refers to|called|named|known as|comes?|points?(?: to)?"
    r"|faces|facing|must be|said to be|considered|wins|won|belongs to|lives in|ends? (?:up )?(?:at|in|on)|end(?:s"
    r"|ed)? up|finishes|has|have|had|uses?|choose|chose|chooses|select"
    r"|goes to|feels?|feeling|felt|seems?|seemed|looks?|sounds?|shows?|stays?|by|to)\b(?: (?:most |very "
    r"|quite )?(?:likely|probably|actually|simply|clearly|definitely|therefore|thus|also|indeed|still|now|then"
    r"|logically|best|generally|commonly"
    r"|typically|usually|often|widely)(?: (?:called|being|described as|credited to))?)?",
    re.IGNORECASE,
)
_PREFIX: Final = re.compile(
    r"(?:(?:so|therefore|thus|hence|well|the answer is|it is|it's|it was|that is|that's|that would be|this is|they are"
    r"|i (?:believe|think|guess|would say|'d say)(?: that)?(?: it(?: is|'s| was))?|most likely|probably|likely"
    r"|perhaps|maybe"
    r"|definitely|clearly|obviously|presumably|in short|overall|in summary|in conclusion|specifically)\b[,:]? +)+",
    re.IGNORECASE,
)
_SUFFIXES: Final = frozenset(
    "s es ed d m tic ing ment ments ic stic tic sm ly ness ion ia a y al er ity ive e nce nt t ce ial ally us i"
    " on um ous cal ying ies"
    " ied".split()
) | {""}
_RATIO: Final = re.compile(r"\d{1,9}(?: ?: ?\d{1,9}){1,3}")
_SHORT: Final = 8
_DIRECT: Final = 6
"""A reply or field of at most so many words is the answer phrase itself."""


@dataclass(frozen=True, slots=True)
class Word:
    """A token: its comparison form and where it stands."""

    form: str
    start: int
    end: int


def _form(token: str) -> str:
    lower = fold(token) if not token.isascii() else token.casefold()
    if lower.endswith("'s"):
        lower = lower[:-2]
    if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", lower):
        lower = lower.replace(",", "")
    if re.fullmatch(r"-?\d{1,15}(?:\.\d{1,15})?", lower):
        value = Fraction(lower)
        return str(value.numerator) if value.denominator == 1 else str(float(value))
    return str(SMALL[lower]) if lower in SMALL else lower


def words(text: str) -> tuple[Word, ...]:
    """Return the tokens of a plain text: numbers whole, case and accents folded, number words as digits."""
    out: list[Word] = []
    for match in list(_TOKEN.finditer(text))[:3000]:
        form = _SYNONYMS.get(_form(match.group()), _form(match.group()))
        out.extend(Word(f, match.start(), match.end()) for f in form.split())
    return tuple(out)


@lru_cache(maxsize=4096)
def forms(text: str) -> tuple[str, ...]:
    """Return the comparison forms of a phrase without articles at either end and without bracketed asides."""
    bare = re.sub(r"\s*\([^()]{0,80}\)", "", plain(text)) or text
    tokens = [w.form for w in words(bare)]
    while len(tokens) > 1 and tokens[0] in ARTICLES:
        tokens.pop(0)
    return tuple(tokens)


def _singular(form: str) -> str:
    if len(form) > 4 and form.endswith("ies"):
        return form[:-3] + "y"
    if len(form) > 4 and form.endswith(("ses", "xes", "ches", "shes")):
        return form[:-2]
    return form[:-1] if len(form) > 3 and form.endswith("s") and not form.endswith(("ss", "us", "is")) else form


def equal(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether two phrases, given by their forms, are equal up to grammatical number, "of" inversion and class nouns."""
    if not a or not b:
        return False
    x, y = [_singular(f) for f in a], [_singular(f) for f in b]
    if x == y or "".join(x) == "".join(y):
        return True
    loose_x, loose_y = [f for f in x if f not in _LOOSE], [f for f in y if f not in _LOOSE]
    if not loose_x or not loose_y:
        return False
    if loose_x == loose_y or (("of" in x) != ("of" in y) and len(loose_x) <= 3 and sorted(loose_x) == sorted(loose_y)):
        return True
    for longer, shorter in ((loose_x, loose_y), (loose_y, loose_x)):
        if len(longer) == len(shorter) + 1 and not all(f in CLASS_NOUNS for f in shorter):
            if longer[1:] == shorter and longer[0] in CLASS_NOUNS:
                return True
            if longer[:-1] == shorter and longer[-1] in CLASS_NOUNS:
                return True
    text_x, text_y = " ".join(x), " ".join(y)
    return _UNDECIDABLE.fullmatch(text_x) is not None and _UNDECIDABLE.fullmatch(text_y) is not None


def occurrences(tokens: Sequence[Word], phrase: Sequence[str]) -> list[tuple[int, int]]:
    """Return the (first, behind last) token positions at which a phrase stands as whole words."""
    n = len(phrase)
    target = [_singular(p) for p in phrase]
    singular = [_singular(w.form) for w in tokens]
    return [(i, i + n) for i in range(len(tokens) - n + 1) if singular[i : i + n] == target]


def _answers(spec: AnswerSpec) -> list[tuple[str, ...]]:
    return [f for f in (forms(t) for t in (spec.gold, *spec.aliases)) if f]


def _related(a: str, b: str) -> bool:
    """Whether two different words are forms of one stem ("sarcasm", "sarcastic"), which only a judge can weigh."""
    n = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        n += 1
    return n >= 5 and a != b and a[n:] in _SUFFIXES and b[n:] in _SUFFIXES


def is_gold(text: str, spec: AnswerSpec) -> bool:
    """Whether a phrase is the gold or an alias, as a whole, or the same ratio or algebraic expression."""
    phrase = forms(text)
    if _RATIO.fullmatch(spec.gold.strip()):
        phrase = forms(re.sub(r"(?<=\d) ?(?::|to) ?(?=\d)", ":", text))
    elif looks_symbolic(plain(spec.gold)) and same_expression(text.strip(" \"'"), plain(spec.gold)):
        return True
    return any(equal(phrase, gold) for gold in _answers(spec))


def read_phrases(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return what a statement may mean as its answer phrase.

    The gold counts where it stands as a whole phrase at an answer's place: the whole statement, a bold span, a quoted
    word, the subject or the complement. Otherwise the most answer-like phrase is returned as wrong, or as undecided
    when it shares content words with the gold and may be a paraphrase.
    """
    opening = _PREFIX.match(statement.text)
    text = statement.text if opening is None else " " * opening.end() + statement.text[opening.end() :]
    golds = _answers(spec)
    tokens = words(text)
    if not golds or not tokens:
        return []
    found: list[Candidate] = []
    short = len(tokens) <= _DIRECT
    for start, end in _spans(statement, text, short=short):
        phrase = text[start:end]
        if not forms(phrase):
            continue
        right = is_gold(phrase, spec)
        place = rank(statement, start, end) if not (start == 0 and end == len(text)) else -4
        found.append(Candidate(phrase.strip(), forms(phrase), right, start, end, place))
    for gold, written in zip(golds, (spec.gold, *spec.aliases), strict=False):
        proper = written[:1].isupper() and len(words(written)) == len(gold)
        found.extend(_placed(statement, text, tokens, gold, proper=proper))
    hits = [c for c in found if c.right and c.rank < EXCLUDED]
    if hits:
        return [_contested(text, c, tokens) for c in hits[:1]]
    denied = [c for c in found if c.right]
    if denied:
        return [Candidate("not " + denied[0].text, "negated", False, denied[0].start, denied[0].end, 0)]
    loose = len(tokens) > 3 and any(
        not negated(text, tokens[i].start) for g in golds for i, _ in occurrences(tokens, g)
    )
    related = any(_related(w.form, f) for w in tokens for g in golds for f in g)
    if loose or related:
        best = min((c.rank for c in found if c.rank < EXCLUDED), default=3)
        return [Candidate(text.strip()[:200], "open", None, 0, len(text), best)]
    return _other_answer(found, text, tokens, golds)


def _spans(statement: Statement, text: str, *, short: bool) -> list[tuple[int, int]]:
    spans = list(statement.strong)
    spans += [m.span(1) for m in re.finditer(r"[\"']([^\"'\n]{1,60})[\"'](?!\w)", text)][:8]
    lead = len(text) - len(text.lstrip())
    clause = re.match(r"\s*[^,;:()—–]{1,80}?(?=[,;:(—–]|\.\s|\.$|$| because | since | as it )", text)
    if short:
        spans.append((lead, len(text)))
    if clause and len(clause.group().split()) <= _DIRECT:
        spans.append((lead, clause.end()))
    return spans


def _boundary_before(tokens: Sequence[Word], i: int, text: str) -> bool:
    if i == 0:
        return True
    between = text[tokens[i - 1].end : tokens[i].start]
    return tokens[i - 1].form in _FUNCTION or re.search(r"[,;:()\"—–\[\]=→/]|'(?!s)", between) is not None


def _boundary_after(tokens: Sequence[Word], j: int, text: str) -> bool:
    if j >= len(tokens):
        return True
    between = text[tokens[j - 1].end : tokens[j].start]
    if tokens[j].form in _FUNCTION or (len(tokens[j].form) > 5 and tokens[j].form.endswith(("ing", "ed"))):
        return True
    return re.search(r"[,;:.!?()\"—–\[\]=→/]|'(?!s)", between) is not None


def _placed(
    statement: Statement, text: str, tokens: Sequence[Word], gold: tuple[str, ...], *, proper: bool
) -> list[Candidate]:
    """Find the gold as a whole phrase where an answer can stand: at the subject's place, or behind the verb."""
    out: list[Candidate] = []
    for i, j in occurrences(tokens, gold)[:8]:
        start, end = tokens[i].start, tokens[j - 1].end
        before, after = text[:start], text[end:]
        denial = gold[0] == "not"
        bounded = _boundary_after(tokens, j, text) or denial
        opens = not [w for w in tokens[:i] if w.form not in _FUNCTION]
        if (
            opens
            and proper
            and j < len(tokens)
            and tokens[j].form not in CLASS_NOUNS
            and text[tokens[j].start].islower()
        ):
            bounded = True
        *_, verb = (None, *_COPULA.finditer(before))
        directly = verb is not None and verb.end() >= len(before.rstrip(" \"'(")) - 4
        if not bounded or not (_boundary_before(tokens, i, text) or directly):
            continue
        subject = opens and (proper or _COPULA.match(after.lstrip(" *\"')")) is not None)
        conditional = re.search(
            r"\b(?:if|when|because|since|while|although|unless|whether)\b", before[-80:], re.IGNORECASE
        )
        at_edge = len(tokens) <= _SHORT and (opens or j == len(tokens))
        if subject or (verb is not None and not conditional) or denial or at_edge:
            out.append(Candidate(text[start:end], gold, True, start, end, rank(statement, start, end)))
    return out


def _contested(text: str, hit: Candidate, tokens: Sequence[Word]) -> Candidate:
    """A gold offered beside an alternative ("Paris or Lyon") is no choice made."""
    after, before = text[hit.end : hit.end + 40], text[max(0, hit.start - 40) : hit.start]
    alternative = re.match(
        r"[\"')*]{0,2},? (?:or|and/or) (?!about|so\b|more\b|less\b|rather|simply|just|in other|also known"
        r"|equivalently|at least|\d+:)(?=\w)",
        after,
    )
    if alternative or re.search(r"\b(?:either .{1,30} or|\w+,? or) (?:the |a |an )?[\"'(]?$", before):
        return Candidate(hit.text, "alternatives", None, hit.start, hit.end, hit.rank)
    return hit


def _other_answer(
    found: Sequence[Candidate], text: str, tokens: Sequence[Word], golds: Sequence[tuple[str, ...]]
) -> list[Candidate]:
    """Return the best-placed phrase that is not the gold; undecided when it may be the gold in other words."""
    content = {_singular(w.form) for w in tokens} - _FUNCTION - _LOOSE
    shares = any(
        (core := {_singular(f) for f in gold} - _FUNCTION - _LOOSE) and len(core & content) * 2 >= len(core)
        for gold in golds
    )
    live = sorted((c for c in found if c.rank < EXCLUDED), key=lambda c: c.rank)
    if live:
        best = live[0]
        same_words = (
            {_singular(f) for f in best.key} & {_singular(f) for g in golds for f in g}
            if isinstance(best.key, tuple)
            else set()
        )
        open_ended = bool(same_words - _FUNCTION - _LOOSE) and len(best.text.split()) > _DIRECT
        return [Candidate(best.text, best.key, None if open_ended else False, best.start, best.end, best.rank)]
    complement = None
    for match in _COPULA.finditer(text):
        complement = match
        break
    if complement is None or len(tokens) > 30:
        return [Candidate(text.strip()[:200], "open", None, 0, len(text), 3)]
    rest = text[complement.end() :].strip(" .\"'")
    phrase = re.split(r"[,;:(—–.]| because | since | which | who | that | with | when ", rest, maxsplit=1)[0].strip()
    if not phrase or len(phrase.split()) > _DIRECT or shares or negated(text, complement.end()):
        return [Candidate(text.strip()[:200], "open", None, 0, len(text), 3)]
    return [Candidate(phrase, forms(phrase), False, complement.end(), len(text), 2)]
