"""Google's generateContent format: parts, thoughts, and the model in the path."""

import re
from collections.abc import Mapping
from typing import Final

from mirror_inspect.subjects.wire.exchange import (
    STATUS,
    Ask,
    Format,
    Json,
    Message,
    Refusal,
    Role,
    Said,
    Stop,
    ToolOffer,
    pieces,
)
from mirror_inspect.subjects.wire.openai_chat import TOKEN_LOGPROB

FINISH: Final = {Stop.DONE: "STOP", Stop.TOOLS: "STOP", Stop.LENGTH: "MAX_TOKENS", Stop.FILTER: "SAFETY"}
STATUSES: Final = {
    Refusal.KEY: "UNAUTHENTICATED",
    Refusal.MODEL: "NOT_FOUND",
    Refusal.QUOTA: "RESOURCE_EXHAUSTED",
    Refusal.PARAMETER: "INVALID_ARGUMENT",
    Refusal.BLOCKED: "INVALID_ARGUMENT",
    Refusal.RATE: "RESOURCE_EXHAUSTED",
    Refusal.SERVER: "INTERNAL",
    Refusal.UNAVAILABLE: "UNAVAILABLE",
    Refusal.OVERLOADED: "UNAVAILABLE",
}
SCHEMAS: Final = ("parameters", "parametersJsonSchema", "parameters_json_schema")
"""Keys under which the parameters of a tool come; the SDK sends the last as it is spelt in Python."""
_PATH: Final = re.compile(r"/models/([^/:]+):generateContent$")


def _model(path: str) -> str | None:
    found = _PATH.search(path)
    return found[1] if found else None


def _key(headers: Mapping[str, str]) -> str:
    return headers.get("x-goog-api-key", "")


def _messages(body: Json) -> list[Message]:
    found = []
    if instruction := body.get("systemInstruction"):
        found.append(Message(Role.SYSTEM, _text(instruction["parts"])))
    for content in body.get("contents", ()):
        parts = content.get("parts") or []
        answers = [p["functionResponse"] for p in parts if "functionResponse" in p]
        for answer in answers:
            response = answer.get("response", {})
            shown = response.get("content", response.get("result", response.get("output", "")))
            found.append(Message(Role.TOOL, str(shown), answer.get("id", "")))
        if len(answers) < len(parts):
            role = Role.ASSISTANT if content.get("role") == "model" else Role.USER
            found.append(Message(role, _text(parts)))
    return found


def _text(parts: list[Json]) -> str:
    return "".join(p.get("text", "") for p in parts if not p.get("thought"))


def _ask(body: Json, model: str) -> Ask:
    config = body.get("generationConfig", {})
    declared = [d for tool in body.get("tools") or () for d in tool.get("functionDeclarations") or ()]
    offers = []
    for d in declared:
        schema: Json = next((d[k] for k in SCHEMAS if k in d), {})
        offers.append(ToolOffer(d["name"], tuple(schema.get("properties", {}))))
    return Ask(
        model=model,
        messages=tuple(_messages(body)),
        tools=tuple(offers),
        seed=config.get("seed"),
        temperature=config.get("temperature"),
        top_logprobs=config.get("logprobs", 0) if config.get("responseLogprobs") else None,
    )


def _reply(ask: Ask, said: Said) -> Json:
    parts: list[Json] = []
    if said.reasoning:
        parts.append({"text": said.reasoning, "thought": True})
    if said.text:
        parts.append({"text": said.text})
    parts += [{"functionCall": {"id": c.id, "name": c.name, "args": dict(c.arguments)}} for c in said.calls]
    candidate: Json = {"index": 0, "finishReason": FINISH[said.stop], "content": {"role": "model", "parts": parts}}
    if ask.top_logprobs is not None:
        candidate["logprobsResult"] = _logprobs(said.text, ask.top_logprobs)
    return {
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": said.read,
            "candidatesTokenCount": said.written - said.reasoned,
            "thoughtsTokenCount": said.reasoned,
            "totalTokenCount": said.read + said.written,
        },
        "modelVersion": ask.model,
        "responseId": ask.identity,
    }


def _logprobs(text: str, alternatives: int) -> Json:
    def entry(token: str, logprob: float) -> Json:
        return {"token": token, "tokenId": len(token), "logProbability": logprob}

    tokens = pieces(text)
    others = [
        {"candidates": [entry(t if i == 0 else f" {i}", TOKEN_LOGPROB - i) for i in range(alternatives)]}
        for t in tokens
    ]
    return {"chosenCandidates": [entry(t, TOKEN_LOGPROB) for t in tokens], "topCandidates": others}


def _refuse(kind: Refusal, message: str) -> Json:
    return {"error": {"code": STATUS[kind], "message": message, "status": STATUSES[kind]}}


def _block(ask: Ask) -> Json:
    return {"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": ask.model, "responseId": ask.identity}


CONTENT: Final = Format("google", _model, _key, _ask, _reply, _refuse, block=_block)
