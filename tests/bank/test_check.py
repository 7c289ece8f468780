"""The checks of an item: leaks, folded texts, similarity in both directions, frames."""

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.bank.check import (
    MAX_SIMILARITY,
    common_subsequence,
    frames,
    holds_gold,
    leaks,
    normalised,
    overused_frames,
    similarity,
)
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import AnswerType, Domain


def item(question: str, answer: str, kind: AnswerType = AnswerType.TEXT, **more: object) -> Question:
    return Question.model_validate(
        {
            "domain": Domain.FACTUAL,
            "subcategory": "geography",
            "difficulty": 1,
            "family": "f",
            "question": question,
            "answer": answer,
            "answer_type": kind,
            **more,
        }
    )


@pytest.mark.parametrize(
    ("question", "answer", "leaking"),
    [
        ("Is it Lima or Quito?", "Lima", True),
        ("Is it lima?", "Lima", True),
        ("A climate question", "Lima", False),
        ("Take 12 from 120.", "12", True),
        ("Take 112 from 120.", "12", False),
        ("Côte d'Ivoire has which capital?", "Cote d'Ivoire", True),
        ("Nothing here.", "...", False),
    ],
)
def test_a_gold_leaks_as_whole_words_case_and_accents_folded(question: str, answer: str, leaking: bool) -> None:
    assert leaks(item(question, answer)) is leaking


def test_an_alias_leaks_too_and_yes_or_no_never() -> None:
    assert holds_gold("by Saigon", item("Which city?", "Ho Chi Minh City", aliases=("Saigon",)))
    assert not leaks(item("Did Rosa say yes?", "yes", AnswerType.YES_NO))


def test_texts_are_equal_when_they_differ_in_case_accents_and_signs_only() -> None:
    assert normalised("Où est-ce,  LÀ?") == normalised("ou est ce la") == "ou est ce la"


@given(st.text(alphabet="ab c", max_size=40), st.text(alphabet="ab c", max_size=40))
def test_similarity_is_symmetric_and_never_below_difflib_above_the_limit(a: str, b: str) -> None:
    found = similarity(a, b)
    assert found == similarity(b, a)
    either = max(difflib.SequenceMatcher(None, x, y, autojunk=False).ratio() for x, y in ((a, b), (b, a)))
    assert found == either if either > MAX_SIMILARITY else found <= MAX_SIMILARITY


@given(st.text(alphabet="abc", max_size=12), st.text(alphabet="abc", max_size=12))
def test_the_common_subsequence_is_what_the_table_says(a: str, b: str) -> None:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    assert common_subsequence(a, b) == table[-1][-1]


def test_texts_just_above_and_below_the_limit() -> None:
    base = "abcdefghij" * 10
    assert similarity(base, base[:-10] + "Z" * 10) == 0.0, "exactly 0.9 is allowed"
    assert similarity(base, base[:-9] + "Z" * 9) == pytest.approx(0.91)


def test_names_and_numbers_do_not_make_another_frame() -> None:
    one = frames("On Monday Amara sold 12 pears to Wei and went home early that day.")
    two = frames("On Friday Kofi sold 7 pears to Ivo and went home early that day.")
    assert one[1] == two[1] == "@ @ @ sold # pears to @ and went home early that day."


def test_frames_above_a_tenth_are_counted_by_hand() -> None:
    texts = ["How many of the pears that lay there in the yard were sold?"] * 2 + [
        f"{'x' * n} is?" for n in range(1, 9)
    ]
    assert set(overused_frames(texts, total=10).values()) == {2}
    assert overused_frames(texts, total=20) == {}
