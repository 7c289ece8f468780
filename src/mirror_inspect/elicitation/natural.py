"""Natural channel: the bare question; the signal is how far the reply hedges the sentence that answers."""

import re
from typing import Final

from mirror_inspect.elicitation.reading import Behaviour
from mirror_inspect.observation import Decision, Status

LEADS: Final = ("{question}", "Please answer this question.\n\n{question}", "{question}\n\nWhat is your answer?")

HEDGES: Final = (
    "maybe", "perhaps", "possibly", "probably", "likely", "roughly speaking", "might be", "may be", "could be",
    "i think", "i believe", "i guess", "i suppose", "it seems", "it appears", "presumably", "if i remember",
    "as far as i know", "to my knowledge", "i would guess", "my best guess", "not sure", "not certain", "unsure",
    "uncertain", "not entirely sure", "hard to say", "tentatively",
)  # fmt: skip
CAVEATS: Final = (
    "please verify", "please check", "you may want to check", "should be verified", "double-check", "double check",
    "i could be wrong", "i may be wrong", "i might be wrong", "could be mistaken", "might be mistaken",
    "may be mistaken", "worth checking", "worth confirming", "consult",
)  # fmt: skip
BOOSTERS: Final = (
    "definitely", "certainly", "clearly", "without doubt", "no doubt", "undoubtedly", "i am sure", "i'm sure",
    "i am certain", "i'm certain", "i am confident", "i'm confident", "absolutely",
)  # fmt: skip
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+")


def prompt(question: str, wording: int) -> str:
    """Return the user turn for an item as shown; wording 0 is the question and nothing else."""
    return LEADS[wording].format(question=question)


def _count(phrases: tuple[str, ...], text: str) -> int:
    """Count phrases, the longest first, so that none counts again inside another ("could be" in "i could be wrong")."""
    either = "|".join(re.escape(p) for p in sorted(phrases, key=len, reverse=True))
    return len(re.findall(rf"(?<!\w)(?:{either})(?!\w)", text))


def hedging_signal(text: str, answer: str | None) -> float:
    """Return 1 / (1 + max(0, hedges + caveats - boosters)), in (0, 1].

    Only the sentences that hold the answer and the last statement are counted, so that working does not dilute it.

    Args:
        text: Visible reply, reasoning excluded.
        answer: The answer as read by the grader; ``None`` to look at the last statement only.
    """
    sentences = [s for s in _SENTENCE.split(text.casefold()) if s.strip()]
    if not sentences:
        return 1.0
    last = len(sentences) - 1
    chosen = {last} | {i for i, s in enumerate(sentences) if answer and answer.casefold() in s}
    window = "\n".join(sentences[i] for i in sorted(chosen)).replace("’", "'")
    unsure = _count(HEDGES + CAVEATS, window)
    return 1 / (1 + max(0, unsure - _count(BOOSTERS, window)))


def read(text: str) -> Behaviour:
    """Take the reply as an answer; the signal is completed once the grader has found the answer in it."""
    return Behaviour(
        Status.OBSERVED,
        signal=hedging_signal(text, None),
        decision=Decision.ANSWER,
        answered=True,
        text=text,
        flags=(f"length:{len(text)}",),
    )
