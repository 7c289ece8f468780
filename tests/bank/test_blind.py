"""Solvers that know only the text agree with every gold of the shipped bank, on parameters and effort as well."""

import ast
from pathlib import Path

import pytest

import mirror_inspect.bank.solvers
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.load import load_bank
from mirror_inspect.bank.verify import item_failures, verify_bank
from mirror_inspect.items import Question

SOLVERS = Path(mirror_inspect.bank.solvers.__file__).parent


def sample() -> list[Question]:
    """Return one item of every family from the shipped bank, of differing levels."""
    found: dict[str, Question] = {}
    for q in sorted(load_bank().questions, key=lambda q: q.id):
        found.setdefault(q.family, q)
    return list(found.values())


def test_every_family_is_answered_from_the_text_alone() -> None:
    items = sample()
    assert {q.family for q in items} == {f.name for f in ALL}
    assert [(q.id, why) for q in items for why in item_failures(q)] == []


@pytest.mark.parametrize("file", sorted(SOLVERS.rglob("*.py")), ids=lambda p: str(p.relative_to(SOLVERS)))
def test_no_solver_knows_a_generator(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not any(name.startswith("mirror_inspect.bank.families") for name in names), names


@pytest.mark.slow
def test_the_whole_shipped_bank_verifies() -> None:
    assert [str(p) for p in verify_bank(load_bank())] == []
