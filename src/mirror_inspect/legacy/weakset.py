"""Which domains count as weak under the release's rules, and the pooled CFR that follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from mirror_inspect.metrics.estimate import NAN

ABSOLUTE = 0.40
BOTTOM = 3


class WeakRule(StrEnum):
    """The released rules for the weak set."""

    ORIGINAL = "Original (<=0.40)"
    MEDIAN = "Median"
    BOTTOM_3 = "Bottom-3"
    ABSOLUTE = "Absolute <0.40"


@dataclass(frozen=True, slots=True)
class ThresholdRow:
    """One row of the threshold-sensitivity table.

    Attributes:
        c1: Failures over weak components in C1, pooled over models; NaN without components.
        c4: The same in C4.
        reduction: 1 - c4 / c1; NaN (a null in the release) when either rate is 0.
        n_c1: Weak components in C1.
        n_c4: Weak components in C4.
    """

    c1: float
    c4: float
    reduction: float
    n_c1: int
    n_c4: int


def weak_set(accuracy: Mapping[str, float], rule: WeakRule) -> frozenset[str]:
    """Domains that count as weak.

    Args:
        accuracy: Accuracy per available domain, in [0, 1].
        rule: The released rule; bottom-3 breaks ties by name.

    Returns:
        The weak domains; empty for an empty profile.

    Raises:
        ValueError: an accuracy that is not a number in [0, 1].
    """
    if not all(0 <= a <= 1 for a in accuracy.values()):
        raise ValueError("accuracies must lie in [0, 1]")
    if not accuracy:
        return frozenset()
    if rule is WeakRule.BOTTOM_3:
        return frozenset(sorted(accuracy, key=lambda d: (accuracy[d], d))[:BOTTOM])
    median = float(np.median(list(accuracy.values())))
    return frozenset(
        d
        for d, a in accuracy.items()
        if (rule is WeakRule.ORIGINAL and a <= ABSOLUTE)
        or (rule is WeakRule.ABSOLUTE and a < ABSOLUTE)
        or (rule is WeakRule.MEDIAN and a < median)
    )


def threshold_row(c1: Mapping[str, tuple[int, int]], c4: Mapping[str, tuple[int, int]]) -> ThresholdRow:
    """Pool failures and weak components over models.

    Args:
        c1: Failures and weak components in C1 per model.
        c4: The same in C4.

    Returns:
        The row.

    Raises:
        ValueError: failures outside 0..components.
    """
    rates, sizes = [], []
    for counts in (c1, c4):
        if not all(0 <= k <= n for k, n in counts.values()):
            raise ValueError("failures must lie in 0..components")
        failed, n = sum(k for k, _ in counts.values()), sum(n for _, n in counts.values())
        rates.append(failed / n if n else NAN)
        sizes.append(n)
    reduction = 1 - rates[1] / rates[0] if rates[0] > 0 and rates[1] > 0 else NAN
    return ThresholdRow(rates[0], rates[1], reduction, sizes[0], sizes[1])
