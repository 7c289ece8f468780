"""End to end: a small real run shows what was planted, and a broken grader or reader is caught."""

from dataclasses import replace

import pytest

from mirror_inspect.elicitation import observe, wager
from mirror_inspect.validation.runs import FAULTS, STUDIES, Run, judge_runs

SMALL = {"preset": "quick", "calibration": 5, "channels": "natural,wager,opt_out"}
EXP1 = Run("exp1_atlas", "calibrated", SMALL, {})


def study(row, **runs):
    kept = next((s, r) for s in STUDIES for r in s.rows if r.name == row)
    return replace(kept[0], runs=runs, rows=(kept[1],))


def verdict(row, tmp_path, **runs):
    (found,) = judge_runs(study(row, **runs), [0], tmp_path)
    return found


def test_every_observation_of_a_run_shows_what_was_planted(tmp_path):
    found = verdict("run_replay_exp1", tmp_path, run=EXP1)
    assert found.passed, found.note
    assert found.n > 200


def test_faults_take_exactly_what_was_injected_and_change_nothing_else(tmp_path):
    found = verdict("run_faults", tmp_path, clean=EXP1, faulty=replace(EXP1, changes=FAULTS))
    assert found.passed, found.note


def test_a_run_that_fails_fails_its_rows_and_says_why(tmp_path):
    found = verdict("run_replay_exp1", tmp_path, run=replace(EXP1, args={**SMALL, "calibration": -1}))
    assert not found.passed
    assert "calibration" in found.note


@pytest.mark.slow
@pytest.mark.parametrize(
    "what", ["grader accepts everything", "bets are read one too high", "a failure counts as wrong"]
)
def test_a_broken_grader_or_reader_is_caught(what, tmp_path, monkeypatch):
    if what == "grader accepts everything":
        grade = observe.grade
        monkeypatch.setattr(observe, "grade", lambda text, spec: replace(grade(text, spec), correct=True))
        assert not verdict("run_replay_exp1", tmp_path, run=EXP1).passed
    elif what == "bets are read one too high":
        read = wager.read
        monkeypatch.setattr(wager, "read", lambda text: _higher(read(text)))
        assert not verdict("run_replay_exp1", tmp_path, run=EXP1).passed
    else:
        graded = observe.graded
        monkeypatch.setattr(observe, "graded", lambda behaviour, spec: _wrong(graded, behaviour, spec))
        assert not verdict("run_faults", tmp_path, clean=EXP1, faulty=replace(EXP1, changes=FAULTS)).passed


def _higher(behaviour):
    return behaviour if behaviour.signal is None else replace(behaviour, signal=min(1.0, behaviour.signal + 1 / 9))


def _wrong(graded, behaviour, spec):
    seen, answer, correct = graded(behaviour, spec)
    if correct is None and not seen.answered and seen.decision is None:
        return replace(seen, status="observed", signal=0.5, decision="answer"), "none", False
    return seen, answer, correct
