"""What a subject said and did on the items of a probe, with the answers it belongs to; what the log says of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.analysis.rows import Rows
from mirror_inspect.metrics.discrimination import auroc
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.intervals import clustered_share, share
from mirror_inspect.observation import MAIN, Decision, Observation, Status
from mirror_inspect.taxonomy import Channel, Condition, Paradigm

SAID: Final = (Channel.RATING, Channel.SELF_REPORT, Channel.WAGER, Channel.OPT_OUT)
"""Channels whose signal is held against the probe, where they were asked."""
ACTED: Final = (Paradigm.AUTONOMOUS, Paradigm.CHECKPOINT)
"""Paradigms of Experiment 9 whose uninformed decisions are held against the probe."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a subject said or did on the items of the probe.

    Attributes:
        name: Channel, or paradigm of Experiment 9.
        signal: Any numbers, higher is more confident, NaN where missing, shape (n,); of a choice the share of occasions
            on which the subject went ahead.
        correct: 0/1 of the answer that the signal belongs to, NaN where missing, shape (n,).
        is_action: Whether it is a decision of Experiment 9.
        is_choice: Whether it is a choice between answering and passing: such a choice is one point of a curve.
        planned: Items on which it was to be observed.
    """

    name: str
    signal: NDArray[np.float64]
    correct: NDArray[np.float64]
    is_action: bool = False
    is_choice: bool = False
    planned: int = 0


def summarise_said(observations: Iterable[Observation], *, floor: float = COVERAGE_FLOOR) -> dict[str, Estimate]:
    """Return the estimates of Experiment 7 that need no hidden states; a fixed set of names.

    Args:
        observations: Observations of one subject.
        floor: Smallest share observed at which a value is reported (rule 1).
    """
    rows = Rows(observations)
    natural = rows.where(channel=Channel.NATURAL)
    graded = natural.graded()
    right = clustered_share(graded.column("correct"), clusters=graded.column("group"))
    found = {"natural_accuracy": right.out_of(len(natural), floor=floor)}
    for c in SAID:
        asked = rows.where(channel=c)
        both = asked.where(lambda o: o.signal is not None and o.correct is not None)
        # A skipped item has no answer: whether skipping tells right from wrong needs the natural answer beside it.
        if c is not Channel.OPT_OUT:
            area = auroc(both.column("signal"), both.column("correct"), clusters=both.column("group"))
            found[f"{c}_auroc"] = area.out_of(len(asked), floor=floor) if asked else Estimate.undefined("not_asked")
        found[f"{c}_coverage"] = share(len(asked.observed()), len(asked))
    found["natural_coverage"] = share(len(natural.observed()), len(natural))
    return found


def behaviours_of(
    said: Iterable[Observation], acted: Iterable[Observation], items: Sequence[tuple[str, int]]
) -> tuple[Behaviour, ...]:
    """Return what was said and done on items, in their order; behaviours seen on none of them are left out.

    A skipped item and an action belong to the natural answer: whether skipping or acting was right can only be seen in
    what the subject answers when it has to. Decisions on an item that stands in several tasks are averaged.

    Args:
        said: Observations of Experiment 7.
        acted: Observations of Experiment 9, of the same subject.
        items: Item and epoch of each row.
    """
    rows = Rows(said)
    natural = {(o.item_id, o.epoch): o.correct for o in rows.where(channel=Channel.NATURAL)}
    target = np.array([_number(natural.get(i)) for i in items])
    found = []
    for c in SAID:
        at = {(o.item_id, o.epoch): o for o in rows.where(channel=c)}
        signal = np.array([_number(o.signal if (o := at.get(i)) else None) for i in items])
        own = np.array([_number(o.correct if (o := at.get(i)) else None) for i in items])
        skips = c is Channel.OPT_OUT
        found.append(Behaviour(c.value, signal, target if skips else own, is_choice=skips, planned=len(items)))
    found += [_action(acted, p, items, target) for p in ACTED]
    return tuple(b for b in found if np.isfinite(b.signal).any())


def _action(
    acted: Iterable[Observation], paradigm: Paradigm, items: Sequence[tuple[str, int]], target: NDArray[np.float64]
) -> Behaviour:
    asked = Rows(acted).where(paradigm=paradigm, condition=Condition.UNINFORMED, phase=MAIN)
    seen: dict[str, list[float]] = {o.item_id: [] for o in asked}
    for o in asked:
        if o.status is Status.OBSERVED and o.decision is not None:
            seen[o.item_id].append(float(o.decision is Decision.PROCEED))
    signal = np.array([float(np.mean(took)) if (took := seen.get(i)) else np.nan for i, _ in items], dtype=np.float64)
    planned = sum(i in seen for i, _ in items)
    return Behaviour(paradigm.value, signal, target, is_action=True, is_choice=True, planned=planned)


def _number(value: float | bool | None) -> float:
    return float("nan") if value is None else float(value)
