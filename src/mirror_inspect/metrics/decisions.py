"""Agentic decisions as arrays: what was taken on, what went wrong, what was routed away."""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.stats.arrays import Floats, binary, labels, same_length

PROCEED: Final = "proceed"
ESCALATED: Final = "escalated"
DECISIONS: Final = frozenset({PROCEED, "tool", "defer", ESCALATED})
"""Agentic decisions; a P3 ``answer`` is none of them, because nothing was decided."""


def decisions(decision: ArrayLike) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return whether each component was taken on and whether it was routed away, boolean, shape (n,) each.

    Raises:
        ValueError: a decision that is none of `DECISIONS`.
    """
    names, codes = labels(decision, "decision")
    unknown = set(names.tolist()) - DECISIONS
    if unknown:
        raise ValueError(f"unknown decision {sorted(unknown)}; allowed: {sorted(DECISIONS)}")
    if len(names) == 0:
        return np.empty(0, dtype=bool), np.empty(0, dtype=bool)
    return (names == PROCEED)[codes], (names == ESCALATED)[codes]


def outcomes(decision: ArrayLike, correct: ArrayLike) -> tuple[NDArray[np.bool_], Floats, NDArray[np.bool_]]:
    """Return what was taken on, what was taken on and wrong (0 or 1), and what was routed away, shape (n,) each.

    Raises:
        ValueError: unequal lengths, an unknown decision, or no grade in {0, 1} where it was taken on.
    """
    proceeds, routed = decisions(decision)
    grades = np.asarray(correct)
    if grades.ndim != 1 or (grades.size and grades.dtype.kind not in "biuf"):
        raise ValueError(f"correct must be numeric and one-dimensional, not {grades.dtype} of shape {grades.shape}")
    same_length(decision=proceeds, correct=grades)
    wrong = np.zeros(len(proceeds))
    wrong[proceeds] = 1 - binary(grades[proceeds], "correct where it proceeded")
    return proceeds, wrong, routed
