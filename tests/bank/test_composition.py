"""Composites: both parts are needed by computation, no gold is in a prompt, and pairs are balanced."""

import random
import re
from collections import Counter

import pytest

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.check import normalised
from mirror_inspect.bank.composition import (
    PAIRS,
    build_composites,
    failure,
    leaks,
    levels,
    rederive,
    second_part,
    verify_composites,
    wrong_numbers,
)
from mirror_inspect.bank.numbers import link_for, read_link
from mirror_inspect.items import Composite, Question
from mirror_inspect.taxonomy import AnswerType

SOURCES = (
    "multi_step_calculation", "grid_navigation", "rate_time", "grammar_syntax", "syllogisms", "perspective_taking",
    "general_knowledge", "protocol_compliance", "boolean_logic", "pattern_inference", "world_history",
    "duration_calculation",
)  # fmt: skip


@pytest.fixture(scope="module")
def pool() -> list[Question]:
    return [q for name in SOURCES for q in build_subcategory(name, seed=31, stream="composites", per_level=4)]


@pytest.fixture(scope="module")
def composites(pool: list[Question]) -> list[Composite]:
    return build_composites(seed=31, per_pair=1, pool=pool)


def question(answer: str, kind: AnswerType, options: tuple[str, ...] = (), tolerance: float | None = None) -> Question:
    return Question(
        domain="arithmetic",
        subcategory="estimation",
        difficulty=1,
        family="f",
        question="What is asked here?",
        answer=answer,
        answer_type=kind,
        options=options,
        tolerance=tolerance,
    )


@pytest.mark.parametrize(
    ("answer", "kind", "number"),
    [
        ("412", AnswerType.INTEGER, 412),
        ("$12.05", AnswerType.MONEY, 1205),
        ("$12.00", AnswerType.MONEY, 12),
        ("01:35", AnswerType.TIME, 95),
        ("2 hours 5 minutes", AnswerType.DURATION, 125),
        ("135 minutes", AnswerType.DURATION, 135),
        ("1 hour 1 minute", AnswerType.DURATION, 61),
        ("2, 5, 8", AnswerType.SET, 258),
    ],
)
def test_answers_become_numbers_as_worked_by_hand(answer: str, kind: AnswerType, number: int) -> None:
    asked = question(answer, kind)
    found = link_for(asked, random.Random(1))
    assert found is not None
    assert found[2] == number
    again = read_link(asked, found[1])
    assert again is not None
    assert again.number(answer) == number


def test_small_numbers_are_shifted_and_the_shift_is_read_back() -> None:
    asked = question("4", AnswerType.INTEGER)
    for seed in range(30):
        found = link_for(asked, random.Random(seed))
        assert found is not None
        _, wording, number = found
        shift = int(re.findall(r"\d+", wording)[0])
        assert number == 4 + shift
        again = read_link(asked, wording)
        assert again is not None
        assert (again.number("5"), again.answer(number + 2)) == (number + 1, "6")


def test_every_option_has_its_own_number() -> None:
    asked = question("b", AnswerType.CHOICE, ("a", "b", "c"))
    found = link_for(asked, random.Random(3))
    assert found is not None
    link, wording, number = found
    numbers = [link.number(o) for o in asked.options]
    assert len(set(numbers)) == 3
    assert number == numbers[1]
    assert f"B {number}" in wording


@pytest.mark.parametrize(
    "asked",
    [
        question("yes", AnswerType.YES_NO),
        question("a", AnswerType.CHOICE, ("a", "b")),
        question("Ana, Bo", AnswerType.ORDERED_LIST),
        question("10, 11", AnswerType.SET),
        question("-3", AnswerType.INTEGER),
        question("40", AnswerType.INTEGER, tolerance=1.0),
    ],
)
def test_answers_without_one_certain_number_start_no_second_part(asked: Question) -> None:
    assert link_for(asked, random.Random(1)) is None


def test_wrong_numbers_are_near_ones_and_slips() -> None:
    wrong = wrong_numbers(412)
    assert {411, 413, 142, 421, 206, 41, 824, 4120, 0} <= set(wrong)
    assert 412 not in wrong
    assert len(wrong) > 100


def test_levels_cover_every_level_in_both_parts() -> None:
    cells = Counter(levels(turn, pair) for turn in range(16) for pair in range(len(PAIRS)))
    for place in (0, 1):
        shares = Counter(levels(turn, pair)[place] for turn in range(16) for pair in range(len(PAIRS)))
        assert set(shares) == {1, 2, 3, 4, 5}
        assert max(shares.values()) < 1.3 * min(shares.values())
    assert len(cells) == 25


def test_every_pair_once_and_all_is_verified(composites: list[Composite]) -> None:
    assert {frozenset((c.domain_a, c.domain_b)) for c in composites} == {frozenset(p) for p in PAIRS}
    assert verify_composites(composites, file="composites.jsonl") == []


def test_no_prompt_holds_a_gold(composites: list[Composite]) -> None:
    for c in composites:
        words = f" {normalised(c.question)} "
        assert f" {normalised(c.answer)} " not in words
        if not c.first.options:
            assert f" {normalised(c.first.answer)} " not in words


def test_part_2_alone_has_the_gold_of_the_whole_and_states_the_value(composites: list[Composite]) -> None:
    for c in composites:
        link = read_link(c.first, c.link)
        assert link is not None
        assert c.second.answer == c.answer == rederive(c, c.first.answer)
        assert str(link.number(c.first.answer)) in c.second.question
        assert re.search(r"\bN\b", second_part(c))
        assert not re.search(r"\bN\b", c.second.question)


def test_a_wrong_first_part_never_gives_the_gold(composites: list[Composite]) -> None:
    for c in composites:
        link = read_link(c.first, c.link)
        number = link.number(c.first.answer) if link else None
        assert link is not None
        assert number is not None
        tried = 0
        for wrong in wrong_numbers(number):
            answer = link.answer(wrong)
            if answer is None or wrong < 2:
                continue
            try:
                found = rederive(c, answer)
            except (ValueError, StopIteration):
                continue
            tried += 1
            assert found != c.answer
        assert tried >= min(2, len(c.wrong_first))


def test_one_seed_gives_one_result_and_two_seeds_differ(pool: list[Question], composites: list[Composite]) -> None:
    assert build_composites(seed=31, per_pair=1, pool=pool) == composites
    other = build_composites(seed=32, per_pair=1, pool=pool)
    assert not {c.question for c in other} & {c.question for c in composites}


def test_alterations_are_found(composites: list[Composite]) -> None:
    c = next(c for c in composites if c.first.answer_type is AnswerType.INTEGER)
    altered = c.model_copy(update={"answer": f"{c.answer}1"})
    assert "gold" in failure(altered)
    leaking = c.model_copy(
        update={"question": c.question.replace("Second part.", f"Second part. It is not {c.answer}.")}
    )
    assert "holds the gold" in leaks(leaking)
    betrayed = c.model_copy(update={"wrong_first": {"7": c.answer, "8": c.answer}})
    assert "leads to the gold" in failure(betrayed)


def test_texts_of_other_files_are_refused(composites: list[Composite]) -> None:
    taken = {normalised(composites[0].first.question)}
    problems = verify_composites(composites, file="composites.jsonl", taken=taken)
    assert [p.item for p in problems] == [composites[0].id]
