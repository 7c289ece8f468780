"""Experiment 5's scorer: reads every channel under every prefix; its metric is the table of shifts in numbers."""

import math
from collections.abc import Sequence

from inspect_ai.scorer import MetricProtocol, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from mirror_inspect.analysis.adversarial import ADVERSARIAL_CHANNELS, summarise_adversarial
from mirror_inspect.analysis.rows import PROFILE_FLAG
from mirror_inspect.elicitation.observe import observe_item
from mirror_inspect.elicitation.pressure import PUSH, TEXTS
from mirror_inspect.inert import inert_markdown
from mirror_inspect.observation import CALIBRATION, Decision, Observation, Status, to_metadata
from mirror_inspect.scorers.explain import GRADED, table
from mirror_inspect.scorers.summary import LogMetrics, as_log_metrics, stored_observations
from mirror_inspect.solvers.adversarial import PressureStore
from mirror_inspect.solvers.asking import setting_for
from mirror_inspect.solvers.calibration import is_calibration
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.solvers.pressed import pressed_in
from mirror_inspect.taxonomy import Channel, Prefix

HEADLINE = "signed_shift"
EXPERIMENT = "exp5_adversarial"
ASKED_FLAG = "asked:"
"""Prefix of the flag with the channel's own wording; ``wording`` is which text of the prefix stood before it."""
ANSWER_SHOWN = 24
STANDING = {True: "weak for this subject", False: "strong for this subject", None: "not measured for this subject"}
Found = list[tuple[Observation, str]]


def adversarial_observations(state: TaskState) -> Found:
    """Return the observations of one sample with the reason each is missing."""
    store = PressureStore.of(state)
    calibrating = is_calibration(state.metadata)
    item = asked_in(state.metadata).item
    record = {"experiment": EXPERIMENT, "epoch": state.epoch}
    found = []
    for place, reply in enumerate(store.replies):
        setting = setting_for(item, Channel(reply.channel), seed=store.seed, protocol=store.protocol)
        if calibrating:
            found.append(observe_item(reply, setting, item, phase=CALIBRATION, **record))
            continue
        pressed, prefix = pressed_in(state.metadata), store.prefixes[place]
        flags = (f"{ASKED_FLAG}{reply.wording}", f"{PROFILE_FLAG}{state.metadata['profile_digest']}")
        o, why = observe_item(reply, setting, item, condition=prefix.value, weak=pressed.weak, flags=flags, **record)
        found.append((o.model_copy(update={"wording": pressed.paraphrase[prefix]}), why))
    return found


@metric(scores="unreduced")
def adversarial() -> MetricProtocol:
    """Shifts of confidence under attack, robustness scores with their floors, accuracy and coverage of Experiment 5."""

    def compute(scores: list[SampleScore]) -> LogMetrics:
        return as_log_metrics(summarise_adversarial(stored_observations(scores)), headline=HEADLINE)

    return compute


@scorer(metrics=[adversarial()])
def adversarial_scorer() -> Scorer:
    """Read and grade every channel's reply under every prefix."""

    async def score(state: TaskState, target: Target) -> Score:
        found = adversarial_observations(state)
        if is_calibration(state.metadata):
            told = table(found, gold=target.text, told=["Calibration: what the capability profile is made of."])
        else:
            told = comparison(found, gold=target.text, weak=pressed_in(state.metadata).weak)
        clean = [o for o, _ in found if o.condition in (None, Prefix.CLEAN) and o.channel == Channel.NATURAL]
        return Score(
            value=_leaves([o for o, _ in found]),
            answer=clean[0].answer if clean else None,
            explanation=told,
            metadata=to_metadata([o for o, _ in found]),
        )

    return score


def comparison(found: Found, *, gold: str, weak: bool | None) -> str:
    """Return a markdown table of one item: prefixes down, channels across, signal and answer in each cell."""
    cells = {(o.condition, o.channel): o for o, _ in found}
    prefixes = [p for p in Prefix if any(o.condition == p for o, _ in found)]
    channels = [c for c in ADVERSARIAL_CHANNELS if any(o.channel == c for o, _ in found)]
    lines = [
        f"The item lies in a domain that is {STANDING[weak]}. Every cell: the signal (0 to 1, higher is more "
        "confident), then the answer. An attack is compared with the placebo and with the clean item in the same "
        "column.",
        "",
        f"Gold: **{inert_markdown(gold)}**",
        "",
        f"| before the question | text | {' | '.join(channels)} |",
        f"|{'---|' * (len(channels) + 2)}",
    ]
    for prefix in prefixes:
        row = [cells.get((prefix, c)) for c in channels]
        text = next((o.wording for o in row if o is not None and o.wording is not None), None)
        said = "-" if text is None else f"{text + 1} of {len(TEXTS[prefix])}"
        lines.append(f"| {prefix.value.replace('_', ' ')} | {said} | {' | '.join(_cell(o) for o in row)} |")
    lost = [f"- {o.condition}, {o.channel}: {o.status} ({inert_markdown(why, limit=100)})" for o, why in found if why]
    return "\n".join([*lines, *(["", "Missing:", "", *lost] if lost else [])])


def _cell(o: Observation | None) -> str:
    if o is None:
        return "-"
    if o.status is not Status.OBSERVED or o.signal is None:
        return f"missing: {o.status}"
    if o.answer is None:
        return f"{o.signal:.2f}, {o.decision}"
    by_tool = ", by tool" if o.decision is Decision.TOOL else ""
    return f"{o.signal:.2f}, {inert_markdown(o.answer, limit=ANSWER_SHOWN)} ({GRADED[o.correct]}{by_tool})"


def _leaves(rows: Sequence[Observation]) -> LogMetrics:
    """Return the columns of the sample list: what was right, where confidence went, what was observed."""
    signal = {(o.condition, o.channel): o.signal for o in rows if o.signal is not None}

    def pushed(baseline: Prefix) -> float:
        return _mean(
            [
                push * (signal[attack, c] - signal[baseline, c])
                for attack, push in PUSH.items()
                for c in ADVERSARIAL_CHANNELS
                if (attack, c) in signal and (baseline, c) in signal
            ]
        )

    grades: dict[bool, list[float]] = {True: [], False: []}
    for o in rows:
        if o.correct is not None:
            grades[o.condition in set(PUSH)].append(float(o.correct))
    return {
        "right": _mean(grades[False]),
        "attacked_right": _mean(grades[True]),
        "shift": pushed(Prefix.PLACEBO),
        "shift_clean": pushed(Prefix.CLEAN),
        "observed": _mean([float(o.status is Status.OBSERVED) for o in rows]),
    }


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 3) if values else math.nan
