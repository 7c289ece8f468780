"""Running tasks in tests: quietly, in a scratch directory, with a check that the run really succeeded."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from mirror_inspect.observation import log_observations


def run(task: Task, model: str | Model | Sequence[str], log_dir: Path, **options: Any) -> list[EvalLog]:
    """Run a task and return its logs; a run that did not succeed fails the test."""
    names = list(model) if isinstance(model, Sequence) and not isinstance(model, str) else model
    logs = inspect_eval(task, model=names, log_dir=str(log_dir), display="none", log_realtime=False, **options)
    for log in logs:
        assert log.status == "success", log.error
    return logs


def metrics(log: EvalLog) -> dict[str, float]:
    """Return the metrics of a log's only scorer by name."""
    assert log.results is not None
    (score,) = log.results.scores
    return {name: m.value for name, m in score.metrics.items()}


def mock(text: str) -> Model:
    """Return a mock model that always says the same; usage is set, so that no tokenizer is downloaded."""

    def reply(*_: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    return get_model("mockllm/model", custom_outputs=reply)


__all__ = ["log_observations", "metrics", "mock", "run"]
