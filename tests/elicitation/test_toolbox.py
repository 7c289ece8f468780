"""Tools run: every call returns a result; the expert is right as often as stated, whatever the order of calls."""

import random

import pytest

from mirror_inspect.bank.load import load_bank
from mirror_inspect.elicitation.distort import wrong_answer
from mirror_inspect.elicitation.toolbox import FLAGGED, Toolbox
from mirror_inspect.elicitation.tools import text_calls
from mirror_inspect.grading import grade
from mirror_inspect.items import AnswerSpec, Question
from mirror_inspect.taxonomy import AnswerType


def numbered(i: int) -> Question:
    return Question(
        domain="arithmetic",
        subcategory="estimation",
        difficulty=1,
        family="f",
        question=f"Question {i}?",
        answer=str(100 + i),
        answer_type="integer",
    )


def test_each_tool_returns_something_and_errors_come_back_as_text() -> None:
    box = Toolbox({"A": numbered(1), "B": numbered(2)}, expert_accuracy=1.0)
    assert box.run("calculator", "6*7", "A").result == "42"
    assert box.run("calculator", "__import__('os')", "A").result.startswith("Error")
    assert box.run("ask_expert", "?", "B").result == "The answer is 102."
    assert box.run("flag_for_review", "hard", "a").result == FLAGGED
    assert box.run("flag_for_review", "hard", "Part B.").part == "B"
    assert "Unknown part" in box.run("calculator", "1", "C").result
    assert "Unknown tool" in box.run("rm", "-rf", "A").result
    assert box.run("search", "nothing of the kind qqq", "A").result


def test_the_expert_is_right_as_often_as_stated_and_always_the_same() -> None:
    questions = [numbered(i) for i in range(800)]
    answers = [Toolbox({"": q}, 0.8, seed=3).expert_answer(q) for q in questions]
    right = [a == f"The answer is {q.answer}." for a, q in zip(answers, questions, strict=True)]
    assert 0.75 < sum(right) / 800 < 0.85
    assert answers == [Toolbox({"": q}, 0.8, seed=3).expert_answer(q) for q in questions]


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("[calculator: 12 * 7]", [("calculator", "12 * 7", "")]),
        ("[A | web_search: capital of Peru]", [("search", "capital of Peru", "A")]),
        ("[B | flag_review: unsure]", [("flag_for_review", "unsure", "B")]),
        (
            "First.\n[Part A | ask_expert: what?]\n[b | calculator: 1]",
            [("ask_expert", "what?", "A"), ("calculator", "1", "B")],
        ),
        ("see [1] and [note: x]", []),
        ("no call at all", []),
    ],
)
def test_the_text_protocol(text: str, calls: list[tuple[str, str, str]]) -> None:
    assert list(text_calls(text)) == calls


def test_a_wrong_answer_to_a_bank_item_is_graded_wrong() -> None:
    questions = load_bank().questions
    for q in questions[:: len(questions) // 400]:
        wrong = wrong_answer(q.spec, random.Random(q.id))
        assert grade(f"ANSWER: {wrong}", q.spec).correct is False, (q.answer, wrong)


@pytest.mark.parametrize(
    ("kind", "gold", "tolerance"),
    [("fraction", "2/1", None), ("fraction", "1/1", None), ("time", "14:30", 8), ("time", "00:05", 20)],
)
def test_a_wrong_answer_is_outside_tolerance_and_no_other_form_of_the_gold(
    kind: str, gold: str, tolerance: float | None
) -> None:
    spec = AnswerSpec(type=AnswerType(kind), gold=gold, tolerance=tolerance)
    for i in range(60):
        wrong = wrong_answer(spec, random.Random(i))
        assert grade(f"ANSWER: {wrong}", spec).correct is False, wrong
