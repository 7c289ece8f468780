"""The calculator computes arithmetic exactly, and nothing a subject writes can run, hang or grow."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.elicitation.calculator import CalculatorError, calculate


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", "14"),
        ("(2 + 3) * 4", "20"),
        ("1,250 + 750", "2000"),
        ("7 ÷ 2", "3.5"),
        ("-3^2", "-9"),
        ("2**10", "1024"),
        ("0.1 + 0.2", "0.3"),
        ("17 % 5", "2"),
        ("17 // 5", "3"),
        ("1/3", "0.333333333333"),
        ("6 × 7 =", "42"),
        ("−4 + 1", "-3"),
    ],
)
def test_arithmetic(expression: str, value: str) -> None:
    assert calculate(expression) == value


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "1 +",
        "1/0",
        "5 % 0",
        "__import__('os')",
        "(1).__class__",
        "x",
        "[1]",
        "lambda: 1",
        "9**9**9",
        "2**1000",
        "10**64 * 10**64 * " * 30 + "1",
        "(" * 300 + "1" + ")" * 300,
        "1 if 1 else 2",
        "True + 1",
        "1e999",
        "\x00",
        "1j",
        "2**0.5",
        "1" * 401,
    ],
)
def test_anything_else_is_an_error_for_the_subject(expression: str) -> None:
    started = time.perf_counter()
    with pytest.raises(CalculatorError):
        calculate(expression)
    assert time.perf_counter() - started < 1


@given(st.text(max_size=60))
def test_no_text_raises_anything_else(text: str) -> None:
    with contextlib.suppress(CalculatorError):
        calculate(text)


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_sums_are_exact(a: int, b: int) -> None:
    assert calculate(f"({a}) + ({b})") == str(a + b)
