"""Experiment 1's solver: every channel asks about the same item, each in a fresh context and a span of its own."""

from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import span

from mirror_inspect.args import Listed, chosen, one_of, share
from mirror_inspect.elicitation.channels import CHANNELS, Setting
from mirror_inspect.elicitation.few_shot import item_talks, shot_count, toss
from mirror_inspect.elicitation.reply import Reply
from mirror_inspect.elicitation.toolbox import Toolbox
from mirror_inspect.elicitation.wording import WORDINGS, coin, wording_of
from mirror_inspect.items import Question
from mirror_inspect.solvers.calls import Conversation, Elicitation, RepliesStore, elicit, raise_first, show
from mirror_inspect.taxonomy import ATLAS_CHANNELS, Channel

PAYOFFS = ("linear", "quadratic")
PROTOCOLS = ("native", "text")
ITEM, PARTNER, REPEAT = "question", "partner", "repeat"
"""Keys of the sample metadata this solver reads."""


class AtlasStore(RepliesStore):
    """What the channels brought back, one reply a channel, and how they were asked."""

    seed: int = 0
    payoff: str = "linear"
    protocol: str = "native"


def setting_for(
    item: Question, channel: Channel, partner: Question | None, *, repeat: bool, seed: int, payoff: str, protocol: str
) -> Setting:
    """Return how a channel asks about an item: fixed by ids and seed, so that scoring can rebuild it.

    The second occasion of a repeated item keeps the wording in half of the items and moves to the next in the others,
    which separates wording from occasion.
    """
    wording = wording_of(item.id, channel, seed=seed)
    if repeat and coin("wording", item.id, channel, seed):
        wording = (wording + 1) % WORDINGS
    return Setting(
        wording=wording,
        payoff=payoff,
        protocol=protocol,
        partner=partner,
        harder_first=coin("order", item.id, seed) != repeat,
    )


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
    protocol = one_of("tool_protocol", tool_protocol, PROTOCOLS) if not shot_count(shots) else "text"
    expert = share("expert_accuracy", expert_accuracy)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        item = Question.model_validate(state.metadata[ITEM])
        partner = Question.model_validate(state.metadata[PARTNER]) if state.metadata.get(PARTNER) else None
        repeat = bool(state.metadata.get(REPEAT))
        asked = [c for c in selected if partner or not CHANNELS[c].needs_partner]

        def planned(channel: Channel) -> Elicitation:
            setting = setting_for(item, channel, partner, repeat=repeat, seed=seed, payoff=payoff, protocol=protocol)
            row = CHANNELS[channel]
            shown = item_talks(channel, setting, toss(shots, item.id))
            talk = Conversation(channel, wording=setting.wording, items=(item.id,), shown=shown)

            async def run() -> Reply:
                async with span(channel.value, type="channel"):
                    prompt = row.ask(item, setting)
                    if not row.uses_tools:
                        return await talk.ask(prompt)
                    return await talk.work(prompt, Toolbox({"": item}, expert, seed), protocol=protocol)

            return Elicitation(talk, run)

        store = state.store_as(AtlasStore)
        store.seed, store.payoff, store.protocol = seed, payoff, protocol
        elicitations = [planned(c) for c in asked]
        replies = await elicit(store, elicitations)
        shown = [r.text for r in replies if r.channel == Channel.NATURAL] or [r.text for r in replies]
        show(state, shown[0] if shown else "(no channel asks about this item: it has no easier partner)")
        raise_first(elicitations)
        return state

    return solve
