"""Families of the logical domain."""

from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = ()
