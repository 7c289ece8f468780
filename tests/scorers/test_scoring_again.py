"""Scorers work on finished logs, metrics keep their shape while a run is live, and explanations are inert."""

import math
from pathlib import Path

import pytest
from inspect_ai import Task, eval_set, score
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset
from inspect_ai.log import EvalLog

from mirror_inspect.bank.load import load_bank
from mirror_inspect.inert import inert_markdown
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import log_observations
from mirror_inspect.scorers.atlas import atlas, atlas_scorer
from mirror_inspect.scorers.knowdo import knowdo, knowdo_scorer
from mirror_inspect.scorers.summary import as_log_metrics
from mirror_inspect.solvers.atlas import ask_channels
from mirror_inspect.solvers.datasets import item_sample
from mirror_inspect.solvers.knowdo import act
from mirror_inspect.subjects.registry import register
from mirror_inspect.tasks import exp9_knowdo


@pytest.fixture(scope="module")
def atlas_log(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    questions = load_bank().questions[:3]
    register(questions)
    task = Task(
        dataset=MemoryDataset([item_sample(q) for q in questions]),
        solver=ask_channels("natural,wager"),
        scorer=atlas_scorer(),
    )
    folder = tmp_path_factory.mktemp("logs")
    (log,) = inspect_eval(task, model="simulated/calibrated", log_dir=str(folder), display="none")
    assert log.status == "success"
    return log


def test_scoring_a_finished_log_again_gives_the_same_observations(atlas_log: EvalLog) -> None:
    again = score(atlas_log, atlas_scorer(), action="overwrite", display="none")
    assert log_observations(again) == log_observations(atlas_log)


def test_experiment_9_scores_again_too(tmp_path: Path) -> None:
    task = exp9_knowdo(preset="quick", calibration=1, tasks=2, paradigms="P1,P2", conditions="C1,C4")
    (log,) = inspect_eval(task, model="simulated/calibrated", log_dir=str(tmp_path), display="none")
    assert log.status == "success"
    assert log_observations(score(log, knowdo_scorer(), action="overwrite", display="none")) == log_observations(log)
    assert act.__name__ == "act"


@pytest.mark.parametrize("metric", [atlas, knowdo])
def test_metrics_of_nothing_have_the_shape_of_metrics_of_something(metric: object, atlas_log: EvalLog) -> None:
    empty = metric()([])  # type: ignore[operator]
    assert all(isinstance(v, float) and math.isnan(v) for k, v in empty.items() if not k.endswith("_low"))
    assert atlas_log.results is not None
    if metric is atlas:
        assert set(empty) == set(atlas_log.results.scores[0].metrics)


def test_the_headline_comes_first_with_its_standard_error() -> None:
    flat = as_log_metrics({"a": Estimate(1.0), "b": Estimate(2.0, 1.02, 2.98)}, headline="b")
    assert list(flat)[:2] == ["b", "stderr"]
    assert flat["stderr"] == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", r"\<script\>alert(1)\</script\>"),
        ("a|b\nc", r"a\|b c"),
        ("\x1b[31mred\u202e", "\ufffd\\[31mred\ufffd"),
        ("x" * 100, "x" * 59 + "…"),
        ("$5 and $6", r"\$5 and \$6"),
        (None, ""),
    ],
)
def test_hostile_text_is_inert_in_explanations(text: str | None, shown: str) -> None:
    assert inert_markdown(text) == shown


def test_an_eval_set_over_two_subjects_completes(tmp_path: Path) -> None:
    done, logs = eval_set(
        exp9_knowdo(preset="quick", calibration=1, tasks=1, paradigms="P1", conditions="C1"),
        log_dir=str(tmp_path / "set"),
        model=["simulated/calibrated", "simulated/flat"],
        display="none",
    )
    assert done
    assert {log.status for log in logs} == {"success"}
    assert len({log.eval.model for log in logs}) == 2
