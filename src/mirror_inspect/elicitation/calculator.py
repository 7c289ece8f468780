"""A calculator that parses arithmetic itself: no eval, no names, bounded size, exact where possible."""

import ast
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Final

MAX_LENGTH: Final = 400
MAX_EXPONENT: Final = 64
MAX_BITS: Final = 4096
_REWRITE: Final = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "^", ",": None, "_": None})

_BINARY: Final[dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: lambda a, b: Fraction(a // b),
    ast.Mod: operator.mod,
}


class CalculatorError(ValueError):
    """An expression the calculator does not accept, phrased for the subject."""


def _checked(value: Fraction) -> Fraction:
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise CalculatorError("the result is too large")
    return value


def _evaluate(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _checked(Fraction(str(value)))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _evaluate(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, exponent = _evaluate(left), _evaluate(right)
            if exponent.denominator != 1 or abs(exponent) > MAX_EXPONENT:
                raise CalculatorError(f"exponents are whole numbers up to {MAX_EXPONENT}")
            return _checked(base ** int(exponent))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _checked(_BINARY[type(op)](_evaluate(left), _evaluate(right)))
    raise CalculatorError("only numbers, + - * / // % ^ and brackets are understood")


def calculate(expression: str) -> str:
    """Return the value of an arithmetic expression as text.

    Args:
        expression: Numbers, ``+ - * / // % ^`` (or ``**``) and brackets, at most 400 characters. Thousands commas are
            dropped, as are typographic operators rewritten.

    Returns:
        An integer, or a decimal with up to 12 significant digits.

    Raises:
        CalculatorError: the expression is malformed, too long or too large, or divides by zero.
    """
    if len(expression) > MAX_LENGTH:
        raise CalculatorError(f"the expression is longer than {MAX_LENGTH} characters")
    source = expression.translate(_REWRITE).replace("^", "**").strip().rstrip("=").strip()
    try:
        value = _evaluate(ast.parse(source, mode="eval").body)
        return str(value.numerator) if value.denominator == 1 else f"{float(value):.12g}"
    except ZeroDivisionError:
        raise CalculatorError("division by zero") from None
    except CalculatorError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        raise CalculatorError("the expression could not be read") from None
