"""Damaged files stop at once and say where: file, line, id and reason."""

import json
from pathlib import Path

import pytest

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.files import CANARY, digest, read_jsonl, write_jsonl
from mirror_inspect.bank.load import AGENTIC, COMPONENTS, QUESTIONS, load_bank
from mirror_inspect.errors import BankError
from mirror_inspect.items import Question


@pytest.fixture(scope="module")
def items() -> list[Question]:
    return build_subcategory("addition_subtraction", seed=3, per_level=2)


def lines(items: list[Question], tmp_path: Path) -> tuple[Path, list[str]]:
    file = tmp_path / QUESTIONS
    write_jsonl(file, items)
    return file, file.read_text(encoding="utf-8").splitlines()


def test_what_is_written_is_read_back(items: list[Question], tmp_path: Path) -> None:
    file, rows = lines(items, tmp_path)
    assert read_jsonl(file, Question) == items
    assert all(json.loads(row)["canary"] == CANARY for row in rows)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda row: row[:-5], "not a JSON object"),
        (lambda row: "[1]", "not a JSON object"),
        (lambda row: row.replace('"answer": "', '"answer": "1'), "the item was altered"),
        (lambda row: json.dumps(json.loads(row) | {"colour": "red"}), "colour"),
        (lambda row: json.dumps(json.loads(row) | {"difficulty": 6}), "difficulty"),
        (lambda row: json.dumps({k: v for k, v in json.loads(row).items() if k != "domain"}), "domain"),
    ],
)
def test_a_damaged_line_is_named(damage, says: str, items: list[Question], tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file, rows = lines(items, tmp_path)
    file.write_text("\n".join([*rows[:2], damage(rows[2]), *rows[3:]]), encoding="utf-8")
    with pytest.raises(BankError) as error:
        read_jsonl(file, Question)
    assert "questions.jsonl line 3" in error.value.message
    assert says in error.value.message


def test_the_id_of_an_altered_item_is_named(items: list[Question], tmp_path: Path) -> None:
    file, rows = lines(items, tmp_path)
    file.write_text("\n".join([json.dumps(json.loads(rows[0]) | {"answer": "0"})]), encoding="utf-8")
    with pytest.raises(BankError, match=items[0].id):
        read_jsonl(file, Question)


def test_a_duplicate_names_both_lines(items: list[Question], tmp_path: Path) -> None:
    file, rows = lines(items, tmp_path)
    file.write_text("\n".join([*rows, rows[1]]), encoding="utf-8")
    with pytest.raises(BankError, match=rf"line {len(rows) + 1}: id {items[1].id} occurs already on line 2"):
        read_jsonl(file, Question)


def test_missing_and_empty_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BankError, match=r"cannot read the bank file questions\.jsonl"):
        load_bank(str(tmp_path))
    (tmp_path / QUESTIONS).touch()
    with pytest.raises(BankError, match=r"questions\.jsonl holds no items"):
        load_bank(str(tmp_path))


def test_an_item_in_both_streams_is_refused(items: list[Question], tmp_path: Path) -> None:
    write_jsonl(tmp_path / QUESTIONS, items)
    write_jsonl(tmp_path / COMPONENTS, items[:1])
    (tmp_path / AGENTIC).write_bytes((Path(str(load_bank().directory)) / AGENTIC).read_bytes())
    with pytest.raises(BankError, match="the two must be disjoint"):
        load_bank(str(tmp_path))


def test_a_task_of_components_that_are_not_there_is_refused(items: list[Question], tmp_path: Path) -> None:
    write_jsonl(tmp_path / QUESTIONS, items[1:])
    write_jsonl(tmp_path / COMPONENTS, items[:1])
    (tmp_path / AGENTIC).write_bytes((Path(str(load_bank().directory)) / AGENTIC).read_bytes())
    with pytest.raises(BankError, match=r"agentic\.jsonl line 1: task \w{16} names component"):
        load_bank(str(tmp_path))


def test_the_digest_is_over_all_bytes_in_order(tmp_path: Path) -> None:
    a, b = tmp_path / "a", tmp_path / "b"
    a.write_text("1")
    b.write_text("2")
    assert digest([a, b]) != digest([b, a])
    assert digest([a, b])[:4] == "6b51", "SHA-256 of '12'"
