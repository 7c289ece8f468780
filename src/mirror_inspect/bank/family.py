"""What an item family is: a generator, its level parameters, and a solver that sees only the text."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from mirror_inspect.taxonomy import AnswerType, Domain, domain_of

Params = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw of an item: where randomness, level and balance come from.

    Attributes:
        rng: The only source of randomness, keyed by form seed, family, level and index.
        level: Difficulty 1-5.
        params: The level's parameters, ``Family.levels[level]``.
        index: Position of the item in its family and level (0, 1, ...), for varying the surface.
        turn: Position of the item in its family over all levels; two-way families go on where the two-way family
            before them in their domain ended. ``index`` when it is not given.
    """

    rng: random.Random
    level: int
    params: Params
    index: int
    turn: int = -1

    def __post_init__(self) -> None:
        if self.turn < 0:
            object.__setattr__(self, "turn", self.index)

    @property
    def first_side(self) -> bool:
        """Whether the gold of a two-way item must be the first alternative ("yes")."""
        return self.turn % 2 == 0


@dataclass(frozen=True, slots=True)
class Draft:
    """What a generator returns; the builder shuffles options, checks it and turns it into a ``Question``.

    Attributes:
        question: The whole question as a person would write it, without options.
        answer: Canonical gold; for ``choice`` the text of the right option.
        answer_type: How answers are compared.
        distractors: Wrong options of a ``choice`` item, plausible and distinct (empty otherwise).
        tolerance: Largest accepted absolute difference; ``None`` for exact.
        aliases: Other texts that are as right as the gold.
        provenance: Where the facts come from; empty for items made from rules.
        license: Licence of those facts.
    """

    question: str
    answer: str
    answer_type: AnswerType
    distractors: tuple[str, ...] = ()
    tolerance: float | None = None
    aliases: tuple[str, ...] = ()
    provenance: str = ""
    license: str = "MIT"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a text-only solver found.

    Attributes:
        answer: The answer re-derived from the text and options alone.
        effort: Operations, steps or search nodes the solver needed; rises with the level inside a family.
        params: The level parameters as *measured on the text*; must equal the stored ones key by key.
    """

    answer: str
    effort: float
    params: Params = field(default_factory=dict)


Generator = Callable[[Draw], Draft]
Solver = Callable[[str, tuple[str, ...]], Solution]


@dataclass(frozen=True, slots=True)
class Family:
    """A distinct kind of item inside a subcategory.

    Attributes:
        name: Unique name, ``snake_case``.
        subcategory: One of the forty.
        levels: The parameters that define levels 1-5; fixed values, so that two forms are parallel by construction.
        make: Draws one item.
        solve: Re-derives the gold from the text (and options) only, by another method than ``make`` used.
        method: Name of that second method, stored as ``Question.verification``.
        two_way: Whether its items have exactly two possible answers.
    """

    name: str
    subcategory: str
    levels: Mapping[int, Params]
    make: Generator
    solve: Solver
    method: str
    two_way: bool = False

    @property
    def domain(self) -> Domain:
        """The domain of the family's subcategory."""
        return domain_of(self.subcategory)


class Redraw(Exception):
    """Raised by a generator whose draw came out unusable (ambiguous, degenerate): the builder draws again."""
