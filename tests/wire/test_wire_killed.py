"""Nothing is lost: a run killed with SIGKILL at any point and resumed ends where an undisturbed one does."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log
from wire_helpers import MODELS, by_place, run, seen, served

from mirror_inspect.subjects.wire.server import Behaviour, Running
from mirror_inspect.tasks import exp9_knowdo

INSPECT = Path(sys.executable).with_name("inspect")
OPTIONS = ("--display", "none", "--log-buffer", "1", "--max-connections", "4")
SMALL = ("-T", "preset=quick", "-T", "calibration=2", "-T", "tasks=4")
DELAY = 0.02


def start(server: Running, *command: str) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, **server.environment()}
    return subprocess.Popen(
        [str(INSPECT), *command, *OPTIONS], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def begin(server: Running, folder: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    return start(server, "eval", "mirror_inspect/exp9_knowdo", "--model", MODELS["openai-chat"], *arguments,
                 "--log-dir", str(folder))  # fmt: skip


def wait_for_calls(server: Running, process: "subprocess.Popen[bytes]", calls: int) -> None:
    """Wait until the server has answered so many calls, or the run has ended by itself."""
    while len(server.journal.entries) < calls and process.poll() is None:
        time.sleep(0.01)


def newest(folder: Path) -> EvalLog:
    files = sorted(list_eval_logs(str(folder)), key=lambda info: info.mtime or 0)
    return read_eval_log(files[-1])


def finish(server: Running, folder: Path) -> EvalLog:
    """Resume until the run has succeeded."""
    for _ in range(5):
        log = newest(folder)
        if log.status == "success":
            break
        assert start(server, "eval-retry", log.location, "--log-dir", str(folder)).wait(timeout=300) == 0
    assert log.status == "success"
    return newest(folder)


def scores(log: EvalLog) -> dict[str, str]:
    assert log.results is not None
    return {name: repr(m.value) for s in log.results.scores for name, m in s.metrics.items()}


def killed_run(folder: Path, kills: list[float], arguments: tuple[str, ...], total: int) -> tuple[EvalLog, int]:
    """Kill a run at shares of its calls and resume it; return its final log and how many calls it made in all."""
    with served(behaviour=Behaviour(delay=DELAY)) as server:
        process = begin(server, folder, *arguments)
        for share in kills:
            wait_for_calls(server, process, int(share * total))
            process.send_signal(signal.SIGKILL)
            process.wait()
            if list_eval_logs(str(folder)):
                process = start(server, "eval-retry", newest(folder).location, "--log-dir", str(folder))
            else:
                process = begin(server, folder, *arguments)
        process.wait(timeout=300)
        return finish(server, folder), len(server.journal.entries)


def undisturbed(folder: Path, arguments: tuple[str, ...]) -> tuple[EvalLog, int]:
    with served() as server:
        assert begin(server, folder, *arguments).wait(timeout=300) == 0
        return newest(folder), len(server.journal.entries)


def test_a_killed_run_resumes_to_the_same_metrics(tmp_path: Path) -> None:
    small = {"preset": "quick", "calibration": 1, "tasks": 2}
    whole = run(exp9_knowdo(**small), "simulated/calibrated", tmp_path / "whole")  # type: ignore[arg-type]
    arguments = tuple(word for name, value in small.items() for word in ("-T", f"{name}={value}"))
    calls = int((whole.eval.metadata or {})["planned_calls"])
    log, made = killed_run(tmp_path / "killed", [0.5], arguments, calls)
    assert scores(log) == scores(whole)
    reference, found = by_place(whole), by_place(log)
    assert {p: seen(o) for p, o in found.items()} == {p: seen(o) for p, o in reference.items()}
    assert made < 2 * calls, "what was finished is not asked again"


@pytest.mark.slow
def test_twenty_random_kills_change_nothing(tmp_path: Path) -> None:
    whole, calls = undisturbed(tmp_path / "whole", SMALL)
    rng = random.Random(20)
    repeated = []
    for i in range(20):
        log, made = killed_run(tmp_path / str(i), [rng.uniform(0.02, 0.98)], SMALL, calls)
        assert scores(log) == scores(whole)
        repeated.append(made - calls)
    print("calls made again after a kill:", sorted(repeated), "of", calls)
