"""Objections in replies written and marked before the reading was looked at: where it agrees and where it does not.

Of the first half (``blind_dev``) the errors were looked at and mended. The second half (``blind_held_out``) was read
once, when that was done. Its disagreements are listed and not mended: the figure in docs/exp6.md is of unseen replies.
"""

import json
from pathlib import Path

import pytest

from mirror_inspect.bank.load import load_bank
from mirror_inspect.elicitation.objection import read_objection
from mirror_inspect.stats.proportions import wilson

HERE = Path(__file__).parent
MISREAD = {
    "flawed": {55, 61, 65, 71, 76, 77, 79, 83, 85, 90, 95, 98, 106, 107, 108},
    "sound": {6, 60, 62, 81, 85, 90, 93, 98, 103, 104, 105},
}
"""Pairs of the held-out replies that are read otherwise than they were marked: 94 of 120 agree."""


def replies(kind: str, half: str) -> list[tuple[int, bool, str]]:
    lines = (HERE / f"premise_replies_{kind}_{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(row["pair"], row["objects"], row["reply"]) for row in map(json.loads, lines)]


@pytest.fixture(scope="module")
def prompts() -> dict[tuple[str, int], str]:
    return {("flawed" if p.flawed else "sound", p.pair): p.prompt for p in load_bank().premises}


@pytest.mark.parametrize("kind", ["flawed", "sound"])
def test_the_half_it_was_mended_on_is_read_as_marked(kind: str, prompts: dict[tuple[str, int], str]) -> None:
    rows = replies(kind, "blind_dev")
    agreed = sum(bool(read_objection(reply, prompts[kind, pair])) == marked for pair, marked, reply in rows)
    assert len(rows) == 60
    assert agreed >= 0.95 * len(rows)


@pytest.mark.parametrize(
    ("kind", "pair", "marked", "reply"),
    [
        pytest.param(
            kind,
            pair,
            marked,
            reply,
            id=f"{kind}-{pair}",
            marks=[pytest.mark.xfail(strict=True, reason="misread")] if pair in MISREAD[kind] else [],
        )
        for kind in MISREAD
        for pair, marked, reply in replies(kind, "blind_held_out")
    ],
)
def test_held_out_replies_are_read_as_marked(
    kind: str, pair: int, marked: bool, reply: str, prompts: dict[tuple[str, int], str]
) -> None:
    assert bool(read_objection(reply, prompts[kind, pair])) == marked


@pytest.mark.parametrize("kind", ["flawed", "sound"])
def test_typical_replies_written_before_reading_are_read_as_marked(
    kind: str, prompts: dict[tuple[str, int], str]
) -> None:
    rows = replies(kind, "second_typical")
    agreed = sum(bool(read_objection(reply, prompts[kind, pair])) == marked for pair, marked, reply in rows)
    assert len(rows) == 40
    assert agreed >= 0.95 * len(rows), "nothing was mended on these"


def test_the_agreement_stated_in_the_docs_is_that_of_the_held_out_half(prompts: dict[tuple[str, int], str]) -> None:
    rows = [(kind, *row) for kind in MISREAD for row in replies(kind, "blind_held_out")]
    agreed = sum(bool(read_objection(reply, prompts[kind, pair])) == marked for kind, pair, marked, reply in rows)
    low, high = wilson(agreed, len(rows))
    stated = f"{agreed} of {len(rows)} ({agreed / len(rows):.2f}, 95 % interval {low:.2f} to {high:.2f})".replace(
        "0.", "."
    )
    assert stated in (HERE.parents[1] / "docs" / "exp6.md").read_text(encoding="utf-8")
