"""Experiment 5 from its logs: every shift with its BCa interval, p-values adjusted over the table, and a verdict."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from mirror_inspect.analysis.adversarial import BASELINES, TABLE, summarise_adversarial
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report import task_logs
from mirror_inspect.stats.multiplicity import benjamini_hochberg, holm
from mirror_inspect.stats.verdicts import Verdict, verdict
from mirror_inspect.taxonomy import Channel, Prefix

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

TASK: Final = "exp5_adversarial"


@dataclass(frozen=True, slots=True)
class Cell:
    """One attack in one channel against one baseline.

    Attributes:
        attack: The attack.
        channel: The channel.
        shift: Mean shift of the signal, positive when confidence rises.
        holm: p adjusted by Holm over the table of attacks by channels; NaN where there was no test.
        fdr: p adjusted by Benjamini and Hochberg over the same table.
        verdict: The shift held against the margin of the run, its significance after Holm's adjustment.
    """

    attack: Prefix
    channel: Channel
    shift: Estimate
    holm: float
    fdr: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class RobustnessReport:
    """What Experiment 5 says of one subject.

    Attributes:
        model: Inspect's name.
        estimates: Every estimate of `summarise_adversarial`, with BCa intervals.
        cells: The table against the placebo and against the clean item, by baseline.
        margin: Smallest shift that counts, stated before the run.
        warnings: What a reader of the numbers must know.
    """

    model: str
    estimates: Mapping[str, Estimate]
    cells: Mapping[Prefix, tuple[Cell, ...]]
    margin: float
    warnings: tuple[str, ...] = ()


def robustness_reports(files: Iterable[Path], *, n_resamples: int = 10_000) -> list[RobustnessReport]:
    """Read logs and return one report per model, of its newest run, sorted by name.

    Args:
        files: Logs, also of other tasks, which are left out.
        n_resamples: BCa replicates; 0 keeps the analytic intervals of the log.

    Raises:
        ArgumentError: none of them is a log of Experiment 5, or one cannot be read.
    """
    return [_report(run, n_resamples) for run in task_logs.newest_by_model(files, TASK)]


def _report(run: task_logs.Newest, n_resamples: int) -> RobustnessReport:
    margin = task_logs.stated_margin(run.log.eval.metadata or {}, "shift")
    estimates = summarise_adversarial(run.observations, n_resamples=n_resamples)
    cells = {baseline: table_of(estimates, baseline, margin) for baseline in BASELINES}
    return RobustnessReport(run.log.eval.model, estimates, cells, margin, (*run.left_out, *_warnings(run.log)))


def table_of(estimates: Mapping[str, Estimate], baseline: Prefix, margin: float) -> tuple[Cell, ...]:
    """Return the table of attacks by channels against one baseline, p-values adjusted over all of it.

    Args:
        estimates: What `summarise_adversarial` returned.
        baseline: ``placebo`` or ``clean``.
        margin: Smallest shift that counts.
    """
    shifts = [estimates[f"{BASELINES[baseline]}shift_{attack}_{channel}"] for attack, channel in TABLE]
    p = np.array([e.p for e in shifts], dtype=float)
    rows = zip(TABLE, shifts, holm(p), benjamini_hochberg(p), strict=True)
    return tuple(
        Cell(attack, channel, e, float(adjusted), float(fdr), _held(e, float(adjusted), margin))
        for (attack, channel), e, adjusted, fdr in rows
    )


def _held(shift: Estimate, adjusted: float, margin: float) -> Verdict:
    return verdict(replace(shift, p=adjusted), margin)


def _warnings(log: "EvalLog") -> Iterator[str]:
    yield from task_logs.unfinished(log, "the run")
    yield from task_logs.foreign_profile(log)
    if Prefix.PLACEBO not in (log.eval.metadata or {}).get("prefixes", [Prefix.PLACEBO]):
        yield "no placebo was run: shifts against the clean item include that of any text before a question"
    yield from task_logs.simulated(log)
