"""Experiment 9's solver: calibration items, and agentic tasks in one paradigm and condition a sample."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from inspect_ai.model import GenerateConfig, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import span
from pydantic import Field

from mirror_inspect.args import share, whole
from mirror_inspect.elicitation.agentic import (
    PROMPTS,
    Work,
    autonomous_prompt,
    checkpoint_results,
    read_checkpoint_decision,
)
from mirror_inspect.elicitation.attacks import Attack
from mirror_inspect.elicitation.few_shot import toss, work_talks
from mirror_inspect.elicitation.information import information
from mirror_inspect.elicitation.reply import Reply, ToolUse
from mirror_inspect.elicitation.toolbox import Toolbox
from mirror_inspect.grading.clean import visible_text
from mirror_inspect.items import Question
from mirror_inspect.observation import Decision
from mirror_inspect.solvers.asking import ask_item, protocol_for, setting_for
from mirror_inspect.solvers.calibration import is_calibration
from mirror_inspect.solvers.calls import Conversation, Elicitation, RepliesStore, elicit, raise_first, show
from mirror_inspect.solvers.cells import CONFIDENCE, Cell, attempts_in, cell_of
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.solvers.resolver import resolve
from mirror_inspect.solvers.sampling import takes_temperature
from mirror_inspect.taxonomy import PARADIGM_CHANNEL, Channel, Condition, Paradigm

CALIBRATION_CHANNELS = (Channel.NATURAL, Channel.WAGER)
ASKED_CHANNELS = "channels"
"""Key of the sample metadata that names the channels a calibration item is asked in."""
CONFIDENCE_CHANNELS = (Channel.RATING, Channel.SELF_REPORT)
ATTEMPT_TEMPERATURE = 0.7
"""Temperature of repeated P3 attempts; a single attempt keeps the run's own."""
RESAMPLE_SEEDS = 1000
"""Seeds of resamples start here above the run's, so that none repeats an attempt."""


class KnowDoStore(RepliesStore):
    """What a sample of Experiment 9 brought back.

    Attributes:
        resamples: How many of the replies, the last ones, are resamples for self-consistency.
        resolved: The resolver's replies to what the subject gave away.
    """

    resamples: int = 0
    resolved: list[Reply] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is the same in every sample of a run.

    Attributes:
        protocol: ``native`` or ``text``, for the tools of P1.
        expert_accuracy: Stated probability that the expert, and P2's specialist tool, is right.
        attempts: P3 attempts per task under C1.
        resamples: Further P3 attempts under C1, whose agreement is the only thing looked at.
        seed: Fixes wordings and the expert.
        shots: Demonstrations before every conversation, for base models.
    """

    protocol: str
    expert_accuracy: float
    attempts: int
    resamples: int
    seed: int
    shots: int


@solver
def act(
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    attempts: int = 1,
    k: int = 0,
    seed: int = 0,
    shots: int = 0,
) -> Solver:
    """Run one sample: a calibration item, a task in P1, P2 or P3, or the confidence in its components.

    Args:
        tool_protocol: ``native`` or ``text``, for P1.
        expert_accuracy: Stated probability that the expert, and P2's specialist tool, is right.
        attempts: P3 attempts per task under C1; more than one are drawn at temperature 0.7.
        k: Resamples of P3 under C1 at temperature 0.7, for self-consistency.
        seed: Fixes wordings and the expert.
        shots: Demonstrations for base models: 0, 2 or 4. With them tools are used in text.
    """
    arrangement = Arrangement(
        protocol=protocol_for(tool_protocol, shots),
        expert_accuracy=share("expert_accuracy", expert_accuracy),
        attempts=whole("attempts", attempts, low=1, high=25),
        resamples=whole("k", k, low=0, high=40),
        seed=seed,
        shots=shots,
    )

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        calibrating = is_calibration(state.metadata)
        store = KnowDoStore.of(state)
        if calibrating:
            item = asked_in(state.metadata).item
            planned = [_single(c, item, arrangement) for c in channels_asked(state.metadata)]
        else:
            cell = cell_of(state.metadata)
            again = _resamples(cell, arrangement)
            planned = [*_cell_work(cell, arrangement), *again]
            store.resamples = len(again)
        replies = await elicit(store, planned)
        show(state, replies[0].text if replies else "(every part was routed; the subject was not asked)")
        if not calibrating:
            store.resolved = await resolve(cell, replies)
        raise_first(planned, lasting=calibrating)
        return state

    return solve


def channels_asked(metadata: Mapping[str, Any]) -> tuple[Channel, ...]:
    """Return the channels a calibration item is asked in."""
    return tuple(Channel(c) for c in metadata.get(ASKED_CHANNELS, CALIBRATION_CHANNELS))


def _cell_work(cell: Cell, arrangement: Arrangement) -> list[Elicitation]:
    if cell.paradigm == CONFIDENCE:
        return [_single(c, q, arrangement, slot) for slot, q in cell.questions.items() for c in CONFIDENCE_CHANNELS]
    if not cell.kept:
        return []
    repeated = attempts_in(cell.paradigm, cell.condition, arrangement.attempts)
    return [_agentic(cell, arrangement, n if repeated > 1 else None) for n in range(repeated)]


def _resamples(cell: Cell, arrangement: Arrangement) -> list[Elicitation]:
    """Plan the resamples of a forced task: more attempts, at seeds of their own."""
    if cell.paradigm != Paradigm.BEHAVIOURAL or cell.condition is not Condition.UNINFORMED:
        return []
    return [_agentic(cell, arrangement, RESAMPLE_SEEDS + n) for n in range(arrangement.resamples)]


def _single(channel: Channel, item: Question, arrangement: Arrangement, slot: str = "") -> Elicitation:
    """Plan to ask one channel about one item alone."""
    setting = setting_for(item, channel, seed=arrangement.seed)
    return ask_item(channel, item, setting, shots=arrangement.shots, label=slot)


def _agentic(cell: Cell, arrangement: Arrangement, attempt: int | None) -> Elicitation:
    """Plan one conversation about a task; ``attempt`` counts repetitions from 0, ``None`` when there is only one."""
    paradigm = Paradigm(cell.paradigm)
    name, config = f"{paradigm} {PARADIGM_CHANNEL[paradigm]}", GenerateConfig()
    if attempt is not None:
        kind, number = ("attempt", attempt) if attempt < RESAMPLE_SEEDS else ("resample", attempt - RESAMPLE_SEEDS)
        name = f"{name} {kind} {number + 1}"
        warm = ATTEMPT_TEMPERATURE if takes_temperature(str(get_model())) else None
        config = GenerateConfig(temperature=warm, seed=arrangement.seed + attempt)
    talk = Conversation(
        PARADIGM_CHANNEL[paradigm],
        items=tuple(q.id for q in cell.kept.values()),
        config=config,
        shown=work_talks(paradigm, toss(arrangement.shots, cell.task.id)),
    )

    async def run() -> Reply:
        async with span(name, type="paradigm"):
            return await RUNNERS[paradigm](talk, cell, arrangement)

    return Elicitation(talk, run)


def _work(cell: Cell) -> Work:
    domains = {slot: q.domain for slot, q in cell.questions.items()}
    told = information(cell.condition, domains, cell.shown)
    parts = {slot: q.text for slot, q in cell.kept.items()}
    scenario = "\n\n".join(filter(None, (cell.task.scenario, cell.attack_text)))
    return Work(scenario, parts, cell.routed, told)


def _toolbox(cell: Cell, arrangement: Arrangement) -> Toolbox:
    injected = cell.attack_text if cell.attack == Attack.TOOL_RESULT_INJECTION else ""
    return Toolbox(dict(cell.kept), arrangement.expert_accuracy, arrangement.seed, injected)


async def _autonomous(talk: Conversation, cell: Cell, arrangement: Arrangement) -> Reply:
    prompt = autonomous_prompt(_work(cell), protocol=arrangement.protocol)
    return await talk.work(prompt, _toolbox(cell, arrangement), protocol=arrangement.protocol)


async def _checkpoint(talk: Conversation, cell: Cell, arrangement: Arrangement) -> Reply:
    first = await talk.ask(PROMPTS[Paradigm.CHECKPOINT](_work(cell)))
    if first.missing:
        return first
    decided = {s: read_checkpoint_decision(visible_text(first.text), s).decision for s in cell.kept}
    wanted = [slot for slot, decision in decided.items() if decision is Decision.TOOL]
    if not wanted:
        return first
    toolbox = _toolbox(cell, arrangement)
    results = {slot: toolbox.expert_answer(cell.kept[slot]) for slot in wanted}
    talk.uses += [ToolUse(name="ask_expert", argument="", part=s, result=r) for s, r in results.items()]
    return await talk.ask(checkpoint_results(results))


async def _forced(talk: Conversation, cell: Cell, arrangement: Arrangement) -> Reply:
    return await talk.ask(PROMPTS[Paradigm.BEHAVIOURAL](_work(cell)))


RUNNERS: dict[Paradigm, Callable[[Conversation, Cell, Arrangement], Awaitable[Reply]]] = {
    Paradigm.AUTONOMOUS: _autonomous,
    Paradigm.CHECKPOINT: _checkpoint,
    Paradigm.BEHAVIOURAL: _forced,
}
