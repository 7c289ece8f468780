"""Experiment 5's solver: an item under every prefix in every channel, each in a fresh context and a span of its own."""

from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import Field

from mirror_inspect.analysis.adversarial import ADVERSARIAL_CHANNELS
from mirror_inspect.args import Listed, chosen, share
from mirror_inspect.elicitation.pressure import text_before
from mirror_inspect.items import Question
from mirror_inspect.solvers.asking import ask_item, protocol_for, setting_for, toolbox_for
from mirror_inspect.solvers.calibration import is_calibration
from mirror_inspect.solvers.calls import Elicitation, RepliesStore, elicit, natural_or_first, raise_first, show
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.solvers.pressed import pressed_in
from mirror_inspect.taxonomy import Channel, Prefix


class PressureStore(RepliesStore):
    """What an item brought back under every prefix, and how it was asked.

    Attributes:
        prefixes: What stood before the item, one entry a reply; none in a calibration sample.
        seed: Seed that fixed the wordings.
        protocol: ``native`` or ``text``.
    """

    prefixes: list[Prefix] = Field(default_factory=list)
    seed: int = 0
    protocol: str = "native"


@solver
def press(
    channels: Listed = ADVERSARIAL_CHANNELS,
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    seed: int = 0,
    shots: int = 0,
) -> Solver:
    """Ask about the sample's item under every prefix in its metadata, or once and bare in a calibration sample.

    Args:
        channels: Channels to ask.
        tool_protocol: ``native`` or ``text``.
        expert_accuracy: Stated probability that ``ask_expert`` is right.
        seed: Fixes wordings and the expert.
        shots: Demonstrations for base models: 0, 2 or 4. With them tools are used in text.
    """
    selected = chosen("channel", channels, ADVERSARIAL_CHANNELS)
    protocol = protocol_for(tool_protocol, shots)
    expert = share("expert_accuracy", expert_accuracy)

    def planned(channel: Channel, item: Question, label: str = "", before: str = "") -> Elicitation:
        # The channel's own wording depends on the item only, so that an item differs between prefixes by the prefix.
        setting = setting_for(item, channel, seed=seed, protocol=protocol)
        toolbox = toolbox_for(item, channel, expert, seed)
        return ask_item(channel, item, setting, shots=shots, toolbox=toolbox, label=label, before=before)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        store = PressureStore.of(state)
        store.seed, store.protocol = seed, protocol
        calibrating = is_calibration(state.metadata)
        if calibrating:
            elicitations = [planned(Channel.NATURAL, asked_in(state.metadata).item)]
        else:
            pressed = pressed_in(state.metadata)
            cells = [(p, c) for p in pressed.paraphrase for c in selected]
            store.prefixes = [p for p, _ in cells]
            elicitations = [
                planned(c, pressed.item, p.value, text_before(p, pressed.paraphrase[p] or 0)) for p, c in cells
            ]
        replies = await elicit(store, elicitations)
        show(state, natural_or_first(replies))
        raise_first(elicitations, lasting=calibrating)
        return state

    return solve
