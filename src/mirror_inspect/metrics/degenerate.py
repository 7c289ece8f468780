"""Degenerate confidence: well calibrated and yet saying nothing about single items (the 60 % paradox)."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from mirror_inspect.metrics.binning import bin_codes
from mirror_inspect.metrics.calibration import consistency_test, ece, murphy
from mirror_inspect.metrics.discrimination import auroc, scores
from mirror_inspect.metrics.estimate import NAN, Estimate
from mirror_inspect.metrics.selective import aurc
from mirror_inspect.stats.arrays import Floats

MIN_ITEMS: Final = 200
"""With fewer items the interval of an area at chance is wider than the band that counts as chance."""

CHANCE: Final = (0.45, 0.55)
GOOD_ECE: Final = 0.05
OFF_LEVEL: Final = 0.002
BINS: Final = 10


class Sign(StrEnum):
    """Signs of a degenerate signal; the first four describe its shape, the others what it says about correctness."""

    FEW_VALUES = "few_values"
    DOMINANT_VALUE = "dominant_value"
    NARROW = "narrow"
    LOW_ENTROPY = "low_entropy"
    AUROC_AT_CHANCE = "auroc_at_chance"
    AURC_AT_BASELINE = "aurc_at_baseline"
    NO_RESOLUTION = "no_resolution"
    NO_INFORMATION = "no_information"


SHAPE: Final = frozenset({Sign.FEW_VALUES, Sign.DOMINANT_VALUE, Sign.NARROW, Sign.LOW_ENTROPY})


class Verdict(StrEnum):
    """What calibration and discrimination together say."""

    PARADOX = "paradox"
    UNINFORMATIVE = "uninformative"
    INFORMATIVE = "informative"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Paradox:
    """Verdict on a confidence signal, with what it rests on.

    Attributes:
        verdict: ``paradox`` when calibration is good *and* discrimination is at chance; ``uninformative`` when
            discrimination is at chance and calibration is not good; ``informative`` when discrimination is above
            chance; ``inconclusive`` when there are too few items or neither can be told.
        signs: Signs that were found.
        calibrated: Whether the signal passes for calibrated.
        ece: ECE in ten equal-width bins with the p-value of the consistency test.
        auroc: Area with its interval.
        information: Mutual information of confidence and correctness in bits (`mutual_information`).
        n_distinct: Distinct confidences.
        modal_share: Share of the most frequent one.
        spread: Standard deviation of confidence.
        entropy: Entropy of confidence in bits.
    """

    verdict: Verdict
    signs: tuple[Sign, ...]
    calibrated: bool
    ece: Estimate
    auroc: Estimate
    information: Estimate
    n_distinct: int
    modal_share: float
    spread: float
    entropy: float

    @property
    def flagged(self) -> bool:
        """Whether the joint paradox flag is raised."""
        return self.verdict is Verdict.PARADOX


def paradox(confidence: ArrayLike, correct: ArrayLike, *, draws: int = 2000, seed: int = 0) -> Paradox:
    """Detect a confidence that is calibrated on average and useless for any single item.

    Args:
        confidence: In [0, 1], shape (n,).
        correct: Boolean, shape (n,).
        draws: Draws of the consistency test.
        seed: Its seed; the result does not depend on row order.

    Returns:
        The verdict. Discrimination is at chance when the interval of the area lies inside [.45, .55], or when the
        signal has no shape (at most two values, one dominant value, standard deviation below .02, entropy below .1
        bit) and the interval does not lie above .55. Calibration is good when the ECE is at most .05 or not
        demonstrably above 0. ``inconclusive`` below 200 items, when all answers are right or all wrong, and when
        neither can be told.

    Raises:
        ValueError: unequal lengths, values outside their range, NaN.
    """
    c, y = scores(confidence, correct)
    n = len(c)
    counts = np.unique(c, return_counts=True)[1] / max(1, n)
    modal = float(counts.max()) if n else NAN
    spread = float(c.std()) if n else NAN
    entropy = float(-(counts * np.log2(counts)).sum()) + 0.0 if n else NAN
    area, error = auroc(c, y), _calibration(c, y, draws, seed)
    information = mutual_information(c, y)
    signs = _signs(c, y, len(counts), modal, spread, entropy, area, information)
    calibrated = n > 0 and _passes(error)
    verdict = _verdict(n, area, signs, calibrated)
    return Paradox(verdict, signs, calibrated, error, area, information, len(counts), modal, spread, entropy)


def mutual_information(confidence: ArrayLike, correct: ArrayLike) -> Estimate:
    """Mutual information of confidence and correctness, in bits, with the Miller-Madow correction.

    Args:
        confidence: In [0, 1], shape (n,); cut into at most ten bins of equal mass (by value up to 20 distinct values).
        correct: Boolean, shape (n,).

    Returns:
        Estimate, null 0, slightly negative values kept; the interval is large-sample on the uncorrected value, its
        lower end 0 unless the G-test rejects at .05, whose p-value is given. NaN ``one_class``, ``constant`` or
        ``empty``.

    Source: Miller 1955, in Quastler (ed.), Information Theory in Psychology.
    """
    c, y = scores(confidence, correct)
    n = len(c)
    if n == 0 or y.min() == y.max() or c.min() == c.max():
        cause = "empty" if n == 0 else "one_class" if y.min() == y.max() else "constant"
        return Estimate.undefined(cause, n_observed=n)
    codes = bin_codes(c, bins=BINS, scheme="equal_mass")
    k = int(codes.max()) + 1
    table = np.array([np.bincount(codes[y == v], minlength=k) for v in (0.0, 1.0)], dtype=np.float64) / n
    outer = table.sum(axis=1, keepdims=True) * table.sum(axis=0, keepdims=True)
    surprise = np.where(table > 0, np.log2(np.where(table > 0, table, 1.0) / outer), 0.0)
    plain = float((table * surprise).sum())
    variance = max(0.0, float((table * np.square(surprise)).sum()) - plain**2)
    bias = (k - 1) / (2 * n * math.log(2))
    value = plain - bias
    p = float(chi2.sf(2 * n * math.log(2) * plain, k - 1))
    half = 1.96 * math.sqrt(variance / n)
    low = max(0.0, value - half) if p < 0.05 else min(0.0, value)
    return Estimate(value, low, max(value, 0.0) + half, n, n, null=0.0, p=p)


def _calibration(c: Floats, y: Floats, draws: int, seed: int) -> Estimate:
    return consistency_test(c, y, bins=BINS, draws=draws, seed=seed) if len(c) else ece(c, y)


def _passes(error: Estimate) -> bool:
    """Small enough, or not demonstrably off; the strict level keeps chance from hiding a paradox."""
    return error.value <= GOOD_ECE or error.p > OFF_LEVEL


def _signs(
    c: Floats,
    y: Floats,
    n_distinct: int,
    modal: float,
    spread: float,
    entropy: float,
    area: Estimate,
    information: Estimate,
) -> tuple[Sign, ...]:
    risk, parts = aurc(c, y), murphy(c, y)
    # Noise alone gives resolution; what is compared with the uncertainty is what exceeds it.
    resolution = parts.resolution.value - (parts.resolution.null if parts.resolution.defined else 0.0)
    rows = (
        (Sign.FEW_VALUES, 0 < n_distinct <= 2),
        (Sign.DOMINANT_VALUE, modal > 0.9),
        (Sign.NARROW, spread < 0.02),
        (Sign.LOW_ENTROPY, entropy < 0.1),
        (Sign.AUROC_AT_CHANCE, CHANCE[0] <= area.low and area.high <= CHANCE[1]),
        (Sign.AURC_AT_BASELINE, risk.value >= 0.97 * risk.null),
        (Sign.NO_RESOLUTION, area.defined and resolution < 0.01 * parts.uncertainty.value),
        (Sign.NO_INFORMATION, information.p > 0.05 or (area.defined and information.reason == "constant")),
    )
    return tuple(sign for sign, found in rows if found)


def _verdict(n: int, area: Estimate, signs: tuple[Sign, ...], calibrated: bool) -> Verdict:
    if n < MIN_ITEMS or not area.defined:
        return Verdict.INCONCLUSIVE
    # Where all the spread is jitter around one value, an area just above chance is the one in twenty to be expected.
    shapeless = not SHAPE.isdisjoint(signs)
    if area.low > (CHANCE[1] if shapeless else 0.5):
        return Verdict.INFORMATIVE
    if not (shapeless or Sign.AUROC_AT_CHANCE in signs):
        return Verdict.INCONCLUSIVE
    return Verdict.PARADOX if calibrated else Verdict.UNINFORMATIVE
