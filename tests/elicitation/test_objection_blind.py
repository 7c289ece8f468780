"""Objections in replies written and marked before the reading was looked at: where it agrees and where it does not.

Of the first half (``blind_dev``) the errors were looked at and mended. The second half (``blind_held_out``) was read
once, when that was done. Its disagreements are listed and not mended: the figure in docs/exp6.md is of unseen replies.
"""

from pathlib import Path

import pytest
from premise_replies import Marked, marked

from mirror_inspect.stats.proportions import wilson

MISREAD = {
    "flawed": {55, 61, 65, 71, 76, 77, 79, 83, 85, 90, 95, 98, 106, 107, 108},
    "sound": {6, 60, 62, 81, 85, 90, 93, 98, 103, 104, 105},
}
"""Pairs of the held-out replies that are read otherwise than they were marked: 94 of 120 agree."""


@pytest.mark.parametrize("kind", ["flawed", "sound"])
def test_the_half_it_was_mended_on_is_read_as_marked(kind: str) -> None:
    replies = marked(kind, "_blind_dev")
    assert len(replies) == 60
    assert sum(r.agrees() for r in replies) >= 0.95 * len(replies)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(
            r,
            id=f"{r.kind}-{r.pair}",
            marks=[pytest.mark.xfail(strict=True, reason="misread")] if r.pair in MISREAD[r.kind] else [],
        )
        for kind in MISREAD
        for r in marked(kind, "_blind_held_out")
    ],
)
def test_held_out_replies_are_read_as_marked(reply: Marked) -> None:
    assert reply.agrees()


@pytest.mark.parametrize("kind", ["flawed", "sound"])
def test_typical_replies_written_before_reading_are_read_as_marked(kind: str) -> None:
    replies = marked(kind, "_second_typical")
    assert len(replies) == 40
    assert sum(r.agrees() for r in replies) >= 0.95 * len(replies), "nothing was mended on these"


def test_the_agreement_stated_in_the_docs_is_that_of_the_held_out_half() -> None:
    replies = [r for kind in MISREAD for r in marked(kind, "_blind_held_out")]
    agreed = sum(r.agrees() for r in replies)
    low, high = wilson(agreed, len(replies))
    share = f"{agreed / len(replies):.2f}, 95 % interval {low:.2f} to {high:.2f}".replace("0.", ".")
    docs = (Path(__file__).parents[2] / "docs" / "exp6.md").read_text(encoding="utf-8")
    assert f"{agreed} of {len(replies)} ({share})" in docs
