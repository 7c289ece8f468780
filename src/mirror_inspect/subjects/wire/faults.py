"""What providers do to requests: kinds of faults, and which request meets which, drawn by seed."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mirror_inspect.subjects.wire.exchange import Refusal


class Fault(StrEnum):
    """One way a request goes wrong."""

    RATE = "rate"
    SERVER = "server"
    UNAVAILABLE = "unavailable"
    OVERLOADED = "overloaded"
    DROP = "drop"
    SLOW = "slow"
    HALF = "half"
    CUT = "cut"
    EMPTY = "empty"
    FILTER = "filter"
    BLOCKED = "blocked"
    LENGTH = "length"
    TWICE = "twice"


MEANING: Final[Mapping[Fault, str]] = {
    Fault.RATE: "429 with Retry-After",
    Fault.SERVER: "500",
    Fault.UNAVAILABLE: "503",
    Fault.OVERLOADED: "529",
    Fault.DROP: "the connection is closed before a reply",
    Fault.SLOW: "the first byte comes late",
    Fault.HALF: "a complete response whose JSON stops half-way",
    Fault.CUT: "the connection is closed half-way through the response",
    Fault.EMPTY: "a reply without content",
    Fault.FILTER: "a reply ended by a content filter",
    Fault.BLOCKED: "400, blocked by a content filter",
    Fault.LENGTH: "a reply cut at the token limit",
    Fault.TWICE: "the request is answered, the answer lost, and the request delivered again",
}
REFUSALS: Final[Mapping[Fault, Refusal]] = {
    Fault.RATE: Refusal.RATE,
    Fault.SERVER: Refusal.SERVER,
    Fault.UNAVAILABLE: Refusal.UNAVAILABLE,
    Fault.OVERLOADED: Refusal.OVERLOADED,
    Fault.BLOCKED: Refusal.BLOCKED,
}
PASSING: Final = frozenset(Fault) - {Fault.HALF, Fault.EMPTY, Fault.FILTER, Fault.BLOCKED, Fault.LENGTH}
"""Faults that a client outlives by waiting or asking again."""


@dataclass(frozen=True, slots=True)
class FaultProfile:
    """How often requests go wrong, and how.

    Attributes:
        rate: Probability that a request meets a fault.
        kinds: The faults, equally likely.
        seed: Fixes the draws, which depend on the request and on how often it was delivered, not on order.
        slow: Seconds to the first byte of a slow reply.
        retry_after: Seconds that a 429 asks to wait.
    """

    rate: float
    kinds: tuple[Fault, ...] = tuple(Fault)
    seed: int = 0
    slow: float = 0.3
    retry_after: int = 1

    def draw(self, request: str, delivery: int) -> Fault | None:
        """Return what happens to a delivery of a request, by its digest and how often it came before."""
        rng = random.Random(f"{self.seed}/{request}/{delivery}")
        return rng.choice(self.kinds) if rng.random() < self.rate else None
