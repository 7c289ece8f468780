"""Self-report channel: judge yourself first (confidence 0-100, skills, verification), then answer."""

from typing import Final

from mirror_inspect.elicitation.reading import Behaviour, unread
from mirror_inspect.grading.fields import read_choice_field, read_integer_field
from mirror_inspect.observation import Decision, Status

FORM: Final = (
    "CONFIDENCE: <a whole number from 0 to 100>\n"
    "SKILLS: <the skills it needs, separated by commas>\n"
    "WEAKEST: <the one of these you are least sure of>\n"
    "VERIFY: <yes or no: should someone check your answer?>\n"
    "APPROACH: <one sentence>\n"
    "ANSWER: <your answer>"
)
RULES: Final = (
    "Before you answer, judge how you will do: the chance in per cent that your answer will be right, the skills it "
    "needs, your weakest among them, whether it should be checked, and how you will go about it. Then answer.",
    "First assess yourself, then answer. State in per cent how likely you are to get this right, which skills are "
    "needed and which of them is your weakest, whether a check is advisable, and your approach.",
    "Say beforehand how probable a right answer from you is (0 to 100 per cent), what skills it takes, where you are "
    "weakest, if the answer needs verifying and how you will proceed; give the answer last.",
)


def prompt(question: str, wording: int) -> str:
    """Return the user turn for an item as shown, in wording 0, 1 or 2."""
    return f"{RULES[wording]} Use these six lines:\n{FORM}\n\n{question}"


def read(text: str) -> Behaviour:
    """Read the stated chance of being right; the signal is confidence/100. An unreadable VERIFY line is only flagged."""
    confidence = read_integer_field(text, "CONFIDENCE", 0, 100)
    if confidence.value is None:
        return unread(confidence)
    verify = read_choice_field(text, "VERIFY", ("yes", "no"))
    flags = (f"verify:{verify.value}",) if verify.value else ("verify:unread",)
    return Behaviour(
        Status.OBSERVED,
        signal=confidence.value / 100,
        decision=Decision.ANSWER,
        answered=True,
        text=text,
        flags=flags,
    )
