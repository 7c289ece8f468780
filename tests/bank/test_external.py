"""Rows of public data sets become typed questions; what cannot is counted and named, never guessed."""

import json
from pathlib import Path
from typing import Any

import pytest

from mirror_inspect.bank.external import load_public, load_release, questions_of
from mirror_inspect.bank.foreign import DATASETS, MATH_SKILLS, MMLU_PRO_SKILLS, RELEASE_SKILLS, Unusable, read_math500
from mirror_inspect.bank.load import NotHeld, load_bank
from mirror_inspect.errors import ArgumentError, BankError
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import AnswerType, Domain, domain_of

MMLU: list[dict[str, Any]] = [
    {
        "question_id": 1,
        "question": "Which of these gases burns?",
        "options": ["helium", "argon", "hydrogen", "neon", "xenon"],
        "answer": "C",
        "answer_index": 2,
        "cot_content": "",
        "category": "chemistry",
        "src": "made up",
    },
    {
        "question_id": 2,
        "question": "Which?",
        "options": ["a", "b"],
        "answer": "D",
        "answer_index": 3,
        "category": "law",
    },
    {
        "question_id": 3,
        "question": "Why?",
        "options": ["a", "b"],
        "answer": "A",
        "answer_index": 0,
        "category": "cooking",
    },
    {
        "question_id": 4,
        "question": "Twice?",
        "options": ["a", "a"],
        "answer": "A",
        "answer_index": 0,
        "category": "law",
    },
]
GSM8K: list[dict[str, Any]] = [
    {"question": "Ann has 3 bags of 4 pears. How many pears?", "answer": "3*4=<<3*4=12>>12\n#### 12"},
    {"question": "And 4 bags of 1,000?", "answer": "<<1+1=2>><<2+2=4>><<2+2=4>><<4*1000=4000>>\n#### 4,000"},
    {"question": "Ann has 3 bags of 4 pears. How many pears?", "answer": "again <<3*4=12>>\n#### 12"},
    {"question": "No gold?", "answer": "none"},
]
MATH: list[dict[str, Any]] = [
    {"problem": "Half of 3/2?", "solution": "", "answer": r"\frac{3}{4}", "subject": "Prealgebra", "level": 1},
    {"problem": "Who won?", "solution": "", "answer": r"\text{Evelyn}", "subject": "Algebra", "level": 2},
    {"problem": "Root of 12?", "solution": "", "answer": r"2\sqrt{3}", "subject": "Geometry", "level": 3},
    {"problem": "The price?", "solution": "", "answer": r"\$18.90", "subject": "Number Theory", "level": 5},
]
TRIVIA: list[dict[str, Any]] = [
    {
        "question": "Who painted the ceiling?",
        "question_id": "q1",
        "answer": {"value": "Michelangelo", "aliases": ["Michelangelo", "Michelagnolo"], "normalized_aliases": []},
    }
]
SQUAD: list[dict[str, Any]] = [
    {
        "id": "s1",
        "title": "t",
        "context": "The mill was built in 1812 by two brothers.",
        "question": "When was the mill built?",
        "answers": {"text": ["1812", "in 1812"], "answer_start": [22, 19]},
    },
    {"id": "s2", "title": "t", "context": "Nothing.", "question": "What?", "answers": {"text": [], "answer_start": []}},
]
ROWS = {"mmlu_pro": MMLU, "gsm8k": GSM8K, "math500": MATH, "triviaqa": TRIVIA, "squad": SQUAD}


def read(name: str, rows: list[dict[str, Any]]) -> tuple[list[Question], dict[str, list[int]]]:
    return questions_of(rows, DATASETS[name].read, family=name, origin="test", license=DATASETS[name].license)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    datasets.disable_progress_bars()


def test_a_letter_becomes_the_text_of_its_option() -> None:
    questions, left_out = read("mmlu_pro", MMLU)
    (only,) = questions
    assert (only.answer, only.answer_type, only.domain) == ("hydrogen", AnswerType.CHOICE, Domain.FACTUAL)
    assert only.options == ("helium", "argon", "hydrogen", "neon", "xenon")
    assert left_out["its gold is none of its options"] == [2]
    assert left_out["category 'cooking' belongs to no skill of ours"] == [3]
    assert [4] in left_out.values(), "options that occur twice"


def test_the_gold_behind_the_marks_is_typed_and_the_calculations_are_the_level() -> None:
    questions, left_out = read("gsm8k", GSM8K)
    assert [(q.answer, q.answer_type, q.difficulty) for q in questions] == [
        ("12", AnswerType.INTEGER, 1),
        ("4,000", AnswerType.INTEGER, 3),
    ]
    assert left_out == {"the same question and gold occurred before": [3], "no gold behind ####": [4]}


def test_numbers_and_words_in_latex_are_compared_and_expressions_are_left_out() -> None:
    questions, left_out = read("math500", MATH)
    assert [(q.answer_type, q.difficulty) for q in questions] == [
        (AnswerType.FRACTION, 1),
        (AnswerType.TEXT, 2),
        (AnswerType.MONEY, 5),
    ]
    assert questions[1].answer == "Evelyn"
    assert left_out == {"its gold is an expression": [3]}


EXPRESSIONS = ["x^2+1", "p - q", r"\begin{pmatrix}1\end{pmatrix}", r"\pi", r"(3, \frac{\pi}{2})", "6-5i"]


@pytest.mark.parametrize("gold", EXPRESSIONS)
def test_no_expression_is_taken_for_a_number(gold: str) -> None:
    with pytest.raises(Unusable, match="expression"):
        read_math500({"problem": "?", "answer": gold, "subject": "Algebra", "level": 1})


def test_aliases_of_a_name_are_right_too() -> None:
    (only,), _ = read("triviaqa", TRIVIA)
    assert (only.answer, only.answer_type, only.aliases) == ("Michelangelo", AnswerType.TEXT, ("Michelagnolo",))


def test_a_level_that_is_not_known_is_said_not_to_be_known() -> None:
    (only,), _ = read("triviaqa", TRIVIA)
    assert (only.difficulty, only.params) == (3, {"difficulty_known": False})
    (first, *_), _ = read("gsm8k", GSM8K)
    assert first.params == {"steps": 1, "difficulty_known": True}


def test_a_passage_stands_before_its_question_and_one_without_gold_is_left_out() -> None:
    questions, left_out = read("squad", SQUAD)
    (only,) = questions
    assert only.question == "The mill was built in 1812 by two brothers.\n\nWhen was the mill built?"
    assert (only.answer, only.answer_type) == ("1812", AnswerType.INTEGER)
    assert left_out == {"no gold": [2]}


def test_a_row_of_another_schema_is_named_not_raised() -> None:
    questions, left_out = read("gsm8k", [{"prompt": "?"}, {"question": None, "answer": 3}])
    assert questions == []
    assert left_out == {"not in the expected schema (KeyError: 'answer')": [1], "no gold behind ####": [2]}


@pytest.mark.parametrize("table", [MMLU_PRO_SKILLS, MATH_SKILLS, RELEASE_SKILLS])
def test_every_skill_named_is_one_of_the_forty(table: dict[str, str]) -> None:
    assert all(domain_of(skill) for skill in table.values())


def test_revisions_are_pinned_to_whole_commits() -> None:
    assert all(len(d.revision) == 40 and set(d.revision) <= set("0123456789abcdef") for d in DATASETS.values())
    assert set(DATASETS) == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_local_copy_in_the_same_schema_is_a_bank(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"{name}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS[name]), encoding="utf-8")
    bank = load_bank(f"hf:{name}@{file}")
    questions, left_out = read(name, ROWS[name])
    assert [q.id for q in bank.questions] == [q.id for q in questions]
    assert bank.source == f"hf:{name}"
    told = capsys.readouterr().err
    assert f"{len(questions)} of {len(ROWS[name])} rows" in told
    assert all(reason in told for reason in left_out)


def test_a_bank_of_questions_says_what_it_can_be_used_for(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    file.write_text(json.dumps(GSM8K[0]) + "\n", encoding="utf-8")
    bank = load_public(f"gsm8k@{file}")
    assert list(bank.by_id) == [bank.questions[0].id]
    for use in (len, list, lambda part: part[0], bool):
        for part in (bank.components, bank.agentic, bank.composites):
            assert isinstance(part, NotHeld)
            with pytest.raises(ArgumentError, match="works with exp1_atlas"):
                use(part)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("hf:nothing", "unknown data set 'nothing'; allowed: mmlu_pro, gsm8k, math500, triviaqa, squad"),
        ("hf:gsm8k@missing.jsonl", "cannot read missing.jsonl"),
        ("mirror:missing", "no such file"),
        ("no/such/form", "hf:mmlu_pro; hf:gsm8k"),
        ("no/such/form", "mirror:PATH"),
    ],
)
def test_an_unknown_bank_lists_what_there_is(source: str, says: str) -> None:
    with pytest.raises(ArgumentError) as error:
        load_bank(source)
    assert says in error.value.message


RELEASE: list[dict[str, Any]] = [
    {
        "question_text": "A shop sells 3 pens for 2 dollars. What do 9 pens cost, in dollars?",
        "correct_answer": "6",
        "answer_type": "exact_numeric",
        "source": "made up",
        "source_id": "a1",
        "domain": "arithmetic",
        "subcategory": "word_problems",
        "difficulty": None,
        "metadata": {},
        "question_id": "arithmetic_word_problems_0001",
    },
    {
        "question_text": "Which city hosted the fair?",
        "correct_answer": "Lyon",
        "answer_type": "short_text",
        "domain": "factual",
        "subcategory": "History",
        "question_id": "x",
    },
    {"question_text": "Q", "correct_answer": "", "domain": "factual", "subcategory": "science"},
    {"question_text": "Q", "correct_answer": "7", "domain": "factual", "subcategory": "alchemy"},
    {"question_text": "Q", "correct_answer": "B) tin", "answer_type": "multiple_choice", "subcategory": "science"},
    {
        "question_text": "Explain.",
        "correct_answer": "Because the second party never agreed to any of it",
        "answer_type": "short_text",
        "domain": "social",
        "subcategory": "implicature",
    },
]  # fmt: skip


def test_questions_of_the_release_are_read_from_a_file_or_its_directory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in RELEASE), encoding="utf-8")
    bank = load_bank(f"mirror:{tmp_path}")
    assert [(q.answer, q.subcategory) for q in bank.questions] == [
        ("6", "multi_step_calculation"),
        ("Lyon", "world_history"),
    ]
    told = capsys.readouterr().err
    assert "2 of 6 rows" in told
    left_out = ("no gold (row 3)", "'alchemy' belongs to no skill of ours (row 4)", "does not list (row 5)", "(row 6)")
    assert all(reason in told for reason in left_out)
    assert load_release(str(file)).digest == bank.digest


def test_a_damaged_line_of_the_release_is_named(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(RELEASE[0]) + "\n[1, 2\n", encoding="utf-8")
    with pytest.raises(BankError, match=r"questions\.jsonl line 2"):
        load_release(str(file))


def test_a_bank_without_one_usable_row_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(RELEASE[2]) + "\n", encoding="utf-8")
    with pytest.raises(BankError, match="none of 1 rows can be used: 1 x no gold"):
        load_release(str(file))
