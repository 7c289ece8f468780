"""Re-derive addition and subtraction items by column arithmetic on numbers parsed from the text."""

import re

from mirror_inspect.bank.family import Solution

_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+"
_DOLLARS = r"\$((?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d)"


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


def _numbers(text: str) -> list[str]:
    return [n.replace(",", "") for n in re.findall(_NUMBER, text)]


def stock_ledger(text: str, options: tuple[str, ...]) -> Solution:
    """Sum the opening count and every change of a stock ledger."""
    opening, changes = text.split(" Then ", 1)
    (start,) = _numbers(opening)
    terms = [(1, start)]
    for part in changes.split(".")[0].split(";"):
        (number,) = _numbers(part)
        incoming = re.search(r"arrived|came in|added|brought", part) is not None
        if not incoming and re.search(r"sent out|written off|took away|handed over", part) is None:
            raise ValueError(f"no direction of change in {part!r}")
        terms.append((1 if incoming else -1, number))
    total, operations = _columns(terms)
    digits = {len(n) for _, n in terms}
    return Solution(str(total), operations, {"digits": max(digits), "changes": len(terms) - 1})


def missing_part(text: str, options: tuple[str, ...]) -> Solution:
    """Subtract every known part from the total."""
    first, rest = text.split(". ", 1)
    (total,) = _numbers(first)
    if re.search(r"altogether|in all|between them|together", first) is None:
        raise ValueError("no total in the first sentence")
    parts = _numbers(rest)
    missing, operations = _columns([(1, total), *((-1, p) for p in parts)])
    return Solution(str(missing), operations, {"digits": max(map(len, parts)), "parts": len(parts) + 1})


def till_receipt(text: str, options: tuple[str, ...]) -> Solution:
    """Start from the budget, subtract the purchases, add the refunds."""
    opening, spending = text.split(" The purchases were ")
    spent, _, returned = spending.partition(" paid back ")
    budget, bought, back = (re.findall(_DOLLARS, part) for part in (opening, spent, returned))
    if len(budget) != 1 or not bought:
        raise ValueError("one budget and at least one purchase are expected")
    signed = [(1, budget[0]), *((-1, p) for p in bought), *((1, p) for p in back)]
    cents, operations = _columns([(sign, re.sub(r"[,.]", "", amount)) for sign, amount in signed])
    digits = max(len(p.replace(",", "")) - 3 for p in bought)
    params = {"digits": digits, "items": len(bought), "refunds": len(back)}
    return Solution(f"${cents // 100}.{cents % 100:02d}", operations, params)


def close_totals(text: str, options: tuple[str, ...]) -> Solution:
    """Compare the sums of the two lists in the order in which the question names them."""
    *_, one, two, question = re.split(r"(?<=[a-z0-9])\. ", text)
    asked = re.fullmatch(r"In total, did ([A-Z]\w+)\b.* than ([A-Z]\w+)\b.*\?", question)
    if asked is None:
        raise ValueError("no comparison is asked for")
    lists = {part.split()[0].removesuffix("'s"): _numbers(part) for part in (one, two)}
    a, b = lists[asked[1]], lists[asked[2]]
    if len(a) != len(b):
        raise ValueError("the lists differ in length")
    difference, operations = _columns([*((1, n) for n in a), *((-1, n) for n in b)])
    params = {"digits": max(map(len, a + b)), "terms": len(a), "gap": len(str(abs(difference)))}
    return Solution("yes" if difference > 0 else "no", operations, params)
