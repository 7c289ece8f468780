"""Balance by construction: how many items each family gives, and whose turn it is to be right on which side."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from mirror_inspect.bank.family import Draw, Family
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES

PER_LEVEL: Final = 25
"""Questions of a subcategory at one level."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a form that one item has to fill.

    Attributes:
        family: Family of the item.
        level: Its difficulty.
        index: Its position in the family and level.
        turn: Its position in the family over all levels, see ``slots``.
    """

    family: Family
    level: int
    index: int
    turn: int

    def draw(self, rng: Random) -> Draw:
        """Return a draw for this place."""
        return Draw(rng, self.level, self.family.levels[self.level], self.index, self.turn)


def allocation(n_families: int, *, level: int, per_level: int = PER_LEVEL) -> tuple[int, ...]:
    """Return how many items each family of a subcategory contributes at one level; the remainder rotates by level."""
    base, extra = divmod(per_level, n_families)
    return tuple(base + ((j + level) % n_families < extra) for j in range(n_families))


def counts(family: Family, families: Sequence[Family], *, per_level: int = PER_LEVEL) -> tuple[int, ...]:
    """Return how many items a family contributes at levels 1 to 5."""
    own = [f for f in families if f.subcategory == family.subcategory]
    place = own.index(family)
    return tuple(allocation(len(own), level=level, per_level=per_level)[place] for level in DIFFICULTIES)


def slots(subcategory: str, families: Sequence[Family], *, per_level: int = PER_LEVEL) -> list[Slot]:
    """Return the places of a subcategory in the order of the file: level, family, index.

    The turns of a family run on from level to level, and those of a two-way family start where the two-way family
    before it in the same domain ended. Even turns are right on the first side, so the sides alternate over the whole
    domain and differ by one at most, in the domain as in every family.
    """
    places: list[Slot] = []
    for family in (f for f in families if f.subcategory == subcategory):
        turn = 0
        if family.two_way:
            before = families[: families.index(family)]
            pool = [f for f in before if f.two_way and f.domain is family.domain]
            turn = sum(sum(counts(f, families, per_level=per_level)) for f in pool)
        for level, count in zip(DIFFICULTIES, counts(family, families, per_level=per_level), strict=True):
            places += [Slot(family, level, index, turn + index) for index in range(count)]
            turn += count
    return sorted(places, key=lambda s: s.level)


def first_seat(subcategory: str) -> int:
    """Return where the gold of a subcategory's first choice item stands; it moves on by one from item to item.

    Starting each subcategory one place further keeps the remainders from adding up over the bank.
    """
    return [n for names in SUBCATEGORIES.values() for n in names].index(subcategory)
