"""A simulated subject that answers asks from the wire: the same persona as ``simulated/<persona>``, called directly."""

import asyncio
import re
from typing import Any, Final

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
)
from inspect_ai.tool import ToolInfo, ToolParam, ToolParams

from mirror_inspect.subjects.provider import SimulatedSubject
from mirror_inspect.subjects.wire.exchange import Ask, Call, Message, Role, Said, Stop

_STOPS: Final = {"stop": Stop.DONE, "max_tokens": Stop.LENGTH, "content_filter": Stop.FILTER, "tool_calls": Stop.TOOLS}
_THINK: Final = re.compile(r"\A<think>\n?(.*?)\n?</think>\s*", re.DOTALL)
_MUSING: Final = "Let me look at what is asked before I settle on anything."


class WireSubject:
    """A simulated subject behind a wire format.

    Args:
        persona: Name of the persona.
        reasons: Whether every reply comes with reasoning, apart from the text as providers give it.
        parameters: Parameters of the persona to replace.
    """

    def __init__(self, persona: str = "calibrated", *, reasons: bool = False, **parameters: Any) -> None:
        self._subject = SimulatedSubject(persona, **parameters)
        self._reasons = reasons

    def answer(self, ask: Ask) -> Said:
        """Return what the subject says.

        Raises:
            SimulatedOutage: the persona's ``error`` rate has this conversation fail.
        """
        output = asyncio.run(self._generate(ask))
        text = output.completion
        reasoning = ""
        if found := _THINK.match(text):
            reasoning, text = found[1], text[found.end() :]
        elif self._reasons:
            reasoning = _MUSING
        reasoned = len(reasoning) // 4
        usage = output.usage
        return Said(
            text=text,
            stop=_STOPS[output.stop_reason],
            reasoning=reasoning,
            calls=tuple(Call(c.id, c.function, c.arguments) for c in output.message.tool_calls or ()),
            read=usage.input_tokens if usage else 0,
            written=(usage.output_tokens if usage else 0) + reasoned,
            reasoned=reasoned,
        )

    async def _generate(self, ask: Ask) -> ModelOutput:
        tools = [
            ToolInfo(
                name=t.name,
                description=t.name,
                parameters=ToolParams(properties={p: ToolParam(type="string") for p in t.parameters}),
            )
            for t in ask.tools
        ]
        messages = [_message(m) for m in ask.messages]
        return await self._subject.generate(messages, tools, "auto", GenerateConfig(seed=ask.seed))


def _message(message: Message) -> ChatMessage:
    match message.role:
        case Role.SYSTEM:
            return ChatMessageSystem(content=message.text)
        case Role.ASSISTANT:
            return ChatMessageAssistant(content=message.text)
        case Role.TOOL:
            return ChatMessageTool(content=message.text, tool_call_id=message.call)
    return ChatMessageUser(content=message.text)
