"""Adaptation trials: swapped pairs, disjoint items, true and fabricated solutions that keep apart."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.burn import CONTROL, build_burn, verify_burn
from mirror_inspect.bank.check import normalised
from mirror_inspect.bank.fabricate import confirmation_text, fabricated_answer, solution_text
from mirror_inspect.errors import BankError
from mirror_inspect.grading import grade
from mirror_inspect.items import BurnTrial, Question
from mirror_inspect.taxonomy import SUBCATEGORIES, AnswerType, Domain


@pytest.fixture(scope="module")
def pool() -> list[Question]:
    return [q for d in Domain for q in build_subcategory(SUBCATEGORIES[d][0], seed=8, stream="burn", per_level=8)]


@pytest.fixture(scope="module")
def trials(pool: list[Question]) -> list[BurnTrial]:
    return build_burn(seed=8, per_domain=2, pool=pool)


def question(answer: str, kind: AnswerType, options: tuple[str, ...] = ()) -> Question:
    return Question(
        domain="arithmetic",
        subcategory="estimation",
        difficulty=1,
        family="f",
        question="What is asked here?",
        answer=answer,
        answer_type=kind,
        options=options,
    )


def test_control_domains_are_the_published_ones() -> None:
    assert {a.value: b.value for a, b in CONTROL.items()} == {
        "arithmetic": "spatial",
        "factual": "procedural",
        "linguistic": "arithmetic",
        "procedural": "factual",
        "logical": "temporal",
        "social": "logical",
        "spatial": "arithmetic",
        "temporal": "linguistic",
    }


def test_all_is_verified(trials: list[BurnTrial]) -> None:
    assert len(trials) == 16
    assert verify_burn(trials, file="burn.jsonl") == []


def test_pairs_of_trials_exchange_before_and_after(trials: list[BurnTrial]) -> None:
    for first, second in zip(trials[::2], trials[1::2], strict=True):
        assert (first.related, first.control) == (second.related_after, second.control_after)
        assert (first.related_after, first.control_after) == (second.related, second.control)
        burnt = {c.question.id for c in first.candidates} & {c.question.id for c in second.candidates}
        assert not burnt


def test_items_to_bet_on_match_in_subcategory_and_level(trials: list[BurnTrial]) -> None:
    for t in trials:
        for before, after in ((t.related, t.related_after), (t.control, t.control_after)):
            assert (before.subcategory, before.difficulty) == (after.subcategory, after.difficulty)
            assert before.id != after.id


def test_there_is_a_burnt_item_for_every_level(trials: list[BurnTrial]) -> None:
    for t in trials:
        assert [c.question.difficulty for c in t.candidates] == [1, 2, 3, 4, 5]
        assert t.at(4).question.difficulty == 4
        assert {c.question.subcategory for c in t.candidates} == {t.related.subcategory}


def test_the_fabricated_solution_never_coincides_with_the_truth(trials: list[BurnTrial]) -> None:
    for c in (c for t in trials for c in t.candidates):
        assert grade(f"Answer: {c.question.answer}", c.question.spec).correct is True
        assert grade(f"Answer: {c.fabricated_answer}", c.question.spec).correct is False
        assert c.fabricated != c.worked
        assert c.question.answer.rstrip(".") in c.worked
        assert c.fabricated_answer.rstrip(".") in c.fabricated


def test_true_and_fabricated_solutions_differ_in_the_answer_only(trials: list[BurnTrial]) -> None:
    for c in (c for t in trials for c in t.candidates):
        if c.question.options or c.question.answer_type is AnswerType.YES_NO:
            continue
        assert c.worked.replace(c.question.answer, "#") == c.fabricated.replace(c.fabricated_answer, "#")


CASES = (
    (question("yes", AnswerType.YES_NO), "no"),
    (question("no", AnswerType.YES_NO), "yes"),
    (question("a", AnswerType.CHOICE, ("a", "b")), "b"),
    (question("Ana, Bo", AnswerType.ORDERED_LIST), "Bo, Ana"),
)


@pytest.mark.parametrize(("asked", "wrong"), CASES)
def test_where_one_wrong_answer_is_possible_it_is_taken(asked: Question, wrong: str) -> None:
    assert fabricated_answer(asked, [], random.Random(1)) == wrong


@pytest.mark.parametrize(
    "asked",
    [
        question("7", AnswerType.INTEGER),
        question("-59554131", AnswerType.INTEGER),
        question("0", AnswerType.INTEGER),
        question("12.5", AnswerType.DECIMAL),
        question("3/7", AnswerType.FRACTION),
        question("-44.31%", AnswerType.PERCENT),
        question("$8.00", AnswerType.MONEY),
        question("16.4 km", AnswerType.QUANTITY),
        question("2028-02-29", AnswerType.DATE),
        question("23:50", AnswerType.TIME),
        question("3 hours 20 minutes", AnswerType.DURATION),
        question("T, T, L", AnswerType.ORDERED_LIST),
        question("T, T", AnswerType.ORDERED_LIST),
        question("2, 5, 8", AnswerType.SET),
        question("IPMH", AnswerType.TEXT),
    ],
    ids=lambda q: q.answer,
)
@given(seed=st.integers(0, 10_000))
def test_every_answer_type_has_wrong_answers_of_its_form(asked: Question, seed: int) -> None:
    peers = [question("T, L, L", AnswerType.ORDERED_LIST), question("1, 9", AnswerType.SET)]
    peers = [p for p in peers if p.answer_type is asked.answer_type]
    wrong = fabricated_answer(asked, peers, random.Random(seed))
    assert grade(f"Answer: {wrong}", asked.spec).correct is False


def test_without_any_other_answer_the_build_stops() -> None:
    with pytest.raises(BankError, match="no wrong answer"):
        fabricated_answer(question("Brazil", AnswerType.TEXT), [], random.Random(1))


def test_choices_are_stated_with_their_letter() -> None:
    asked = question("It rains.", AnswerType.CHOICE, ("It snows.", "It rains."))
    assert "B) It rains" in solution_text(asked, "It rains.", 0)
    assert "A) It snows" in solution_text(asked, "It snows.", 0)


@given(wording=st.integers(0, 10_000))
def test_a_confirmation_states_what_was_said(wording: int) -> None:
    assert "about 42" in confirmation_text("about 42", wording)


def test_a_shared_item_and_a_calibration_text_are_found(trials: list[BurnTrial]) -> None:
    taken = {normalised(trials[0].related.question)}
    assert any("occurs elsewhere" in p.reason for p in verify_burn(trials, file="b", taken=taken))
    altered = trials[2].model_copy(update={"candidates": trials[0].candidates})
    assert any("another trial" in p.reason for p in verify_burn([*trials[:2], altered], file="b"))


def test_an_odd_number_of_trials_is_refused(pool: list[Question]) -> None:
    with pytest.raises(ValueError, match="pairs"):
        build_burn(seed=8, per_domain=3, pool=pool)


def test_a_pool_that_is_too_small_stops_the_build(pool: list[Question]) -> None:
    with pytest.raises(BankError, match="too few burn items"):
        build_burn(seed=8, per_domain=2, pool=pool[:200])
