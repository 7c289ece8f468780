"""Anthropic's messages format: content blocks, thinking with a signature, and server-sent events."""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from mirror_inspect.subjects.wire.exchange import (
    Ask,
    Format,
    Json,
    Message,
    Refusal,
    Role,
    Said,
    Stop,
    ToolOffer,
    bearer,
    joined,
)

STOPS: Final = {
    Stop.DONE: "end_turn",
    Stop.TOOLS: "tool_use",
    Stop.LENGTH: "max_tokens",
    Stop.FILTER: "refusal",
}
ERRORS: Final = {
    Refusal.KEY: "authentication_error",
    Refusal.MODEL: "not_found_error",
    Refusal.QUOTA: "rate_limit_error",
    Refusal.PARAMETER: "invalid_request_error",
    Refusal.BLOCKED: "invalid_request_error",
    Refusal.RATE: "rate_limit_error",
    Refusal.SERVER: "api_error",
    Refusal.UNAVAILABLE: "api_error",
    Refusal.OVERLOADED: "overloaded_error",
}
TEXTS: Final = frozenset({"text"})
SIGNATURE: Final = "c2ltdWxhdGVk"


def _model(path: str) -> str | None:
    return "" if path.endswith("/messages") else None


def _key(headers: Mapping[str, str]) -> str:
    return headers.get("x-api-key", "") or bearer(headers)


def _messages(body: Json) -> list[Message]:
    """Return the conversation; a user turn of several blocks is tool results first, then what was said."""
    found = [Message(Role.SYSTEM, joined(body["system"], TEXTS))] if body.get("system") else []
    for m in body.get("messages", ()):
        content = m["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        results = [b for b in blocks if b.get("type") == "tool_result"]
        found += [Message(Role.TOOL, joined(b.get("content"), TEXTS), b["tool_use_id"]) for b in results]
        if len(results) < len(blocks):
            found.append(Message(Role(m["role"]), joined(blocks, TEXTS)))
    return found


def _ask(body: Json, model: str) -> Ask:
    tools = tuple(
        ToolOffer(t["name"], tuple(t["input_schema"].get("properties", {})))
        for t in body.get("tools") or ()
        if "input_schema" in t
    )
    return Ask(
        model=body.get("model", model),
        messages=tuple(_messages(body)),
        tools=tools,
        temperature=body.get("temperature"),
        stream=bool(body.get("stream")),
    )


def _blocks(said: Said) -> list[Json]:
    blocks: list[Json] = []
    if said.reasoning:
        blocks.append({"type": "thinking", "thinking": said.reasoning, "signature": SIGNATURE})
    if said.text:
        blocks.append({"type": "text", "text": said.text})
    blocks += [{"type": "tool_use", "id": c.id, "name": c.name, "input": dict(c.arguments)} for c in said.calls]
    return blocks


def _reply(ask: Ask, said: Said) -> Json:
    return {
        "id": f"msg_{ask.identity}",
        "type": "message",
        "role": "assistant",
        "model": ask.model,
        "content": _blocks(said),
        "stop_reason": STOPS[said.stop],
        "stop_sequence": None,
        "usage": {
            "input_tokens": said.read,
            "output_tokens": said.written,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        },
    }


def _events(ask: Ask, said: Said) -> Iterator[tuple[str, Json]]:
    whole = _reply(ask, said)
    start = whole | {"content": [], "stop_reason": None, "usage": whole["usage"] | {"output_tokens": 1}}
    yield "message_start", {"type": "message_start", "message": start}
    for index, block in enumerate(whole["content"]):
        empty, deltas = _deltas(block)
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": empty}
        for delta in deltas:
            yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": ended, "usage": {"output_tokens": said.written}}
    yield "message_stop", {"type": "message_stop"}


def _deltas(block: Json) -> tuple[Json, list[Json]]:
    match block["type"]:
        case "thinking":
            signed = {"type": "signature_delta", "signature": SIGNATURE}
            thought = {"type": "thinking_delta", "thinking": block["thinking"]}
            return block | {"thinking": "", "signature": ""}, [thought, signed]
        case "text":
            half = len(block["text"]) // 2
            parts = (block["text"][:half], block["text"][half:])
            return block | {"text": ""}, [{"type": "text_delta", "text": p} for p in parts]
    given = {"type": "input_json_delta", "partial_json": json.dumps(block["input"], ensure_ascii=False)}
    return block | {"input": {}}, [given]


def _refuse(kind: Refusal, message: str) -> Json:
    return {"type": "error", "error": {"type": ERRORS[kind], "message": message}}


MESSAGES: Final = Format("anthropic", _model, _key, _ask, _reply, _refuse, _events)
