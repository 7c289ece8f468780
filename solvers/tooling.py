"""The four tools as native Inspect tools; every call is recorded and answered by the toolbox."""

from functools import cache

from inspect_ai.tool import ToolDef, ToolInfo, ToolParam, ToolParams

from mirror_inspect.elicitation.reply import ToolUse
from mirror_inspect.elicitation.toolbox import DESCRIPTIONS, Toolbox

INPUTS = {
    "calculator": "An arithmetic expression such as (12 + 7) * 3.",
    "search": "A few words to look up.",
    "ask_expert": "What to ask the specialist.",
    "flag_for_review": "Why a person should take it.",
}
PART = "The part of the task this is for: A or B."


@cache
def offered(single_item: bool) -> tuple[ToolInfo, ...]:
    """Return what a subject is told of the tools; unless they serve a single item, every tool also takes ``part``."""
    return tuple(
        ToolInfo(name=name, description=text, parameters=_parameters(name, single_item))
        for name, text in DESCRIPTIONS.items()
    )


def native_tools(toolbox: Toolbox, uses: list[ToolUse]) -> list[ToolDef]:
    """Return the tools that answer calls.

    Args:
        toolbox: What answers the calls.
        uses: Every call is appended here.
    """
    return [_tool(name, toolbox, uses) for name in DESCRIPTIONS]


def _tool(name: str, toolbox: Toolbox, uses: list[ToolUse]) -> ToolDef:
    async def on_part(input: str, part: str) -> str:
        use = toolbox.run(name, input, part)
        uses.append(use)
        return use.result

    async def on_item(input: str) -> str:
        return await on_part(input, "")

    run = on_item if toolbox.single_item else on_part
    return ToolDef(run, name, DESCRIPTIONS[name], _parameters(name, toolbox.single_item))


@cache
def _parameters(name: str, single_item: bool) -> ToolParams:
    """Return the schema of a tool's arguments, given to Inspect so that it is not derived for every conversation."""
    meaning = {"input": INPUTS[name]} | ({} if single_item else {"part": PART})
    return ToolParams(
        properties={argument: ToolParam(type="string", description=text) for argument, text in meaning.items()},
        required=list(meaning),
    )
