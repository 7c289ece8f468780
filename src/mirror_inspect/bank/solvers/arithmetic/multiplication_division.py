"""Re-derive products, remainders and parts of parts by the written methods and by prime exponents."""

import math
import re
from collections import Counter

from mirror_inspect.bank.family import Solution

_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+"


def _numbers(text: str, expected: int) -> list[str]:
    found = [n.replace(",", "") for n in re.findall(_NUMBER, text)]
    if len(found) != expected:
        raise ValueError(f"{expected} numbers are expected, not {len(found)}")
    return found


def product(text: str, options: tuple[str, ...]) -> Solution:
    """Multiply digit by digit and carry."""
    a, b = _numbers(text, 2)
    if "%" in text or re.search(r"altogether|In total|overall", text) is None:
        raise ValueError("no total is asked for")
    if re.search(r"\beach of [\d,]+ ribbons", text):
        a, b = b, a
    cells = [0] * (len(a) + len(b))
    for i, x in enumerate(reversed(a)):
        for j, y in enumerate(reversed(b)):
            cells[i + j] += int(x) * int(y)
    for k in range(len(cells) - 1):
        cells[k + 1], cells[k] = cells[k + 1] + cells[k] // 10, cells[k] % 10
    gold = "".join(map(str, reversed(cells))).lstrip("0")
    return Solution(gold, len(a) * len(b), {"left": len(a), "right": len(b)})


def _remainder(dividend: str, divisor: str) -> tuple[int, int]:
    """Divide digit by digit; return the remainder and the number of digit operations."""
    rest = 0
    for digit in dividend:
        rest = (rest * 10 + int(digit)) % int(divisor)
    return rest, len(dividend) * len(divisor)


def leftovers(text: str, options: tuple[str, ...]) -> Solution:
    """Find the remainder of the larger count divided by the size of one container."""
    n, d = _numbers(text, 2)
    if re.search(r"left over\?|remained\?|set aside\?|were those\?", text) is None:
        raise ValueError("no remainder is asked for")
    rest, operations = _remainder(n, d)
    return Solution(str(rest), operations, {"dividend": len(n), "divisor": len(d)})


def divides_exactly(text: str, options: tuple[str, ...]) -> Solution:
    """Say whether the first number is a multiple of the second."""
    n, d = _numbers(text, 2)
    if re.search(r"possible\?|be done\?|come out even\?", text) is None:
        raise ValueError("no exact division is asked for")
    rest, operations = _remainder(n, d)
    return Solution("no" if rest else "yes", operations, {"dividend": len(n), "divisor": len(d)})


def part_of_part(text: str, options: tuple[str, ...]) -> Solution:
    """Cancel the prime factors of all numerators against those of all denominators."""
    parts = re.findall(r"(\d+)/(\d+) of (all|these|those)\b", text)
    if [group for *_, group in parts] != ["all", "these", *["those"] * (len(parts) - 2)]:
        raise ValueError("the fractions do not form one chain")
    exponents = Counter[int]()
    for p, q, _ in parts:
        exponents.update(_primes(int(p)))
        exponents.subtract(_primes(int(q)))
    top = math.prod(p**e for p, e in exponents.items() if e > 0)
    bottom = math.prod(p**-e for p, e in exponents.items() if e < 0)
    digits = {len(q) for _, q, _ in parts}
    if len(digits) != 1:
        raise ValueError("denominators of different length")
    size = digits.pop()
    return Solution(f"{top}/{bottom}", len(parts) * size**2, {"steps": len(parts), "digits": size})


def _primes(n: int) -> Counter[int]:
    found, p = Counter[int](), 2
    while n > 1:
        while n % p == 0:
            found[p] += 1
            n //= p
        p += 1
    return found
