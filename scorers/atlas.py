"""Experiment 1's scorer: reads and grades every channel's reply; its metric is the atlas in numbers."""

from inspect_ai.scorer import MetricProtocol, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from mirror_inspect.analysis.atlas import summarise_atlas
from mirror_inspect.elicitation.observe import observe_item
from mirror_inspect.observation import REPEAT_FLAG, Observation, to_metadata
from mirror_inspect.scorers.explain import table
from mirror_inspect.scorers.judging import check_grader, grader_model, judged
from mirror_inspect.scorers.summary import LogMetrics, as_log_metrics, as_number, stored_observations
from mirror_inspect.solvers.asking import setting_for
from mirror_inspect.solvers.atlas import AtlasStore
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.taxonomy import ATLAS_CHANNELS, Channel

HEADLINE = "gap_signed"


def atlas_observations(state: TaskState, experiment: str) -> list[tuple[Observation, str]]:
    """Return the observations of one atlas sample with the reason each is missing."""
    store = AtlasStore.of(state)
    asked = asked_in(state.metadata)
    record = {"experiment": experiment, "epoch": state.epoch, "flags": (REPEAT_FLAG,) if asked.repeat else ()}
    found = []
    for reply in store.replies:
        setting = setting_for(
            asked.item,
            Channel(reply.channel),
            asked.partner,
            seed=store.seed,
            repeat=asked.repeat,
            payoff=store.payoff,
            protocol=store.protocol,
        )
        found.append(observe_item(reply, setting, asked.item, **record))
    return found


async def _judged(state: TaskState, found: list[tuple[Observation, str]]) -> list[tuple[Observation, str]]:
    asked = asked_in(state.metadata)
    by_id = {q.id: q for q in (asked.item, asked.partner) if q}
    replies = [r.visible for r in AtlasStore.of(state).replies]
    return await judged(grader_model(), found, [by_id[o.item_id] for o, _ in found], replies)


@metric(scores="unreduced")
def atlas() -> MetricProtocol:
    """Accuracies, gaps, calibration, discrimination, convergence and coverage of Experiment 1."""

    def compute(scores: list[SampleScore]) -> LogMetrics:
        return as_log_metrics(summarise_atlas(stored_observations(scores)), headline=HEADLINE)

    return compute


@scorer(metrics=[atlas()])
def atlas_scorer(experiment: str = "exp1_atlas", judge: bool = False) -> Scorer:
    """Read and grade every channel's reply.

    Args:
        experiment: Name stored in the observations.
        judge: Have the model in the role ``grader`` read open-ended answers as well.
    """
    check_grader(judge)

    async def score(state: TaskState, target: Target) -> Score:
        found = atlas_observations(state, experiment)
        if judge:
            found = await _judged(state, found)
        by_channel = {o.channel: o for o, _ in found}
        value: LogMetrics = {}
        for channel in ATLAS_CHANNELS:
            o = by_channel.get(channel)
            value[f"{channel}_correct"] = as_number(o.correct if o else None)
            value[f"{channel}_signal"] = as_number(o.signal if o else None)
        natural = by_channel.get(Channel.NATURAL)
        return Score(
            value=value,
            answer=natural.answer if natural else None,
            explanation=table(found, gold=target.text),
            metadata=to_metadata([o for o, _ in found]),
        )

    return score
