"""Equality of short algebraic expressions: an own strict parser builds sympy objects, nothing is run as code."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

_TOKEN: Final = re.compile(
    r"\s*(?:(\d{1,12}(?:\.\d{1,9})?)|(sqrt|sin|cos|tan|ln|log|exp|pi)\b|([A-Za-zπ√])|(\*\*|[-+*/^()×·]))"
)
_SHAPE: Final = re.compile(r"[\dA-Za-z\s.+\-*/^()×·√π=]{1,80}\Z")
_LONG_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_FUNCTIONS: Final = frozenset({"sqrt", "sin", "cos", "tan", "ln", "log", "exp", "pi"})
MAX_TOKENS: Final = 60
MAX_EXPONENT: Final = 20
_POINTS: Final = ((3, 7), (5, 11), (13, 17), (2, 3))
"""Rational points p/q at which two expressions are compared; bounded size makes each evaluation cheap."""


def looks_symbolic(text: str) -> bool:
    """Whether a text is shaped like an expression in one-letter variables rather than like words."""
    text = _left_side_gone(text)
    if not _SHAPE.match(text) or any(w not in _FUNCTIONS and not _product(w, text) for w in _LONG_WORD.findall(text)):
        return False
    return re.search(r"[A-Za-zπ√]", text) is not None and re.search(r"[-+*/^()×·√π]|\d\s?[A-Za-z]", text) is not None


def _product(word: str, text: str) -> bool:
    """Whether letters side by side are a product: of variables that also stand alone, or of consonants."""
    alone = set(re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", text))
    consonants = word.islower() and not set(word) & set("aeiou") and word not in ("km", "cm", "mm", "kg", "ml")
    return len(word) <= 3 and (set(word) <= alone or consonants)


def _left_side_gone(text: str) -> str:
    """Drop "y =" in front of an expression, and a closing full stop."""
    return re.sub(r"^\s*(?:[A-Za-z]|[a-z]\([a-z]\))\s*=\s*", "", text.strip().rstrip("."))


class _Parser:
    """Recursive descent over at most ``MAX_TOKENS`` tokens; raises ``ValueError`` on anything it does not know."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.position = 0

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.position += 1
        return token

    def sum(self) -> Any:
        value = self.product()
        while self.peek() in ("+", "-"):
            value = value + self.product() if self.take() == "+" else value - self.product()
        return value

    def product(self) -> Any:
        value = self.signed()
        while True:
            token = self.peek()
            if token in ("*", "×", "·", "/"):
                self.take()
                right = self.signed()
                value = value / right if token == "/" else value * right
            elif token and token not in ("+", "-", ")", "^", "**"):
                value = value * self.power()
            else:
                return value

    def signed(self) -> Any:
        if self.peek() in ("-", "+"):
            return -self.signed() if self.take() == "-" else self.signed()
        return self.power()

    def power(self) -> Any:
        base = self.atom()
        if self.peek() in ("^", "**"):
            self.take()
            exponent = self.signed()
            if exponent.is_number and not (exponent.is_Rational and abs(exponent) <= MAX_EXPONENT):
                raise ValueError("exponent out of bounds")
            if not exponent.is_number and not (exponent.is_Symbol or (base.is_Integer or base.is_Symbol)):
                raise ValueError("tower of powers")
            return base**exponent
        return base

    def atom(self) -> Any:
        import sympy

        token = self.take()
        if token == "(":
            value = self.sum()
            if self.take() != ")":
                raise ValueError("unbalanced bracket")
            return value
        if re.fullmatch(r"\d+(?:\.\d+)?", token):
            return sympy.Rational(token)
        if token in ("pi", "π"):
            return sympy.pi
        if token in ("√", "sqrt"):
            return sympy.sqrt(self.atom())
        if token in _FUNCTIONS:
            return {
                "sin": sympy.sin,
                "cos": sympy.cos,
                "tan": sympy.tan,
                "ln": sympy.log,
                "log": sympy.log,
                "exp": sympy.exp,
            }[token](self.atom())
        if len(token) == 1 and token.isalpha():
            return sympy.Symbol(token)
        raise ValueError(f"unexpected {token!r}")


@lru_cache(maxsize=256)
def _parse(text: str) -> Any:
    text = _left_side_gone(text)
    tokens: list[str] = []
    position = 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if not match or len(tokens) >= MAX_TOKENS:
            return None
        tokens.append(next(g for g in match.groups() if g))
        position = match.end()
    if tokens.count("^") + tokens.count("**") > 6 or tokens.count("(") > 12:
        return None
    parser = _Parser(tokens)
    try:
        value = parser.sum()
    except (ValueError, RecursionError, ZeroDivisionError, TypeError, AttributeError):
        return None
    return value if parser.position == len(tokens) else None


def same_expression(a: str, b: str) -> bool:
    """Whether two texts are the same expression for all values of their variables; ``False`` when either is none.

    Decided exactly at rational points (for rational functions) or to 20 digits (for others), on expressions bounded in
    size, exponents and nesting, so that it can neither run long nor run code.
    """
    if not (looks_symbolic(a) and looks_symbolic(b)):
        return False
    left, right = _parse(a), _parse(b)
    if left is None or right is None:
        return False
    import sympy

    difference = left - right
    names = sorted(difference.free_symbols, key=str)
    if not names:
        return abs(complex(difference.evalf(25))) < 1e-15 if difference.is_finite else False
    for i, (p, q) in enumerate(_POINTS):
        values = {s: sympy.Rational(p + 2 * k, q + k + i) for k, s in enumerate(names)}
        try:
            value = complex(difference.subs(values).evalf(25))
        except (TypeError, ValueError, OverflowError, ZeroDivisionError):
            return False
        if not abs(value) < 1e-15:
            return False
    return True
