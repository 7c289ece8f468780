"""Experiment 9's scorer: reads decisions and answers part by part; its metric is the knowing-doing table in numbers."""

from inspect_ai.scorer import MetricProtocol, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from mirror_inspect.analysis.knowdo import PROFILE_FLAG, summarise_knowdo
from mirror_inspect.args import share
from mirror_inspect.elicitation.agentic import READERS
from mirror_inspect.elicitation.channels import Setting
from mirror_inspect.elicitation.observe import graded, observe_item
from mirror_inspect.elicitation.reply import Reply
from mirror_inspect.items import Question
from mirror_inspect.observation import Decision, Observation, Status, to_metadata
from mirror_inspect.scorers.atlas import as_number
from mirror_inspect.scorers.explain import table
from mirror_inspect.scorers.summary import LogMetrics, as_log_metrics, stored_observations
from mirror_inspect.solvers.atlas import ITEM
from mirror_inspect.solvers.cells import CALIBRATION, CONFIDENCE, Cell, cell_of, is_calibration
from mirror_inspect.solvers.knowdo import KnowDoStore
from mirror_inspect.taxonomy import PARADIGM_CHANNEL, Paradigm

HEADLINE = "knowdo_gap"
EXPERIMENT = "exp9_knowdo"
Found = list[tuple[Observation, str]]


def calibration_observations(state: TaskState, replies: list[Reply]) -> Found:
    """Return the observations of one calibration item."""
    item = Question.model_validate(state.metadata[ITEM])
    record = {"experiment": EXPERIMENT, "phase": CALIBRATION}
    return [observe_item(r, Setting(wording=r.wording), item, **record) for r in replies]


def cell_observations(cell: Cell, replies: list[Reply], profile_digest: str) -> Found:
    """Return the observations of one cell, with the reason each is missing."""
    flags = (f"{PROFILE_FLAG}{profile_digest}",)
    if cell.paradigm == CONFIDENCE:
        return _confidence(cell, replies, flags)
    found: Found = [(_escalated(cell, slot, flags), "") for slot in cell.routed]
    for attempt, reply in enumerate(replies):
        marks = (*flags, f"attempt:{attempt + 1}") if len(replies) > 1 else flags
        found += [_part(cell, slot, reply, marks) for slot in cell.kept]
    return found


def _confidence(cell: Cell, replies: list[Reply], flags: tuple[str, ...]) -> Found:
    by_item = {q.id: (slot, q) for slot, q in cell.questions.items()}
    found: Found = []
    for reply in replies:
        slot, question = by_item[reply.items[0]]
        o, reason = observe_item(
            reply, Setting(wording=reply.wording), question, experiment=EXPERIMENT, flags=flags, slot=slot
        )
        place = {"group": cell.task.id, "condition": cell.condition.value, "weak": question.domain in cell.weak}
        found.append((o.model_copy(update=place), reason))
    return found


def _record(cell: Cell, slot: str) -> dict[str, object]:
    question = cell.questions[slot]
    return {
        "experiment": EXPERIMENT,
        "item_id": question.id,
        "group": cell.task.id,
        "slot": slot,
        "domain": question.domain.value,
        "subcategory": question.subcategory,
        "difficulty": question.difficulty,
        "channel": PARADIGM_CHANNEL[Paradigm(cell.paradigm)].value,
        "paradigm": cell.paradigm,
        "condition": cell.condition.value,
        "weak": question.domain in cell.weak,
    }


def _escalated(cell: Cell, slot: str, flags: tuple[str, ...]) -> Observation:
    record = _record(cell, slot)
    return Observation.model_validate(
        record | {"status": Status.OBSERVED, "decision": Decision.ESCALATED, "flags": flags}
    )


def _part(cell: Cell, slot: str, reply: Reply, flags: tuple[str, ...]) -> tuple[Observation, str]:
    behaviour = READERS[Paradigm(cell.paradigm)](reply, slot)
    behaviour, answer, correct = graded(behaviour, cell.questions[slot].spec)
    read = {
        "status": behaviour.status,
        "answer": answer,
        "correct": correct,
        "signal": behaviour.signal,
        "decision": behaviour.decision,
        "tokens": reply.tokens,
        "latency": reply.latency,
        "flags": (*flags, *behaviour.flags),
    }
    return Observation.model_validate(_record(cell, slot) | read), behaviour.reason


@metric(scores="unreduced")
def knowdo(resolver: float = 0.9) -> MetricProtocol:
    """Utility ladder, confident failures, escalation contrasts, routing and coverage of Experiment 9.

    Args:
        resolver: Accuracy of whoever takes over what the subject does not do itself.
    """
    q = share("resolver", resolver)

    def compute(scores: list[SampleScore]) -> LogMetrics:
        return as_log_metrics(summarise_knowdo(stored_observations(scores), resolver=q), headline=HEADLINE)

    return compute


@scorer(metrics=[knowdo()])
def knowdo_scorer() -> Scorer:
    """Read every part's decision and answer, and grade what was answered."""

    async def score(state: TaskState, target: Target) -> Score:
        replies = list(state.store_as(KnowDoStore).replies)
        if is_calibration(state.metadata):
            found = calibration_observations(state, replies)
        else:
            found = cell_observations(cell_of(state.metadata), replies, state.metadata["profile_digest"])
        return Score(
            value=_leaves(found),
            answer=" | ".join(f"{o.slot or o.channel}: {o.answer}" for o, _ in found if o.answer is not None),
            explanation=table(found, gold=target.text),
            metadata=to_metadata([o for o, _ in found]),
        )

    return score


def _leaves(found: Found) -> dict[str, str | int | float | bool | None]:
    """Return the columns of the sample list: what was right, taken on and observed."""
    observed = [o for o, _ in found if o.status is Status.OBSERVED]
    grades = [float(o.correct) for o in observed if o.correct is not None]
    decided = [o for o in observed if o.paradigm in {Paradigm.AUTONOMOUS, Paradigm.CHECKPOINT}]
    proceeds = [float(o.decision is Decision.PROCEED) for o in decided]
    failures = [float(o.decision is Decision.PROCEED and o.correct is False) for o in decided]
    return {
        "right": _mean(grades),
        "proceeded": _mean(proceeds),
        "failed": _mean(failures),
        "observed": _mean([float(o.status is Status.OBSERVED) for o, _ in found]),
    }


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else as_number(None)
