"""OpenAI's chat completions format, with ``reasoning_content`` as compatible servers add it."""

from collections.abc import Iterator
from typing import Final

from mirror_inspect.subjects.wire.exchange import (
    Ask,
    Call,
    Format,
    Json,
    Message,
    Refusal,
    Role,
    Said,
    Stop,
    ToolOffer,
    arguments_json,
    bearer,
    joined,
    pieces,
)

ROLES: Final = {"developer": Role.SYSTEM} | {r.value: r for r in Role}
FINISH: Final = {
    Stop.DONE: "stop",
    Stop.TOOLS: "tool_calls",
    Stop.LENGTH: "length",
    Stop.FILTER: "content_filter",
}
ERRORS: Final = {
    Refusal.KEY: ("invalid_request_error", "invalid_api_key"),
    Refusal.MODEL: ("invalid_request_error", "model_not_found"),
    Refusal.QUOTA: ("insufficient_quota", "insufficient_quota"),
    Refusal.PARAMETER: ("invalid_request_error", "unsupported_value"),
    Refusal.BLOCKED: ("invalid_request_error", "content_filter"),
    Refusal.RATE: ("requests", "rate_limit_exceeded"),
}
TEXTS: Final = frozenset({"text", "input_text", "output_text"})
TOKEN_LOGPROB: Final = -0.25


def refusal(kind: Refusal, message: str) -> Json:
    """Return an error body as OpenAI writes it."""
    type_, code = ERRORS.get(kind, ("server_error", None))
    return {"error": {"message": message, "type": type_, "param": None, "code": code}}


def offers(tools: list[Json]) -> tuple[ToolOffer, ...]:
    """Return the function tools of a request, nested under ``function`` or flat."""
    found = []
    for tool in tools:
        function = tool.get("function", tool)
        if "name" in function:
            schema = function.get("parameters") or {}
            found.append(ToolOffer(function["name"], tuple(schema.get("properties", {}))))
    return tuple(found)


def token_logprobs(text: str, alternatives: int) -> list[Json]:
    """Return made-up but well-formed log-probabilities of a text's tokens."""

    def entry(token: str, logprob: float) -> Json:
        return {"token": token, "logprob": logprob, "bytes": list(token.encode())}

    return [
        {
            **entry(token, TOKEN_LOGPROB),
            "top_logprobs": [entry(token if i == 0 else f" {i}", TOKEN_LOGPROB - i) for i in range(alternatives)],
        }
        for token in pieces(text)
    ]


def _model(path: str) -> str | None:
    return "" if path.endswith("/chat/completions") else None


def _ask(body: Json, model: str) -> Ask:
    messages = []
    for m in body.get("messages", ()):
        messages.append(Message(ROLES[m["role"]], joined(m.get("content"), TEXTS), m.get("tool_call_id", "")))
    return Ask(
        model=body.get("model", model),
        messages=tuple(messages),
        tools=offers(body.get("tools") or []),
        seed=body.get("seed"),
        temperature=body.get("temperature"),
        top_logprobs=body.get("top_logprobs", 0) if body.get("logprobs") else None,
        stream=bool(body.get("stream")),
    )


def _tool_call(call: Call) -> Json:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments_json(call)}}


def _reply(ask: Ask, said: Said) -> Json:
    message: Json = {"role": "assistant", "content": said.text or None, "refusal": None}
    if said.reasoning:
        message["reasoning_content"] = said.reasoning
    if said.calls:
        message["tool_calls"] = [_tool_call(c) for c in said.calls]
    logprobs = None
    if ask.top_logprobs is not None:
        logprobs = {"content": token_logprobs(said.text, ask.top_logprobs), "refusal": None}
    return {
        "id": f"chatcmpl-{ask.identity}",
        "object": "chat.completion",
        "created": 0,
        "model": ask.model,
        "choices": [{"index": 0, "message": message, "logprobs": logprobs, "finish_reason": FINISH[said.stop]}],
        "usage": {
            "prompt_tokens": said.read,
            "completion_tokens": said.written,
            "total_tokens": said.read + said.written,
            "completion_tokens_details": {"reasoning_tokens": said.reasoned},
        },
    }


def _events(ask: Ask, said: Said) -> Iterator[tuple[str, Json]]:
    whole = _reply(ask, said)
    head = {"id": whole["id"], "object": "chat.completion.chunk", "created": 0, "model": ask.model}
    message = whole["choices"][0]["message"]
    calls = [{"index": i, **c} for i, c in enumerate(message.pop("tool_calls", []))]
    delta = {k: v for k, v in message.items() if v is not None} | ({"tool_calls": calls} if calls else {})
    yield "", {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield "", {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": FINISH[said.stop]}]}
    yield "", {**head, "choices": [], "usage": whole["usage"]}


CHAT: Final = Format("openai-chat", _model, bearer, _ask, _reply, refusal, _events)
