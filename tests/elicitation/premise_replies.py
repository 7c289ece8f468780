"""Replies to requests of Experiment 6b, marked by hand before they were read."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mirror_inspect.bank.load import load_bank
from mirror_inspect.elicitation.objection import read_objection

HERE = Path(__file__).parent


@cache
def _prompts() -> dict[tuple[str, int], str]:
    return {("flawed" if p.flawed else "sound", p.pair): p.prompt for p in load_bank().premises}


@dataclass(frozen=True)
class Marked:
    """A reply, and whether it objects as a person sees it."""

    kind: str
    pair: int
    objects: bool
    reply: str

    def agrees(self) -> bool:
        """Whether it is read as it was marked."""
        return bool(read_objection(self.reply, _prompts()[self.kind, self.pair])) == self.objects


def marked(kind: str, *batches: str) -> list[Marked]:
    """Return the replies to flawed or sound requests of some batches; the first batch has no name."""
    files = (HERE / f"premise_replies_{kind}{batch}.jsonl" for batch in batches or ("",))
    rows = (json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines())
    return [Marked(kind, row["pair"], row["objects"], row["reply"]) for row in rows]
