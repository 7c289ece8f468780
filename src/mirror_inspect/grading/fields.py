"""Labelled fields ("BET: 7"), read strictly: there, in range, once. Never a guess from a stray number."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from mirror_inspect.grading.clean import as_text, both_ends, plain, visible_text, without_tools
from mirror_inspect.grading.numerals import SMALL, from_han, from_words
from mirror_inspect.observation import Status

T = TypeVar("T")

SYNONYMS: Final = MappingProxyType(
    {
        "answer": ("answer", "final answer", "my answer", "your answer", "答案", "最终答案", "回答"),
        "bet": ("bet", "my bet", "wager", "下注", "赌注", "押注"),
        "confidence": ("confidence", "confidence level", "confidence score", "信心", "置信度", "信心度", "把握"),
        "choice": ("choice", "my choice", "选择"),
        "decision": ("decision", "my decision", "决定", "决策"),
        "verify": ("verify", "核实", "验证"),
        "skip": ("skip", "跳过"),
    }
)
"""Names under which a label is also accepted; every label is accepted under its own name."""

WORDS: Final = MappingProxyType(
    {
        "yes": ("yes", "y", "true", "是", "是的", "对"),
        "no": ("no", "n", "false", "否", "不", "不是"),
        "skip": ("skip", "跳过"),
        "proceed": ("proceed", "继续"),
        "defer": ("defer", "推迟", "转交"),
        "harder": ("harder", "hard", "较难"),
        "easier": ("easier", "easy", "较易"),
    }
)
"""Spellings under which an allowed choice is also accepted."""

_OPEN: Final = r"[ \t>#*_`~\"'|({\[\-+•]{0,12}(?:\d{1,2}[.)][ *_`\"]{1,6})?(?:\\(?:textbf|text|mathbf)\{)?"
_CLOSE: Final = r"[ *_`\"'}\]]{0,8}"
_SEPARATOR: Final = r"(?:(?:is)? ?[:=|]|->|=>|→|[–—](?= ))"
_CAPITALS: Final = "ANSWER|BET|CONFIDENCE|DECISION|CHOICE|SKIP|VERIFY|APPROACH|REASON(?:ING)?|EXPLANATION"
_TITLES: Final = "Bet|Confidence|Decision|Choice|Explanation|Reasoning"
_NEXT_LABEL: Final = re.compile(
    r"^[ \t>#*_`\"{\-]{0,8}(?:"
    r"[A-Z][A-Z_]{1,24}(?: [A-Z_]{2,24}){0,2}(?: [A-Z])?"
    rf"|{_TITLES}|Answer|Final Answer|Verify|Approach|Wager|答案|最终答案|下注|赌注|信心|置信度|决定|选择|理由|解释"
    r")[*_`\" ]{0,6}:"
    rf"|(?<=[\s,;|.*])[*_`\"|({{\[]{{0,4}}(?:{_CAPITALS}|{_TITLES})[*_`\" ]{{0,4}}:",
    re.MULTILINE,
)
_PLACEHOLDER: Final = (
    r"your|the|my|an?(?= \w)|insert|number|integer|answer|value|final|one of|yes or no|letter|option|choice|fill|enter"
    r"|percentage|confidence|bet|points|choose|name|list|[nx](?= ?[>\]})])|\d{1,3} ?(?:-|–|—|to) ?\d{1,3}"
)
_TEMPLATE: Final = re.compile(
    rf"(?:[<\[{{(](?:{_PLACEHOLDER})\b[^\n<>\]}}]{{0,80}}[>\]}})]?"
    r"|_{2,}|\.{2,}|-{2,}|\?+|x{1,3}|n/?a|tbd|your (?:final )?answer(?: here)?)[ .]*",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"[+-]?\d{1,12}(?:[.,]\d{1,9})*")
_APPROXIMATE: Final = re.compile(
    r"(?:i(?:'d| would| will|'ll)? (?:bet|wager|say)|about|around|approximately|roughly|approx\.?|maybe"
    r"|~|≈|大约|约|我下注)[ :]*",
    re.IGNORECASE,
)
_SPELLED: Final = "|".join(sorted({*SMALL, "hundred"}, key=len, reverse=True))
_WORDED: Final = re.compile(
    rf"(?:{_SPELLED})(?:[ -](?:{_SPELLED})){{0,3}}(?![\w])|(?P<han>[零〇一二两三四五六七八九十百]{{1,6}})",
    re.IGNORECASE,
)
_RIVAL: Final = re.compile(
    rf"[ ]?(?:or|to|-|–|—|~|/|and|或|到|至)[ ]?(?:[+-]?\d|(?:{_SPELLED})\b|[一二三四五六七八九十])", re.IGNORECASE
)


_JSON_VALUE: Final = re.compile(
    r"[ \t{,]{0,8}\"[^\"\n:]{1,40}\" ?: ?(?:\"(?P<string>(?:[^\"\\\n]|\\.){0,4000})\"|(?P<other>[^,}\n\"]{1,200}))"
)


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What a strict reader found.

    Attributes:
        value: The value, or ``None`` unless ``status`` is ``observed``.
        status: ``observed``, ``unparsed`` (absent, malformed, out of range, an echo of the template) or ``ambiguous``
            (two different values).
        reason: Short machine-readable cause of a missing value; empty when observed.
    """

    value: T | None
    status: Status
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One occurrence of a labelled field: its text up to the next label, and where it starts in the plain text."""

    text: str
    start: int
    end: int

    @property
    def echoes_template(self) -> bool:
        """Whether the field only repeats the placeholder of the reply format."""
        return is_template(self.text.split("\n", 1)[0]) or is_template(self.line)

    @property
    def line(self) -> str:
        """The first line that says something, without surrounding markup."""
        return next((s for line in self.text.split("\n", 8)[:8] if (s := bare(line))), "")


def bare(text: str) -> str:
    """Strip markup, brackets that enclose the whole, quotes and table bars around a short value."""
    text = text.strip(" \t*_`~\"'|#\n")
    text = re.sub(r"\\(?:boxed|text|textbf|mathrm|mathbf)\{([^{}]{0,80})\}", r"\1", text).strip(" \t$*_`")
    if len(text) > 1 and (text[0], text[-1]) in (("[", "]"), ("(", ")"), ("{", "}"), ("<", ">")):
        text = text[1:-1].strip(" *_`\"'")
    text = text.lstrip("> ")
    if text.endswith((",", "}")):
        text = text.rstrip(",} ").strip("\"'")
    return text


def is_template(text: str) -> bool:
    """Whether a value only repeats the placeholder of a reply format, e.g. ``<your answer>`` or ``[1-10]``."""
    return _TEMPLATE.fullmatch(text.strip(" *_`\"'")) is not None


@lru_cache(maxsize=256)
def _label_pattern(label: str) -> re.Pattern[str]:
    names = SYNONYMS.get(label.casefold(), (label,))
    words = "|".join(
        r"[ _-]?".join(re.escape(w) for w in re.split(r"[ _-]+", name))
        for name in sorted({*names, label}, key=len)[::-1]
    )
    return re.compile(
        rf"(?:^{_OPEN}(?i:{words})|(?<=[\s,;|.(*{{])(?:{_inline(names, label)}))"
        rf"(?:[ ]?\([^()\n]{{0,40}}\))?{_CLOSE}{_SEPARATOR}{_CLOSE}",
        re.MULTILINE,
    )


def _inline(names: Sequence[str], label: str) -> str:
    """In running text a label counts only when it is written as one: capitalised, or a quoted key."""
    forms: set[str] = set()
    for name in {*names, label}:
        words = re.split(r"[ _-]+", name)
        joined = r"[ _-]?"
        forms.add(joined.join(re.escape(w.upper()) for w in words))
        forms.add(joined.join(re.escape(w[:1].upper() + w[1:].lower()) for w in words))
        forms.add('"' + joined.join(re.escape(w) for w in words) + '(?=")')
    return "|".join(sorted(forms, key=len, reverse=True))


def find_fields(text: str, label: str) -> tuple[Field, ...]:
    """Return every occurrence of a labelled field in text that is already visible and plain, in order."""
    fields = []
    matches = list(_label_pattern(label).finditer(text))[:64]
    for i, match in enumerate(matches):
        end = matches[i + 1].start() if i + 1 < len(matches) else len(text)
        value = _JSON_VALUE.match(text, match.start(), end)
        if value:
            content = value.group("string") if value.group("string") is not None else value.group("other")
            fields.append(Field(content.replace('\\"', '"').replace("\\n", "\n").strip(), match.start(), value.end()))
            continue
        following = _NEXT_LABEL.search(text, match.end(), end)
        if following:
            end = following.start()
        fields.append(Field(text[match.end() : end].strip(), match.start(), end))
    return tuple(fields)


def prepare(text: str) -> str:
    """Return the plain visible text that all readers work on."""
    return plain(both_ends(without_tools(visible_text(as_text(text)))))


def _read(text: str, label: str, parse: Callable[[str], Reading[T]]) -> Reading[T]:
    fields = find_fields(prepare(text), label)
    if not fields:
        return Reading(None, Status.UNPARSED, f"no_field:{label}")
    readings = [parse(f.line) for f in fields if not f.echoes_template]
    if not readings:
        return Reading(None, Status.UNPARSED, "template_echo")
    if any(r.status is Status.AMBIGUOUS for r in readings):
        return next(r for r in readings if r.status is Status.AMBIGUOUS)
    values = {r.value for r in readings if r.status is Status.OBSERVED}
    if len(values) > 1:
        return Reading(None, Status.AMBIGUOUS, "conflicting_fields")
    if values and any(r.reason == "out_of_range" for r in readings):
        return Reading(None, Status.AMBIGUOUS, "conflicting_fields")
    return next((r for r in readings if r.status is Status.OBSERVED), readings[-1])


def _integer(line: str, low: int, high: int) -> Reading[int]:
    if re.fullmatch(rf"{low} ?(?:-|–|—|to|~) ?{high}", line):
        return Reading(None, Status.UNPARSED, "template_echo")
    line = line.lstrip("$").strip()
    line = _APPROXIMATE.sub("", line, count=1) if _APPROXIMATE.match(line) else line
    number = _NUMBER.match(line)
    if number:
        raw, rest = number.group(), line[number.end() :]
        scale = re.match(r" ?(?:/|out of|of|分之) ?(\d{1,4})(?![\d.,]*\d)", rest)
        if scale:
            if int(scale.group(1)) != high:
                return Reading(None, Status.UNPARSED, "other_scale")
            rest = rest[scale.end() :]
        if re.fullmatch(r"[+-]?\d+\.0+", raw):
            raw = raw.partition(".")[0]
        if re.fullmatch(r"[+-]?\d{1,3}(?:,\d{3})+", raw):
            raw = raw.replace(",", "")
        if not re.fullmatch(r"[+-]?\d+", raw):
            return Reading(None, Status.UNPARSED, "not_an_integer")
        value = int(raw)
        if re.match(r" ?(?:%|percent\b)", rest) and high != 100:
            return Reading(None, Status.UNPARSED, "other_scale")
    else:
        word = _WORDED.match(line)
        spelled = None
        if word:
            spelled = from_han(word.group()) if word.group("han") else from_words(word.group())
        if word is None or spelled is None or spelled.denominator != 1:
            return Reading(None, Status.UNPARSED, "not_a_number")
        value, rest = int(spelled), line[word.end() :]
        scale = re.match(r" ?(?:/|out of|of) ?(\d{1,4}|ten|a hundred|one hundred)\b", rest, re.IGNORECASE)
        rest = rest[scale.end() :] if scale else rest
    if _RIVAL.match(rest):
        return Reading(None, Status.AMBIGUOUS, "several_values")
    if not low <= value <= high:
        return Reading(None, Status.UNPARSED, "out_of_range")
    return Reading(value, Status.OBSERVED)


def read_integer_field(text: str, label: str, low: int, high: int) -> Reading[int]:
    """Read a whole number in ``[low, high]`` from its labelled field.

    Digits of any script, "7/10" (when 10 is ``high``), "seven" and "七" are read; an explanation may follow the number.

    Returns:
        The value, or a missing reading: ``no_field:LABEL``, ``template_echo``, ``not_a_number``, ``not_an_integer``,
        ``other_scale``, ``out_of_range`` (unparsed), ``several_values``, ``conflicting_fields`` (ambiguous).
    """
    return _read(text, label, lambda line: _integer(line, low, high))


def _key(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", text.casefold()).strip(" .!*`\"'()[]")


def _choice(line: str, allowed: Sequence[str]) -> Reading[str]:
    spellings = {_key(s): a for a in allowed for s in WORDS.get(a.casefold(), ())} | {_key(a): a for a in allowed}
    flat = re.sub(r"[\s_-]+", " ", line.casefold()).lstrip(" .*`\"'([")
    found: str | None = None
    rest = ""
    for spelling in sorted(spellings, key=len, reverse=True):
        if flat.startswith(spelling):
            after = flat[len(spelling) :]
            if after[:1].isalnum() and (after[:1].isascii() if spelling.isascii() else len(spelling) == 1):
                continue
            found, rest = spellings[spelling], after
            break
    if found is None:
        return Reading(None, Status.UNPARSED, "not_allowed")
    rival = re.match(r"[ \"'`*)\]]{0,3}(?:or|/|,|;|\||and|或)[ \"'`*(\[]{0,3}", rest)
    if rival:
        other = next(
            (a for s, a in spellings.items() if re.match(rf"{re.escape(s)}(?![a-z0-9])", rest[rival.end() :])), found
        )
        if other != found:
            return Reading(None, Status.AMBIGUOUS, "several_values")
    return Reading(found, Status.OBSERVED)


def read_choice_field(text: str, label: str, allowed: Sequence[str]) -> Reading[str]:
    """Read one of ``allowed`` from its labelled field; the value is the allowed string as given.

    Case, markup, spaces against underscores, an explanation behind it and usual spellings ("是" for yes) are tolerated;
    the choice itself must open the field. Two different choices are ambiguous.
    """
    return _read(text, label, lambda line: _choice(line, allowed))


def read_text_field(text: str, label: str) -> Reading[str]:
    """Read the text of a labelled field, up to the next label; the last occurrence that is no template echo counts."""
    fields = find_fields(prepare(text), label)
    if not fields:
        return Reading(None, Status.UNPARSED, f"no_field:{label}")
    for field in reversed(fields):
        value = field.text.strip(" *_`\n\t")
        if value and not is_template(value):
            return Reading(bare(value) if "\n" not in value else value, Status.OBSERVED)
    return Reading(None, Status.UNPARSED, "empty_field" if not any(f.text for f in fields) else "template_echo")
