"""Numbers, units, dates and times are read in the notations people and models use."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mirror_inspect.grading.clean import fold, plain
from mirror_inspect.grading.durations import durations
from mirror_inspect.grading.moments import clocks, dates
from mirror_inspect.grading.numbers import number_of, numbers
from mirror_inspect.grading.numerals import from_han, from_roman, from_words, ordinal_from_words
from mirror_inspect.grading.units import convert


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1,234.50 km", "2469/2", "kilometer"),
        ("1.234.567", "1234567", ""),
        ("1 234 567", "1234567", ""),
        ("1'234", "1234", ""),
        ("12,34,567", "1234567", ""),
        ("3,5", "7/2", ""),
        ("0,125", "1/8", ""),
        ("3 1/2 hours", "7/2", "hour"),
        ("2½ cups", "5/2", "cup"),
        ("1.5 × 10^8", "150000000", ""),
        ("1.5e-3", "3/2000", ""),
        ("10⁻³", "1/1000", ""),
        ("−12°C", "-12", "degC"),
        ("5 square meters", "5", "meter**2"),
        ("9.8 m/s²", "49/5", "meter/second**2"),
        ("25 miles per hour", "25", "mile/hour"),
        ("６４", "64", ""),
        ("٣٫", "3", ""),
        ("two thirds", "2/3", ""),
        ("twelve thousand three hundred and forty-five", "12345", ""),
        ("七十三", "73", ""),
        ("1.5 million", "1500000", ""),
        ("5 in.", "5", "inch"),
        ("5 in the box", "5", ""),
    ],
)
def test_one_number_with_its_unit(text: str, value: str, unit: str) -> None:
    found = numbers(plain(text))
    assert [(n.value, n.unit) for n in found] == [(Fraction(value), unit)]


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [("$1.2 billion", 1_200_000_000, "USD"), ("1.234,56 €", Fraction(123456, 100), "EUR"), ("50 cents", Fraction(1,
    2), "USD"),
     ("-$5", -5, "USD"), ("GBP 12", 12, "GBP"), ("5 yuan", 5, "CNY")],
)  # fmt: skip
def test_money(text: str, value: Fraction, currency: str) -> None:
    assert [(n.value, n.currency) for n in numbers(plain(text))] == [(value, currency)]


def test_identifiers_are_no_numbers() -> None:
    assert numbers("B2, x1 and R2D2") == ()


def test_overlong_digits_do_not_raise() -> None:
    numbers("9" * 100_000)
    assert number_of("1e400") is None or number_of("1e400") is not None


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**12))
def test_english_number_words_agree_with_inflect(n: int) -> None:
    inflect = pytest.importorskip("inflect")
    assert from_words(inflect.engine().number_to_words(n)) == n


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 10**6))
def test_english_ordinals_agree_with_inflect(n: int) -> None:
    inflect = pytest.importorskip("inflect")
    engine = inflect.engine()
    assert ordinal_from_words(engine.ordinal(str(n))) == n
    words = engine.number_to_words(engine.ordinal(str(n % 100 or 7)))
    assert ordinal_from_words(words) == (n % 100 or 7)


@given(st.integers(-(10**9), 10**9), st.sampled_from(["{}", "{:,}", "**{}**", "exactly {} pens"]))
def test_integers_survive_every_grouping(n: int, form: str) -> None:
    from mirror_inspect.grading.markup import marked, unmarked

    text = unmarked(marked(form.format(n)))
    assert [x.value for x in numbers(text)] == [n]


@pytest.mark.parametrize(
    ("text", "value"),
    [("七", 7), ("十二", 12), ("二十三", 23), ("一百零五", 105), ("两千", 2000), ("三万五千", 35000), ("三点一四",
    Fraction(314, 100)), ("负四", -4)],
)  # fmt: skip
def test_chinese_numerals(text: str, value: Fraction) -> None:
    assert from_han(text) == value


@pytest.mark.parametrize("text", ["十十", "点", "七点", "一二百", "百万亿十万万", ""])
def test_malformed_chinese_numerals_are_refused(text: str) -> None:
    assert from_han(text) is None


@pytest.mark.parametrize(
    ("text", "value"), [("IV", 4), ("XLII", 42), ("MCMXLV", 1945), ("IIII", None), ("VX", None), ("", None)]
)
def test_roman_numerals(text: str, value: int | None) -> None:
    assert from_roman(text) == value


@pytest.mark.parametrize(
    "text", ["two three", "hundred", "one and", "twenty twelve", "and", "a", "seven hundred seven hundred"]
)
def test_phrases_that_are_no_number(text: str) -> None:
    assert from_words(text) is None


def test_units_convert_and_mismatched_dimensions_do_not() -> None:
    assert convert(Fraction(5), "kilometer", "meter") == 5000
    assert convert(Fraction(90), "minute", "hour") == Fraction(3, 2)
    fahrenheit = convert(Fraction(100), "degC", "degF")
    assert fahrenheit is not None
    assert float(fahrenheit) == pytest.approx(212, abs=1e-9)
    assert convert(Fraction(1), "kilometer", "second") is None
    assert convert(Fraction(1), "meter**2", "meter") is None


@pytest.mark.parametrize(
    ("text", "minute", "settled"),
    [
        ("14:05", 845, True),
        ("2:05 PM", 845, True),
        ("2.05 p.m.", 845, True),
        ("14h05", 845, True),
        ("1405 hours", 845, True),
        ("noon", 720, True),
        ("midnight", 0, True),
        ("12:30 AM", 30, True),
        ("half past two in the afternoon", 870, True),
        ("quarter to three pm", 885, True),
        ("five o'clock", 300, False),
        ("2:05", 125, False),
        ("02:05", 125, True),
    ],
)
def test_clock_times(text: str, minute: int, settled: bool) -> None:
    assert [(c.minute, c.settled) for c in clocks(text)] == [(minute, settled)]


def test_the_day_a_time_falls_on() -> None:
    assert clocks("10 PM (previous day)")[0].offset == -1
    assert clocks("6 AM the next day")[0].offset == 1
    assert clocks("6 AM the same day")[0].offset == 0
    assert clocks("6 AM")[0].offset is None


@pytest.mark.parametrize(
    "text",
    [
        "2027-03-04",
        "March 4, 2027",
        "4 March 2027",
        "the 4th of March 2027",
        "Thursday, Mar 4, 2027",
        "4-Mar-2027",
        "2027年3月4日",
        "2027/03/04",
    ],
)
def test_dates(text: str) -> None:
    assert [(d.day, d.year_known) for d in dates(text)] == [(date(2027, 3, 4), True)]


def test_an_ambiguous_date_keeps_both_readings_and_an_impossible_one_is_none() -> None:
    found = dates("03/04/2027")[0]
    assert {found.day, found.other} == {date(2027, 3, 4), date(2027, 4, 3)}
    assert dates("Feb 30, 2027") == []


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("3 hours 20 minutes", 200), ("3h 20m", 200), ("3h20", 200), ("3 hrs and 20 mins", 200), ("an hour and a half",
    90), ("half an hour", 30),
     ("two and a half hours", 150), ("PT3H20M", 200), ("1 day, 2 hours and 5 minutes", 1565), ("3:20", 200),
     ("an hour and 20 minutes", 80)],
)  # fmt: skip
def test_durations(text: str, minutes: int) -> None:
    assert [d.minutes for d in durations(text, clocked=True)] == [minutes]


def test_accents_and_case_fold() -> None:
    assert fold("Brasília") == fold("BRASILIA")
    assert fold("Łódź") == "lodz"
    assert fold("Straße") == "strasse"
