"""Families of the logical domain."""

from mirror_inspect.bank.families.logical import (
    boolean_logic,
    conditional_reasoning,
    constraint_satisfaction,
    pattern_inference,
    syllogisms,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *syllogisms.FAMILIES,
    *conditional_reasoning.FAMILIES,
    *boolean_logic.FAMILIES,
    *pattern_inference.FAMILIES,
    *constraint_satisfaction.FAMILIES,
)
