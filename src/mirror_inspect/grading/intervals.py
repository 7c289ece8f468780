"""The Wilson interval, without numpy, for the error rates of the grader."""

import math
from dataclasses import dataclass
from typing import Final

Z_95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its 95 % Wilson interval (Wilson 1927); NaN throughout when nothing was counted."""

    count: int
    total: int

    @property
    def value(self) -> float:
        """The share, in [0, 1]."""
        return self.count / self.total if self.total else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper limit, in [0, 1]."""
        if not self.total:
            return math.nan, math.nan
        n, p, z2 = self.total, self.value, Z_95**2
        centre = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = Z_95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        low = 0.0 if self.count == 0 else max(0.0, centre - half)
        high = 1.0 if self.count == self.total else min(1.0, centre + half)
        return low, high

    def __str__(self) -> str:
        if not self.total:
            return "-"
        low, high = self.interval
        return f"{self.count}/{self.total} = {self.value:.3f} [{low:.3f}, {high:.3f}]"
