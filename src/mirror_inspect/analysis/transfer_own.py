"""Experiment 2 across subjects: transfer of what is a subject's own, once what is hard for everybody is taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mirror_inspect.analysis.families import adjusted_together
from mirror_inspect.analysis.transfer_table import SIGNAL_CHANNELS, TransferTable
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.profile_error import Measured
from mirror_inspect.metrics.transfer import MIN_OTHERS, tii_own
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.stats.arrays import Floats
from mirror_inspect.stats.verdicts import MARGINS
from mirror_inspect.taxonomy import IMPLICIT_CHANNELS, Channel

FEWEST_SUBJECTS = MIN_OTHERS + 1


@dataclass(frozen=True, slots=True)
class TransferSubject:
    """One subject of Experiment 2.

    Attributes:
        model: Inspect's name.
        table: What it did on the tasks.
        profile: Its capability profile; ``None`` where the log holds none.
        warnings: What a reader of its numbers must know.
        margin: Margin of its headline, stated before the run.
    """

    model: str
    table: TransferTable
    profile: CapabilityProfile | None
    warnings: tuple[str, ...] = ()
    margin: float = MARGINS["tii"]


def own_transfer(
    subjects: Sequence[TransferSubject], *, floor: float = COVERAGE_FLOOR, n_resamples: int = 10_000, seed: int = 0
) -> list[dict[str, Estimate]]:
    """Return, for every subject, transfer relative to the mean of the others.

    Args:
        subjects: Subjects that were given the same tasks.
        floor: Smallest share of a subject's signals that must be observed.
        n_resamples: BCa replicates, by task.
        seed: Seed of the resampling.

    Returns:
        One table per subject: ``tii_own`` (the headline with three or more), ``tii_own_implicit`` and one per channel,
        whose p-values are adjusted by Holm over the channels.
        NaN ``too_few_subjects`` below three, ``no_profile``, ``low_coverage``.
    """
    wanted: dict[str, Sequence[Channel]] = {"tii_own": SIGNAL_CHANNELS, "tii_own_implicit": IMPLICIT_CHANNELS}
    wanted |= {f"tii_own_{c}": (c,) for c in SIGNAL_CHANNELS}
    found = [
        {
            name: _own(i, subjects, channels, floor, n_resamples=n_resamples, seed=seed)
            for name, channels in wanted.items()
        }
        for i in range(len(subjects))
    ]
    return [own | adjusted_together(own, [f"tii_own_{c}" for c in SIGNAL_CHANNELS]) for own in found]


def _own(
    place: int,
    subjects: Sequence[TransferSubject],
    channels: Sequence[Channel],
    floor: float,
    *,
    n_resamples: int,
    seed: int,
) -> Estimate:
    subject = subjects[place]
    others = [s for i, s in enumerate(subjects) if i != place and s.profile is not None]
    observed, planned = subject.table.coverage(channels)
    if len(others) < MIN_OTHERS:
        return Estimate.undefined("too_few_subjects", n_observed=len(subjects))
    if not planned:
        return Estimate.undefined("not_asked")
    if subject.profile is None:
        return Estimate.undefined("no_profile", n_observed=observed, n_total=planned)
    if observed / planned < floor:
        return Estimate.undefined("low_coverage", n_observed=observed, n_total=planned)
    profiles = [s.profile for s in others if s.profile is not None]
    accuracy, rest = _common(subject.profile, profiles)
    known = np.isin(subject.table.hidden, sorted(accuracy))
    tasks = [t for t, kept in zip(subject.table.tasks, known.tolist(), strict=True) if kept]
    return tii_own(
        accuracy,
        subject.table.hidden[known],
        subject.table.columns(channels)[known],
        rest,
        np.stack([_aligned(s.table, tasks, channels) for s in others]),
        measured=Measured(_behind(subject.profile), {d: _answers(profiles, d) for d in accuracy}, rest),
        n_resamples=n_resamples,
        seed=seed,
    )


def _common(
    profile: CapabilityProfile, others: Sequence[CapabilityProfile]
) -> tuple[dict[str, float], Mapping[str, list[float]]]:
    """Return own and others' accuracies in the domains that were measured on the subject and on two others."""
    rest = {d.value: [p.accuracy[d] for p in others if d in p.accuracy] for d in profile.accuracy}
    kept = {d: values for d, values in rest.items() if len(values) >= MIN_OTHERS}
    return {d.value: a for d, a in profile.accuracy.items() if d.value in kept}, kept


def _behind(profile: CapabilityProfile) -> dict[str, int]:
    """Return the graded answers behind every accuracy."""
    return {s.domain.value: s.observed for s in profile.scores if s.observed}


def _answers(others: Sequence[CapabilityProfile], domain: str) -> list[int]:
    """Return the graded answers behind the others' accuracies in a domain, in the order of `_common`."""
    return [n for p in others if (n := _behind(p).get(domain))]


def _aligned(table: TransferTable, tasks: Sequence[str], channels: Sequence[Channel]) -> Floats:
    """Return a subject's signals on given tasks, NaN on those it was not given."""
    place = {task: i for i, task in enumerate(table.tasks)}
    signals = table.columns(channels)
    blank = np.full(len(channels), np.nan)
    return np.array([signals[place[t]] if t in place else blank for t in tasks], dtype=np.float64).reshape(
        len(tasks), len(channels)
    )
