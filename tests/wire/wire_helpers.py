"""Real SDKs and Inspect's real providers against a loopback server that a simulated subject answers."""

import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelAPI, get_model
from tenacity import wait_random

from mirror_inspect.observation import Observation, log_observations
from mirror_inspect.subjects.wire.server import KEY, Behaviour, Running, Subject, serve
from mirror_inspect.subjects.wire.subject import WireSubject

MODELS = {
    "openai-chat": "openai/gpt-4o",
    "openai-responses": "openai/o4-mini",
    "anthropic": "anthropic/claude-sonnet-4-5",
    "google": "google/gemini-2.5-flash",
}
"""One model of each format; Inspect chooses OpenAI's responses format for reasoning models by itself."""
PLAIN = Behaviour()


def subjects(persona: str = "calibrated", **parameters: Any) -> dict[str, Subject]:
    """Return one subject for every model name."""
    one = WireSubject(persona, **parameters)
    return {name.partition("/")[2]: one.answer for name in MODELS.values()}


def served(persona: str = "calibrated", behaviour: Behaviour = PLAIN, **parameters: Any) -> Any:
    """Run a server for a persona, as a context manager."""
    return serve(subjects(persona, **parameters), behaviour)


def model_at(server: Running, format_: str, key: str = KEY, **arguments: Any) -> Model:
    """Return the real provider of a format, pointed at the server."""
    base = server.root if format_ in {"anthropic", "google"} else f"{server.root}/v1"
    return get_model(MODELS[format_], base_url=base, api_key=key, memoize=False, **arguments)


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Inspect retry within a tenth of a second instead of 3 s to 30 min, and keep no model from an earlier test.

    A model that `eval_retry` finds in Inspect's memory would go on asking the server of the test that made it.
    """
    monkeypatch.setattr(ModelAPI, "retry_wait", lambda self: wait_random(0.01, 0.1))
    monkeypatch.setattr("inspect_ai.model._model._models", {})


def run(task: Task, model: Model | str, folder: Path, **options: Any) -> EvalLog:
    """Run a task and return its log, whatever its status."""
    (log,) = inspect_eval(task, model=model, log_dir=str(folder), display="none", log_realtime=False, **options)
    return log


def place(o: Observation) -> tuple[object, ...]:
    """Return what identifies an observation within a run."""
    attempt = tuple(f for f in o.flags if f.startswith("attempt:"))
    return o.phase, o.group, o.slot, o.channel, o.condition, "repeat" in o.flags, attempt


def seen(o: Observation) -> tuple[object, ...]:
    """Return what was observed."""
    return o.status, o.answer, o.correct, o.signal, o.decision


def by_place(logs: EvalLog | Sequence[EvalLog]) -> Mapping[tuple[object, ...], Observation]:
    """Return the observations of a run by place, each place once."""
    rows = [o for log in ([logs] if isinstance(logs, EvalLog) else logs) for o in log_observations(log)]
    found = {place(o): o for o in rows}
    assert len(found) == len(rows)
    return found


def inspect_process(words: Sequence[str], environment: Mapping[str, str]) -> BaseProcess:
    """Start Inspect's command line in a process of its own, forked from one that has imported everything already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["inspect_ai._cli.main", "openai", "mirror_inspect.tasks", "pandas", "scipy.stats"])
    process = context.Process(target=_inspect, args=(tuple(words), dict(environment)))
    process.start()
    return process


def _inspect(words: tuple[str, ...], environment: dict[str, str]) -> None:
    os.environ.update(environment)
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silent, stream)
    sys.argv = ["inspect", *words]
    runpy.run_module("inspect_ai", run_name="__main__", alter_sys=True)
