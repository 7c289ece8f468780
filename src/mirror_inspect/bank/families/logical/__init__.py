"""Families of the logical domain."""

from mirror_inspect.bank.families.logical import constraint_satisfaction, syllogisms
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (*syllogisms.FAMILIES, *constraint_satisfaction.FAMILIES)
