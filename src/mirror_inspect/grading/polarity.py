"""Yes, no, or neither: where a statement takes a side."""

import re
from typing import Final

from mirror_inspect.grading.candidate import Candidate, negated
from mirror_inspect.grading.clean import fold
from mirror_inspect.grading.statements import Statement
from mirror_inspect.items import AnswerSpec

_YES: Final = (
    r"(?:definitely|certainly|absolutely|clearly) yes|yes|yeah|yep|yup|true|correct|affirmative|indeed|absolutely"
    r"|definitely|certainly|是的|是|对|正确"
)
_NO: Final = (
    r"(?:definitely|certainly|absolutely|clearly) no|no|nope|false|incorrect|untrue|not true|not correct|negative"
    r"|definitely not|certainly not|absolutely not|不是|不对|否|没有|错误|不"
)
_NEITHER: Final = (
    r"not necessarily|(?:it )?(?:cannot|can ?not|can't|could not|couldn't) be (?:\w+ )?(?:determined|known"
    r"|inferred|concluded|established)"
    r"|(?:we |you |i |one )?(?:cannot|can ?not|can't) (?:\w+ )?(?:tell|say|know|determine|conclude|be sure"
    r"|be certain)|it depends|maybe|perhaps|possibly"
    r"|(?:we |you |i |one )(?:do not|don't) know(?: that)? for (?:sure|certain)"
    r"|unknown|undetermined|indeterminate|uncertain|inconclusive|(?:there is |there's )?(?:not enough"
    r"|insufficient) (?:information|data|evidence)"
    r"|impossible to (?:tell|know|say|determine)|yes and no|neither|both|无法确定|不一定"
)
_WORD: Final = re.compile(rf"(?<!\w)(?:(?P<neither>{_NEITHER})|(?P<no>{_NO})|(?P<yes>{_YES}))(?![\w'])", re.IGNORECASE)
_HAN: Final = re.compile(r"(?P<neither>无法确定|不一定)|(?P<no>不是|不对|否|没有|错误|不)|(?P<yes>是的|是|对|正确)")
_NO_AS_ANSWER: Final = re.compile(
    r"\s*(?:$|[.,;:!)\]\"'—–-]|(?:it|he|she|they|this|that|there|the|you|we|because|since|as|not|based|i|if|all"
    r"|only)\b)",
    re.IGNORECASE,
)
_LEAD_IN: Final = re.compile(
    r"(?:^|[,:;—–] ?|\bthat )(?:(?:so|therefore|thus|hence|then|well|ok|okay|hmm|and|but|actually|in short"
    r"|the (?:short |final |correct )?answer(?: here)? is"
    r"|answer|based on [^,]{0,80}|according to [^,]{0,80}|given [^,]{0,80}|i(?:'d| would| think| believe"
    r"|'m going to)?(?: say| go with| answer)?(?: that)?"
    r"|my answer is|it is|it's|that is|that's|the (?:statement|claim|conclusion|argument|answer) is|clearly"
    r"|likely|most likely|very likely|probably"
    r"|simply|definitely|a (?:clear|definite|firm))[,:]? ?){0,4}"
    r"[\"'(]?$",
    re.IGNORECASE,
)
_STATED: Final = re.compile(
    r"(?:\banswer(?: to [^.]{0,60})?(?: is| would be| must be|:)|\bsay|\bgo with|\b(?:statement|claim|conclusion"
    r"|argument|assertion|it|this|that)(?: is|'s))"
    r"(?: therefore| thus| simply| definitely| clearly| actually| a(?: clear| definite)?| still| logically)? [\"'(]?$",
    re.IGNORECASE,
)


def gold_side(gold: str) -> bool | None:
    """Return the side a yes/no gold takes, or ``None`` when it takes none."""
    word = fold(gold)
    if word in ("yes", "true", "correct", "y", "t", "是", "是的", "对", "正确"):
        return True
    return False if word in ("no", "false", "incorrect", "n", "f", "否", "不", "不是", "错误") else None


def sides(statement: Statement) -> list[tuple[str, int, int, int]]:
    """Return (side, start, end, rank) of every place where a statement answers yes, no or neither.

    "No" counts only as an answer, not as a determiner ("no dogs"); inside running text only what the words before
    mark as the answer counts.
    """
    text = statement.text
    found = []
    pattern = _WORD if text.isascii() or re.search(r"[A-Za-z]{3}", text) else _HAN
    for match in list(pattern.finditer(text))[:60]:
        side = match.lastgroup or ""
        start, end = match.span()
        word = match.group().lower()
        if word == "no" and not _NO_AS_ANSWER.match(text, end):
            continue
        if re.match(r" (?:or|/) (?:yes|no|true|false)\b|/(?:yes|no)\b", text[end : end + 10], re.IGNORECASE):
            continue
        whole = text[:start].strip(" \"'(") == "" and text[end:].strip(" \"').!") == ""
        begins = _LEAD_IN.search(text[max(0, start - 160) : start]) is not None and (start < 200)
        bold = any(a == start or (a <= start < a + 3) for a, _ in statement.strong)
        stated = _STATED.search(text[max(0, start - 90) : start]) is not None
        leading = text[:start].strip(" \"'(") == ""
        soft = word in (
            "correct",
            "true",
            "indeed",
            "certainly",
            "definitely",
            "absolutely",
            "both",
            "neither",
            "possibly",
            "perhaps",
            "negative",
        )
        if side != "neither" and negated(text, start):
            if not (stated or begins):
                continue
            side = {"yes": "no", "no": "yes"}[side]
        if whole or (bold and not soft):
            place = -4
        elif leading and not (soft and re.match(r" \w", text[end : end + 2])):
            place = -3
        elif stated:
            place = -2
        elif begins and not soft:
            place = -1
        elif side == "neither" and word not in (
            "both",
            "neither",
            "possibly",
            "perhaps",
            "maybe",
            "unknown",
            "uncertain",
        ):
            place = 1
        else:
            continue
        found.append((side, start, end, place))
    return found


def read_polarity(statement: Statement, spec: AnswerSpec) -> list[Candidate]:
    """Return the sides a statement takes as candidates; "not necessarily" is an answer that is neither."""
    gold = gold_side(spec.gold)
    wanted = {True: "yes", False: "no", None: ""}[gold]
    return [
        Candidate(statement.text[start:end], side, side == wanted, start, end, place)
        for side, start, end, place in sides(statement)
    ]
