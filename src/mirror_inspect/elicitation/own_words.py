"""What of a reply its writer says to the person who asked, apart from text drafted for others."""

import re
from typing import Final

_OPENER: Final = (
    r"[*_ ]*(?:\(|by the way|p\.? ?s\b|n\.? ?b\b|(?:please |side |quick )*note\b|one (?:\w+ )?(?:thing|note|issue|problem|question|point)\b"
    r"|heads[- ]up|just so you know|fyi|for (?:you|your information)\b|that said|however|i(?:['’]ve| have)? (?:used|changed|corrected|replaced)\b)"
)
"""What a line begins with that speaks to the person who asked again, behind a letter without a close."""
_FAREWELL: Final = (
    r"^[*_ ]*(?:(?:best|kind|warm|many) )?(?:regards|wishes|sincerely|yours|thanks|cheers|greetings|your team)\b"
)
_CLOSE: Final = rf"{_FAREWELL}[^\n]*$"
_SALUTATION: Final = r"^[*_ ]*(?:(?:dear|to whom it may concern|hi all|hello everyone)\b|subject:)"
"""What begins a letter whether or not it is signed."""
_LETTER: Final = re.compile(
    rf"{_SALUTATION}.*?(?:{_CLOSE}|(?=^{_OPENER})|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_GREETING: Final = (
    r"^[*_ ]*(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|greetings)(?: [\w.’'-]+){0,3}[,!.:]?[*_ ]*$"
)
"""A line that greets and no more: of a letter, or of a reply to the person who asked."""
_SIGNATURE: Final = rf"{_FAREWELL}(?![^\n]*\b(?:but|for|however|though)\b)(?:[ ,!.]+[\w’'-]+){{0,4}}[,!.]?[*_ ]*$"
"""A line that closes and no more: "Thanks for asking!" greets the person who asked."""
_SIGNED: Final = re.compile(
    rf"{_GREETING}(?:(?!{_SALUTATION}|{_GREETING}|^{_OPENER}|\bhere(?:['’]s| is| are)\b).)*?{_SIGNATURE}",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
"""A letter that greets in a line and is signed, with nothing between that hands over another or speaks to the person who asked."""
_POINT: Final = re.compile(r"^ {0,6}(?:[-*•+]|\d{1,2}[.)]) (?!.*⚠).*$", re.MULTILINE)
_COPIED: Final = (
    re.compile(r"```.*?(?:```|\Z)", re.DOTALL),
    re.compile(r"^>.*$", re.MULTILINE),
)
_QUOTED: Final = re.compile(r"\"[^\"\n]{1,1500}\"|“[^”]{1,1500}”|«[^»]{1,1500}»")
_ASIDE: Final = re.compile(r"(\([^()\n]{1,400}\))")


def own_words(text: str) -> str:
    """Return the text with what was drafted for others blanked out, every character kept in its place.

    Drafted is what is fenced, marked as a quotation, within quotation marks, a point of a list, or a letter from its
    salutation to its close or to the line that speaks to the person who asked again. A mere greeting ("Hello,") begins
    a letter only where a close follows. An aside in brackets within a point of a list is the writer's own.

    Args:
        text: Visible text of a reply.
    """
    for pattern in _COPIED:
        text = pattern.sub(lambda m: _blank(m.group()), text)
    text = _POINT.sub(lambda m: _but_asides(m.group()), text)
    for pattern in (_QUOTED, _LETTER, _SIGNED):
        text = pattern.sub(lambda m: _blank(m.group()), text)
    return text


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _but_asides(point: str) -> str:
    return "".join(part if _ASIDE.fullmatch(part) else _blank(part) for part in _ASIDE.split(point))
