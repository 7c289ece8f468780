"""Experiment 6a's solver: a text is written once and scored by its author in five fresh contexts."""

from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import span
from pydantic import Field

from mirror_inspect.elicitation import self_score
from mirror_inspect.elicitation.reply import Reply
from mirror_inspect.items import content_id
from mirror_inspect.observation import Status
from mirror_inspect.solvers.calls import Conversation, Elicitation, RepliesStore, elicit, raise_first, show
from mirror_inspect.solvers.ecosystem_plan import production_in
from mirror_inspect.taxonomy import Channel, Context


class SelfScoreStore(RepliesStore):
    """What a sample brought back.

    Attributes:
        written: The reply that holds the text; empty until it has come.
        replies: One reply per context, in the order of ``Context``; none when there is no text to score.
    """

    written: list[Reply] = Field(default_factory=list)


def one_turn(talk: Conversation, prompt: str, label: str) -> Elicitation:
    """Return an elicitation of one user turn in a span of its own."""

    async def run() -> Reply:
        async with span(label, type="channel"):
            return await talk.ask(prompt)

    return Elicitation(talk, run)


@solver
def score_own_text(seed: int = 0) -> Solver:
    """Have the sample's text written, then scored in every context.

    Args:
        seed: Fixes which wording each text gets.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        store = SelfScoreStore.of(state)
        item = production_in(state.metadata)
        wording = int(content_id("score wording", seed, item.id), 16) % self_score.WORDINGS
        first = one_turn(Conversation(Channel.PRODUCTION, items=(item.id,)), item.prompt, Channel.PRODUCTION)
        store.written = await elicit(RepliesStore(), [first])
        (written,) = store.written
        show(state, written.text)
        planned: list[Elicitation] = []
        if self_score.read_text(written, item.words).status is Status.OBSERVED:
            text = written.visible.strip()
            for context in Context:
                talk = Conversation(Channel.SELF_SCORE, wording=wording, items=(item.id,))
                planned.append(one_turn(talk, self_score.prompt(item.prompt, text, context, wording), context))
            await elicit(store, planned)
        raise_first([first, *planned])
        return state

    return solve
