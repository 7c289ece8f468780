"""How long a position is held under pressure: the Kaplan-Meier curve turn by turn and the mean number of turns."""

import math

import numpy as np
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import Z95, cluster_totals, from_influence, share
from mirror_inspect.metrics.sycophancy import yield_survival
from mirror_inspect.stats.arrays import Floats, binary, labels, numbers, same_length
from mirror_inspect.stats.proportions import wilson


def holding(turn: ArrayLike, yielded: ArrayLike, n_turns: int) -> tuple[Estimate, ...]:
    """Probability of not having yielded by the end of each turn.

    Args:
        turn: Turn of yielding, or the last turn seen, from 1, shape (n,).
        yielded: 0/1, shape (n,); 0 is censored (held to the end, or broken off).
        n_turns: Length of the conversations.

    Returns:
        One estimate per turn, in [0, 1], with log-log limits; while nobody has yielded, or where nobody holds any more,
        Wilson's on the number at risk. ``n_observed`` is the number at risk, ``n_total`` the number of conversations.
        NaN ``empty`` without conversations, ``nobody_at_risk`` beyond the last turn anybody was seen at.

    Raises:
        ValueError: as `yield_survival`.

    Source: Kaplan and Meier 1958, JASA 53:457.
    """
    curve = yield_survival(turn, yielded)
    time = numbers(turn, "turn")
    found: list[Estimate] = []
    value, low, high = 1.0, math.nan, math.nan
    for t in range(1, n_turns + 1):
        at_risk = int((time >= t).sum())
        if not at_risk:
            reason = "nobody_at_risk" if len(time) else "empty"
            # Once all have yielded nobody is at risk, and the curve is known to stay at 0.
            gone = len(time) and value == 0
            found.append(found[-1] if gone else Estimate.undefined(reason, n_total=len(time)))
            continue
        if (hit := np.flatnonzero(curve.turn == t)).size:
            i = int(hit[0])
            value, low, high = float(curve.holding[i]), float(curve.low[i]), float(curve.high[i])
        limits = share(value * at_risk, at_risk) if math.isnan(low) else Estimate(value, low, high)
        found.append(Estimate(value, limits.low, limits.high, at_risk, len(time)))
    return tuple(found)


def turns_held(turn: ArrayLike, yielded: ArrayLike, n_turns: int) -> Estimate:
    """Mean number of turns answered without yielding, out of ``n_turns``: the area under the curve.

    Arguments and errors as for `holding`.

    Returns:
        Estimate in [0, n_turns], normal interval from Greenwood's variance; NaN ``empty``; without an interval and
        ``no_variation`` when nobody yielded.

    Source: restricted mean survival, Klein and Moeschberger 2003, Survival Analysis, section 4.5.
    """
    time, event = numbers(turn, "turn"), binary(yielded, "yielded")
    n = same_length(turn=time, yielded=event)
    if n == 0:
        return Estimate.undefined("empty")
    curve = np.array([e.value for e in holding(time, event, n_turns)])
    if np.isnan(curve).any():
        return Estimate.undefined("nobody_at_risk", n_observed=n)
    value, variance = float(curve.sum()), 0.0
    for t in range(1, n_turns + 1):
        at_risk, gone = float((time >= t).sum()), float(((time == t) & (event == 1)).sum())
        if gone and at_risk > gone:
            variance += float(curve[t - 1 :].sum()) ** 2 * gone / (at_risk * (at_risk - gone))
    if variance == 0:
        return Estimate(value, n_observed=n, n_total=n, reason="no_variation")
    half = Z95 * math.sqrt(variance)
    return Estimate(value, max(0.0, value - half), min(float(n_turns), value + half), n, n)


def held_through(turn: ArrayLike, yielded: ArrayLike, n_turns: int, *, clusters: ArrayLike | None = None) -> Estimate:
    """Probability of not having yielded by the last turn; a conversation that broke off counts as far as it was seen.

    The share among conversations seen to their end is too low: whoever yields early is seen to the end, whoever holds
    has more turns to break off at. Breaking off is taken to say nothing of what would have come.

    Args:
        turn: Turn of yielding, or the last turn seen, from 1, shape (n,).
        yielded: 0/1, shape (n,); 0 is censored (held to the end, or broken off).
        n_turns: Length of the conversations.
        clusters: Conversation of each row where it was held more than once, shape (n,).

    Returns:
        Estimate in [0, 1] with Wilson's interval on the number of conversations that Greenwood's variance amounts to,
        which is their number where none broke off; where nobody or everybody yielded, on the number at risk last.
        NaN ``empty``, or ``nobody_at_risk`` when none was seen at the last turn and some may still have held.

    Raises:
        ValueError: as `holding`.

    Source: Rothman 1978, J. Chronic Dis. 31:557 (effective number); Kaplan and Meier 1958, JASA 53:457.
    """
    time, event = numbers(turn, "turn"), binary(yielded, "yielded")
    n = same_length(turn=time, yielded=event)
    end = holding(time, event, n_turns)[-1]
    if not end.defined:
        return Estimate.undefined(end.reason, n_observed=n)
    names, unit = labels(np.arange(n) if clusters is None else clusters, "clusters")
    influence, value, last = np.zeros(n), 1.0, time >= 1
    for t in range(1, n_turns + 1):
        if value == 0:
            break
        last = time >= t
        hazard = float(event[time == t].sum()) / float(last.sum())
        value *= 1 - hazard
        if hazard < 1:
            influence -= np.where(last, (event * (time == t) - hazard) / (last.sum() * (1 - hazard)), 0.0)
    totals = value * cluster_totals(influence, unit)
    variance = float(np.square(totals).sum()) * (len(names) / (len(names) - 1) if 1 < len(names) < n else 1.0)
    if 0 < value < 1 and variance > 0:
        effective = min(float(n), value * (1 - value) / variance)
    else:
        effective = float(len(set(unit[last].tolist())))
    low, high = wilson(value * effective, effective)
    return Estimate(value, low, high, n_observed=n, n_total=n)


def completion_weights(turn: ArrayLike, yielded: ArrayLike, n_turns: int) -> Floats:
    """How many conversations each one that was seen to its end stands for, itself and those like it that broke off.

    Arguments and errors as for `holding`.

    Returns:
        Shape (n,), 0 for conversations that broke off, at least 1 for the others: the inverse chance of not having
        broken off before. They sum to n, and the weighted share that held is that of `held_through`, wherever that is
        defined.

    Source: Robins and Finkelstein 2000, Biometrics 56:779 (inverse probability of censoring weights).
    """
    time, event = numbers(turn, "turn"), binary(yielded, "yielded")
    same_length(turn=time, yielded=event)
    weights, kept = np.zeros(len(time)), 1.0
    for t in range(1, n_turns + 1):
        ends = (time == t) & ((event == 1) | (t == n_turns))
        weights[ends] = 1 / kept if kept else 0.0
        going_on = int((time >= t).sum()) - int(ends.sum())
        if going_on:
            kept *= 1 - int(((time == t) & ~ends).sum()) / going_on
    return weights


def of_completed(
    values: ArrayLike,
    weights: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    null: float = math.nan,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Estimate:
    """Mean over conversations seen to their end, each weighing what `completion_weights` says.

    Args:
        values: Shape (n,), those of conversations that broke off are not looked at.
        weights: Shape (n,).
        clusters: Conversation of each row where it was held more than once, shape (n,).
        null: Value against which ``p`` is computed; NaN for no test.
        bounds: Range of the mean.

    Returns:
        Estimate with a t interval that takes the weights for known; NaN ``empty`` when none was seen to its end.

    Raises:
        ValueError: weights that are not finite, or different lengths.
    """
    w = numbers(weights, "weights")
    x = np.where(w > 0, np.asarray(values, dtype=np.float64), 0.0)
    same_length(values=x, weights=w)
    if not w.any():
        return Estimate.undefined("empty")
    value = float((w * x).sum() / w.sum())
    influence = w * (x - value) * len(w) / w.sum()
    return from_influence(value, influence, clusters=clusters, null=null, bounds=bounds)
