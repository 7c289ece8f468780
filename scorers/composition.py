"""Experiment 3's scorer: reads and grades every question's reply; its metric is self-prediction on composites."""

from inspect_ai.scorer import MetricProtocol, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from mirror_inspect.analysis.composition import summarise_composition
from mirror_inspect.elicitation.linked import FIRST, SECOND, WHOLE, Ask, Odds, asks, observe
from mirror_inspect.items import Composite
from mirror_inspect.observation import Observation, to_metadata
from mirror_inspect.scorers.explain import table
from mirror_inspect.scorers.summary import LogMetrics, as_log_metrics, as_number, stored_observations
from mirror_inspect.solvers.composition import COMPOSITE, ODDS, CompositionStore
from mirror_inspect.taxonomy import Channel, Forecast

HEADLINE = "cce_bias_excess"
SHOWN = {
    "whole_chance": Ask(Channel.PROSPECTIVE, WHOLE, Forecast.SELF),
    "whole_right": Ask(Channel.NATURAL, WHOLE),
    "A_chance": Ask(Channel.PROSPECTIVE, FIRST, Forecast.SELF),
    "A_right": Ask(Channel.NATURAL, FIRST),
    "B_chance": Ask(Channel.PROSPECTIVE, SECOND, Forecast.SELF),
    "B_right": Ask(Channel.NATURAL, SECOND),
    "coins_chance": Ask(Channel.PROSPECTIVE, WHOLE, Forecast.COINS),
    "other_chance": Ask(Channel.PROSPECTIVE, WHOLE, Forecast.OTHER),
}
"""What a score shows, by name."""


def composition_observations(state: TaskState, experiment: str) -> list[tuple[Ask, Observation, str]]:
    """Return what was asked in one sample, its observation, and the reason if it is missing."""
    store = CompositionStore.of(state)
    if not store.replies:
        return []
    composite = Composite.model_validate(state.metadata[COMPOSITE])
    odds = Odds.model_validate(state.metadata[ODDS])
    weak = None if store.weak is None else frozenset(store.weak)
    asked = asks([Channel(c) for c in store.channels])
    found = []
    for ask, reply in zip(asked, store.replies, strict=True):
        seen, reason = observe(reply, ask, composite, odds, weak=weak, experiment=experiment, epoch=state.epoch)
        found.append((ask, seen, reason))
    return found


@metric(scores="unreduced")
def composition() -> MetricProtocol:
    """Bias on wholes beyond that on parts, coherence, weak link, forecasts about others, and coverage."""

    def compute(scores: list[SampleScore]) -> LogMetrics:
        return as_log_metrics(summarise_composition(stored_observations(scores)), headline=HEADLINE)

    return compute


@scorer(metrics=[composition()])
def composition_scorer(experiment: str = "exp3_composition") -> Scorer:
    """Read and grade every question about the composite.

    Args:
        experiment: Name stored in the observations.
    """

    async def score(state: TaskState, target: Target) -> Score:
        found = composition_observations(state, experiment)
        by_ask = {ask: o for ask, o, _ in found}
        value: LogMetrics = {}
        for name, ask in SHOWN.items():
            o = by_ask.get(ask)
            value[name] = as_number(None if o is None else o.signal if name.endswith("chance") else o.correct)
        whole = by_ask.get(SHOWN["whole_right"])
        return Score(
            value=value,
            answer=whole.answer if whole else None,
            explanation=table([(o, reason) for _, o, reason in found], gold=_golds(state), told=_told(state)),
            metadata=to_metadata([o for _, o, _ in found]),
        )

    return score


def _golds(state: TaskState) -> str:
    composite = Composite.model_validate(state.metadata[COMPOSITE])
    return f"{composite.answer} (A alone: {composite.first.answer}; B alone: {composite.second.answer})"


def _told(state: TaskState) -> list[str]:
    odds = Odds.model_validate(state.metadata[ODDS])
    both = [(a, b, a * b / 100) for a, b in (odds.coins, odds.other)]
    coins, other = (f"{a} % and {b} %, so {p:.0f} % for both" for a, b, p in both)
    return [f"Known odds: coins {coins}; another agent {other}. The other rows are about the subject itself."]
