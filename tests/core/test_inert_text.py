"""Text from logs does nothing but be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.errors import ArgumentError
from mirror_inspect.inert import inert_line, inert_message


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m"),
        ("a\u202eb\u200f", "a\ufffdb\ufffd"),
        ("two\nlines\tand  spaces", "two lines and spaces"),
        ("e\u0301\u0301\u0301\u0301", "e\u0301\u0301"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        (None, "None"),
    ],
)
def test_control_and_direction_characters_are_shown_and_not_obeyed(text: object, shown: str) -> None:
    assert inert_line(text) == shown


def test_a_long_line_is_cut_and_says_so() -> None:
    assert inert_line("x" * 10_000_000, 10) == "x" * 9 + "…"


def test_markup_is_left_to_the_template() -> None:
    assert inert_line("<script>") == "<script>"


@given(st.text(max_size=400), st.integers(1, 60))
def test_whatever_comes_in_one_printable_line_of_bounded_length_comes_out(text: str, longest: int) -> None:
    shown = inert_line(text, longest)
    assert len(shown) <= longest
    assert shown.isprintable()


def test_an_error_that_quotes_a_log_is_inert_and_keeps_its_lines() -> None:
    assert inert_message("two  spaces\n\x1b[2Jred\u202e") == "two  spaces\n\ufffd[2Jred\ufffd"
    assert ArgumentError("no model \x1b[31mevil\u202e").message == "no model \ufffd[31mevil\ufffd"
    assert len(ArgumentError("x" * 10**7).message) == 4000
