"""Every provider's format carries text, reasoning, tool calls, stop reasons, usage and log-probabilities intact."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from inspect_ai.model import ChatMessageUser, ContentReasoning, GenerateConfig, Model, ModelOutput, execute_tools
from inspect_ai.tool import tool
from wire_helpers import MODELS, model_at

from mirror_inspect.subjects.wire.exchange import Ask, Call, Role, Said, Stop, pieces
from mirror_inspect.subjects.wire.server import Running, serve

TEXT = 'Zwölf – "12"\n\nANSWER: 12\tor so 🙂'


def scripted(ask: Ask) -> Said:
    """Answer by what the last user turn names; tool results are repeated back in order."""
    last = next(m.text for m in reversed(ask.messages) if m.role is Role.USER)
    results = [m.text for m in ask.messages if m.role is Role.TOOL]
    if last == "tools" and len(results) < 4:
        made = [Call(f"call_{len(results)}_{i}", "lookup", {"input": f"word {i}"}) for i in range(2)]
        return Said("Let me see.", Stop.TOOLS, "thinking", tuple(made), read=50, written=20, reasoned=5)
    if last == "tools":
        return Said(" | ".join(results), reasoning="thinking", read=90, written=9, reasoned=5)
    stop = {"cut": Stop.LENGTH, "filter": Stop.FILTER}.get(last, Stop.DONE)
    return Said("" if stop is Stop.FILTER else TEXT, stop, "thinking", read=41, written=17, reasoned=7)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with serve(dict.fromkeys((m.partition("/")[2] for m in MODELS.values()), scripted)) as running:
        yield running


def ask(model: Model, text: str, **config: Any) -> ModelOutput:
    return asyncio.run(model.generate(text, config=GenerateConfig(**config)))


@pytest.mark.parametrize("format_", MODELS)
def test_text_reasoning_and_usage_arrive_as_sent(server: Running, format_: str) -> None:
    output = ask(model_at(server, format_), "say")
    assert output.completion == TEXT
    assert output.stop_reason == "stop"
    assert isinstance(output.message.content, list)
    (reasoning,) = [c for c in output.message.content if isinstance(c, ContentReasoning)]
    assert "thinking" in {reasoning.reasoning, reasoning.summary}
    assert output.usage is not None
    assert (output.usage.input_tokens, output.usage.output_tokens, output.usage.total_tokens) == (41, 17, 58)


@pytest.mark.parametrize("format_", MODELS)
@pytest.mark.parametrize(("said", "stop"), [("cut", "max_tokens"), ("filter", "content_filter")])
def test_stop_reasons_arrive(server: Running, format_: str, said: str, stop: str) -> None:
    assert ask(model_at(server, format_), said).stop_reason == stop


@tool
def lookup() -> Any:
    async def execute(input: str) -> str:
        """Look something up.

        Args:
            input: What to look up.
        """
        return f"found {input}"

    return execute


@pytest.mark.parametrize("format_", MODELS)
def test_native_tool_calls_run_over_several_turns(server: Running, format_: str) -> None:
    async def converse() -> tuple[list[Any], ModelOutput]:
        model, messages = model_at(server, format_), [ChatMessageUser(content="tools")]
        for _ in range(4):
            output = await model.generate(messages, tools=[lookup()])
            messages.append(output.message)
            if not output.message.tool_calls:
                break
            assert output.stop_reason == ("stop" if format_ == "google" else "tool_calls"), "Google has no such reason"
            messages.extend((await execute_tools(messages, [lookup()])).messages)
        return messages, output

    messages, output = asyncio.run(converse())
    assert output.completion == "found word 0 | found word 1 | found word 0 | found word 1"
    assert [m.role for m in messages] == ["user", *("assistant", "tool", "tool") * 2, "assistant"]


@pytest.mark.parametrize("format_", ["openai-chat", "google"])
def test_logprobs_cover_the_text(server: Running, format_: str) -> None:
    output = ask(model_at(server, format_), "say", logprobs=True, top_logprobs=2)
    assert output.choices[0].logprobs is not None
    tokens = output.choices[0].logprobs.content
    assert [t.token for t in tokens] == pieces(TEXT)
    assert all(t.logprob < 0 and len(t.top_logprobs or ()) == 2 for t in tokens)


def test_streamed_replies_equal_whole_ones(server: Running) -> None:
    for format_ in ("openai-chat", "anthropic"):
        whole, streamed = (ask(model_at(server, format_, streaming=s), "say", max_tokens=4000) for s in (False, True))
        assert (whole.completion, whole.usage, whole.stop_reason) == (
            streamed.completion,
            streamed.usage,
            streamed.stop_reason,
        )
