"""Replies written in the style of real models before the grader saw them: right is never wrong, wrong never right."""

import json
import random
from pathlib import Path

import pytest

from mirror_inspect.grading import grade_response

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "fresh_replies.jsonl").read_text(encoding="utf-8").splitlines()
]
EQUIVALENT = (
    {"Nile", "Nile River"}, {"dog", "the dog", "Noun"}, {"Yes", "Yes, it is valid", "true"}, {"window", "Noun"},
    {"9 PM (previous day)", "9 PM"}, {"11250", "11,250"}, {"5/8", "0.62"}, {"45%", "0.45"}, {"1200", "1,200"},
    {"2500000", "2,500,000"}, {"left", "west"}, {"Igneous", "Igneous rock"}, {"answered", "verb"}, {"No", "Invalid"},
    {"0.2", "20"}, {"Gutter", "A gutter"}, {"Lincoln", "President Abraham Lincoln"}, {"3/8", "0.375"},
)  # fmt: skip
"""Golds that one reply can meet together, so that exchanging them says nothing."""


def _verdict(row: dict[str, str], gold: str | None = None) -> bool | None:
    wanted = row["gold"] if gold is None else gold
    result = grade_response(
        row["response"], gold=wanted, answer_type=row["answer_type"] or None, channel=row["channel"]
    )
    return result.correct


@pytest.mark.parametrize("row", [r for r in ROWS if r["truth"] == "wrong"], ids=lambda r: r["id"])
def test_a_wrong_reply_is_never_right(row: dict[str, str]) -> None:
    assert _verdict(row) is not True


@pytest.mark.parametrize("row", [r for r in ROWS if r["truth"] == "right"], ids=lambda r: r["id"])
def test_a_right_reply_is_never_wrong(row: dict[str, str]) -> None:
    assert _verdict(row) is not False


@pytest.mark.parametrize("row", [r for r in ROWS if r["truth"] == "silent"], ids=lambda r: r["id"])
def test_a_silent_reply_is_missing(row: dict[str, str]) -> None:
    assert _verdict(row) is None


@pytest.mark.parametrize("natural", [True, False], ids=["natural", "structured"])
def test_few_right_replies_are_left_missing(natural: bool) -> None:
    right = [r for r in ROWS if r["truth"] == "right" and (r["channel"] in ("natural", "exp3_natural")) is natural]
    missing = [r["id"] for r in right if _verdict(r) is None]
    assert len(missing) <= 0.05 * len(right), missing


def test_the_gold_of_another_question_is_not_accepted() -> None:
    rng = random.Random(29)
    accepted = []
    for row in ROWS:
        if row["truth"] != "right":
            continue
        rivals = {r["gold"] for r in ROWS if r["answer_type"] == row["answer_type"]}
        others = sorted(g for g in rivals if g.casefold() != row["gold"].casefold())
        for gold in rng.sample(others, min(10, len(others))):
            if any({gold, row["gold"]} <= same for same in EQUIVALENT):
                continue
            if _verdict(row, gold):
                accepted.append((row["id"], gold))
    assert accepted == []
