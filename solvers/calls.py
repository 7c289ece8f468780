"""Model calls of one sample: each in a fresh context, failures kept as observations and raised at the end."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    execute_tools,
    get_model,
)
from inspect_ai.solver import TaskState
from inspect_ai.tool import ToolInfo
from pydantic import Field
from tenacity import RetryError

from mirror_inspect.elicitation import tools as text_protocol
from mirror_inspect.elicitation.few_shot import MAX_TOKENS, STOPS, Talk, transcript
from mirror_inspect.elicitation.reply import FILTERED_STOPS, STEP_LIMIT_STOP, TRUNCATED_STOPS, Reply, ToolUse
from mirror_inspect.elicitation.toolbox import Toolbox
from mirror_inspect.solvers.outages import SWITCHBOARD, cause_of
from mirror_inspect.solvers.stored import Stored
from mirror_inspect.solvers.tooling import native_tools, offered
from mirror_inspect.taxonomy import Channel

BASE_MODEL = GenerateConfig(max_tokens=MAX_TOKENS, stop_seqs=list(STOPS))
"""Options of a base model, which does not end its reply by itself."""
STEP_LIMIT = 8
"""Largest number of model turns in a conversation with tools."""


def refuse_part(output: ModelOutput, tools: Sequence[ToolInfo]) -> None:
    """Refuse a tool call whose delivery ended early: an SDK may hand on the part it has, without the arguments.

    Raises:
        RuntimeError: the provider said no reason to stop, and a call lacks what its tool needs.
    """
    needed = {tool.name: set(tool.parameters.required) for tool in tools}
    for call in output.message.tool_calls or ():
        if output.stop_reason == "unknown" and not needed.get(call.function, set()) <= set(call.arguments):
            raise RuntimeError(f"the reply ended inside a call of {call.function}")


@dataclass
class Conversation:
    """One elicitation: its messages so far, what it cost, and the tools used.

    Attributes:
        channel: Channel elicited.
        wording: Index of the wording.
        items: Ids of the questions shown.
        config: Generation options of these calls only.
        model: The model to ask; the one under test by default.
        shown: Finished conversations that a base model is shown before this one.
    """

    channel: str
    wording: int = 0
    items: tuple[str, ...] = ()
    config: GenerateConfig = field(default_factory=GenerateConfig)
    model: Model | None = None
    shown: tuple[Talk, ...] = ()
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

    async def _generate(self, tools: Sequence[ToolInfo]) -> ModelOutput:
        model = self.model or get_model()
        sent, config = self._sent()
        SWITCHBOARD.refuse(name := str(model))
        try:
            output = await model.generate(sent, tools=list(tools), config=config)
        except RetryError as error:
            # What was met last is what a user can understand.
            met = error.last_attempt.exception()
            last = met if isinstance(met, Exception) else error
            SWITCHBOARD.failed(name, last)
            raise last from None
        except Exception as error:
            SWITCHBOARD.failed(name, error)
            raise
        SWITCHBOARD.answered(name)
        self.messages.append(output.message)
        if output.usage is not None:
            self.tokens = (self.tokens or 0) + output.usage.total_tokens
        if output.time is not None:
            self.latency = (self.latency or 0.0) + output.time
        # Providers also set ``error`` on filtered and over-long replies, which are replies and no outage.
        if output.error and output.stop_reason not in FILTERED_STOPS | TRUNCATED_STOPS:
            raise RuntimeError(output.error)
        return output

    def _sent(self) -> tuple[list[ChatMessage], GenerateConfig]:
        """Return what is sent: the messages, or for a base model one text that shows conversations before this one."""
        if not self.shown:
            return self.messages, self.config
        text = transcript(self.shown, [m.text for m in self.messages])
        return [ChatMessageUser(content=text)], BASE_MODEL.merge(self.config)

    async def _native_step(self, toolbox: Toolbox) -> ModelOutput | None:
        tools = offered(toolbox.single_item)
        output = await self._generate(tools)
        if not output.message.tool_calls:
            return output
        refuse_part(output, tools)
        results = await execute_tools(self.messages, native_tools(toolbox, self.uses))
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

    def unanswered(self) -> Reply:
        """Return what stands for this conversation when the sample ends before it does: a failed reply."""
        return self._record(error="the sample ended before a reply came")

    def _reply(self, output: ModelOutput | None) -> Reply:
        if output is None:
            return self._record(stop_reason=STEP_LIMIT_STOP)
        text = before_stop(output.completion) if self.shown else output.completion
        reply = self._record(text=text, stop_reason=output.stop_reason)
        self.turns.append(output.completion)
        return reply

    def _failed(self, error: Exception) -> Reply:
        self.failure = error
        return self._record(error=f"{type(error).__name__}: {error}"[:500])

    def _record(self, *, text: str = "", stop_reason: str = "stop", error: str | None = None) -> Reply:
        return Reply(
            channel=self.channel,
            text=text,
            stop_reason=stop_reason,
            error=error,
            tools=tuple(self.uses),
            turns=tuple(self.turns),
            wording=self.wording,
            items=self.items,
            tokens=self.tokens,
            latency=self.latency,
        )


def before_stop(text: str) -> str:
    """Return a base model's reply without the next turn it began: some providers leave the stop in the reply."""
    for stop in STOPS:
        text = text.partition(stop)[0]
    return text


@dataclass(frozen=True, slots=True)
class Elicitation:
    """A conversation that a sample is going to have, and the steps it takes.

    Attributes:
        talk: The conversation.
        run: Holds it and returns its last reply.
    """

    talk: Conversation
    run: Callable[[], Awaitable[Reply]]


class RepliesStore(Stored):
    """What a sample brought back: one reply per conversation, in the order planned."""

    replies: list[Reply] = Field(default_factory=list)


class ChannelsStore(RepliesStore):
    """What the channels brought back, one reply a channel, and how they were asked."""

    seed: int = 0
    payoff: str = "linear"
    protocol: str = "native"


async def elicit(store: RepliesStore, planned: Sequence[Elicitation]) -> list[Reply]:
    """Hold all conversations at once and store one reply for each, whatever happens.

    A conversation that a time limit or an exception elsewhere in the sample cuts off leaves a failed reply, so that
    what was planned can always be counted (rule 1).

    Args:
        store: Where the replies go.
        planned: The conversations of the sample.

    Returns:
        The replies, in the order planned.
    """
    replies = [e.talk.unanswered() for e in planned]

    async def keep(index: int, elicitation: Elicitation) -> None:
        replies[index] = await elicitation.run()

    try:
        await _at_once([partial(keep, i, e) for i, e in enumerate(planned)])
    finally:
        # Once, and outside the spans of the conversations: each would log every change of the store it saw.
        store.replies = replies
    return replies


async def _at_once(steps: Sequence[Callable[[], Coroutine[Any, Any, None]]]) -> None:
    """Run steps at once; the first exception among them ends all and is raised as it is.

    Inspect's ``collect`` would put a second span around the one that every conversation has of its own.
    """
    if len(steps) == 1:
        await steps[0]()
        return
    try:
        async with anyio.create_task_group() as group:
            for step in steps:
                group.start_soon(step)
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None


def natural_or_first(replies: Sequence[Reply]) -> str:
    """Return the text of the first natural answer, or of the first reply where there is none; empty without replies."""
    texts = [r.text for r in replies if r.channel == Channel.NATURAL] or [r.text for r in replies]
    return texts[0] if texts else ""


def show(state: TaskState, text: str) -> None:
    """Give the sample a visible answer: direct calls leave ``state`` untouched, and the viewer lists what it holds."""
    state.messages.append(ChatMessageAssistant(content=text))
    state.output.completion = text


def raise_first(planned: Sequence[Elicitation], *, lasting: bool = False) -> None:
    """Raise the first failure of a sample, once everything observed has been stored.

    With ``fail_on_error=False, score_on_error=True`` the sample is scored on what it has, and ``inspect eval-retry``
    runs exactly the samples that failed.

    Args:
        planned: The conversations of the sample.
        lasting: Raise only what asking again does not mend, such as a refused key: a calibration that misses a few
            calls is good enough, one that a key was missing for is not.
    """
    for elicitation in planned:
        failure = elicitation.talk.failure
        if failure is not None and (cause_of(failure) is not None or not lasting):
            raise failure
