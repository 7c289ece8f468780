"""A form is its seed: the same bytes from the same seed, no item in common with another, and the same shape."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from mirror_inspect.bank.check import MAX_SIMILARITY, normalised, similarity
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.files import write_jsonl
from mirror_inspect.bank.form import SHIPPED_SEED, build_form, build_streams, subcategories
from mirror_inspect.bank.load import FILES, load_bank
from mirror_inspect.bank.verify import verify_bank
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES

NAMES = ("addition_subtraction", "sequence_ordering")
Streams = tuple[list[Question], list[Question]]


def streams(seed: int) -> Streams:
    return build_streams(NAMES, seed=seed, per_level=6, components_per_level=3)


@pytest.fixture(scope="module")
def first() -> Streams:
    return streams(1)


@pytest.fixture(scope="module")
def second() -> Streams:
    return streams(2)


def shape(items: Sequence[Question]) -> Counter[tuple[str, int, str]]:
    """Return how often each family stands at each level, with the parameters that define it."""
    return Counter((q.family, q.difficulty, str(sorted(q.params.items()))) for q in items)


def texts(items: Sequence[Question]) -> set[str]:
    return {normalised(q.question) for q in items}


def test_one_seed_gives_the_same_bytes(first: Streams, tmp_path: Path) -> None:
    for number, form in enumerate((first, streams(1))):
        write_jsonl(tmp_path / f"{number}.jsonl", [*form[0], *form[1]])
    assert (tmp_path / "0.jsonl").read_bytes() == (tmp_path / "1.jsonl").read_bytes()


BUILD = """
from mirror_inspect.bank.build import build_subcategory
for name in ("syllogisms", "dependency_ordering", "emotion_recognition"):
    print([q.model_dump_json() for q in build_subcategory(name, seed=1, per_level=3)])
"""


def test_the_bytes_do_not_depend_on_the_order_of_sets() -> None:
    def built(hash_seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        return subprocess.run([sys.executable, "-c", BUILD], env=environment, check=True, capture_output=True).stdout

    assert built("1") == built("2") != b""


def test_two_seeds_share_no_item_and_no_text(first: Streams, second: Streams) -> None:
    one, two = ([*form[0], *form[1]] for form in (first, second))
    assert not {q.id for q in one} & {q.id for q in two}
    assert not texts(one) & texts(two)


def test_two_seeds_have_the_same_families_and_level_parameters_in_the_same_numbers(
    first: Streams, second: Streams
) -> None:
    for one, two in zip(first, second, strict=True):
        assert shape(one) == shape(two)
    levels = {f.name: f.levels for f in ALL}
    assert all(q.params == dict(levels[q.family][q.difficulty]) for q in first[0])


def test_components_are_as_many_as_asked_for_and_apart_from_the_questions(first: Streams) -> None:
    questions, components = first
    assert Counter((q.subcategory, q.difficulty) for q in components) == dict.fromkeys(
        ((name, level) for name in NAMES for level in DIFFICULTIES), 3
    )
    assert not texts(questions) & texts(components)
    for c in components:
        near = [q for q in questions if (q.family, q.difficulty) == (c.family, c.difficulty)]
        assert all(similarity(q.question, c.question) <= MAX_SIMILARITY for q in near)


def test_progress_counts_the_subcategories() -> None:
    seen: list[int] = []
    build_streams(NAMES[:1], seed=4, per_level=3, components_per_level=3, progress=seen.append)
    assert seen == [1]


def test_every_subcategory_has_three_families_and_one_of_them_two_way_in_three_of_five() -> None:
    assert subcategories() == [n for names in SUBCATEGORIES.values() for n in names]
    held = Counter(f.subcategory for f in ALL)
    assert min(held.values()) >= 3
    for names in SUBCATEGORIES.values():
        assert len({f.subcategory for f in ALL if f.two_way} & set(names)) >= 3


@pytest.mark.slow
def test_the_shipped_bank_is_what_its_seed_gives_and_another_seed_gives_a_parallel_form(tmp_path: Path) -> None:
    shipped = load_bank()
    for seed, name in ((SHIPPED_SEED, "again"), (SHIPPED_SEED + 1, "other")):
        build_form(seed).write(tmp_path / name)
    again, other = load_bank(str(tmp_path / "again")), load_bank(str(tmp_path / "other"))
    assert shipped.directory is not None
    for file in FILES:
        assert (tmp_path / "again" / file).read_bytes() == (shipped.directory / file).read_bytes(), file
    assert not set(again.by_id) & set(other.by_id)
    assert not texts([*shipped.questions, *shipped.components]) & texts([*other.questions, *other.components])
    assert shape(shipped.questions) == shape(other.questions)
    assert shape(shipped.components) == shape(other.components)
    assert verify_bank(other) == []
