"""Labelled fields are read strictly: there, in range, once; anything else is missing with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.grading.clean import visible_text
from mirror_inspect.grading.fields import read_choice_field, read_integer_field, read_text_field
from mirror_inspect.observation import Status

DECISIONS = ("PROCEED", "USE_TOOL", "DEFER")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("BET: 7", 7),
        ("**BET:** 7", 7),
        ("**BET**: **7**", 7),
        ("bet：７", 7),
        ("Answer: 5, Bet: 8", 8),
        ("ANSWER: 5 BET: 10", 10),
        ("7.82 BET: 8", 8),
        ("BET: seven", 7),
        ("BET: 七", 7),
        ("下注：七分", 7),
        ("BET: 7/10", 7),
        ("BET: 7 out of 10", 7),
        ("BET: 7.0", 7),
        ("BET:\n\n7", 7),
        ("| BET | 7 |", 7),
        ('{"answer": "x", "bet": 7}', 7),
        ("\\textbf{BET:} 6", 6),
        ("BET = 6", 6),
        ("- **Bet**: **6** points", 6),
        ("BET (1-10): 8", 8),
        ("BET: $6$", 6),
        ("BET: 1-10\nBET: 6", 6),
        ("BET: 7\nthat is\nBET: 7", 7),
        ("BET: 7 because 80% of such items are easy", 7),
        ("<think>BET: 3</think>BET: 9", 9),
        ("BET: 3 </think> BET: 4", 4),
    ],
)
def test_a_bet_is_read_in_every_dress(text: str, value: int) -> None:
    reading = read_integer_field(text, "BET", 1, 10)
    assert (reading.value, reading.status, reading.reason) == (value, Status.OBSERVED, "")


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("", Status.UNPARSED, "no_field:BET"),
        ("I bet: 7", Status.UNPARSED, "no_field:BET"),
        ("the alphabet: 5", Status.UNPARSED, "no_field:BET"),
        ("BETTER: 5", Status.UNPARSED, "no_field:BET"),
        ("<think>BET: 3", Status.UNPARSED, "no_field:BET"),
        ("ANSWER: 7", Status.UNPARSED, "no_field:BET"),
        ("BET: [1-10]", Status.UNPARSED, "template_echo"),
        ("BET: <number>", Status.UNPARSED, "template_echo"),
        ("BET: 15", Status.UNPARSED, "out_of_range"),
        ("BET: zero", Status.UNPARSED, "out_of_range"),
        ("BET: -3", Status.UNPARSED, "out_of_range"),
        ("BET: 10,000", Status.UNPARSED, "out_of_range"),
        ("BET: 70%", Status.UNPARSED, "other_scale"),
        ("BET: 7/100", Status.UNPARSED, "other_scale"),
        ("BET: 7.5", Status.UNPARSED, "not_an_integer"),
        ("BET: high", Status.UNPARSED, "not_a_number"),
        ("BET: 7 or 8", Status.AMBIGUOUS, "several_values"),
        ("BET: 7-8", Status.AMBIGUOUS, "several_values"),
        ("BET: 7\nBET: 8", Status.AMBIGUOUS, "conflicting_fields"),
        ("BET: 15\nBET: 7", Status.AMBIGUOUS, "conflicting_fields"),
    ],
)
def test_what_is_no_single_valid_bet_is_missing_with_its_reason(text: str, status: Status, reason: str) -> None:
    reading = read_integer_field(text, "BET", 1, 10)
    assert (reading.value, reading.status, reading.reason) == (None, status, reason)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("DECISION: PROCEED", "PROCEED"),
        ("Decision: use tool", "USE_TOOL"),
        ("DECISION: [PROCEED]", "PROCEED"),
        ("**Decision:** *Defer* because it is hard", "DEFER"),
        ("决定：继续", "PROCEED"),
    ],
)
def test_a_choice_opens_its_field(text: str, value: str) -> None:
    assert read_choice_field(text, "DECISION", DECISIONS).value == value


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("DECISION: proceed or defer", Status.AMBIGUOUS),
        ("DECISION: PROCEED/DEFER", Status.AMBIGUOUS),
        ("DECISION: PROCEED\nDECISION: DEFER", Status.AMBIGUOUS),
        ("DECISION: not proceed", Status.UNPARSED),
        ("DECISION: PROCEEDING", Status.UNPARSED),
        ("PROCEED", Status.UNPARSED),
    ],
)
def test_a_choice_that_is_not_made_is_missing(text: str, status: Status) -> None:
    reading = read_choice_field(text, "DECISION", DECISIONS)
    assert reading.value is None
    assert reading.status is status


def test_text_runs_to_the_next_label_and_the_last_one_counts() -> None:
    assert read_text_field("ANSWER:\nHello\n\nWorld\n\nBET: 4", "ANSWER").value == "Hello\n\nWorld"
    assert read_text_field("APPROACH: x\nANSWER: y CONFIDENCE: 5", "ANSWER").value == "y"
    assert read_text_field("ANSWER: Paris\nANSWER: Lyon", "ANSWER").value == "Lyon"
    assert read_text_field("答案：巴黎\n下注：7", "ANSWER").value == "巴黎"
    assert read_text_field("ANSWER: <your answer>", "ANSWER").reason == "template_echo"
    assert read_text_field("ANSWER:", "ANSWER").reason == "empty_field"


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("<think>a</think>b", "b"),
        ("<think>a<think>b</think>c</think>d", "d"),
        ("a</think>b", "b"),
        ("b<think>cut", "b"),
        ("<THINKING>x</THINKING>y", "y"),
        ("[THINK]x[/THINK]y", "y"),
        ("◁think▷x◁/think▷y", "y"),
        ("<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>y<|return|>", "y"),
        ("2 < 3 and 3 > 2", "2 < 3 and 3 > 2"),
    ],
)
def test_reasoning_is_set_aside_closed_or_not(raw: str, seen: str) -> None:
    assert visible_text(raw) == seen


@given(st.text(), st.sampled_from(["BET", "CONFIDENCE", "DECISION", "ANSWER"]))
def test_readers_never_raise_and_never_leave_the_range(text: str, label: str) -> None:
    for dressed in (text, f"{label}: {text}"):
        number = read_integer_field(dressed, label, 1, 10)
        assert number.value is None or 1 <= number.value <= 10
        assert (number.value is None) == (number.status is not Status.OBSERVED) == bool(number.reason)
        choice = read_choice_field(dressed, label, DECISIONS)
        assert choice.value is None or choice.value in DECISIONS
        read_text_field(dressed, label)
