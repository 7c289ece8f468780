"""Agentic replies are read part by part: decisions from what was done, answers from their own labelled line."""

import pytest

from mirror_inspect.elicitation import agentic
from mirror_inspect.elicitation.agentic import Work
from mirror_inspect.elicitation.information import information, read_information
from mirror_inspect.elicitation.reply import Reply, ToolUse
from mirror_inspect.observation import Decision, Status
from mirror_inspect.taxonomy import Condition, Domain, Paradigm

WORK = Work("The scene.", {"A": "What is 6 x 7?", "B": "Name it."})
DOMAINS = {"A": Domain.ARITHMETIC, "B": Domain.FACTUAL}
SHOWN = {Domain.ARITHMETIC: 0.81, Domain.FACTUAL: 0.35}


def reply(text: str, *tools: ToolUse, turns: tuple[str, ...] = (), **more: object) -> Reply:
    return Reply(channel="autonomous", text=text, tools=tools, turns=turns, **more)  # type: ignore[arg-type]


def use(name: str, part: str) -> ToolUse:
    return ToolUse(name=name, argument="x", part=part)


@pytest.mark.parametrize("paradigm", list(Paradigm))
def test_every_prompt_shows_the_parts_and_asks_only_for_what_is_kept(paradigm: Paradigm) -> None:
    whole = agentic.PROMPTS[paradigm](WORK)
    assert "Part A:\nWhat is 6 x 7?" in whole
    assert "ANSWER B" in whole
    half = agentic.PROMPTS[paradigm](Work("The scene.", {"A": "What is 6 x 7?"}, handed_over=("B",)))
    assert "Name it." not in half
    assert "ANSWER B" not in half
    assert "Part B has been given to a colleague" in half


def test_conditions_inform_as_they_say() -> None:
    assert information(Condition.UNINFORMED, DOMAINS, SHOWN) == ""
    assert information(Condition.ROUTED, DOMAINS, SHOWN) == ""
    assert read_information(information(Condition.OWN_SCORES, DOMAINS, SHOWN)) == ({"A": 0.81, "B": 0.35}, False)
    assert read_information(information(Condition.SCORES_AND_NORM, DOMAINS, SHOWN)) == ({"A": 0.81, "B": 0.35}, True)
    assert read_information(information(Condition.FALSE_SCORES, DOMAINS, SHOWN)) == ({"A": 0.35, "B": 0.81}, False)


@pytest.mark.parametrize("condition", [Condition.OWN_SCORES, Condition.FALSE_SCORES])
def test_a_domain_without_a_score_is_said_to_have_none(condition: Condition) -> None:
    told = information(condition, DOMAINS, {Domain.ARITHMETIC: 0.81})
    assert told.count("no record yet") == 1
    assert read_information(told)[0] == {("A" if condition is Condition.OWN_SCORES else "B"): 0.81}


def test_p1_a_part_that_is_missing_keeps_the_marks_of_its_tools() -> None:
    behaviour = agentic.read_autonomous(reply("I am stuck.", use("search", "B")), "B")
    assert behaviour.status is Status.UNPARSED
    assert behaviour.flags == ("tool:search",)


def test_p1_decisions_come_from_the_tools_used_for_the_part() -> None:
    r = reply("ANSWER A: 42\nANSWER B: FLAGGED", use("flag_for_review", "B"))
    assert agentic.read_autonomous(r, "A").decision is Decision.PROCEED
    assert agentic.read_autonomous(r, "A").text == "42"
    assert agentic.read_autonomous(r, "B").decision is Decision.DEFER
    r = reply("ANSWER A: 42\nANSWER B: Lima", use("search", "B"))
    assert agentic.read_autonomous(r, "B").decision is Decision.TOOL


def test_p1_a_part_that_is_called_flagged_without_a_call_is_a_deferral_and_marked() -> None:
    behaviour = agentic.read_autonomous(reply("ANSWER A: 42\nANSWER B: flagged for review"), "B")
    assert behaviour.decision is Decision.DEFER
    assert behaviour.flags == ("declared",)


@pytest.mark.parametrize("paradigm", list(Paradigm))
def test_a_part_without_its_line_is_missing_and_the_other_is_kept(paradigm: Paradigm) -> None:
    r = reply("DECISION A: PROCEED\nANSWER A: 42")
    assert agentic.READERS[paradigm](r, "A").status is Status.OBSERVED
    assert agentic.READERS[paradigm](r, "B").status is Status.UNPARSED


@pytest.mark.parametrize("paradigm", list(Paradigm))
def test_an_outage_is_missing_never_proceeded(paradigm: Paradigm) -> None:
    r = Reply(channel="autonomous", error="503")
    for part in "AB":
        behaviour = agentic.READERS[paradigm](r, part)
        assert behaviour.status is Status.FAILED
        assert behaviour.decision is None


def test_p2_reads_the_decision_and_after_use_tool_the_final_line() -> None:
    first = "DECISION A: PROCEED\nANSWER A: 42\nDECISION B: USE_TOOL\nANSWER B: -"
    r = reply("FINAL B: Lima", turns=(first,))
    assert agentic.read_checkpoint(r, "A").text == "42"
    b = agentic.read_checkpoint(r, "B")
    assert (b.decision, b.answered, b.text) == (Decision.TOOL, True, "Lima")


def test_p2_keeps_the_decision_when_the_second_turn_failed() -> None:
    first = "DECISION A: FLAG_FOR_REVIEW\nDECISION B: USE_TOOL"
    r = reply("", turns=(first,), error="503")
    assert agentic.read_checkpoint(r, "A").decision is Decision.DEFER
    b = agentic.read_checkpoint(r, "B")
    assert (b.status, b.decision, b.answered) == (Status.OBSERVED, Decision.TOOL, False)


def test_p3_reads_how_the_passage_of_each_part_hedges() -> None:
    r = reply("6 x 7 = 42.\nANSWER A: 42\nI think it might be Lima, not sure.\nANSWER B: Lima")
    a, b = (agentic.read_forced(r, part) for part in "AB")
    assert a.signal == 1.0
    assert b.signal is not None
    assert b.signal < 1
    assert "steps:1" in a.flags
