"""Every channel reads its own form strictly: the field must be there, in range, once; the rest is missing."""

import pytest

from mirror_inspect.elicitation import natural, wager
from mirror_inspect.elicitation.channels import CHANNELS, Setting, read_reply
from mirror_inspect.elicitation.reply import Reply, ToolUse
from mirror_inspect.items import Question
from mirror_inspect.observation import Decision, Status
from mirror_inspect.taxonomy import ATLAS_CHANNELS, Channel


def question(text: str, level: int = 3) -> Question:
    return Question(
        domain="arithmetic",
        subcategory="estimation",
        difficulty=level,
        family="f",
        question=text,
        answer="42",
        answer_type="integer",
    )


ITEM, PARTNER = question("What is 6 x 7?"), question("What is 40 + 2?", 1)


def read(channel: Channel, text: str, **setting: object) -> object:
    return read_reply(Reply(channel=channel, text=text), Setting(**setting))  # type: ignore[arg-type]


@pytest.mark.parametrize("channel", ATLAS_CHANNELS)
def test_three_different_wordings_all_show_the_item_from_the_start_of_a_line(channel: Channel) -> None:
    prompts = {CHANNELS[channel].ask(ITEM, Setting(wording=w, partner=PARTNER)) for w in range(3)}
    assert len(prompts) == 3
    assert all(f"\n{ITEM.text}" in f"\n{p}" for p in prompts)
    assert not any("42" in p for p in prompts), "the gold is never in the prompt"


@pytest.mark.parametrize("channel", [c for c in ATLAS_CHANNELS if c is not Channel.NATURAL])
def test_a_reply_without_the_form_is_not_guessed_at(channel: Channel) -> None:
    if channel is Channel.TOOLS:
        pytest.skip("the tools channel has no field beyond the answer")
    behaviour = read(channel, "I would say 42, and I am 7 out of 10 sure.", partner=PARTNER)
    assert behaviour.status is Status.UNPARSED
    assert behaviour.signal is None
    assert behaviour.reason


@pytest.mark.parametrize(
    ("channel", "text", "signal", "decision"),
    [
        (Channel.WAGER, "ANSWER: 42\nBET: 10", 1.0, Decision.ANSWER),
        (Channel.WAGER, "ANSWER: 42\nBET: 1", 0.0, Decision.ANSWER),
        (Channel.RATING, "ANSWER: 42\nCONFIDENCE: 7", 0.65, Decision.ANSWER),
        (Channel.OPT_OUT, "ANSWER: SKIP", 0.0, Decision.SKIP),
        (Channel.OPT_OUT, "skip", 0.0, Decision.SKIP),
        (Channel.OPT_OUT, "ANSWER: 42", 1.0, Decision.ANSWER),
        (Channel.SELF_REPORT, "CONFIDENCE: 0\nVERIFY: yes\nANSWER: 42", 0.0, Decision.ANSWER),
        (Channel.SELF_REPORT, "CONFIDENCE: 100\nANSWER: 42", 1.0, Decision.ANSWER),
        (Channel.DIFFICULTY, "CHOICE: 1\nANSWER: 42", 1.0, Decision.HARDER),
        (Channel.DIFFICULTY, "CHOICE: 2\nANSWER: 42", 0.0, Decision.EASIER),
        (Channel.TOOLS, "ANSWER: 42", 1.0, Decision.ANSWER),
        (Channel.NATURAL, "It is 42.", 1.0, Decision.ANSWER),
    ],
)
def test_signals(channel: Channel, text: str, signal: float, decision: Decision) -> None:
    behaviour = read(channel, text, partner=PARTNER)
    assert behaviour.status is Status.OBSERVED
    assert behaviour.signal == pytest.approx(signal)
    assert behaviour.decision is decision


@pytest.mark.parametrize("text", ["ANSWER: 42\nBET: 11", "ANSWER: 42\nBET: 0", "ANSWER: 42\nBET: 3\nBET: 8"])
def test_a_bet_out_of_range_or_two_bets_are_missing(text: str) -> None:
    assert read(Channel.WAGER, text).status is not Status.OBSERVED


def test_the_choice_follows_the_order_of_presentation() -> None:
    assert read(Channel.DIFFICULTY, "CHOICE: 1\nANSWER: 4", harder_first=False).decision is Decision.EASIER


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (Reply(channel="natural", error="boom"), Status.FAILED),
        (Reply(channel="natural", text="  "), Status.FAILED),
        (Reply(channel="natural", text="It is", stop_reason="max_tokens"), Status.TRUNCATED),
        (Reply(channel="natural", text="x", stop_reason="content_filter"), Status.REFUSED),
        (Reply(channel="natural", text="<think>it is 42"), Status.UNPARSED),
    ],
)
def test_what_is_missing_on_its_own_is_never_read(reply: Reply, status: Status) -> None:
    assert read_reply(reply, Setting()).status is status


def test_flagging_an_item_is_a_deferral_even_when_nothing_is_said_after_it() -> None:
    reply = Reply(channel="tools", text="", tools=(ToolUse(name="flag_for_review", argument="hard"),))
    behaviour = read_reply(reply, Setting())
    assert behaviour.decision is Decision.DEFER
    assert behaviour.signal == 0


def test_any_tool_delegates() -> None:
    reply = Reply(channel="tools", text="ANSWER: 42", tools=(ToolUse(name="calculator", argument="6*7", result="42"),))
    assert read_reply(reply, Setting()).decision is Decision.TOOL


@pytest.mark.parametrize(
    ("text", "answer", "signal"),
    [
        ("The answer is 42.", "42", 1.0),
        ("I think the answer is 42.", "42", 1 / 2),
        ("I think it is probably 42. Please verify.", "42", 1 / 4),
        ("I think the first step is odd. So the answer is 42.", "42", 1.0),
        ("It is definitely 42, I think.", "42", 1.0),
        ("It is 42, I guess. Perhaps.", "42", 1 / 3),
    ],
)
def test_hedges_count_only_where_the_answer_and_the_last_statement_stand(text: str, answer: str, signal: float) -> None:
    assert natural.hedging_signal(text, answer) == pytest.approx(signal)


@pytest.mark.parametrize("p", [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95])
def test_the_quadratic_payoff_is_best_at_the_bet_whose_tenth_holds_the_probability(p: float) -> None:
    def expected(bet: int) -> float:
        right, wrong = wager.quadratic_payoff(bet)
        return p * right + (1 - p) * wrong

    assert max(range(1, 11), key=expected) == round(10 * p + 0.5)
