"""Families of the arithmetic domain."""

from mirror_inspect.bank.families.arithmetic import (
    addition_subtraction,
    estimation,
    multi_step_calculation,
    multiplication_division,
    percentages_ratios,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *addition_subtraction.FAMILIES,
    *multiplication_division.FAMILIES,
    *percentages_ratios.FAMILIES,
    *multi_step_calculation.FAMILIES,
    *estimation.FAMILIES,
)
