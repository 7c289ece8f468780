"""Families of the factual domain."""

from mirror_inspect.bank.families.factual import (
    culture_arts,
    general_knowledge,
    geography,
    science_facts,
    world_history,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *world_history.FAMILIES,
    *geography.FAMILIES,
    *science_facts.FAMILIES,
    *culture_arts.FAMILIES,
    *general_knowledge.FAMILIES,
)
