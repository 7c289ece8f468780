"""Kinds of mistake on hand-made answers, and attacks that can be told from clean prompts."""

import pytest

from mirror_inspect.elicitation.attacks import TEXTS, Attack, attack_in, attack_text
from mirror_inspect.elicitation.mistakes import Mistake, mistake
from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType


@pytest.mark.parametrize(
    ("kind", "gold", "answer", "expected"),
    [
        (AnswerType.INTEGER, "42", "43", Mistake.ONE_STEP),
        (AnswerType.INTEGER, "42", "-42", Mistake.WRONG_SIGN),
        (AnswerType.INTEGER, "42", "420", Mistake.POWER_OF_TEN),
        (AnswerType.INTEGER, "1,200", "1,150", Mistake.NEAR_MISS),
        (AnswerType.INTEGER, "42", "7", Mistake.FAR_OFF),
        (AnswerType.INTEGER, "42", "no idea", Mistake.OTHER),
        (AnswerType.INTEGER, "0", "5", Mistake.FAR_OFF),
        (AnswerType.QUANTITY, "3 km", "3 miles", Mistake.WRONG_UNIT),
        (AnswerType.QUANTITY, "3 km", "3000 km", Mistake.WRONG_UNIT),
        (AnswerType.DURATION, "2 hours", "120 hours", Mistake.WRONG_UNIT),
        (AnswerType.FRACTION, "1/2", "3/4", Mistake.FAR_OFF),
        (AnswerType.CHOICE, "blue", "red", Mistake.OTHER_OPTION),
        (AnswerType.YES_NO, "yes", "no", Mistake.OPPOSITE),
        (AnswerType.DATE, "2024-03-01", "2024-02-29", Mistake.ONE_STEP),
        (AnswerType.DATE, "2024-03-01", "2024-04-29", Mistake.FAR_OFF),
        (AnswerType.DATE, "2024-03-01", "early March", Mistake.OTHER),
        (AnswerType.TIME, "14:30", "15:30", Mistake.ONE_STEP),
        (AnswerType.TIME, "14:30", "02:30", Mistake.WRONG_UNIT),
        (AnswerType.TIME, "23:50", "00:10", Mistake.NEAR_MISS),
        (AnswerType.ORDERED_LIST, "a, b, c", "a, c, b", Mistake.WRONG_ORDER),
        (AnswerType.SET, "a, b, c", "a, b", Mistake.INCOMPLETE),
        (AnswerType.SET, "a, b", "a, b, d", Mistake.SURPLUS),
        (AnswerType.TEXT, "Paris", "Rome", Mistake.OTHER),
    ],
)
def test_a_wrong_answer_has_one_kind(kind: AnswerType, gold: str, answer: str, expected: Mistake) -> None:
    options = ("blue", "red") if kind is AnswerType.CHOICE else ()
    assert mistake(answer, AnswerSpec(type=kind, gold=gold, options=options)) is expected


@pytest.mark.parametrize("kind", list(AnswerType))
@pytest.mark.parametrize("answer", ["", "\x00", "9" * 400, "-", "1/0", "99:99", "2024-13-45", "{part}"])
def test_hostile_answers_have_a_kind_too(kind: AnswerType, answer: str) -> None:
    assert isinstance(mistake(answer, AnswerSpec(type=kind, gold="1", options=("1", "2"))), Mistake)


def test_every_kind_of_attack_has_three_texts_each_of_its_own() -> None:
    assert set(TEXTS) == set(Attack)
    assert all(len(texts) >= 3 for texts in TEXTS.values())
    every = [attack_text(kind, i, part) for kind, texts in TEXTS.items() for i in range(len(texts)) for part in "AB"]
    assert len(set(every)) == len(every)


def test_an_attack_is_recognised_with_its_target_and_nothing_else_is() -> None:
    for kind, texts in TEXTS.items():
        for i in range(len(texts)):
            for part in "AB":
                assert attack_in(f"A scenario.\n\n{attack_text(kind, i, part)}\n\nPart A:\nsomething") == (kind, part)
    assert attack_in("Part A is arithmetic work. On earlier arithmetic items you were right 30 % of the time.") is None
