"""Re-derive error-detection items from their text: recalculation, exact decimals, remainders, multisets."""

import re
from collections import Counter
from decimal import Decimal

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.procedural.reading import NUMBERS, items, only


def faulty_line(text: str, options: tuple[str, ...]) -> Solution:
    """Test every line by the inverse operation: the result must lead back to the first number."""
    lines = re.findall(r"(\d+) ([+−×]) (\d+) = (\d+)", text)
    if not lines:
        raise ValueError("no calculation found")
    wrong = []
    for k, (a, sign, b, result) in enumerate(lines, start=1):
        x, y, z = int(a), int(b), int(result)
        back = {"+": z - y, "−": z + y}.get(sign)
        holds = back == x if back is not None else divmod(z, y) == (x, 0)
        if not holds:
            wrong.append(k)
    if len(wrong) != 1:
        raise ValueError(f"{len(wrong)} lines are wrong")
    digits = len(lines[0][0])
    return Solution(str(wrong[0]), len(lines) * digits, {"lines": len(lines), "digits": digits})


def wrong_invoice(text: str, options: tuple[str, ...]) -> Solution:
    """Recalculate every line and the final amount."""
    lines = re.findall(r"(\d+) [a-z ]+ at \$(\d+\.\d\d) each, \$(\d+\.\d\d)", text)
    if not lines:
        raise ValueError("no invoice found")
    totals = [int(n) * Decimal(price) for n, price, _ in lines]
    wrong = sum(total != Decimal(shown) for total, (_, _, shown) in zip(totals, lines, strict=True))
    amount = sum(totals, Decimal(0))
    off = re.search(r"A discount of (\d+) percent", text)
    if off:
        amount -= amount * int(off[1]) / 100
    params = {"lines": len(lines), "wrong": wrong, "discount": off is not None}
    return Solution(f"${amount:.2f}", 4 * len(lines) + wrong + (off is not None), params)


def check_digit(text: str, options: tuple[str, ...]) -> Solution:
    """Add up the products modulo the divisor for every offered number."""
    told, by = only(r"multiplied by ([a-z, ]+), the (?:two|three) factors .* divisible by (\w+)\.", text)
    factors, divisor = [NUMBERS[w] for w in items(told)], NUMBERS[by]
    invalid = []
    for code in options:
        rest = 0
        for place, digit in enumerate(code):
            rest = (rest + factors[place % len(factors)] * int(digit)) % divisor
        if rest:
            invalid.append(code)
    if len(invalid) != 1:
        raise ValueError(f"{len(invalid)} of the offered numbers are invalid")
    params = {"length": len(invalid[0]), "options": len(options)}
    return Solution(invalid[0], len(options) * len(invalid[0]), params)


def copied_list(text: str, options: tuple[str, ...]) -> Solution:
    """Compare the two lists as multisets of lines."""
    first, second = only(
        r"(?:First list|Original|One paper says): ([^.]+)\. (?:Second list|Copy|The other says): ([^.]+)\.", text
    )
    a, b = (Counter(x.split("; ")) for x in (first, second))
    digits = {len(line.split(" ", 1)[0]) for line in a}
    n = sum(a.values())
    return Solution("yes" if a == b else "no", n * max(digits), {"items": n, "digits": max(digits)})
