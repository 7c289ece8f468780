"""Misreading: the share behind a share that was read from replies, by a reading held against hand marks."""

import math
from dataclasses import dataclass

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import Z95


@dataclass(frozen=True, slots=True)
class HandMarks:
    """How a reading did on replies marked by hand.

    Attributes:
        found: Marked replies that were read so.
        marked: Replies marked as holding what is read for, at least 1.
        passed: Unmarked replies that were passed over.
        unmarked: Replies marked as not holding it, at least 1.

    Raises:
        ValueError: counts out of range.
    """

    found: int
    marked: int
    passed: int
    unmarked: int

    def __post_init__(self) -> None:
        if not (0 <= self.found <= self.marked >= 1 and 0 <= self.passed <= self.unmarked >= 1):
            raise ValueError(f"found and passed lie in 0 to marked and unmarked, which are at least 1: {self}")

    @property
    def sensitivity(self) -> float:
        """Share of what is there that is found, 0 to 1."""
        return self.found / self.marked

    @property
    def specificity(self) -> float:
        """Share of what is not there that is passed over, 0 to 1."""
        return self.passed / self.unmarked


def true_share(read: float, n: int, marks: HandMarks) -> Estimate:
    """Return the share behind a share that was read, for the errors of the reading.

    Args:
        read: Share read, 0 to 1.
        n: Independent replies it was read from.
        marks: How the reading did on other replies of the same sort, marked by hand.

    Returns:
        Estimate in [0, 1], cut off there with the caveat ``beyond_the_reading``; the interval allows for the errors of
        all three shares. NaN ``empty`` without replies, ``reading_no_better_than_chance`` where sensitivity and
        specificity add up to 1 or less.

    Raises:
        ValueError: a share outside [0, 1] or a negative number of replies.

    Source: Rogan and Gladen 1978, American Journal of Epidemiology 107:71; interval by Lang and Reiczigel 2014,
    Preventive Veterinary Medicine 113:13.
    """
    if not 0 <= read <= 1 or n < 0:
        raise ValueError(f"a share lies in 0 to 1 and comes from no negative number of replies, not {read} of {n}")
    if not n:
        return Estimate.undefined("empty")
    gain = marks.sensitivity + marks.specificity - 1
    if gain <= 0:
        return Estimate.undefined("reading_no_better_than_chance", n_observed=n)
    value = (read + marks.specificity - 1) / gain
    low, high = _interval(read, n, marks)
    cut = "" if 0 <= value <= 1 else "beyond_the_reading"
    value = min(1.0, max(0.0, value))
    return Estimate(value, min(low, value), max(high, value), n, n, reason=cut)


def _interval(read: float, n: int, marks: HandMarks) -> tuple[float, float]:
    """Return the interval of Lang and Reiczigel, all three shares being drawn towards one half first."""
    size, plus, minus = n + Z95**2, marks.marked + 2, marks.unmarked + 2
    share = (n * read + Z95**2 / 2) / size
    sensitivity, specificity = (marks.found + 1) / plus, (marks.passed + 1) / minus
    gain = sensitivity + specificity - 1
    if gain <= 0:
        return 0.0, 1.0
    centre = (share + specificity - 1) / gain
    spread_plus, spread_minus = sensitivity * (1 - sensitivity) / plus, specificity * (1 - specificity) / minus
    shift = 2 * Z95**2 * (centre * spread_plus - (1 - centre) * spread_minus)
    variance = share * (1 - share) / size + centre**2 * spread_plus + (1 - centre) ** 2 * spread_minus
    half = Z95 * math.sqrt(variance) / gain
    return max(0.0, centre + shift - half), min(1.0, centre + shift + half)
