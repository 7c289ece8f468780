"""What routing is worth: by hand on six components."""

import numpy as np
import pytest

from mirror_inspect.metrics.knowdo import cfr
from mirror_inspect.routing.utility import (
    break_even_resolver,
    mean_cost,
    measured_success,
    success_curve,
    weighted_cfr,
)

DECISION = np.array(["proceed", "proceed", "tool", "defer", "escalated", "proceed"])
CORRECT = np.array([1.0, 0.0, np.nan, np.nan, np.nan, 0.0])
WEAK = np.array([1, 1, 1, 0, 0, 0])


def test_the_curve_is_linear_in_the_resolver() -> None:
    points = success_curve(DECISION, CORRECT, (0.0, 0.5, 1.0))
    assert [p.success.value for p in points] == pytest.approx([1 / 6, 2.5 / 6, 4 / 6])


def test_measured_success_uses_what_the_resolver_answered_and_drops_what_it_did_not() -> None:
    resolved = np.array([np.nan, np.nan, 1.0, 0.0, 1.0, np.nan])
    found = measured_success(DECISION, CORRECT, resolved)
    assert found.value == pytest.approx(3 / 6)
    lost = measured_success(DECISION, CORRECT, np.array([np.nan, np.nan, 1.0, np.nan, 1.0, np.nan]))
    assert (lost.value, lost.n_observed, lost.n_total) == (pytest.approx(3 / 5), 5, 6)
    silent = measured_success(DECISION, CORRECT, np.full(6, np.nan))
    assert silent.reason == "low_coverage"


def test_a_resolver_must_be_better_than_the_subject_on_what_it_takes_over() -> None:
    right = np.array([1, 0, 1, 0.5, 0, 1])
    assert break_even_resolver(DECISION, right).value == pytest.approx(0.5)
    assert break_even_resolver(np.array(["proceed"]), [1.0]).reason == "never_escalates"


def test_equal_weights_give_the_plain_rate_and_heavy_failures_raise_it() -> None:
    plain = cfr(WEAK, DECISION, CORRECT).value
    assert weighted_cfr(WEAK, DECISION, CORRECT, np.ones(6)).value == pytest.approx(plain)
    assert weighted_cfr(WEAK, DECISION, CORRECT, [1, 8, 1, 1, 1, 1]).value == pytest.approx(8 / 10)
    assert weighted_cfr(np.zeros(6), DECISION, CORRECT, np.ones(6)).reason == "no_weak"
    with pytest.raises(ValueError, match="positive"):
        weighted_cfr(WEAK, DECISION, CORRECT, np.zeros(6))


def test_both_parts_of_a_task_are_one_unit_of_every_interval() -> None:
    rng = np.random.default_rng(0)
    fails = rng.random(40) < 0.4
    decision, correct = np.array(["proceed"] * 40), 1.0 - fails
    weak, weight = np.ones(40), rng.choice([1.0, 2.0, 4.0], 40)
    once = weighted_cfr(weak, decision, correct, weight)
    task = np.tile(np.arange(40), 2)
    twice = weighted_cfr(*(np.tile(x, 2) for x in (weak, decision, correct, weight)), clusters=task)
    assert (twice.value, twice.low, twice.high) == pytest.approx((once.value, once.low, once.high))
    loose = weighted_cfr(*(np.tile(x, 2) for x in (weak, decision, correct, weight)))
    assert loose.high - loose.low < 0.8 * (twice.high - twice.low)
    away = np.array(["defer"] * 40)
    plain = break_even_resolver(away, correct)
    paired = break_even_resolver(np.tile(away, 2), np.tile(correct, 2), clusters=task)
    assert (paired.low, paired.high) == pytest.approx((plain.low, plain.high))


def test_costs_add_errors_and_escalations() -> None:
    found = mean_cost(DECISION, CORRECT, np.full(6, 4.0), np.full(6, 0.5), np.arange(6))
    assert found.value == pytest.approx((2 * 4 + 3 * 0.5) / 6)
