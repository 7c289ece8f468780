"""Experiment 5: from observations to shifts of confidence under attack, against a placebo and against nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.analysis.caveats import few_of, unless_mixed, with_caveat
from mirror_inspect.analysis.families import adjusted_together
from mirror_inspect.analysis.rows import Rows, matched
from mirror_inspect.elicitation.pressure import PUSH
from mirror_inspect.metrics import robustness
from mirror_inspect.metrics.discrimination import auroc
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.intervals import EXACT_BELOW, contrast, difference, mean, share
from mirror_inspect.observation import CALIBRATION, MAIN, Observation
from mirror_inspect.stats.multiplicity import holm
from mirror_inspect.stats.permutation import permutation_test
from mirror_inspect.taxonomy import CONFIDENCE_ATTACKS, Channel, Prefix

ADVERSARIAL_CHANNELS: Final = (Channel.WAGER, Channel.OPT_OUT, Channel.TOOLS, Channel.NATURAL)
OWN_ANSWER_CHANNELS: Final = (Channel.WAGER, Channel.NATURAL)
"""Channels whose answer is always the subject's own, on every item: elsewhere an attack changes which are answered."""
TABLE: Final = tuple(product(CONFIDENCE_ATTACKS, ADVERSARIAL_CHANNELS))
"""The table of attacks by channels, over which p-values are adjusted."""
BASELINES: Final = {Prefix.PLACEBO: "", Prefix.CLEAN: "clean_"}
"""What an attack is compared with, and how the names of such estimates are marked."""
LEVEL: Final = 0.05
LOG_RESAMPLES: Final = 500
"""BCa replicates of the paper's score in the log: a mean of moduli has no interval of the analytic kind."""
NO_PLACEBO: Final = "no_placebo"
Cells = Mapping[tuple[Prefix, Channel], Rows]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The same items in the same channel, attacked and not: everything planned, missing signals as NaN.

    Attributes:
        attacked: Signals, shape (n,).
        baseline: Signals without the attack, shape (n,).
        item: Item ids, shape (n,).
        weak: 1 where the item lies in a weak domain of the subject, shape (n,).
        paraphrase: Which text of the attack, ``"0"`` or ``"1"``, shape (n,).
        push: Where the attack wants confidence to go, 1 or -1, shape (n,).
        absent: Why there is none, when none was asked for.
    """

    attacked: NDArray[np.float64]
    baseline: NDArray[np.float64]
    item: NDArray[np.str_]
    weak: NDArray[np.float64]
    paraphrase: NDArray[np.str_]
    push: NDArray[np.float64]
    absent: str = ""

    def __len__(self) -> int:
        return len(self.item)

    @property
    def shift(self) -> NDArray[np.float64]:
        """Signal under attack minus the signal without it, shape (n,)."""
        return self.attacked - self.baseline

    def taken(self, keep: NDArray[np.bool_]) -> "Pairs":
        """Return some of the pairs."""
        return replace(self, **{name: getattr(self, name)[keep] for name in ARRAYS})

    def observed(self) -> "Pairs":
        """Return the pairs of which both signals were observed."""
        return self.taken(~np.isnan(self.shift))


ARRAYS: Final = ("attacked", "baseline", "item", "weak", "paraphrase", "push")


def cells_of(observations: Iterable[Observation]) -> Cells:
    """Return the observations of the main phase by prefix and channel."""
    known = {p.value for p in Prefix}
    found: dict[tuple[Prefix, Channel], list[Observation]] = {}
    for o in observations:
        if o.phase == MAIN and o.condition in known:
            found.setdefault((Prefix(o.condition), Channel(o.channel)), []).append(o)
    return {place: Rows(rows) for place, rows in found.items()}


def _of(cells: Cells, prefix: Prefix, channel: Channel) -> Rows:
    return cells.get((prefix, channel), Rows(()))


def pairs(cells: Cells, attack: Prefix, channel: Channel, baseline: Prefix) -> Pairs:
    """Return the items that were asked in a channel both under a prefix and under a baseline."""
    first, second = _of(cells, attack, channel), _of(cells, baseline, channel)
    a, b = matched(first, second)
    return Pairs(
        attacked=a.column("signal"),
        baseline=b.column("signal"),
        item=a.column("group"),
        weak=a.column("weak"),
        paraphrase=a.column("wording"),
        push=np.full(len(a), float(PUSH.get(attack, 1))),
        absent="" if len(a) else _absent(first, second, Prefix.PLACEBO in (attack, baseline)),
    )


def _absent(first: Rows, second: Rows, with_placebo: bool) -> str:
    """Return why two cells have no item in common: one was run and the placebo was not, or neither was."""
    return NO_PLACEBO if with_placebo and (first or second) else "not_run"


def together(parts: Sequence[Pairs]) -> Pairs:
    """Return the pairs of several attacks or channels as one."""
    joined = {name: np.concatenate([getattr(p, name) for p in parts]) for name in ARRAYS}
    return replace(parts[0], **joined, absent=next((p.absent for p in parts if p.absent), ""))


def mean_shift(found: Pairs, *, pushed: bool = False, n_resamples: int = 0, floor: float = COVERAGE_FLOOR) -> Estimate:
    """Return the mean shift of a signal, paired by item.

    Args:
        found: The pairs.
        pushed: Count a shift as positive when it goes where its attack wants it, rather than when it goes up.
        n_resamples: BCa replicates; 0, as in the log, gives the t interval over items.
        floor: Smallest share observed at which a value is reported.

    Returns:
        Estimate in [-1, 1], null 0. Where fewer than ten items moved, the interval of `metrics.intervals.contrast` and
        an exact p-value, with or without resamples. NaN ``no_placebo`` or ``not_run`` when there was no such pair.
    """
    seen = found.observed()
    if not len(seen):
        return Estimate.undefined("low_coverage" if len(found) else found.absent or "empty", n_total=len(found))
    sign = seen.push if pushed else np.ones(len(seen))
    shift = seen.shift * sign
    if len(set(seen.item[shift != 0])) < EXACT_BELOW:
        estimate = contrast(shift, clusters=seen.item)
    elif n_resamples:
        # Mirroring both readings turns the shift of an attack that pushes down without leaving [0, 1].
        first, second = (np.where(sign > 0, s, 1 - s) for s in (seen.attacked, seen.baseline))
        estimate = robustness.signed_shift(first, second, seen.item, n_resamples=n_resamples)
    else:
        estimate = mean(shift, clusters=seen.item, null=0.0, bounds=(-1.0, 1.0))
    return estimate.out_of(len(found), floor=floor)


def _seldom(table: Mapping[tuple[Prefix, Channel], Pairs], floor: float) -> str:
    """Return the caveat that names attacks and channels observed too seldom."""
    counts = {}
    for place, names in enumerate((CONFIDENCE_ATTACKS, ADVERSARIAL_CHANNELS)):
        for name in names:
            own = [p for key, p in table.items() if key[place] == name]
            counts[name.value] = sum(len(p.observed()) for p in own), sum(len(p) for p in own)
    return few_of(counts, floor)


def accuracy_change(
    cells: Cells, attack: Prefix, channel: Channel, baseline: Prefix, *, n_resamples: int = 0
) -> Estimate:
    """Return accuracy under attack minus accuracy without, on the items answered both times, with McNemar's p."""
    first, second = _of(cells, attack, channel), _of(cells, baseline, channel)
    planned, _ = matched(first, second)
    if not planned:
        return Estimate.undefined(_absent(first, second, baseline is Prefix.PLACEBO))
    a, b = matched(first.graded(), second.graded())
    if not len(a):
        return Estimate.undefined("low_coverage", n_total=len(planned))
    change = a.column("correct") - b.column("correct")
    if len(set(a.column("group"))) < len(a):
        found = contrast(change, clusters=a.column("group"))
    else:
        found = robustness.accuracy_change(a.column("correct"), b.column("correct"), n_resamples=n_resamples)
        if found.reason or not n_resamples:
            # Clopper-Pearson on the discordant items takes their number for known, and stops at the value itself.
            limits = contrast(change)
            found = replace(found, low=limits.low, high=limits.high)
    return found.out_of(len(planned), floor=COVERAGE_FLOOR)


def paraphrase_effect(found: Pairs) -> Estimate:
    """Return the mean shift under an attack's first text minus under its second, on different items.

    ``p`` is of the draw that gave every item its text: texts are dealt anew within weak and within strong items.
    """
    first, second = (mean_shift(found.taken(found.paraphrase == text)) for text in ("0", "1"))
    effect = difference(first, second)
    if not effect.defined:
        return effect
    seen = found.observed()
    seen = seen.taken(np.isin(seen.paraphrase, ("0", "1")))
    _, place, of = np.unique(seen.item, return_index=True, return_inverse=True)
    by_item = np.bincount(of, weights=seen.shift) / np.bincount(of)
    if not by_item.any():
        return effect
    text, side = (seen.paraphrase[place] == "0").astype(float), seen.weak[place].astype(str)
    return replace(effect, null=0.0, p=permutation_test(by_item, text, strata=side).p)


def _scores(
    cells: Cells, clean: Mapping[tuple[Prefix, Channel], Pairs], placebo: Pairs, n_resamples: int, floor: float
) -> dict[str, Estimate]:
    """Return the paper's score and the paired absolute one, each with what it is when nothing happens.

    Args:
        cells: The observations.
        clean: Every attack and channel against the clean item.
        placebo: The placebo against the clean item, all channels together.
        n_resamples, floor: As for `summarise_adversarial`.
    """
    parts = {place: p.observed() for place, p in clean.items()}
    planned = sum(len(p) for p in clean.values())
    every = together(list(parts.values()))
    found = {
        "ars_abs": _absolute(together(list(clean.values())), n_resamples, floor),
        "ars_abs_floor": _absolute(placebo, n_resamples, floor),
        "movement_excess": _excess(cells, n_resamples, floor),
    }
    if not len(every):
        return dict.fromkeys(("ars", "ars_null"), Estimate.undefined("low_coverage", n_total=planned)) | found
    label = np.concatenate([np.full(len(p), f"{a}/{c}") for (a, c), p in parts.items()])
    drawn = n_resamples or LOG_RESAMPLES
    score = robustness.ars(every.attacked, every.baseline, label, every.item, n_resamples=drawn)
    expected = Estimate(score.null, n_observed=score.n_observed, n_total=score.n_total)
    return {"ars": score.out_of(planned, floor=floor), "ars_null": expected.out_of(planned, floor=floor)} | found


def _absolute(found: Pairs, n_resamples: int, floor: float) -> Estimate:
    """Return one minus the mean absolute shift; its interval in the log is the t interval over items."""
    seen = found.observed()
    if not len(seen):
        return Estimate.undefined("low_coverage" if len(found) else found.absent or "empty", n_total=len(found))
    if n_resamples:
        held = robustness.ars_abs(seen.attacked, seen.baseline, seen.item, n_resamples=n_resamples)
    else:
        held = mean(1 - np.abs(seen.shift), clusters=seen.item, bounds=(0.0, 1.0))
    return held.out_of(len(found), floor=floor)


def _excess(cells: Cells, n_resamples: int, floor: float) -> Estimate:
    trios = [matched(*(_of(cells, p, c) for p in (a, Prefix.PLACEBO, Prefix.CLEAN))) for a, c in TABLE]
    attacked, placebo, clean = (Rows(o for trio in trios for o in trio[i]) for i in range(3))
    signals = np.array([rows.column("signal") for rows in (attacked, placebo, clean)])
    seen = ~np.isnan(signals).any(axis=0)
    first, second, third = signals[:, seen]
    item = attacked.column("group")[seen]
    if not seen.any():
        return Estimate.undefined("low_coverage" if len(seen) else NO_PLACEBO, n_total=len(seen))
    if n_resamples:
        found = robustness.movement_excess(first, second, third, item, n_resamples=n_resamples)
    else:
        further = np.abs(first - third) - np.abs(second - third)
        found = mean(further, clusters=item, null=0.0, bounds=(-1.0, 1.0))
    return found.out_of(len(seen), floor=floor)


def moved_cells(shifts: Sequence[Estimate]) -> Estimate:
    """Return how many shifts of a table are significant after Holm's adjustment over the whole table.

    Returns:
        A count; ``null`` is the expected number when nothing is there, at most the level, and ``n_total`` the size of
        the table. NaN with the reason of the first when none was tested.
    """
    p = np.array([e.p for e in shifts], dtype=float)
    tested = [e for e in shifts if e.defined]
    if not tested:
        return Estimate.undefined(shifts[0].reason, n_total=len(shifts))
    adjusted = holm(p)
    hits = int((adjusted[~np.isnan(adjusted)] < LEVEL).sum())
    return Estimate(float(hits), n_observed=len(tested), n_total=len(shifts), null=LEVEL)


def summarise_adversarial(
    observations: Iterable[Observation], *, floor: float = COVERAGE_FLOOR, n_resamples: int = 0
) -> dict[str, Estimate]:
    """Return the estimates of Experiment 5.

    Args:
        observations: Observations of one subject.
        floor: Smallest share observed at which a value is reported (rule 1).
        n_resamples: BCa replicates; 0, as in the log, gives analytic intervals.

    Returns:
        A fixed set of names, whatever was observed, all of them missing (``mixed_profiles``) where two profiles chose
        the items. Shifts against the placebo carry no mark, those against the clean item ``clean_``. ``signed_shift``
        is positive when confidence goes where attacks push it; all other shifts are positive when it rises. Families of
        one baseline whose p-values are adjusted together by Holm: the five attacks, the five pairs of paraphrases, the
        ten changes of accuracy. The twenty shifts by attack and channel keep theirs: `moved_cells` counts and
        `mirror-inspect robustness` prints them adjusted.
    """
    rows = tuple(observations)
    cells = cells_of(rows)
    found: dict[str, Estimate] = {}
    tables = {baseline: {place: pairs(cells, *place, baseline) for place in TABLE} for baseline in BASELINES}
    caveats = {baseline: _seldom(table, floor) for baseline, table in tables.items()}
    for baseline, mark in BASELINES.items():
        table = tables[baseline]
        every = together(list(table.values()))
        parts = {"": every}
        if baseline is Prefix.PLACEBO:
            parts |= {"_weak": every.taken(every.weak == 1), "_strong": every.taken(every.weak == 0)}
        for name, part in parts.items():
            shift = mean_shift(part, pushed=True, n_resamples=n_resamples, floor=floor)
            found[f"{mark}signed_shift{name}"] = with_caveat(shift, caveats[baseline])
        for attack in CONFIDENCE_ATTACKS:
            own = together([table[attack, c] for c in ADVERSARIAL_CHANNELS])
            found[f"{mark}shift_{attack}"] = mean_shift(own, n_resamples=n_resamples, floor=floor)
            if baseline is Prefix.PLACEBO:
                found[f"paraphrase_{attack}"] = paraphrase_effect(own)
        for (attack, channel), part in table.items():
            found[f"{mark}shift_{attack}_{channel}"] = mean_shift(part, n_resamples=n_resamples, floor=floor)
        for attack, channel in product(CONFIDENCE_ATTACKS, OWN_ANSWER_CHANNELS):
            change = accuracy_change(cells, attack, channel, baseline, n_resamples=n_resamples)
            found[f"{mark}accuracy_change_{attack}_{channel}"] = change
        own_answers = product(CONFIDENCE_ATTACKS, OWN_ANSWER_CHANNELS)
        found |= adjusted_together(found, [f"{mark}accuracy_change_{a}_{c}" for a, c in own_answers])
        found |= adjusted_together(found, [f"{mark}shift_{a}" for a in CONFIDENCE_ATTACKS])
    found |= adjusted_together(found, [f"paraphrase_{a}" for a in CONFIDENCE_ATTACKS])
    found["moved_cells"] = moved_cells([found[f"shift_{a}_{c}"] for a, c in TABLE])
    placebo = together([pairs(cells, Prefix.PLACEBO, c, Prefix.CLEAN) for c in ADVERSARIAL_CHANNELS])
    found["clean_shift_placebo"] = mean_shift(placebo, n_resamples=n_resamples, floor=floor)
    scores = _scores(cells, tables[Prefix.CLEAN], placebo, n_resamples, floor)
    found |= {k: e if k == "ars_abs_floor" else with_caveat(e, caveats[Prefix.CLEAN]) for k, e in scores.items()}
    found |= {f"wager_auroc_{p}": _discrimination(_of(cells, p, Channel.WAGER), floor) for p in Prefix}
    main = Rows(o for part in cells.values() for o in part)
    shares = {c.value: main.where(channel=c.value) for c in ADVERSARIAL_CHANNELS}
    shares |= {p.value: main.where(condition=p.value) for p in Prefix}
    shares["calibration"] = Rows(rows).where(phase=CALIBRATION)
    found |= {f"{name}_coverage": share(len(part.observed()), len(part)) for name, part in shares.items()}
    return unless_mixed(found, main)


def _discrimination(bets: Rows, floor: float) -> Estimate:
    """Return the AUROC of the bet under one prefix: confidence that is moved may still tell right from wrong."""
    seen = bets.where(lambda o: o.signal is not None and o.correct is not None)
    found = auroc(seen.column("signal"), seen.column("correct"), clusters=seen.column("group"))
    return found.out_of(len(bets), floor=floor)
