"""Re-derive constraint items from their text: operations on character lists, striking off, checking offered codes."""

import itertools
import re
import string
from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.procedural.reading import NUMBERS, only


def _shift(code: list[str], alphabet: str) -> list[str]:
    table = dict(zip(alphabet, alphabet[1:] + alphabet[0], strict=True))
    return [table.get(c, c) for c in code]


def _swap(code: list[str], i: int, j: int) -> list[str]:
    out = list(code)
    out[i], out[j] = code[j], code[i]
    return out


OPERATIONS: Final[dict[str, Callable[[list[str]], list[str]]]] = {
    "write the code backwards": lambda c: list(reversed(c)),
    "swap the first and the last character": lambda c: _swap(c, 0, -1),
    "swap the second and the third character": lambda c: _swap(c, 1, 2),
    "move the first two characters to the end, keeping their order": lambda c: [*c[2:], c[0], c[1]],
    "move the last character to the front": lambda c: [c[-1], *c[:-1]],
    "delete every vowel": lambda c: [x for x in c if x not in set("AEIOU")],
    "write the third character twice": lambda c: [*c[:2], c[2], c[2], *c[3:]],
    "delete the second character": lambda c: [x for i, x in enumerate(c) if i != 1],
    "replace every digit by the next higher one, and 9 by 0": lambda c: _shift(c, string.digits),
    "replace every letter by the next one in the alphabet, and Z by A": lambda c: _shift(c, string.ascii_uppercase),
    "move all digits to the end, keeping their order": lambda c: (
        [x for x in c if x.isalpha()] + [x for x in c if x.isdigit()]
    ),
}


def code_rewriting(text: str, options: tuple[str, ...]) -> Solution:
    """Carry out the instructions on a list of characters."""
    start, told = only(r"The code is ([A-Z0-9]+)\. [^:]+: ([^.]+)\.", text)
    code, handled = list(start), 0
    operations = told.split("; ")
    for words in operations:
        code = OPERATIONS[words](code)
        handled += len(code)
    return Solution("".join(code), handled, {"length": len(start), "operations": len(operations)})


class Item(NamedTuple):
    """One catalogue entry as read from the text."""

    values: dict[str, int]
    marks: frozenset[str]


Fits = Callable[[Item], bool]


def _not_below(g: tuple[str, ...]) -> Fits:
    return lambda x: x.values[g[0]] >= int(g[1])


def _at_most(g: tuple[str, ...]) -> Fits:
    return lambda x: x.values[g[0]] <= int(g[1])


def _one_of(g: tuple[str, ...]) -> Fits:
    return lambda x: bool({g[0], g[1]} & x.marks)


def _where_above(g: tuple[str, ...]) -> Fits:
    return lambda x: g[0] in x.marks or not x.values[g[1]] > int(g[2])


def _not_both(g: tuple[str, ...]) -> Fits:
    return lambda x: not (g[0] in x.marks and x.values[g[1]] > int(g[2]))


def _where_below(g: tuple[str, ...]) -> Fits:
    return lambda x: g[0] in x.marks or not x.values[g[1]] < int(g[2])


CONDITIONS: Final = (
    (r"(\w+) not below (\d+) \w+", _not_below),
    (r"(\w+) of at most (\d+) \w+", _at_most),
    (r"at least one of these two: (.+), (.+)", _one_of),
    (r"(.+) wherever the (\w+) is above (\d+) \w+", _where_above),
    (r"not both (.+) and a (\w+) above (\d+) \w+", _not_both),
    (r"(.+) wherever the (\w+) is below (\d+) \w+", _where_below),
)


def catalogue_pick(text: str, options: tuple[str, ...]) -> Solution:
    """Strike off, condition by condition, what does not fit."""
    catalogue, told = only(
        r"The catalogue: (.+) "
        r"(?:Required|The conditions, all of which must hold|The only condition|What is wanted): ([^.]+)\.",
        text,
    )
    stock: dict[str, Item] = {}
    for name, line in re.findall(r"([A-Z]\w+): ([^.]+)\.", catalogue):
        fields = line.split(", ")
        values = {}
        for field in fields:
            if m := re.fullmatch(r"(?:([a-z]+) )?(\d+) (\w+)", field):
                values[m[1] or m[3]] = int(m[2])
        stock[name] = Item(values, frozenset(f for f in fields if not re.search(r"\d", f)))
    tests: list[Fits] = []
    for words in told.split("; "):
        test = next((build(m.groups()) for p, build in CONDITIONS if (m := re.fullmatch(p, words))), None)
        if test is None:
            raise ValueError(f"condition not understood: {words}")
        tests.append(test)
    left = sorted(stock)
    for test in tests:
        left = [name for name in left if test(stock[name])]
    params = {"items": len(stock), "conditions": len(tests)}
    return Solution(", ".join(left), len(stock) * len(tests), params)


def _breaks(rule: str, code: str) -> bool:
    """Whether a code breaks a rule given in words."""
    digits = [int(c) for c in code if c in string.digits]
    letters = [c for c in code if c in string.ascii_uppercase]
    if m := re.fullmatch(r"(\w+) characters", rule):
        return len(code) != NUMBERS[m[1]]
    if m := re.fullmatch(r"exactly (\w+) digits", rule):
        return len(digits) != NUMBERS[m[1]]
    if m := re.fullmatch(r"digits that add up to (\d+)", rule):
        return sum(digits) != int(m[1])
    if m := re.fullmatch(r"exactly (\w+) vowels \(A, E, I, O, U\)", rule):
        return sum(Counter(code)[v] for v in "AEIOU") != NUMBERS[m[1]]
    if rule == "a letter in the first place":
        return code[0] in string.digits
    if rule == "no character more than once":
        return max(Counter(code).values()) > 1
    if rule == "letters that, read from left to right, stand in alphabetical order":
        return any(a > b for a, b in itertools.pairwise(letters))
    if rule == "no two digits side by side":
        return re.search(r"\d\d", code) is not None
    raise ValueError(f"rule not understood: {rule}")


def label_choice(text: str, options: tuple[str, ...]) -> Solution:
    """Check every rule on every offered code."""
    (told,) = only(r"(?:A valid code has|By the rules, a code must have|Every code needs) ([^.]+)\.", text)
    rules = told.split("; ")
    right = [code for code in options if not any(_breaks(rule, code) for rule in rules)]
    if len(right) != 1:
        raise ValueError(f"{len(right)} of the offered codes obey the rules")
    length = next(NUMBERS[m[1]] for r in rules if (m := re.fullmatch(r"(\w+) characters", r)))
    params = {"rules": len(rules) - 1, "length": length}
    return Solution(right[0], len(rules) * length, params)
