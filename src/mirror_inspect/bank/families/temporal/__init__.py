"""Families of the temporal domain."""

from mirror_inspect.bank.families.temporal import (
    calendar_date,
    duration_calculation,
    rate_time,
    scheduling,
    sequence_ordering,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *duration_calculation.FAMILIES,
    *sequence_ordering.FAMILIES,
    *calendar_date.FAMILIES,
    *rate_time.FAMILIES,
    *scheduling.FAMILIES,
)
