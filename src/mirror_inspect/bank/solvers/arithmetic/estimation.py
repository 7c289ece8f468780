"""Re-derive estimation items with decimal quantisation, logarithms and bisection."""

import math
import re
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from mirror_inspect.bank.family import Solution

_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_CHAIN = rf"(?:{_NUMBER})(?: [×÷] (?:{_NUMBER}))+"
_SPREADS = (4, 10, 25, 50, 100)
_MARGINS = (4, 20, 80, 200, 500)
_UNITS = {"ten": 1, "hundred": 2, "thousand": 3, "ten thousand": 4, "hundred thousand": 5}


def _plain(text: str) -> str:
    return text.replace(",", "")


def rounded_sum(text: str, options: tuple[str, ...]) -> Solution:
    """Round every number to the place stated for its group, then add."""
    method = re.search(r"The method: (.*?)\. What", text)
    if method is None:
        raise ValueError("no method is stated")
    total, lengths, units = Decimal(0), [], set()
    for group in method[1].split("; "):
        parsed = re.fullmatch(r"round (?:each of the numbers|the number) (.*) to the nearest ([a-z ]+)", group)
        if parsed is None:
            raise ValueError(f"no rounding in {group!r}")
        units.add(_UNITS[parsed[2]])
        for number in re.findall(_NUMBER, parsed[1]):
            value = Decimal(_plain(number))
            total += value.quantize(Decimal(f"1e{_UNITS[parsed[2]]}"), rounding=ROUND_HALF_UP)
            lengths.append(len(_plain(number)))
    params = {"terms": len(lengths), "digits": max(lengths), "units": len(units)}
    return Solution(str(int(total)), sum(lengths) + len(lengths) * len(units), params)


def _log(expression: str) -> tuple[float, list[str]]:
    """Return the natural logarithm of a chain of multiplications and divisions, and its numbers."""
    terms = re.findall(rf"([×÷])? ?({_NUMBER})", expression)
    total = sum(math.log(float(_plain(n))) * (-1 if sign == "÷" else 1) for sign, n in terms)
    return total, [_plain(n) for _, n in terms]


def closest_value(text: str, options: tuple[str, ...]) -> Solution:
    """Choose the option whose logarithm is nearest, and check that it is also nearest in the value itself."""
    chains = re.findall(_CHAIN, text)
    if len(chains) != 1 or len(options) != 4:
        raise ValueError("one expression and four options are expected")
    target, numbers = _log(chains[0])
    values = sorted(float(_plain(o)) for o in options)
    best = min(options, key=lambda o: abs(math.log(float(_plain(o))) - target))
    if best != min(options, key=lambda o: abs(float(_plain(o)) - math.exp(target))):
        raise ValueError("closest in ratio and closest in difference are not the same")
    closest = 100 * (min(b / a for a, b in pairwise(values)) - 1)
    # Options are whole numbers, so small ones are off the exact geometric steps.
    spread = min(_SPREADS, key=lambda s: abs(s - closest))
    if abs(spread - closest) > spread / 10:
        raise ValueError("the options do not grow in even steps")
    digits = max(map(len, numbers))
    needed = math.ceil(math.log10(200 / spread) + 1)
    params = {"factors": len(numbers), "digits": digits, "spread": spread}
    return Solution(best, len(numbers) * digits * needed, params)


def bound_check(text: str, options: tuple[str, ...]) -> Solution:
    """Compare the logarithm of the expression with that of the bound."""
    chains = re.findall(_CHAIN, text)
    bounds = re.findall(rf"(?:more than|over|exceed|greater than|larger than) ({_NUMBER})", text)
    if len(chains) != 1 or len(bounds) != 1:
        raise ValueError("one expression and one bound are expected")
    value, numbers = _log(chains[0])
    difference = value - math.log(float(_plain(bounds[0])))
    permille = 1000 * math.expm1(abs(difference))
    reached = [m for m in _MARGINS if m <= permille]
    if not reached:
        raise ValueError("the bound is too close for logarithms")
    digits = max(map(len, numbers))
    needed = _MARGINS[::-1].index(reached[-1]) + 1
    params = {"factors": len(numbers), "digits": digits, "margin": reached[-1]}
    return Solution("yes" if difference > 0 else "no", len(numbers) * digits * needed, params)


def whole_root(text: str, options: tuple[str, ...]) -> Solution:
    """Bisect for the whole number whose neighbourhood of half a unit holds the root."""
    (number,) = re.findall(_NUMBER, text)
    if "nearest whole number" not in text:
        raise ValueError("no rounding to a whole number is asked for")
    n, power = int(_plain(number)), 3 if re.search(r"\bcub(?:e|ic|ical)\b", text) else 2
    low, high, steps = 1, n, 0
    while low < high:
        middle, steps = (low + high + 1) // 2, steps + 1
        # middle - 1/2 <= root, doubled to stay in whole numbers
        if (2 * middle - 1) ** power <= 2**power * n:
            low = middle
        else:
            high = middle - 1
    return Solution(str(low), steps, {"power": power, "digits": len(_plain(number))})
