"""Families of the temporal domain."""

from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = ()
