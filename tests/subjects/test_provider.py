"""The provider inside Inspect: deterministic in any order, blind to the sample, cheap, with its usage set."""

import time

import pytest
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import generate, solver

from mirror_inspect.elicitation.channels import CHANNELS, Setting
from mirror_inspect.errors import ArgumentError
from mirror_inspect.subjects.provider import SimulatedSubject
from mirror_inspect.taxonomy import Channel


def samples(questions, *, target="x", start=0):
    asked = [CHANNELS[Channel.RATING].ask(q, Setting()) for q in questions]
    return [Sample(id=start + i, input=p, target=target, metadata={"gold": target}) for i, p in enumerate(asked)]


def replies(dataset, tmp_path, model="simulated/calibrated", **options):
    task = Task(dataset=MemoryDataset(dataset), solver=generate(), scorer=includes())
    (log,) = eval(task, model=model, log_dir=str(tmp_path), display="none", log_level="error", **options)
    assert log.status == "success"
    return {s.input: s.output.completion for s in log.samples}, log


def test_order_number_of_connections_and_sample_content_change_nothing(questions, tmp_path):
    questions = questions[::5]
    plain, log = replies(samples(questions), tmp_path)
    assert len(plain) == len(questions)
    assert all(u.output_tokens > 0 for u in log.stats.model_usage.values())
    other = samples(questions[::-1], target="something else", start=1000)
    assert replies(other, tmp_path, max_samples=1)[0] == plain
    assert replies(samples(questions), tmp_path, model_args={"seed": 1})[0] != plain


def test_a_bad_subject_is_refused_before_any_call():
    with pytest.raises(ArgumentError, match="simulated subject 'nobody'"):
        get_model("simulated/nobody")
    with pytest.raises(ArgumentError, match="'couplng'"):
        get_model("simulated/calibrated", couplng=1)
    with pytest.raises(ArgumentError, match="unknown bank"):
        get_model("simulated/calibrated", bank="/no/such/directory")


@pytest.mark.slow
def test_a_reply_costs_at_most_a_fifth_of_a_call(questions, tmp_path, monkeypatch):
    prompts = [CHANNELS[Channel.RATING].ask(q, Setting()) for q in questions]

    @solver
    def ask_all():
        async def solve(state, generate):
            for prompt in prompts:
                await get_model().generate(prompt)
            return state

        return solve

    def seconds():
        start = time.process_time()
        task = Task(dataset=MemoryDataset([Sample(id=k, input="x") for k in range(12)]), solver=ask_all())
        (log,) = eval(task, model="simulated/calibrated", log_dir=str(tmp_path), display="none")
        assert log.status == "success"
        return time.process_time() - start

    async def nothing(self, input, tools, tool_choice, config):
        output = ModelOutput.from_content("none", "ANSWER: x")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    seconds()
    full = min(seconds() for _ in range(3))
    monkeypatch.setattr(type(SimulatedSubject("calibrated")), "generate", nothing)
    bare = min(seconds() for _ in range(3))
    print(f"with the subject {full:.2f} s, without {bare:.2f} s, ratio {full / bare:.2f}")
    assert full < 1.2 * bare
