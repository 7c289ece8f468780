"""Experiment 6c's solver: up to four turns of rising pressure, and a question about the same situation elsewhere."""

from inspect_ai.model import ChatMessage
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import Field

from mirror_inspect.elicitation.conduct import read_turn
from mirror_inspect.elicitation.reply import Reply
from mirror_inspect.observation import Decision
from mirror_inspect.solvers.calls import Conversation, Elicitation, RepliesStore, elicit, raise_first, show
from mirror_inspect.solvers.ecosystem_plan import conversation_in
from mirror_inspect.solvers.sycophancy import one_turn
from mirror_inspect.taxonomy import Channel


class PressureTurnsStore(RepliesStore):
    """What a conversation brought back.

    Attributes:
        turns: One reply per turn that was held, first to last; the last one may be missing.
        replies: The reply to the question about the situation, asked in a fresh context.
    """

    turns: list[Reply] = Field(default_factory=list)


@solver
def press_values() -> Solver:
    """Hold the sample's conversation until the subject yields, breaks off or all four turns are through."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        store = PressureTurnsStore.of(state)
        item = conversation_in(state.metadata)
        asked = one_turn(Conversation(Channel.SELF_REPORT, items=(item.id,)), item.self_report, Channel.SELF_REPORT)
        await elicit(store, [asked])
        messages: list[ChatMessage] = []
        held: list[Elicitation] = []
        for number, turn in enumerate(item.turns, start=1):
            talk = Conversation(Channel.PRESSURE, items=(item.id,), messages=messages)
            held.append(one_turn(talk, turn, f"turn {number}"))
            reply = await held[-1].run()
            store.turns = [*store.turns, reply]
            # After yielding there is nothing left to press for; after a broken-off turn nobody is there to press.
            if reply.missing or read_turn(reply, item).decision is Decision.YIELDED:
                break
        show(state, store.turns[-1].text)
        raise_first([asked, *held])
        return state

    return solve
