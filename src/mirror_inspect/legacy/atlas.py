"""Experiment 1 as the release computes it: accuracies, mean absolute gap, calibration of bet/10, and MCI."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import norm, spearmanr

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Floats, binary, group_means, labels, numbers, same_length

MIN_SHARED = 30
BET_BINS = 10


@dataclass(frozen=True, slots=True)
class AtlasSummary:
    """Macro means over domains, each domain weighing the same.

    Attributes:
        domains: Domains present in both channels, sorted.
        natural: Accuracy per domain in the natural channel.
        wager: Accuracy per domain in the wagering channel.
        natural_macro: Mean of ``natural``.
        wager_macro: Mean of ``wager``.
        gap_macro: Mean absolute difference.
    """

    domains: tuple[str, ...]
    natural: tuple[float, ...]
    wager: tuple[float, ...]
    natural_macro: float
    wager_macro: float
    gap_macro: float


def atlas_summary(
    natural: ArrayLike, natural_domain: ArrayLike, wager: ArrayLike, wager_domain: ArrayLike
) -> AtlasSummary:
    """Accuracies and mean absolute gap; the channels are not paired by item.

    Args:
        natural: 0/1 in the natural channel, refused rows dropped, shape (n,).
        natural_domain: Labels, shape (n,).
        wager: 0/1 in the wagering channel, shape (m,).
        wager_domain: Labels, shape (m,).

    Returns:
        The summary over the domains present in both channels; macro values are NaN when there is none.

    Raises:
        ValueError: grades other than 0 and 1, NaN, or different lengths.
    """
    by_channel = [_by_domain(natural, natural_domain), _by_domain(wager, wager_domain)]
    shared = tuple(sorted(set(by_channel[0]) & set(by_channel[1])))
    nat, wag = ([channel[d] for d in shared] for channel in by_channel)
    if not shared:
        return AtlasSummary((), (), (), float("nan"), float("nan"), float("nan"))
    gap = float(np.abs(np.subtract(wag, nat)).mean())
    return AtlasSummary(shared, tuple(nat), tuple(wag), float(np.mean(nat)), float(np.mean(wag)), gap)


def brier_bet(bet: ArrayLike, correct: ArrayLike) -> Estimate:
    """Mean (bet/10 - correct)^2. A linear bet is not a probability: a calibrated risk-neutral subject bets 1 or 10.

    Args:
        bet: 1 to 10, shape (n,).
        correct: 0/1, shape (n,).

    Returns:
        Estimate in [0, 1] without interval, as released; NaN ``empty``.

    Raises:
        ValueError: bets outside 1..10, grades other than 0 and 1, NaN, or different lengths.
    """
    p, y = _bets(bet, correct)
    return Estimate(float(((p - y) ** 2).mean()), n_observed=len(y), n_total=len(y)) if len(y) else _empty()


def ece_bet(bet: ArrayLike, correct: ArrayLike) -> Estimate:
    """Expected calibration error of bet/10 in ten bins, which are the ten bets; else as `brier_bet`."""
    p, y = _bets(bet, correct)
    if not len(y):
        return _empty()
    bin_of = np.round(p * BET_BINS).astype(np.intp)
    error = np.abs(np.bincount(bin_of, weights=y - p))
    return Estimate(float(error.sum() / len(y)), n_observed=len(y), n_total=len(y))


def mci_v2(signals: Mapping[str, Mapping[str, float]], *, min_shared: int = MIN_SHARED) -> Estimate:
    """Mean Spearman correlation over channel pairs, on items both channels have.

    As released the natural and wagering "signals" are correctness itself, so pairs compare grades with confidence.

    Args:
        signals: Value per item, per channel.
        min_shared: Items a pair needs.

    Returns:
        Estimate in [-1, 1] without interval; pairs in which a channel is constant are skipped. NaN ``no_pair``.

    Raises:
        ValueError: values that are not finite numbers.
    """
    found, items = [], 0
    for a, b in combinations(signals.values(), 2):
        shared = sorted(set(a) & set(b))
        if len(shared) < min_shared:
            continue
        x, y = numbers([a[i] for i in shared]), numbers([b[i] for i in shared])
        if np.ptp(x) == 0 or np.ptp(y) == 0:
            continue
        found.append(float(spearmanr(x, y).statistic))
        items = max(items, len(shared))
    if not found:
        return Estimate.undefined("no_pair")
    return Estimate(float(np.mean(found)), n_observed=items, n_total=items)


def gap_correlation(gap: ArrayLike, error: ArrayLike) -> Estimate:
    """Spearman correlation across models with the p-value the release prints.

    It refers t = rho sqrt((n - 2) / (1 - rho^2)) to the normal distribution, which is too small a p at n = 16.

    Args:
        gap: Shape (n,), one per model.
        error: Shape (n,).

    Returns:
        Correlation with that ``p``; NaN ``too_few`` below three models, ``constant`` without variation.

    Raises:
        ValueError: values that are not finite numbers, or different lengths.
    """
    x, y = numbers(gap, "gap"), numbers(error, "error")
    n = same_length(gap=x, error=y)
    if n < 3:
        return Estimate.undefined("too_few", n_observed=n)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return Estimate.undefined("constant", n_observed=n)
    rho = float(spearmanr(x, y).statistic)
    t = abs(rho) * np.sqrt((n - 2) / max(1e-300, 1 - rho * rho))
    return Estimate(rho, n_observed=n, n_total=n, null=0.0, p=float(2 * norm.sf(t)))


def _by_domain(correct: ArrayLike, domain: ArrayLike) -> dict[str, float]:
    y, (names, codes) = binary(correct), labels(domain)
    same_length(correct=y, domain=codes)
    return dict(zip(names.tolist(), group_means(y, codes, len(names)).tolist(), strict=True))


def _bets(bet: ArrayLike, correct: ArrayLike) -> tuple[Floats, Floats]:
    stake, y = numbers(bet, "bet"), binary(correct)
    same_length(bet=stake, correct=y)
    if len(stake) and (stake.min() < 1 or stake.max() > BET_BINS):
        raise ValueError("bets must lie in 1..10")
    return stake / BET_BINS, y


def _empty() -> Estimate:
    return Estimate.undefined("empty")
