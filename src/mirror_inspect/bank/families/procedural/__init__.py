"""Families of the procedural domain."""

from mirror_inspect.bank.families.procedural import (
    constraint_following,
    dependency_ordering,
    error_detection,
    protocol_compliance,
    step_sequencing,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *step_sequencing.FAMILIES,
    *protocol_compliance.FAMILIES,
    *dependency_ordering.FAMILIES,
    *constraint_following.FAMILIES,
    *error_detection.FAMILIES,
)
