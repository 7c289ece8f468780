"""Experiment 2's scorer: reads every channel's reply to a disguised task; its metric is transfer in numbers."""

from collections.abc import Sequence

from inspect_ai.scorer import MetricProtocol, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from mirror_inspect.analysis.rows import MIXED, PROFILE_FLAG
from mirror_inspect.analysis.transfer import HEADLINE, summarise_transfer, undefined_transfer
from mirror_inspect.analysis.transfer_table import SIGNAL_CHANNELS, transfer_table
from mirror_inspect.elicitation.channels import read_reply
from mirror_inspect.elicitation.observe import observe_item
from mirror_inspect.elicitation.verbal import ranking_of
from mirror_inspect.items import Question, TransferTask
from mirror_inspect.observation import CALIBRATION, MAIN, Observation, Status, to_metadata
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.scorers.explain import table
from mirror_inspect.scorers.summary import LogMetrics, as_log_metrics, as_number, stored_observations
from mirror_inspect.solvers.asking import setting_for
from mirror_inspect.solvers.calibration import is_calibration
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.solvers.transfer import PROFILE, TransferStore, profile_in, task_in
from mirror_inspect.taxonomy import Channel

EXPERIMENT = "exp2_transfer"
Found = list[tuple[Observation, str]]


def transfer_observations(state: TaskState) -> Found:
    """Return the observations of one sample with the reason each is missing.

    A ranking has no confidence and no grade: it is stored as the answer of the verbal channel.
    """
    store = TransferStore.of(state)
    calibrating = is_calibration(state.metadata)
    item: Question = asked_in(state.metadata).item if calibrating else task_in(state.metadata)
    flags = () if calibrating else (f"{PROFILE_FLAG}{state.metadata['profile_digest']}",)
    record = {"experiment": EXPERIMENT, "epoch": state.epoch, "phase": CALIBRATION if calibrating else MAIN}
    found = []
    for reply in store.replies:
        channel = Channel(reply.channel)
        setting = setting_for(item, channel, seed=store.seed, payoff=store.payoff, protocol=store.protocol)
        o, why = observe_item(reply, setting, item, flags=flags, **record)
        if channel is Channel.VERBAL and o.status is Status.OBSERVED:
            o = o.model_copy(update={"answer": read_reply(reply, setting).text})
        found.append((o, why))
    return found


@metric(scores="unreduced")
def transfer() -> MetricProtocol:
    """Transfer indices with their nulls, verbal transfer, dissociation and coverage of Experiment 2."""

    def compute(scores: list[SampleScore]) -> LogMetrics:
        profiles = profiles_of(scores)
        profile = next(iter(profiles.values()), None)
        found = summarise_transfer(transfer_table(stored_observations(scores)), profile)
        if len(profiles) > 1:
            found = undefined_transfer(found, MIXED)
        return as_log_metrics(found, headline=HEADLINE)

    return compute


def profiles_of(scores: Sequence[SampleScore]) -> dict[str, CapabilityProfile]:
    """Return the profiles that scored samples were held against, by digest: one in a run that is of one piece."""
    stored = [(s.score.metadata or {}).get(PROFILE) for s in scores]
    distinct = {str(p): p for p in stored if p}
    found = (CapabilityProfile.model_validate(p) for p in distinct.values())
    return {profile.digest: profile for profile in found}


@scorer(metrics=[transfer()])
def transfer_scorer() -> Scorer:
    """Read and grade every channel's reply."""

    async def score(state: TaskState, target: Target) -> Score:
        found = transfer_observations(state)
        rows = [o for o, _ in found]
        metadata = to_metadata(rows)
        if is_calibration(state.metadata):
            told = ["Calibration: what the capability profile is made of."]
        else:
            told = in_words(task_in(state.metadata), profile_in(state.metadata), rows)
            metadata[PROFILE] = state.metadata[PROFILE]
        natural = next((o for o in rows if o.channel == Channel.NATURAL), None)
        return Score(
            value=_leaves(rows),
            answer=natural.answer if natural else None,
            explanation=table(found, gold=target.text, told=told),
            metadata=metadata,
        )

    return score


def in_words(task: TransferTask, profile: CapabilityProfile, rows: Sequence[Observation]) -> list[str]:
    """Return what a task is and what the subject said of it, for people."""
    surface, skill = task.surface.replace("_", " "), task.subcategory.replace("_", " ")
    accuracy = profile.accuracy.get(task.hidden_domain)
    known = (
        "Nothing is known of this subject in that domain."
        if accuracy is None
        else f"This subject's measured accuracy in that domain is {accuracy:.0%}."
    )
    lines = [
        f"On its surface: {surface}. The skill it needs: **{task.hidden_domain}** ({skill}), level {task.difficulty}. "
        f"{known}"
    ]
    place = _place(rows)
    if place is not None:
        named = "not among those it ranked" if place == 0 else f"in place {place}"
        lines.append(f"In its own ranking of what its confidence rests on, this skill is {named}.")
    return lines


def _place(rows: Sequence[Observation]) -> int | None:
    """Return the place of the hidden skill in the ranking, 0 where a short ranking lacks it, ``None`` without one."""
    for o in rows:
        if o.channel == Channel.VERBAL and o.status is Status.OBSERVED and o.answer:
            ranking = [d.value for d in ranking_of(o.answer)]
            return ranking.index(o.domain) + 1 if o.domain in ranking else 0
    return None


def _leaves(rows: Sequence[Observation]) -> LogMetrics:
    """Return the columns of the sample list: right when asked plainly, each signal, the place of the hidden skill."""
    by_channel = {o.channel: o for o in rows}
    natural = by_channel.get(Channel.NATURAL)
    value: LogMetrics = {"right": as_number(natural.correct if natural else None)}
    for channel in SIGNAL_CHANNELS:
        o = by_channel.get(channel)
        value[f"{channel}_signal"] = as_number(o.signal if o else None)
    value["hidden_place"] = as_number(_place(rows) or None)
    value["observed"] = as_number(sum(o.status is Status.OBSERVED for o in rows) / len(rows) if rows else None)
    return value
