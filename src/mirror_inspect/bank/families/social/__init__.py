"""Families of the social domain."""

from mirror_inspect.bank.families.social import norm_violation, perspective_taking
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *norm_violation.FAMILIES,
    *perspective_taking.FAMILIES,
)
