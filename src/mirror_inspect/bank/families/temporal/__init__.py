"""Families of the temporal domain."""

from mirror_inspect.bank.families.temporal import calendar_date
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (*calendar_date.FAMILIES,)
