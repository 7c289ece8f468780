"""Experiment 2's solver: calibration items, and disguised tasks asked through every channel in fresh contexts."""

from collections.abc import Mapping
from typing import Any, Final

from inspect_ai.dataset import Sample
from inspect_ai.solver import Generate, Solver, TaskState, solver

from mirror_inspect.args import Listed, chosen, one_of, share
from mirror_inspect.elicitation.channels import PAYOFFS
from mirror_inspect.items import Question, TransferTask
from mirror_inspect.observation import MAIN
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.solvers.asking import ask_item, protocol_for, setting_for, toolbox_for
from mirror_inspect.solvers.calibration import PHASE, is_calibration
from mirror_inspect.solvers.calls import ChannelsStore, Elicitation, elicit, natural_or_first, raise_first, show
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.taxonomy import TRANSFER_CHANNELS, Channel

CALIBRATION_CHANNELS: Final = (Channel.NATURAL,)
"""What a calibration item is asked for: a profile is made of natural answers."""
TASK: Final = "task"
PROFILE: Final = "profile"


class TransferStore(ChannelsStore):
    """What the channels brought back of a task, or of a calibration item."""


def task_sample(task: TransferTask, profile: CapabilityProfile) -> Sample:
    """Return the sample of one task, with the profile its signals will be held against."""
    return Sample(
        id=f"{task.id}/{profile.digest}",
        input=task.text,
        target=task.answer,
        metadata={
            PHASE: MAIN,
            "domain": task.hidden_domain.value,
            "subcategory": task.subcategory,
            "difficulty": task.difficulty,
            "family": task.family,
            "surface": task.surface,
            "profile_digest": profile.digest,
            "profile_source": profile.source,
            TASK: task.plain,
            PROFILE: profile.without_items.model_dump(mode="json"),
        },
    )


def task_in(metadata: Mapping[str, Any]) -> TransferTask:
    """Read back the task of a sample of the main phase."""
    return TransferTask.model_validate(metadata[TASK])


def profile_in(metadata: Mapping[str, Any]) -> CapabilityProfile:
    """Read back the profile of a sample of the main phase."""
    return CapabilityProfile.model_validate(metadata[PROFILE])


@solver
def ask_transfer(
    channels: Listed = TRANSFER_CHANNELS,
    payoff: str = "linear",
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    seed: int = 0,
    shots: int = 0,
) -> Solver:
    """Ask every channel about the sample's task; a calibration item is only answered.

    Args:
        channels: Channels to ask.
        payoff: ``linear`` or ``quadratic``, for the wager.
        tool_protocol: ``native`` or ``text``.
        expert_accuracy: Stated probability that ``ask_expert`` is right.
        seed: Fixes wordings and the expert.
        shots: Demonstrations for base models: 0, 2 or 4. With them tools are used in text.
    """
    selected = chosen("channel", channels, TRANSFER_CHANNELS)
    payoff = one_of("payoff", payoff, PAYOFFS)
    protocol = protocol_for(tool_protocol, shots)
    expert = share("expert_accuracy", expert_accuracy)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        calibrating = is_calibration(state.metadata)
        item: Question = asked_in(state.metadata).item if calibrating else task_in(state.metadata)

        def planned(channel: Channel) -> Elicitation:
            setting = setting_for(item, channel, seed=seed, payoff=payoff, protocol=protocol)
            toolbox = toolbox_for(item, channel, expert, seed)
            return ask_item(channel, item, setting, shots=shots, toolbox=toolbox)

        store = TransferStore.of(state)
        store.seed, store.payoff, store.protocol = seed, payoff, protocol
        elicitations = [planned(c) for c in (CALIBRATION_CHANNELS if calibrating else selected)]
        replies = await elicit(store, elicitations)
        show(state, natural_or_first(replies))
        raise_first(elicitations, lasting=calibrating)
        return state

    return solve
