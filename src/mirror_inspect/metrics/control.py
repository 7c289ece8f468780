"""Control of one's own answering: does the subject skip what it would get wrong, and is it wrong where it bets high?"""

from dataclasses import replace

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import clustered_share, difference
from mirror_inspect.stats.arrays import binary, numbers, same_length


def skip_error_alignment(skipped: ArrayLike, wrong: ArrayLike, *, clusters: ArrayLike | None = None) -> Estimate:
    """Difference in error rate between skipped and attempted items.

    Args:
        skipped: Boolean, shape (n,). The subject declined the item in the opt-out channel.
        wrong: Boolean, shape (n,). The subject's natural answer to the same item was wrong.
        clusters: Item of each row, shape (n,), where items occur in several epochs.

    Returns:
        Estimate in [-1, 1], positive when the subject skips what it would get wrong; NaN with reason "one_sided" when
        it skipped everything or nothing. Interval by the hybrid score method (Newcombe 1998, Stat. Med. 17:873).

    Raises:
        ValueError: different lengths, or values other than 0 and 1.
    """
    declined, error = binary(skipped, "skipped") == 1, binary(wrong, "wrong")
    n = same_length(skipped=declined, wrong=error)
    if not declined.any() or declined.all():
        return Estimate.undefined("one_sided", n_observed=n)
    items = np.arange(n) if clusters is None else np.asarray(clusters)
    parts = (clustered_share(error[part], clusters=items[part]) for part in (declined, ~declined))
    return replace(difference(*parts), n_observed=n, n_total=n, null=0.0)


def confident_error_rate(
    bet: ArrayLike, wrong: ArrayLike, *, threshold: float = 7, clusters: ArrayLike | None = None
) -> Estimate:
    """Share of wrong answers among those with a bet of at least ``threshold``.

    Args:
        bet: Bets from 1 to 10, shape (n,).
        wrong: Boolean, shape (n,). The answer that was bet on was wrong.
        threshold: Smallest bet that counts as confident.
        clusters: Item of each row, shape (n,), where items occur in several epochs.

    Returns:
        Estimate in [0, 1] with a (clustered) Wilson interval; null is the share of wrong answers among all bets, which
        bets that say nothing would have, and ``p`` Fisher's exact one of high against other bets (in several epochs, of
        the first row of every item). NaN with reason "no_confident_bets" when no bet is that high.

    Raises:
        ValueError: different lengths, or ``wrong`` holds other values than 0 and 1.
    """
    stake, error = numbers(bet, "bet"), binary(wrong, "wrong")
    n = same_length(bet=stake, wrong=error)
    high = stake >= threshold
    if not high.any():
        return Estimate.undefined("no_confident_bets", n_observed=n)
    items = np.arange(n) if clusters is None else np.asarray(clusters)
    first = np.unique(items, return_index=True)[1]
    cells = [[int(((high[first] == h) & (error[first] == e)).sum()) for e in (0, 1)] for h in (True, False)]
    p = float(scipy.stats.fisher_exact(cells).pvalue) if not high.all() else float("nan")
    return replace(clustered_share(error[high], clusters=items[high]), null=float(error.mean()), p=p)
