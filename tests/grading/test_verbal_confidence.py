"""Verbal confidence: published midpoints for words, exact values for numbers, refusal of whatever is not clear."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.grading.verbal import read_probability_field, verbal_confidence
from mirror_inspect.observation import Status

READ = [
    ("80%", 0.8),
    ("I'm 80% confident.", 0.8),
    ("about 80 percent", 0.8),
    ("0.85", 0.85),
    ("CONFIDENCE: 85", 0.85),
    ("Confidence: 0.9", 0.9),
    ("confidence: 7/10", 0.7),
    ("8 out of 10", 0.8),
    ("70-80%", 0.75),
    ("between 70% and 80%", 0.75),
    ("0.7 to 0.8", 0.75),
    ("ninety percent", 0.9),
    ("eighty-five per cent", 0.85),
    ("very likely", 0.875),
    ("Very likely.", 0.875),
    ("likely", 0.675),
    ("almost certain", 0.97),
    ("I'm almost certain that this is right.", 0.97),
    ("fifty-fifty", 0.5),
    ("50/50", 0.5),
    ("a coin flip", 0.5),
    ("unlikely", 0.325),
    ("very unlikely", 0.125),
    ("certain", 0.948),
    ("I am certain.", 0.948),
    ("very confident", 0.875),
    ("fairly sure", 0.675),
    ("confident", 0.675),
    ("low confidence", 0.325),
    ("impossible", 0.072),
    ("八成", 0.8),
    ("八成把握", 0.8),
    ("百分之九十", 0.9),
    ("百分之85", 0.85),
    ("信心：90%", 0.9),
    ("置信度：0.8", 0.8),
    ("很可能", 0.875),
    ("非常可能", 0.875),
    ("可能", 0.675),
    ("几乎肯定", 0.97),
    ("不太可能", 0.325),
    ("很有把握", 0.875),
    ("一半一半", 0.5),
    ("100%", 1.0),
    ("0%", 0.0),
    ("99.5%", 0.995),
    ("85,5%", 0.855),
    ("My confidence is 75.", 0.75),
    ("I'd say 60% sure", 0.6),
    ("Confidence: 80% (0.8)", 0.8),
    ("CONFIDENCE: **90**", 0.9),
    ("confidence: 100", 1.0),
    ("七成半", 0.75),
    ("I would put my confidence at 65%.", 0.65),
    ("The answer is Paris. I am 90% sure of it.", 0.9),
    ("九成", 0.9),
    ("10成", 1.0),
    ("probably", 0.675),
    ("nearly certain", 0.97),
    ("roughly even chance", 0.5),
    ("９０％", 0.9),
    ("Confidence: 85/100", 0.85),
    ("pretty sure", 0.875),
    ("It took 12 steps and gave 40. I'm about 70% confident in this result overall, given the rounding.", 0.7),
    ("confidence level: 95%", 0.95),
    ("Confidence: high confidence", 0.875),
]
REFUSED = [
    ("", "empty"),
    ("The answer is 42.", "no_confidence"),
    ("80% or 90%", "conflicting_numbers"),
    ("I'm 80% sure, no, 60%", "conflicting_numbers"),
    ("110%", "above_100"),
    ("CONFIDENCE: 150", "above_100"),
    ("0.9 %", "ambiguous_scale"),
    ("CONFIDENCE: 1", "ambiguous_scale"),
    ("not very sure", "negated"),
    ("I'm not certain", "negated"),
    ("not 100% sure", "negated"),
    ("I am not at all confident", "negated"),
    ("不确定", "negated"),
    ("不太确定", "negated"),
    ("没有把握", "negated"),
    ("我不是很有信心", "negated"),
    ("over 80%", "one_sided"),
    ("at least 90% sure", "one_sided"),
    ("10% chance that I'm wrong", "inverted"),
    ("20% unsure", "inverted"),
    ("-5%", "out_of_range"),
    ("CONFIDENCE: <0-100>", "template_echo"),
    ("likely, but it could be unlikely", "conflicting_words"),
    ('The question asks about a "95% confidence" statement and I compute it as 12.', "no_confidence"),
    (
        "The 95% confidence interval runs from 3 to 7 and so the mean is 5 as required by the task here.",
        "no_confidence",
    ),
    ("CONFIDENCE: 80\nCONFIDENCE: 60", "conflicting_numbers"),
    ("How likely is it that 30% of people are sure?", "no_confidence"),
    ("<think>90%</think>", "empty"),
    ("12/10", "out_of_range"),
    ("unsure", "negated"),
    ("isn't likely", "negated"),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_a_confidence_is_read(text: str, value: float) -> None:
    reading = verbal_confidence(text)
    assert reading.value == pytest.approx(value, abs=1e-9)
    assert reading.rule
    assert not reading.reason


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_not_clear_is_refused_with_its_reason(text: str, reason: str) -> None:
    reading = verbal_confidence(text)
    assert (reading.value, reading.rule, reading.reason) == (None, "", reason)


def test_words_carry_the_rule_that_gave_the_value() -> None:
    assert verbal_confidence("very likely").rule == "likelihood_icd203"
    assert verbal_confidence("certain").rule == "end_vogel2022"
    assert verbal_confidence("fairly sure").rule == "confidence_rank"
    assert verbal_confidence("70-80%").rule == "range"
    assert verbal_confidence("ninety percent").rule == "number_word"


@pytest.mark.parametrize(
    ("text", "value", "status"),
    [
        ("SUCCESS: 85%", 0.85, Status.OBSERVED),
        ("SUCCESS: 85", 0.85, Status.OBSERVED),
        ("SUCCESS: 0.85", 0.85, Status.OBSERVED),
        ("SUCCESS: 17/20", 0.85, Status.OBSERVED),
        ("SUCCESS: 85\nSUCCESS: 60", None, Status.AMBIGUOUS),
        ("SUCCESS: 850", None, Status.UNPARSED),
        ("SUCCESS: <0-100>", None, Status.UNPARSED),
        ("85%", None, Status.UNPARSED),
    ],
)
def test_a_probability_field_is_read_in_its_place_only(text: str, value: float | None, status: Status) -> None:
    reading = read_probability_field(text, "SUCCESS")
    assert (reading.value, reading.status) == (value, status)


@given(st.text(max_size=300))
def test_any_text_gives_a_value_in_range_or_a_reason(text: str) -> None:
    reading = verbal_confidence(text)
    assert (reading.value is None) == bool(reading.reason)
    assert reading.value is None or 0 <= reading.value <= 1


@given(st.integers(2, 100))
def test_whole_percentages_are_exact(percent: int) -> None:
    for text in (f"{percent}%", f"I am {percent} percent sure.", f"CONFIDENCE: {percent}", f"信心：{percent}%"):
        assert verbal_confidence(text).value == percent / 100
