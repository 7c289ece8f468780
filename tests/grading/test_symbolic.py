"""Algebraic answers are equal for all values of their variables, decided without running anything."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.grading.symbolic import looks_symbolic, same_expression


@pytest.mark.parametrize(
    ("a", "b"),
    [("x + 2", "2 + x"), ("x^2 - 1", "(x-1)(x+1)"), ("2x", "x*2"), ("y = 3x + 1", "1 + 3x"), ("sqrt(8)", "2√(2)"),
    ("x/2", "0.5x"),
     ("2^x * 2", "2^(x+1)"), ("(a+b)^2", "a^2 + 2ab + b^2"), ("π r^2", "r*r*pi")],
)  # fmt: skip
def test_equal(a: str, b: str) -> None:
    assert same_expression(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("x + 2", "x + 3"),
        ("2x", "3x"),
        ("x^2", "x^3"),
        ("x", "y"),
        ("x/0", "x"),
        ("x + 2", "the sum"),
        ("x^2 - 1", "(x-1)(x-1)"),
    ],
)
def test_not_equal(a: str, b: str) -> None:
    assert not same_expression(a, b)


@pytest.mark.parametrize("text", ["Paris", "the cat", "42", "a", "no", "km", "well-known", "and/or"])
def test_words_are_no_expressions(text: str) -> None:
    assert not looks_symbolic(text)


@pytest.mark.parametrize(
    "text",
    [
        "9^9^9^9^9",
        "x^999999999",
        "(" * 40 + "x",
        "x^(2^(2^(2^2)))",
        "__import__('os')",
        "x" + "+x" * 200,
        "1/(x-x)",
        "√" * 50 + "x",
    ],
)
def test_hostile_expressions_are_refused_quickly(text: str) -> None:
    same_expression("x + 1", "1 + x")
    start = time.process_time()
    assert not same_expression(text, "x + 1")
    assert time.process_time() - start < 0.05


@given(st.text(alphabet="xy12+-*/^()√ .", max_size=40))
def test_no_text_raises(text: str) -> None:
    same_expression(text, "x + 1")
    same_expression("x + 1", text)
