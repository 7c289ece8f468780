"""Text hygiene: reasoning set aside, Unicode made plain, markup removed. Nothing here knows about answers."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

HEAD: Final = 8_000
TAIL: Final = 24_000
_NAMES = "think|thinking|thought|thoughts|reasoning|scratchpad|analysis|reflection|inner_monologue"
_REASONING_TAG: Final = re.compile(
    rf"<(?P<close>/?) ?(?:\w{{1,10}}:)?(?:{_NAMES})(?:\s[^<>]{{0,80}})??(?P<self>/?)>"
    r"|◁(?P<close2>/?)think▷"
    r"|\[(?P<close3>/?)THINK\]"
    r"|<\|(?P<close4>/?)(?:begin_of_|end_of_)?(?:thought|think|thinking)\|>",
    re.IGNORECASE,
)
_HARMONY: Final = re.compile(r"<\|channel\|>\s*(\w+)[^<]{0,80}<\|message\|>")
_SPECIAL: Final = re.compile(r"<\|[\w ./:-]{1,40}\|>|</?s>|<(?:eos|bos|pad|end_of_turn|start_of_turn)>")
_TOOL_BLOCK: Final = re.compile(
    r"<(tool_call|tool_response|tool_result|function_call|function_calls|function_results|tool_use)\b[^<>]{0,200}>"
    r"(?:(?!<\1\b).){0,20000}?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_TOOL_LINE: Final = re.compile(
    r"\[(?:USE_TOOL|TOOL|TOOL_CALL|TOOL_RESULT|CALL)\s*:[^\]\n]*(?:\]|$)", re.IGNORECASE | re.MULTILINE
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_DROPPED: Final = (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_SPACES: Final = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\v\f"
)
_LINES: Final = "\u2028\u2029\u0085"
_PLAIN: Final = {
    "−": "-",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "﹣": "-",
    "－": "-",
    "’": "'",
    "‘": "'",
    "‛": "'",
    "′": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "″": '"',
    "。": ". ",
    "、": ", ",
    "，": ", ",
    "：": ": ",
    "；": "; ",
    "％": "%",
    "﹪": "%",
    "⁄": "/",
    "∕": "/",
    "÷": "/",
    "✕": "×",
    "·": "·",
    "…": "...",
    "【": "[",
    "】": "]",
    "「": '"',
    "」": '"',
    "『": '"',
    "』": '"',
    "º": "°",
    "˚": "°",
    "℃": "°C",
    "℉": "°F",
    "µ": "μ",
    "Ω": "Ω",
}
_SUPERSCRIPTS: Final = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LOWERED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉", "0123456789+-0123456789")


def as_text(text: object) -> str:
    """Return anything a provider may hand over as a string that can be encoded: bytes decoded, ``None`` empty."""
    if text is None:
        return ""
    if isinstance(text, bytes | bytearray):
        text = bytes(text).decode("utf-8", "replace")
    elif not isinstance(text, str):
        text = str(text)
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def visible_text(text: str) -> str:
    """Return what the subject said, without reasoning.

    Reasoning blocks are set aside whether closed, cut off (open until the end) or opened before the reply began (a
    closing tag alone: everything up to it is reasoning). Channel markup of the harmony format keeps the final channel.

    Args:
        text: A raw reply.

    Returns:
        The visible part, stripped; empty when everything was reasoning.
    """
    text = as_text(text)
    channels = list(_HARMONY.finditer(text))
    if channels:
        ends = [m.start() for m in channels[1:]] + [len(text)]
        kept = [
            text[m.end() : end]
            for m, end in zip(channels, ends, strict=True)
            if m.group(1).lower() not in ("analysis", "commentary", "thinking")
        ]
        text = text[: channels[0].start()] + "\n".join(kept)
    pieces: list[str] = []
    depth = position = 0
    for tag in _REASONING_TAG.finditer(text):
        closing = any(tag.group(g) for g in ("close", "close2", "close3", "close4")) or "end_of_" in tag.group()
        if tag.group("self") and not closing:
            continue
        if not closing:
            if depth == 0:
                pieces.append(text[position : tag.start()])
            depth += 1
        elif depth == 0:
            pieces.clear()
        else:
            depth -= 1
        position = tag.end()
    if depth == 0:
        pieces.append(text[position:])
    return _SPECIAL.sub(" ", "".join(pieces)).strip()


def without_tools(text: str) -> str:
    """Return the text without tool calls and tool results written as markup, so that their numbers are no answers."""
    if "<" in text:
        text = _TOOL_BLOCK.sub(" ", text)
    if "[" in text:
        text = _TOOL_LINE.sub(" ", text)
    return text


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    table: dict[int, str] = {}
    for code in range(0x1FC00):
        if unicodedata.category(chr(code)) == "Nd":
            table[code] = str(unicodedata.digit(chr(code)))
    for code in range(0xFF01, 0xFF5F):
        table.setdefault(code, chr(code - 0xFEE0))
    table |= {ord(c): "" for c in _DROPPED}
    table |= {ord(c): " " for c in _SPACES}
    table |= {ord(c): "\n" for c in _LINES}
    table |= {ord(k): v for k, v in _PLAIN.items()}
    for code in (*range(0xBC, 0xBF), *range(0x2150, 0x215F), 0x2189):
        table[code] = " " + unicodedata.normalize("NFKC", chr(code)).replace("⁄", "/") + " "
    for code in range(0xD800, 0xE000):
        table[code] = "\ufffd"
    return table


def plain(text: str) -> str:
    """Return the text with digits of any script, full-width forms, dashes, quotes and spaces as ASCII.

    Superscripts become ``^2``, vulgar fractions ``1/2``; letters keep their accents; en and em dashes stay, because
    they separate where a hyphen joins.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text.replace("\t", " ")
    text = _SUPERSCRIPTS.sub(lambda run: "^" + run.group().translate(_LOWERED), text)
    return text.translate(_table())


def both_ends(text: str) -> str:
    """Return a text of bounded length: an overlong one keeps its head and its tail, where answers and fields stand."""
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n\n{text[-TAIL:]}"


def fold(text: str) -> str:
    """Return the text folded for comparison: case and accents removed, words joined by single spaces."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in decomposed if not unicodedata.combining(c))
        text = text.replace("ß", "ss").replace("ø", "o").replace("Ø", "o").replace("ł", "l").replace("Ł", "l")
        text = text.replace("æ", "ae").replace("Æ", "ae").replace("œ", "oe").replace("Œ", "oe").replace("đ", "d")
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))
