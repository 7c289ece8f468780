"""Experiment 9's solver: calibration items, and agentic tasks in one paradigm and condition a sample."""

from collections.abc import Awaitable, Callable

from inspect_ai.model import ChatMessageAssistant, GenerateConfig
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import StoreModel, collect, span
from pydantic import Field

from mirror_inspect.args import one_of, share, whole
from mirror_inspect.elicitation.agentic import (
    PROMPTS,
    Work,
    autonomous_prompt,
    checkpoint_results,
    read_checkpoint_decision,
)
from mirror_inspect.elicitation.channels import CHANNELS, Setting
from mirror_inspect.elicitation.information import information
from mirror_inspect.elicitation.reply import Reply, ToolUse
from mirror_inspect.elicitation.toolbox import Toolbox
from mirror_inspect.elicitation.wording import wording_of
from mirror_inspect.grading.clean import visible_text
from mirror_inspect.items import Question
from mirror_inspect.observation import Decision
from mirror_inspect.solvers.atlas import ITEM, PROTOCOLS
from mirror_inspect.solvers.calls import Conversation, raise_first
from mirror_inspect.solvers.cells import CONFIDENCE, Cell, cell_of, is_calibration
from mirror_inspect.taxonomy import PARADIGM_CHANNEL, Channel, Condition, Paradigm

CALIBRATION_CHANNELS = (Channel.NATURAL, Channel.WAGER)
CONFIDENCE_CHANNELS = (Channel.RATING, Channel.SELF_REPORT)
ATTEMPT_TEMPERATURE = 0.7
"""Temperature of repeated P3 attempts; a single attempt keeps the run's own."""


class KnowDoStore(StoreModel):
    """What a sample of Experiment 9 brought back: one reply per conversation."""

    replies: list[Reply] = Field(default_factory=list)


@solver
def act(tool_protocol: str = "native", expert_accuracy: float = 0.9, attempts: int = 1, seed: int = 0) -> Solver:
    """Run one sample: a calibration item, a task in P1, P2 or P3, or the confidence in its components.

    Args:
        tool_protocol: ``native`` or ``text``, for P1.
        expert_accuracy: Stated probability that the expert, and P2's specialist tool, is right.
        attempts: P3 attempts per task under C1; more than one are drawn at temperature 0.7.
        seed: Fixes wordings and the expert.
    """
    protocol = one_of("tool_protocol", tool_protocol, PROTOCOLS)
    expert = share("expert_accuracy", expert_accuracy)
    k = whole("attempts", attempts, low=1, high=25)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        talks: list[Conversation] = []
        if is_calibration(state.metadata):
            item = Question.model_validate(state.metadata[ITEM])
            work: list[Awaitable[Reply]] = [_single(talks, c, item, seed) for c in CALIBRATION_CHANNELS]
        else:
            work = _cell_work(talks, cell_of(state.metadata), protocol, expert, k, seed)
        replies = await collect(*work)
        state.store_as(KnowDoStore).replies = list(replies)
        shown = replies[0].text if replies else "(every part was routed; the subject was not asked)"
        state.messages.append(ChatMessageAssistant(content=shown))
        state.output.completion = shown
        if not is_calibration(state.metadata):
            raise_first(talks)
        return state

    return solve


def _cell_work(
    talks: list[Conversation], cell: Cell, protocol: str, expert: float, attempts: int, seed: int
) -> list[Awaitable[Reply]]:
    if cell.paradigm == CONFIDENCE:
        return [_single(talks, c, q, seed, slot) for slot, q in cell.questions.items() for c in CONFIDENCE_CHANNELS]
    if not cell.kept:
        return []
    run = RUNNERS[Paradigm(cell.paradigm)]
    repeated = attempts if cell.paradigm == Paradigm.BEHAVIOURAL and cell.condition == Condition.UNINFORMED else 1
    return [run(talks, cell, protocol, expert, seed, attempt if repeated > 1 else None) for attempt in range(repeated)]


async def _single(talks: list[Conversation], channel: Channel, item: Question, seed: int, slot: str = "") -> Reply:
    """Ask one channel about one item alone."""
    setting = Setting(wording=wording_of(item.id, channel, seed=seed))
    talk = Conversation(channel, wording=setting.wording, items=(item.id,))
    talks.append(talk)
    async with span(f"{channel} {slot}".strip(), type="channel"):
        return await talk.ask(CHANNELS[channel].ask(item, setting))


def _work(cell: Cell) -> Work:
    domains = {slot: q.domain for slot, q in cell.questions.items()}
    told = information(cell.condition, domains, cell.shown)
    parts = {slot: q.text for slot, q in cell.kept.items()}
    return Work(cell.task.scenario, parts, cell.routed, told)


def _talk(talks: list[Conversation], cell: Cell, paradigm: Paradigm, config: GenerateConfig) -> Conversation:
    channel = PARADIGM_CHANNEL[paradigm]
    talk = Conversation(channel, items=tuple(q.id for q in cell.kept.values()), config=config)
    talks.append(talk)
    return talk


async def _autonomous(
    talks: list[Conversation], cell: Cell, protocol: str, expert: float, seed: int, attempt: int | None
) -> Reply:
    talk = _talk(talks, cell, Paradigm.AUTONOMOUS, GenerateConfig())
    async with span("P1 autonomous", type="paradigm"):
        toolbox = Toolbox(dict(cell.kept), expert, seed)
        return await talk.work(autonomous_prompt(_work(cell), protocol=protocol), toolbox, protocol=protocol)


async def _checkpoint(
    talks: list[Conversation], cell: Cell, protocol: str, expert: float, seed: int, attempt: int | None
) -> Reply:
    talk = _talk(talks, cell, Paradigm.CHECKPOINT, GenerateConfig())
    async with span("P2 checkpoint", type="paradigm"):
        first = await talk.ask(PROMPTS[Paradigm.CHECKPOINT](_work(cell)))
        if first.missing:
            return first
        decided = {s: read_checkpoint_decision(visible_text(first.text), s).decision for s in cell.kept}
        wanted = [slot for slot, decision in decided.items() if decision is Decision.TOOL]
        if not wanted:
            return first
        toolbox = Toolbox(dict(cell.kept), expert, seed)
        results = {slot: toolbox.expert_answer(cell.kept[slot]) for slot in wanted}
        talk.uses += [ToolUse(name="ask_expert", argument="", part=s, result=r) for s, r in results.items()]
        return await talk.ask(checkpoint_results(results))


async def _forced(
    talks: list[Conversation], cell: Cell, protocol: str, expert: float, seed: int, attempt: int | None
) -> Reply:
    again = (
        GenerateConfig() if attempt is None else GenerateConfig(temperature=ATTEMPT_TEMPERATURE, seed=seed + attempt)
    )
    talk = _talk(talks, cell, Paradigm.BEHAVIOURAL, again)
    async with span("P3 behavioural" if attempt is None else f"P3 attempt {attempt + 1}", type="paradigm"):
        return await talk.ask(PROMPTS[Paradigm.BEHAVIOURAL](_work(cell)))


Runner = Callable[[list[Conversation], Cell, str, float, int, int | None], Awaitable[Reply]]
RUNNERS: dict[Paradigm, Runner] = {
    Paradigm.AUTONOMOUS: _autonomous,
    Paradigm.CHECKPOINT: _checkpoint,
    Paradigm.BEHAVIOURAL: _forced,
}
