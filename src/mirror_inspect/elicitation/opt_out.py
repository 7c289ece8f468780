"""Opt-out channel: answer for +3 or -1, or skip for a sure +1 (break-even at one half)."""

import re
from typing import Final

from mirror_inspect.elicitation.reading import Behaviour, unread
from mirror_inspect.grading.fields import read_text_field
from mirror_inspect.observation import Decision, Status

FORM: Final = "ANSWER: <your answer, or SKIP>"
RULES: Final = (
    "A right answer scores 3 points, a wrong one costs 1. You may write SKIP instead and take 1 point for certain.",
    "You can skip this one for a sure point by writing SKIP. If you answer, being right is worth 3 points and being "
    "wrong loses 1.",
    "Answering brings 3 points when right and -1 when wrong; SKIP brings 1 point whatever the answer would have been.",
)
_SKIP: Final = re.compile(r"[\W_]*(?:skip|跳过)[\W_]*", re.IGNORECASE)


def prompt(question: str, wording: int) -> str:
    """Return the user turn for an item as shown, in wording 0, 1 or 2."""
    return f"{RULES[wording]} You may work it out first; end with this line:\n{FORM}\n\n{question}"


def read(text: str) -> Behaviour:
    """Read whether the item was answered (signal 1) or skipped (signal 0)."""
    answer = read_text_field(text, "ANSWER")
    if answer.value is None:
        return (
            Behaviour(Status.OBSERVED, signal=0.0, decision=Decision.SKIP) if _SKIP.fullmatch(text) else unread(answer)
        )
    if _SKIP.fullmatch(answer.value):
        return Behaviour(Status.OBSERVED, signal=0.0, decision=Decision.SKIP)
    return Behaviour(Status.OBSERVED, signal=1.0, decision=Decision.ANSWER, answered=True, text=text)
