"""The judge reads open-ended answers beside the typed grader: it settles what is open and overrules nothing."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from mirror_inspect.analysis.atlas import judge_agreement
from mirror_inspect.analysis.rows import Rows
from mirror_inspect.items import Question
from mirror_inspect.observation import Observation, Status, log_observations
from mirror_inspect.scorers.judging import judged
from mirror_inspect.tasks import exp1_atlas

TEXT = Question(
    domain="social",
    subcategory="emotion_recognition",
    difficulty=1,
    family="f",
    question="How does she feel?",
    answer="relieved",
    answer_type="text",
)
NUMBER = TEXT.model_copy(update={"answer_type": "integer"})


def judge_saying(verdict: str) -> Model:
    def reply(messages: list[Any], *_: Any) -> ModelOutput:
        mark = re.findall(r"VERDICT (\w+) CORRECT", messages[-1].text)[-1]
        output = ModelOutput.from_content("mockllm/judge", f"It says so.\nVERDICT {mark} {verdict}")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return get_model("mockllm/judge", custom_outputs=reply, memoize=False)


def observation(correct: bool | None) -> Observation:
    return Observation(
        experiment="exp1_atlas",
        item_id=TEXT.id,
        group=TEXT.id,
        domain="social",
        subcategory="emotion_recognition",
        difficulty=1,
        channel="natural",
        status=Status.AMBIGUOUS if correct is None else Status.OBSERVED,
        answer=None if correct is None else "calm",
        correct=correct,
    )


def read(verdict: str, correct: bool | None, question: Question = TEXT, reason: str = "undecidable") -> Observation:
    rows = [(observation(correct), reason if correct is None else "")]
    found = asyncio.run(judged(judge_saying(verdict), rows, [question], ["She is at ease."]))
    return found[0][0]


def test_an_open_answer_is_settled_and_says_so() -> None:
    o = read("CORRECT", None)
    assert (o.status, o.correct) == (Status.OBSERVED, True)
    assert o.flags == ("judge:right", "judge:settled")


def test_a_decided_answer_is_not_overruled() -> None:
    o = read("CORRECT", False)
    assert o.correct is False
    assert o.flags == ("judge:right",)


def test_without_a_verdict_an_open_answer_stays_missing() -> None:
    o = read("MAYBE", None)
    assert (o.status, o.correct, o.flags) == (Status.AMBIGUOUS, None, ("judge:unread",))


@pytest.mark.parametrize(("question", "reason"), [(NUMBER, "undecidable"), (TEXT, "call failed: 503")])
def test_numbers_and_outages_are_not_for_the_judge(question: Question, reason: str) -> None:
    o = read("CORRECT", None, question, reason)
    assert (o.status, o.flags) == (Status.AMBIGUOUS, ())


def test_agreement_leaves_out_what_the_judge_settled() -> None:
    rows = [read("CORRECT", True), read("INCORRECT", False), read("CORRECT", None)]
    found = judge_agreement(Rows(rows))
    assert (found.value, found.n_observed) == (1.0, 2)
    assert judge_agreement(Rows([observation(True)])).reason == "no_judge"


def test_a_run_with_a_judge_reports_agreement_and_one_without_the_role_is_refused(tmp_path: Path) -> None:
    options = {"model": "simulated/calibrated", "log_dir": str(tmp_path), "display": "none"}
    task = {"preset": "quick", "calibration": 8, "channels": "natural", "judge": True}
    (log,) = inspect_eval(exp1_atlas(**task), model_roles={"grader": judge_saying("CORRECT")}, **options)
    assert log.status == "success"
    assert any("judge:right" in o.flags for o in log_observations(log))
    (without,) = inspect_eval(exp1_atlas(**task), **options)
    assert "--model-role grader=" in str((without.samples or [])[0].error)
