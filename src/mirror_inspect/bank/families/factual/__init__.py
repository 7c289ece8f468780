"""Families of the factual domain."""

from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = ()
