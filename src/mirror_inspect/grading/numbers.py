"""Numbers found in text: digits in the notations of several locales, words, percent, currency and units."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mirror_inspect.grading.numerals import HAN, ORDINALS, PHRASE, from_han, from_words, ordinal_from_words
from mirror_inspect.grading.units import read_unit

CURRENCIES: Final = MappingProxyType(
    {
        "USD": ("us$", "$", "usd", "us dollar", "us dollars", "dollar", "dollars", "buck", "bucks"),
        "EUR": ("€", "eur", "euro", "euros"),
        "GBP": ("£", "gbp", "pound sterling", "pounds sterling"),
        "JPY": ("¥", "jpy", "yen"),
        "CNY": ("cny", "rmb", "yuan", "元"),
        "INR": ("₹", "inr", "rupee", "rupees"),
    }
)
_CURRENCY_OF: Final = {name: code for code, names in CURRENCIES.items() for name in names}
_SIGNS: Final = r"US\$|[$€£¥₹]|(?:USD|EUR|GBP|JPY|CNY|INR)(?=[ \d])"
_CURRENCY_WORD: Final = re.compile(
    r"[ -]?(" + "|".join(re.escape(n) for n in sorted(_CURRENCY_OF, key=len, reverse=True)) + r"|cents?|¢)(?![\w])",
    re.IGNORECASE,
)
_SCALES: Final = MappingProxyType(
    {
        "hundred": 10**2,
        "thousand": 10**3,
        "k": 10**3,
        "million": 10**6,
        "m": 10**6,
        "mn": 10**6,
        "billion": 10**9,
        "bn": 10**9,
    }
    | {"b": 10**9, "trillion": 10**12, "dozen": 12, "万": 10**4, "亿": 10**8}
)
_SCALE: Final = re.compile(
    r"[ -]?(hundred|thousand|million|billion|trillion|dozen)\b|(k|mn|bn)\b(?!/)|(万|亿)", re.IGNORECASE
)
_BELOW_ZERO: Final = re.compile(
    r" ?(?:°|degrees?)?(?: ?(?:C|F|Celsius|Fahrenheit|centigrade))? below (?:zero|0)\b", re.IGNORECASE
)
_PERCENT: Final = re.compile(r" ?(?:%|percent\b|per cent\b|pct\b|percentage points?\b)|-percent\b", re.IGNORECASE)
_DIGITS: Final = re.compile(
    rf"""(?<![\w.,/^])(?:(?P<sign>[+-])(?=[.\d$€£¥₹]))?(?:(?P<currency>{_SIGNS})[ ]?(?P<inner>-)?)?
    (?P<number>
        \d{{1,3}}(?:\.\d{{3}})+,\d{{1,9}}(?![\d])
      | \d{{1,3}}(?:\.\d{{3}}){{2,9}}(?![.,]?\d)
      | \d{{1,3}}(?:,\d{{3}}){{1,12}}(?:\.\d{{1,30}})?(?![\d])(?!,\d)
      | \d{{1,2}}(?:,\d{{2}}){{1,6}},\d{{3}}(?:\.\d{{1,9}})?(?![\d])
      | \d{{1,3}}(?:[ '_]\d{{3}}){{1,9}}(?:[.,]\d{{1,9}})?(?![\d'_])
      | \d{{1,40}}\.\d{{1,40}} | \.\d{{1,40}}
      | (?:0,\d{{1,12}}|\d{{1,9}},(?:\d{{1,2}}|\d{{4,9}}))(?![,\d])
      | \d{{1,40}}
    )
    (?:[ ]?[×x*][ ]?10[ ]?\^?[ ]?\(?(?P<power>[+-]?\d{{1,3}})\)?(?!\d|\.\d)
      | [eE](?P<exponent>[+-]?\d{{1,3}})(?![\w.]))?
    """,
    re.VERBOSE,
)
_CARET: Final = re.compile(r"\^ ?\(?([+-]?\d{1,3})\)?(?!\d|\.\d)")
_OVER: Final = re.compile(r" ?/ ?(\d{1,15})(?![\d/]|[.,]\d)")
_MIXED: Final = re.compile(r"(?: and |[ -])(\d{1,9}) ?/ ?(\d{1,9})(?![\d/]|[.,]\d)")
_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_ORDINAL_WORD: Final = re.compile(
    r"(?<![\w-])(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -])?(?:"
    + "|".join(w for w in ORDINALS if w not in ("second", "last", "zeroth"))
    + r"|second(?! ?s\b))(?![\w-])",
    re.IGNORECASE,
)
_HAN_NUMBER: Final = re.compile(rf"[{HAN}]{{1,20}}")
_FRACTION_HEADS: Final = (" a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "and")
MAX_MENTIONS: Final = 150


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text.

    Attributes:
        value: Exact value; a percent keeps its written value (12.5 for "12.5%").
        start: Where the number begins, its sign and currency included.
        end: Where it ends, its percent sign, currency or unit included.
        percent: Whether it is written as a percentage.
        currency: ISO code, or empty.
        unit: Pint name of the unit behind it, or empty.
        ordinal: Whether it is an ordinal.
        worded: Whether it is written in words.
        decimals: Decimal places written.
    """

    value: Fraction
    start: int
    end: int
    percent: bool = False
    currency: str = ""
    unit: str = ""
    ordinal: bool = False
    worded: bool = False
    decimals: int = 0


def _literal(raw: str) -> tuple[Fraction, int]:
    """Return the value of a digit literal and its decimal places."""
    raw = raw.replace(" ", "").replace("'", "").replace("_", "")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}", raw):
        raw = raw.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?", raw) and not raw.startswith(
        "0,"
    ):
        raw = raw.replace(",", "")
    else:
        raw = raw.replace(",", ".")
    whole, _, part = raw.partition(".")
    return Fraction(int((whole or "0") + part), 10 ** len(part)), len(part)


def _scientific(value: Fraction, exponent: str) -> Fraction:
    return value * Fraction(10) ** int(exponent)


def _finish(
    text: str, value: Fraction, start: int, end: int, currency: str, *, worded: bool = False, decimals: int = 0
) -> Number:
    """Read what stands behind the digits: scale word, percent sign, currency or unit."""
    below = _BELOW_ZERO.match(text, end)
    if below and value > 0:
        value, unit_at = -value, end
        degrees = read_unit(text, unit_at)
        return Number(value, start, below.end(), unit=degrees[0] if degrees else "", worded=worded, decimals=decimals)
    scale = _SCALE.match(text, end)
    if scale:
        value *= _SCALES[next(g for g in scale.groups() if g).lower()]
        end = scale.end()
    percent = _PERCENT.match(text, end)
    if percent:
        return Number(value, start, percent.end(), percent=True, worded=worded, decimals=decimals)
    money = _CURRENCY_WORD.match(text, end)
    if money:
        word = money.group(1).lower()
        if word in ("cent", "cents", "¢"):
            return Number(value / 100, start, money.end(), currency="USD", worded=worded, decimals=decimals)
        return Number(value, start, money.end(), currency=_CURRENCY_OF[word], worded=worded, decimals=decimals)
    if currency:
        return Number(value, start, end, currency=currency, worded=worded, decimals=decimals)
    unit = read_unit(text, end)
    if unit:
        return Number(value, start, unit[1], unit=unit[0], worded=worded, decimals=decimals)
    return Number(value, start, end, worded=worded, decimals=decimals)


def _from_digits(text: str, match: re.Match[str]) -> Number | None:
    value, decimals = _literal(match.group("number"))
    end = match.end()
    raw = match.group("number")
    whole = value.denominator == 1 and raw.isdigit()
    if match.group("power") or match.group("exponent"):
        value = _scientific(value, match.group("power") or match.group("exponent"))
    elif whole:
        caret, over, mixed = _CARET.match(text, end), _OVER.match(text, end), _MIXED.match(text, end)
        if caret and abs(int(caret.group(1))) <= 300 and 0 < value <= 1000:
            value, end = value ** int(caret.group(1)), caret.end()
        elif mixed and 0 < int(mixed.group(1)) < int(mixed.group(2)):
            value, end = value + Fraction(int(mixed.group(1)), int(mixed.group(2))), mixed.end()
        elif over and int(over.group(1)):
            value, end = value / int(over.group(1)), over.end()
        else:
            ordinal = _ORDINAL.match(text, end)
            if ordinal:
                return Number(value, match.start(), ordinal.end(), ordinal=True)
    following = text[end : end + 1]
    if following.isascii() and (following.isalpha() or following == "_"):
        unit = read_unit(text, end)
        if not unit and not _SCALE.match(text, end) and not _CURRENCY_WORD.match(text, end):
            return None
    if "-" in (match.group("sign"), match.group("inner")):
        value = -value
    currency = _CURRENCY_OF.get((match.group("currency") or "").lower(), "")
    return _finish(text, value, match.start(), end, currency, decimals=decimals)


def numbers(text: str) -> tuple[Number, ...]:
    """Return the numbers of a plain text in order, at most 150, none overlapping.

    Identifiers ("B2", "x1"), dates and clock times are for the caller to mask; "one" is returned like any number.
    """
    found: list[Number] = []
    position = 0
    for match in _DIGITS.finditer(text):
        if match.start() < position or len(found) >= MAX_MENTIONS:
            continue
        number = _from_digits(text, match)
        if number:
            found.append(number)
            position = number.end
    taken = [(n.start, n.end) for n in found]
    for match in list(_ORDINAL_WORD.finditer(text))[:MAX_MENTIONS]:
        nth = ordinal_from_words(match.group())
        before = text[max(0, match.start() - 12) : match.start()].rstrip(" -").lower()
        if nth is not None and not before.endswith(_FRACTION_HEADS) and not _overlaps(match, taken):
            found.append(Number(Fraction(nth), match.start(), match.end(), ordinal=True, worded=True))
    taken = [(n.start, n.end) for n in found]
    for match in list(PHRASE.finditer(text))[:MAX_MENTIONS]:
        value = from_words(match.group())
        if value is not None and not _overlaps(match, taken):
            found.append(_finish(text, value, match.start(), match.end(), "", worded=True))
    if not text.isascii():
        for match in list(_HAN_NUMBER.finditer(text))[:MAX_MENTIONS]:
            value = from_han(match.group())
            if value is not None:
                found.append(_finish(text, value, match.start(), match.end(), "", worded=True))
    return tuple(sorted(found, key=lambda n: n.start))


def _overlaps(match: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    return any(a < match.end() and match.start() < b for a, b in spans)


@lru_cache(maxsize=2048)
def number_of(text: str) -> Number | None:
    """Return the number that the whole text is ("1,234.50 km"), or ``None`` when something else is in it."""
    text = text.strip()
    found = numbers(text)
    return found[0] if len(found) == 1 and found[0].start == 0 and found[0].end == len(text) else None
