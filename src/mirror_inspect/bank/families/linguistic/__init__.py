"""Families of the linguistic domain."""

from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = ()
