"""Ordered lists and sets as answers: one listing with every item as a whole."""

import re
from collections.abc import Sequence
from typing import Final

from mirror_inspect.grading.candidate import Candidate, negated, rank
from mirror_inspect.grading.clean import plain
from mirror_inspect.grading.numbers import number_of
from mirror_inspect.grading.numerals import ordinal_from_words
from mirror_inspect.grading.statements import Statement
from mirror_inspect.grading.wording import equal, forms, words
from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType

_SEPARATOR: Final = re.compile(
    r"\s*(?:,|;|\||→|⇒|⟶|->|=>|-->|>|<|\n)\s*(?:(?:and )?(?:then|finally|lastly|next|followed by|after that)|and"
    r"|&)?[, ]+"
    r"|\s*(?:,|;|\||→|⇒|⟶|->|=>|-->|>|<|\n)\s*|\s+(?:and then|then|followed by|and finally|and|&)\s+",
    re.IGNORECASE,
)
_ITEM_HEAD: Final = re.compile(
    r"^(?:\(?\d{1,2}[.)]\s+|\(?\d{1,2}\)\s*|\d{1,2}(?:st|nd|rd|th)[:.]?\s+|(?:first|second|third|fourth|fifth"
    r"|sixth|seventh|eighth|ninth|tenth|last|next|finally|then)\b[:,]?\s*(?:is|comes|was)?\s*)+",
    re.IGNORECASE,
)
_ORDINALS: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
_PLACE: Final = re.compile(rf"\b({_ORDINALS}|\d{{1,2}}(?:st|nd|rd|th))\b", re.IGNORECASE)
_ITEM_TAIL: Final = re.compile(
    rf"\s+(?:(?:is|was|comes|came|finished|finishes|ends up|ended up|goes|went)\s+)?"
    rf"(?:in )?(?:{_ORDINALS}|last|next|\d{{1,2}}(?:st|nd|rd|th))(?: place)?$",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"(?::|\b(?:is|are|be|was|were|as|order|sequence|list|follows|becomes)\b)[ \n:]*[\[({\"]?", re.IGNORECASE
)
_REASON: Final = re.compile(
    r",?\s(?:because|since|as (?:the|it|each)|so that|where|which|given that|based on)\b.*|\.\s.*", re.DOTALL
)


_WITHIN: Final = re.compile(r"\s+(?:and|then|&)\s+", re.IGNORECASE)
_JOINT: Final = "\x04"


def _whole(text: str, items: Sequence[str]) -> str:
    """Keep items that contain "and" in one piece ("Antigua and Barbuda" is one country)."""
    for item in items:
        if _WITHIN.search(item):
            text = re.sub(re.escape(item), _WITHIN.sub(_JOINT, item), text, flags=re.IGNORECASE)
    return text


def gold_items(spec: AnswerSpec) -> tuple[tuple[str, ...], ...]:
    """Return the items of a list gold as comparison forms."""
    return tuple(forms(_whole(i, [i])) for i in _parts(spec.gold))


def _parts(text: str) -> list[str]:
    bare = plain(text).strip(" []{}().")
    separators = ";" if ";" in bare else "," if "," in bare else None
    pieces = bare.split(separators) if separators else re.split(r"\s*(?:→|->|>|\n)\s*|\s+and\s+|\s+then\s+", bare)
    return [p.strip(" \"'") for p in pieces if p.strip(" \"'")]


def _item(piece: str, gold: Sequence[str], *, head: bool, tail: bool) -> bool:
    """Whether a piece is an item; the first may have words before it and the last words behind it."""
    if len(piece) > 400:
        return False
    piece = _ITEM_TAIL.sub("", _ITEM_HEAD.sub("", piece.strip(" []{}()\"'.*:")).strip(" :"))
    phrase = forms(piece)
    if equal(phrase, gold):
        return True
    a, b = number_of(piece.strip(" .")), number_of(" ".join(gold))
    if a and b and a.value == b.value and a.percent == b.percent and (not b.unit or a.unit == b.unit):
        return True
    n = len(gold)
    if len(phrase) <= n or len(phrase) > n + 25:
        return False
    if head and equal(phrase[-n:], gold):
        return True
    return tail and equal(phrase[:n], gold) and not re.match(r"\s*[\d]", piece[len(piece) :])


def _matches(pieces: Sequence[str], golds: Sequence[Sequence[str]], *, ordered: bool) -> bool:
    n = len(golds)
    if len(pieces) != n:
        return False
    if ordered:
        return all(
            _item(p, g, head=i == 0, tail=i == n - 1) for i, (p, g) in enumerate(zip(pieces, golds, strict=True))
        )
    left = list(range(n))
    for i, piece in enumerate(pieces):
        hit = next((k for k in left if _item(piece, golds[k], head=i == 0, tail=i == n - 1)), None)
        if hit is None:
            return False
        left.remove(hit)
    return True


def _pieces(text: str) -> list[str]:
    pieces = [p for p in (s.strip() for s in _SEPARATOR.split(text) if s) if re.search(r"\w|[+-]", p)]
    places = [_place(p) for p in pieces[:40]]
    if len(pieces) > 1 and None not in places and len(set(places)) == len(places) == len(pieces):
        return [p for _, p in sorted(zip(places, pieces, strict=True))]
    return pieces


def _place(piece: str) -> int | None:
    """Return the place an item is said to take ("Bob second", "2nd: Bob")."""
    found = _PLACE.findall(piece)
    return ordinal_from_words(found[0]) if len(found) == 1 else None


def _spaced(piece: str, size: int) -> str:
    """Separate a listing that only uses spaces or dashes ("1 2 3", "C - A - B") by commas."""
    dashed = re.split(r"\s+[–—-]\s+", piece)
    if len(dashed) == size:
        return ", ".join(dashed)
    bare = piece.strip(" []{}().")
    return ", ".join(bare.split()) if len(bare.split()) == size and not re.search(r"[,;→>]", bare) else piece


def read_lists(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return the listing of a statement as one candidate; bold spans and brackets are tried before the whole."""
    golds = gold_items(spec)
    if not golds:
        return []
    parts = _parts(spec.gold)
    ordered = spec.type is AnswerType.ORDERED_LIST
    alternatives = [golds, *(tuple(forms(_whole(i, [i])) for i in _parts(a)) for a in spec.aliases)]
    text = statement.text
    spans = [m.span(1) for m in re.finditer(r"[\[{(]([^\[\]{}()\n]{1,400})[\]})]", text)][-4:]
    regions = [
        (a, b) for a, b in (*statement.strong, *reversed(spans)) if len(_pieces(text[a:b])) > 1 and not negated(text, a)
    ]
    for lead in list(_LEAD.finditer(text[:400]))[: 8 if len(text) < 1500 else 2]:
        if len(_pieces(text[lead.end() :])) > 1:
            regions.append((lead.end(), len(text)))
    regions.append((0, len(text)))
    if statement.bullet and len(statement.strong) == len(golds):
        bold = "\n".join(text[a:b] for a, b in statement.strong)
        if _matches(_pieces(_whole(bold, parts)), golds, ordered=ordered):
            return [Candidate(bold[:300], "bold", True, 0, len(text), 0)]
    best: Candidate | None = None
    seen: set[str] = set()
    for start, end in regions:
        piece = text[start:end]
        unexplained = re.sub(r"\([^()]{0,80}\)|(?<=\w):\s[^\n;]{1,120}(?=\n|$)|\s[–—-]\s[^\n]{1,200}", "", piece)
        for variant in (piece, _spaced(piece, len(golds)), _REASON.sub("", piece), unexplained):
            listed = [] if variant in seen else _pieces(_whole(variant, parts))
            seen.add(variant)
            if not listed or len(listed) > len(golds) + 24:
                continue
            known = sum(any(_item(p, g, head=True, tail=True) for g in golds) for p in listed[: len(golds) + 24])
            if len(listed) < min(2, len(golds)) or known * 2 < len(golds):
                continue
            right = any(_matches(listed, g, ordered=ordered) for g in alternatives)
            if best is None or (right and not best.right):
                best = Candidate(
                    variant.strip()[:300],
                    "|".join(variant.casefold().split()),
                    right,
                    start,
                    end,
                    min(0, rank(statement, start, end)),
                )
            if right:
                return [best]
    if best is None and spec.type in (AnswerType.ORDERED_LIST, AnswerType.SET):
        best = _foreign_listing(statement, regions, len(golds))
    return [best] if best else []


def _foreign_listing(statement: Statement, regions: Sequence[tuple[int, int]], size: int) -> Candidate | None:
    """A short listing of other things than the gold's is an answer, and wrong; running prose is none."""
    for start, end in regions:
        piece = statement.text[start:end].strip(" .")
        listed = _pieces(piece)
        bracketed = statement.text[max(0, start - 1) : start] in ("[", "{", "(")
        if (1 < len(listed) <= size + 24 or (bracketed and listed)) and all(
            len(p) <= 80 and len(words(p)) <= 5 for p in listed
        ):
            return Candidate(piece[:300], "|".join(piece.casefold().split()), False, start, end, 1)
    single = statement.text.strip(" .")
    if re.fullmatch(r"[\[{(][^\[\]{}()]{0,80}[\]})]", single) or (len(single) <= 60 and len(words(single)) <= 3):
        return Candidate(single, single.casefold(), False, 0, len(statement.text), 1)
    return None
