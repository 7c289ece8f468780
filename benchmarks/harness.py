"""Cost of the harness: CPU per model call against a bare task with as many calls in a sample, and start-up times.

A model that answers at once is asked 7 times a sample, once by Experiment 1 and once by a task that only generates.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import collect, span

from mirror_inspect.bank.load import load_bank
from mirror_inspect.bank.select import balanced
from mirror_inspect.elicitation.channels import CHANNELS, Setting
from mirror_inspect.tasks import exp1_atlas

PER_DOMAIN = 12
ROUNDS = 3
TARGET_PER_CALL, TARGET_STARTUP = 1.25, 1.5
CHANNELS_ASKED = ("natural", "wager", "rating", "opt_out", "self_report")
REPLY = "CONFIDENCE: 7\nBET: 7\nVERIFY: no\nANSWER: 7"
EMPTY_TASK = """
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import includes

@task
def empty() -> Task:
    return Task(dataset=[Sample(input="x", target="x")], scorer=includes())
"""


def instant_model() -> Any:
    def reply(*_: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", REPLY)
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


@solver
def only_generate(prompts: dict[str, list[str]]) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        async def one(prompt: str) -> str:
            async with span("call", type="channel"):
                return (await get_model().generate(prompt)).completion

        replies = await collect(*[one(p) for p in prompts[str(state.sample_id)]])
        state.output.completion = replies[0]
        return state

    return solve


@scorer(metrics=[mean()])
def constant() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=1.0)

    return score


@task
def bare() -> Task:
    items = balanced(load_bank().questions, PER_DOMAIN, seed=0)
    asked = [row.ask for name, row in CHANNELS.items() if name in CHANNELS_ASKED]
    prompts = {q.id: [ask(q, Setting()) for ask in asked] for q in items}
    return Task(
        dataset=MemoryDataset([Sample(id=q.id, input=q.text, target=q.answer) for q in items]),
        solver=only_generate(prompts),
        scorer=constant(),
        config=GenerateConfig(temperature=0.0),
    )


def cpu_per_call(make: Any) -> tuple[float, int]:
    """Return CPU seconds per model call, and the calls made."""
    with tempfile.TemporaryDirectory() as folder:
        built = make()
        started = time.process_time()
        (log,) = inspect_eval(built, model=instant_model(), log_dir=folder, display="none", log_realtime=False)
        spent = time.process_time() - started
    calls = sum(usage.total_tokens for usage in log.stats.model_usage.values()) // 15
    return spent / calls, calls


def ours() -> Task:
    return exp1_atlas(preset="quick", calibration=PER_DOMAIN, channels=",".join(CHANNELS_ASKED))


def cpu_of(*command: str, cwd: str) -> float:
    """Return the CPU seconds of a command, children included."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def startup(names: tuple[str, ...]) -> None:
    inspect = str(Path(sys.executable).with_name("inspect"))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "empty.py").write_text(EMPTY_TASK, encoding="utf-8")
        commands = {"inspect list tasks, empty task": (inspect, "list", "tasks")}
        reference = statistics.median(
            cpu_of(*commands["inspect list tasks, empty task"], cwd=folder) for _ in range(ROUNDS)
        )
        root = str(Path(__file__).resolve().parents[1] / "tasks")
        listed = statistics.median(cpu_of(inspect, "list", "tasks", cwd=root) for _ in range(ROUNDS))
        print(f"inspect list tasks: {listed:.2f} s CPU, empty task {reference:.2f} s: {listed / reference:.2f}x")
        empty = [sys.executable, "-c", "from inspect_ai import eval; import empty"]
        base = statistics.median(cpu_of(*empty, cwd=folder) for _ in range(ROUNDS))
        for name in names:
            code = (
                f"from inspect_ai import eval; from mirror_inspect.tasks.{name} import {name}; {name}(preset='quick')"
            )
            spent = statistics.median(cpu_of(sys.executable, "-c", code, cwd=folder) for _ in range(ROUNDS))
            print(f"start-up of {name}: {spent:.2f} s CPU, empty task {base:.2f} s: {spent / base:.2f}x")


def main() -> None:
    cpu_per_call(bare)
    pairs = [(cpu_per_call(ours), cpu_per_call(bare)) for _ in range(ROUNDS)]
    mine, plain = (statistics.median(p[i][0] for p in pairs) for i in (0, 1))
    (_, calls), (_, plain_calls) = pairs[0]
    print(f"calls: {calls} in Experiment 1, {plain_calls} in the bare task, 5 a sample")
    print(f"CPU per call: {1000 * mine:.2f} ms, bare {1000 * plain:.2f} ms: {mine / plain:.2f}x "
          f"(target {TARGET_PER_CALL}x)")  # fmt: skip
    startup(("exp1_atlas", "exp9_knowdo"))
    print(f"start-up target {TARGET_STARTUP}x")


if __name__ == "__main__":
    main()
