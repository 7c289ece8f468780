"""How a simulated subject writes: styles of the labelled lines and of the bare answer, and replies that go wrong."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from mirror_inspect.subjects.draws import KeyedDraws
from mirror_inspect.subjects.persona import Persona

Field = tuple[str, str]
"""A label and its value."""


class Fault(StrEnum):
    """What can go wrong with one conversation, in order of precedence."""

    ERROR = "error"
    REFUSAL = "refusal"
    TRUNCATION = "truncation"
    MALFORMED = "malformed"


REFUSAL: Final = "I'm sorry, but I can't help with this one."
UNREADABLE: Final = "Let me think about how to go about it. The layout of all this is lost on me."
WORKING: Final = (
    "I went over what is given and what is asked, took it step by step, and looked back at the end to "
    "see whether the outcome fits."
)


def fault_of(persona: Persona, protocol: str, items: Sequence[str], occasion: str = "") -> Fault | None:
    """Return what goes wrong with one conversation, or ``None``.

    Each kind has its own draw, so that one rate changes nothing about the others, nor about the replies underneath.

    Args:
        persona: The subject.
        protocol: Name of the protocol, see `mirror_inspect.subjects.replies.ROWS`.
        items: Ids of the questions shown, in order.
        occasion: What sets this conversation apart from others on the same items.
    """
    draws = KeyedDraws(persona.seed, persona.draw_key, "+".join(items))
    for fault in Fault:
        if (rate := getattr(persona, fault.value)) and draws.uniform(f"{fault}/{protocol}/{occasion}") < rate:
            return fault
    return None


def _plain(fields: Sequence[Field]) -> str:
    return "\n".join(f"{label}: {value}" for label, value in fields)


def _markdown(fields: Sequence[Field]) -> str:
    return "## Reply\n\n" + "\n".join(f"- **{label}:** {value}" for label, value in fields)


def _verbose(fields: Sequence[Field]) -> str:
    return f"{WORKING}\n\n{_plain(fields)}"


def _boxed(fields: Sequence[Field]) -> str:
    return _plain([(label, _box(value) if "ANSWER" in label else value) for label, value in fields])


def _thinking(fields: Sequence[Field]) -> str:
    drafts = _plain([(label, "something else, perhaps") for label, _ in fields])
    return f"<think>\nA first try:\n{drafts}\nNo, that is not it.\n</think>\n\n{_plain(fields)}"


def _box(value: str) -> str:
    return value if value.isupper() and value.isalpha() and len(value) > 1 else rf"\boxed{{{value}}}"


LINES: Final[dict[str, Callable[[Sequence[Field]], str]]] = {
    "plain": _plain,
    "markdown": _markdown,
    "verbose": _verbose,
    "boxed": _boxed,
    "thinking": _thinking,
}
"""How a style writes labelled lines."""

STATEMENTS: Final[dict[str, str]] = {
    "plain": "{statement}",
    "markdown": "### Answer\n\n{statement}",
    "verbose": WORKING + "\n\n{statement}",
    "boxed": "{statement}",
    "thinking": "<think>\nPerhaps something else? No.\n</think>\n\n{statement}",
}
"""How a style wraps a bare statement."""

_HEDGED: Final = (
    "The answer is {answer}.",
    "I think the answer is {answer}.",
    "I think it is likely that the answer is {answer}.",
    "I think it is likely that the answer is {answer}. Please verify it.",
    "Perhaps, I think, it is likely that the answer is {answer}. Please verify it.",
    "I am not sure, but perhaps, I think, it is likely that the answer is {answer}. Please verify it.",
)


def statement(answer: str, hedges: int) -> str:
    """Return one sentence that states an answer with a number of hedges, at most five."""
    return _HEDGED[min(hedges, len(_HEDGED) - 1)].format(answer=answer)


def in_style(persona: Persona, answer: str) -> str:
    """Return an answer as the persona's style writes it inside a sentence."""
    return {"markdown": f"**{answer}**", "boxed": rf"$\boxed{{{answer}}}$"}.get(persona.style, answer)
