"""The garbage collector looks less often while a run of ours goes on, and as before when it has ended."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from mirror_inspect.solvers.collector import THRESHOLD, Collector
from mirror_inspect.tasks import exp1_atlas


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """Begin with Python's own setting, and put back what the test session had."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def seen_by(task: Task, folder: Path, *, fails: bool = False) -> set[int]:
    """Run one sample of a task and return the thresholds its calls saw."""
    seen: set[int] = set()

    def reply(*_: Any) -> ModelOutput:
        seen.add(gc.get_threshold()[0])
        if fails:
            raise RuntimeError("no answer")
        made = ModelOutput.from_content("mockllm/model", "ANSWER: 1")
        made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else Inspect fetches a tokenizer
        return made

    model = get_model("mockllm/model", custom_outputs=reply, memoize=False)
    (log,) = inspect_eval(task, model=model, log_dir=str(folder), display="none", limit=1)
    assert [sample.error is not None for sample in log.samples or ()] == [fails]
    return seen


@pytest.mark.parametrize("fails", [False, True])
def test_eased_during_our_runs_and_put_back_after(tmp_path: Path, fails: bool) -> None:
    assert seen_by(exp1_atlas(preset="quick"), tmp_path, fails=fails) == {THRESHOLD}
    assert gc.get_threshold() == (700, 10, 10)


def test_runs_of_others_keep_their_collector(tmp_path: Path) -> None:
    assert seen_by(Task(dataset=[Sample(input="1?")]), tmp_path) == {700}


@pytest.mark.parametrize("threshold", [0, THRESHOLD, 5 * THRESHOLD])
def test_what_somebody_chose_is_left_alone(threshold: int) -> None:
    gc.set_threshold(threshold, 10, 10)
    collector = Collector()
    collector.ease()
    assert gc.get_threshold()[0] == threshold
    collector.restore()
    assert gc.get_threshold()[0] == threshold


def test_eased_twice_is_put_back_once() -> None:
    collector = Collector()
    collector.ease()
    collector.ease()
    collector.restore()
    assert gc.get_threshold() == (700, 10, 10)
    collector.restore()
    assert gc.get_threshold() == (700, 10, 10)


def test_what_somebody_sets_during_a_run_stays() -> None:
    collector = Collector()
    collector.ease()
    gc.set_threshold(50_000, 5, 5)
    collector.restore()
    assert gc.get_threshold() == (50_000, 5, 5)
