"""Families of the procedural domain."""

from mirror_inspect.bank.families.procedural import dependency_ordering, step_sequencing
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *step_sequencing.FAMILIES,
    *dependency_ordering.FAMILIES,
)
