"""Routing judged on the subject's own unrouted attempts, against random routing of the same size."""

import math

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import from_influence
from mirror_inspect.stats.arrays import Codes, Floats, binary, group_means, labels, same_length


def routing_gain(
    failed: ArrayLike, routed: ArrayLike, strata: ArrayLike | None = None, *, clusters: ArrayLike | None = None
) -> Estimate:
    """Failures that domain routing would have removed beyond random routing at the same budget.

    Args:
        failed: The subject's own unrouted (C1) attempt was taken on and wrong, boolean, shape (n,).
        routed: The policy routes the component, boolean, shape (n,); decided on disjoint items.
        strata: Slot and level of the component, shape (n,): random sets have the same size within each.
        clusters: Task of each component, shape (n,), for the interval.

    Returns:
        (failures inside the routed set - expected under random sets of the same size) / n, in [-1, 1], null 0, with the
        exact two-sided p-value over all permutations of the route labels within strata. NaN ``all_routed``,
        ``none_routed`` or ``no_choice`` (every stratum is routed as a whole).

    Raises:
        ValueError: unequal lengths, values other than 0 and 1.
    """
    wrong, away = binary(failed, "failed"), binary(routed, "routed")
    n = same_length(failed=wrong, routed=away)
    if n == 0:
        return Estimate.undefined("empty")
    codes = np.zeros(n, dtype=np.intp) if strata is None else labels(strata, "strata")[1]
    same_length(failed=wrong, strata=codes)
    if away.min() == away.max():
        return Estimate.undefined("all_routed" if away[0] else "none_routed", n_observed=n)
    count = int(codes.max()) + 1
    centred = away - group_means(away, codes, count)[codes]
    if not np.any(np.abs(centred) > 1e-12):
        return Estimate.undefined("no_choice", n_observed=n)
    value = float((centred * wrong).mean())
    influence = centred * (wrong - group_means(wrong, codes, count)[codes])
    bare = from_influence(value, influence, clusters=clusters, bounds=(-1.0, 1.0))
    p = _exact_p(wrong, away, codes, count)
    return Estimate(value, bare.low, bare.high, n_observed=n, n_total=n, null=0.0, p=p, reason=bare.reason)


def _exact_p(wrong: Floats, away: Floats, codes: Codes, count: int) -> float:
    """Two-sided p-value of the number of failures routed away: a sum of independent hypergeometric counts."""
    pmf: NDArray[np.float64] = np.ones(1)
    offset = 0
    for stratum in range(count):
        inside = codes == stratum
        size, failures, routes = int(inside.sum()), int(wrong[inside].sum()), int(away[inside].sum())
        middle = routes * failures / size
        spread = math.sqrt(middle * (1 - failures / size) * (size - routes) / max(1, size - 1))
        # Beyond ten standard deviations lies nothing a p-value could show.
        low = max(0, failures + routes - size, math.floor(middle - 10 * spread - 5))
        high = min(failures, routes, math.ceil(middle + 10 * spread + 5))
        pmf = np.convolve(pmf, scipy.stats.hypergeom.pmf(np.arange(low, high + 1), size, failures, routes))
        offset += low
    support = offset + np.arange(len(pmf))
    expected = float((support * pmf).sum())
    observed = float((wrong * away).sum())
    far = np.abs(support - expected) >= abs(observed - expected) - 1e-9
    return float(min(1.0, pmf[far].sum()))


def routing_transfer(
    failed_routed: ArrayLike, failed_random: ArrayLike, routed: ArrayLike, random: ArrayLike, task: ArrayLike
) -> Estimate:
    """Live check of routing (C4) against random routing (CR) at equal budget, paired by task.

    The difference of failures is corrected for tasks that happen to have more components routed in one condition:
    d_t = sum(f_CR - f_C4) + fbar (routed_CR - routed_C4), fbar being the failure rate of what stayed with the subject
    in CR.

    Args:
        failed_routed: Failure in C4 (0 where routed), boolean, shape (n,).
        failed_random: Failure in CR (0 where routed), boolean, shape (n,).
        routed: The component was routed in C4, boolean, shape (n,).
        random: The component was routed in CR, boolean, shape (n,).
        task: Task of each component, shape (n,).

    Returns:
        Failures removed per component, null 0, interval clustered by task; NaN ``all_routed`` when CR left nothing.
    """
    own, other = binary(failed_routed, "failed_routed"), binary(failed_random, "failed_random")
    away, drawn = binary(routed, "routed"), binary(random, "random")
    n = same_length(failed_routed=own, failed_random=other, routed=away, random=drawn)
    if n == 0:
        return Estimate.undefined("empty")
    if drawn.all():
        return Estimate.undefined("all_routed", n_observed=n)
    rate = float(other[drawn == 0].mean())
    gain = other - own + rate * (drawn - away)
    # The rate is estimated too; its share in the error vanishes when both conditions route equally often.
    imbalance = float((drawn - away).mean())
    extra = np.where(drawn == 0, other - rate, 0.0) * imbalance / float(1 - drawn.mean())
    return from_influence(float(gain.mean()), gain + extra, clusters=task, null=0.0, bounds=(-1.0, 1.0))
