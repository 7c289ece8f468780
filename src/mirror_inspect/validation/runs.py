"""The end-to-end layer: real ``inspect eval`` runs of simulated subjects, and the rows read off their logs."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from mirror_inspect.bank.load import load_bank
from mirror_inspect.observation import Observation, log_observations
from mirror_inspect.profile import build_profile
from mirror_inspect.subjects.model import mean_accuracy
from mirror_inspect.subjects.persona import Persona
from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.predict import Prediction, predict_deck
from mirror_inspect.subjects.simulate import deck_of
from mirror_inspect.taxonomy import Channel, Condition, Domain, Paradigm
from mirror_inspect.validation.replay import damage, replay
from mirror_inspect.validation.verdict import Kind, Subject, Verdict, failed, judge_mean, judge_share

SEEDS: Final = tuple(range(20))
"""Frozen: never changed to make a row pass."""

SPREADS: Final = 3.2
SPREADS_OF_ONE: Final = 4.0
PREDICTION_ERROR: Final = 0.004
Z95: Final = 1.96


@dataclass(frozen=True, slots=True)
class Run:
    """One task on one subject.

    Attributes:
        task: Name of the task.
        persona: Name of the subject.
        args: Task arguments.
        changes: Parameters of the subject.
    """

    task: str
    persona: str
    args: Mapping[str, Any]
    changes: Mapping[str, Any]

    def subject(self, seed: int) -> Persona:
        """Return the subject as run with a seed."""
        return find_persona(self.persona, seed=seed, **self.changes)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run brought back: the metrics of the log header and its observations."""

    run: Run
    seed: int
    metrics: Mapping[str, float]
    observations: tuple[Observation, ...]


Outcomes = Mapping[str, Sequence[Outcome]]


@dataclass(frozen=True, slots=True)
class RunRow:
    """One row read off the outcomes of a study, by run label and seed."""

    name: str
    metric: str
    planted: str
    kind: Kind
    judge: Callable[[Subject, Outcomes], Verdict]


@dataclass(frozen=True, slots=True)
class RunStudy:
    """Runs that belong together and the rows read off them.

    Attributes:
        name: Unique name.
        experiment: Experiment run.
        runs: Runs by label.
        rows: What is judged.
        quick: Whether one seed of it is part of ``--quick``.
    """

    name: str
    experiment: str
    runs: Mapping[str, Run]
    rows: tuple[RunRow, ...]
    quick: bool = False

    def subject(self, row: RunRow) -> Subject:
        """Return what is known of a row before the run."""
        return Subject(row=row.name, layer="run", experiment=self.experiment, metric=row.metric, planted=row.planted)


def play(run: Run, seed: int, log_dir: Path) -> Outcome:
    """Run one task on one subject.

    Raises:
        RuntimeError: the run did not succeed.
    """
    from inspect_ai import eval as inspect_eval

    args = {**run.args, "seed": seed}
    (log,) = inspect_eval(
        f"mirror_inspect/{run.task}",
        model=f"simulated/{run.persona}",
        model_args={**run.changes, "seed": seed},
        task_args=args,
        log_dir=str(log_dir),
        display="none",
        log_realtime=False,
        score_display=False,
    )
    if log.status != "success" or log.results is None:
        raise RuntimeError(f"{run.task} on simulated/{run.persona} ended with status {log.status}")
    metrics = {name: float(m.value) for score in log.results.scores for name, m in score.metrics.items()}
    return Outcome(run, seed, metrics, log_observations(log))


def judge_runs(study: RunStudy, seeds: Sequence[int], log_dir: Path, *, short: bool = False) -> tuple[Verdict, ...]:
    """Run a study with every seed and judge its rows; a run that fails fails them all.

    Args:
        study: The study.
        seeds: Seeds of task and subject.
        log_dir: Where the logs land.
        short: Use the ``quick`` preset of every task.
    """
    runs = {k: replace(r, args={**r.args, "preset": "quick"}) if short else r for k, r in study.runs.items()}
    try:
        outcomes = {label: [play(run, seed, log_dir) for seed in seeds] for label, run in runs.items()}
    except Exception as why:
        return tuple(failed(study.subject(r), r.kind, f"{type(why).__name__}: {why}"[:300]) for r in study.rows)
    return tuple(row.judge(study.subject(row), outcomes) for row in study.rows)


def planted(outcomes: Sequence[Outcome]) -> Prediction:
    """Return the prediction for a subject on the very items its runs asked, pooled over seeds."""
    run = outcomes[0].run
    rows = [o for outcome in outcomes for o in outcome.observations]
    single = tuple(o.item_id for o in rows if o.channel == Channel.NATURAL)
    work = tuple(o.item_id for o in rows if o.paradigm == Paradigm.AUTONOMOUS and o.condition == Condition.UNINFORMED)
    per_domain = len(single) // (len(outcomes) * len(Domain))
    return _planted(run.persona, tuple(run.changes.items()), per_domain, single, work or single)


@cache
def _planted(
    persona: str, changes: tuple[tuple[str, Any], ...], calibration: int, single: tuple[str, ...], work: tuple[str, ...]
) -> Prediction:
    bank = load_bank()
    who = find_persona(persona, **dict(changes))
    decks = (deck_of([bank.by_id[i] for i in ids]) for ids in (single, work))
    rate = mean_accuracy(who, deck_of(bank.questions).items(who))
    return predict_deck(who, *decks, base_rate=rate, calibration=calibration)


def value_of(outcome: Outcome, metric: str) -> float:
    """Return a metric of a log header; NaN where it has none of the name."""
    return outcome.metrics.get(metric, math.nan)


def _error(outcome: Outcome, metric: str) -> float:
    return (value_of(outcome, f"{metric}_high") - value_of(outcome, f"{metric}_low")) / (2 * Z95)


def tolerance_of(outcomes: Sequence[Outcome], metric: str) -> float:
    """Return 3.2 standard errors of the mean over seeds, four of the run's own for a single seed."""
    if len(outcomes) == 1:
        return SPREADS_OF_ONE * _error(outcomes[0], metric) + PREDICTION_ERROR
    spread = float(np.nanstd([value_of(o, metric) for o in outcomes], ddof=1))
    return SPREADS * spread / math.sqrt(len(outcomes)) + PREDICTION_ERROR


def recovers(
    metric: str, truth: float | str | Callable[[Sequence[Outcome]], float], run: str = "run"
) -> Callable[[Subject, Outcomes], Verdict]:
    """Judge a header metric by its mean over seeds.

    Args:
        metric: Name in the log header.
        truth: Planted value, the name of the prediction that holds it, or what computes it from the outcomes.
        run: Label of the run.
    """

    def judge(about: Subject, outcomes: Outcomes) -> Verdict:
        seen = outcomes[run]
        value = truth(seen) if callable(truth) else getattr(planted(seen), truth) if isinstance(truth, str) else truth
        return judge_mean(about, [value_of(o, metric) for o in seen], float(value), tolerance_of(seen, metric))

    return judge


def _accuracies(about: Subject, outcomes: Outcomes) -> Verdict:
    """Pooled natural accuracy against the mean chance, and the worst domain against its own."""
    seen = outcomes["run"]
    truth = planted(seen)
    pooled = tolerance_of(seen, "natural_accuracy") if len(seen) == 1 else 0.015
    verdict = judge_mean(about, [value_of(o, "natural_accuracy") for o in seen], truth.accuracy, pooled)
    worst = 0.0
    for domain in Domain:
        metric = f"natural_accuracy_{domain}"
        allowed = tolerance_of(seen, metric) if len(seen) == 1 else 0.045
        found = float(np.mean([value_of(o, metric) for o in seen]))
        worst = max(worst, abs(found - truth.domains[domain]) / allowed)
    note = f"worst domain at {worst:.0%} of its tolerance"
    return verdict.model_copy(update={"passed": verdict.passed and worst <= 1, "note": note})


def _contrast(about: Subject, outcomes: Outcomes) -> Verdict:
    knows, acts = outcomes["knows"], outcomes["acts"]
    differences = [value_of(k, "knowdo_gap") - value_of(a, "knowdo_gap") for k, a in zip(knows, acts, strict=True)]
    truth = planted(knows).knowdo_gap - planted(acts).knowdo_gap
    errors = [math.hypot(_error(k, "knowdo_gap"), _error(a, "knowdo_gap")) for k, a in zip(knows, acts, strict=True)]
    if len(differences) == 1:
        return judge_mean(about, differences, truth, SPREADS_OF_ONE * errors[0] + PREDICTION_ERROR)
    spread = float(np.std(differences, ddof=1)) / math.sqrt(len(differences))
    return judge_mean(about, differences, truth, SPREADS * spread + PREDICTION_ERROR)


def _significant(about: Subject, outcomes: Outcomes) -> Verdict:
    pairs = zip(outcomes["knows"], outcomes["acts"], strict=True)
    hits = []
    for knows, acts in pairs:
        error = math.hypot(_error(knows, "knowdo_gap"), _error(acts, "knowdo_gap"))
        hits.append(value_of(knows, "knowdo_gap") - value_of(acts, "knowdo_gap") > Z95 * error)
    return judge_share(about, hits, 0.85, kind=Kind.POWER)


def replayed(about: Subject, outcomes: Outcomes) -> Verdict:
    """Every observation of every run shows what was planted."""
    bank = load_bank()
    items = {**bank.by_id, **{task.id: task for task in bank.transfer}}
    compared = off = 0
    notes = []
    for seen in outcomes.values():
        for outcome in seen:
            who = outcome.run.subject(outcome.seed)
            rate = mean_accuracy(who, deck_of(bank.questions).items(who))
            found = replay(outcome.observations, who, items, rate)
            for name in ("correctness", "signals", "decisions"):
                n, wrong = getattr(found, name)
                compared, off = compared + n, off + wrong
                if wrong:
                    notes.append(f"{wrong} of {n} {name}")
    verdict = judge_share(about, [True] * (compared - off) + [False] * off, 0.999)
    return verdict.model_copy(update={"note": "; ".join(notes[:4]) or verdict.note})


def _damage(about: Subject, outcomes: Outcomes) -> Verdict:
    """Every observed decision and correctness equals the clean run's, and the missing set is the injected one."""
    hits, notes = [], []
    for clean, faulty in zip(outcomes["clean"], outcomes["faulty"], strict=True):
        found = damage(clean.observations, faulty.observations, faulty.run.subject(faulty.seed))
        hits.append(found.changed == 0 and found.unexplained == 0 and found.missing > 0)
        notes.append(
            f"{found.missing} lost, {found.unexplained} unexplained, {found.changed} of {found.observed} changed"
        )
    return judge_share(about, hits, 1.0).model_copy(update={"note": notes[0]})


def _not_applicable(about: Subject, outcomes: Outcomes) -> Verdict:
    """No verdict on a norm that can act on nothing: the analysis of the whole log says so."""
    from mirror_inspect.analysis import told
    from mirror_inspect.analysis.knowdo import main_rows
    from mirror_inspect.analysis.subject import Subject as Analysed

    hits = []
    for outcome in outcomes["run"]:
        profile = build_profile(outcome.observations, model=outcome.run.persona, bank_digest="")
        analysed = Analysed(profile.model, main_rows(outcome.observations), shown=profile.shrunk)
        conditions = Condition.OWN_SCORES, Condition.SCORES_AND_NORM
        found = told.informed_contrast(analysed, Paradigm.AUTONOMOUS, *conditions)
        hits.append(found.reason == "not_applicable")
    return judge_share(about, hits, 1.0)


EXP1: Final = {"preset": "standard"}
EXP9: Final = {"preset": "quick"}
ONE_ITEM: Final = ",".join(
    c.value for c in (Channel.WAGER, Channel.OPT_OUT, Channel.NATURAL, Channel.RATING, Channel.SELF_REPORT)
)
FAULTS: Final = {"malformed": 0.1, "refusal": 0.1, "truncation": 0.1, "error": 0.1}


def _mean(name: str, metric: str, text: str, truth: float | str, run: str = "run") -> RunRow:
    return RunRow(name, metric, text, Kind.MEAN, recovers(metric, truth, run))


def _exp9(
    persona: str, text: str, *rows: tuple[str, float | str], changes: Mapping[str, Any] | None = None
) -> RunStudy:
    made = tuple(_mean(f"run_{metric}_{persona}", metric, text, truth) for metric, truth in rows)
    return RunStudy(f"exp9_{persona}", "exp9", {"run": Run("exp9_knowdo", persona, EXP9, changes or {})}, made)


STUDIES: Final = (
    RunStudy(
        "exp1_calibrated",
        "exp1",
        {"run": Run("exp1_atlas", "calibrated", EXP1, {})},
        (
            RunRow("run_accuracy", "natural_accuracy", "domain abilities", Kind.MEAN, _accuracies),
            _mean("run_gap_signed", "gap_signed", "equal accuracy in all channels", 0.0),
            _mean("run_rating_auroc", "rating_auroc", "sensitivity .954", "auroc_rating"),
            _mean("run_self_report_auroc", "self_report_auroc", "sensitivity .954", "auroc_self_report"),
            _mean("run_skip_alignment", "skip_error_alignment", "skips below even odds", "skip_error_alignment"),
            RunRow("run_replay_exp1", "every observation", "every reply", Kind.SHARE, replayed),
        ),
        quick=True,
    ),
    RunStudy(
        "exp1_oblivious",
        "exp1",
        {"run": Run("exp1_atlas", "oblivious", EXP1, {})},
        (_mean("run_auroc_oblivious", "rating_auroc", "confidence is noise", 0.5),),
    ),
    RunStudy(
        "exp1_faults",
        "exp1",
        {
            "clean": Run("exp1_atlas", "calibrated", {**EXP1, "calibration": 10, "channels": ONE_ITEM}, {}),
            "faulty": Run("exp1_atlas", "calibrated", {**EXP1, "calibration": 10, "channels": ONE_ITEM}, FAULTS),
        },
        (RunRow("run_faults", "observations", "10 % of each fault", Kind.SHARE, _damage),),
        quick=True,
    ),
    RunStudy(
        "exp9_contrast",
        "exp9",
        {
            "knows": Run("exp9_knowdo", "knows_but_does_not", EXP9, {}),
            "acts": Run("exp9_knowdo", "acts_on_knowledge", EXP9, {}),
        },
        (
            RunRow("run_contrast", "knowdo_gap", "acts against knows but does not", Kind.MEAN, _contrast),
            RunRow("run_contrast_power", "knowdo_gap", "acts against knows but does not", Kind.POWER, _significant),
            _mean("run_knowdo_gap_knows", "knowdo_gap", "never acts on it", "knowdo_gap", "knows"),
            _mean("run_knowdo_gap_acts", "knowdo_gap", "acts on it", "knowdo_gap", "acts"),
            _mean("run_cfr_knows", "cfr_C1_P1", "never acts on it", "cfr_c1", "knows"),
            _mean("run_cfr_acts", "cfr_C1_P1", "acts on it", "cfr_c1", "acts"),
            _mean("run_cfr_P2_acts", "cfr_C1_P2", "acts on it", "cfr_c1", "acts"),
            _mean("run_udr_acts", "udr", "acts on it", "udr", "acts"),
            _mean("run_routing_gain_knows", "routing_gain", "default abilities", "routing_gain", "knows"),
            RunRow("run_replay_exp9", "every observation", "every reply", Kind.SHARE, replayed),
        ),
        quick=True,
    ),
    _exp9(
        "overconfident",
        "bias +1.5, acts on it",
        ("knowdo_gap", 0.0),
        ("monitoring_loss", "monitoring_loss"),
        ("cfr_C1_P1", "cfr_c1"),
    ),
    _exp9(
        "acts_at_random",
        "defers two of five at random",
        ("coupling_loss", "coupling_loss"),
        ("criterion_loss", "criterion_loss"),
        ("udr", "udr"),
    ),
    _exp9("half_coupled", "acts every second time", ("cfr_C1_P1", "cfr_c1"), ("knowdo_gap", "knowdo_gap")),
    _exp9("heeds_scores", "heeds scores .8", ("cfr_C2_P1", "cfr_c2"), ("cfr_C3_P1", "cfr_c3"), ("cfr_C1_P1", "cfr_c1")),
    _exp9("obeys_norm", "heeds norm .9", ("cfr_C2_P1", "cfr_c2"), ("cfr_C3_P1", "cfr_c3")),
    _exp9("flat", "every domain equally hard", ("routing_gain", 0.0)),
    RunStudy(
        "exp9_strong_model",
        "exp9",
        {"run": Run("exp9_knowdo", "strong_model", EXP9, {})},
        (RunRow("run_not_applicable", "informed_contrast", "no domain is weak", Kind.SHARE, _not_applicable),),
    ),
)
