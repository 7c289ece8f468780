"""Families of tests: estimates that are read side by side, whose p-values are adjusted together."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.multiplicity import holm


def adjusted_together(found: Mapping[str, Estimate], family: Iterable[str]) -> dict[str, Estimate]:
    """Return the estimates of a family with their p-values adjusted by Holm over it; intervals stay one by one.

    Args:
        found: Estimates by name.
        family: Names of those that are read as one table; those without a p-value do not count.

    Raises:
        KeyError: a name is not among the estimates.
    """
    names = tuple(family)
    p = holm([found[name].p for name in names])
    return {name: replace(found[name], p=float(x)) for name, x in zip(names, p, strict=True)}
