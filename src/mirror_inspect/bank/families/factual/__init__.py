"""Families of the factual domain."""

from mirror_inspect.bank.families.factual import geography, science_facts
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *geography.FAMILIES,
    *science_facts.FAMILIES,
)
