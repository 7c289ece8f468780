"""Re-derive the arithmetic bridges from their texts."""

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext


def running_count(text: str) -> str:
    """Replay the movements one by one."""
    start = re.search(r"At the start there were (\d+) ", text)
    moves = re.search(r"in this order: (.+?)\. ", text)
    if not (start and moves):
        raise ValueError("no count found")
    count = int(start[1])
    for move in moves[1].split("; "):
        number = int(re.findall(r"\d+", move)[0])
        if "times as many" in move:
            count *= number
        elif re.match(r"\d+ more were ", move):
            count += number
        elif re.match(r"\d+ were ", move):
            count -= number
        else:
            raise ValueError(f"movement not understood: {move!r}")
    return str(count)


def percent_chain(text: str) -> str:
    """Multiply growth factors in decimals."""
    start = re.search(r"was \$(\d+) at first", text)
    changes = re.findall(r"(rose|fell) by ([\d.]+) %", text)
    if not (start and changes):
        raise ValueError("no changes found")
    with localcontext() as context:
        context.prec = 60
        value = Decimal(start[1])
        for verb, percent in changes:
            part = value * Decimal(percent) / 100
            value = value + part if verb == "rose" else value - part
        return f"${value.quantize(Decimal('0.01'), ROUND_HALF_UP)}"


def priced_order(text: str) -> str:
    """Add up the lines of the bill."""
    amount = re.search(r"The order is for (\d+) ", text)
    lines = re.findall(r"[^.$]*\$\d+\.\d\d[^.]*\.", text)
    if not (amount and lines):
        raise ValueError("no order found")
    count, total = int(amount[1]), Decimal(0)
    for line in lines:
        price = Decimal(re.findall(r"\$(\d+\.\d\d)", line)[0])
        sign = -1 if "discount" in line or "credit note" in line else 1
        times = 1 if "flat" in line or "credit note" in line else count
        total += sign * times * price
    return f"${total:.2f}"


def gap_to_goal(text: str) -> str:
    """Take the contributions off the goal one by one."""
    found = re.search(r"The goal is (\d+) \w+\. So far there are ([\d, and]+?) [a-z]+\.", text)
    if not found:
        raise ValueError("no goal found")
    rest = int(found[1])
    for part in re.findall(r"\d+", found[2]):
        rest -= int(part)
    return str(rest)


def rough_total(text: str) -> str:
    """Quantise the numbers in decimals."""
    unit = re.search(r"rounded to the nearest (\d+): ([\d, ]+)\.", text)
    exact = re.search(r"and (\d+) more ", text)
    if not (unit and exact):
        raise ValueError("no numbers found")
    total = Decimal(exact[1])
    for number in unit[2].split(", "):
        total += (Decimal(number) / Decimal(unit[1])).quantize(Decimal(1), ROUND_HALF_UP) * Decimal(unit[1])
    return str(int(total))
