"""Confidence in words or numbers, English and Chinese: a value with the rule that gave it, or why there is none."""

import re
from collections.abc import Iterable
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from mirror_inspect.grading.fields import Reading, find_fields, prepare
from mirror_inspect.grading.markup import marked, unmarked
from mirror_inspect.grading.numerals import PHRASE, from_han, from_words
from mirror_inspect.observation import Status

MIDPOINTS: Final = MappingProxyType(
    {
        0.97: (
            "almost certain|almost certainly|nearly certain|virtually certain|almost sure|几乎确定|几乎肯定|"
            "几乎可以肯定|十拿九稳"
        ),
        0.875: (
            "very likely|highly likely|highly probable|very probable|extremely likely|most likely|非常可能|"
            "很可能|极有可能|极可能|很有可能|非常有可能"
        ),
        0.675: "likely|probable|probably|有可能|可能|大概|或许会",
        0.5: (
            "roughly even|roughly even chance|even chance|about even|even odds|fifty-fifty|fifty fifty|50-50|"
            "50/50|a coin flip|a coin toss|toss-up|一半一半|五五开|一半的把握|一半把握"
        ),
        0.325: "unlikely|improbable|不太可能|不大可能",
        0.125: (
            "very unlikely|highly unlikely|highly improbable|extremely unlikely|very improbable|非常不可能|"
            "极不可能|很不可能"
        ),
        0.03: "almost no chance|almost impossible|remote|remote chance|几乎不可能|几乎没有可能",
    }
)
"""Midpoints of the ranges that Intelligence Community Directive 203 (2015) publishes for expressions of likelihood:
95-99, 80-95, 55-80, 45-55, 20-45, 5-20 and 1-5 %; the Chinese expressions are translations of them."""

MEANS: Final = MappingProxyType(
    {
        0.948: (
            "definite|definitely|certain|absolutely certain|completely certain|totally certain|certainly|"
            "absolutely sure|completely sure|100 sure|positive|完全确定|非常确定|肯定|确定|绝对"
        ),
        0.072: "impossible|不可能",
    }
)
"""Pooled means of the ends of the scale, "definite" 94.79 % and "impossible" 7.24 % (Vogel et al. 2022, 21 studies)."""

GRADES: Final = MappingProxyType(
    {
        0.875: (
            "very confident|highly confident|extremely confident|very sure|pretty sure|high confidence|"
            "very high confidence|quite sure|quite confident|非常有信心|很有信心|很有把握|非常有把握|"
            "相当确定|高信心"
        ),
        0.675: (
            "confident|sure|fairly confident|fairly sure|reasonably confident|reasonably sure|"
            "moderately confident|somewhat confident|moderate confidence|medium confidence|somewhat sure|"
            "有信心|有把握|比较确定|比较有把握|中等信心"
        ),
        0.325: "low confidence|little confidence|slightly confident|信心不足|低信心",
        0.125: "very low confidence|very little confidence|信心很低",
    }
)
"""Degrees of self-confidence have no published scale: they take the ICD 203 step of equal rank (our convention)."""

_RULE_TABLES: Final = (("likelihood_icd203", MIDPOINTS), ("end_vogel2022", MEANS), ("confidence_rank", GRADES))
_WORDS: Final = {w: (v, rule) for rule, table in _RULE_TABLES for v, ws in table.items() for w in ws.split("|")}
_ENGLISH: Final = "|".join(re.escape(w) for w in sorted((w for w in _WORDS if w.isascii()), key=len, reverse=True))
_CHINESE: Final = "|".join(sorted((w for w in _WORDS if not w.isascii()), key=len, reverse=True))
_WORD: Final = re.compile(rf"(?<![\w-])(?:{_ENGLISH})(?![\w-])|(?:{_CHINESE})", re.IGNORECASE)
_NEGATION: Final = re.compile(
    r"(?:\b(?:not|never|no|hardly|isn't|ain't|aren't|wasn't|don't|doesn't|can't|cannot|without|neither|nor"
    r"|far from|less than|anything but)"
    r"(?: (?:be|at all|so|that|too|very|all that|really|entirely|completely|fully|quite|particularly|especially"
    r"|terribly|think|believe|feel|say|am|i'm|it's|it is"
    r"|exactly|\w+ly|100%?))*|不|没有|没|并非|并不|不太|不是很|不是)\s*$",
    re.IGNORECASE,
)
_CUE: Final = re.compile(
    r"\b(?:confiden(?:t|ce)|sure|certain(?:ty|ly)?|probability|likel(?:y|ihood)|chance|odds|probab(?:le|ly)"
    r"|unsure|positive|percent sure)\b"
    r"|信心|把握|概率|可能|确定|肯定|置信|成",
    re.IGNORECASE,
)
_FOREIGN: Final = re.compile(
    r"confidence (?:interval|region|band|limit|bound)s?|(?:self|over)-?confiden\w+|significance|置信区间|置信水平",
    re.IGNORECASE,
)
_INVERTED: Final = re.compile(
    r"\b(?:un(?:sure|certain)|wrong|incorrect|mistaken|doubt(?:s|ful)?|error|false|fail)\b|不确定|不肯定|错误|出错|错",
    re.IGNORECASE,
)
_ONE_SIDED: Final = re.compile(
    r"\b(?:at least|at most|more than|less than|over|under|above|below|up to|no more than|exceeding)\s*$"
    r"|[<>≥≤]\s*$|至少|最多|超过|不到",
    re.IGNORECASE,
)
_NUM: Final = r"(?<![\w.,/-])[+-]?\d{1,9}(?:[.,]\d{1,9})?"
_RANGE: Final = re.compile(
    rf"(?:between |from )?(?P<a>{_NUM}) ?(?P<pa>%|percent)? ?(?:-|–|—|~|to|and|到"
    rf"|至) ?(?P<b>\d{{1,9}}(?:[.,]\d{{1,9}})?)(?![\d/]) ?(?P<pb>%|percent\b|per cent\b)?",
    re.IGNORECASE,
)
_RATIO: Final = re.compile(
    r"(?<![\w.,/-])(?P<top>\d{1,4}(?:\.\d{1,4})?) ?(?:/|out of|in) ?(?P<bottom>\d{1,4})(?![\d/.]\d|\d)", re.IGNORECASE
)
_PERCENT: Final = re.compile(rf"(?P<n>{_NUM}) ?(?:%|percent\b|per cent\b|pct\b)", re.IGNORECASE)
_HAN_PERCENT: Final = re.compile(
    r"百分之(?P<han>[零〇一二两三四五六七八九十百点]{1,8}|\d{1,3}(?:\.\d{1,4})?)|(?<!\d)(?P<tenths>[一二三四五六七八九十]|10|\d)成(?P<half>半)?"
)
_BARE: Final = re.compile(rf"(?P<n>{_NUM})(?![\d%/]|[.,]\d)")
_LONG: Final = 14
"""Texts with more words than this must mark the confidence by a label or by a word such as "confident"."""


class Verbal(NamedTuple):
    """A confidence as read.

    Attributes:
        value: In [0, 1]; ``None`` when refused or absent.
        rule: What gave the value: ``percent``, ``range``, ``ratio``, ``number``, ``number_word``,
            ``likelihood_icd203``, ``end_vogel2022`` or ``confidence_rank``; empty when there is none.
        reason: Why there is no value; empty when there is one.
    """

    value: float | None
    rule: str = ""
    reason: str = ""


def verbal_confidence(text: str) -> Verbal:
    """Read a confidence from a reply or field; never guesses and never raises.

    A labelled field ("CONFIDENCE: ...") is read first, else sentences that speak of confidence, else a short text as a
    whole. Quoted text is the question's, not the subject's, and is left out.

    Returns:
        The value with its rule; or ``None`` with ``empty``, ``no_confidence``, ``template_echo``,
        ``conflicting_numbers``, ``conflicting_words``, ``above_100``, ``out_of_range``, ``ambiguous_scale`` ("0.9 %", a
        bare "1"), ``one_sided`` ("over 80 %"), ``negated`` ("not very sure") or ``inverted`` ("10 % chance that I am
        wrong").
    """
    body = prepare(text)
    if not body:
        return Verbal(None, "", "empty")
    fields = [f for f in find_fields(body, "CONFIDENCE") if f.text]
    if fields:
        readings = [_read(f.line, labelled=True) for f in fields if not f.echoes_template]
        if not readings:
            return Verbal(None, "", "template_echo")
        return _only(readings)
    plain_body = unmarked(marked(body[-4000:]))
    unquoted = re.sub(
        r"\"[^\"\n]{0,600}\"|“[^”\n]{0,600}”|^>.*$|[^.!?\n]*\?(?=\s|$)", " ", plain_body, flags=re.MULTILINE
    )
    if len(unquoted.split()) <= _LONG and len(unquoted) <= 160:
        return _read(unquoted, labelled=False)
    sentences = [
        s
        for s in re.split(r"(?<=[.!?])\s+|\n+|;", unquoted)
        if _CUE.search(_FOREIGN.sub(" ", s)) and not s.rstrip().endswith("?")
    ]
    own = [
        s
        for s in sentences
        if re.search(r"\b(?:i|i'm|my|me|confiden\w+|sure|certain)\b|我|信心|把握|确定", s, re.IGNORECASE)
    ]
    readings = [
        r for r in (_read(s, labelled=False) for s in own[:40]) if r.value is not None or r.reason != "no_confidence"
    ]
    return _only(readings) if readings else Verbal(None, "", "no_confidence")


def _only(readings: Iterable[Verbal]) -> Verbal:
    found = list(readings)
    values = {r.value for r in found if r.value is not None}
    if len(values) > 1:
        return Verbal(None, "", "conflicting_numbers")
    refused = next((r for r in found if r.value is None and r.reason != "no_confidence"), None)
    return refused or found[-1]


def _read(text: str, *, labelled: bool) -> Verbal:
    text = _FOREIGN.sub(lambda m: " " * len(m.group()), text)
    numeric = _numbers(text, labelled=labelled)
    if numeric is not None:
        return numeric
    return _words(text)


def _numbers(text: str, *, labelled: bool) -> Verbal | None:
    """Return the one number a text gives as a confidence, a refusal, or ``None`` when it gives none."""
    if re.search(r"\b50[-/]50\b|fifty[- ]fifty", text, re.IGNORECASE):
        return None
    found: list[tuple[float, str]] = []
    spans: list[tuple[int, int]] = []

    def free(match: re.Match[str]) -> bool:
        return not any(a < match.end() and match.start() < b for a, b in spans)

    for match in list(_RANGE.finditer(text))[:20]:
        low, high = _decimal(match.group("a")), _decimal(match.group("b"))
        percent = bool(match.group("pa") or match.group("pb"))
        if low >= high and not percent:
            continue
        values = [_scaled(v, percent=percent, labelled=labelled) for v in (low, high)]
        if any(isinstance(v, Verbal) for v in values):
            return next(v for v in values if isinstance(v, Verbal))
        spans.append(match.span())
        found.append((sum(v for v in values if isinstance(v, float)) / 2, "range"))
    for pattern, rule in ((_PERCENT, "percent"), (_HAN_PERCENT, "percent"), (_RATIO, "ratio"), (_BARE, "number")):
        for match in list(pattern.finditer(text))[:40]:
            if not free(match):
                continue
            value = _one(match, rule, labelled=labelled)
            if value is None:
                continue
            if isinstance(value, Verbal):
                return value
            before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 60]
            if (
                rule == "number"
                and not (labelled or _alone(text, match))
                and not re.match(r"\s*(?:confiden|sure|certain|信心|把握)", after)
            ):
                continue
            spans.append(match.span())
            if _NEGATION.search(before):
                return Verbal(None, "", "negated")
            if _ONE_SIDED.search(before):
                return Verbal(None, "", "one_sided")
            if _INVERTED.search(after.split(",")[0]) or re.search(
                r"\b(?:uncertainty|doubt|error)(?: of| is|:)?\s*$", before, re.IGNORECASE
            ):
                return Verbal(None, "", "inverted")
            found.append((value, rule))
    if not found:
        return _spelt(text)
    if len({round(v, 6) for v, _ in found}) > 1:
        return Verbal(None, "", "conflicting_numbers")
    return Verbal(round(found[0][0], 6), found[0][1])


def _alone(text: str, match: re.Match[str]) -> bool:
    """Whether a bare number is all that a short text says, but for words about confidence."""
    rest = _CUE.sub(" ", text[: match.start()] + " " + text[match.end() :])
    rest = re.sub(
        r"\b(?:my|level|is|am|i|i'm|about|around|of|the|that|in|this|score|a|with|approximately|roughly|say|would"
        r"|rating)\b",
        " ",
        rest,
        flags=re.IGNORECASE,
    )
    return not re.search(r"[\w]", rest)


def _decimal(raw: str) -> Fraction:
    return Fraction(raw.replace(",", "."))


def _one(match: re.Match[str], rule: str, *, labelled: bool) -> float | Verbal | None:
    if rule == "ratio":
        bottom = Fraction(match.group("bottom"))
        if bottom not in (4, 5, 10, 20, 100) and not (labelled and bottom):
            return None
        value = Fraction(match.group("top")) / bottom
        return float(value) if value <= 1 else Verbal(None, "", "out_of_range")
    groups = match.groupdict()
    if groups.get("tenths"):
        tenths = from_han(groups["tenths"]) if not groups["tenths"].isdigit() else Fraction(groups["tenths"])
        return float(((tenths or 0) + (Fraction(1, 2) if groups.get("half") else 0)) / 10)
    if groups.get("han"):
        raw = groups["han"]
        number = Fraction(raw) if raw[0].isdigit() else from_han(raw)
        return None if number is None else _scaled(number, percent=True, labelled=labelled)
    return _scaled(_decimal(match.group("n")), percent=rule == "percent", labelled=labelled)


def _scaled(value: Fraction, *, percent: bool, labelled: bool) -> float | Verbal:
    if value < 0:
        return Verbal(None, "", "out_of_range")
    if value > 100:
        return Verbal(None, "", "above_100")
    if percent:
        return Verbal(None, "", "ambiguous_scale") if 0 < value < 1 else float(value / 100)
    if value == 1:
        return Verbal(None, "", "ambiguous_scale")
    return float(value if value < 1 else value / 100)


def _spelt(text: str) -> Verbal | None:
    """Read "ninety percent" and "eighty-five per cent"."""
    for match in list(PHRASE.finditer(text))[:20]:
        if re.match(r" ?(?:%|percent\b|per cent\b)", text[match.end() :], re.IGNORECASE):
            value = from_words(match.group())
            if value is None:
                continue
            if _NEGATION.search(text[: match.start()]):
                return Verbal(None, "", "negated")
            scaled = _scaled(value, percent=True, labelled=True)
            return scaled if isinstance(scaled, Verbal) else Verbal(scaled, "number_word")
    return None


def _words(text: str) -> Verbal:
    found: set[tuple[float, str]] = set()
    for match in list(_WORD.finditer(text))[:40]:
        before = text[max(0, match.start() - 48) : match.start()]
        if _NEGATION.search(before):
            return Verbal(None, "", "negated")
        if re.search(r"不$|没$", before):
            return Verbal(None, "", "negated")
        found.add(_WORDS[match.group().lower()])
    if re.search(r"\b(?:unsure|uncertain|no idea|doubtful)\b|不确定|不肯定|没把握|没有把握", text, re.IGNORECASE):
        return Verbal(None, "", "negated")
    if not found:
        return Verbal(None, "", "no_confidence")
    if len({v for v, _ in found}) > 1:
        return Verbal(None, "", "conflicting_words")
    value, rule = next(iter(found))
    return Verbal(value, rule)


def read_probability_field(text: str, label: str) -> Reading[float]:
    """Read a probability in [0, 1] from its labelled field: "85%", "0.85", "85", "17/20", "very likely", "八成".

    Returns:
        The value, or a missing reading with ``no_field:LABEL``, ``template_echo`` or a reason of ``verbal_confidence``;
        two different values are ambiguous.
    """
    fields = [f for f in find_fields(prepare(text), label) if f.text]
    if not fields:
        return Reading(None, Status.UNPARSED, f"no_field:{label}")
    readings = [_read(f.line, labelled=True) for f in fields if not f.echoes_template]
    if not readings:
        return Reading(None, Status.UNPARSED, "template_echo")
    verdict = _only(readings)
    if verdict.value is not None:
        return Reading(verdict.value, Status.OBSERVED)
    status = Status.AMBIGUOUS if verdict.reason.startswith("conflicting") else Status.UNPARSED
    return Reading(None, status, verdict.reason)
