"""Checks every item must pass: unique, no leak, no near-duplicate, varied frames, gold re-derived from the text."""

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final

from mirror_inspect.bank.family import Family
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import AnswerType

MAX_SIMILARITY: Final = 0.9
MAX_FRAME_SHARE: Final = 0.1
FRAME_LENGTH: Final = 60


def normalised(text: str) -> str:
    """Return the text folded for comparison: case, accents, punctuation and spacing removed."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(re.findall(r"\w+", "".join(c for c in decomposed if not unicodedata.combining(c))))


def frames(text: str) -> tuple[str, str]:
    """Return the sentence frame, masked after and before cutting to its first 60 characters."""

    def mask(part: str) -> str:
        return re.sub(r"\b[A-Z][\w'’-]*", "@", re.sub(r"\d[\d,.:]*", "#", part))

    return mask(text[:FRAME_LENGTH]), mask(text)[:FRAME_LENGTH]


def holds_gold(text: str, question: Question) -> bool:
    """Whether a text holds the gold of a question, or an alias, as whole words.

    The alternatives of yes/no items are offered on purpose and are never leaks.
    """
    if question.answer_type is AnswerType.YES_NO:
        return False
    words = f" {normalised(text)} "
    return any(f" {normalised(gold)} " in words for gold in (question.answer, *question.aliases) if normalised(gold))


def leaks(question: Question) -> bool:
    """Whether the gold stands in the question; of choice items the text *before* the options is searched."""
    return holds_gold(question.question, question)


def similarity(a: str, b: str) -> float:
    """Return the character-level Ratcliff-Obershelp similarity of two texts, in [0, 1].

    The measure depends on which text comes first: the larger of the two values counts. Pairs whose upper bound does not
    exceed what is allowed are not measured and return 0.
    """
    if a == b:
        return 1.0
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() <= MAX_SIMILARITY or matcher.quick_ratio() <= MAX_SIMILARITY:
        return 0.0
    # Matching blocks stand in the same order in both texts, so together they are no longer than a common subsequence.
    if 2 * common_subsequence(a, b) / (len(a) + len(b)) <= MAX_SIMILARITY:
        return 0.0
    return max(matcher.ratio(), difflib.SequenceMatcher(None, b, a, autojunk=False).ratio())


def common_subsequence(a: str, b: str) -> int:
    """Return the length of the longest common subsequence of two texts.

    Source: the bit-parallel algorithm of Hyyrö 2004 (a row of the table is one integer).
    """
    places: dict[str, int] = {}
    for i, character in enumerate(a):
        places[character] = places.get(character, 0) | 1 << i
    whole = (1 << len(a)) - 1
    row = whole
    for character in b:
        same = row & places.get(character, 0)
        row = (row + same | row - same) & whole
    return len(a) - row.bit_count()


def overused_frames(texts: Iterable[str], *, total: int) -> dict[str, int]:
    """Return the frames that occur more often than the allowed share of ``total`` items, with their counts."""
    found: dict[str, int] = {}
    for variant in zip(*(frames(t) for t in texts), strict=True):
        found |= {f: n for f, n in Counter(variant).items() if n > max(1, MAX_FRAME_SHARE * total)}
    return found


def verification_failure(question: Question, family: Family) -> str:
    """Return why the independent solver does not confirm the item, or an empty string when it does."""
    solution = family.solve(question.question, question.options)
    if solution.answer != question.answer:
        return f"gold {question.answer!r}, but {family.method} finds {solution.answer!r} from the text"
    for key, value in solution.params.items():
        if question.params.get(key) != value:
            return f"parameter {key} is stored as {question.params.get(key)!r} but measures {value!r} on the text"
    if question.effort not in (None, solution.effort):
        return f"effort is stored as {question.effort} but {family.method} needs {solution.effort}"
    unmeasured = sorted(set(question.params) - set(solution.params))
    if unmeasured:
        return f"parameters not measured on the text: {', '.join(unmeasured)}"
    return ""
