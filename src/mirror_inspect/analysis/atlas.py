"""Experiment 1: from observations to the estimates of the self-knowledge atlas."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.analysis.rows import Rows, matched
from mirror_inspect.grading.rates import error_bounds
from mirror_inspect.metrics import control
from mirror_inspect.metrics.calibration import ece
from mirror_inspect.metrics.convergence import mci, mci_max
from mirror_inspect.metrics.discrimination import auroc
from mirror_inspect.metrics.escalation import agreement
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, NAN, Estimate
from mirror_inspect.metrics.gap import GraderErrors, gap_abs, gap_graded, gap_signed
from mirror_inspect.metrics.intervals import clustered_share, contrast, from_influence, share
from mirror_inspect.metrics.latent import mci_latent
from mirror_inspect.metrics.selective import augrc
from mirror_inspect.observation import JUDGE_SETTLED, JUDGED_RIGHT, JUDGED_WRONG, Decision, Observation
from mirror_inspect.stats.arrays import group_means
from mirror_inspect.taxonomy import ATLAS_CHANNELS, PROBABILITY_CHANNELS, Channel, Domain

MIN_HEDGED = 20
"""Hedged answers below which the natural channel has no signal to converge with."""
OWN_ANSWER_CHANNELS = (Channel.NATURAL, Channel.WAGER, *PROBABILITY_CHANNELS)
"""Channels whose answer is always the subject's own, on every item."""
GAP_PAIRS = {
    "gap_signed": (gap_signed, Channel.NATURAL, Channel.WAGER),
    "gap": (gap_abs, Channel.NATURAL, Channel.WAGER),
    "format_effect": (gap_signed, Channel.NATURAL, Channel.RATING),
    "stake_effect": (gap_signed, Channel.RATING, Channel.WAGER),
}
"""Differences in accuracy between two channels on the items observed in both, by name."""


def summarise_atlas(
    observations: Iterable[Observation], *, floor: float = COVERAGE_FLOOR, n_resamples: int = 0
) -> dict[str, Estimate]:
    """Return the estimates of Experiment 1.

    Args:
        observations: Observations of one subject; second occasions are left out here.
        floor: Smallest share observed at which a value is reported (rule 1).
        n_resamples: BCa replicates for the gaps; 0, as in the log, gives the signed ones analytic paired intervals.

    Returns:
        A fixed set of names, whatever was observed: NaN with a reason where there is nothing.
    """
    rows = Rows(observations).once()
    channel = {c: rows.where(channel=c) for c in ATLAS_CHANNELS}
    found: dict[str, Estimate] = {}
    for name, (metric, first, second) in GAP_PAIRS.items():
        found[name] = _difference(metric, channel[first], channel[second], floor, n_resamples)
    found["gap_graded"] = grading_band(found["gap_signed"], channel[Channel.NATURAL], channel[Channel.WAGER])
    for c in OWN_ANSWER_CHANNELS:
        found[f"{c}_accuracy"] = accuracy(channel[c], floor)
    for c in PROBABILITY_CHANNELS:
        found[f"{c}_ece"] = _signal_metric(ece, channel[c], floor)
    for c in (*PROBABILITY_CHANNELS, Channel.WAGER):
        found[f"{c}_auroc"] = _signal_metric(auroc, channel[c], floor)
        found[f"{c}_augrc"] = _signal_metric(augrc, channel[c], floor)
    found |= convergence(rows, floor=floor)
    found["judge_agreement"] = judge_agreement(rows)
    found["skip_error_alignment"] = _skip_alignment(channel, floor)
    found["confident_error_rate"] = _confident_errors(channel[Channel.WAGER], floor)
    for domain in Domain:
        found[f"natural_accuracy_{domain}"] = accuracy(channel[Channel.NATURAL].where(domain=domain), floor)
    for c in ATLAS_CHANNELS:
        found[f"{c}_coverage"] = share(len(channel[c].observed()), len(channel[c]))
    return found


def grading_band(gap: Estimate, natural: Rows, wager: Rows) -> Estimate:
    """Return the signed gap with the interval it could have if the grader erred at its upper measured rates.

    Each channel's false negatives and false positives are put at 0 and at their upper 95 % limits in turn; the band
    spans the corrected gaps, each with the interval of the gap itself.

    Args:
        gap: The signed gap.
        natural: Rows of the natural channel.
        wager: Rows of the wager channel.
    """
    if not gap.defined:
        return gap
    a, b = matched(natural.graded(), wager.graded())
    corners = [
        gap_graded(
            a.column("correct"),
            b.column("correct"),
            a.column("domain"),
            natural_errors=first,
            wager_errors=second,
            n_resamples=0,
        ).value
        for first, second in product(_grader_errors("natural"), _grader_errors("structured"))
    ]
    below, above = gap.value - gap.low, gap.high - gap.value
    return replace(gap, low=max(-1.0, min(corners) - below), high=min(1.0, max(corners) + above))


@cache
def _grader_errors(layout: str) -> tuple[GraderErrors, ...]:
    missed, invented = error_bounds(layout=layout)
    return GraderErrors(), GraderErrors(false_negative=missed), GraderErrors(false_positive=invented)


def judge_agreement(rows: Rows) -> Estimate:
    """Return Cohen's kappa between the judge and the typed grader over the answers that both decided, by item.

    NaN ``no_judge`` when no judge was asked.
    """
    verdict = {JUDGED_RIGHT: True, JUDGED_WRONG: False}
    both = [
        (bool(o.correct), verdict[f], o.group)
        for o in rows
        for f in o.flags
        if f in verdict and o.correct is not None and JUDGE_SETTLED not in o.flags
    ]
    if not both:
        return Estimate.undefined("no_judge")
    typed, judged, item = zip(*both, strict=True)
    return agreement(typed, judged, clusters=item)


def accuracy(rows: Rows, floor: float = COVERAGE_FLOOR) -> Estimate:
    """Return the share right among graded answers against everything planned.

    The interval is Wilson's; where items occur in several epochs it is clustered by item.
    """
    graded = rows.graded()
    found = clustered_share(graded.column("correct"), clusters=graded.column("group"))
    return found.out_of(len(rows), floor=floor)


def convergence(rows: Rows, *, floor: float = COVERAGE_FLOOR) -> dict[str, Estimate]:
    """Return how far the channels of the atlas agree, items by channels, missing signals as NaN.

    ``mci_latent`` is the headline, 0 where channels share difficulty and nothing else. ``mci`` is the paper's, beside
    what shared difficulty alone gives it by permutation within domain x level (``mci_null``) and the largest value its
    margins allow (``mci_max``). The natural channel is left out when fewer than 20 of its answers hedge.
    """
    if not rows or rows.coverage < floor:
        gone = Estimate.undefined("low_coverage", n_observed=len(rows.observed()), n_total=len(rows))
        return dict.fromkeys(("mci_latent", "mci", "mci_null", "mci_max"), gone)
    hedged = rows.where(lambda o: o.signal is not None and o.signal < 1, channel=Channel.NATURAL)
    left_out = {Channel.NATURAL} if len(hedged) < MIN_HEDGED else set()
    signals = signal_matrix(rows, [c for c in ATLAS_CHANNELS if c not in left_out])
    places = strata(rows)
    paper = mci(signals, strata=places)
    return {
        "mci_latent": mci_latent(signals, strata=places),
        "mci": paper,
        "mci_null": replace(paper, value=paper.null, low=NAN, high=NAN, p=NAN, null=NAN),
        "mci_max": mci_max(signals),
    }


def occasions(rows: Rows) -> list[tuple[str, int]]:
    """Return every index item in every epoch, sorted: the rows of `signal_matrix`."""
    return sorted({(o.group, o.epoch) for o in rows})


def strata(rows: Rows) -> NDArray[np.str_]:
    """Return domain x level of the rows of `signal_matrix`, shape (n_items,).

    An observation of the difficulty channel may carry the level of the easier partner; the index item is the harder.
    """
    level: dict[tuple[str, int], tuple[str, int]] = {}
    for o in rows:
        place = o.domain, o.difficulty
        level[o.group, o.epoch] = max(level.get((o.group, o.epoch), place), place)
    return np.array([f"{domain}{difficulty}" for domain, difficulty in map(level.__getitem__, occasions(rows))])


def signal_matrix(rows: Rows, channels: Sequence[Channel]) -> NDArray[np.float64]:
    """Return signals, shape (n_items, n_channels), NaN where not observed; a row is an index item in one epoch."""
    position = {occasion: i for i, occasion in enumerate(occasions(rows))}
    column = {c.value: j for j, c in enumerate(channels)}
    matrix = np.full((len(position), len(channels)), np.nan)
    for o in rows:
        if o.signal is not None and o.channel in column:
            matrix[position[o.group, o.epoch], column[o.channel]] = o.signal
    return matrix


def _difference(metric: Callable[..., Estimate], first: Rows, second: Rows, floor: float, resamples: int) -> Estimate:
    """Return a between-channel difference on the items graded in both, against the items planned in both."""
    planned, _ = matched(first, second)
    a, b = matched(first.graded(), second.graded())
    if not a:
        return Estimate.undefined("nothing_in_common", n_total=len(planned))
    found = metric(a.column("correct"), b.column("correct"), a.column("domain"), n_resamples=resamples)
    if not resamples and metric is gap_signed:
        half = _paired_interval(found.value, a, b)
        found = replace(found, low=half.low, high=half.high)
    return found.out_of(len(planned), floor=floor)


def _paired_interval(value: float, first: Rows, second: Rows) -> Estimate:
    """Return a mean over domains with the t interval of the paired differences inside them, clustered by item.

    Where no answer differed the interval is that of two opposite differences more, since sameness is not certainty.
    """
    difference = second.column("correct") - first.column("correct")
    if not difference.any():
        return contrast(difference, clusters=first.column("group"))
    _, codes, counts = np.unique(first.column("domain"), return_inverse=True, return_counts=True)
    centred = difference - group_means(difference, codes, len(counts))[codes]
    influence = centred * len(difference) / (len(counts) * counts[codes])
    return from_influence(value, influence, clusters=first.column("group"), bounds=(-1.0, 1.0))


def _signal_metric(metric: Callable[..., Estimate], rows: Rows, floor: float) -> Estimate:
    seen = rows.where(lambda o: o.signal is not None and o.correct is not None)
    found = metric(seen.column("signal"), seen.column("correct"), clusters=seen.column("group"))
    return found.out_of(len(rows), floor=floor)


def _skip_alignment(channel: Mapping[Channel, Rows], floor: float) -> Estimate:
    planned, _ = matched(channel[Channel.OPT_OUT], channel[Channel.NATURAL])
    offered, natural = matched(channel[Channel.OPT_OUT].observed(), channel[Channel.NATURAL].graded())
    skipped = offered.column("decision") == Decision.SKIP.value
    found = control.skip_error_alignment(skipped, 1 - natural.column("correct"), clusters=natural.column("group"))
    return found.out_of(len(planned), floor=floor)


def _confident_errors(wagers: Rows, floor: float) -> Estimate:
    bets = wagers.where(lambda o: o.signal is not None and o.correct is not None)
    if wagers and len(bets) / len(wagers) < floor:
        return Estimate.undefined("low_coverage", n_observed=len(bets), n_total=len(wagers))
    bet = np.rint(1 + 9 * bets.column("signal"))
    return control.confident_error_rate(bet, 1 - bets.column("correct"), clusters=bets.column("group"))
