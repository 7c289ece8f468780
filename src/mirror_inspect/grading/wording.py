"""Words compared as words: tokens, comparison forms, and when two phrases say the same."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mirror_inspect.grading.clean import fold, plain
from mirror_inspect.grading.numerals import ORDINALS, SMALL, ordinal_from_words

_TOKEN: Final = re.compile(
    r"\d{1,4}(?:st|nd|rd|th)\b|(?<![\w.)])-?\d+(?:[.,:/]\d+)*%?|[^\W\d_]+(?:'(?:s|t|re|ve|ll|d|m)\b)?|\d+|[+=<>√π°$€£%]"
)
ARTICLES: Final = frozenset({"a", "an", "the"})
LOOSE: Final = frozenset(
    {
        "a",
        "an",
        "the",
        "of",
        "his",
        "her",
        "its",
        "their",
        "your",
        "my",
        "our",
        "just",
        "simply",
        "both",
        "due",
        "directly",
        "straight",
        "exactly",
    }
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
TITLES: Final = frozenset(
    {"sir", "dr", "mr", "mrs", "ms", "prof", "professor", "president", "king", "queen", "saint", "captain", "lord"}
    | {"lady", "general", "emperor", "empress", "pope", "prince", "princess", "senator", "chancellor"}
)
_SYNONYMS: Final = MappingProxyType(
    {
        "northeast": "north east", "northwest": "north west", "southeast": "south east", "southwest": "south west",
        "ne": "north east", "nw": "north west", "se": "south east", "sw": "south west",
        "upward": "up", "upwards": "up", "downward": "down", "downwards": "down", "leftward": "left",
        "leftwards": "left", "rightward": "right", "rightwards": "right", "northward": "north", "northwards": "north",
        "southward": "south", "southwards": "south", "eastward": "east", "eastwards": "east", "westward": "west",
        "westwards": "west", "anticlockwise": "counterclockwise", "cannot": "can not", "can't": "can not",
        "isn't": "is not", "doesn't": "does not",
        "don't": "do not", "didn't": "did not", "won't": "will not", "wasn't": "was not", "aren't": "are not",
        "dislike": "not like", "dislikes": "not like", "disagree": "not agree", "disagrees": "not agree",
        "disapprove": "not approve", "disapproves": "not approve", "distrust": "not trust", "distrusts": "not trust",
        "invalid": "not valid", "unsound": "not sound", "impossible": "not possible",
        "wwi": "world war 1", "wwii": "world war 2", "ww1": "world war 1", "ww2": "world war 2",
        "mt": "mount", "usa": "united states", "us": "us", "uk": "united kingdom", "colour": "color", "grey": "gray",
    }
)  # fmt: skip
_UNDECIDABLE: Final = re.compile(
    r"(?:it )?\b(?:can not (?:\w+ )?be (?:\w+ )?(?:determined|known|inferred|concluded|said|established)"
    r"|undetermined|indeterminate|undeterminable"
    r"|not (?:enough|sufficient) (?:information|info|data)|insufficient (?:information|data)"
    r"|impossible to (?:tell|know|say|determine)|not determinable"
    r"|(?:we |you |one |i )?can not (?:tell|know|say|determine)|unknown)\b"
)


_SUFFIXES: Final = frozenset(
    "s es ed d m tic ing ment ments ic stic tic sm ly ness ion ia a y al er ity ive e nce nt t ce ial ally us i"
    " on um ous cal ying ies"
    " ied".split()
) | {""}


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
    nth = ordinal_from_words(lower) if lower in ORDINALS or lower[:1].isdigit() else None
    if nth is not None and lower not in ("second", "last"):
        return f"{nth}th"
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


def singular(form: str) -> str:
    """Return a word without a plural ending, as far as spelling shows it."""
    if len(form) > 4 and form.endswith("ies"):
        return form[:-3] + "y"
    if len(form) > 4 and form.endswith(("ses", "xes", "ches", "shes")):
        return form[:-2]
    return form[:-1] if len(form) > 3 and form.endswith("s") and not form.endswith(("ss", "us", "is")) else form


def equal(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether two phrases, given by their forms, are equal up to grammatical number, "of" inversion and class nouns."""
    if not a or not b or abs(len(a) - len(b)) > 12:
        return False
    x, y = [singular(f) for f in a], [singular(f) for f in b]
    if x == y or "".join(x) == "".join(y) or _world_war(x) == _world_war(y) != "":
        return True
    loose_x, loose_y = [f for f in x if f not in LOOSE], [f for f in y if f not in LOOSE]
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
    if "and" in x and "and" in y and x.count("and") == y.count("and") == 1:
        i, k = x.index("and"), y.index("and")
        return x[:i] == y[k + 1 :] and x[i + 1 :] == y[:k]
    text_x, text_y = " ".join(x), " ".join(y)
    return _UNDECIDABLE.fullmatch(text_x) is not None and _UNDECIDABLE.fullmatch(text_y) is not None


def _world_war(phrase: Sequence[str]) -> str:
    """Return which of the two world wars a whole phrase names, or nothing."""
    if len(phrase) != 3 or not {"world", "war"} < set(phrase):
        return ""
    which = next(iter(set(phrase) - {"world", "war"}))
    return {"1": "1", "i": "1", "1th": "1", "2": "2", "ii": "2", "second": "2", "2th": "2"}.get(which, "")


def initials(phrase: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a phrase is a person's name with given names abbreviated ("J. S. Bach", "JS Bach")."""
    if len(phrase) < 2 or len(name) < 2 or phrase[-1] != name[-1] or phrase == name:
        return False
    given, full = phrase[:-1], name[:-1]
    if len(given) == 1 and given[0] == "".join(f[0] for f in full) and len(full) > 1:
        return True
    return len(given) == len(full) and all(g == f or g == f[:1] for g, f in zip(given, full, strict=True))


def occurrences(tokens: Sequence[Word], phrase: Sequence[str]) -> list[tuple[int, int]]:
    """Return the (first, behind last) token positions at which a phrase stands as whole words."""
    n = len(phrase)
    target = [singular(p) for p in phrase]
    skipped = frozenset() if n < 2 or ARTICLES & set(phrase) else ARTICLES
    kept = [i for i, w in enumerate(tokens) if w.form not in skipped]
    have = [singular(tokens[i].form) for i in kept]
    return [(kept[i], kept[i + n - 1] + 1) for i in range(len(have) - n + 1) if have[i : i + n] == target]


def related(a: str, b: str) -> bool:
    """Whether two different words are forms of one stem ("sarcasm", "sarcastic"), which only a judge can weigh."""
    n = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        n += 1
    if n >= 3 and {a[n:], b[n:]} == {"", "ness"}:
        return True
    return n >= 4 and a != b and a[n:] in _SUFFIXES and b[n:] in _SUFFIXES
