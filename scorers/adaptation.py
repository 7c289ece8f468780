"""Experiment 4's scorer: reads every bet and answer of a trial; its metric is what being told does to confidence."""

import math
from collections.abc import Iterator, Sequence

from inspect_ai.scorer import MetricProtocol, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from mirror_inspect.analysis.adaptation import summarise_adaptation
from mirror_inspect.analysis.crucible import DELAY_FLAG, PREDICTED_FLAG, TOLD_FLAG
from mirror_inspect.analysis.rows import PROFILE_FLAG
from mirror_inspect.args import Listed
from mirror_inspect.elicitation.channels import Setting
from mirror_inspect.elicitation.observe import observe_item
from mirror_inspect.elicitation.reply import Reply
from mirror_inspect.inert import inert_markdown
from mirror_inspect.observation import CALIBRATION, Observation, Status, to_metadata
from mirror_inspect.scorers.explain import table
from mirror_inspect.scorers.summary import LogMetrics, as_log_metrics, stored_observations
from mirror_inspect.solvers.adaptation_design import AdaptationStore, Design, Place, delays_in
from mirror_inspect.solvers.asking import setting_for
from mirror_inspect.solvers.calibration import is_calibration
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.solvers.trials import BETS, Slot, Trial, trial_of
from mirror_inspect.taxonomy import Arm, Channel, Stage

HEADLINE = "feedback_effect"
EXPERIMENT = "exp4_adaptation"
FEEDBACK_SHOWN = 260
Found = list[tuple[Observation, str]]


def planned_places(trial: Trial, design: Design) -> Iterator[Place]:
    """Yield everything that is planned in a trial, in order, whether it was reached or not."""
    for slot in trial.order(design.seed):
        yield Place(stage=Stage.BEFORE, slot=slot, channel=Channel.WAGER)
    yield Place(stage=Stage.BURN, slot=Slot.BURNT, channel=Channel.BURN)
    for arm in design.arms:
        for delay in design.delays:
            for channel in design.channels:
                for slot in BETS:
                    yield Place(stage=Stage.AFTER, slot=slot, channel=channel, arm=arm, delay=delay)
        if design.again:
            yield Place(stage=Stage.AGAIN, slot=Slot.BURNT, channel=Channel.BURN, arm=arm)


def trial_observations(trial: Trial, store: AdaptationStore) -> Found:
    """Return the observations of one trial, with the reason each is missing.

    From the first turn of the shared conversation that could not be read on everything is missing for that reason, and
    in an arm everything after a filler turn that brought nothing back; what was observed before stays (rule 1).
    """
    held = dict(zip(store.shared_places, store.shared, strict=False))
    held |= dict(zip(store.places, store.replies, strict=False))
    found: Found = []
    ended: tuple[Status, str] | None = None
    for place in planned_places(trial, store.design):
        shared = place.arm is None
        if (reply := held.get(place)) is not None:
            o, why = _observed(trial, store, place, reply)
            if shared and o.status is not Status.OBSERVED:
                ended = o.status, f"the trial ended at {place.stage}: {why}"
        else:
            o, why = _not_reached(trial, store, place, ended or _cut_off(store, place))
        found.append((o, why))
    return found


def _observed(trial: Trial, store: AdaptationStore, place: Place, reply: Reply) -> tuple[Observation, str]:
    item = trial.item(place.stage, place.slot)
    setting = setting_for(item, place.channel, seed=store.design.seed, protocol=store.design.protocol)
    o, why = observe_item(
        reply,
        Setting(wording=reply.wording, protocol=setting.protocol),
        item,
        experiment=EXPERIMENT,
        flags=_flags(trial, store, place),
    )
    return o.model_copy(update=_where(trial, place)), why


def _not_reached(
    trial: Trial, store: AdaptationStore, place: Place, cause: tuple[Status, str]
) -> tuple[Observation, str]:
    """Return what stands for an elicitation that a trial never came to."""
    item = trial.item(place.stage, place.slot)
    status, why = cause
    o = Observation(
        experiment=EXPERIMENT,
        item_id=item.id,
        domain=item.domain.value,
        subcategory=item.subcategory,
        difficulty=item.difficulty,
        channel=place.channel.value,
        group=trial.id,
        status=status,
        flags=_flags(trial, store, place),
    )
    return o.model_copy(update=_where(trial, place)), why


def _where(trial: Trial, place: Place) -> dict[str, str | None]:
    return {
        "phase": place.stage.value,
        "group": trial.id,
        "slot": place.slot.value,
        "condition": place.arm.value if place.arm else None,
    }


def _flags(trial: Trial, store: AdaptationStore, place: Place) -> tuple[str, ...]:
    if place.arm is None:
        known = place.stage is Stage.BURN and trial.predicted is not None
        return (f"{PREDICTED_FLAG}{trial.predicted:g}", f"{PROFILE_FLAG}{trial.profile}") if known else ()
    told = store.told.get(place.arm.value)
    return (f"{DELAY_FLAG}{place.delay}", *((f"{TOLD_FLAG}{told}",) if told else ()))


def _cut_off(store: AdaptationStore, place: Place) -> tuple[Status, str]:
    """Return why a conversation that was well until the feedback did not come to a place."""
    fillers = store.fillers.get(place.arm.value, []) if place.arm else []
    lost = next((why for r in fillers[: place.delay] if (why := r.missing)), None)
    if lost is not None:
        return lost[0], f"the arm ended at a filler turn: {lost[1]}"
    return Status.FAILED, "the sample ended before it was asked"


@metric(scores="unreduced")
def adaptation(delay: Listed = 0) -> MetricProtocol:
    """Effect of feedback, the paper's indices, changes of answer, recovery and coverage of Experiment 4.

    Args:
        delay: Filler turns between feedback and bets, as the solver's.
    """
    delays = delays_in(delay)

    def compute(scores: list[SampleScore]) -> LogMetrics:
        found = summarise_adaptation(stored_observations(scores), delays=delays)
        return as_log_metrics(found, headline=HEADLINE)

    return compute


@scorer(metrics=[adaptation()])
def adaptation_scorer() -> Scorer:
    """Read and grade every reply of a trial, and what each arm was told beside it."""

    async def score(state: TaskState, target: Target) -> Score:
        store = AdaptationStore.of(state)
        if is_calibration(state.metadata):
            item = asked_in(state.metadata).item
            record = {"experiment": EXPERIMENT, "phase": CALIBRATION}
            read = [observe_item(r, Setting(wording=r.wording), item, **record) for r in store.replies]
            told = ["Calibration: what the capability profile, and by it the level of the burnt items, is made of."]
        else:
            trial = trial_of(state.metadata)
            read = trial_observations(trial, store)
            told = in_words(trial, store)
        found = [(o.model_copy(update={"epoch": state.epoch}), why) for o, why in read]
        burnt = next((o for o, _ in found if o.phase in (Stage.BURN, CALIBRATION)), None)
        return Score(
            value=_leaves([o for o, _ in found]),
            answer=burnt.answer if burnt else None,
            explanation=table([(_labelled(o), why) for o, why in found], gold=target.text, told=told),
            metadata=to_metadata([o for o, _ in found]),
        )

    return score


def in_words(trial: Trial, store: AdaptationStore) -> list[str]:
    """Return what a trial is and what each arm was told, for people."""
    burnt = trial.burnt.question
    chance = "" if trial.predicted is None else f", where {trial.predicted:.0%} were predicted to be right"
    lines = [
        f"Bets on a related item ({burnt.domain}) and on a control item ({trial.after[Slot.CONTROL].domain}), then a "
        f"{burnt.domain} question of level {burnt.difficulty}{chance}, feedback on it, and bets on fresh items."
    ]
    if store.right is None:
        return [*lines, "No answer could be graded, so that no feedback could be given: the trial ends there."]
    lines.append(f"The attempt was graded {'right' if store.right else 'wrong'} before the feedback was written.")
    return [
        *lines,
        *(f"Arm {arm}: {inert_markdown(text, limit=FEEDBACK_SHOWN)}" for arm, text in store.feedback.items()),
    ]


def _labelled(o: Observation) -> Observation:
    """Return an observation as the table of a sample calls it: stage, arm, delay and channel."""
    delay = next((f.removeprefix(DELAY_FLAG) for f in o.flags if f.startswith(DELAY_FLAG)), "0")
    late = f" after {delay} turns" if delay != "0" else ""
    channel = "" if o.channel == Channel.BURN else o.channel
    parts = (o.phase, f"({o.condition}{late})" if o.condition else "", channel)
    return o.model_copy(update={"channel": " ".join(p for p in parts if p)})


def _leaves(rows: Sequence[Observation]) -> LogMetrics:
    """Return the columns of the sample list: the grade, how far each arm moved the bets, and what was observed."""
    first = min((_delay(o) for o in rows if o.phase == Stage.AFTER), default=0)
    bets = {
        (o.phase, o.condition, o.slot): o.signal
        for o in rows
        if o.channel == Channel.WAGER and (o.phase == Stage.BEFORE or _delay(o) == first)
    }

    def margin(stage: Stage, arm: Arm | None) -> float:
        related, control = (bets.get((stage, arm, slot)) for slot in BETS)
        return math.nan if related is None or control is None else related - control

    graded = next((o.correct for o in rows if o.phase in (Stage.BURN, CALIBRATION)), None)
    moved = {arm: margin(Stage.AFTER, arm) - margin(Stage.BEFORE, None) for arm in Arm}
    seen = [o.status is Status.OBSERVED for o in rows]
    return {
        "right": math.nan if graded is None else float(graded),
        **{f"{arm}_shift": round(moved[arm], 3) for arm in Arm},
        "observed": round(sum(seen) / len(seen), 3) if seen else math.nan,
    }


def _delay(o: Observation) -> int:
    return next((int(f.removeprefix(DELAY_FLAG)) for f in o.flags if f.startswith(DELAY_FLAG)), 0)
