"""Agreement of raters as released: pairwise Cohen kappas, Fleiss kappa, unanimity."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.metrics.estimate import NAN
from mirror_inspect.stats.arrays import labels


@dataclass(frozen=True, slots=True)
class MultiRater:
    """Agreement of several raters on the same items.

    The released labels come from simulated raters, as their own notes field says.

    Attributes:
        agreement: Smallest and largest share of equal labels over rater pairs.
        kappa: Smallest and largest Cohen kappa over rater pairs.
        fleiss: Fleiss kappa.
        unanimous: Share of items on which all agree.
        n_items: Items rated.
    """

    agreement: tuple[float, float]
    kappa: tuple[float, float]
    fleiss: float
    unanimous: float
    n_items: int


def cohen_kappa(first: ArrayLike, second: ArrayLike) -> float:
    """Cohen's kappa of two raters; NaN without items or when both use one and the same label throughout.

    Args:
        first: Labels, shape (n,).
        second: Labels, shape (n,).

    Raises:
        ValueError: different lengths, or values that are no labels.
    """
    codes, k = _coded([first, second])
    n = codes.shape[0]
    if n == 0:
        return NAN
    table = np.bincount(codes[:, 0] * k + codes[:, 1], minlength=k * k).reshape(k, k) / n
    chance = float(table.sum(axis=1) @ table.sum(axis=0))
    return (float(np.trace(table)) - chance) / (1 - chance) if chance < 1 else NAN


def fleiss_kappa(ratings: ArrayLike) -> float:
    """Fleiss' kappa; NaN without items, with one rater, or when only one label occurs.

    Args:
        ratings: Labels, shape (items, raters).

    Raises:
        ValueError: not two-dimensional, or values that are no labels.

    Source: Fleiss 1971, Psychological Bulletin 76:378.
    """
    codes, k = _coded(_raters(ratings))
    n, m = codes.shape
    if n == 0 or m < 2:
        return NAN
    counts = np.stack([(codes == label).sum(axis=1) for label in range(k)], axis=1)
    agreement = float(((counts**2).sum(axis=1) - m).mean()) / (m * (m - 1))
    chance = float(((counts.sum(axis=0) / (n * m)) ** 2).sum())
    return (agreement - chance) / (1 - chance) if chance < 1 else NAN


def multi_rater(ratings: ArrayLike) -> MultiRater:
    """All agreement figures of one table.

    Args:
        ratings: Labels, shape (items, raters), two or more raters, one or more items.

    Raises:
        ValueError: another shape, or values that are no labels.
    """
    raters = _raters(ratings)
    codes, _ = _coded(raters)
    if codes.shape[0] == 0 or codes.shape[1] < 2:
        raise ValueError("agreement needs items and two or more raters")
    pairs = list(combinations(range(codes.shape[1]), 2))
    equal = [float((codes[:, i] == codes[:, j]).mean()) for i, j in pairs]
    kappas = [cohen_kappa(raters[i], raters[j]) for i, j in pairs]
    unanimous = float((codes == codes[:, :1]).all(axis=1).mean())
    return MultiRater(
        (min(equal), max(equal)), (min(kappas), max(kappas)), fleiss_kappa(ratings), unanimous, codes.shape[0]
    )


def _raters(ratings: ArrayLike) -> list[NDArray[np.generic]]:
    table = np.asarray(ratings)
    if table.ndim != 2:
        raise ValueError(f"ratings must be of shape (items, raters), not {table.shape}")
    return list(table.T)


def _coded(raters: list[ArrayLike] | list[NDArray[np.generic]]) -> tuple[NDArray[np.intp], int]:
    columns = [np.asarray(r) for r in raters]
    if len({len(c) for c in columns}) > 1:
        raise ValueError("raters differ in the number of items")
    names, codes = labels(np.concatenate(columns), "ratings")
    return codes.reshape(len(columns), -1).T, len(names)
