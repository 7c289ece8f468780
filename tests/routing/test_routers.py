"""Routers at equal budget: by hand on eight components, and the laws that hold for any data."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mirror_inspect.routing.baselines import ROUTERS, SAME_SIZE, compare_routers
from mirror_inspect.routing.candidates import Candidates
from mirror_inspect.routing.conformal import budget_threshold, conformal_rule, risk_threshold
from mirror_inspect.routing.signals import fitted_risk, self_consistency


def items(n: int, rng: np.random.Generator, *, informative: bool = True, resampled: bool = True) -> Candidates:
    chance = rng.uniform(0.05, 0.95, n)
    noise = rng.uniform(0, 1, n)
    return Candidates(
        right=(rng.random(n) < chance).astype(float),
        weak=rng.random(n) < 0.5,
        confidence=chance if informative else noise,
        agreement=np.ceil(5 * chance) / 5 if resampled else np.full(n, np.nan),
        hedging=np.ones(n),
        length=np.full(n, 80.0),
        domain=np.array(["arithmetic", "social"])[np.arange(n) % 2],
        task=np.array([f"t{i // 2}" for i in range(n)]),
    )


HAND = Candidates(
    right=np.array([1.0, 0, 1, 0, 1, 1, 0, 0]),
    weak=np.array([True, True, False, False, True, False, False, True]),
    confidence=np.array([0.9, 0.2, 0.8, 0.1, 0.7, 0.6, 0.95, 0.3]),
    agreement=np.array([1.0, 0.4, 1, 0.4, 1, 1, 0.4, 0.4]),
    hedging=np.ones(8),
    length=np.full(8, 10.0),
    domain=np.array(["a", "a", "b", "b", "a", "b", "b", "a"]),
    task=np.array(["1", "1", "2", "2", "3", "3", "4", "4"]),
)


def test_failures_and_success_are_those_counted_by_hand() -> None:
    found = {r.name: r for r in compare_routers(HAND, resolver=0.5)}
    # Four weak components: the budget. Four of eight are wrong; domain routing removes two, as random does on average.
    assert found["random"].failure.value == pytest.approx(0.25)
    assert found["domain"].failure.value == pytest.approx(2 / 8)
    # Lowest confidence: .1 .2 .3 (wrong) and .6 (right): one failure stays, three right ones, four at one half.
    assert found["confidence"].failure.value == pytest.approx(1 / 8)
    assert found["confidence"].success.value == pytest.approx((3 + 4 * 0.5) / 8)
    assert found["self_consistency"].failure.value == 0
    assert found["oracle"].failure.value == 0
    assert found["oracle"].gain.value == pytest.approx(0.25)
    assert found["confidence"].gain.value == pytest.approx(0.125)
    assert found["random"].gain.value == pytest.approx(0)


def test_ties_are_broken_in_expectation() -> None:
    flat = Candidates(**{**{f: getattr(HAND, f) for f in Candidates.__slots__}, "confidence": np.full(8, 0.5)})
    found = {r.name: r for r in compare_routers(flat)}
    assert found["confidence"].failure.value == pytest.approx(found["random"].failure.value)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 60))
def test_no_router_beats_the_oracle_and_equal_budgets_are_equal(seed: int, n: int) -> None:
    deck = items(n, np.random.default_rng(seed))
    found = {r.name: r for r in compare_routers(deck, seed=seed)}
    assert set(found) == set(ROUTERS)
    if not found["oracle"].failure.defined:
        assert deck.weak.sum() in {0, n}
        return
    for name in SAME_SIZE:
        assert found[name].escalated.value == pytest.approx(deck.weak.mean())
        assert found[name].failure.value >= found["oracle"].failure.value - 1e-12
        # Gain is the difference to random routing, by definition.
        assert found[name].gain.value == pytest.approx(found["random"].failure.value - found[name].failure.value)


def test_the_result_does_not_depend_on_row_order() -> None:
    deck = items(40, np.random.default_rng(3))
    order = np.random.default_rng(4).permutation(40)
    shuffled = Candidates(**{f: getattr(deck, f)[order] for f in Candidates.__slots__})
    for one, two in zip(compare_routers(deck), compare_routers(shuffled), strict=True):
        assert one.failure.value == pytest.approx(two.failure.value), one.name


def test_an_uninformative_confidence_gains_nothing_on_average() -> None:
    gains = [
        {r.name: r for r in compare_routers(items(200, np.random.default_rng(s), informative=False))}["confidence"].gain
        for s in range(40)
    ]
    values = np.array([g.value for g in gains])
    assert abs(values.mean()) < 3.2 * values.std(ddof=1) / np.sqrt(len(values))
    covered = sum(g.low <= 0 <= g.high for g in gains)
    assert covered >= 34


def test_the_fitted_router_does_not_see_the_outcome_it_is_judged_on() -> None:
    rng = np.random.default_rng(0)
    gains = []
    for seed in range(30):
        deck = items(80, np.random.default_rng(seed), informative=False)
        noise = Candidates(
            **{**{f: getattr(deck, f) for f in Candidates.__slots__}, "right": rng.integers(0, 2, 80).astype(float)}
        )
        gains.append({r.name: r for r in compare_routers(noise, seed=seed)}["logistic"].gain.value)
    # An in-sample fit on noise would gain about .05 in every one of the thirty.
    assert abs(np.mean(gains)) < 0.02


def test_a_fitted_risk_orders_like_the_signal_that_carries_it() -> None:
    deck = items(400, np.random.default_rng(1))
    risk = fitted_risk(deck)
    assert np.corrcoef(risk, -deck.confidence)[0, 1] > 0.8


def test_missing_resamples_and_empty_choices_are_stated() -> None:
    deck = items(20, np.random.default_rng(2), resampled=False)
    found = {r.name: r for r in compare_routers(deck)}
    assert found["self_consistency"].failure.reason == "no_resamples"
    assert found["confidence"].failure.defined
    for weak, reason in ((np.zeros(20, bool), "no_budget"), (np.ones(20, bool), "no_choice")):
        other = Candidates(**{**{f: getattr(deck, f) for f in Candidates.__slots__}, "weak": weak})
        assert {r.failure.reason for r in compare_routers(other)} == {reason}
    nothing = deck.take(np.zeros(20, bool))
    assert {r.failure.reason for r in compare_routers(nothing)} == {"empty"}
    with pytest.raises(ValueError, match="budget"):
        compare_routers(deck, budget=21)


def test_agreement_counts_the_commonest_answer() -> None:
    assert self_consistency(["Paris", "paris ", "Rome"]) == pytest.approx(2 / 3)
    assert np.isnan(self_consistency([]))


def test_the_conformal_threshold_holds_its_bound_by_hand() -> None:
    confidence = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    wrong = np.array([1.0, 1, 1, 0, 1, 0, 0, 0, 0])
    # (failures at or above the threshold + 1) / 10 <= .2 first holds at .4, where one failure remains.
    assert risk_threshold(confidence, wrong, 0.2) == 0.4
    assert risk_threshold(confidence, wrong, 0.05) == float("inf")
    # (escalated + 1) / 10 <= .4: three may be escalated, those below .4.
    assert budget_threshold(confidence, 0.4) == pytest.approx(0.4)
    assert budget_threshold(confidence, 0.05) == 0.0


def test_conformal_rules_keep_their_bounds_over_many_subjects() -> None:
    share, failures = [], []
    for seed in range(60):
        deck = items(120, np.random.default_rng(seed))
        share.append(conformal_rule(deck, seed=seed, budget=0.3).mean())
        escalated = conformal_rule(deck, seed=seed, risk=0.15)
        failures.append(((1 - escalated) * (1 - deck.right)).mean())
    assert np.mean(share) <= 0.3
    assert np.mean(share) > 0.25
    assert np.mean(failures) <= 0.15
    with pytest.raises(ValueError, match="either"):
        conformal_rule(items(4, np.random.default_rng(0)), seed=0)
