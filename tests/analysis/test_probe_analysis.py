"""Which is missing, the information or its use, told from hidden states that were made up to hold it or not."""

from dataclasses import replace

import numpy as np
import pytest

from mirror_inspect.analysis.probe import Inside, ProbeResult, analyse
from mirror_inspect.analysis.probe_behaviour import Behaviour, behaviours_of, summarise_said
from mirror_inspect.analysis.probe_verdict import Conclusion, conclude
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.stats.verdicts import verdict
from mirror_inspect.taxonomy import SUBCATEGORIES, Domain

NAMES = [(d.value, s) for d in Domain for s in SUBCATEGORIES[d]]


def made_up(*, inside: float, outside: float, n: int = 800, seed: int = 0) -> Inside:
    """Items whose outcome one direction of the second layer carries, and that the subject shows as much of as asked."""
    rng = np.random.default_rng(seed)
    latent = rng.normal(size=n)
    correct = (rng.random(n) < 1 / (1 + np.exp(-2.5 * latent))).astype(float)
    noise = rng.normal(size=(n, 12))
    carrying = noise + inside * np.outer(latent, np.eye(12)[3])
    shown = outside * latent + rng.normal(size=n)
    place = [NAMES[i % 40] for i in range(n)]
    return Inside(
        states=[noise, carrying],
        layers=(0, 6),
        correct=correct,
        subcategory=np.array([s for _, s in place]),
        domain=np.array([d for d, _ in place]),
        difficulty=np.array([1.0 + i // 40 % 5 for i in range(n)]),
        length=np.full(n, 30.0),
        behaviours=(Behaviour("rating", shown, correct),),
        planned=n,
    )


@pytest.mark.parametrize(
    ("inside", "outside", "conclusion"),
    [
        (5.0, 0.0, Conclusion.CONTROL_FAILURE),
        (5.0, 5.0, Conclusion.NEITHER),
        (0.35, 5.0, Conclusion.INFORMATION_DEFICIT),
        (0.0, 0.0, Conclusion.INFORMATION_DEFICIT),
    ],
)
def test_what_was_planted_is_what_is_concluded(inside: float, outside: float, conclusion: Conclusion) -> None:
    data = made_up(inside=inside, outside=outside)
    # Equivalence within .05 takes more items than this test has: a wider margin, stated as an argument.
    found = analyse(data, n_refits=0, margin=0.05 if inside else 0.2)
    assert found.conclusion is conclusion
    assert found.control.low <= 0.5 <= found.control.high
    if inside > 1:
        assert set(found.chosen) == {6}
        assert found.layers[1].p_any < 0.01 < found.layers[0].p_any
        assert found.within_level.low > 0.6
    if not inside:
        assert found.area.low <= 0.5 <= found.area.high


def judged(inside: Estimate, gap: Estimate) -> Conclusion:
    return conclude(inside, gap, verdict(gap, 0.05, direction="greater"), 0.7)


def test_information_that_is_weak_and_shown_less_is_both() -> None:
    weak = Estimate(0.62, 0.58, 0.66, 800, 800, 0.5)
    gap = Estimate(0.12, 0.07, 0.17, 800, 800, 0.0)
    assert judged(weak, gap) is Conclusion.BOTH
    assert judged(replace(weak, high=0.75), gap) is Conclusion.INCONCLUSIVE


def test_nothing_is_withheld_only_where_the_interval_says_so_and_not_because_the_estimate_is_low() -> None:
    weak = Estimate(0.55, 0.50, 0.60, 800, 800, 0.5)
    assert judged(weak, Estimate(-0.08, -0.20, 0.04, 800, 800, 0.0)) is Conclusion.INFORMATION_DEFICIT
    # The estimate says the behaviour tells more, its interval that it may tell much less.
    assert judged(weak, Estimate(-0.08, -0.40, 0.24, 800, 800, 0.0)) is Conclusion.INCONCLUSIVE


def chooser(kind: str, *, n: int = 800, seed: int = 3) -> ProbeResult:
    """A subject with everything inside: it acts on all of it, on none of it, always goes ahead, or never does."""
    rng = np.random.default_rng(seed)
    latent = rng.normal(size=n)
    correct = (rng.random(n) < 1 / (1 + np.exp(-3 * latent))).astype(float)
    states = rng.normal(size=(n, 8))
    states[:, 2] += 6 * latent
    decided = {
        "full actor": latent > 0,
        "coin": rng.random(n) < 0.5,
        "always": np.ones(n, dtype=bool),
        "never": np.zeros(n, dtype=bool),
    }[kind]
    place = [NAMES[i % 40] for i in range(n)]
    choice = Behaviour("P1", decided.astype(float), correct, is_action=True, is_choice=True, planned=n)
    inside = Inside(
        states=[states],
        layers=(3,),
        correct=correct,
        subcategory=np.array([s for _, s in place]),
        domain=np.array([d for d, _ in place]),
        difficulty=np.ones(n),
        length=np.full(n, 30.0),
        behaviours=(choice,),
        planned=n,
    )
    return analyse(inside, n_refits=0)


@pytest.mark.parametrize("kind", ["coin", "always", "never"])
def test_a_subject_that_does_not_choose_by_what_it_holds_fails_to_control(kind: str) -> None:
    found = chooser(kind)
    assert found.conclusion is Conclusion.CONTROL_FAILURE
    (choice,) = found.comparisons
    assert choice.earned is not None
    assert choice.gap.value == pytest.approx(choice.earned.probe.value - choice.earned.behaviour.value)


def test_a_subject_that_acts_on_all_it_holds_is_not_called_a_failure_because_a_choice_is_one_point() -> None:
    """By areas it would be: a choice that follows a signal tells less than the signal, whatever the subject does."""
    found = chooser("full actor")
    (choice,) = found.comparisons
    assert choice.probe.value - choice.same_target.value > 0.06
    assert abs(choice.gap.value) < 0.05
    assert found.conclusion is Conclusion.NEITHER


def test_a_behaviour_seen_on_too_few_items_decides_nothing_and_is_passed_over() -> None:
    data = made_up(inside=5, outside=0)
    rare = np.where(np.arange(800) % 2, np.nan, 1.0)
    gone = Behaviour("P1", rare, data.correct, is_action=True, is_choice=True, planned=800)
    found = analyse(replace(data, behaviours=(gone, *data.behaviours)), n_refits=0)
    assert found.comparisons[0].gap.reason == "low_coverage"
    assert found.comparisons[0].conclusion is Conclusion.INCONCLUSIVE
    assert found.conclusion is Conclusion.CONTROL_FAILURE


def test_what_anybody_sees_of_an_item_is_no_lead_of_the_inside() -> None:
    """States that hold the level and nothing else tell what the level tells; a direction of its own tells more."""
    data = made_up(inside=0, outside=0, seed=6)
    rng = np.random.default_rng(7)
    right = 1 / (1 + np.exp(1.2 * (data.difficulty - 3)))
    correct = (rng.random(800) < right).astype(float)
    level = data.difficulty[:, None] + 0.01 * rng.normal(size=(800, 4))
    plain = analyse(replace(data, correct=correct, states=[level], layers=(1,), behaviours=()), n_refits=0)
    assert plain.area.low > 0.7
    assert abs(plain.beyond_surface.value) < 0.03
    assert plain.within_level.low <= 0.5 <= plain.within_level.high
    own = analyse(made_up(inside=5, outside=0), n_refits=0)
    assert own.surface.low <= 0.5 <= own.surface.high
    assert own.beyond_surface.low > 0.1


def test_what_a_topic_gives_away_is_not_there_among_items_of_the_topic() -> None:
    """Domains differ in how many are right and states name the domain: an area over topics, none within them."""
    data = made_up(inside=0, outside=0, seed=4)
    rng = np.random.default_rng(5)
    domain = np.unique(data.domain, return_inverse=True)[1]
    correct = (rng.random(800) < np.linspace(0.1, 0.9, 8)[domain]).astype(float)
    states = np.eye(8)[domain] + 0.1 * rng.normal(size=(800, 8))
    found = analyse(replace(data, correct=correct, states=[states], layers=(1,), behaviours=()), n_refits=0)
    assert found.area.low > 0.6
    assert found.within_subcategory.low <= 0.5 <= found.within_subcategory.high


def test_too_few_wrong_answers_or_too_little_coverage_give_no_value() -> None:
    data = made_up(inside=2, outside=0, n=200)
    easy = replace(data, correct=np.r_[np.zeros(5), np.ones(195)])
    assert analyse(easy).area.reason == "under_20_wrong"
    lost = analyse(replace(data, planned=400))
    assert lost.area.reason == "low_coverage"
    assert lost.conclusion is Conclusion.INCONCLUSIVE
    none = replace(data, states=[x[:0] for x in data.states], correct=np.array([]), behaviours=())
    assert analyse(none).area.reason == "empty"


def row(item: str, channel: str, **given: object) -> Observation:
    told = {"experiment": "exp7_mechanistic", "item_id": item, "group": item, "domain": "logical", "difficulty": 3}
    told |= {"subcategory": "syllogisms", "channel": channel, "status": Status.OBSERVED}
    return Observation(**(told | given))  # type: ignore[arg-type]


def test_words_go_with_their_own_answer_and_actions_and_skips_with_the_natural_one() -> None:
    said = [
        row("a", "natural", answer="1", correct=True),
        row("b", "natural", answer="1", correct=False),
        row("a", "rating", answer="2", correct=False, signal=0.8),
        row("b", "rating", status=Status.UNPARSED),
        row("a", "opt_out", decision=Decision.SKIP, signal=0.0),
    ]
    told = {"experiment": "exp9_knowdo", "paradigm": "P1", "condition": "C1", "slot": "A"}
    acted = [
        row("a", "autonomous", decision=Decision.PROCEED, **told),
        row("b", "autonomous", decision=Decision.TOOL, **told),
        row("b", "autonomous", decision=Decision.PROCEED, **(told | {"condition": "C3"})),
        row("b", "autonomous", decision=Decision.PROCEED, phase="calibration", **told),
    ]
    found = {b.name: b for b in behaviours_of(said, acted, [("a", 1), ("b", 1)])}
    assert list(found) == ["rating", "opt_out", "P1"]
    np.testing.assert_equal(found["rating"].signal, [0.8, np.nan])
    np.testing.assert_equal(found["rating"].correct, [0.0, np.nan])
    np.testing.assert_equal(found["opt_out"].correct, [1.0, 0.0])
    np.testing.assert_equal(found["P1"].signal, [1.0, 0.0])
    np.testing.assert_equal(found["P1"].correct, [1.0, 0.0])


def test_the_numbers_of_the_log_have_fixed_names() -> None:
    empty, some = summarise_said([]), summarise_said([row("a", "natural", answer="1", correct=True)])
    assert list(empty) == list(some)
    assert some["natural_accuracy"].value == 1
    assert empty["rating_auroc"].reason == "not_asked"
