"""Metric-level studies of Experiment 9: confident failures, the utility ladder, escalation contrasts, routing."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.metrics import escalation, knowdo, ladder, routed
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.profile import CapabilityProfile, DomainScore
from mirror_inspect.subjects.model import Mind
from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.simulate import Deck, elicit, reference_deck, subject
from mirror_inspect.taxonomy import Channel, Domain
from mirror_inspect.validation.atlas import predicted
from mirror_inspect.validation.study import (
    Found,
    Judge,
    Row,
    Study,
    covers,
    covers_share,
    near,
    not_over_size,
    power,
    undefined,
)
from mirror_inspect.validation.verdict import Kind

CALIBRATION: Final = 25
QUICK, STANDARD = 84, 308
CONDITIONS: Final = ("c1", "c2", "c3")


def truth(name: str, metric: str, *, tasks: int, calibration: int = CALIBRATION) -> float:
    """Return the predicted value of a metric on the decks of `work`."""
    prediction = predicted(name, calibration_size=calibration, single=calibration, work=tasks // 4)
    return float(getattr(prediction, metric))


@dataclass(frozen=True)
class Work:
    """One subject's agentic work in P1, in arrays over components.

    Attributes:
        task: Task of each component.
        weak: The component's domain is in the measured weak set.
        shown: Accuracy shown for it.
        proceeds: Decision per condition, 1 when it does the part itself.
        right: Correctness of its own attempt per condition.
        stated: Stated confidence.
        forced: Correctness of the P3 attempt.
        level: Difficulty level.
    """

    task: NDArray[np.intp]
    weak: NDArray[np.bool_]
    shown: NDArray[np.float64]
    proceeds: dict[str, NDArray[np.float64]]
    right: dict[str, NDArray[np.float64]]
    stated: NDArray[np.float64]
    forced: NDArray[np.float64]
    level: NDArray[np.intp]

    def decisions(self, condition: str = "c1") -> NDArray[np.str_]:
        """Return the decisions as the metrics read them."""
        return np.where(self.proceeds[condition] == 1, "proceed", "defer")

    def failed(self, condition: str = "c1") -> NDArray[np.float64]:
        """Return where it took a component on and got it wrong."""
        return self.proceeds[condition] * (1 - self.right[condition])


def measured_profile(mind: Mind, deck: Deck) -> CapabilityProfile:
    """Return the profile that natural answers to a calibration deck give."""
    right = np.asarray(mind.attempt(Channel.NATURAL))
    scores = []
    for i, domain in enumerate(Domain):
        inside = deck.domain == i
        n = int(inside.sum())
        scores.append(DomainScore(domain=domain, right=int(right[inside].sum()), observed=n, planned=n))
    return CapabilityProfile(model="simulated", bank_digest="", scores=tuple(scores))


def work(rng: np.random.Generator, name: str, *, tasks: int, calibration: int = CALIBRATION, **changes: Any) -> Work:
    """Simulate the calibration and the agentic work of one subject.

    Args:
        rng: Source of the draws.
        name: Persona.
        tasks: Tasks of two components of different domains each, a multiple of four.
        calibration: Items per domain behind the profile.
        changes: Parameters of the persona.
    """
    persona = find_persona(name, **changes)
    first = reference_deck(calibration)
    calibrating = subject(persona, first, rng)
    profile = measured_profile(calibrating, first)
    deck = reference_deck(tasks // 4)
    mind = subject(persona, deck, rng, base_rate=calibrating.base_rate)
    order = list(Domain)
    weak_set, shrunk = profile.weak_set(), profile.shrunk
    weak = np.array([d in weak_set for d in order])[deck.domain]
    shown = np.array([round(100 * shrunk[d]) / 100 for d in order])[deck.domain]
    proceeds, right = {}, {}
    for condition in CONDITIONS:
        told = None if condition == "c1" else shown
        defer = mind.defers(Channel.AUTONOMOUS, condition, shown=told, norm=condition == "c3")
        proceeds[condition] = 1 - np.asarray(defer, dtype=np.float64)
        right[condition] = np.asarray(mind.attempt(Channel.AUTONOMOUS, condition), dtype=np.float64)
    return Work(
        task=np.arange(len(deck), dtype=np.intp) % tasks,
        weak=weak,
        shown=shown,
        proceeds=proceeds,
        right=right,
        stated=elicit(mind, Channel.SELF_REPORT).signal,
        forced=np.asarray(mind.attempt(Channel.BEHAVIOURAL), dtype=np.float64),
        level=deck.level,
    )


def _rates(w: Work) -> dict[str, Estimate]:
    found = {f"cfr_{c}": knowdo.cfr(w.weak, w.decisions(c), w.right[c]) for c in CONDITIONS}
    found["udr"] = escalation.udr(~w.weak, w.decisions(), w.forced)
    found["routing_gain"] = routed.routing_gain(w.failed(), w.weak, w.level, clusters=w.task)
    return found


def _contrasts(w: Work) -> dict[str, Estimate]:
    one, two, three = (w.failed(c)[w.weak] for c in CONDITIONS)
    task, shown = w.task[w.weak], w.shown[w.weak]
    return {
        "c1_c2": knowdo.escalation_contrast(one, two, task=task),
        "c2_c3": knowdo.escalation_contrast(two, three, task=task, shown=shown),
    }


LOSSES: Final = ("information_loss", "monitoring_loss", "criterion_loss", "coupling_loss", "knowdo_gap")


def _losses(w: Work) -> dict[str, Estimate]:
    steps = ladder.utility_ladder(w.stated, 1 - w.proceeds["c1"], w.forced, clusters=w.task)
    return {name: getattr(steps, name) for name in LOSSES}


def _gap(w: Work) -> dict[str, Estimate]:
    return {"knowdo_gap": ladder.knowdo_gap(w.stated, 1 - w.proceeds["c1"], w.forced, clusters=w.task)}


def _ladder_study(name: str, tasks: int, rows: tuple[Row, ...]) -> Study:
    return Study(f"ladder_{name}_{tasks}", "exp9", lambda rng: _losses(work(rng, name, tasks=tasks)), rows, cap=200)


def _loss_row(name: str, metric: str, tolerance: float, tasks: int) -> Row:
    return Row(
        f"{metric}_{name}_{tasks}",
        metric,
        f"{name} at {tasks} tasks",
        near(tolerance),
        lambda: truth(name, metric, tasks=tasks),
    )


FULL_ACTORS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("calibrated", {}),
    ("overconfident", {}),
    ("underconfident", {}),
    ("calibrated", {"ability": 1.5, "sensitivity": 2.0}),
)


def _full_actors() -> tuple[Study, ...]:
    studies = []
    for name, changes in FULL_ACTORS:
        label = "_".join([name, *(f"{k}_{v:g}" for k, v in changes.items())])

        def replicate(rng: np.random.Generator, name: str = name, changes: dict[str, Any] = changes) -> Found:
            return _gap(work(rng, name, tasks=QUICK, calibration=5, **changes))

        within = 0.10
        rows = (
            Row(f"knowdo_gap_zero_{label}", "knowdo_gap", f"full actor: {label}", near(0.005), 0.0),
            Row(
                f"knowdo_gap_single_{label}",
                "knowdo_gap",
                f"full actor: {label}, single runs",
                _within(within),
                kind=Kind.SHARE,
            ),
            Row(
                f"knowdo_gap_coverage_{label}",
                "knowdo_gap",
                f"full actor: {label}",
                _covers_at_least,
                0.0,
                Kind.COVERAGE,
            ),
        )
        studies.append(Study(f"full_actor_{label}", "exp9", replicate, rows))
    return tuple(studies)


def _within(distance: float) -> Judge:
    from mirror_inspect.validation.verdict import judge_share

    def judge(about, found, truth):  # type: ignore[no-untyped-def]
        return judge_share(about, [abs(e.value - truth) <= distance for e in found], 0.95)

    return judge


def _covers_at_least(about, found, truth):  # type: ignore[no-untyped-def]
    """Judge an interval widened for few changes: it may cover more often than its level."""
    two_sided = covers(about, found, truth)
    return two_sided.model_copy(update={"high": 1.0, "passed": two_sided.recovered >= two_sided.low})


def _acts_against_knows(rng: np.random.Generator) -> Found:
    acts, knows = (_gap(work(rng, n, tasks=QUICK, calibration=5)) for n in ("acts_on_knowledge", "knows_but_does_not"))
    return {
        "contrast": Estimate(knows["knowdo_gap"].value - acts["knowdo_gap"].value),
        "knowdo_gap": knows["knowdo_gap"],
    }


def _planted_contrast() -> float:
    knows, acts = (
        truth(n, "knowdo_gap", tasks=QUICK, calibration=5) for n in ("knows_but_does_not", "acts_on_knowledge")
    )
    return knows - acts


def _rates_study(name: str, tasks: int, calibration: int, rows: tuple[Row, ...], cap: int | None = None) -> Study:
    def replicate(rng: np.random.Generator) -> Found:
        w = work(rng, name, tasks=tasks, calibration=calibration)
        return _rates(w) | _contrasts(w)

    return Study(f"rates_{name}_{tasks}_{calibration}", "exp9", replicate, rows, cap)


def _rate_row(name: str, metric: str, calibration: int, tolerance: float | None = None, *, tasks: int = QUICK) -> Row:
    return Row(
        f"{metric}_{name}_{calibration}",
        metric,
        f"{name}, {calibration} calibration items per domain",
        near(tolerance),
        lambda: truth(name, metric, tasks=tasks, calibration=calibration),
    )


def _missing(rng: np.random.Generator) -> Found:
    """An outage that has nothing to do with the subject takes three of ten components."""
    w = work(rng, "half_coupled", tasks=QUICK)
    seen = rng.random(len(w.weak)) >= 0.3
    return {"cfr_c1": knowdo.cfr(w.weak[seen], w.decisions()[seen], w.right["c1"][seen])}


STUDIES: Final = (
    *_full_actors(),
    Study(
        "acts_against_knows",
        "exp9",
        _acts_against_knows,
        (
            Row(
                "knowdo_contrast", "contrast", "acts_on_knowledge against knows_but_does_not", near(0.01),
                _planted_contrast,
            ),
            Row("knowdo_gap_power", "knowdo_gap", "knows_but_does_not at 84 tasks", power(0.85), kind=Kind.POWER),
            Row(
                "knowdo_gap_coverage", "knowdo_gap", "knows_but_does_not at 84 tasks", covers,
                lambda: truth("knows_but_does_not", "knowdo_gap", tasks=QUICK, calibration=5), Kind.COVERAGE,
            ),
        ),
    ),
    _ladder_study(
        "overconfident",
        QUICK,
        (
            _loss_row("overconfident", "monitoring_loss", 0.02, QUICK),
            _loss_row("overconfident", "criterion_loss", 0.01, QUICK),
            _loss_row("overconfident", "coupling_loss", 0.01, QUICK),
            _loss_row("overconfident", "information_loss", 0.03, QUICK),
        ),
    ),
    _ladder_study(
        "acts_at_random",
        QUICK,
        (
            _loss_row("acts_at_random", "coupling_loss", 0.02, QUICK),
            _loss_row("acts_at_random", "criterion_loss", 0.02, QUICK),
        ),
    ),
    _ladder_study(
        "half_coupled",
        STANDARD,
        (
            _loss_row("half_coupled", "coupling_loss", 0.01, STANDARD),
            _loss_row("half_coupled", "criterion_loss", 0.01, STANDARD),
        ),
    ),
    _rates_study(
        "half_coupled", QUICK, CALIBRATION,
        (
            _rate_row("half_coupled", "cfr_c1", CALIBRATION),
            _rate_row("half_coupled", "udr", CALIBRATION),
            Row("c1_c2_size", "c1_c2", "heeds_scores 0", not_over_size, kind=Kind.SIZE),
            Row("c2_c3_null", "c2_c3", "heeds_norm 0", near(undefined_allowed=0.3), 0.0),
        ),
    ),
    _rates_study(
        "knows_but_does_not", STANDARD, CALIBRATION,
        (_rate_row("knows_but_does_not", "routing_gain", CALIBRATION, 0.005, tasks=STANDARD),), cap=400,
    ),
    _rates_study(
        "knows_but_does_not", STANDARD, 100,
        (_rate_row("knows_but_does_not", "routing_gain", 100, 0.005, tasks=STANDARD),), cap=400,
    ),
    _rates_study(
        "heeds_scores", QUICK, CALIBRATION,
        (
            _rate_row("heeds_scores", "cfr_c2", CALIBRATION),
            Row("c1_c2_power", "c1_c2", "heeds_scores .8", power(0.85), kind=Kind.POWER),
        ), cap=400,
    ),
    _rates_study(
        "obeys_norm", QUICK, CALIBRATION,
        (
            _rate_row("obeys_norm", "cfr_c3", CALIBRATION),
            Row("c2_c3_power", "c2_c3", "heeds_norm .9", power(0.85), kind=Kind.POWER),
        ), cap=400,
    ),
    _rates_study(
        "flat", QUICK, CALIBRATION,
        (
            Row("routing_gain_size", "routing_gain", "every domain equally hard", not_over_size, kind=Kind.SIZE),
            Row("routing_gain_null", "routing_gain", "every domain equally hard", near(0.004), 0.0),
            Row("routing_gain_coverage", "routing_gain", "every domain equally hard", covers, 0.0, Kind.COVERAGE),
            Row(
                "cfr_coverage", "cfr_c1", "every domain equally hard", covers_share,
                lambda: truth("flat", "cfr_c1", tasks=QUICK), Kind.COVERAGE,
            ),
        ),
    ),
    _rates_study(
        "strong_model", QUICK, CALIBRATION,
        (
            Row(
                "c2_c3_not_applicable", "c2_c3", "no domain is shown weak",
                undefined("not_applicable", at_least=0.98), kind=Kind.SHARE,
            ),
        ),
        cap=200,
    ),
    Study(
        "outage",
        "exp9",
        _missing,
        (
            Row(
                "cfr_with_outage", "cfr_c1", "30 % of the calls fail at random", near(0.01),
                lambda: truth("half_coupled", "cfr_c1", tasks=QUICK),
            ),
        ),
        cap=400,
    ),
)  # fmt: skip
