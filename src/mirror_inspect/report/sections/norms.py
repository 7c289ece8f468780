"""Reliability, and what a signal says beyond what other subjects' answers to the same items say."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from mirror_inspect.analysis.atlas import signal_matrix
from mirror_inspect.analysis.rows import Rows
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import REPEAT_FLAG, Observation
from mirror_inspect.report.cohort import natural_answers
from mirror_inspect.report.digits import digits
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.page import Cell, Count, Number, Part, Prose, Table
from mirror_inspect.report.sections.atlas import EXPERIMENT, FIRST_ASKED
from mirror_inspect.report.sections.shared import Options, entries, quantities
from mirror_inspect.stats.arrays import Floats
from mirror_inspect.stats.norms import multitrait_multimethod, self_knowledge_beyond_others
from mirror_inspect.stats.reliability import VarianceComponents, item_reliability, variance_components
from mirror_inspect.taxonomy import ATLAS_CHANNELS, Channel

FEWEST_OTHERS: Final = 2
CHANNELS: Final = {Channel.SELF_REPORT: "self-report", Channel.RATING: "rating", Channel.WAGER: "bet"}
MOST_RESAMPLES: Final = 2000


def build(group: Group, options: Options) -> Part:
    """Return reliability, self-knowledge beyond the cohort, and discriminant evidence."""
    subjects = group.taking(EXPERIMENT)
    if not subjects:
        return Part()
    found = [(s, {**_beyond(s, subjects, options), **_discriminant(s, options)}) for s in subjects]
    labels = {f"beyond_others_{c}": f"{word} with being right, both beyond the others" for c, word in CHANNELS.items()}
    labels |= {
        "convergent": "channels with each other",
        "discriminant": "channels with length and latency of the reply",
        "advantage": "  difference",
    }
    where = dict.fromkeys(labels, FIRST_ASKED)
    repeated = [(s, r) for s in subjects for r in _repeated(s, options)]
    others, simulated = _cohort_size(subjects, options)
    table = f"and the {others} of the cohort table ({simulated} simulated)" if others else "; the cohort table is empty"
    note = (
        f"Others are the other subjects of this report {table}. "
        "The fewer they are, the more of what is hard for everybody is left in."
    ).replace(" ;", ";")
    return Part(
        (
            Prose(note),
            quantities("Own self-knowledge (correlations; 0 without it)", labels, EXPERIMENT, found, where=where),
            _reliability(repeated),
        ),
        (),
        tuple(x for s, e in found for x in entries(s, EXPERIMENT, e, FIRST_ASKED))
        + tuple(x for s, r in repeated for x in entries(s, EXPERIMENT, {f"reliability_{r.channel}": r.share})),
    )


def _cohort_size(subjects: tuple[Subject, ...], options: Options) -> tuple[int, int]:
    here = {s.model for s in subjects}
    members = [m for m in options.cohort.members if m.model not in here]
    return len(members), sum(m.simulated for m in members)


def _beyond(subject: Subject, subjects: tuple[Subject, ...], options: Options) -> dict[str, Estimate]:
    cohort = options.cohort
    tables = [natural_answers(s.observations(EXPERIMENT)) for s in subjects if s.model != subject.model]
    here = {s.model for s in subjects}
    tables += [cohort.answers(i) for i, m in enumerate(cohort.members) if m.model not in here]
    found = {}
    for channel in CHANNELS:
        rows = subject.rows(EXPERIMENT).once().where(channel=channel)
        seen = rows.where(lambda o: o.signal is not None and o.correct is not None)
        others = np.array([[t.get(o.item_id, math.nan) for t in tables] for o in seen], dtype=np.float64)
        known = np.isfinite(others).sum(axis=1) >= FEWEST_OTHERS if others.size else np.zeros(len(seen), dtype=bool)
        name = f"beyond_others_{channel}"
        if not known.any():
            found[name] = Estimate.undefined("too_few_subjects", n_observed=0, n_total=len(rows))
            continue
        signal, right = seen.column("signal")[known], seen.column("correct")[known]
        n = min(options.resamples, MOST_RESAMPLES)
        made = self_knowledge_beyond_others(signal, right, others[known], n_resamples=n, seed=options.seed)
        found[name] = made.out_of(len(rows))
    return found


def _discriminant(subject: Subject, options: Options) -> dict[str, Estimate]:
    rows = subject.rows(EXPERIMENT).once()
    present = [c for c in ATLAS_CHANNELS if rows.where(_with(c))]
    if len(present) < 2:
        return {}
    signals = signal_matrix(rows, present)
    table = multitrait_multimethod(
        {c.value: signals[:, j] for j, c in enumerate(present)},
        {"length": _mean_over(rows, "tokens"), "latency": _mean_over(rows, "latency")},
        n_resamples=min(options.resamples, MOST_RESAMPLES),
        seed=options.seed,
    )
    return {n: getattr(table, n) for n in ("convergent", "discriminant", "advantage")}


def _with(channel: Channel) -> Callable[[Observation], bool]:
    """Return what keeps the signals of a channel."""
    return lambda o: o.channel == channel and o.signal is not None


def _mean_over(rows: Rows, name: str) -> Floats:
    """Return the mean of a cost over the channels of every item, in the order of `signal_matrix`."""
    held: dict[tuple[str, int], list[float]] = {}
    for o, cost in zip(rows, rows.column(name), strict=True):
        held.setdefault((o.group, o.epoch), []).append(float(cost))
    return np.array([_mean(held[place]) for place in sorted(held)], dtype=np.float64)


def _mean(values: list[float]) -> float:
    known = [v for v in values if not math.isnan(v)]
    return sum(known) / len(known) if known else math.nan


@dataclass(frozen=True, slots=True)
class _Repeated:
    """One signal of one subject over wordings and occasions: its reliability and the parts of its variance."""

    channel: Channel
    share: Estimate
    parts: VarianceComponents
    error: float


def _repeated(subject: Subject, options: Options) -> Iterator[_Repeated]:
    for channel in CHANNELS:
        seen = subject.rows(EXPERIMENT).where(_with(channel))
        if not seen:
            continue
        occasion = [f"{o.epoch}{'r' if REPEAT_FLAG in o.flags else ''}" for o in seen]
        wording = [str(o.wording) for o in seen]
        facets = seen.column("signal"), seen.column("group"), wording, occasion
        parts = variance_components(*facets)
        n = len({o.group for o in seen})
        error = math.nan if parts.reason else parts.sem(n_items=n, n_wordings=len(set(wording)), n_occasions=1)
        yield _Repeated(channel, item_reliability(*facets, seed=options.seed), parts, error)


def _reliability(repeated: Sequence[tuple[Subject, _Repeated]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for subject, r in repeated:
        refs = subject.refs(EXPERIMENT)
        variances = (r.error, r.parts.item, r.parts.wording, r.parts.residual)
        name = f"{subject.name}, {CHANNELS[r.channel]}"
        rows.append((name, Number(r.share, refs), *(Count(digits(x), refs) for x in variances)))
    return Table(
        "Reliability of signals, from wordings and repeated items",
        ("", "reliability", "error of a mean", "between items", "between wordings", "residual"),
        tuple(rows),
        "Reliability: share of the variance of one signal that lies between items, n items. The other columns are "
        "variances, of which those of the wordings and the residual are noise.",
    )
