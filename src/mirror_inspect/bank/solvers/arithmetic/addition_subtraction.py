"""Re-derive addition and subtraction items by column arithmetic on numbers parsed from the text."""

import re

from mirror_inspect.bank.family import Solution


def _columns(terms: list[tuple[int, str]]) -> tuple[int, int]:
    """Add signed decimal strings column by column; return the sum and the number of digit operations."""
    width = max(len(digits) for _, digits in terms)
    total = operations = 0
    for place in range(width):
        for sign, digits in terms:
            if place < len(digits):
                total += sign * int(digits[-1 - place]) * 10**place
                operations += 1
    return total, operations


def stock_ledger(text: str, options: tuple[str, ...]) -> Solution:
    """Sum the opening count and every change of a stock ledger."""
    opening, changes = text.split(" Then ", 1)
    start = re.findall(r"\d+", opening)
    terms = [(1, start[0])]
    for part in changes.split("."  )[0].split(";"):
        number = re.findall(r"\d+", part)[0]
        incoming = re.search(r"arrived|came in|added|brought", part) is not None
        terms.append((1 if incoming else -1, number))
    total, operations = _columns(terms)
    digits = {len(n) for _, n in terms}
    return Solution(str(total), operations, {"digits": max(digits), "changes": len(terms) - 1})
