"""Families of the social domain."""

from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = ()
