"""Families of the linguistic domain."""

from mirror_inspect.bank.families.linguistic import active_passive, grammar_syntax, vocabulary_semantics
from mirror_inspect.bank.family import Family

FAMILIES: tuple[Family, ...] = (
    *grammar_syntax.FAMILIES,
    *vocabulary_semantics.FAMILIES,
    *active_passive.FAMILIES,
)
