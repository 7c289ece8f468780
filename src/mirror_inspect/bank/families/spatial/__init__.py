"""Families of the spatial domain."""

from mirror_inspect.bank.families.spatial import (
    distance_bearing,
    geometry_2d,
    geometry_3d,
    grid_navigation,
    spatial_arrangement,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *geometry_2d.FAMILIES,
    *geometry_3d.FAMILIES,
    *grid_navigation.FAMILIES,
    *spatial_arrangement.FAMILIES,
    *distance_bearing.FAMILIES,
)
