"""What is written beside the shipped bank is true: digests, tables, Croissant metadata, anchor set."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from mirror_inspect.bank.anchor import anchor_ids, choose_anchor
from mirror_inspect.bank.files import CANARY
from mirror_inspect.bank.freeze import BEGIN, CROISSANT, DATASHEET, documents, with_tables
from mirror_inspect.bank.load import ANCHOR, FILES, load_bank, shipped_directory
from mirror_inspect.errors import ArgumentError, BankError
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES


@pytest.fixture(scope="module")
def computed() -> dict[str, str]:
    return documents(shipped_directory())


def test_every_computed_document_is_what_the_files_say(computed: dict[str, str]) -> None:
    for name, text in computed.items():
        written = (shipped_directory() / name).read_text(encoding="utf-8")
        assert written == text, f"{name} is stale: run python -m mirror_inspect.bank.freeze data"


def test_a_changed_file_changes_its_digest(tmp_path: Path, computed: dict[str, str]) -> None:
    for file in shipped_directory().iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    target = tmp_path / "facts.jsonl"
    data = target.read_bytes()
    target.write_bytes(data + data[: data.index(b"\n") + 1])
    assert documents(tmp_path)["digests.json"] != computed["digests.json"]


def test_a_datasheet_without_its_marks_is_refused() -> None:
    with pytest.raises(BankError, match="lost the marks"):
        with_tables(f"text {BEGIN} text", "tables")


def test_the_metadata_is_valid_croissant_and_its_records_can_be_read() -> None:
    mlcroissant = pytest.importorskip("mlcroissant")
    dataset = mlcroissant.Dataset(jsonld=str(shipped_directory() / CROISSANT))
    assert not dataset.metadata.issues.errors
    assert not dataset.metadata.issues.warnings
    first = next(iter(dataset.records("questions")))
    question = load_bank().questions[0]
    assert first["questions/id"] == question.id.encode()
    assert first["questions/answer"] == question.answer.encode()
    assert first["questions/difficulty"] == question.difficulty
    for file in FILES:
        name = file.removesuffix(".jsonl")
        record = next(iter(dataset.records(name)))
        assert record[f"{name}/id"] == getattr(load_bank(), name)[0].id.encode()


def test_responsible_use_is_described() -> None:
    metadata = json.loads((shipped_directory() / CROISSANT).read_text(encoding="utf-8"))
    for field in ("dataCollection", "dataLimitations", "dataBiases", "dataUseCases", "personalSensitiveInformation"):
        assert metadata[f"rai:{field}"]
    assert {d["name"] for d in metadata["distribution"]} >= {f for f in FILES if (shipped_directory() / f).is_file()}


def test_the_anchor_set_is_one_shipped_item_per_subcategory_and_level() -> None:
    bank = load_bank(ANCHOR)
    assert len(bank.questions) == 200
    assert Counter((q.subcategory, q.difficulty) for q in bank.questions) == dict.fromkeys(
        ((n, level) for names in SUBCATEGORIES.values() for n in names for level in DIFFICULTIES), 1
    )
    assert set(anchor_ids()) <= {q.id for q in load_bank().questions}
    with pytest.raises(ArgumentError, match=r"bank=anchor has no agentic\.jsonl"):
        len(bank.agentic)


def test_the_anchor_is_chosen_by_hash_whatever_the_order_of_the_file() -> None:
    questions = load_bank().questions
    assert choose_anchor(questions) == choose_anchor(tuple(reversed(questions)))
    assert tuple(q.id for q in choose_anchor(questions)) == anchor_ids()
    with pytest.raises(BankError, match="addition_subtraction level 1"):
        choose_anchor([q for q in questions if (q.subcategory, q.difficulty) != ("addition_subtraction", 1)])


@pytest.mark.parametrize("file", FILES)
def test_every_row_carries_the_canary(file: str) -> None:
    path = shipped_directory() / file
    if not path.is_file():
        pytest.skip(f"{file} is not part of the shipped bank")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines
    assert all(json.loads(line)["canary"] == CANARY for line in lines)


def test_the_datasheet_speaks_of_canary_rotation_and_licences() -> None:
    text = (shipped_directory() / DATASHEET).read_text(encoding="utf-8")
    for word in ("canary", "Rotate", "anchor", "CC BY 4.0", "WordNet"):
        assert word in text
