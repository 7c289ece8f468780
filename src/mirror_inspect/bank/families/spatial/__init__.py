"""Families of the spatial domain."""

from mirror_inspect.bank.families.spatial import geometry_2d, grid_navigation
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (*geometry_2d.FAMILIES, *grid_navigation.FAMILIES)
