"""Families of the temporal domain."""

from mirror_inspect.bank.families.temporal import calendar_date, duration_calculation
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (*calendar_date.FAMILIES, *duration_calculation.FAMILIES)
