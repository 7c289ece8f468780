"""Experiment 2 from its logs: transfer of every subject, its own beyond the others', and what happens per domain."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from mirror_inspect.analysis.transfer import summarise_transfer
from mirror_inspect.analysis.transfer_own import FEWEST_SUBJECTS, TransferSubject, own_transfer
from mirror_inspect.analysis.transfer_table import SIGNAL_CHANNELS, TransferTable, transfer_table
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import mean, share
from mirror_inspect.observation import log_observations
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.report import task_logs
from mirror_inspect.stats.verdicts import Verdict, verdict
from mirror_inspect.taxonomy import IMPLICIT_CHANNELS, Channel, Domain

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

TASK: Final = "exp2_transfer"
COMPARABLE: Final = ("bank_digest", "prompt_digest", "seed", "tasks", "channels")
"""What should be the same in the logs of subjects that are compared."""


@dataclass(frozen=True, slots=True)
class DomainRow:
    """One hidden domain of one subject.

    Attributes:
        domain: The domain.
        accuracy: Measured accuracy on calibration items, with Wilson interval.
        right: Share right of the tasks that need it, asked plainly.
        implicit: Mean signal of the implicit channels on these tasks, each channel centred on its mean over all tasks.
        stated: The same of rating and self-report.
        named: Share of these tasks whose report names the domain first.
    """

    domain: Domain
    accuracy: Estimate
    right: Estimate
    implicit: Estimate
    stated: Estimate
    named: Estimate


@dataclass(frozen=True, slots=True)
class SubjectTransfer:
    """What Experiment 2 says of one subject.

    Attributes:
        model: Inspect's name.
        estimates: Every estimate of `summarise_transfer`.
        own: Every estimate of `own_transfer`: NaN below three subjects.
        verdict: The headline held against the margin: ``tii_own`` with three subjects or more, else ``tii_signed``.
        domains: One row per hidden domain.
        warnings: What a reader of the numbers must know.
    """

    model: str
    estimates: Mapping[str, Estimate]
    own: Mapping[str, Estimate]
    verdict: Verdict
    domains: tuple[DomainRow, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TransferReport:
    """Experiment 2 over all subjects given; ``separable`` says whether there are enough to take task difficulty out."""

    subjects: tuple[SubjectTransfer, ...]
    separable: bool


def transfer_report(files: Iterable[Path], *, n_resamples: int = 10_000, seed: int = 0) -> TransferReport:
    """Read logs and report on every subject.

    Args:
        files: Logs, also of other tasks, which are left out.
        n_resamples: BCa replicates.
        seed: Seed of resamples and permutations.

    Raises:
        ArgumentError: none of them is a log of Experiment 2, or one cannot be read.
    """
    subjects = read_subjects(files)
    counted = sum(s.profile is not None for s in subjects)
    own = own_transfer(subjects, n_resamples=n_resamples, seed=seed)
    made = []
    for subject, relative in zip(subjects, own, strict=True):
        found = summarise_transfer(
            subject.table, subject.profile, n_subjects=counted, n_resamples=n_resamples, seed=seed
        )
        headline = relative["tii_own"] if counted >= FEWEST_SUBJECTS else found["tii_signed"]
        rows = tuple(domain_rows(subject.table, subject.profile))
        held = verdict(headline, subject.margin, direction="greater")
        made.append(SubjectTransfer(subject.model, found, relative, held, rows, subject.warnings))
    return TransferReport(tuple(made), separable=counted >= FEWEST_SUBJECTS)


def read_subjects(files: Iterable[Path]) -> list[TransferSubject]:
    """Read logs and return one subject per model, sorted by name; of several runs of a model the newest counts.

    Raises:
        ArgumentError: none of the logs is of Experiment 2, or one cannot be read.
    """
    runs = task_logs.newest_by_model(files, TASK)
    apart = tuple(task_logs.differing([run.log for run in runs], COMPARABLE, "the subjects'"))
    return [_subject(run.log, (*run.left_out, *task_logs.doubts(run.log), *apart)) for run in runs]


def _subject(log: "EvalLog", warnings: tuple[str, ...]) -> TransferSubject:
    stored = [(s.metadata or {}).get("profile") for s in log.samples or ()]
    profiles = {p.digest: p for p in (CapabilityProfile.model_validate(p) for p in stored if p)}
    if len(profiles) > 1:
        warnings = (
            *warnings,
            "its tasks were held against more than one profile: nothing is computed (mixed_profiles)",
        )
    profile = next(iter(profiles.values())) if len(profiles) == 1 else None
    margin = task_logs.stated_margin(log.eval.metadata or {}, "tii")
    return TransferSubject(log.eval.model, transfer_table(log_observations(log)), profile, warnings, margin)


def domain_rows(table: TransferTable, profile: CapabilityProfile | None) -> Iterator[DomainRow]:
    """Return what happened on the tasks of each hidden domain."""
    scores = {s.domain: s for s in profile.scores} if profile else {}
    firsts = np.array([r[0].value if r else "" for r in table.rankings], dtype=str)
    for domain in Domain:
        mine = table.hidden == domain.value
        score = scores.get(domain)
        right = table.right[mine]
        reported = mine & (firsts != "")
        yield DomainRow(
            domain,
            share(score.right, score.observed) if score else Estimate.undefined("no_profile"),
            mean(right[np.isfinite(right)], bounds=(0.0, 1.0)),
            _centred(table, IMPLICIT_CHANNELS, mine),
            _centred(table, [c for c in SIGNAL_CHANNELS if c not in IMPLICIT_CHANNELS], mine),
            share(float((firsts[reported] == domain.value).sum()), int(reported.sum())),
        )


def _centred(table: TransferTable, channels: Sequence[Channel], mine: np.ndarray) -> Estimate:
    """Mean over tasks of the mean signal of some channels, each less its mean over all tasks."""
    signals = table.columns(channels)
    seen = np.isfinite(signals)
    level = np.where(seen, signals, 0.0).sum(axis=0) / np.maximum(seen.sum(axis=0), 1)
    centred = np.where(seen, signals - level, 0.0)
    counted = seen.sum(axis=1)
    kept = mine & (counted > 0)
    return mean(centred[kept].sum(axis=1) / np.maximum(counted[kept], 1))
