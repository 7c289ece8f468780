"""The table of Experiment 9 agrees with the rates of the know-do module and pairs conditions by task."""

import math

import numpy as np
import pytest

from mirror_inspect.metrics.agentic import agentic_table
from mirror_inspect.metrics.knowdo import cfr, failure
from mirror_inspect.stats.resampling import bca


def components(n_tasks=120, seed=0):
    rng = np.random.default_rng(seed)
    conditions = np.array(["C1", "C2", "C4", "CR"])
    task, slot, where = (a.ravel() for a in np.meshgrid(np.arange(n_tasks), [0, 1], np.arange(4), indexing="ij"))
    weak = (task * 2 + slot) % 3 == 0
    decision = np.where(rng.random(len(task)) < np.where(where == 0, 0.9, 0.6), "proceed", "defer")
    decision = np.where((where == 2) & weak, "escalated", decision)
    correct = np.where(decision == "proceed", rng.binomial(1, np.where(weak, 0.3, 0.8)), np.nan)
    return {
        "task": task,
        "paradigm": np.full(len(task), "P1"),
        "condition": conditions[where],
        "weak": weak,
        "decision": decision,
        "correct": correct,
    }


def pick(rows, metric, condition):
    return next(r.estimate for r in rows if (r.metric, r.condition) == (metric, condition))


def test_rates_equal_the_know_do_functions():
    table = components()
    rows = agentic_table(**table, n_resamples=0)
    for condition in ("C1", "C2", "CR"):
        here = table["condition"] == condition
        weak, decision, correct = (table[k][here] for k in ("weak", "decision", "correct"))
        assert pick(rows, "cfr", condition).value == pytest.approx(cfr(weak, decision, correct).value)
        assert pick(rows, "failure", condition).value == pytest.approx(failure(decision, correct).value)
        factors = pick(rows, "proceed_weak", condition).value * pick(rows, "wrong_if_proceed", condition).value
        assert factors == pytest.approx(pick(rows, "cfr", condition).value)


def test_routed_condition_is_zero_by_construction_and_in_no_contrast_of_rates():
    rows = agentic_table(**components(), n_resamples=100)
    routed = pick(rows, "cfr", "C4")
    assert (routed.value, routed.reason) == (0.0, "zero_by_construction")
    assert math.isnan(pick(rows, "wrong_if_proceed", "C4").value)
    contrasts = {(r.metric, r.condition) for r in rows if "-" in r.condition}
    assert contrasts == {("cfr", "C1-C2"), ("failure", "CR-C4")}


def test_contrast_is_paired_by_task():
    table = components()
    # Every decision of C2 copies C1: the contrast has no variation at all.
    first, second = table["condition"] == "C1", table["condition"] == "C2"
    for column in ("decision", "correct"):
        table[column][second] = table[column][first]
    e = pick(agentic_table(**table, n_resamples=200), "cfr", "C1-C2")
    assert (e.value, e.reason) == (0.0, "no_variation")


def test_interval_equals_a_cluster_bootstrap():
    table = components()
    here = table["condition"] == "C1"
    wrong = ((table["decision"] == "proceed") & (table["correct"] == 0))[here]
    reference = bca(wrong.astype(float), clusters=table["task"][here], n_resamples=4000)
    e = pick(agentic_table(**table, n_resamples=4000), "failure", "C1")
    assert (e.low, e.high) == pytest.approx((reference.low, reference.high), abs=0.01)


def test_bad_tables(recwarn):
    assert agentic_table([], [], [], [], [], []) == ()
    good = ([0, 1], ["P1", "P1"], ["C1", "C1"], [1, 0], ["proceed", "defer"], [1.0, float("nan")])
    assert len(agentic_table(*good, n_resamples=50)) == 5
    for position, bad in [(4, ["answer", "defer"]), (3, [2, 0]), (5, [float("nan")] * 2), (0, [0])]:
        with pytest.raises(ValueError, match=r"."):
            agentic_table(*(bad if i == position else v for i, v in enumerate(good)))
    assert not recwarn.list
