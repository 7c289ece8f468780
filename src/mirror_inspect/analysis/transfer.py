"""Experiment 2: from a table of tasks and a capability profile to the estimates of transfer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.analysis.caveats import few_of, with_caveat
from mirror_inspect.analysis.families import adjusted_together
from mirror_inspect.analysis.transfer_table import SIGNAL_CHANNELS, TransferTable
from mirror_inspect.metrics.dissociation import dissociation
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, NAN, Estimate
from mirror_inspect.metrics.intervals import mean, share
from mirror_inspect.metrics.profile_error import Measured
from mirror_inspect.metrics.transfer import MIN_TASKS, hits, tii, tii_signed, tii_sub, without_difficulty
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.stats.arrays import Floats
from mirror_inspect.taxonomy import IMPLICIT_CHANNELS, SUBCATEGORIES, TRANSFER_CHANNELS, Channel, Domain

HEADLINE = "tii_signed"
HIT_PLACES = (1, 3)
"""Places of the ranking within which the hidden skill counts as named."""
RESAMPLES = 1000
"""BCa replicates in the log; the report takes more."""
_HITS = tuple(f"verbal_hit{k}" for k in HIT_PLACES)
_ABSOLUTE = tuple(f"tii_{c}" for c in SIGNAL_CHANNELS)
_SIGNED = ("tii_signed", "tii_partial_signed", "tii_implicit", "dissociation", "tii_outcome")
BESIDE = {
    "null": ("tii", "tii_partial", "tii_sub", *_ABSOLUTE),
    "chance": _HITS,
    "p": ("tii", "tii_partial", "tii_sub", *_SIGNED, *_HITS, *(f"tii_signed_{c}" for c in SIGNAL_CHANNELS)),
}
"""What stands beside an estimate in the log, and for which: what is expected without transfer where that is not 0."""

Metric = Callable[..., Estimate]


def summarise_transfer(
    table: TransferTable,
    profile: CapabilityProfile | None,
    *,
    n_subjects: int = 1,
    floor: float = COVERAGE_FLOOR,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
) -> dict[str, Estimate]:
    """Return the estimates of Experiment 2.

    Args:
        table: What one subject did.
        profile: Its capability profile, from items that are not among the tasks; ``None`` where there is none.
        n_subjects: Subjects compared; below three the TII carries the flag
            ``not_separable_from_task_difficulty``.
        floor: Smallest share observed at which a value is reported (rule 1).
        n_resamples: BCa replicates.
        seed: Seed of resamples and permutations.

    Returns:
        A fixed set of names, whatever was observed: NaN with a reason where there is nothing. ``..._null`` is the
        expectation without transfer where it is not 0, ``..._p`` the exact p; those of single channels are adjusted by
        Holm over the channels, which are one family.
    """
    run = _Run(table, profile, n_subjects, floor, n_resamples, seed)
    found = {
        "tii_signed": run.transfer(tii_signed, SIGNAL_CHANNELS),
        "tii": run.transfer(tii, SIGNAL_CHANNELS),
        "tii_partial": run.transfer(tii, SIGNAL_CHANNELS, partial=True),
        "tii_partial_signed": run.transfer(tii_signed, SIGNAL_CHANNELS, partial=True),
        "tii_sub": run.by_subcategory(),
        "tii_implicit": run.transfer(tii_signed, IMPLICIT_CHANNELS),
        "dissociation": run.dissociation(),
        "tii_outcome": run.outcome(),
    }
    for c in SIGNAL_CHANNELS:
        found[f"tii_{c}"] = run.transfer(tii, (c,))
        found[f"tii_signed_{c}"] = run.transfer(tii_signed, (c,))
    for form in ("tii", "tii_signed"):
        found |= adjusted_together(found, [f"{form}_{c}" for c in SIGNAL_CHANNELS])
    for k in HIT_PLACES:
        found[f"verbal_hit{k}"] = verbal_hits(table, k, floor)
    found = _with_nulls(found)
    found["tii_channels"] = run.channels()
    found["natural_accuracy"] = _accuracy(table, floor)
    for asked in TRANSFER_CHANNELS:
        found[f"{asked}_coverage"] = share(table.observed.get(asked, 0), table.planned.get(asked, 0))
    return found


def verbal_hits(table: TransferTable, k: int, floor: float = COVERAGE_FLOOR) -> Estimate:
    """Return how often the hidden skill is among the first ``k`` named, against chance k/8.

    Only rankings of at least ``k`` skills count, whether they hit or not: a shorter one that happens to hold the skill
    would count while one that does not would be missing.
    """
    planned = len(table) if table.planned.get(Channel.VERBAL) else 0
    places = [
        ranking.index(hidden) + 1 if hidden in ranking else len(Domain)
        for ranking, hidden in zip(table.rankings, table.hidden.tolist(), strict=True)
        if len(ranking) >= k
    ]
    if not planned:
        return Estimate.undefined("not_asked")
    return hits(places, k=k).out_of(planned, floor=floor)


def _with_nulls(found: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Return the estimates, each followed by its null (where that is not 0) and its p-value as numbers of their own."""
    shown = {}
    for name, e in found.items():
        shown[name] = e
        for ending, names in BESIDE.items():
            if name in names:
                number = e.p if ending == "p" else e.null
                shown[f"{name}_{ending}"] = Estimate(number, NAN, NAN, e.n_observed, e.n_total, reason=e.reason)
    return shown


class _Run:
    """One summary under way: the table, restricted to hidden domains with a measured accuracy, and the options."""

    def __init__(
        self,
        table: TransferTable,
        profile: CapabilityProfile | None,
        n_subjects: int,
        floor: float,
        n_resamples: int,
        seed: int,
    ) -> None:
        self.table, self.profile, self.floor = table, profile, floor
        self.n_subjects = n_subjects
        self.options: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed}
        self.accuracy = {d.value: a for d, a in profile.accuracy.items()} if profile else {}
        self.measured = Measured({s.domain.value: s.observed for s in profile.scores} if profile else {})
        self.known = np.isin(table.hidden, sorted(self.accuracy))

    def transfer(self, metric: Metric, channels: Sequence[Channel], *, partial: bool = False) -> Estimate:
        """Return one form of the TII over some channels."""
        if reason := self._missing(channels):
            return reason
        signals = self.table.columns(channels)[self.known]
        if partial:
            signals = without_difficulty(signals, self.table.difficulty[self.known])
        found = metric(
            self.accuracy,
            self.hidden,
            signals,
            n_subjects=self.n_subjects,
            measured=self.measured,
            **self.options,
        )
        return self._counted(found, channels)

    def by_subcategory(self) -> Estimate:
        """Return the TII over subcategories."""
        finer = self.profile.subcategory_accuracy if self.profile else {}
        if reason := self._missing(SIGNAL_CHANNELS):
            return reason
        if not finer:
            return Estimate.undefined("no_subcategory_profile", n_total=len(self.table))
        known = np.isin(self.table.subcategory, sorted(finer))
        domain = {s: d.value for d, names in SUBCATEGORIES.items() for s in names}
        labels, signals = self.table.subcategory[known], self.table.columns(SIGNAL_CHANNELS)[known]
        behind = Measured({s.subcategory: s.observed for s in self.profile.subcategories} if self.profile else {})
        return self._counted(tii_sub(finer, domain, labels, signals, measured=behind, **self.options), SIGNAL_CHANNELS)

    def dissociation(self) -> Estimate:
        """Return the dissociation on the tasks whose report names a skill of measured accuracy first."""
        if reason := self._missing((*IMPLICIT_CHANNELS, Channel.VERBAL)):
            return reason
        if not self.table.planned.get(Channel.VERBAL):
            return Estimate.undefined("not_asked")
        named = np.array([r[0].value if r else "" for r in self.table.rankings], dtype=str)
        both = self.known & np.isin(named, sorted(self.accuracy))
        signals = self.table.columns(IMPLICIT_CHANNELS)[both]
        found = dissociation(
            self.accuracy, self.table.hidden[both], named[both], signals, measured=self.measured, **self.options
        )
        return found.out_of(len(self.table), floor=self.floor) if found.defined else found

    def outcome(self) -> Estimate:
        """Return how far success on the tasks themselves follows the profile: what there is to transfer."""
        graded = self.known & np.isfinite(self.table.right)
        if reason := self._missing((Channel.NATURAL,)):
            return reason
        hidden, right = self.table.hidden[graded], self.table.right[graded]
        found = tii_signed(self.accuracy, hidden, right, n_subjects=3, measured=self.measured, **self.options)
        return found.out_of(len(self.table), floor=self.floor) if found.defined else found

    def channels(self) -> Estimate:
        """Return how many channels have enough distinct signals to enter the mean over channels."""
        if not self.table.asked:
            return Estimate.undefined("not_asked")
        usable = [c for c in self.table.asked if _varies(self.table.columns([c])[self.known, 0])]
        return Estimate(float(len(usable)), n_observed=len(usable), n_total=len(self.table.asked))

    @property
    def hidden(self) -> NDArray[np.str_]:
        return self.table.hidden[self.known]

    def _missing(self, channels: Sequence[Channel]) -> Estimate | None:
        """Return the undefined estimate where nothing was asked, too little was observed, or there is no profile."""
        observed, planned = self.table.coverage(channels)
        if not planned:
            return Estimate.undefined("not_asked")
        if self.profile is None:
            return Estimate.undefined("no_profile", n_observed=observed, n_total=planned)
        if observed / planned < self.floor or self.known.mean() < self.floor:
            return Estimate.undefined("low_coverage", n_observed=observed, n_total=planned)
        return None

    def _counted(self, found: Estimate, channels: Sequence[Channel]) -> Estimate:
        """Return the estimate with signals observed and planned as counts; channels observed too seldom are named."""
        observed, planned = self.table.coverage(channels)
        caveat = few_of({c.value: self.table.coverage((c,)) for c in channels}, self.floor)
        return with_caveat(replace(found, n_observed=observed, n_total=planned), caveat)


def _varies(signal: Floats) -> bool:
    seen = signal[np.isfinite(signal)]
    return len(seen) >= MIN_TASKS and bool(np.ptp(seen) > 0)


def _accuracy(table: TransferTable, floor: float) -> Estimate:
    """Return the share of tasks answered rightly when asked plainly."""
    graded = table.right[np.isfinite(table.right)]
    planned = len(table) if table.planned.get(Channel.NATURAL) else 0
    if np.isin(graded, (0.0, 1.0)).all():
        return share(float(graded.sum()), len(graded)).out_of(planned, floor=floor)
    return mean(graded, bounds=(0.0, 1.0)).out_of(planned, floor=floor)


def undefined_transfer(found: Mapping[str, Estimate], reason: str) -> dict[str, Estimate]:
    """Return the same names without values, for runs whose observations may not be put together."""
    return {name: Estimate(NAN, n_total=e.n_total, reason=reason) for name, e in found.items()}
