"""Numbers written as words: English cardinals, ordinals and fractions, Chinese and Roman numerals."""

import re
from fractions import Fraction
from types import MappingProxyType
from typing import Final

_UNITS: Final = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen",
)
_TENS: Final = re.findall(r"\w+", "twenty thirty forty fifty sixty seventy eighty ninety")
SMALL: Final = MappingProxyType(
    {w: i for i, w in enumerate(_UNITS)} | {w: 20 + 10 * i for i, w in enumerate(_TENS)} | {"fourty": 40}
)
SCALES: Final = MappingProxyType({"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12})
_ORDINAL_UNITS: Final = re.findall(
    r"\w+",
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
    " fifteenth sixteenth seventeenth eighteenth nineteenth",
)
ORDINALS: Final = MappingProxyType(
    {w: i for i, w in enumerate(_ORDINAL_UNITS)}
    | {w[:-1] + "ieth": 20 + 10 * i for i, w in enumerate(_TENS)}
    | {"hundredth": 100, "thousandth": 1000, "last": -1}
)
_PARTS: Final = MappingProxyType(
    {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
    | {w: i for w, i in ORDINALS.items() if i >= 3}
    | {w + "s": i for w, i in ORDINALS.items() if i >= 3}
)
_HAN_DIGITS: Final = MappingProxyType(
    {c: i for i, c in enumerate("零一二三四五六七八九")}
    | {"〇": 0, "两": 2, "兩": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9}
)
_HAN_SCALES: Final = MappingProxyType({"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000})
HAN: Final = "".join([*_HAN_DIGITS, *_HAN_SCALES, "万萬亿億点點负負"])
_ROMAN: Final = MappingProxyType({"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000})
_ROMAN_FORM: Final = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\Z")

NUMBER_WORDS: Final = frozenset({*SMALL, *SCALES, "hundred"})
_WORD: Final = "|".join(sorted({*NUMBER_WORDS, *_PARTS}, key=len, reverse=True))
PHRASE: Final = re.compile(
    rf"(?<![\w-])(?:(?:minus|negative)[ ])?(?:an?|{_WORD})"
    rf"(?:(?:[ ]and[ ](?:an?[ ])?|[ -]point[ ]|[ -])(?:{_WORD})){{0,14}}(?![\w])",
    re.IGNORECASE,
)
"""A run of number words, to be read with ``from_words`` (which may still find that it is none)."""


def _cardinal(words: list[str]) -> int | None:
    """Return the value of English cardinal words, or ``None`` when they do not form one number."""
    total = group = 0
    last = 10**18
    room = 10**3
    seen = False
    for word in words:
        if word in SMALL:
            value = SMALL[word]
            if value == 0 and len(words) > 1:
                return None
            size = 10 if value < 10 else 100 if value >= 20 else 20
            if seen and not (room == 1000 or (room == 100 and value < 100) or (room == 10 and 0 < value < 10)):
                return None
            group += value
            room = 10 if size == 100 else 0
            seen = True
        elif word == "hundred":
            if not 0 < group < 100:
                return None
            group *= 100
            room = 100
        elif word in SCALES:
            scale = SCALES[word]
            if scale >= last or not group:
                return None
            total += group * scale
            group, last, room = 0, scale, 1000
        else:
            return None
    return total + group if seen else None


def _ordinal(words: list[str]) -> int | None:
    """Return the value of English ordinal words ("twenty first" is 21), or ``None``."""
    if not words or words[-1] not in ORDINALS or words[-1] == "last":
        return None
    value = ORDINALS[words[-1]]
    head = words[:-1]
    if not head:
        return value
    if value >= 100:
        lead = _cardinal(head)
        return lead * value if lead else None
    as_cardinal = next((w for w, i in SMALL.items() if i == value), None)
    return _cardinal([*head, as_cardinal]) if as_cardinal else None


def from_words(text: str) -> Fraction | None:
    """Return the number an English phrase spells out, or ``None``.

    Cardinals ("one hundred and five"), decimals ("three point one four"), fractions ("two thirds", "one and a half",
    "three quarters") and "minus" are read; a phrase that is not one whole number phrase gives ``None``.
    """
    words = re.findall(r"[a-z]+", text.casefold().replace("-", " "))
    if not words or len(words) > 24:
        return None
    sign = 1
    if words[0] in ("minus", "negative"):
        sign, words = -1, words[1:]
    if not words:
        return None
    if "point" in words:
        at = words.index("point")
        digits = words[at + 1 :]
        whole = _cardinal(_spoken(words[:at]))
        if whole is None or not digits or any(SMALL.get(d, 99) > 9 for d in digits):
            return None
        return sign * (whole + Fraction(int("".join(str(SMALL[d]) for d in digits)), 10 ** len(digits)))
    if words[-1] in _PARTS and len(words) > 1:
        return _with_part(words, sign)
    if words == ["half"]:
        return sign * Fraction(1, 2)
    value = _cardinal(_spoken(words))
    return None if value is None else Fraction(sign * value)


def _spoken(words: list[str]) -> list[str]:
    """Drop the "and" of "one hundred and five" and read a leading "a" as one."""
    if len(words) > 1 and words[0] in ("a", "an") and (words[1] == "hundred" or words[1] in SCALES):
        words = ["one", *words[1:]]
    return [w for i, w in enumerate(words) if not (w == "and" and i and words[i - 1] in ("hundred", *SCALES))]


def _with_part(words: list[str], sign: int) -> Fraction | None:
    bottom = _PARTS[words[-1]]
    head = words[:-1]
    whole: int | None = 0
    if "and" in head:
        at = len(head) - 1 - head[::-1].index("and")
        if head[at - 1] not in ("hundred", *SCALES) or head[at + 1 :] in (["a"], ["one"]):
            whole, head = _cardinal(_spoken(head[:at])), head[at + 1 :]
    top = 1 if head in (["a"], ["an"], ["one"]) else _cardinal(_spoken(head))
    if whole is None or top is None:
        return None
    return sign * (whole + Fraction(top, bottom))


def ordinal_from_words(text: str) -> int | None:
    """Return the value of "third", "twenty-first" or "21st", or ``None``."""
    match = re.fullmatch(r"\s*(\d{1,9})(?:st|nd|rd|th)\s*", text, re.IGNORECASE)
    if match:
        return int(match.group(1))
    return _ordinal(re.findall(r"[a-z]+", text.casefold().replace("-", " "))[:12])


def from_han(text: str) -> Fraction | None:
    """Return the value of a Chinese numeral ("七", "二十三", "三点五", "负四"), or ``None``."""
    text = text.strip()
    if not text or len(text) > 24 or any(c not in HAN for c in text):
        return None
    sign = 1
    if text[0] in "负負":
        sign, text = -1, text[1:]
    whole_text, _, digits = text.replace("點", "点").partition("点")
    if "点" in text.replace("點", "点") and (not digits or any(c not in _HAN_DIGITS for c in digits)):
        return None
    whole = _han_whole(whole_text)
    if whole is None:
        return None
    part = Fraction(int("".join(str(_HAN_DIGITS[c]) for c in digits)), 10 ** len(digits)) if digits else Fraction(0)
    return sign * (whole + part)


def _han_whole(text: str) -> int | None:
    if not text:
        return None
    if all(c in _HAN_DIGITS for c in text):
        return int("".join(str(_HAN_DIGITS[c]) for c in text))
    for scale, value in (("亿億", 10**8), ("万萬", 10**4)):
        for c in scale:
            if c in text:
                head, _, tail = text.partition(c)
                high, low = _han_whole(head), _han_whole(tail.lstrip("零〇")) if tail else 0
                return None if high is None or low is None else high * value + low
    total, digit, last = 0, None, 10**4
    for c in text:
        if c in _HAN_SCALES:
            scale_value = _HAN_SCALES[c]
            if scale_value >= last or (digit is None and not (scale_value == 10 and total % 100 == 0)):
                return None
            total += (1 if digit is None else digit) * scale_value
            digit, last = None, scale_value
        elif c in _HAN_DIGITS:
            if digit not in (None, 0):
                return None
            digit = _HAN_DIGITS[c]
        else:
            return None
    return total + (digit or 0)


def from_roman(text: str) -> int | None:
    """Return the value of a well-formed Roman numeral in capitals up to 3999, or ``None``."""
    if not text or len(text) > 15 or not _ROMAN_FORM.match(text):
        return None
    values = [_ROMAN[c] for c in text]
    return sum(-v if v < n else v for v, n in zip(values, [*values[1:], 0], strict=True))
