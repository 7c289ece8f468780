"""Any bytes: never an exception, never slow, never an impossible grade; what fuzzing found once stays found."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mirror_inspect.grading import grade
from mirror_inspect.grading.examples import PHRASINGS, phrase
from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType

SPECS = {
    AnswerType.INTEGER: AnswerSpec(type=AnswerType.INTEGER, gold="42"),
    AnswerType.DECIMAL: AnswerSpec(type=AnswerType.DECIMAL, gold="12.5"),
    AnswerType.FRACTION: AnswerSpec(type=AnswerType.FRACTION, gold="3/7"),
    AnswerType.PERCENT: AnswerSpec(type=AnswerType.PERCENT, gold="12.5%"),
    AnswerType.MONEY: AnswerSpec(type=AnswerType.MONEY, gold="$18.20"),
    AnswerType.QUANTITY: AnswerSpec(type=AnswerType.QUANTITY, gold="12.5 km"),
    AnswerType.CHOICE: AnswerSpec(type=AnswerType.CHOICE, gold="Lyon", options=("Paris", "Lyon", "Nice")),
    AnswerType.YES_NO: AnswerSpec(type=AnswerType.YES_NO, gold="no"),
    AnswerType.DATE: AnswerSpec(type=AnswerType.DATE, gold="2027-03-04"),
    AnswerType.TIME: AnswerSpec(type=AnswerType.TIME, gold="14:05"),
    AnswerType.DURATION: AnswerSpec(type=AnswerType.DURATION, gold="3 hours 20 minutes"),
    AnswerType.ORDERED_LIST: AnswerSpec(type=AnswerType.ORDERED_LIST, gold="pear, apple, fig"),
    AnswerType.SET: AnswerSpec(type=AnswerType.SET, gold="2, 5, 7"),
    AnswerType.TEXT: AnswerSpec(type=AnswerType.TEXT, gold="Lake Garda"),
}
REGRESSIONS = Path(__file__).parent / "regressions.jsonl"
PUMPS = [
    "<answer>", "<think>", "<", "< ", "**", "*a", "__", "`", "```\n", "\\boxed{", "{", "$", "$1", "\\frac{1}{", "(",
    "[", "[x](", "|", "\n- ", "\n# ", "\n\n",
    " ", "a", "9", "1,", "1.", "1 ", "1/", "1:", "12:", "-", "=", "1=", "the answer is ", "ANSWER: ", "ANSWER:\n",
    "Answer: x\nBET: ", "so ", "not ", "or ",
    "one ", "twenty-", "hundred and ", "一", "百", "é", "½", "\u200b", "\ud800", "\x00", "A) ", "Lyon ", "pear, ",
    "pear, apple, fig, ", "yes ", "no, ", "14:05 ",
    "2027-03-04 ", "March 4 ", "3 hours ", "12.5 km ", "I can't ", "\"", "'a' ", "Lake ", "Lake Garda ", "is ",
    "[USE_TOOL: ", "<tool_call>", "~~a",
    "{\"answer\": \"", "→ ", "a. A", "1. ", "> ", "\\", "\\text{", "^2", "10^", "e9", "%",
]  # fmt: skip


@pytest.mark.parametrize("kind", list(AnswerType))
def test_100_kb_of_anything_takes_less_than_50_ms(kind: AnswerType) -> None:
    """CPU time, best of three, because the machine may be busy; the first call imports and is left out."""
    spec = SPECS[kind]
    grade(spec.gold, spec)
    slow = []
    for pump in PUMPS:
        text = (pump * (100_000 // len(pump) + 1))[:100_000]
        best = 1.0
        for _ in range(3):
            start = time.process_time()
            grade(text, spec)
            best = min(best, time.process_time() - start)
            if best < 0.05:
                break
        if best >= 0.05:
            slow.append((pump, round(best, 3)))
    assert slow == []


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.one_of(st.text(max_size=200), st.binary(max_size=200), st.none()), st.sampled_from(list(AnswerType)))
def test_anything_gives_a_possible_grade(reply: object, kind: AnswerType) -> None:
    result = grade(reply, SPECS[kind])
    assert (result.correct is None) == (result.status != "observed")
    assert result.correct is None or result.answer is not None
    assert result.reason
    json.dumps(result.answer).encode()


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_right_reply_never_raises(data: st.DataObject) -> None:
    spec = SPECS[data.draw(st.sampled_from(list(AnswerType)))]
    text = phrase(spec.gold, data.draw(st.sampled_from(sorted(PHRASINGS))))
    cut = data.draw(st.integers(0, len(text)))
    grade(text[:cut] + data.draw(st.text(max_size=6)) + text[cut:], spec)
    grade(text[:cut], spec, stop_reason="max_tokens")


@given(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000), st.sampled_from(sorted(PHRASINGS)))
def test_an_integer_is_right_exactly_when_it_is_equal(said: int, gold: int, name: str) -> None:
    assert grade(phrase(str(said), name), AnswerSpec(type=AnswerType.INTEGER, gold=str(gold))).correct is (said == gold)


@given(st.permutations(["Ana", "Bo", "Chen", "Dov"]), st.sampled_from(sorted(PHRASINGS)))
def test_an_order_is_right_exactly_when_it_is_the_same(said: list[str], name: str) -> None:
    spec = AnswerSpec(type=AnswerType.ORDERED_LIST, gold="Ana, Bo, Chen, Dov")
    unordered = AnswerSpec(type=AnswerType.SET, gold="Ana, Bo, Chen, Dov")
    reply = phrase(", ".join(said), name)
    assert grade(reply, spec).correct is (said == ["Ana", "Bo", "Chen", "Dov"])
    assert grade(reply, unordered).correct is True


def _regressions() -> list[dict[str, str]]:
    return [json.loads(line) for line in REGRESSIONS.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", _regressions(), ids=lambda c: c["why"])
def test_what_fuzzing_found_stays_mended(case: dict[str, str]) -> None:
    text = case["text"] * int(case.get("times", 1))
    for spec in SPECS.values():
        start = time.process_time()
        grade(text, spec)
        assert time.process_time() - start < 0.2
