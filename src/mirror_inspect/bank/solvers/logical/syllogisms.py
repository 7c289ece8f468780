"""Decide categorical arguments by countermodels: an individual is the set of groups it belongs to."""

import re
from typing import Final, NamedTuple

from mirror_inspect.bank.family import Solution


class Statement(NamedTuple):
    """``universal``: no individual is in ``a`` with membership of ``b`` equal to ``side``; else one such exists."""

    universal: bool
    a: str
    b: str
    side: bool


_X: Final = r"([a-z]+(?:[ -][a-z]+)?)"
_ALL, _NO, _SOME, _SOME_NOT = (True, False), (True, True), (False, True), (False, False)
_FORMS: Final = (
    (rf"all {_X} are something other than {_X}", _NO, True, False),
    (rf"there are no {_X} (?:who|that) are not {_X}", _ALL, True, False),
    (rf"there are no {_X} (?:who|that) are {_X}", _NO, True, False),
    (rf"there are {_X} (?:who|that) are not {_X}", _SOME_NOT, True, False),
    (rf"there are {_X} (?:who|that) are {_X}", _SOME, True, False),
    (rf"not every one of the {_X} is outside the {_X}", _SOME, True, False),
    (rf"not all {_X} are {_X}", _SOME_NOT, True, False),
    (rf"only {_X} are {_X}", _ALL, True, True),
    (rf"none but {_X} are {_X}", _ALL, True, True),
    (rf"every one of the {_X} is also one of the {_X}", _ALL, False, False),
    (rf"all {_X} are {_X}", _ALL, False, False),
    (rf"none of the {_X} are {_X}", _NO, False, False),
    (rf"no {_X} are {_X}", _NO, False, False),
    (rf"at least one of the {_X} is not one of the {_X}", _SOME_NOT, False, False),
    (rf"at least one of the {_X} is one of the {_X}", _SOME, False, False),
    (rf"some {_X} are not {_X}", _SOME_NOT, False, False),
    (rf"some {_X} are {_X}", _SOME, False, False),
)
"""Pattern, (universal, side), whether the wording is twisted, whether the nouns come in reverse order."""


def _read(sentence: str) -> tuple[Statement, bool]:
    for pattern, (universal, side), twisted, reverse in _FORMS:
        if found := re.fullmatch(pattern, sentence.strip().lower()):
            a, b = (found[2], found[1]) if reverse else (found[1], found[2])
            return Statement(universal, a, b, side), twisted
    raise ValueError(f"not a categorical statement: {sentence!r}")


def _parse(text: str) -> tuple[list[Statement], bool, str]:
    """Return the premises, whether all are plainly worded, and the question after the note in brackets."""
    found = re.fullmatch(r"[^:]*: (.*)\. \([^)]*\) (.*)", text)
    if found is None:
        raise ValueError("no premises between a colon and a note in brackets")
    read = [_read(s) for s in found[1].split(". ")]
    return [s for s, _ in read], not any(twisted for _, twisted in read), found[2]


def _models(statements: list[Statement]) -> tuple[bool, int]:
    """Whether the statements can hold together, and how many kinds of individuals were examined."""
    terms = sorted({t for s in statements for t in (s.a, s.b)})
    index = {t: i for i, t in enumerate(terms)}
    bans = [(index[s.a], index[s.b], s.side) for s in statements if s.universal]
    needs = [(index[s.a], index[s.b], s.side) for s in statements if not s.universal]
    met, examined = set(), 0
    for kind in range(2 ** len(terms)):
        examined += 1
        if any(kind >> a & 1 and bool(kind >> b & 1) is side for a, b, side in bans):
            continue
        met |= {n for n in needs if kind >> n[0] & 1 and bool(kind >> n[1] & 1) is n[2]}
        if len(met) == len(set(needs)):
            return True, examined
    return not needs, examined


def _entails(premises: list[Statement], claim: Statement) -> bool:
    denied = claim._replace(universal=not claim.universal)
    return not _models([*premises, denied])[0]


def _params(premises: list[Statement], plain: bool, groups: int) -> dict[str, int | bool]:
    return {"premises": len(premises), "groups": groups, "plain": plain}


def _groups(statements: list[Statement]) -> int:
    return len({t for s in statements for t in (s.a, s.b)})


def _claim(question: str) -> Statement:
    found = re.search(r" that (.*?)[?.]", question)
    if found is None:
        raise ValueError("no conclusion in the question")
    return _read(found[1])[0]


def _consistent(premises: list[Statement]) -> None:
    if not _models(premises)[0]:
        raise ValueError("the premises contradict each other")


def conclusion_check(text: str, options: tuple[str, ...]) -> Solution:
    """Whether premises and the denied conclusion have no model."""
    premises, plain, question = _parse(text)
    _consistent(premises)
    claim = _claim(question)
    groups = _groups([*premises, claim])
    answer = "yes" if _entails(premises, claim) else "no"
    return Solution(answer, 2.0**groups * len(premises), _params(premises, plain, groups))


def which_follows(text: str, options: tuple[str, ...]) -> Solution:
    """The one option that has no countermodel."""
    premises, plain, _ = _parse(text)
    _consistent(premises)
    (answer,) = [o for o in options if _entails(premises, _read(o)[0])]
    groups = _groups(premises)
    return Solution(answer, 2.0**groups * len(premises) * len(options), _params(premises, plain, groups))


def missing_premise(text: str, options: tuple[str, ...]) -> Solution:
    """The one option whose addition leaves the conclusion without a countermodel."""
    premises, plain, question = _parse(text)
    claim = _claim(question)
    if _entails(premises, claim):
        raise ValueError("nothing is missing")
    added = {o: [*premises, _read(o)[0]] for o in options}
    for statements in added.values():
        _consistent(statements)
    (answer,) = [o for o, statements in added.items() if _entails(statements, claim)]
    groups = _groups([*premises, claim])
    return Solution(answer, 2.0**groups * len(premises) * len(options), _params(premises, plain, groups))
