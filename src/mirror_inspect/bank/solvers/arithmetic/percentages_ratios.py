"""Re-derive percentage and ratio items with exact rationals, linear equations and long division."""

import re
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

from mirror_inspect.bank.family import Solution

_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+"
_RISES = r"rose|went up|raised|gained|grew|increased"
_FALLS = r"fell|dropped|was cut|lost|shrank|decreased|went down"


def _int(text: str) -> int:
    return int(text.replace(",", ""))


def _rates(text: str) -> list[tuple[int, str]]:
    found = re.findall(rf"\b(?:({_RISES})|({_FALLS}))(?: by)? (\d+(?:\.\d+)?)%", text)
    if not found or len(found) != text.count("%"):
        raise ValueError("a percentage without a direction")
    return [(1 if up else -1, rate) for up, _, rate in found]


def successive_changes(text: str, options: tuple[str, ...]) -> Solution:
    """Multiply the starting amount by every change and round once, to the cent."""
    (start,) = re.findall(rf"\$({_NUMBER})", text)
    rates = _rates(text)
    with localcontext() as context:
        context.prec = 60
        amount = Decimal(_int(start))
        for sign, rate in rates:
            amount += amount * sign * Decimal(rate) / 100
        final = amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN)
    digits = len(str(_int(start)))
    work = sum((digits + i) * len(rate.replace(".", "")) for i, (_, rate) in enumerate(rates))
    places = max(len(rate.partition(".")[2]) for _, rate in rates)
    return Solution(f"${final}", work, {"changes": len(rates), "places": places, "digits": digits})


def chained_ratio(text: str, options: tuple[str, ...]) -> Solution:
    """Solve the linear system of the stated ratios and the total."""
    import sympy

    for_every = re.findall(r"(\w+) got (\d+) for every (\d+) that went to (\w+)", text)
    as_to = re.findall(r"(\w+)'s share was to (\w+)'s as (\d+) is to (\d+)", text)
    ratios = [(a, b, int(p), int(q)) for a, p, q, b in for_every] + [(a, b, int(p), int(q)) for a, b, p, q in as_to]
    asked = re.search(r"fell to (\w+)\?", text)
    names = sorted({name for a, b, _, _ in ratios for name in (a, b)})
    if asked is None or len(names) != len(ratios) + 1:
        raise ValueError("the ratios do not form a chain")
    total = _int(re.findall(_NUMBER, text)[0])
    shares = {name: sympy.Symbol(name) for name in names}
    equations = [q * shares[a] - p * shares[b] for a, b, p, q in ratios]
    ((*solved,),) = sympy.linsolve([*equations, sum(shares.values()) - total], *shares.values())
    gold = dict(zip(names, solved, strict=True))[asked[1]]
    if not gold.is_Integer:
        raise ValueError("the shares are not whole")
    largest = max(max(p, q) for *_, p, q in ratios)
    work = len(ratios) * len(str(total)) + sum(len(str(p)) + len(str(q)) for *_, p, q in ratios)
    return Solution(str(gold), work, {"links": len(ratios), "largest": largest, "digits": len(str(total))})


def undo_changes(text: str, options: tuple[str, ...]) -> Solution:
    """Divide the final figure by every change, last one first."""
    rates = _rates(text)
    ends = re.findall(rf"(?:stands at|figure is|exactly) ({_NUMBER})", text)
    if len(ends) != 1:
        raise ValueError("no single final figure")
    figure = Fraction(_int(ends[0]))
    for sign, rate in reversed(rates):
        figure = figure / (100 + sign * int(rate)) * 100
    if figure.denominator != 1:
        raise ValueError("the original figure is not whole")
    rate_step = 25 if all(int(r) % 25 == 0 for _, r in rates) else 5 if all(int(r) % 5 == 0 for _, r in rates) else 1
    awkward = sum(Fraction(100 + sign * int(rate), 100).denominator for sign, rate in rates)
    return Solution(str(figure), awkward + len(rates), {"steps": len(rates), "rate_step": rate_step})


def overall_change(text: str, options: tuple[str, ...]) -> Solution:
    """Carry an index of 100 through the changes and read the change off its end value."""
    rates = _rates(text)
    if re.search(r"overall|Compared with the beginning", text) is None or "first" not in text:
        raise ValueError("no overall change is asked for")
    with localcontext() as context:
        context.prec = 60
        index = Decimal(100)
        for sign, rate in rates:
            index += index * sign * Decimal(rate) / 100
        change = (index - 100).quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN).normalize()
    steps = [int(rate) for _, rate in rates]
    step = 10 if not any(r % 10 for r in steps) else 5 if not any(r % 5 for r in steps) else 1
    params = {"changes": len(rates), "rate_step": step}
    return Solution(f"{change:f}%", len(rates) ** 2 * (1 if step == 10 else 2), params)


def rates_compared(text: str, options: tuple[str, ...]) -> Solution:
    """Compare two fractions decimal by decimal; the work is the decimals needed times their length."""
    pairs = re.findall(rf"({_NUMBER}) (?:out )?of (?:the )?({_NUMBER})", text)
    asked = re.search(r"\. Did (\w+) .* than (\w+)\?", text)
    if len(pairs) != 2 or asked is None:
        raise ValueError("two rates and one comparison are expected")
    (x, m), (y, n) = ((_int(a), _int(b)) for a, b in pairs)
    body = text[: asked.start()]
    in_order = body.index(asked[1]) < body.index(asked[2])
    r, s, places = x, y, 0
    while r * 10 // m == s * 10 // n:
        r, s, places = r * 10 % m, s * 10 % n, places + 1
    higher = r * 10 // m > s * 10 // n
    closeness = len(str(m * n // abs(x * n - y * m)))
    digits = max(len(str(k)) for k in (m, n))
    return Solution(
        "yes" if higher == in_order else "no", (places + 1) * digits, {"digits": digits, "closeness": closeness}
    )
