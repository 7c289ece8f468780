"""Experiment 1's solver: every channel asks about the same item, each in a fresh context and a span of its own."""

from inspect_ai.solver import Generate, Solver, TaskState, solver

from mirror_inspect.args import Listed, chosen, one_of, share
from mirror_inspect.elicitation.channels import CHANNELS, PAYOFFS
from mirror_inspect.solvers.asking import ask_item, protocol_for, setting_for, toolbox_for
from mirror_inspect.solvers.calibration import is_calibration
from mirror_inspect.solvers.calls import ChannelsStore, Elicitation, elicit, natural_or_first, raise_first, show
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.taxonomy import ATLAS_CHANNELS, Channel


class AtlasStore(ChannelsStore):
    """What the channels brought back of an item."""


@solver
def ask_channels(
    channels: Listed = ATLAS_CHANNELS,
    payoff: str = "linear",
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    seed: int = 0,
    shots: int = 0,
) -> Solver:
    """Ask every channel about the sample's item.

    Args:
        channels: Channels to ask; those that need a partner are left out where the item has none.
        payoff: ``linear`` or ``quadratic``, for the wager.
        tool_protocol: ``native`` or ``text``.
        expert_accuracy: Stated probability that ``ask_expert`` is right.
        seed: Fixes wordings, orders and the expert.
        shots: Demonstrations for base models: 0, 2 or 4. With them tools are used in text.
    """
    selected = chosen("channel", channels, ATLAS_CHANNELS)
    payoff = one_of("payoff", payoff, PAYOFFS)
    protocol = protocol_for(tool_protocol, shots)
    expert = share("expert_accuracy", expert_accuracy)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        asked = asked_in(state.metadata)

        def planned(channel: Channel) -> Elicitation:
            setting = setting_for(
                asked.item,
                channel,
                asked.partner,
                seed=seed,
                repeat=asked.repeat,
                payoff=payoff,
                protocol=protocol,
            )
            toolbox = toolbox_for(asked.item, channel, expert, seed)
            return ask_item(channel, asked.item, setting, shots=shots, toolbox=toolbox)

        store = AtlasStore.of(state)
        store.seed, store.payoff, store.protocol = seed, payoff, protocol
        elicitations = [planned(c) for c in selected if asked.partner or not CHANNELS[c].needs_partner]
        replies = await elicit(store, elicitations)
        nothing = "(no channel asks about this item: it has no easier partner)"
        show(state, natural_or_first(replies) if replies else nothing)
        raise_first(elicitations, lasting=is_calibration(state.metadata))
        return state

    return solve
