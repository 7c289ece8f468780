"""Families of the arithmetic domain."""

from mirror_inspect.bank.families.arithmetic import addition_subtraction
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (*addition_subtraction.FAMILIES,)
