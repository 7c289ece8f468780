"""Text from models and logs made harmless before anybody looks at it, as a line, a message or Markdown."""

import re
import unicodedata
from typing import Final

REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
LONGEST: Final = 160
LONGEST_CELL: Final = 60
LONGEST_MESSAGE: Final = 4000
MOST_MARKS: Final = 2
"""Combining marks kept on one letter; more would be drawn over the lines around it."""
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>|~#$])")


def inert_line(text: object, longest: int = LONGEST) -> str:
    """Return a text on one line without control, direction and format characters, cut where it is long.

    Markup is left alone: escaping is the template's work.

    Args:
        text: Anything; what is no text is written out.
        longest: Characters kept, the ellipsis included; at least 1.
    """
    kept: list[str] = []
    marks = 0
    for c in str(text)[: 4 * longest]:
        marks = marks + 1 if unicodedata.combining(c) else 0
        if marks > MOST_MARKS:
            continue
        kept.append(c if c.isprintable() else " " if c in "\n\t\r" else REPLACEMENT)
    line = " ".join("".join(kept).split())
    return line if len(line) <= longest and len(str(text)) <= 4 * longest else line[: longest - 1] + "…"


def inert_message(text: object, longest: int | None = LONGEST_MESSAGE) -> str:
    """Return a message for a terminal without control, direction and format characters; its lines and spaces stay.

    Args:
        text: A message that may quote what stands in a log.
        longest: Characters kept; ``None`` for all of them.
    """
    return "".join(c if c.isprintable() or c == "\n" else REPLACEMENT for c in str(text)[:longest])


def inert_markdown(text: str | None, *, limit: int = LONGEST_CELL) -> str:
    """Return a text as `inert_line` does with its Markdown escaped, to stand in a sentence or a table cell.

    Args:
        text: A reply, a reason or a gold; ``None`` gives an empty text.
        limit: Characters kept before escaping.
    """
    return _MARKUP.sub(r"\\\1", inert_line(text or "", limit))
