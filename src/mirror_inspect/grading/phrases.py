"""Words as answers: whole phrases at the places of a statement where an answer can stand, never substrings."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mirror_inspect.grading.candidate import EXCLUDED, NEGATED, Candidate, negated, rank
from mirror_inspect.grading.clean import plain
from mirror_inspect.grading.statements import Statement
from mirror_inspect.grading.symbolic import looks_symbolic, same_expression
from mirror_inspect.grading.wording import (
    CLASS_NOUNS,
    LOOSE,
    TITLES,
    Word,
    equal,
    forms,
    initials,
    occurrences,
    related,
    singular,
    words,
)
from mirror_inspect.items import AnswerSpec

_FUNCTION: Final = frozenset(
    "is are was were be been being am has have had does do did will would should could can may might must a an"
    " the of in at on to from by for with"
    " as that which who whose whom and or but so because since if when where while although than then therefore"
    " thus hence this these those it its"
    " he she they we you i his her their our your my one called named known word verb noun adjective adverb"
    " phrase clause term type kind form name"
    " modifies describes means refers stands represents equals becomes became remains into onto about around"
    " between during through over under"
    " after before up down here there now today too rather instead likely probably most more very also"
    " just only simply actually both either"
    " not no being"
    " also first last very".split()
)
_VERBS: Final = (
    r"is|are|was|were|be|being|would be|becomes?|became|remains?|equals?|means|modif(?:y|ies)|describes?|refers to"
    r"|called|named|known as|comes?|point(?:s|ing|ed)?(?: to(?:wards?)?)?|faces|facing|heading|headed|located|situated"
    r"|standing|sitting"
    r"|suggests?|indicates?|implies|expresses|must be|should|must|needs? to|have to|has to"
    r"|said to be"
    r"|considered|wins|won|belongs to|lives in|ends? (?:up )?(?:at|in|on)|end(?:s|ed)? up|finish(?:es|ed)|has|have|had"
    r"|uses?|choose|chose|chooses|select|goes to|(?:functions?|serves?|acts?|works?) as|feels?|feeling|felt"
    r"|seems?|seemed|looks?|sounds?|shows?|stays?|by|to"
)
_ADVERBS: Final = (
    r"likely|probably|actually|simply|clearly|definitely|therefore|thus|also|indeed|still|now|then|logically|best"
    r"|generally|commonly|typically|usually|often|widely"
)
_COPULA: Final = re.compile(
    rf"\b(?:{_VERBS})\b(?: (?:most |very |quite )?(?:{_ADVERBS})(?: (?:called|being|described as|credited to))?)?",
    re.IGNORECASE,
)
_PREFIX: Final = re.compile(
    r"(?:(?:so|therefore|thus|hence|well|the answer is|it is|it's|it was|that is|that's|that would be|this is|they are"
    r"|i (?:believe|think|guess|would say|'d say)(?: that)?(?: it(?: is|'s| was))?|most likely|probably|likely"
    r"|perhaps|maybe|(?:almost |nearly )?certainly|very (?:likely|probably)|quite (?:likely|possibly|clearly)"
    r"|undoubtedly"
    r"|surely|apparently|evidently|possibly|actually"
    r"|definitely|clearly|obviously|presumably|in short|overall|in summary|in conclusion|specifically)\b[,:]? +)+",
    re.IGNORECASE,
)
_IS: Final = re.compile(r"[ *\"')]*\b(?:is|are|was|were)\b")
_CONDITION: Final = re.compile(r"\b(?:if|when|because|since|while|although|unless|whether)\b[^,]*$", re.IGNORECASE)
_QUOTED: Final = re.compile(r"(?<!\w)[\"']([^\"'\n]{1,60})[\"'](?!\w)")
_THEN: Final = re.compile(
    r", (?:and )?(?:so|therefore|thus|hence|which means(?: that)?|meaning(?: that)?),? ", re.IGNORECASE
)
_RATIO: Final = re.compile(r"\d{1,9}(?: ?(?::|to) ?\d{1,9}){1,3}", re.IGNORECASE)
_RANGE: Final = re.compile(
    r"(?:(?:about|approximately|around|roughly|between|from|it takes"
    r"|~) )*(?P<low>\d{1,9}(?:\.\d{1,6})?)(?P<first> [a-z]{1,12})?"
    r" ?(?:-|–|—|to|and) ?(?P<high>\d{1,9}(?:\.\d{1,6})?)(?P<unit> ?[a-z%°]{1,20})?",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"\b(?:is|are|was|were|be) (?:also |usually |commonly )?(?:called|known as|named|termed)\b", re.IGNORECASE
)
_SUBORDINATE: Final = re.compile(
    r"\s*(?:if|although|though|while|since|because|given|even though|whereas|unlike)\b", re.IGNORECASE
)
_BESIDES: Final = re.compile(
    r"(?:\([^()]{0,40}\) ?)?, (?:who|which|whose|because|since|not|rather|unlike|the|as|while|whereas|but"
    r"|in contrast)\b|[;(]",
    re.IGNORECASE,
)
_COMPARED: Final = re.compile(
    r"\b(?:like|unlike|similar to|related to|different from|distinct from|opposite of|opposed to|compared (?:to|with)"
    r"|confused with|contrast (?:to|with)|mistaken for) (?:an? |the )?[\"'(]?$",
    re.IGNORECASE,
)
_INTRODUCED: Final = re.compile(
    r"\s*(?:of|in|among|from|with|at|for|on|by|after|before|during|between) ", re.IGNORECASE
)
_ABBREVIATED: Final = re.compile(r"\(([A-Z][A-Z.]{1,9})\)")
_SHORT: Final = 8
_DIRECT: Final = 6
"""A reply or field of at most so many words is the answer phrase itself."""


def _answers(spec: AnswerSpec) -> list[tuple[str, ...]]:
    return [f for f in (forms(t) for t in (spec.gold, *spec.aliases)) if f]


def _ratio(text: str) -> tuple[str, ...]:
    bare = text.strip(" .\"'*")
    return tuple(re.findall(r"\d+", bare)) if _RATIO.fullmatch(bare) else (bare,)


def _same_person(phrase: tuple[str, ...], gold: tuple[str, ...]) -> bool:
    """Whether two names agree but for a title, "Jr." and initials."""
    said, meant = _untitled(phrase), _untitled(gold)
    if (said, meant) == (phrase, gold):
        return initials(phrase, gold)
    return len(said) > 1 and (said == meant or initials(said, meant))


def _untitled(name: tuple[str, ...]) -> tuple[str, ...]:
    start = next((i for i, f in enumerate(name) if f not in TITLES), 0)
    end = len(name) - 1 if name[-1:] == ("jr",) else len(name)
    return name[start:end]


def _range(text: str) -> tuple[str, str, str] | None:
    match = _RANGE.fullmatch(text.strip(" .\"'*"))
    if match is None:
        return None
    low, high, unit = match.group("low", "high", "unit")
    return low, high, " ".join(singular(w.form) for w in words(unit or match.group("first") or ""))


def _same_range(a: tuple[str, str, str] | None, b: tuple[str, str, str] | None) -> bool:
    """Whether two ranges have the same ends, and the same unit where both name one."""
    return a is not None and b is not None and a[:2] == b[:2] and (a[2] == b[2] or not (a[2] and b[2]))


def is_gold(text: str, spec: AnswerSpec) -> bool:
    """Whether a phrase is the gold or an alias, as a whole, or the same ratio or algebraic expression."""
    phrase = forms(text)
    if _RATIO.fullmatch(spec.gold.strip()):
        return _ratio(text) == _ratio(spec.gold)
    if any(equal(forms(m.group(1)), gold) for m in _ABBREVIATED.finditer(text) for gold in _answers(spec)):
        return True
    if _range(text) is not None and _same_range(_range(text), _range(spec.gold)):
        return True
    if re.match(r"[A-Z]", spec.gold) and any(_same_person(phrase, gold) for gold in _answers(spec)):
        return True
    if looks_symbolic(plain(spec.gold)) and same_expression(text.strip(" \"'"), plain(spec.gold)):
        return True
    names = spec.gold.split()
    if len(names) == 2 and len(phrase) == 3 and all(n[:1].isupper() and n.isalpha() for n in names):
        middle = re.search(r"[A-Z]\w*\.? +([A-Z]\w*\.?) +[A-Z]\w*", text)
        if middle and (phrase[0], phrase[2]) == forms(spec.gold):
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
    if is_gold(statement.text, spec):
        return [Candidate(statement.text.strip(), "gold", True, 0, len(statement.text), -4)]
    concluded = _concluded(statement, spec)
    if concluded:
        return concluded
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
        return [_contested(statement, text, min(hits, key=lambda c: c.rank), short=short)]
    denied = [c for c in found if c.right]
    if denied:
        return [Candidate("not " + denied[0].text, "negated", False, denied[0].start, denied[0].end, 0)]
    affirmed = next((p for g in golds if g[0] == "not" and len(g) > 1 for p in [_affirmed(tokens, g)] if p), None)
    if affirmed:
        start, end = tokens[affirmed[0]].start, tokens[affirmed[1] - 1].end
        return [Candidate(text[start:end], "affirmed", False, start, end, rank(statement, start, end))]
    loose = len(tokens) > 3 and any(
        not negated(text, tokens[i].start) for g in golds for i, _ in occurrences(tokens, g)
    )
    akin = any(related(w.form, f) for w in tokens for g in golds for f in g)
    for g in golds:
        for i, j in occurrences(tokens, g)[:4] if statement.strong else ():
            mention = Candidate("", g, True, tokens[i].start, tokens[j - 1].end)
            if rival := _stressed_instead(statement, text, mention):
                return [rival]
    if loose or akin or any(_extends(tokens, g) for g in golds):
        best = min((c.rank for c in found if c.rank < EXCLUDED), default=3)
        return [Candidate(text.strip()[:200], "open", None, 0, len(text), best)]
    return _other_answer(found, text, tokens, golds)


def _extends(tokens: Sequence[Word], gold: tuple[str, ...]) -> bool:
    """Whether a short phrase holds every word of a longer gold in order with others between ("calm team member")."""
    core = [singular(f) for f in gold if f not in _FUNCTION and f not in LOOSE]
    said = [singular(w.form) for w in tokens if w.form not in LOOSE]
    if len(core) < 2 or len(said) > _SHORT or any(f.isdigit() for f in core) or {"not", "no", "or", "and"} & set(said):
        return False
    rest = iter(said)
    return all(f in rest for f in core)


def _affirmed(tokens: Sequence[Word], gold: tuple[str, ...]) -> tuple[int, int] | None:
    """Return where a short statement says what a negative gold ("invalid", "dislikes") denies."""
    if len(tokens) > _SHORT or any(w.form in ("not", "no", "never") for w in tokens):
        return None
    return next(iter(occurrences(tokens, gold[1:])), None)


def _concluded(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Read the concluding clause of a statement ("..., so Alex is the shortest") when it decides by itself."""
    *_, then = (None, *_THEN.finditer(statement.text))
    if then is None:
        return []
    clause = statement.text[then.end() :]
    strong = tuple((max(0, a - then.end()), b - then.end()) for a, b in statement.strong if b > then.end())
    found = read_phrases(Statement(clause, strong), spec) if _COPULA.search(clause) else []
    return [replace(c, start=c.start + then.end(), end=c.end + then.end()) for c in found if c.right is not None]


def _spans(statement: Statement, text: str, *, short: bool) -> list[tuple[int, int]]:
    spans = list(statement.strong)
    spans += [m.span(1) for m in list(_QUOTED.finditer(text))[:8]]
    lead = len(text) - len(text.lstrip())
    clause = re.match(r"\s*[^,;:()—–]{1,80}?(?=[,;:(—–]|\.\s|\.$|$| because | since | as it )", text)
    if short:
        spans.append((lead, len(text)))
    introduces = clause and text[clause.end() : clause.end() + 1] == "," and _INTRODUCED.match(clause.group())
    if clause and not introduces and len(clause.group().split()) <= _DIRECT:
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
        if j < len(tokens) and tokens[j].form in CLASS_NOUNS:
            j += 1
        if i > 0 and tokens[i - 1].form in TITLES:
            i -= 1
        before, after = text[: tokens[i].start], text[tokens[j - 1].end :]
        if _COMPARED.search(before[-60:]):
            continue
        if i > 0 and tokens[i - 1].form == "not" and tokens[i - 1].start == start:
            out.append(Candidate(text[start:end], gold, True, start, end, NEGATED))
            continue
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
        later_subject = re.search(r"\b(?:is|are|was|were)\b", before) and _IS.match(after)
        if later_subject and not re.search(r"\bthat (?:the )?$", before):
            continue
        subject = opens and (proper or _COPULA.match(after.lstrip(" *\"')")) is not None)
        conditional = _CONDITION.search(before[-120:])
        at_edge = len(tokens) <= _SHORT and (opens or j == len(tokens)) and not conditional
        if subject or (verb is not None and not conditional) or denial or at_edge:
            out.append(Candidate(text[start:end], gold, True, start, end, rank(statement, start, end)))
    return out


def _stressed_instead(statement: Statement, text: str, hit: Candidate) -> Candidate | None:
    """Return what a statement stresses as its answer when the gold only stands in a clause before or behind it.

    "If today is Friday, it will be a **Tuesday**"; "That was **Xenophon**, who continued Thucydides".
    """
    for start, end in statement.strong:
        said = text[start:end]
        before = text[max(0, start - 40) : start].rstrip(" \"'(").casefold()
        before = re.sub(r" (?:an?|the)$", "", before)
        *_, verb = (None, *_COPULA.finditer(before))
        if verb is None or verb.end() < len(before) or not 0 < len(said.split()) <= 4 or negated(text, start):
            continue
        gold = hit.key if isinstance(hit.key, tuple) else forms(hit.text)
        if any(related(w.form, f) or w.form == f for w in words(said) for f in gold):
            continue
        ahead = hit.end <= start and _SUBORDINATE.match(text) and re.search(r"[,;]", text[hit.end : start])
        behind = hit.start >= end and _BESIDES.match(text[end : hit.start].lstrip("*_\"' "))
        if ahead or behind:
            return Candidate(said.strip(), forms(said), False, start, end, -4)
    return None


def _contested(statement: Statement, text: str, hit: Candidate, *, short: bool) -> Candidate:
    """A gold that stands beside an alternative ("Paris or Lyon") or outside what is stressed is no choice made."""
    stressed = any(a < hit.end and hit.start < b for a, b in statement.strong)
    quotes = [m for m in _QUOTED.finditer(text) if _COPULA.search(text[: m.start()])]
    quoted_before = _QUOTED.match(text, max(0, hit.start - 1)) is not None and any(m.start() > hit.end for m in quotes)
    stress = any(len(text[a:b].split()) <= _SHORT and text[b - 1 : b] not in "\"'" for a, b in statement.strong)
    if stress and not stressed and (rival := _stressed_instead(statement, text, hit)):
        return rival
    if (stress and not stressed and (not short or hit.start > 0)) or (quoted_before and not short):
        return Candidate(hit.text, "beside the stress", None, hit.start, hit.end, hit.rank)
    after, before = text[hit.end : hit.end + 40], text[max(0, hit.start - 40) : hit.start]
    alternative = re.match(
        r"[\"')*]{0,2},? (?:or|and/or) (?!about|so\b|more\b|less\b|rather|simply|just|in other|also known"
        r"|equivalently|at least|\d+:)(?=\w)",
        after,
    )
    pair = short and re.match(r"[\"')*]{0,2},? (?:and|&) (?!so\b|then\b|not\b|it\b|therefore\b)[\"'(]?\w", after)
    paired = pair and (after[pair.end() - 1].isupper() == hit.text[:1].isupper()) and not _COPULA.search(after)
    if paired or alternative or re.search(r"\b(?:either .{1,30} or|\w+,? or) (?:the |a |an )?[\"'(]?$", before):
        return Candidate(hit.text, "alternatives", None, hit.start, hit.end, hit.rank)
    return hit


def _other_answer(
    found: Sequence[Candidate], text: str, tokens: Sequence[Word], golds: Sequence[tuple[str, ...]]
) -> list[Candidate]:
    """Return the best-placed phrase that is not the gold; undecided when it may be the gold in other words."""
    content = {singular(w.form) for w in tokens} - _FUNCTION - LOOSE
    shares = any(
        (core := {singular(f) for f in gold} - _FUNCTION - LOOSE) and len(core & content) * 2 >= len(core)
        for gold in golds
    )
    live = sorted((c for c in found if c.rank < EXCLUDED), key=lambda c: c.rank)
    if live:
        best = live[0]
        same_words = (
            {singular(f) for f in best.key} & {singular(f) for g in golds for f in g}
            if isinstance(best.key, tuple)
            else set()
        )
        open_ended = bool(same_words - _FUNCTION - LOOSE) and len(best.text.split()) > _DIRECT
        return [Candidate(best.text, best.key, None if open_ended else False, best.start, best.end, best.rank)]
    complement = _NAMED.search(text) or _COPULA.search(text)
    if complement is None or len(tokens) > 30:
        return [Candidate(text.strip()[:200], "open", None, 0, len(text), 3)]
    rest = text[complement.end() :].strip(" .\"'")
    phrase = re.split(r"[,;:(—–.]| because | since | which | who | that | with | when ", rest, maxsplit=1)[0].strip()
    if not phrase or len(phrase.split()) > _DIRECT or shares or negated(text, complement.end()):
        return [Candidate(text.strip()[:200], "open", None, 0, len(text), 3)]
    return [Candidate(phrase, forms(phrase), False, complement.end(), len(text), 2)]
