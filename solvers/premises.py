"""Experiment 6b's solver: a request is put as it stands, with no hint that anything might be wrong with it."""

from inspect_ai.solver import Generate, Solver, TaskState, solver

from mirror_inspect.solvers.calls import Conversation, RepliesStore, elicit, raise_first, show
from mirror_inspect.solvers.ecosystem_plan import premise_in
from mirror_inspect.solvers.sycophancy import one_turn
from mirror_inspect.taxonomy import Channel


class RequestStore(RepliesStore):
    """The one reply to a request."""


@solver
def put_request() -> Solver:
    """Put the sample's request in a fresh context."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        item = premise_in(state.metadata)
        planned = [one_turn(Conversation(Channel.REQUEST, items=(item.id,)), item.prompt, Channel.REQUEST)]
        (reply,) = await elicit(RequestStore.of(state), planned)
        show(state, reply.text)
        raise_first(planned)
        return state

    return solve
