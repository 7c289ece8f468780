"""Experiment 3's solver: everything about one composite, each question in a fresh context and a span of its own."""

from inspect_ai.model import get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import span
from pydantic import Field

from mirror_inspect.args import Listed, as_list, chosen
from mirror_inspect.elicitation.linked import FURTHER, WHOLE, Ask, Odds, asks, prompt_for, wording_for
from mirror_inspect.elicitation.reply import Reply
from mirror_inspect.items import Composite
from mirror_inspect.solvers.calls import Conversation, Elicitation, RepliesStore, elicit, raise_first, show
from mirror_inspect.solvers.source import ProfileFor
from mirror_inspect.taxonomy import Channel

COMPOSITE, ODDS = "composite", "odds"
"""Keys of the sample metadata this solver reads."""


class CompositionStore(RepliesStore):
    """What the questions brought back, one reply a question in the order of ``asks``, and what they depended on.

    Attributes:
        channels: Channels in which the whole was answered beside the natural one.
        weak: Weak domains of the profile; ``None`` without one.
        profile: Digest of the profile; empty without one.
    """

    channels: list[str] = Field(default_factory=list)
    weak: list[str] | None = None
    profile: str = ""


@solver
def ask_composite(channels: Listed = "", profile_for: ProfileFor | None = None, seed: int = 0) -> Solver:
    """Ask everything about the sample's composite and its parts.

    Args:
        channels: Channels in which the whole is answered beside the natural one.
        profile_for: Picks the running model's profile; raises before any call where there is none.
        seed: Fixes wordings and the order in which parts are named.
    """
    further = chosen("channel", channels, FURTHER) if as_list(channels) else ()

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        composite = Composite.model_validate(state.metadata[COMPOSITE])
        odds = Odds.model_validate(state.metadata[ODDS])
        store = CompositionStore.of(state)
        store.channels = [c.value for c in further]
        if profile_for is not None:
            profile = profile_for(str(get_model()), ())
            store.weak, store.profile = sorted(d.value for d in profile.weak_set()), profile.digest
        questions = asks(further)
        elicitations = [_planned(ask, composite, odds, seed) for ask in questions]
        replies = await elicit(store, elicitations)
        answered = questions.index(Ask(Channel.NATURAL, WHOLE))
        show(state, replies[answered].text)
        raise_first(elicitations)
        return state

    return solve


def _planned(ask: Ask, composite: Composite, odds: Odds, seed: int) -> Elicitation:
    talk = Conversation(ask.channel, wording=wording_for(composite, ask, seed=seed), items=(composite.id,))

    async def run() -> Reply:
        async with span(ask.label, type="channel"):
            return await talk.ask(prompt_for(composite, ask, odds, seed=seed))

    return Elicitation(talk, run)
