"""What a person reads in the viewer says which tools were used, what was graded and why something is missing."""

from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.scorers.explain import table


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
