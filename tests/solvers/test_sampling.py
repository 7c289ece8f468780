"""Temperature 0 is asked of models that take one and left unset for those that do not."""

import pytest
from click import Command, Context
from inspect_ai.model import GenerateConfig

from mirror_inspect.solvers import sampling as module
from mirror_inspect.solvers.sampling import sampling, takes_temperature

TAKE = (
    "openai/gpt-4o",
    "openai/gpt-4.1-mini",
    "openai/gpt-5.1",
    "openai/gpt-5.4-mini",
    "openai/gpt-5-chat-latest",
    "google/gemini-2.5-pro",
    "openrouter/anthropic/claude-sonnet-4-5",
    "bedrock/anthropic.claude-3-5-haiku-20241022-v1:0",
    "openai-api/local/olmo-2",
    "groq/llama3-70b",
    "together/Qwen/Qwen3-235B",
    "openai/gpt-50",
    "moonshot/kimi-k2-0905",
    "simulated/calibrated",
    "mistral/codestral-2508",
    "vllm/pythia-o1x",
)
REFUSE = (
    "openai/o1",
    "openai/o3-mini",
    "openai/o4-mini-2025-04-16",
    "openai/azure/o3",
    "openai/gpt-5",
    "openai/gpt-5-mini",
    "openai/gpt-5-2025-08-07",
    "openai/gpt-5.5",
    "openai/gpt-5.6-luna",
    "openai/gpt-6-sol",
    "openai/gpt-6.1-sol",
    "openrouter/openai/o3",
    "openai-api/loop/gpt-5-nano",
    "anthropic/claude-3-5-haiku-latest",
    "anthropic/claude-sonnet-4-5",
    "openrouter/anthropic/claude-opus-5-5",
    "bedrock/us.anthropic.claude-opus-4-7",
    "openai-api/moonshot/kimi-k2.6",
    "openai-api/deepseek/deepseek-reasoner",
)


@pytest.mark.parametrize("model", TAKE)
def test_these_take_a_temperature(model: str) -> None:
    assert takes_temperature(model)


@pytest.mark.parametrize("model", REFUSE)
def test_these_do_not(model: str) -> None:
    assert not takes_temperature(model)


@pytest.mark.parametrize(("model", "config"), [("openai/o3", GenerateConfig()), ("x/y", GenerateConfig(temperature=0))])
def test_the_model_of_the_command_line_decides(
    model: str, config: GenerateConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "get_model", lambda: model)
    with Context(Command("eval")):
        assert sampling() == config
    assert sampling() == GenerateConfig(temperature=0), "in Python the model is not known yet"
