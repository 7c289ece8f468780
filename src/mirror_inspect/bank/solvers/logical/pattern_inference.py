"""Infer patterns from their text: linear systems, position maps of letter codes, version spaces of properties."""

import itertools
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.logical._read import NUMBERS, ORDINALS, the

_KINDS: Final = (
    ("odd places", "two_back_interleaved", 3),
    ("From the third on", "two_back", 3),
    ("multiply by|times a fixed whole number, plus another", "multiply_add", 2),
    ("steps from one number|not constant, but", "growing_step", 3),
    ("same amount", "add", 1),
)
"""Wording, kind of rule, and number of unknown constants."""


def _solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solve an over-determined exact linear system (last column is the right side) by elimination.

    Raises:
        ValueError: it has no solution, or more than one.
    """
    unknowns = len(rows[0]) - 1
    for column in range(unknowns):
        pivot = next((r for r in rows[column:] if r[column]), None)
        if pivot is None:
            raise ValueError("the terms do not determine the rule")
        rows.remove(pivot)
        rows.insert(column, [v / pivot[column] for v in pivot])
        for i, row in enumerate(rows):
            if i != column and row[column]:
                rows[i] = [v - row[column] * p for v, p in zip(row, rows[column], strict=True)]
    if any(row[-1] for row in rows[unknowns:]):
        raise ValueError("the terms contradict the kind of rule")
    return [row[-1] for row in rows[:unknowns]]


def _continue(row: list[int], kind: str, count: int) -> list[int]:
    """Extend a row by ``count`` terms."""
    terms = [Fraction(t) for t in row]
    one = Fraction(1)
    if kind == "growing_step":
        x, y, z = _solve([[Fraction(i * i), Fraction(i), one, t] for i, t in enumerate(terms)])
        return row + [int(x * i * i + y * i + z) for i in range(len(row), len(row) + count)]
    if kind == "add":
        a, b = one, Fraction(0)
        (c,) = _solve([[one, q - p] for p, q in itertools.pairwise(terms)])
    elif kind == "multiply_add":
        b = Fraction(0)
        a, c = _solve([[p, one, q] for p, q in itertools.pairwise(terms)])
    else:
        a, b, c = _solve([[q, p, one, r] for p, q, r in zip(terms, terms[1:], terms[2:], strict=False)])
    for _ in range(count):
        terms.append(a * terms[-1] + b * terms[-2] + c)
    return [int(t) for t in terms]


def recurrence_next(text: str, options: tuple[str, ...]) -> Solution:
    """Fit the constants of the stated kind of rule and continue the row."""
    row = [int(t) for t in the(re.search(r"-?\d+(?:, -?\d+)+", text), "row")[0].split(", ")]
    kinds = [(kind, unknowns) for words, kind, unknowns in _KINDS if re.search(words, text)]
    if not kinds:
        raise ValueError("the kind of rule is not stated")
    kind, unknowns = kinds[0]
    nth = the(re.search(r"(?:comes|what is the|Give the) (\w+) (?:after|number|of the)", text), "question")[1]
    ahead = ORDINALS[nth]
    if kind == "two_back_interleaved":
        odd, even = _continue(row[::2], "two_back", ahead), _continue(row[1::2], "two_back", ahead)
        position = len(row) + ahead - 1
        answer = (odd, even)[position % 2][position // 2]
    else:
        answer = _continue(row, kind, ahead)[-1]
    return Solution(str(answer), unknowns * len(row) + ahead, {"kind": kind, "ahead": ahead})


_MENU: Final = (
    "reversing the whole word", "moving the first letter to the end", "moving the last letter to the front",
    "swapping the first and the last letter", "swapping the first letter with the second",
    "replacing every letter by the one a fixed number of places later",
)  # fmt: skip


def _order(step: int, n: int) -> list[int]:
    """Return, for a step that moves letters, which old position lands at each new one."""
    places = list(range(n))
    if step == 0:
        places.reverse()
    elif step == 1:
        places = [*places[1:], 0]
    elif step == 2:
        places = [n - 1, *places[:-1]]
    elif step == 3:
        places[0], places[-1] = places[-1], places[0]
    else:
        for i in range(0, n - 1, 2):
            places[i], places[i + 1] = places[i + 1], places[i]
    return places


def _apply(steps: tuple[int, ...], shift: int, word: str) -> str:
    places = list(range(len(word)))
    for step in steps:
        if step != 5:
            order = _order(step, len(word))
            places = [places[i] for i in order]
    return "".join(chr((ord(word[i]) - 65 + shift) % 26 + 65) for i in places)


def _procedures(k: int) -> Iterator[tuple[tuple[int, ...], int]]:
    for steps in itertools.permutations(range(6), k):
        for shift in range(1, 6) if 5 in steps else (0,):
            yield steps, shift


def letter_code(text: str, options: tuple[str, ...]) -> Solution:
    """Try all procedures on the examples and apply those that fit."""
    if any(item not in text for item in _MENU):
        raise ValueError("the menu of steps is not the expected one")
    size = r"(?:same|same single|consists of|with) (one|two|three|four) of (?:these|them)"
    k = NUMBERS[the(re.search(size, text), "number of steps")[1]]
    examples = re.findall(r"([A-Z]{3,}) becomes ([A-Z]{3,})", text)
    asked = the(re.search(r"(?:does|is) ([A-Z]{3,}) (?:become|turned|written)", text), "word")[1]
    tried, results = 0, set()
    for steps, shift in _procedures(k):
        tried += 1
        if all(_apply(steps, shift, a) == b for a, b in examples):
            results.add(_apply(steps, shift, asked))
    (answer,) = results
    params = {"steps": k, "length": len(asked), "examples": len(examples)}
    return Solution(answer, tried + len(asked), params)


def _property(words: str) -> Callable[[int], bool]:
    """Return the test of a three-digit number that a phrase states."""
    value = int(found[0]) if (found := re.search(r"\d+", words)) else 0
    table: dict[str, Callable[[int, int, int, int], bool]] = {
        "it is a multiple of #": lambda n, a, b, c: n % value == 0,
        "it is greater than #": lambda n, a, b, c: n > value,
        "it is less than #": lambda n, a, b, c: n < value,
        "the digit # occurs in it": lambda n, a, b, c: value in (a, b, c),
        "its digits are all different": lambda n, a, b, c: a != b and b != c and a != c,
        "its digits add up to more than #": lambda n, a, b, c: a + b + c > value,
        "the sum of its digits is odd": lambda n, a, b, c: (a + b + c) % 2 == 1,
        "its last digit is larger than its first": lambda n, a, b, c: c > a,
        "its middle digit is even": lambda n, a, b, c: b in (0, 2, 4, 6, 8),
        "it leaves remainder # when divided by 5": lambda n, a, b, c: c % 5 == value,
        "it is odd": lambda n, a, b, c: c in (1, 3, 5, 7, 9),
        "its middle digit is the largest of the three, without a tie": lambda n, a, b, c: b > a and b > c,
    }
    shape = re.sub(r"\d+", "#", words, count=1)
    if shape not in table:
        raise ValueError(f"not a property: {words!r}")
    test = table[shape]
    return lambda n: test(n, n // 100, n // 10 % 10, n % 10)


def hidden_property(text: str, options: tuple[str, ...]) -> Solution:
    """Keep the sets of properties that agree with all observations and ask them about the number."""
    found = the(re.search(r"exactly when [^:]*: (.*?)\. So far it has (.*?)\. ", text), "list of properties")
    rule = text[: found.start(1)]
    sizes = (("three particular|Three of", 3), ("two particular|Two of", 2), ("one particular|single one", 1))
    (size,) = [k for words, k in sizes if re.search(words, rule)]
    properties = [_property(w) for w in found[1].split("; ")]
    seen = {int(x): group.startswith("accepted") for group in found[2].split("; ") for x in re.findall(r"\d+", group)}
    asked = int(the(re.search(r"(?:Will|is|accept) (\d+)", text[found.end() :]), "question")[1])
    left = [
        h
        for h in itertools.combinations(properties, size)
        if all(all(p(x) for p in h) is accepted for x, accepted in seen.items())
    ]
    (verdict,) = {all(p(asked) for p in h) for h in left}
    params = {"listed": len(properties), "combined": size, "observed": len(seen)}
    effort = len(properties) * len(seen) * size
    return Solution("yes" if verdict else "no", effort, params)
