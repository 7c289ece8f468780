"""What travels over a provider's HTTP format, freed of the format: an ask, what is said to it, what a format is."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mirror_inspect.items import content_id

Json = dict[str, Any]
"""A JSON object as a provider defines it; only format modules look inside."""


class Role(StrEnum):
    """Who a message is from."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Stop(StrEnum):
    """Why a reply ended."""

    DONE = "done"
    TOOLS = "tools"
    LENGTH = "length"
    FILTER = "filter"


class Refusal(StrEnum):
    """Why a server refuses a request; formats give each its status and body."""

    KEY = "key"
    MODEL = "model"
    QUOTA = "quota"
    PARAMETER = "parameter"
    BLOCKED = "blocked"
    RATE = "rate"
    SERVER = "server"
    UNAVAILABLE = "unavailable"
    OVERLOADED = "overloaded"


STATUS: Mapping[Refusal, int] = {
    Refusal.KEY: 401,
    Refusal.MODEL: 404,
    Refusal.QUOTA: 429,
    Refusal.PARAMETER: 400,
    Refusal.BLOCKED: 400,
    Refusal.RATE: 429,
    Refusal.SERVER: 500,
    Refusal.UNAVAILABLE: 503,
    Refusal.OVERLOADED: 529,
}


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``call`` is the id of the tool call a tool message answers."""

    role: Role
    text: str
    call: str = ""


@dataclass(frozen=True, slots=True)
class ToolOffer:
    """A tool in a request, with the names of its parameters in order."""

    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for a reply.

    Attributes:
        model: Model as named on the wire.
        messages: The conversation, reasoning left out.
        tools: Tools on offer.
        seed: Sampling seed, where the format has one.
        temperature: As sent; ``None`` when left to the provider.
        top_logprobs: Alternatives per token, ``None`` when no log-probabilities are wanted.
        stream: Whether server-sent events are wanted.
    """

    model: str
    messages: tuple[Message, ...]
    tools: tuple[ToolOffer, ...] = ()
    seed: int | None = None
    temperature: float | None = None
    top_logprobs: int | None = None
    stream: bool = False

    @property
    def identity(self) -> str:
        """A digest of the conversation, for ids in replies."""
        return content_id(self.model, *(f"{m.role}:{m.text}" for m in self.messages), str(self.seed))


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call in a reply."""

    id: str
    name: str
    arguments: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Said:
    """A reply.

    Attributes:
        text: Visible text.
        stop: Why it ended.
        reasoning: Reasoning shown apart from the text; may be empty.
        calls: Tool calls.
        read: Input tokens.
        written: Output tokens, reasoning included.
        reasoned: Reasoning tokens.
    """

    text: str
    stop: Stop = Stop.DONE
    reasoning: str = ""
    calls: tuple[Call, ...] = ()
    read: int = 0
    written: int = 0
    reasoned: int = 0


@dataclass(frozen=True, slots=True)
class Format:
    """One provider's HTTP format.

    Attributes:
        name: What it is called in the journal.
        model: Returns the model that a path asks for, an empty string when the body names it, ``None`` for a path of
            another format.
        key: Returns the API key in the (lower-case) headers.
        ask: Reads a request body; the model of the path is given.
        reply: Writes a reply.
        refuse: Writes the body of a refusal with a message.
        block: Writes what comes, with status 200, when a content filter refuses the prompt; formats that refuse it with
            400 have none.
        events: Writes a reply as (event, data) pairs; formats without streaming refuse.
    """

    name: str
    model: Callable[[str], str | None]
    key: Callable[[Mapping[str, str]], str]
    ask: Callable[[Json, str], Ask]
    reply: Callable[[Ask, Said], Json]
    refuse: Callable[[Refusal, str], Json]
    events: Callable[[Ask, Said], Iterator[tuple[str, Json]]] | None = None
    block: Callable[[Ask], Json] | None = None


def bearer(headers: Mapping[str, str]) -> str:
    """Return the key of an ``Authorization: Bearer`` header."""
    return headers.get("authorization", "").removeprefix("Bearer ").strip()


def pieces(text: str) -> list[str]:
    """Cut a text into tokens of a kind, words with the blank before them, so that they join to the text again."""
    found: list[str] = []
    for character in text:
        if found and not (character.isspace() and not found[-1].isspace()):
            found[-1] += character
        else:
            found.append(character)
    return found


def arguments_json(call: Call) -> str:
    """Return a call's arguments as the JSON text that some formats carry."""
    return json.dumps(dict(call.arguments), ensure_ascii=False)


def joined(content: str | Sequence[Json] | None, kinds: frozenset[str]) -> str:
    """Return the text of message content: a string, or the parts of some kinds in order."""
    if content is None or isinstance(content, str):
        return content or ""
    return "".join(str(part.get("text", "")) for part in content if part.get("type") in kinds)
