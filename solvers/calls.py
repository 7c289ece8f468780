"""Model calls of one sample: each in a fresh context, failures kept as observations and raised at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    execute_tools,
    get_model,
)

from mirror_inspect.elicitation import tools as text_protocol
from mirror_inspect.elicitation.reply import Reply, ToolUse
from mirror_inspect.elicitation.toolbox import Toolbox
from mirror_inspect.solvers.tooling import native_tools

STEP_LIMIT = 8
"""Largest number of model turns in a conversation with tools."""


@dataclass
class Conversation:
    """One elicitation: its messages so far, what it cost, and the tools used.

    Attributes:
        channel: Channel elicited.
        wording: Index of the wording.
        items: Ids of the questions shown.
        config: Generation options of these calls only.
        model: The model to ask; the one under test by default.
    """

    channel: str
    wording: int = 0
    items: tuple[str, ...] = ()
    config: GenerateConfig = field(default_factory=GenerateConfig)
    model: Model | None = None
    messages: list[ChatMessage] = field(default_factory=list)
    uses: list[ToolUse] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    tokens: int | None = None
    latency: float | None = None
    failure: Exception | None = None

    async def ask(self, prompt: str) -> Reply:
        """Add a user turn and return the reply; a failed call becomes a reply with an error."""
        self.messages.append(ChatMessageUser(content=prompt))
        try:
            return self._reply(await self._generate(()))
        except Exception as error:
            return self._failed(error)

    async def work(self, prompt: str, toolbox: Toolbox, *, protocol: str) -> Reply:
        """Add a user turn and let the subject use tools until it answers, flags everything or reaches the limit."""
        self.messages.append(ChatMessageUser(content=prompt))
        step = self._native_step if protocol == "native" else self._text_step
        try:
            for _ in range(STEP_LIMIT):
                output = await step(toolbox)
                if output is not None:
                    return self._reply(output)
            return self._reply(None)
        except Exception as error:
            return self._failed(error)

    async def _generate(self, tools: Sequence[object]) -> ModelOutput:
        model = self.model or get_model()
        output = await model.generate(self.messages, tools=list(tools), config=self.config)  # type: ignore[arg-type]
        self.messages.append(output.message)
        if output.usage is not None:
            self.tokens = (self.tokens or 0) + output.usage.total_tokens
        if output.time is not None:
            self.latency = (self.latency or 0.0) + output.time
        if output.error:
            raise RuntimeError(output.error)
        return output

    async def _native_step(self, toolbox: Toolbox) -> ModelOutput | None:
        tools = native_tools(toolbox, self.uses)
        output = await self._generate(tools)
        if not output.message.tool_calls:
            return output
        results = await execute_tools(self.messages, tools)
        self.messages.extend(results.messages)
        return self._next_turn(output, toolbox)

    async def _text_step(self, toolbox: Toolbox) -> ModelOutput | None:
        output = await self._generate(())
        calls = text_protocol.text_calls(output.completion)
        if not calls:
            return output
        made = [toolbox.run(name, argument, part) for name, argument, part in calls]
        self.uses.extend(made)
        told = "\n".join(f"[result of {u.name}{f' for part {u.part}' if u.part else ''}] {u.result}" for u in made)
        self.messages.append(ChatMessageUser(content=told))
        return self._next_turn(output, toolbox)

    def _next_turn(self, output: ModelOutput, toolbox: Toolbox) -> ModelOutput | None:
        """Return the output if every part is flagged, which ends the work; otherwise keep it as an earlier turn."""
        flagged = {u.part or "" for u in self.uses if u.name == text_protocol.FLAG}
        if flagged >= set(toolbox.questions):
            return output
        self.turns.append(output.completion)
        return None

    def _reply(self, output: ModelOutput | None) -> Reply:
        text = output.completion if output is not None else ""
        reply = Reply(
            channel=self.channel,
            text=text,
            stop_reason=output.stop_reason if output is not None else "tool_limit",
            tools=tuple(self.uses),
            turns=tuple(self.turns),
            wording=self.wording,
            items=self.items,
            tokens=self.tokens,
            latency=self.latency,
        )
        self.turns.append(text)
        return reply

    def _failed(self, error: Exception) -> Reply:
        self.failure = error
        return Reply(
            channel=self.channel,
            error=f"{type(error).__name__}: {error}"[:500],
            tools=tuple(self.uses),
            turns=tuple(self.turns),
            wording=self.wording,
            items=self.items,
            tokens=self.tokens,
            latency=self.latency,
        )


def raise_first(conversations: Sequence[Conversation]) -> None:
    """Raise the first failure of a sample, once everything observed has been stored.

    With ``fail_on_error=False, score_on_error=True`` the sample is scored on what it has, and ``inspect eval-retry``
    runs exactly the samples that failed.
    """
    for conversation in conversations:
        if conversation.failure is not None:
            raise conversation.failure
