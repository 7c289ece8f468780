"""Families of the spatial domain."""

from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = ()
