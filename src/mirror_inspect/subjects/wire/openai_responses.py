"""OpenAI's responses format: a list of typed items in and out."""

from typing import Final

from mirror_inspect.subjects.wire.exchange import (
    Ask,
    Call,
    Format,
    Json,
    Message,
    Role,
    Said,
    Stop,
    arguments_json,
    bearer,
    joined,
)
from mirror_inspect.subjects.wire.openai_chat import ROLES, TEXTS, offers, refusal, token_logprobs

INCOMPLETE: Final = {Stop.LENGTH: "max_output_tokens", Stop.FILTER: "content_filter"}


def _model(path: str) -> str | None:
    return "" if path.endswith("/responses") else None


def _messages(items: str | list[Json]) -> list[Message]:
    """Return the conversation; reasoning items and the calls themselves carry no text."""
    if isinstance(items, str):
        return [Message(Role.USER, items)]
    found = []
    for item in items:
        kind = item.get("type", "message")
        if kind == "message":
            found.append(Message(ROLES[item["role"]], joined(item.get("content"), TEXTS)))
        elif kind == "function_call":
            found.append(Message(Role.ASSISTANT, ""))
        elif kind == "function_call_output":
            found.append(Message(Role.TOOL, joined(item.get("output"), TEXTS), item.get("call_id", "")))
    return found


def _ask(body: Json, model: str) -> Ask:
    wanted = "message.output_text.logprobs" in (body.get("include") or ())
    return Ask(
        model=body.get("model", model),
        messages=tuple(_messages(body.get("input", ""))),
        tools=offers(body.get("tools") or []),
        temperature=body.get("temperature"),
        top_logprobs=body.get("top_logprobs", 0) if wanted else None,
        stream=bool(body.get("stream")),
    )


def _call(call: Call) -> Json:
    return {
        "type": "function_call",
        "id": f"fc_{call.id}",
        "call_id": call.id,
        "name": call.name,
        "arguments": arguments_json(call),
        "status": "completed",
    }


def _reply(ask: Ask, said: Said) -> Json:
    output: list[Json] = []
    if said.reasoning:
        summary = [{"type": "summary_text", "text": said.reasoning}]
        output.append({"type": "reasoning", "id": f"rs_{ask.identity}", "summary": summary})
    if said.text or not said.calls:
        logprobs = [] if ask.top_logprobs is None else token_logprobs(said.text, ask.top_logprobs)
        content = [{"type": "output_text", "text": said.text, "annotations": [], "logprobs": logprobs}]
        status = "incomplete" if said.stop in INCOMPLETE else "completed"
        output.append(
            {"type": "message", "id": f"msg_{ask.identity}", "role": "assistant", "status": status, "content": content}
        )
    output += [_call(c) for c in said.calls]
    reason = INCOMPLETE.get(said.stop)
    return {
        "id": f"resp_{ask.identity}",
        "object": "response",
        "created_at": 0,
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "error": None,
        "instructions": None,
        "metadata": {},
        "model": ask.model,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": said.read,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens": said.written,
            "output_tokens_details": {"reasoning_tokens": said.reasoned},
            "total_tokens": said.read + said.written,
        },
    }


RESPONSES: Final = Format("openai-responses", _model, bearer, _ask, _reply, refusal)
