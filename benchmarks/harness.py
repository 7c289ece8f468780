"""Cost of the harness: CPU per model call against a bare task that makes the same calls, and start-up times.

Experiments 1 and 9 run once on a simulated subject. Then they run again, in turn with a task that sends the very same
requests, sample by sample, and does nothing else. Our tasks ease the garbage collector, and so does the same bare task
a second time. A last task also hands Inspect the same record, ready made: items, spans, replies and observations; what
the experiment costs beyond it is our own. Each run has a process of its own. The cost of a call is the slope between a
small and a large run; what a run costs whatever its size, such as imports and the last metrics, is told apart.

Calls go two ways: through OpenAI's SDK to a server on loopback, in another process, which is what a call to a hosted
model costs on this side; and to a model that plays the replies back at once, so that a call costs Inspect's part only.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from pydantic import BaseModel

import mirror_inspect
from mirror_inspect import tasks
from mirror_inspect.subjects.wire.server import serve
from mirror_inspect.subjects.wire.subject import WireSubject
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


class Request(BaseModel):
    """One model call as it stands in a log, and what came back, as JSON: text costs the garbage collector nothing."""

    messages: list[ChatMessage]
    tools: list[ToolInfo]
    reply: str


class Kept(BaseModel):
    """A sample of the experiment: its calls, and what it left in the log besides its events."""

    id: str
    input: str
    target: str
    requests: list[Request]
    metadata: dict[str, Any]
    store: dict[str, Any]
    score: Score


class Recording(BaseModel):
    """A run to be played back."""

    samples: list[Kept]
    config: GenerateConfig

    @property
    def calls(self) -> int:
        """Model calls in the run."""
        return sum(len(sample.requests) for sample in self.samples)


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds: of one more call, of a run without calls, and of a call in the large run with everything."""

    call: float
    run: float
    whole: float


def key(messages: list[ChatMessage]) -> str:
    return "\n\n".join(m.text for m in messages)


def run(made: Task, model: Any, folder: str) -> EvalLog:
    (log,) = inspect_eval(made, model=model, log_dir=folder, display="none", log_realtime=False)
    if log.status != "success":
        raise SystemExit(f"the run of {log.eval.task} ended with {log.status}: {log.error}")
    if log.results is None or log.results.total_samples != log.results.completed_samples:
        raise SystemExit(f"samples of {log.eval.task} failed")
    return log


def record(made: Task, model: str) -> Recording:
    with tempfile.TemporaryDirectory() as folder:
        log = read_eval_log(run(made, model, folder).location, resolve_attachments=True)
    kept = []
    for sample in log.samples or ():
        asked = [e for e in sample.events if isinstance(e, ModelEvent)]
        requests = [Request(messages=e.input, tools=e.tools, reply=e.output.model_dump_json()) for e in asked]
        (score,) = (sample.scores or {}).values()
        kept.append(
            Kept(
                id=str(sample.id),
                input=str(sample.input),
                target=str(sample.target),
                requests=requests,
                metadata=sample.metadata,
                store=sample.store,
                score=score,
            )
        )
    return Recording(samples=kept, config=log.plan.config)


def playback(recording: Recording) -> Any:
    replies = {key(r.messages): r.reply for sample in recording.samples for r in sample.requests}

    def reply(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        return ModelOutput.model_validate_json(replies[key(messages)])

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def bare(recording: Recording, *, records: bool, eased: bool) -> Task:
    """Return a task that sends the calls of a recording; with ``records`` in spans and with all that it recorded.

    With ``eased`` it bears the mark of our tasks, for which the garbage collector looks less often.
    """
    by_id = {sample.id: sample for sample in recording.samples}

    # The recording is no argument of task, solver or scorer: Inspect would write it into the log.
    @solver
    def only_generate() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            return await send(state, by_id[str(state.sample_id)], recording.config, records=records)

        return solve

    @scorer(metrics=[mean()])
    def ready_made() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            made = by_id[str(state.sample_id)].score if records else Score(value=1.0)
            return Score(value=1.0, answer=made.answer, explanation=made.explanation, metadata=made.metadata)

        return score

    samples = [
        Sample(id=s.id, input=s.input, target=s.target, metadata=s.metadata if records else None)
        for s in recording.samples
    ]
    return Task(
        dataset=MemoryDataset(samples),
        solver=only_generate(),
        scorer=ready_made(),
        config=recording.config,
        metadata={"mirror_inspect": mirror_inspect.__version__} if eased else None,
    )


async def send(state: TaskState, kept: Kept, config: GenerateConfig, *, records: bool) -> TaskState:
    """Send the calls of one sample at once, each in a fresh context."""
    replies: list[str] = []

    async def one(request: Request) -> None:
        output = await get_model().generate(request.messages, tools=request.tools, config=config)
        replies.append(output.completion)

    async def spanned(request: Request) -> None:
        async with span("call", type="channel"):
            await one(request)

    async with anyio.create_task_group() as group:
        for request in kept.requests:
            group.start_soon(spanned if records else one, request)
    if records:
        for name, value in kept.store.items():
            state.store.set(name, value)
    state.output.completion = replies[0] if replies else ""
    return state


SIDES: dict[str, Callable[[str, int, Recording], Task]] = {
    "the experiment": lambda name, size, recording: SIZES[name][size](),
    "bare task": lambda name, size, recording: bare(recording, records=False, eased=False),
    "bare task, collector eased": lambda name, size, recording: bare(recording, records=False, eased=True),
    "bare task with the same record, collector eased": lambda name, size, recording: bare(
        recording, records=True, eased=True
    ),
}


@dataclass(frozen=True, slots=True)
class Way:
    """How calls go: what it is called, the model a recording is made with, and the model that is then asked."""

    told: str
    recorded: str
    play: Callable[[Recording], Any]


WAYS = {
    "sdk": Way("OpenAI's SDK and a server on loopback", "openai/gpt-4o", lambda recording: "openai/gpt-4o"),
    "at-once": Way("a model that answers at once", "simulated/calibrated", playback),
}


def measure(way: str, side: str, name: str, size: str, file: str) -> None:
    """Print the CPU seconds of one evaluation in this process, which has done nothing else, log writing included."""
    recording = Recording.model_validate_json(Path(file).read_bytes())
    made, model = SIDES[side](name, int(size), recording), WAYS[way].play(recording)
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        run(made, model, folder)
        print(f"cpu {time.process_time() - started}")


def make_recording(way: str, name: str, size: str, file: str) -> None:
    """Write a recording to a file."""
    Path(file).write_text(record(SIZES[name][int(size)](), WAYS[way].recorded).model_dump_json(), encoding="utf-8")


def answer() -> None:
    """Answer as OpenAI's API would, until whoever reads the first line closes this process's input."""
    with serve({"gpt-4o": WireSubject("calibrated").answer}) as running:
        print(json.dumps(running.environment()), flush=True)
        sys.stdin.read()


def own(*arguments: str) -> str:
    """Run this file in a fresh process and return what it printed."""
    done = subprocess.run([sys.executable, __file__, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout


@contextmanager
def server() -> Iterator[None]:
    """Run the server in a process of its own and point OpenAI's SDK at it."""
    command = [sys.executable, __file__, "answer"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        os.environ |= json.loads(process.stdout.readline())
        try:
            yield
        finally:
            process.kill()


def per_call(way: str, name: str) -> None:
    """Print what a call and a run cost, in the experiment and in the bare task without and with the same record."""
    costs: dict[str, list[Cost]] = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as folder:
        files = [str(Path(folder, f"{size}.json")) for size in (0, 1)]
        for size, file in enumerate(files):
            own("record", way, name, str(size), file)
        small, large = (Recording.model_validate_json(Path(file).read_bytes()) for file in files)
        for _ in range(ROUNDS):
            for side, measured in costs.items():
                few, many = (
                    float(own("measure", way, side, name, str(size), file).rpartition("cpu ")[2])
                    for size, file in enumerate(files)
                )
                call = (many - few) / (large.calls - small.calls)
                measured.append(Cost(call, few - call * small.calls, many / large.calls))
    print(f"{name}, {WAYS[way].told}: {large.calls} calls in {len(large.samples)} samples, against {small.calls} calls")
    for side, measured in costs.items():
        pairs = list(zip(costs["the experiment"], measured, strict=True))
        slope = statistics.median(a.call / b.call for a, b in pairs)
        whole = statistics.median(a.whole / b.whole for a, b in pairs)
        print(
            f"  {side}: {1000 * statistics.median(c.call for c in measured):.2f} ms CPU per call and "
            f"{statistics.median(c.run for c in measured):.2f} s per run; the experiment costs {slope:.2f}x per call, "
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
    helpers: dict[str, Callable[..., None]] = {"record": make_recording, "measure": measure, "answer": answer}
    if sys.argv[1:2] and sys.argv[1] in helpers:
        helpers[sys.argv[1]](*sys.argv[2:])
        return
    if "startup" not in sys.argv:
        with server():
            for way in WAYS:
                for name in SIZES:
                    per_call(way, name)
    if "calls" not in sys.argv:
        startup()


if __name__ == "__main__":
    main()
