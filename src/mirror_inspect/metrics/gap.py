"""The knowing gap of Experiment 1: how accuracy differs between channels on the same items."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Codes, Floats, binary, labels, same_length
from mirror_inspect.stats.permutation import p_value, sign_flip_sums
from mirror_inspect.stats.proportions import wilson
from mirror_inspect.stats.resampling import bca_many

N_FLIPS = 10_000


@dataclass(frozen=True, slots=True)
class DomainAccuracy:
    """Accuracy in one domain, with a Wilson interval."""

    domain: str
    accuracy: Estimate


@dataclass(frozen=True, slots=True)
class GraderErrors:
    """Error rates of the grader on one channel, measured on a labelled set.

    Attributes:
        false_negative: Share of right answers marked wrong, in [0, 1).
        false_positive: Share of wrong answers marked right, in [0, 1).

    Raises:
        ValueError: a rate outside [0, 1), or rates that add up to 1 or more (the grades would carry no information).
    """

    false_negative: float = 0.0
    false_positive: float = 0.0

    def __post_init__(self) -> None:
        rates = (self.false_negative, self.false_positive)
        if not all(0 <= r < 1 for r in rates) or sum(rates) >= 1:
            raise ValueError(f"grader error rates must lie in [0, 1) and add up to less than 1, not {rates}")


def domain_accuracy(correct: ArrayLike, domain: ArrayLike) -> tuple[DomainAccuracy, ...]:
    """Accuracy per domain of one channel.

    Args:
        correct: 0/1, shape (n,).
        domain: Labels, shape (n,).

    Returns:
        One entry per domain present, sorted by name; an empty tuple without items.

    Raises:
        ValueError: grades other than 0 and 1, NaN, or different lengths.
    """
    y, (names, codes) = binary(correct), labels(domain)
    same_length(correct=y, domain=codes)
    n, k = np.bincount(codes), np.bincount(codes, weights=y)
    rows = []
    for i, name in enumerate(names):
        low, high = wilson(float(k[i]), float(n[i]))
        rows.append(DomainAccuracy(str(name), Estimate(float(k[i] / n[i]), low, high, int(n[i]), int(n[i]))))
    return tuple(rows)


def gap_signed(
    natural: ArrayLike, wager: ArrayLike, domain: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Mean over domains of wager accuracy minus natural accuracy. The headline form of the gap.

    Args:
        natural: 0/1 in the natural channel, shape (n,), items observed in both channels.
        wager: 0/1 in the wager channel on the same items.
        domain: Labels, shape (n,).
        n_resamples: BCa replicates, by item within domain; 0 leaves the interval out.
        seed: Seed of resamples and sign flips.

    Returns:
        Estimate in [-1, 1], positive when stakes raise accuracy, ``null`` 0 and ``p`` by paired sign flips. NaN
        ``empty`` without items; no interval and no p with reason ``no_variation`` when the two channels never differ.

    Raises:
        ValueError: grades other than 0 and 1, NaN, or different lengths.
    """
    difference, codes, k = _paired(natural, wager, domain)
    if not len(difference):
        return Estimate.undefined("empty")
    if not difference.any():
        return Estimate(0.0, n_observed=len(difference), n_total=len(difference), null=0.0, reason="no_variation")
    e = _by_domain(difference, codes, k, np.mean, n_resamples, seed)
    flipped = _flipped_means(difference, codes, k, seed).mean(axis=1)
    p = p_value(abs(e.value), np.abs(flipped))
    return Estimate(e.value, e.low, e.high, e.n_observed, e.n_total, null=0.0, p=p, reason=e.reason)


def gap_abs(
    natural: ArrayLike, wager: ArrayLike, domain: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Mean over domains of the absolute accuracy difference. The paper's form of the gap, biased upward.

    Arguments and errors as for `gap_signed`.

    Returns:
        Estimate in [0, 1]. ``null`` is what the same data show on average when the channels are interchangeable (sign
        flips within domain): with independent channels of accuracy .5 and 50 items per domain it is .08. ``p`` is the
        share of flips reaching the value. The interval is that of the biased quantity and is no test against 0. NaN
        ``empty``.
    """
    difference, codes, k = _paired(natural, wager, domain)
    n = len(difference)
    if not n:
        return Estimate.undefined("empty")
    if not difference.any():
        return Estimate(0.0, n_observed=n, n_total=n, null=0.0, reason="no_variation")
    e = _by_domain(difference, codes, k, _mean_abs, n_resamples, seed)
    flipped = _mean_abs(_flipped_means(difference, codes, k, seed), axis=1)
    return Estimate(
        e.value, e.low, e.high, n, n, null=float(flipped.mean()), p=p_value(e.value, flipped), reason=e.reason
    )


def format_effect(
    natural: ArrayLike, rating: ArrayLike, domain: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Rating accuracy minus natural accuracy: what the reply format alone does. As `gap_signed` in all else."""
    return gap_signed(natural, rating, domain, n_resamples=n_resamples, seed=seed)


def stake_effect(
    rating: ArrayLike, wager: ArrayLike, domain: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Wager accuracy minus rating accuracy: what the stake does at equal format. As `gap_signed` in all else."""
    return gap_signed(rating, wager, domain, n_resamples=n_resamples, seed=seed)


def gap_graded(
    natural: ArrayLike,
    wager: ArrayLike,
    domain: ArrayLike,
    *,
    natural_errors: GraderErrors,
    wager_errors: GraderErrors,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Estimate:
    """Signed gap if the grader's measured error rates apply: the grading-error band of `gap_signed`.

    Each observed rate r is read as (r - fp) / (1 - fn - fp).

    Args:
        natural: As for `gap_signed`.
        wager: As for `gap_signed`.
        domain: As for `gap_signed`.
        natural_errors: Error rates on the natural channel.
        wager_errors: Error rates on the wager channel.
        n_resamples: As for `gap_signed`.
        seed: As for `gap_signed`.

    Returns:
        Corrected gap, not clipped to [-1, 1]; the error rates count as known. NaN ``empty``.

    Raises:
        ValueError: as for `gap_signed`.

    Source: Rogan and Gladen 1978, American Journal of Epidemiology 107:71.
    """
    _paired(natural, wager, domain)
    corrected = []
    for grades, errors in ((natural, natural_errors), (wager, wager_errors)):
        informed = 1 - errors.false_negative - errors.false_positive
        corrected.append((np.asarray(grades, dtype=np.float64) - errors.false_positive) / informed)
    names, codes = labels(domain)
    if not len(codes):
        return Estimate.undefined("empty")
    return _by_domain(corrected[1] - corrected[0], codes, len(names), np.mean, n_resamples, seed)


def _paired(natural: ArrayLike, wager: ArrayLike, domain: ArrayLike) -> tuple[Floats, Codes, int]:
    first, second, (names, codes) = binary(natural, "natural"), binary(wager, "wager"), labels(domain)
    same_length(natural=first, wager=second, domain=codes)
    return second - first, codes, len(names)


def _mean_abs(values: Floats, axis: int) -> Floats:
    return np.asarray(np.abs(values).mean(axis=axis))


def _flipped_means(difference: Floats, codes: Codes, k: int, seed: int) -> Floats:
    sums = sign_flip_sums(difference, codes, k, n_flips=N_FLIPS, seed=seed)
    return np.asarray(sums / np.bincount(codes, minlength=k))


def _by_domain(
    difference: Floats, codes: Codes, k: int, combine: Callable[..., Floats], n_resamples: int, seed: int
) -> Estimate:
    """Combine the domain means of a difference, with items resampled within their domain."""
    spread = np.zeros((len(difference), k))
    spread[np.arange(len(difference)), codes] = difference
    size = np.bincount(codes, minlength=k)
    (e,) = bca_many(
        np.c_[spread, np.eye(k)[codes]],
        lambda s: combine(s[:, :k] / s[:, k:], axis=1),
        strata=codes if size.min() > 1 else None,
        n_resamples=n_resamples,
        seed=seed,
    )
    return e
