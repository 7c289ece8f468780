"""Families of the linguistic domain."""

from mirror_inspect.bank.families.linguistic import (
    active_passive,
    grammar_syntax,
    inference_meaning,
    register_style,
    vocabulary_semantics,
)
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *grammar_syntax.FAMILIES,
    *vocabulary_semantics.FAMILIES,
    *active_passive.FAMILIES,
    *register_style.FAMILIES,
    *inference_meaning.FAMILIES,
)
