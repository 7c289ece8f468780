"""The anchor set: 200 items of the shipped bank that every cohort answers, so that cohorts can be compared.

One item per subcategory and level. Which one was decided by a hash when the bank was frozen and is written down in
``data/anchor.json``; the set never changes with the rest of the bank.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from mirror_inspect.bank.load import ANCHOR, Bank, load_bank, questions_only, shipped_directory
from mirror_inspect.errors import BankError
from mirror_inspect.items import Question, content_id
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES

FILE: Final = "anchor.json"


def choose_anchor(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Return one item per subcategory and level: the one whose hash comes first, in canonical order.

    Raises:
        BankError: a subcategory has no item at some level.
    """
    best: dict[tuple[str, int], Question] = {}
    for q in sorted(questions, key=lambda q: content_id("anchor", q.id), reverse=True):
        best[q.subcategory, q.difficulty] = q
    cells = [(name, level) for names in SUBCATEGORIES.values() for name in names for level in DIFFICULTIES]
    if missing := [cell for cell in cells if cell not in best]:
        name, level = missing[0]
        raise BankError(f"no anchor for {name} level {level}: the bank has no such item ({len(missing)} cells empty)")
    return tuple(best[cell] for cell in cells)


def write_anchor(questions: Iterable[Question], directory: Path) -> None:
    """Choose the anchor set and write its ids into a directory."""
    ids = [q.id for q in choose_anchor(questions)]
    (directory / FILE).write_text(json.dumps({"items": ids}, indent=1) + "\n", encoding="utf-8")


@cache
def anchor_ids() -> tuple[str, ...]:
    """Return the ids of the shipped anchor set in canonical order."""
    return tuple(json.loads((shipped_directory() / FILE).read_text(encoding="utf-8"))["items"])


def anchor_bank() -> Bank:
    """Return the anchor set as a bank of questions.

    Raises:
        BankError: an anchor item is not in the shipped bank.
    """
    shipped = load_bank()
    held = {q.id: q for q in shipped.questions}
    if missing := [key for key in anchor_ids() if key not in held]:
        raise BankError(f"{FILE} names {len(missing)} items that the bank does not hold, first {missing[0]}")
    items = [held[key] for key in anchor_ids()]
    return questions_only(ANCHOR, items, digest=content_id(*anchor_ids()))
