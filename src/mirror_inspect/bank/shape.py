"""The shape of a file of questions: sizes, families, sides and seats in balance, effort that rises with the level."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import mean
from typing import Final

from mirror_inspect.bank.balance import counts
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.problem import Problem
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, AnswerType, Domain

COMPONENTS_PER_LEVEL: Final = 8
"""Components of a subcategory at one level."""
MIN_TWO_WAY: Final = 0.2
"""Smallest share of two-way items in a domain: type-2 signal detection needs 400 or more over the bank."""
MIN_FOR_EFFORT: Final = 25
"""Items of a level below which the mean effort is too noisy to demand that it rises."""


def shape_problems(file: str, questions: Sequence[Question], *, per_level: int) -> list[Problem]:
    """Return what is out of shape in a file of questions.

    Args:
        file: Its name, for the findings.
        questions: Its items.
        per_level: Items that each of the forty subcategories must have at each level.
    """
    found = [
        *_sizes(questions, per_level),
        *_families(questions, per_level),
        *_sides(questions),
        *_seats(questions),
        *(_effort(questions) if per_level >= MIN_FOR_EFFORT else ()),
    ]
    return [Problem(file, item, reason) for item, reason in found]


def first_side(question: Question) -> bool:
    """Whether the gold of a two-way item is the first of its two answers: "yes", or option A."""
    if question.answer_type is AnswerType.YES_NO:
        return question.answer == "yes"
    return question.options[0] == question.answer


def effort_by_level(questions: Iterable[Question]) -> dict[str, tuple[float, ...]]:
    """Return the mean effort at each level by subcategory, every family with the same weight.

    Effort counts in different units in different families; the mean of family means keeps a family with many items from
    standing for all.
    """
    cells: defaultdict[tuple[str, int], defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for q in questions:
        if q.effort is not None:
            cells[q.subcategory, q.difficulty][q.family].append(q.effort)
    names = sorted({name for name, _ in cells})
    return {
        name: tuple(mean(mean(v) for v in cells[name, level].values()) for level in DIFFICULTIES)
        for name in names
        if all((name, level) in cells for level in DIFFICULTIES)
    }


def _sizes(questions: Sequence[Question], per_level: int) -> Iterable[tuple[str, str]]:
    held = Counter((q.subcategory, q.difficulty) for q in questions)
    for name in (n for names in SUBCATEGORIES.values() for n in names):
        for level in DIFFICULTIES:
            if held[name, level] != per_level:
                yield name, f"{held[name, level]} items at level {level}, not {per_level}"


def _families(questions: Sequence[Question], per_level: int) -> Iterable[tuple[str, str]]:
    held = Counter((q.family, q.difficulty) for q in questions)
    for family in ALL:
        found = tuple(held[family.name, level] for level in DIFFICULTIES)
        if found != (due := counts(family, ALL, per_level=per_level)):
            yield family.name, f"{found} items at levels 1 to 5, not {due}"


def _sides(questions: Sequence[Question]) -> Iterable[tuple[str, str]]:
    two_way = [q for q in questions if q.two_way]
    sides: defaultdict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
    for q in two_way:
        sides["domain", q.domain][first_side(q)] += 1
        sides["family", q.family][first_side(q)] += 1
    for (unit, name), count in sides.items():
        if abs(count[True] - count[False]) > 1:
            yield name, f"two-way items of the {unit} are right {count[True]} times first, {count[False]} second"
    for domain in Domain:
        total = sum(q.domain is domain for q in questions)
        share = sum(q.domain is domain for q in two_way) / total if total else 0.0
        if total and share < MIN_TWO_WAY:
            yield domain, f"only {share:.1%} of its items are two-way, less than {MIN_TWO_WAY:.0%}"


def _seats(questions: Sequence[Question]) -> Iterable[tuple[str, str]]:
    seats: defaultdict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    for q in questions:
        if len(q.options) > 2:
            seats[q.subcategory, len(q.options)][q.options.index(q.answer)] += 1
    for (name, among), count in seats.items():
        held = [count[k] for k in range(among)]
        if max(held) - min(held) > 1:
            yield name, f"the golds of items with {among} options stand at A, B, ... {held} times"


def _effort(questions: Sequence[Question]) -> Iterable[tuple[str, str]]:
    for name, means in effort_by_level(questions).items():
        if any(later <= earlier for earlier, later in pairwise(means)):
            yield name, f"effort does not rise with the level: {', '.join(f'{m:.1f}' for m in means)}"
