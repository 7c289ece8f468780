"""Experiment 7's scorer: grades what was answered and said; the probe itself is fitted by ``mirror-inspect probe``."""

from inspect_ai.scorer import MetricProtocol, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from mirror_inspect.analysis.probe_behaviour import summarise_said
from mirror_inspect.metrics.intervals import share
from mirror_inspect.observation import to_metadata
from mirror_inspect.scorers.atlas import atlas_observations
from mirror_inspect.scorers.explain import table
from mirror_inspect.scorers.summary import LogMetrics, as_log_metrics, as_number, stored_observations
from mirror_inspect.solvers.hidden import HiddenStore
from mirror_inspect.solvers.mechanistic_plan import SAID
from mirror_inspect.taxonomy import Channel

EXPERIMENT = "exp7_mechanistic"
HEADLINE = "natural_accuracy"
LOOKED_INSIDE = "states"


@metric(scores="unreduced")
def mechanistic() -> MetricProtocol:
    """Accuracy, discrimination of what is said, coverage, and the share of items whose hidden states were kept."""

    def compute(scores: list[SampleScore]) -> LogMetrics:
        kept = sum(isinstance(v := s.score.value, dict) and v.get(LOOKED_INSIDE) == 1 for s in scores)
        found = {**summarise_said(stored_observations(scores)), "states_coverage": share(kept, len(scores))}
        return as_log_metrics(found, headline=HEADLINE)

    return compute


@scorer(metrics=[mechanistic()])
def mechanistic_scorer() -> Scorer:
    """Read and grade every channel's reply; say which hidden states were kept."""

    async def score(state: TaskState, target: Target) -> Score:
        found = atlas_observations(state, EXPERIMENT)
        by_channel = {o.channel: o for o, _ in found}
        natural = by_channel.get(Channel.NATURAL)
        states = HiddenStore.of(state).states
        value: LogMetrics = {"right": as_number(natural.correct if natural else None)}
        value |= {c.value: as_number(o.signal if (o := by_channel.get(c)) else None) for c in SAID}
        value[LOOKED_INSIDE] = float(states is not None)
        told = (
            "No hidden states were kept."
            if states is None
            else f"Hidden states kept at the last of {states.tokens} prompt tokens: layers "
            f"{', '.join(map(str, states.layers))} of 0 to {states.depth}, {states.width} units each, "
            + (f"in {states.file}." if states.file else f"{len(states.data) / 1000:.1f} kB in the store.")
        )
        return Score(
            value=value,
            answer=natural.answer if natural else None,
            explanation=table(found, gold=target.text, told=[told]),
            metadata=to_metadata([o for o, _ in found]),
        )

    return score
