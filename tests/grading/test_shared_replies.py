"""Error rates on the hand-judged real replies stay within the stated targets; skipped where they are not at hand."""

from pathlib import Path

import pytest

from mirror_inspect.grading.report import error_rates, read_labelled

REPLIES = Path(__file__).parents[2].parent / "shared" / "real_responses" / "responses.jsonl"


@pytest.mark.skipif(not REPLIES.exists(), reason="the hand-judged replies (../shared/real_responses) are not here")
def test_error_rates_on_real_replies() -> None:
    replies, _ = read_labelled(REPLIES)
    rows = {(r.by, r.group): r for r in error_rates(replies)}
    natural, structured, everything = rows["layout", "natural"], rows["layout", "structured"], rows["all", "all"]
    assert natural.false_negative.count <= 1
    assert structured.false_negative.count <= 2
    assert natural.right_missing.value <= 0.05
    assert structured.right_missing.value <= 0.05
    assert everything.false_positive.count == 0
    assert everything.swapped.value <= 0.003
    assert everything.silent_graded.value <= 0.10
