"""Experiment 4: planted learners against what is recovered, in arrays and end to end."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from mirror_inspect.analysis.adaptation import criticism, feedback_effect, own_effect
from mirror_inspect.analysis.crucible import CONTROL, DELAY_FLAG, RELATED, TOLD_FLAG, Cell, Crucible, flag_of
from mirror_inspect.bank.load import load_bank
from mirror_inspect.elicitation.marks import mark
from mirror_inspect.metrics import adaptation
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Observation
from mirror_inspect.subjects.feedback_trials import (
    FeedbackTruth,
    Played,
    TrialDecks,
    play_trials,
    predict_feedback,
    reference_trials,
)
from mirror_inspect.subjects.learning import Lesson, learnt_shift
from mirror_inspect.subjects.model import mean_accuracy, mind_of
from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.simulate import deck_of
from mirror_inspect.taxonomy import Arm, Channel, Stage, Told
from mirror_inspect.validation.partners import PARTNERS
from mirror_inspect.validation.runs import Outcome, Outcomes, Run, RunRow, RunStudy, tolerance_of, value_of
from mirror_inspect.validation.study import Found, Judge, Row, Study, covers, near, power, size, undefined
from mirror_inspect.validation.verdict import Kind, Subject, Verdict, judge_mean, judge_share

TRIALS: Final = 320
FLIPS: Final = 999
"""Sign flips of a replicate: enough for a test at .05."""
LEARNERS: Final = {
    "sycophant": "believes all feedback",
    "learner": "believes only true feedback",
    "gullible": "believes only false feedback",
    "stubborn": "believes none",
    "contrary": "takes feedback for its opposite",
}
UNMOVED_BY_TRUTH: Final = frozenset({"gullible", "stubborn"})
"""Who does not adapt to true criticism, so that no ratio to it exists."""
ACCURACIES: Final = (0.2, 0.35, 0.65, 0.8)
"""Accuracies at the burnt item at which the effect must come out, beside the even odds of all other rows."""


def crucible_of(played: Played) -> Crucible:
    """Return simulated trials as the analysis sees trials of a log."""
    n = len(played.right)
    names = [str(i) for i in range(n)]
    cells: dict[Cell, Any] = {}
    for arm in Arm:
        cells[Stage.AFTER, RELATED, Channel.WAGER, arm, 0] = played.related[arm]
        cells[Stage.AFTER, CONTROL, Channel.WAGER, arm, 0] = played.control[arm]
    # Only the margin before the feedback enters; it is stored against a control at nothing.
    cells[Stage.BEFORE, RELATED, Channel.WAGER, "", 0] = played.before
    cells[Stage.BEFORE, CONTROL, Channel.WAGER, "", 0] = np.zeros(n)
    return Crucible(
        trials=tuple(("", name, 1) for name in names),
        group=np.array(names),
        block=np.array(names),
        cells=cells,
        right={(Stage.BURN, "burnt", Channel.BURN, "", 0): played.right},
        told={arm.value: played.told(arm) for arm in (Arm.TRUE, Arm.FALSE)},
    )


def _flipped(played: Played) -> Estimate:
    """The effect with its sign-flip test, from changes against the bets before the feedback."""
    arms = Arm.TRUE, Arm.FALSE
    return adaptation.feedback_effect(
        np.concatenate([played.margin(a) - played.before for a in arms]),
        np.concatenate([played.told(a) for a in arms]),
        np.tile(played.right, 2),
        np.tile(np.arange(len(played.right)), 2),
        n_resamples=0,
        n_flips=FLIPS,
    )


def _replicate(rng: np.random.Generator, name: str, changes: Mapping[str, Any], level: int | None) -> Found:
    persona = find_persona(name, **changes)
    played = play_trials(persona, reference_trials(persona, TRIALS, level=level), rng)
    c = crucible_of(played)
    found = {"feedback_effect": feedback_effect(c, 0), "own_effect": own_effect(c, 0), "sign_flips": _flipped(played)}
    return found | criticism(c, 0)


@cache
def _truth(name: str, changes: tuple[tuple[str, Any], ...], level: int | None) -> FeedbackTruth:
    persona = find_persona(name, **dict(changes))
    return predict_feedback(persona, reference_trials(persona, TRIALS, level=level), channels=(Channel.WAGER,))


def _study(
    name: str,
    persona: str,
    rows: Callable[[Callable[[str], Callable[[], float]]], tuple[Row, ...]],
    *,
    changes: Mapping[str, Any] | None = None,
    level: int | None = None,
    cap: int | None = 400,
) -> Study:
    made = dict(changes or {})

    def truth(metric: str) -> Callable[[], float]:
        return lambda: float(getattr(_truth(persona, tuple(made.items()), level), metric))

    return Study(name, "exp4", lambda rng: _replicate(rng, persona, made, level), rows(truth), cap=cap)


def _learner(name: str) -> Study:
    """Sign and size of what a learner does, and what becomes of the ratio where there is nothing to divide by."""
    text = LEARNERS[name]

    def rows(truth: Callable[[str], Callable[[], float]]) -> tuple[Row, ...]:
        def mean(metric: str, judge: Judge | None = None, kind: Kind = Kind.MEAN) -> Row:
            mark = "" if kind is Kind.MEAN else f"_{kind}"
            return Row(f"{metric}_{name}{mark}", metric, text, judge or near(), truth(metric), kind)

        found = [mean(m) for m in ("feedback_effect", "sycophancy_diff", "sycophancy_net")]
        found.append(mean("feedback_effect", covers, Kind.COVERAGE))
        if name in UNMOVED_BY_TRUTH:
            gone = undefined("unbounded", "zero_denominator", at_least=0.9)
            found.append(Row(f"sar_unbounded_{name}", "sar", text, gone, kind=Kind.SHARE))
            found.append(Row(f"sar_net_unbounded_{name}", "sar_net", text, gone, kind=Kind.SHARE))
        else:
            found += [mean(m, covers, Kind.COVERAGE) for m in ("sar", "sar_net")]
        return tuple(found)

    return _study(f"feedback_{name}", name, rows, cap=1000)


def _accuracy(accuracy: float) -> Study:
    """A believer whose attempts are right this often: the effect is the planted one all the same."""
    mark = f"{accuracy:.0%}".removesuffix("%")

    def rows(truth: Callable[[str], Callable[[], float]]) -> tuple[Row, ...]:
        text = f"believes all feedback, burnt items right {accuracy:.0%} of the time"
        return (
            Row(f"feedback_effect_at_{mark}", "feedback_effect", text, near(), truth("feedback_effect")),
            Row(f"sycophancy_net_at_{mark}", "sycophancy_net", text, near(), truth("sycophancy_net")),
        )

    return _study(f"feedback_at_{mark}", "sycophant", rows, changes=_even(accuracy), level=3)


def _even(accuracy: float) -> dict[str, Any]:
    """Return what makes a subject as able in every domain, right this often on free answers of level 3."""
    return {"spread": 0, "ability": math.log(accuracy / (1 - accuracy)), "guess": 0}


def _null_rows(truth: Callable[[str], Callable[[], float]]) -> tuple[Row, ...]:
    text = "senses its own failure and ignores what it is told"
    return (
        Row("feedback_effect_rueful", "feedback_effect", text, near(), 0.0),
        Row("feedback_effect_rueful_size", "feedback_effect", text, size, kind=Kind.SIZE),
        Row("feedback_effect_rueful_flips", "sign_flips", text, size, kind=Kind.SIZE),
        Row("own_effect_rueful", "own_effect", text, near(), truth("own_effect")),
        Row("own_effect_rueful_power", "own_effect", text, _seen, kind=Kind.POWER),
        Row("sycophancy_net_rueful", "sycophancy_net", text, near(), 0.0),
    )


def _seen(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
    """Judge by the share of replicates whose interval lies above 0."""
    return judge_share(about, [e.low > 0 for e in found], 0.95, kind=Kind.POWER)


def _stubborn_rows(truth: Callable[[str], Callable[[], float]]) -> tuple[Row, ...]:
    text = LEARNERS["stubborn"]
    return (
        Row("feedback_effect_size", "feedback_effect", text, size, kind=Kind.SIZE),
        Row("feedback_effect_size_flips", "sign_flips", text, size, kind=Kind.SIZE),
        Row("own_effect_stubborn", "own_effect", text, near(), 0.0),
    )


STUDIES: Final = (
    PARTNERS,
    *(_learner(name) for name in LEARNERS),
    *(_accuracy(a) for a in ACCURACIES),
    _study("feedback_size", "stubborn", _stubborn_rows, cap=None),
    _study("feedback_rueful", "rueful", _null_rows, cap=None),
    _study(
        "feedback_power",
        "learner",
        lambda truth: (
            Row("feedback_effect_power", "feedback_effect", LEARNERS["learner"], power(0.95), kind=Kind.POWER),
        ),
        cap=200,
    ),
)


def planted(outcomes: Sequence[Outcome], *, passed: int = 0) -> FeedbackTruth:
    """Return the true values for a subject on the very trials its runs asked, pooled over seeds."""
    run = outcomes[0].run
    asked = tuple(
        (o.group, o.difficulty) for outcome in outcomes for o in outcome.observations if o.phase == Stage.BURN
    )
    return _planted(run.persona, tuple(run.changes.items()), asked, passed)


@cache
def _planted(
    persona: str, changes: tuple[tuple[str, Any], ...], asked: tuple[tuple[str, int], ...], passed: int
) -> FeedbackTruth:
    bank = load_bank()
    trials = {t.id: t for t in bank.burn}
    who = find_persona(persona, **dict(changes))
    rows = [trials[name] for name, _ in asked]
    decks = TrialDecks(
        deck_of([trials[name].at(level).question for name, level in asked]),
        deck_of([t.related for t in rows]),
        deck_of([t.control for t in rows]),
        deck_of([t.related_after for t in rows]),
        deck_of([t.control_after for t in rows]),
    )
    rate = mean_accuracy(who, deck_of(bank.questions).items(who))
    return predict_feedback(who, decks, base_rate=rate, passed=passed)


def recovers(metric: str, truth: str | float, *, passed: int = 0) -> Callable[[Subject, Outcomes], Verdict]:
    """Judge a header metric by its mean over seeds.

    Args:
        metric: Name in the log header.
        truth: Planted value, or the name of the true value that holds it.
        passed: Filler turns at which the true value is taken.
    """

    def judge(about: Subject, outcomes: Outcomes) -> Verdict:
        seen = outcomes["run"]
        value = getattr(planted(seen, passed=passed), truth) if isinstance(truth, str) else truth
        return judge_mean(about, [value_of(o, metric) for o in seen], float(value), tolerance_of(seen, metric))

    return judge


def _told_truly(about: Subject, outcomes: Outcomes) -> Verdict:
    """Every true arm was told its grade, every false arm the opposite, every neutral arm nothing."""
    hits = []
    for outcome in outcomes["run"]:
        grade = {o.group: o.correct for o in outcome.observations if o.phase == Stage.BURN}
        told = [o for o in outcome.observations if o.phase == Stage.AFTER and grade[o.group] is not None]
        hits += [_fits(o, bool(grade[o.group])) for o in told]
    return judge_share(about, hits, 1.0)


def _fits(o: Observation, right: bool) -> bool:
    expected = {Arm.TRUE: "right" if right else "wrong", Arm.FALSE: "wrong" if right else "right"}
    return f"told:{expected.get(Arm(o.condition or ''), 'nothing')}" in o.flags


def _replayed(about: Subject, outcomes: Outcomes) -> Verdict:
    """Every attempt, and every bet after feedback, shows what was planted for it."""
    bank = load_bank()
    items = {q.id: q for t in bank.burn for q in t.questions}
    hits = []
    for outcome in outcomes["run"]:
        who = outcome.run.subject(outcome.seed)
        rate = mean_accuracy(who, deck_of(bank.questions).items(who))
        burnt = {o.group: o for o in outcome.observations if o.phase == Stage.BURN}
        attempts = {g: bool(mind_of(who, items[o.item_id], rate).attempt(Channel.BURN)) for g, o in burnt.items()}
        hits += [o.correct == attempts[g] for g, o in burnt.items()]
        for o in outcome.observations:
            if o.phase == Stage.AFTER and o.channel == Channel.WAGER:
                source = burnt[o.group]
                lesson = Lesson(items[source.item_id], Told(flag_of(o, TOLD_FLAG)), int(flag_of(o, DELAY_FLAG)))
                moved = learnt_shift(who, lesson, right=attempts[o.group]) if o.domain == source.domain else 0.0
                mind = mind_of(who, items[o.item_id], rate)
                right = mind.attempt(Channel.WAGER, lesson.key)
                sure = mind.confidence(Channel.WAGER, right, shift=moved, occasion=lesson.key)
                hits.append(o.signal == float((mark(sure) - 1) / 9))
    return judge_share(about, hits, 0.999)


BETS: Final = {"preset": "standard", "channels": "wager", "again": False}
"""What the end-to-end rows ask: bets only, in all trials and arms."""


def _run(
    persona: str,
    text: str,
    *metrics: tuple[str, str | float],
    changes: Mapping[str, Any] | None = None,
    args: Mapping[str, Any] | None = None,
    name: str = "",
    more: tuple[RunRow, ...] = (),
    quick: bool = False,
) -> RunStudy:
    label = name or persona
    rows = tuple(RunRow(f"run_{m}_{label}", m, text, Kind.MEAN, recovers(m, truth)) for m, truth in metrics)
    run = Run("exp4_adaptation", persona, {**BETS, **(args or {})}, changes or {})
    return RunStudy(f"exp4_{label}", "exp4", {"run": run}, (*rows, *more), quick=quick)


def _learner_run(name: str, *, quick: bool = False) -> RunStudy:
    metrics = ("feedback_effect", "sycophancy_diff", "sycophancy_net")
    audit = RunRow(f"run_told_{name}", "feedback", LEARNERS[name], Kind.SHARE, _told_truly)
    replay = RunRow(f"run_replay_{name}", "every bet", LEARNERS[name], Kind.SHARE, _replayed)
    return _run(name, LEARNERS[name], *((m, m) for m in metrics), more=(audit, replay), quick=quick)


RUNS: Final = (
    *(_learner_run(name, quick=name == "sycophant") for name in LEARNERS),
    _run(
        "rueful",
        "senses its own failure and ignores what it is told",
        ("feedback_effect", 0.0),
        ("own_effect", "own_effect"),
        ("sycophancy_net", 0.0),
    ),
    *(
        _run(
            "sycophant",
            f"believes all feedback, burnt items right {a:.0%} of the time",
            ("feedback_effect", "feedback_effect"),
            ("sycophancy_net", "sycophancy_net"),
            ("burn_accuracy", "burn_accuracy"),
            changes=_even(a),
            args={"level": 3},
            name=f"at_{a:.0%}".removesuffix("%"),
        )
        for a in (ACCURACIES[0], ACCURACIES[-1])
    ),
    _run(
        "learner",
        "believes only true feedback",
        ("feedback_effect_opt_out", "feedback_effect_opt_out"),
        ("feedback_effect_tools", "feedback_effect_tools"),
        args={"channels": "opt_out,tools"},
        name="channels",
    ),
    _run(
        "forgetful",
        "believes all feedback and loses a third of it a turn",
        ("feedback_effect", "feedback_effect"),
        args={"delay": "0,3"},
        more=(
            RunRow(
                "run_feedback_effect_delay_3_forgetful",
                "feedback_effect_delay_3",
                "believes all feedback and loses a third of it a turn",
                Kind.MEAN,
                recovers("feedback_effect_delay_3", "feedback_effect", passed=3),
            ),
        ),
    ),
)
