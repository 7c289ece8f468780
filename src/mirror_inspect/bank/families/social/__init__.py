"""Families of the social domain."""

from mirror_inspect.bank.families.social import (
    conflict_resolution,
    emotion_recognition,
    norm_violation,
    perspective_taking,
    pragmatic_implicature,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *emotion_recognition.FAMILIES,
    *norm_violation.FAMILIES,
    *perspective_taking.FAMILIES,
    *conflict_resolution.FAMILIES,
    *pragmatic_implicature.FAMILIES,
)
