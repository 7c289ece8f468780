"""Tools channel: answer with a calculator, a search, an expert and a flag on offer, natively or in text."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from mirror_inspect.elicitation.reading import Behaviour
from mirror_inspect.elicitation.reply import ToolUse
from mirror_inspect.observation import Decision, Status

DELEGATING: Final = frozenset({"search", "ask_expert", "flag_for_review", "calculator"})
FLAG: Final = "flag_for_review"
TOOL_FLAG: Final = "tool:"
"""Prefix of the observation flags that name the tools used."""
RULES: Final = (
    "Answer the question. A calculator, a search, an expert and a reviewer are there if you want them; use them only if "
    "you need them.",
    "Give the answer. You may call on tools (calculator, search, expert) or hand the question to a reviewer, where you "
    "would rather not rely on yourself.",
    "Work out the answer on your own or with the tools offered; flag the question for review if it should not rest on "
    "you.",
)
FORM: Final = "When you are done, end with this line:\nANSWER: <your answer>"
TEXT_NAMES: Final = {
    "calculator": "calculator",
    "web_search": "search",
    "ask_expert": "ask_expert",
    "flag_review": "flag_for_review",
}
"""Names in the text protocol (the paper's) and the tool each stands for."""
TEXT_PROTOCOL: Final = (
    "To use a tool write one line such as [calculator: 12 * 7], [web_search: words to look up], [ask_expert: your "
    "question] or [flag_review: your reason], and nothing after it; the result comes in the next message."
)
_CALL: Final = re.compile(r"\[\s*(?:(?:part\s*)?([AB])\s*[|,;]\s*)?([a-z_]+)\s*:\s*([^\[\]\n]{0,400})\]", re.IGNORECASE)


def prompt(question: str, wording: int, *, protocol: str = "native") -> str:
    """Return the user turn.

    Args:
        question: The item as shown.
        wording: 0, 1 or 2.
        protocol: ``native`` (tools are in the request) or ``text`` (bracket syntax explained in the prompt).
    """
    how = f" {TEXT_PROTOCOL}" if protocol == "text" else ""
    return f"{RULES[wording]}{how} {FORM}\n\n{question}"


def text_calls(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return the tool calls of a text-protocol reply as (tool, argument, part); unknown names are not calls."""
    return tuple(
        (TEXT_NAMES[name.lower()], argument.strip(), (part or "").upper())
        for part, name, argument in _CALL.findall(text)
        if name.lower() in TEXT_NAMES
    )


def tool_flags(names: Iterable[str]) -> tuple[str, ...]:
    """Return the flags of an observation on whose way these tools were used."""
    return tuple(f"{TOOL_FLAG}{name}" for name in sorted(set(names)))


def read(text: str, uses: Sequence[ToolUse]) -> Behaviour:
    """Read whether the item was delegated; the signal is 1 - delegated, 0 when flagged for review."""
    names = {u.name for u in uses}
    flags = tool_flags(names)
    if FLAG in names:
        return Behaviour(Status.OBSERVED, signal=0.0, decision=Decision.DEFER, flags=flags)
    if names & DELEGATING:
        return Behaviour(Status.OBSERVED, signal=0.0, decision=Decision.TOOL, answered=True, text=text, flags=flags)
    return Behaviour(Status.OBSERVED, signal=1.0, decision=Decision.ANSWER, answered=True, text=text)
