"""Whatever is wrong with a bank is found and named: file, line, id and reason."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.load import COMPONENTS, QUESTIONS, Bank
from mirror_inspect.bank.shape import effort_by_level, shape_problems
from mirror_inspect.bank.verify import check_group, item_failures, verify_bank
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import AnswerType

NAME = "addition_subtraction"


@pytest.fixture(scope="module")
def items() -> list[Question]:
    return build_subcategory(NAME, seed=3, per_level=4)


def altered(item: Question, /, **update: object) -> Question:
    """Return the question with other content and the id that belongs to it."""
    return Question.model_validate({**item.model_dump(exclude={"id"}), **update})


def rows(items: list[Question], file: str = QUESTIONS) -> list[tuple[str, int, Question]]:
    return [(file, line, q) for line, q in enumerate(items, start=1)]


def test_built_items_have_nothing_wrong(items: list[Question]) -> None:
    assert [f for q in items for f in item_failures(q)] == []


WRONG: dict[str, tuple[Callable[[Question], Question], str]] = {
    "a false gold": (lambda q: altered(q, answer=str(int(q.answer) + 1)), "gold"),
    "a gold in its own text": (
        lambda q: altered(q, question=f"{q.question} It is {q.answer}."),
        "its gold stands in its own text",
    ),
    "parameters of another level": (
        lambda q: altered(q, params={"terms": 99}),
        "its parameters are not those of level",
    ),
    "a family that is not there": (lambda q: altered(q, family="no_such"), "unknown family 'no_such'"),
    "an effort nobody measured": (lambda q: altered(q, effort=12345.0), "effort is stored as 12345.0"),
    "a text the solver does not understand": (lambda q: altered(q, question="Colourless green?"), "could not read it"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_damaged_item_is_named_with_its_reason(what: str, items: list[Question]) -> None:
    damage, reason = WRONG[what]
    integer = next(q for q in items if q.answer_type is AnswerType.INTEGER)
    assert any(reason in found for found in item_failures(damage(integer)))


def test_near_duplicates_are_found_across_files_with_both_lines(items: list[Question]) -> None:
    twin = altered(items[0], question=items[0].question + " ")
    found = [str(p) for p in check_group([*rows(items), *rows([twin], COMPONENTS)])]
    assert f"{COMPONENTS} line 1: {twin.id}: nearly the same text as {items[0].id} ({QUESTIONS} line 1)" in found


def test_one_opening_for_all_is_too_many(items: list[Question]) -> None:
    same = [
        altered(q, question=f"It was said again and again all over the place, day after day: {q.question}")
        for q in items
    ]
    assert any("sentence frame" in p.reason for p in check_group(rows(same)))


def test_sizes_families_sides_and_seats_are_counted_exactly(items: list[Question]) -> None:
    whole = [p for p in shape_problems(QUESTIONS, items, per_level=4) if p.item == NAME or "close_totals" in p.item]
    assert whole == []
    found = [str(p) for p in shape_problems(QUESTIONS, items[1:], per_level=4)]
    assert f"{QUESTIONS}: {NAME}: 3 items at level 1, not 4" in found
    assert f"{QUESTIONS}: syllogisms: 0 items at level 5, not 4" in found
    one_sided = [q for q in items if not q.two_way or q.answer == "yes"]
    found = [p.reason for p in shape_problems(QUESTIONS, one_sided, per_level=4)]
    assert any("first, 0 second" in reason for reason in found)
    none = [q for q in items if not q.two_way]
    assert any("two-way, less than 20%" in p.reason for p in shape_problems(QUESTIONS, none, per_level=4))


def test_effort_is_the_mean_of_family_means_by_hand(items: list[Question]) -> None:
    first, second = sorted({q.family for q in items})[:2]
    of = {f: [q for q in items if q.family == f] for f in (first, second)}
    made = [altered(q, effort=float(q.difficulty)) for q in of[first]]
    made += [altered(q, effort=10.0 * q.difficulty) for q in of[second]]
    levels = {q.difficulty for q in of[first]} & {q.difficulty for q in of[second]}
    assert levels == {1, 2, 3, 4, 5}
    assert effort_by_level(made) == {NAME: (5.5, 11.0, 16.5, 22.0, 27.5)}
    flat = [altered(q, effort=1.0) for q in items]
    assert any("effort does not rise" in p.reason for p in shape_problems(QUESTIONS, flat, per_level=25))


def test_equal_texts_are_found_over_all_files(items: list[Question]) -> None:
    copy = altered(items[2], question=items[2].question.upper())
    form = Bank("test", Path(), tuple(items), (copy,), (), "0" * 16)
    found = [str(p) for p in verify_bank(form, per_level=4, components_per_level=4)]
    assert f"{COMPONENTS} line 1: {copy.id}: same text as {items[2].id} ({QUESTIONS} line 3)" in found


def test_progress_counts_every_item(items: list[Question]) -> None:
    seen: list[int] = []
    form = Bank("test", Path(), tuple(items), (), (), "0" * 16)
    verify_bank(replace(form), per_level=4, components_per_level=4, progress=seen.append)
    assert sum(seen) == len(items)
