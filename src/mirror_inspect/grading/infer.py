"""The answer type of a foreign gold, read from the gold itself."""

import re
from types import MappingProxyType
from typing import Final

from mirror_inspect.grading.clean import as_text, plain
from mirror_inspect.grading.durations import durations
from mirror_inspect.grading.markup import marked, unmarked
from mirror_inspect.grading.moments import clocks, dates
from mirror_inspect.grading.numbers import numbers
from mirror_inspect.grading.polarity import gold_side
from mirror_inspect.grading.units import CALENDAR_UNITS, TIME_UNITS
from mirror_inspect.grading.wording import CLASS_NOUNS, forms
from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType

_APPROXIMATE: Final = re.compile(
    r"^(?:about|approximately|around|roughly|approx\.?|nearly|almost|~|≈|exactly)\s*", re.IGNORECASE
)
_OPTION: Final = re.compile(r"\(?[A-J]\)|[A-J][.):] ?\S|\(?[A-J]\)?$")
_NOUN_BEHIND: Final = re.compile(r"(?:\s+[A-Za-z][a-z-]*){0,3}\s*\.?")
ATTITUDES: Final = MappingProxyType(
    {
        "sarcastic": "sarcasm", "ironic": "irony", "sincere": "sincerity sincerely", "disappointed": "disappointment",
        "excited": "excitement", "annoyed": "annoyance", "frustrated": "frustration", "angry": "anger",
        "sad": "sadness", "happy": "happiness", "relieved": "relief", "surprised": "surprise",
        "embarrassed": "embarrassment", "grateful": "gratitude", "jealous": "jealousy", "proud": "pride",
        "nervous": "nervousness", "anxious": "anxiety", "polite": "politeness", "confused": "confusion",
        "guilty": "guilt", "afraid": "fear", "scared": "fear", "joyful": "joy", "bored": "boredom",
        "envious": "envy", "impatient": "impatience", "skeptical": "skepticism", "sceptical": "scepticism",
        "enthusiastic": "enthusiasm", "humorous": "humor humour", "literal": "literally", "sarcastically": "sarcasm",
    }
)  # fmt: skip
"""Adjectives of attitude and emotion with their nouns; other inflections may be what an item asks about."""
_NO_SURNAME: Final = frozenset(
    "new north south east west northern southern eastern western saint san los las el la great united old upper"
    " lower fort lake mount port"
    " second first world big little red white black blue green".split()
)


def _looks_like_list(text: str) -> bool:
    if re.fullmatch(r"\[[^\[\]]*\]|\{[^{}]*\}", text):
        return True
    if re.search(r"→|->", text):
        return True
    if re.fullmatch(r"\D{0,12}\d{1,3}(?:,\d{3})+(?:\.\d+)?(?: ?[^\d,]{1,40})?", text):
        return False
    parts = [p.strip() for p in re.split(r"[,;]", text)]
    return len(parts) >= 3 and all(p and len(p.split()) <= 4 for p in parts) and not dates(text)


def _surname(gold: str) -> tuple[str, ...]:
    """A person may be named by the surname alone; a place, work or class may not."""
    names = gold.split()
    capital = [n for n in names if n[:1].isupper()]
    particles = {"van", "von", "de", "da", "der", "den", "di"}
    if not 2 <= len(names) <= 4 or len(capital) < 2 or any(n not in capital and n not in particles for n in names):
        return ()
    last, first = names[-1].strip("."), names[0].casefold().strip(".")
    if not last.isalpha() or len(last) < 3 or last.isupper() or last.casefold() in CLASS_NOUNS or first in _NO_SURNAME:
        return ()
    particle = next((i for i, n in enumerate(names) if n in particles), None)
    if particle is None and len(names) > 2 and all(len(n) > 2 and n.isalpha() for n in names):
        return (last, " ".join(names[1:]))
    return (last,) if particle is None else (last, " ".join(names[particle:]))


def _alternatives(gold: str) -> tuple[str, ...]:
    """A gold that names alternatives ("happy or excited") or an abbreviation ("United Nations (UN)") accepts each."""
    short = re.findall(r"\(([A-Z][A-Z.]{1,9})\)", gold)
    sides = re.split(r"\s+or\s+|\s*/\s*", gold)
    either = sides if len(sides) == 2 and all(s and len(s.split()) <= 4 and not s.isdigit() for s in sides) else []
    return (*short, *(s.strip() for s in either))


def _sided(gold: str) -> tuple[str, ...]:
    """A gold that takes a side and says it again ("Yes, it is valid") is met by the side or the verdict alone."""
    match = re.fullmatch(
        r"(yes|no)[,.;] (?:(?:it|this|that|the \w+)(?: is|'s) )?((?:not )?[\w' ]{2,40}?)\.?", gold, re.IGNORECASE
    )
    if match is None or len(match.group(2).split()) > 4:
        return ()
    verdict = re.fullmatch(r"(?:not )?\w+", match.group(2))
    return (match.group(1), verdict.group()) if verdict else (match.group(1),)


def _nouns(gold: str) -> tuple[str, ...]:
    """An attitude may be named by its noun ("sarcasm" for "sarcastic")."""
    noun = ATTITUDES.get(gold.casefold().strip(" ."))
    return tuple(noun.split()) if noun else ()


def order_may_not_matter(gold: str) -> bool:
    """Whether a bare listing of words leaves open that it is a set: no number, bracket or arrow asks for an order."""
    return re.search(r"[\d\[\]{}<>→]|->", gold) is None


def infer_answer_spec(gold: object, answer_type: str | None = None) -> AnswerSpec:
    """Return the spec that a bare gold of another bank calls for.

    Args:
        gold: The gold as its bank writes it.
        answer_type: The bank's own name of the type: taken when it is one of ours, otherwise only a hint
            (``multiple_choice`` with a letter, ``boolean``); unknown names are ignored.

    Returns:
        A spec with explicit aliases (surname of a person) and tolerance (half a unit in the last place of a gold with
        two or more decimals, which is a rounded value); never raises.
    """
    raw = as_text(gold).strip()
    hint = (answer_type or "").strip().casefold().split(" ")[0]
    text = unmarked(marked(plain(raw))).strip()
    if hint in ("multiple_choice", "mcq", "choice", "multiple-choice") and _OPTION.match(text):
        return AnswerSpec(type=AnswerType.CHOICE, gold=raw)
    if hint in tuple(AnswerType) and hint not in (AnswerType.CHOICE, AnswerType.TEXT):
        return AnswerSpec(type=AnswerType(hint), gold=raw)
    kind, tolerance = _kind(text)
    aliases: tuple[str, ...] = ()
    if kind is AnswerType.TEXT:
        aliases = tuple(dict.fromkeys((*_surname(raw), *_alternatives(raw), *_sided(text), *_nouns(text))))
    return AnswerSpec(type=kind, gold=raw or "-", aliases=aliases, tolerance=tolerance)


def _kind(text: str) -> tuple[AnswerType, float | None]:
    if gold_side(text) is not None and len(text) > 1:
        return AnswerType.YES_NO, None
    if _looks_like_list(text):
        return (AnswerType.SET if text.startswith("{") else AnswerType.ORDERED_LIST), None
    bare = _APPROXIMATE.sub("", text.rstrip("."))
    aside = re.sub(r"\s*\([^()]*\)\s*$", "", bare)
    whole_dates, whole_times = dates(bare), clocks(aside)
    if whole_dates and whole_dates[0].end - whole_dates[0].start >= len(bare) - 12:
        return AnswerType.DATE, None
    if whole_times and whole_times[0].start == 0 and len(aside) - whole_times[0].end <= 6:
        return AnswerType.TIME, None
    spans = durations(bare)
    if spans and spans[0].start == 0 and spans[0].end == len(bare):
        return AnswerType.DURATION, None
    found = numbers(bare)
    if not found or found[0].start != 0 or len(found) > 1:
        return AnswerType.TEXT, None
    number = found[0]
    rest = bare[number.end :]
    if not _NOUN_BEHIND.fullmatch(rest):
        return AnswerType.TEXT, None
    if number.percent:
        return AnswerType.PERCENT, _rounding(number.decimals)
    if number.currency:
        return AnswerType.MONEY, None
    if number.unit:
        timed = number.unit in TIME_UNITS or number.unit in CALENDAR_UNITS
        return (AnswerType.DURATION if timed else AnswerType.QUANTITY), None if timed else _rounding(number.decimals)
    if number.worded and (number.ordinal or len(forms(text)) > 3):
        return AnswerType.TEXT, None
    if number.value.denominator == 1 and not number.decimals:
        return AnswerType.INTEGER, None
    if "/" in bare[: number.end]:
        return AnswerType.FRACTION, None
    return AnswerType.DECIMAL, _rounding(number.decimals)


def _rounding(decimals: int) -> float | None:
    return 0.5 * 10.0**-decimals if 2 <= decimals <= 12 else None
