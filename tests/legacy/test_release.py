"""The release's JSONL becomes typed rows, and a failed call is missing whatever the row claims."""

import json

import pytest

from mirror_inspect.errors import BankError
from mirror_inspect.legacy.release import read_atlas, read_components, read_composites

ATLAS = {
    "model": "m",
    "question_id": "q1",
    "channel": 1,
    "channel_name": "wagering",
    "domain": "logical",
    "difficulty": None,
    "answer_correct": True,
    "parsed": {"answer": "4", "bet": 7, "refused": False, "parse_success": True},
    "raw_response": "ANSWER: 4 BET: 7",
    "prompt_variant": 2,
}
AGENTIC = {
    "model": "m",
    "task_id": "t1",
    "condition": 4,
    "paradigm": 1,
    "domain_a": "logical",
    "domain_b": "social",
    "strength_a": "weak",
    "strength_b": "strong",
    "component_a_decision": "use_tool",
    "component_b_decision": "proceed",
    "component_a_correct": True,
    "component_b_correct": False,
    "externally_routed": True,
    "raw_response": "text",
}


def written(tmp_path, *rows):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in rows) + "\n\n", encoding="utf-8")
    return path


def test_a_wager_is_read_with_its_unknown_keys_as_flags(tmp_path):
    (row,) = read_atlas(written(tmp_path, ATLAS))
    assert (row.channel, row.bet, row.correct, row.missing) == ("wager", 7.0, True, False)
    assert row.flags == ("difficulty", "prompt_variant")


@pytest.mark.parametrize("reply", ["", "   ", None])
def test_an_empty_reply_has_neither_grade_nor_bet(tmp_path, reply):
    (row,) = read_atlas(written(tmp_path, ATLAS | {"raw_response": reply, "answer_correct": False}))
    assert (row.correct, row.bet, row.missing) == (None, None, True)


def test_refusal_error_and_skip_are_told_apart(tmp_path):
    refused = ATLAS | {"parsed": {"refused": True}, "answer_correct": False}
    failed = ATLAS | {"error": "timeout"}
    skipped = ATLAS | {"channel_name": "opt_out", "parsed": {"skipped": True}, "answer_correct": None}
    first, second, third = read_atlas(written(tmp_path, refused, failed, skipped))
    assert (first.refused, first.correct) == (True, None)
    assert second.missing
    assert (third.skipped, third.missing) == (True, False)


def test_control_and_ablation_rows_share_the_record(tmp_path):
    control = {k: v for k, v in ATLAS.items() if k != "channel"} | {"channel_name": "structured_control"}
    control["parsed"] = {"answer": "4", "confidence": 8}
    ablation = {
        "model": "m",
        "question_id": "q",
        "domain": "social",
        "channel": 1,
        "answer_correct": False,
        "bet_size": 3,
        "temperature": 0.7,
        "raw_answer": "x",
    }
    first, second = read_atlas(written(tmp_path, control, ablation))
    assert (first.channel, first.confidence) == ("rating", 8.0)
    assert (second.channel, second.bet, second.temperature) == ("wager", 3.0, 0.7)


def test_routed_component_is_escalated_and_a_failed_call_is_no_decision(tmp_path):
    routed, own = read_components(written(tmp_path, AGENTIC))
    assert (routed.condition, routed.paradigm, routed.decision, routed.correct) == ("C4", "P1", "escalated", None)
    assert (own.slot, own.strength, own.decision, own.correct) == ("b", "strong", "proceed", False)
    failed = list(read_components(written(tmp_path, AGENTIC | {"raw_response": "", "component_a_decision": "proceed"})))
    assert [(c.decision, c.correct, c.missing) for c in failed] == [(None, None, True)] * 2
    ablation = {
        "model": "m",
        "task_id": "t",
        "domain": "social",
        "condition": 1,
        "correct": True,
        "decision": "defer",
        "externally_routed": False,
        "temperature": 0.0,
    }
    (single,) = read_components(written(tmp_path, ablation))
    assert (single.decision, single.correct, single.flags) == ("defer", None, ("temperature",))


def test_composites_keep_null_confidence_missing(tmp_path):
    row = {
        "model": "m",
        "task_id": "1",
        "channel": "layer2",
        "domain_a": "a",
        "domain_b": "b",
        "confidence": None,
        "answer": "x",
        "answer_correct": True,
        "correct_answer": "x",
    }
    first, second = read_composites(written(tmp_path, row, row | {"confidence": 0.5}))
    assert (first.confidence, second.confidence, second.channel) == (None, 0.5, "self_report")
    assert second.flags == ("correct_answer",)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "rows.jsonl:1"),
        ("[1]", "object"),
        (json.dumps({k: v for k, v in ATLAS.items() if k != "domain"}), "lacks 'domain'"),
        (json.dumps(ATLAS | {"answer_correct": "yes"}), "neither true"),
        (json.dumps(ATLAS | {"channel_name": "telepathy"}), "unknown channel"),
        (json.dumps(ATLAS | {"parsed": {"bet": "7"}}), "finite number"),
        (json.dumps(ATLAS | {"parsed": [1]}), "no object"),
        ("[" * 100_000, "rows.jsonl:1"),
    ],
)
def test_a_damaged_line_is_named(tmp_path, line, reason):
    with pytest.raises(BankError, match=reason):
        list(read_atlas(written(tmp_path, line)))
