"""What a router may know of each component before deciding, and what became of the component without routing."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class Candidates:
    """Components that may be escalated, one row each.

    Attributes:
        right: Mean correctness of the subject's own forced (P3) attempts in [0, 1], shape (n,): the outcome, which
            only the oracle may look at, and which rules that are fitted see on other tasks.
        weak: The component lies in the subject's weak set, boolean, shape (n,).
        confidence: Stated alone in a fresh context, in [0, 1], shape (n,).
        agreement: Share of resampled answers that agree with the commonest one, in [0, 1]; NaN where none was drawn.
        hedging: Signal of the forced reply in [0, 1], higher meaning fewer hedges.
        length: Characters of the forced reply.
        domain: Domain names.
        task: Task ids: what fitted rules split by and intervals are clustered by.
    """

    right: Floats
    weak: NDArray[np.bool_]
    confidence: Floats
    agreement: Floats
    hedging: Floats
    length: Floats
    domain: NDArray[np.str_]
    task: NDArray[np.str_]

    def __post_init__(self) -> None:
        sizes = {f.name: len(getattr(self, f.name)) for f in fields(self)}
        if len(set(sizes.values())) > 1:
            raise ValueError("lengths differ: " + ", ".join(f"{name} {size}" for name, size in sizes.items()))

    def __len__(self) -> int:
        return len(self.right)

    def take(self, keep: NDArray[np.bool_]) -> "Candidates":
        """Return the rows where ``keep`` is true."""
        return Candidates(**{f.name: getattr(self, f.name)[keep] for f in fields(self)})
