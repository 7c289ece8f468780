"""Every resampled rate and contrast of Experiment 9 over one set of resamples of tasks."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from mirror_inspect.metrics.decisions import outcomes
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Floats, binary, labels, same_length
from mirror_inspect.stats.resampling import bca_many

GIVEN, RIGHT, WRONG, ROUTED = range(4)
CFR_CONTRASTS: Final = (("C1", "C2"), ("C2", "C3"))
FAILURE_CONTRASTS: Final = (("CR", "C4"),)
ROUTED_CONDITION: Final = "C4"


@dataclass(frozen=True, slots=True)
class AgenticRow:
    """One statistic with its paradigm and its condition, or conditions as ``C1-C2``."""

    metric: str
    paradigm: str
    condition: str
    estimate: Estimate


def agentic_table(
    task: ArrayLike,
    paradigm: ArrayLike,
    condition: ArrayLike,
    weak: ArrayLike,
    decision: ArrayLike,
    correct: ArrayLike,
    *,
    n_resamples: int = 10_000,
    level: float = 0.95,
    seed: int = 0,
    threads: int = 1,
) -> tuple[AgenticRow, ...]:
    """Estimate rates per paradigm and condition, and their paired contrasts, with BCa intervals by task.

    Args:
        task: Task labels, shape (n,), one row per observed component.
        paradigm: P1 or P2, shape (n,); in P3 nothing is decided.
        condition: C1..C4, C2F, CR, shape (n,).
        weak: The component lies in a weak domain, boolean, shape (n,).
        decision: ``proceed``, ``tool``, ``defer`` or ``escalated``, shape (n,).
        correct: 0/1 where it proceeded; any value or NaN elsewhere.
        n_resamples: Replicates; 0 returns values only.
        level: Nominal coverage.
        seed: Seed of the resampling.
        threads: Threads for the resampling; the result does not depend on it.

    Returns:
        Per paradigm and condition ``cfr`` (in C4 0 by construction, reason ``zero_by_construction``, when all of the
        weak set was routed), its factors ``proceed_weak`` and ``wrong_if_proceed``, ``failure`` and ``given_away``
        (over all components); contrasts of ``cfr`` C1-C2 and C2-C3 and of ``failure`` CR-C4 where both conditions
        occur. Undefined ones are NaN with the reason of `bca_many`. An empty table gives an empty tuple.

    Raises:
        ValueError: different lengths, unknown decisions, or no grade where a component was taken on.
    """
    (tasks, unit), (paradigms, p), (conditions, c) = (
        labels(task, "task"),
        labels(paradigm, "paradigm"),
        labels(condition, "condition"),
    )
    proceeds, wrong, routed = outcomes(decision, correct)
    members = binary(weak, "weak").astype(np.intp)
    n = same_length(task=unit, paradigm=p, condition=c, weak=members, decision=proceeds)
    if n == 0:
        return ()
    # Eight classes a cell: what happened to the component, by weak (1) or strong (0).
    fate = np.where(routed, ROUTED, np.where(proceeds, np.where(wrong == 1, WRONG, RIGHT), GIVEN))
    cell = p * len(conditions) + c
    code = (cell * 2 + members) * 4 + fate
    width = len(paradigms) * len(conditions) * 8
    counts = sparse.csr_matrix((np.ones(n), (unit, code)), shape=(len(tasks), width))
    present = {
        (str(a), str(b)): i * len(conditions) + j
        for i, a in enumerate(paradigms)
        for j, b in enumerate(conditions)
        if (cell == i * len(conditions) + j).any()
    }
    plan = _plan(present)

    def finish(sums: Floats) -> Floats:
        table = sums.reshape(len(sums), -1, 2, 4)
        return np.stack([statistic(table) for _, statistic in plan], axis=1)

    found = bca_many(counts, finish, n_resamples=n_resamples, level=level, seed=seed, n_rows=n, threads=threads)
    whole = counts.sum(axis=0).A1.reshape(-1, 2, 4)
    rows = []
    for ((metric, a, b), _), e in zip(plan, found, strict=True):
        if metric == "cfr" and b == ROUTED_CONDITION and e.defined and not whole[present[a, b], 1, :ROUTED].any():
            e = replace(e, reason="zero_by_construction")
        rows.append(AgenticRow(metric, a, b, e))
    return tuple(rows)


Statistic = Callable[[Floats], Floats]


def _plan(present: dict[tuple[str, str], int]) -> list[tuple[tuple[str, str, str], Statistic]]:
    plan: list[tuple[tuple[str, str, str], Statistic]] = []
    for (a, b), at in present.items():
        for metric, rate in RATES.items():
            plan.append(((metric, a, b), _of_cell(rate, at)))
    for metric, pairs in (("cfr", CFR_CONTRASTS), ("failure", FAILURE_CONTRASTS)):
        for first, second in pairs:
            for a in sorted({name for name, _ in present}):
                if (a, first) in present and (a, second) in present:
                    change = _difference(RATES[metric], present[a, first], present[a, second])
                    plan.append(((metric, a, f"{first}-{second}"), change))
    return plan


def _of_cell(rate: Statistic, at: int) -> Statistic:
    return lambda table: rate(table[:, at])


def _difference(rate: Statistic, first: int, second: int) -> Statistic:
    return lambda table: np.asarray(rate(table[:, first]) - rate(table[:, second]))


def _cfr(cell: Floats) -> Floats:
    return np.asarray(cell[:, 1, WRONG] / cell[:, 1].sum(axis=1))


def _proceed_weak(cell: Floats) -> Floats:
    return np.asarray((cell[:, 1, RIGHT] + cell[:, 1, WRONG]) / cell[:, 1].sum(axis=1))


def _wrong_if_proceed(cell: Floats) -> Floats:
    return np.asarray(cell[:, 1, WRONG] / (cell[:, 1, RIGHT] + cell[:, 1, WRONG]))


def _failure(cell: Floats) -> Floats:
    return np.asarray(cell[:, :, WRONG].sum(axis=1) / cell.sum(axis=(1, 2)))


def _given_away(cell: Floats) -> Floats:
    return np.asarray((cell[:, :, GIVEN] + cell[:, :, ROUTED]).sum(axis=1) / cell.sum(axis=(1, 2)))


RATES: Final[dict[str, Statistic]] = {
    "cfr": _cfr,
    "proceed_weak": _proceed_weak,
    "wrong_if_proceed": _wrong_if_proceed,
    "failure": _failure,
    "given_away": _given_away,
}
