"""Re-derive multi-step items with a precedence parser, told operations, a closed form and a simulation."""

import re
from fractions import Fraction

from mirror_inspect.bank.family import Solution

_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+"
_COUNTS = {w: i for i, w in enumerate("two three four five six seven eight nine ten eleven twelve".split(), start=2)}
_ORDINALS = {w: i for i, w in enumerate("second third fourth fifth sixth seventh eighth ninth".split(), start=2)}
_LEVEL = {"+": 1, "−": 1, "×": 2, "÷": 2}


def _int(text: str) -> int:
    return int(text.replace(",", ""))


def nested_formula(text: str, options: tuple[str, ...]) -> Solution:
    """Evaluate the quoted formula with two stacks, one for values and one for operators."""
    quoted = re.findall(r"“([^”]*)”", text)
    if len(quoted) != 1:
        raise ValueError("one quoted formula is expected")
    tokens = re.findall(r"\d+|[-+−×÷()]", quoted[0])
    if "".join(tokens) != quoted[0].replace(" ", ""):
        raise ValueError("unknown signs in the formula")
    values: list[Fraction] = []
    waiting: list[str] = []

    def apply() -> None:
        right, left = values.pop(), values.pop()
        sign = waiting.pop()
        values.append(
            left + right
            if sign == "+"
            else left - right
            if sign == "−"
            else left * right
            if sign == "×"
            else left / right
        )

    for token in tokens:
        if token.isdigit():
            values.append(Fraction(int(token)))
        elif token == "(":
            waiting.append(token)
        elif token == ")":
            while waiting[-1] != "(":
                apply()
            waiting.pop()
        else:
            while waiting and waiting[-1] != "(" and _LEVEL[waiting[-1]] >= _LEVEL[token]:
                apply()
            waiting.append(token)
    while waiting:
        apply()
    if len(values) != 1 or values[0].denominator != 1:
        raise ValueError("the formula has no whole value")
    operations = sum(token in _LEVEL for token in tokens)
    digits = max(len(token) for token in tokens if token.isdigit())
    return Solution(str(values[0]), operations * digits, {"operations": operations, "digits": digits})


def told_operations(text: str, options: tuple[str, ...]) -> Solution:
    """Apply every told operation to the running count."""
    opening, _, rest = text.partition(". After that, ")
    (start,) = re.findall(_NUMBER, opening)
    total, lengths = Fraction(_int(start)), [len(str(_int(start)))]
    steps = rest.split(". How many")[0].split("; ")
    for step in steps:
        if found := re.fullmatch(rf"(?:another )?({_NUMBER}) (?:were added|new ones arrived|more turned up)", step):
            total += _int(found[1])
        elif found := re.fullmatch(rf"({_NUMBER}) (?:were lost|had to be removed|were taken away)", step):
            total -= _int(found[1])
        elif found := re.fullmatch(r"the number of \w+ grew to (\w+) times what it was", step):
            total *= _COUNTS[found[1]]
        elif found := re.fullmatch(
            r"all were split equally (?:among|between) (\w+) boxes and only one box was kept", step
        ):
            total /= _COUNTS[found[1]]
        elif found := re.fullmatch(r"one (\w+) of the \w+ was given away", step):
            total *= 1 - Fraction(1, _ORDINALS[found[1]])
        else:
            raise ValueError(f"{step!r} is not understood")
        if total.denominator != 1 or total < 0:
            raise ValueError("a count that is not whole")
        if found[1][0].isdigit():
            lengths.append(len(str(_int(found[1]))))
    digits = lengths[0]
    if set(lengths) != {digits}:
        raise ValueError("numbers of different length")
    return Solution(str(total), len(steps) * digits, {"steps": len(steps), "digits": digits})


def repeated_rule(text: str, options: tuple[str, ...]) -> Solution:
    """Sum what every initial unit, loss and addition has grown or shrunk to by the last round."""
    start = re.search(r"(?<![-\w])(\d+) [a-z]", text)
    rule = re.search(r"first (doubled|tripled|quadrupled) and then fell by (\d+)", text)
    asked = re.search(r"after (\w+) \w+s\?", text)
    if start is None or rule is None or asked is None:
        raise ValueError("start, rule or number of rounds is missing")
    factor = {"doubled": 2, "tripled": 3, "quadrupled": 4}[rule[1]]
    rounds = _COUNTS[asked[1]]
    total = int(start[1]) * factor**rounds - int(rule[2]) * (factor**rounds - 1) // (factor - 1)
    bonus = re.search(r"every (second|third) \w+ another (\d+) were added", text)
    if bonus:
        every = _ORDINALS[bonus[1]]
        total += sum(int(bonus[2]) * factor ** (rounds - i) for i in range(every, rounds + 1, every))
    return Solution(str(total), rounds * factor, {"rounds": rounds, "factor": factor})


def savings_plan(text: str, options: tuple[str, ...]) -> Solution:
    """Simulate the account week by week."""
    opening, _, rest = text.partition(". ")
    (begin,) = re.findall(r"\$(\d+)", opening)
    asked = re.search(
        r"due at the end of week (\d+) included, was the balance then at least as high as the \w+ of \$([\d,]*\d)\?",
        text,
    )
    rules = re.findall(r"every (?:(\w+) )?week (a further )?\$(\d+) was (added|taken out)\.", rest)
    if asked is None or len(rules) != rest.count("At the end of every"):
        raise ValueError("a payment or the question is not understood")
    weeks, balance, payments = int(asked[1]), int(begin), 0
    for week in range(1, weeks + 1):
        for ordinal, _, amount, way in rules:
            if week % _ORDINALS.get(ordinal, 1) == 0:
                balance += int(amount) if way == "added" else -int(amount)
                payments += 1
    answer = "yes" if balance >= _int(asked[2]) else "no"
    return Solution(answer, payments, {"weeks": weeks, "rules": len(rules)})
