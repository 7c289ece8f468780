"""Reading helpers for solvers: quoted passages, numbered lines, lists after a colon, names."""

import re


def quoted(text: str) -> str:
    """Return the passage between the first and last typographic double quotes.

    Raises:
        ValueError: the text quotes nothing.
    """
    found = re.search("\u201c(.+)\u201d", text, re.S)
    if not found:
        raise ValueError("no quoted passage")
    return found[1]


def numbered_lines(text: str) -> list[str]:
    """Return the numbered lines of a text in order.

    Raises:
        ValueError: there are none, or they are not numbered 1, 2, 3, ...
    """
    found = re.findall(r"^(\d+)\. (.+)$", text, re.M)
    if not found or [int(n) for n, _ in found] != list(range(1, len(found) + 1)):
        raise ValueError("no list numbered from 1")
    return [line for _, line in found]


def after_colon(text: str) -> tuple[str, str]:
    """Return the sentence after the first colon, and the rest of the text.

    Raises:
        ValueError: there is no colon followed by a sentence and more text.
    """
    found = re.search(r": (.+?)\. (.+)$", text, re.S)
    if not found:
        raise ValueError("no sentence after a colon")
    return found[1], found[2]


def names(text: str) -> list[str]:
    """Return the capitalised words of a text in order."""
    return re.findall(r"[A-Z]\w+", text)
