"""All item families, by domain; a family is added to its domain's ``FAMILIES``."""

from mirror_inspect.bank.families import (
    arithmetic,
    factual,
    linguistic,
    logical,
    procedural,
    social,
    spatial,
    temporal,
)
from mirror_inspect.bank.family import Family

ALL: tuple[Family, ...] = (
    *arithmetic.FAMILIES,
    *spatial.FAMILIES,
    *temporal.FAMILIES,
    *linguistic.FAMILIES,
    *logical.FAMILIES,
    *social.FAMILIES,
    *factual.FAMILIES,
    *procedural.FAMILIES,
)
