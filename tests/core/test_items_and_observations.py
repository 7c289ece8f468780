"""Ids are the hash of content; missing is missing; a table keeps both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from mirror_inspect.items import Question, content_id
from mirror_inspect.observation import Decision, Observation, Status, from_metadata, table, to_metadata
from mirror_inspect.taxonomy import SUBCATEGORIES, AnswerType, Domain, domain_of

BASE = {
    "domain": "arithmetic",
    "subcategory": "estimation",
    "difficulty": 2,
    "family": "f",
    "question": "How many?",
    "answer": "3",
    "answer_type": "integer",
}
SEEN = {
    "experiment": "exp1_atlas",
    "item_id": "i",
    "group": "i",
    "domain": "arithmetic",
    "subcategory": "estimation",
    "difficulty": 1,
    "channel": "wager",
}


def test_there_are_eight_domains_of_five_subcategories_each() -> None:
    assert [len(SUBCATEGORIES[d]) for d in Domain] == [5] * 8
    assert all(domain_of(name) is d for d, names in SUBCATEGORIES.items() for name in names)


def test_an_altered_item_is_refused() -> None:
    good = Question.model_validate(BASE)
    assert Question.model_validate_json(good.model_dump_json()) == good
    with pytest.raises(ValidationError, match="altered"):
        Question.model_validate({**good.model_dump(mode="json"), "answer": "4"})


@pytest.mark.parametrize("field", ["question", "answer", "answer_type", "tolerance"])
def test_the_id_depends_on_all_that_decides_the_grade(field: str) -> None:
    other = {"question": "How many now?", "answer": "4", "answer_type": "decimal", "tolerance": 1.0}[field]
    assert Question.model_validate({**BASE, field: other}).id != Question.model_validate(BASE).id


def test_the_id_does_not_depend_on_labels() -> None:
    assert Question.model_validate({**BASE, "family": "g", "seed": 9}).id == Question.model_validate(BASE).id


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"subcategory": "geography"}, "not in domain"),
        ({"answer_type": "choice", "options": ["3"]}, "2 to"),
        ({"answer_type": "choice", "options": ["1", "2"]}, "exactly one"),
        ({"options": ["3", "4"]}, "only choice"),
        ({"difficulty": 6}, "less than or equal to 5"),
        ({"colour": "red"}, "Extra inputs"),
    ],
)
def test_inconsistent_items_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Question.model_validate({**BASE, **change})


def test_options_are_lettered_in_the_text() -> None:
    q = Question.model_validate({**BASE, "answer_type": "choice", "options": ["5", "3"]})
    assert q.text == "How many?\nA) 5\nB) 3"
    assert q.two_way
    assert q.spec.type is AnswerType.CHOICE


@given(st.text(), st.text())
def test_content_ids_keep_parts_apart(a: str, b: str) -> None:
    assert (content_id(a, b) == content_id(b, a)) == (a == b)
    assert content_id(a + b) != content_id(a, b)


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.OBSERVED])
def test_what_is_missing_has_neither_grade_nor_signal(status: Status) -> None:
    Observation(**SEEN, status=status)
    with pytest.raises(ValidationError, match="cannot carry"):
        Observation(**SEEN, status=status, signal=0.5)
    with pytest.raises(ValidationError, match="cannot carry"):
        Observation(**SEEN, status=status, answer="3", correct=False)


def test_a_grade_needs_an_answer_and_a_signal_lies_in_the_unit_interval() -> None:
    with pytest.raises(ValidationError, match="without an observed answer"):
        Observation(**SEEN, status=Status.OBSERVED, correct=True)
    with pytest.raises(ValidationError):
        Observation(**SEEN, status=Status.OBSERVED, signal=1.2)


def test_observations_survive_a_score_and_missing_stays_missing_in_a_table(tmp_path: object) -> None:
    rows = [
        Observation(**SEEN, status=Status.OBSERVED, answer="3", correct=True, signal=0.5, decision=Decision.ANSWER),
        Observation(**SEEN, status=Status.FAILED, flags=("x",)),
        Observation(**SEEN, status=Status.OBSERVED, signal=0.0, decision=Decision.SKIP),
    ]
    assert list(from_metadata(to_metadata(rows))) == rows
    frame = table(rows)
    assert frame["correct"].dtype == "boolean"
    assert frame["correct"].isna().tolist() == [False, True, True]
    assert frame["signal"].isna().tolist() == [False, True, False]
    assert frame["difficulty"].dtype == "Int64"
    assert from_metadata(None) == ()
