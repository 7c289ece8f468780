"""Families of the arithmetic domain."""

from mirror_inspect.bank.families.arithmetic import addition_subtraction, percentages_ratios
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (*addition_subtraction.FAMILIES, *percentages_ratios.FAMILIES)
