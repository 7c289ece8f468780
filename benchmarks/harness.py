"""Cost of the harness: CPU per model call against a bare task that makes the same calls, and start-up times.

Experiments 1 and 9 run once on a simulated subject. Its replies are then played back by a model that answers at once,
once to the experiment and once to a task that sends the very same requests, sample by sample, and does nothing else.
A third task sends them and hands Inspect the same record, ready made: items, spans, replies and observations. What the
experiment costs beyond it is our own. The cost of a call is the slope between a small and a large run; what a run costs
whatever its size is told apart.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolInfo
from inspect_ai.util import span

from mirror_inspect import tasks
from mirror_inspect.tasks import exp1_atlas, exp9_knowdo

ROUNDS = 3
TARGET_PER_CALL, TARGET_STARTUP = 1.25, 1.5
NEEDS_WEIGHTS = {"exp7_mechanistic"}
"""Tasks that are refused without a model whose weights are at hand."""
EMPTY_TASK = """
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import includes

@task
def empty() -> Task:
    return Task(dataset=[Sample(input="x", target="x")], scorer=includes())
"""
SIZES: dict[str, tuple[Callable[[], Task], Callable[[], Task]]] = {
    "exp1_atlas": (
        lambda: exp1_atlas(preset="quick", calibration=5),
        lambda: exp1_atlas(preset="quick", calibration=25),
    ),
    "exp9_knowdo": (
        lambda: exp9_knowdo(preset="quick", calibration=5, tasks=12),
        lambda: exp9_knowdo(preset="quick", calibration=5, tasks=84),
    ),
}


@dataclass(frozen=True, slots=True)
class Request:
    """One model call as it stands in a log."""

    messages: list[ChatMessage]
    tools: list[ToolInfo]
    config: GenerateConfig


@dataclass(frozen=True, slots=True)
class Kept:
    """What a sample of the experiment left in the log, besides its events."""

    metadata: dict[str, Any]
    store: dict[str, Any]
    score: Score


@dataclass(frozen=True, slots=True)
class Recording:
    """A run to be played back: its requests by sample, what each left in the log, and the replies by request."""

    samples: list[Sample]
    kept: dict[str, Kept]
    requests: dict[str, list[Request]]
    replies: dict[str, ModelOutput]
    config: GenerateConfig

    @property
    def calls(self) -> int:
        return sum(len(asked) for asked in self.requests.values())


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds: of one more call, of a run without calls, and of a call in the large run with everything."""

    call: float
    run: float
    whole: float


def key(messages: list[ChatMessage]) -> str:
    return "\n\n".join(m.text for m in messages)


def record(make: Callable[[], Task]) -> Recording:
    with tempfile.TemporaryDirectory() as folder:
        log = read_eval_log(run(make(), "simulated/calibrated", folder).location, resolve_attachments=True)
    requests: dict[str, list[Request]] = {}
    replies: dict[str, ModelOutput] = {}
    samples, kept = [], {}
    for sample in log.samples or ():
        asked = [e for e in sample.events if isinstance(e, ModelEvent)]
        requests[str(sample.id)] = [Request(list(e.input), list(e.tools), GenerateConfig()) for e in asked]
        replies |= {key(e.input): e.output for e in asked}
        samples.append(Sample(id=sample.id, input=str(sample.input), target=sample.target))
        (score,) = (sample.scores or {}).values()
        kept[str(sample.id)] = Kept(sample.metadata, sample.store, score)
    return Recording(samples, kept, requests, replies, log.plan.config)


def run(made: Task, model: Any, folder: str) -> EvalLog:
    (log,) = inspect_eval(made, model=model, log_dir=folder, display="none", log_realtime=False)
    if log.status != "success":
        raise SystemExit(f"the run of {log.eval.task} ended with {log.status}: {log.error}")
    if log.results is None or log.results.total_samples != log.results.completed_samples:
        raise SystemExit(f"samples of {log.eval.task} failed")
    return log


def playback(recording: Recording) -> Any:
    def reply(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        return recording.replies[key(messages)].model_copy(deep=True)

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def bare(replayed: "Replayed") -> Task:
    # The recording is no argument of task, solver or scorer: Inspect would write it into the log.
    @solver
    def only_generate() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            return await replayed.send(state)

        return solve

    @scorer(metrics=[mean()])
    def ready_made() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            return replayed.score(state)

        return score

    return Task(
        dataset=MemoryDataset(replayed.samples),
        solver=only_generate(),
        scorer=ready_made(),
        config=replayed.recording.config,
    )


@dataclass(frozen=True, slots=True)
class Replayed:
    """The calls of a recording, sent again; with ``records``, in spans and with all that the experiment recorded."""

    recording: Recording
    records: bool = False

    @property
    def samples(self) -> list[Sample]:
        samples = self.recording.samples
        if not self.records:
            return samples
        return [s.model_copy(update={"metadata": self.recording.kept[str(s.id)].metadata}) for s in samples]

    async def send(self, state: TaskState) -> TaskState:
        replies: list[str] = []

        async def one(request: Request) -> None:
            output = await get_model().generate(request.messages, tools=request.tools, config=request.config)
            replies.append(output.completion)

        async def spanned(request: Request) -> None:
            async with span("call", type="channel"):
                await one(request)

        async with anyio.create_task_group() as group:
            for request in self.recording.requests[str(state.sample_id)]:
                group.start_soon(spanned if self.records else one, request)
        if self.records:
            for name, value in self.recording.kept[str(state.sample_id)].store.items():
                state.store.set(name, value)
        state.output.completion = replies[0] if replies else ""
        return state

    def score(self, state: TaskState) -> Score:
        if not self.records:
            return Score(value=1.0)
        made = self.recording.kept[str(state.sample_id)].score
        return Score(value=1.0, answer=made.answer, explanation=made.explanation, metadata=made.metadata)


def cpu(made: Task, model: Any) -> float:
    """Return the CPU seconds of one evaluation, log writing included."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        run(made, model, folder)
        return time.process_time() - started


def per_call(name: str) -> None:
    """Print what a call and a run cost, in the experiment and in the bare task without and with the same record."""
    small, large = (record(make) for make in SIZES[name])
    sides: dict[str, Callable[[int], Task]] = {
        name: lambda i: SIZES[name][i](),
        "bare task": lambda i: bare(Replayed((small, large)[i])),
        "bare task with the same record": lambda i: bare(Replayed((small, large)[i], records=True)),
    }
    costs: dict[str, list[Cost]] = {side: [] for side in sides}
    for _ in range(ROUNDS):
        for side, make in sides.items():
            few, many = cpu(make(0), playback(small)), cpu(make(1), playback(large))
            call = (many - few) / (large.calls - small.calls)
            costs[side].append(Cost(call, few - call * small.calls, many / large.calls))
    print(f"{name}: {large.calls} calls in {len(large.samples)} samples against {small.calls} in {len(small.samples)}")
    for side, measured in costs.items():
        pairs = list(zip(costs[name], measured, strict=True))
        slope = statistics.median(a.call / b.call for a, b in pairs)
        whole = statistics.median(a.whole / b.whole for a, b in pairs)
        print(
            f"  {side}: {1000 * statistics.median(c.call for c in measured):.2f} ms CPU per call "
            f"and {statistics.median(c.run for c in measured):.2f} s per run; {name} costs {slope:.2f}x per call, "
            f"{whole:.2f}x with what a run costs (target {TARGET_PER_CALL}x)"
        )


def cpu_of(*command: str, cwd: str) -> float:
    """Return the CPU seconds of a command, children included, with byte code kept as after any first start."""
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir(), "harness-bytecode"))}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, check=True, capture_output=True, env=os.environ | kept)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def startup() -> None:
    """Print what it costs to list the tasks and to build each, against a task of one sample."""
    inspect = str(Path(sys.executable).with_name("inspect"))
    ours = str(Path(__file__).resolve().parents[1] / "tasks")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "empty.py").write_text(EMPTY_TASK, encoding="utf-8")

        def ratio(command: tuple[str, ...], plain: tuple[str, ...], cwd: str = folder) -> str:
            cpu_of(*command, cwd=cwd)
            pairs = [(cpu_of(*command, cwd=cwd), cpu_of(*plain, cwd=folder)) for _ in range(ROUNDS)]
            spent, least = (statistics.median(p[i] for p in pairs) for i in (0, 1))
            times = statistics.median(a / b for a, b in pairs)
            return f"{spent:.2f} s CPU, empty task {least:.2f} s: {times:.2f}x (target {TARGET_STARTUP}x)"

        listing = (inspect, "list", "tasks")
        print(f"inspect list tasks: {ratio(listing, listing, ours)}")
        empty = (sys.executable, "-c", "from inspect_ai import eval; import empty; empty.empty()")
        for name in (n for n in tasks.__all__ if n not in NEEDS_WEIGHTS):
            load = f"from inspect_ai import eval; from mirror_inspect.tasks import {name}"
            print(f"import of {name}: {ratio((sys.executable, '-c', load), empty)}")
            build = f"{load}; {name}(preset='quick')"
            print(f"start-up of {name}: {ratio((sys.executable, '-c', build), empty)}")


def main() -> None:
    """Print both parts, or the one named on the command line: ``calls`` or ``startup``."""
    if "startup" not in sys.argv:
        for name in SIZES:
            per_call(name)
    if "calls" not in sys.argv:
        startup()


if __name__ == "__main__":
    main()
