"""Families of the procedural domain."""

from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = ()
