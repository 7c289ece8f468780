"""Empirical difficulty comes from real subjects only, and discrimination from two hundred of them or not at all."""

import math
from pathlib import Path

import numpy as np
import pytest

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.difficulty import MIN_RESPONDENTS, by_level, difficulty_table, natural_answers
from mirror_inspect.items import Question
from mirror_inspect.observation import Observation, Status
from mirror_inspect.stats.proportions import wilson


@pytest.fixture(scope="module")
def items() -> list[Question]:
    return build_subcategory("addition_subtraction", seed=3, per_level=4)


def seen(q: Question, model: str, correct: bool | None, channel: str = "natural") -> Observation:
    return Observation(
        model=model,
        experiment="exp1_atlas",
        item_id=q.id,
        group=q.id,
        domain=q.domain,
        subcategory=q.subcategory,
        difficulty=q.difficulty,
        channel=channel,
        status=Status.UNPARSED if correct is None else Status.OBSERVED,
        answer=None if correct is None else "1",
        correct=correct,
    )


def test_the_first_natural_answer_of_a_real_model_counts(items: list[Question]) -> None:
    q, other = items[:2]
    rows = [
        seen(q, "openai/a", False, channel="wager"),
        seen(q, "openai/a", None),
        seen(q, "openai/a", True),
        seen(q, "openai/a", False),
        seen(other, "openai/b", False),
        seen(q, "simulated/calibrated", False),
    ]
    answers, simulated = natural_answers(rows)
    assert answers == {("openai/a", q.id): True, ("openai/b", other.id): False}
    assert simulated == {"simulated/calibrated"}


def test_below_two_hundred_respondents_there_is_a_share_with_its_interval_and_no_curve(items: list[Question]) -> None:
    q = items[0]
    answers = {(f"m{i}", q.id): i >= 3 for i in range(10)}
    table = difficulty_table(answers, items)
    (row,) = table.to_dict("records")
    assert (row["id"], row["n"], row["right"], row["difficulty"]) == (q.id, 10, 7, pytest.approx(0.3))
    assert (row["low"], row["high"]) == pytest.approx(wilson(3, 10))
    assert math.isnan(row["a"])
    assert row["note"] == "10 respondents, discrimination needs 200"
    assert any("not estimated" in line for line in by_level(table))


def test_items_that_nobody_answered_and_foreign_items_are_no_rows(items: list[Question]) -> None:
    assert difficulty_table({("m", "not an item"): True}, items).empty
    assert list(by_level(difficulty_table({}, items), simulated=["simulated/x"]))[1].startswith("no natural answers")


def test_two_hundred_respondents_give_back_planted_difficulty_and_discrimination(items: list[Question]) -> None:
    pytest.importorskip("mirt")
    rng = np.random.default_rng(7)
    n, k = 600, len(items)
    a, b = np.exp(rng.normal(0, 0.35, k)), rng.normal(0, 1, k)
    ability = rng.normal(size=n)
    right = rng.random((n, k)) < 1 / (1 + np.exp(-a * (ability[:, None] - b)))
    observed = rng.random((n, k)) < 0.9
    answers = {(f"m{i}", q.id): bool(right[i, j]) for i in range(n) for j, q in enumerate(items) if observed[i, j]}
    table = difficulty_table(answers, items)
    assert (table["note"] == "").all()
    assert np.corrcoef(table["b"], b)[0, 1] > 0.95
    assert np.corrcoef(np.log(table["a"]), np.log(a))[0, 1] > 0.6
    assert (np.abs(table["b"] - b) < 4 * table["b_se"]).mean() > 0.9
    assert (table["a_se"] > 0).all()


def test_an_item_that_all_got_right_has_no_curve(items: list[Question]) -> None:
    rng = np.random.default_rng(1)
    easy, *rest = items[:4]
    answers = {(f"m{i}", q.id): bool(rng.random() < 0.5) for i in range(MIN_RESPONDENTS) for q in rest}
    answers |= {(f"m{i}", easy.id): True for i in range(MIN_RESPONDENTS)}
    table = difficulty_table(answers, items).set_index("id")
    assert table.loc[easy.id, "note"] == "all respondents answered alike"
    assert table.loc[easy.id, "difficulty"] == 0


def test_the_ids_of_items_stay_what_they_are(items: list[Question], tmp_path: Path) -> None:
    before = [q.model_dump_json() for q in items]
    difficulty_table({("m", items[0].id): True}, items).to_csv(tmp_path / "d.csv", index=False)
    assert [q.model_dump_json() for q in items] == before
