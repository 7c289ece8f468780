"""Options as answers: the letter, or the option's text as a whole; both must agree."""

import re
from collections.abc import Sequence
from typing import Final

from mirror_inspect.grading.candidate import EXCLUDED, Candidate, negated, rank
from mirror_inspect.grading.polarity import sides
from mirror_inspect.grading.statements import Statement
from mirror_inspect.grading.wording import ARTICLES, Word, forms, words
from mirror_inspect.items import LETTERS, AnswerSpec

_MARKED: Final = re.compile(
    r"\b(?i:option|choice|answer|letter|alternative|选项)(?: is| would be|:)? ?[\"'(\[]?(?P<named>[A-J])\b(?!')"
    r"|\((?P<braced>[A-Ja-j])\)|(?:\b(?:is|be|choose|pick|select|go with|say|chose)|是|选"
    r"|:) [\"'(]?(?P<said>[A-J])(?=[\s.,;:!)\"']|$)(?! [a-z])",
)
_OPENS: Final = re.compile(
    r"\s*[\"'(\[]*(?P<letter>[A-Ja-j])(?:(?P<mark>[).:\]]|\s*$)|(?=[,;—–]| [—–-] | because| since|\s+(?i:is) ))"
)
_NONE: Final = re.compile(r"\s*(?:none|neither)(?: of (?:the above|these|them|the options))?\s*[.!]?$", re.IGNORECASE)
_POLAR: Final = frozenset({"yes", "no", "true", "false", "correct", "incorrect"})


def gold_index(spec: AnswerSpec) -> int | None:
    """Return the position of the gold among the options; a foreign gold may be the letter itself."""
    if spec.options:
        return (
            spec.options.index(spec.gold) if spec.gold in spec.options else _letter_index(spec.gold, len(spec.options))
        )
    return _letter_index(spec.gold, len(LETTERS))


def _letter_index(text: str, size: int) -> int | None:
    match = re.match(r"\s*\(?([A-Ja-j])\)?(?:[).:]|\s*$)", text)
    index = LETTERS.index(match.group(1).upper()) if match else None
    return index if index is not None and index < size else None


def _letters(statement: Statement, size: int) -> list[tuple[int, int, int, int]]:
    """Return (option, start, end, rank) of every letter that is written as an option's letter."""
    text = statement.text
    found = []
    opening = _OPENS.match(text)
    if opening:
        letter, mark = opening.group("letter"), opening.group("mark")
        if (letter.isupper() or mark == ")" or (mark is not None and len(text.strip()) <= 3)) and (
            letter not in "AI" or mark is not None
        ):
            found.append((LETTERS.index(letter.upper()), *opening.span("letter"), -4))
    for a, b in statement.strong:
        match = re.fullmatch(
            r"[\"'(\[]?(?:option |answer |choice )?\(?([A-J])(?:[)\].:]+.*)?",
            text[a:b].strip(),
            re.IGNORECASE | re.DOTALL,
        )
        if match and (match.group(1).isupper()) and not negated(text, a):
            found.append((LETTERS.index(match.group(1)), a, a + 1 + match.start(1), -4))
    for match in list(_MARKED.finditer(text))[:40]:
        letter = next(g for g in (match.group("named"), match.group("braced"), match.group("said")) if g)
        start = match.start(match.lastgroup or 0)
        place = rank(statement, match.start(), match.end())
        if (
            negated(text, start)
            or place >= EXCLUDED
            or re.match(r"[).\"']* (?:is|are) (?:not|wrong|incorrect|false)\b", text[match.end() :])
        ):
            continue
        found.append((LETTERS.index(letter.upper()), start, match.end(), place - 1))
    return [f for f in found if f[0] < size]


def _texts(statement: Statement, options: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return (option, start, end, rank) of every option named as a whole phrase; the longest options claim first."""
    tokens = words(statement.text)
    taken: list[tuple[int, int]] = []
    found = []
    order = sorted(range(len(options)), key=lambda k: -len(forms(options[k])))
    for k in order:
        phrase = forms(options[k])
        if not phrase:
            continue
        if len(phrase) == 1 and phrase[0] in _POLAR:
            wanted = "yes" if phrase[0] in ("yes", "true", "correct") else "no"
            found += [(k, a, b, place) for side, a, b, place in sides(statement) if side == wanted]
            continue
        for i, j in _whole(tokens, phrase):
            start, end = tokens[i].start, tokens[j - 1].end
            if any(a < end and start < b for a, b in taken):
                continue
            taken.append((start, end))
            covers = statement.text[:start].strip(" \"'(*").casefold() in ("", *ARTICLES) and not statement.text[
                end:
            ].strip(" \"').*!")
            found.append((k, start, end, -4 if covers else rank(statement, start, end)))
    return found


def _whole(tokens: Sequence[Word], phrase: Sequence[str]) -> list[tuple[int, int]]:
    n = len(phrase)
    have = [w.form for w in tokens]
    target = list(phrase)
    return [(i, i + n) for i in range(len(have) - n + 1) if have[i : i + n] == target][:20]


def read_choices(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return the options a statement names, by letter or by text; the article of an option ("A Bar") is no letter."""
    gold = gold_index(spec)
    size = len(spec.options) or len(LETTERS)
    texts = _texts(statement, spec.options)
    articles = {start for k, start, _, _ in texts if spec.options[k].startswith("A ")}
    letters = [f for f in _letters(statement, size) if not (f[0] == 0 and f[2] + 1 in articles)]
    named = letters + texts
    if gold is None and not spec.options:
        return []
    out = [Candidate(statement.text[a:b], k, k == gold, a, b, place) for k, a, b, place in named]
    live = [c for c in out if c.rank < EXCLUDED]
    if not live and _NONE.match(statement.text):
        return [Candidate(statement.text.strip(), "none", False, 0, len(statement.text), 0)]
    return _with_their_texts(statement.text, live) if live else out


def _with_their_texts(text: str, live: list[Candidate]) -> list[Candidate]:
    """A letter directly followed by another option's text ("A) Lyon", when A is Paris) contradicts itself: rivals."""
    out = list(live)
    for letter in live:
        for other in live:
            close = letter.end <= other.start and re.fullmatch(
                r"[\s\"'().:\],—–*-]{0,6}(?:the |an? )?[\"']?", text[letter.end : other.start]
            )
            if close and letter.end - letter.start <= 10 and letter.key != other.key:
                out.append(Candidate(other.text, other.key, other.right, other.start, other.end, letter.rank))
    return out
