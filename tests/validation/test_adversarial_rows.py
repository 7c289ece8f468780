"""Rows of Experiment 5: a small run shows what was planted, and replies filed under the wrong attack are caught."""

from dataclasses import replace

import numpy as np
import pytest
import scipy

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.scorers import adversarial as scorer
from mirror_inspect.taxonomy import CONFIDENCE_ATTACKS, Prefix
from mirror_inspect.validation.adversarial import (
    RUNS,
    STUDIES,
    SUSCEPTIBLE,
    TABLE,
    expected,
    family_p,
    nowhere_else,
    significant,
)
from mirror_inspect.validation.runs import Run, judge_runs
from mirror_inspect.validation.study import judge_study, replicate_study
from mirror_inspect.validation.verdict import Subject

SMALL = Run("exp5_adversarial", "calibrated", {"preset": "quick", "calibration": 1, "items": 4}, {"authority": 3.0})


def replayed(tmp_path):
    study = next(s for s in RUNS if s.name == "exp5_authority")
    rows = tuple(r for r in study.rows if r.name == "run_replay_exp5")
    (found,) = judge_runs(replace(study, runs={"run": SMALL}, rows=rows), [0], tmp_path)
    return found


def test_every_reply_under_every_prefix_shows_what_was_planted(tmp_path):
    found = replayed(tmp_path)
    assert found.passed, found.note
    assert found.n > 150


def test_replies_filed_under_the_wrong_attack_are_caught(tmp_path, monkeypatch):
    observe = scorer.observe_item
    swapped = {"placebo": "authority_override", "authority_override": "placebo"}

    def wrong(*args, condition=None, **record):
        return observe(*args, condition=swapped.get(condition, condition), **record)

    monkeypatch.setattr(scorer, "observe_item", wrong)
    assert not replayed(tmp_path).passed


def test_the_metric_level_holds_in_few_replicates_and_the_truth_is_the_shifted_mean():
    for study in STUDIES:
        rows = tuple(r for r in study.rows if r.kind == "mean")
        few = replace(study, rows=rows)
        for verdict in judge_study(few, list(replicate_study(few, 20, 20240))):
            assert verdict.passed, verdict
    assert expected(SUSCEPTIBLE).over(Prefix.AUTHORITY_OVERRIDE) > 0.2


QUIET = {f"shift_{a}_{c}": Estimate(0.0, p=0.5) for a, c in TABLE}


def test_a_shift_is_found_in_the_rows_it_is_in():
    loud = {**QUIET, "shift_easy_framing_wager": Estimate(0.3, p=1e-5)}
    assert not any(significant(QUIET, a) for a in CONFIDENCE_ATTACKS)
    assert [a for a in CONFIDENCE_ATTACKS if significant(loud, a)] == [Prefix.EASY_FRAMING]
    assert not significant({**QUIET, "shift_easy_framing_wager": Estimate.undefined("x")}, Prefix.EASY_FRAMING)
    assert family_p(loud, (Prefix.EASY_FRAMING,)) == pytest.approx(4e-5)
    assert family_p(loud, (Prefix.EASY_FRAMING, Prefix.HARD_FRAMING)) == pytest.approx(8e-5)
    assert family_p(loud, (Prefix.HARD_FRAMING,)) == 1
    assert np.isnan(family_p({k: Estimate.undefined("x") for k in QUIET}, CONFIDENCE_ATTACKS))


@pytest.mark.parametrize(
    ("p_values", "passed"),
    [
        ([0.5] * 20, True),
        ([0.04] * 4 + [0.5] * 16, True),
        ([0.04] * 5 + [0.5] * 15, False),
        ([0.04], True),
        ([0.004], False),
        ([0.04, 0.5, 0.5], True),
        ([0.04, 0.04, 0.04], False),
    ],
)
def test_nowhere_else_allows_as_many_seeds_as_its_level_predicts(p_values, passed):
    about = Subject(row="x", layer="run", experiment="exp5", metric="moved_cells", planted="nothing")
    assert nowhere_else(about, p_values).passed is passed


def test_a_correct_build_fails_nowhere_else_about_once_in_two_hundred():
    for n in (2, 5, 20, 40):
        allowed = next(k for k in range(n + 1) if 1 - scipy.stats.binom.cdf(k, n, 0.05) <= 0.005)
        about = Subject(row="x", layer="run", experiment="exp5", metric="moved_cells", planted="nothing")
        assert nowhere_else(about, [0.01] * allowed + [0.9] * (n - allowed)).passed
        assert allowed == n or not nowhere_else(about, [0.01] * (allowed + 1) + [0.9] * (n - allowed - 1)).passed
