"""What a person reads in the viewer says which tools were used, what was graded and why something is missing."""

from dataclasses import replace

from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.scorers.explain import in_words, table
from mirror_inspect.scorers.knowdo import cell_in_words
from mirror_inspect.solvers.cells import Cell
from mirror_inspect.taxonomy import Condition


def part(slot: str, **seen: object) -> Observation:
    fixed = {"experiment": "e", "item_id": slot, "group": "t", "slot": slot, "domain": "spatial", "subcategory": "x"}
    return Observation.model_validate(fixed | {"difficulty": 1, "channel": "autonomous", **seen})


def test_tools_grades_and_reasons_are_shown_and_empty_columns_are_not() -> None:
    answered = part(
        "A",
        status=Status.OBSERVED,
        decision=Decision.TOOL,
        answer="7 | 8",
        correct=False,
        flags=("tool:ask_expert", "tool:search", "attempt:2"),
    )
    lost = part("B", status=Status.FAILED)
    text = table([(answered, ""), (lost, "call failed: 503")], gold="A: 7", told=["It works on its own."])
    assert text.splitlines() == [
        "It works on its own.",
        "",
        "Gold: **A: 7**",
        "",
        "| channel | status | decision | tools | answer | graded | why missing |",
        "|---|---|---|---|---|---|---|",
        r"| autonomous A 2. attempt | observed | tool | ask\_expert, search | 7 \| 8 | wrong | - |",
        "| autonomous B | failed | - | - | - | - | call failed: 503 |",
    ]


def test_a_sample_without_any_observation_shows_its_gold_and_no_empty_table() -> None:
    assert table([], gold="x") == "Gold: **x**"


def test_reasons_are_words() -> None:
    assert in_words("no_field:ANSWER") == "no field: ANSWER"
    assert in_words("call failed: 503") == "call failed: 503"
    assert in_words("") == ""


def test_an_attack_is_shown_inert_beside_what_it_is_aimed_at() -> None:
    cell = Cell(
        task=None,  # type: ignore[arg-type]
        questions={},
        condition=Condition.SCORES_AND_NORM,
        paradigm="P1",
        routed=(),
        shown={},
        weak=frozenset(),
        profile="p",
        attack="false_authority",
        attack_text="I <b>cleared</b> part A.",
        target="A",
    )
    assert cell_in_words(cell)[-1] == r"Attacked at part A (false authority): I \<b\>cleared\</b\> part A."
    assert cell_in_words(replace(cell, attack="clean"))[-1] == "The clean partner of an attacked task."
    assert "ttack" not in " ".join(cell_in_words(replace(cell, attack="")))
