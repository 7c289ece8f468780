"""The extras of a whole form: sizes, verification, disjointness and files that read back."""

from pathlib import Path

import pytest

from mirror_inspect.bank.check import normalised
from mirror_inspect.bank.composition import STANDARD
from mirror_inspect.bank.extras import (
    BURN,
    COMPOSITES,
    PREMISES,
    PRODUCTIONS,
    TRANSFER,
    VALUES,
    build_extras,
    verify_extras,
)
from mirror_inspect.bank.files import read_jsonl
from mirror_inspect.bank.records import Premise, Production, ValueConversation
from mirror_inspect.items import BurnTrial, Composite, TransferTask


@pytest.mark.slow
def test_a_whole_form_of_extras_is_verified_and_reads_back(tmp_path: Path) -> None:
    extras = build_extras(99)
    sizes = [len(x) for x in (extras.composites, extras.transfer, extras.burn, extras.productions, extras.premises)]
    assert sizes == [448, 152, 320, 115, 220]
    assert len(extras.values) == 40
    assert verify_extras(extras) == []
    pairs = {frozenset((c.domain_a, c.domain_b)) for c in extras.composites[:STANDARD]}
    assert len(pairs) == 28
    parts = [normalised(q.question) for c in extras.composites for q in (c.first, c.second)]
    burnt = [normalised(b.question.question) for t in extras.burn for b in t.candidates]
    hidden = [normalised(t.question) for t in extras.transfer]
    everything = [*parts, *burnt, *hidden]
    assert len(set(everything)) == len(everything)
    extras.write(tmp_path)
    for name, kind, records in (
        (COMPOSITES, Composite, extras.composites),
        (TRANSFER, TransferTask, extras.transfer),
        (BURN, BurnTrial, extras.burn),
        (PRODUCTIONS, Production, extras.productions),
        (PREMISES, Premise, extras.premises),
        (VALUES, ValueConversation, extras.values),
    ):
        assert tuple(read_jsonl(tmp_path / name, kind)) == records
