"""End-to-end table and fallible-resolver arithmetic of the release."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EndToEnd:
    """Pooled outcome of one condition, every escalated component counted as solved.

    Attributes:
        autonomy: Share answered by the subject.
        system_success: (right on its own + escalated) / all: a perfect resolver is assumed.
        cfr: Wrong on its own / all.
    """

    autonomy: float
    system_success: float
    cfr: float


def end_to_end(*, autonomous_correct: int, autonomous_incorrect: int, escalated: int) -> EndToEnd:
    """Rates of the end-to-end table from counts of components.

    Raises:
        ValueError: a negative count, or none at all.
    """
    total = autonomous_correct + autonomous_incorrect + escalated
    if min(autonomous_correct, autonomous_incorrect, escalated) < 0 or total == 0:
        raise ValueError("counts must not be negative and not all zero")
    own = autonomous_correct + autonomous_incorrect
    return EndToEnd(own / total, (autonomous_correct + escalated) / total, autonomous_incorrect / total)


@dataclass(frozen=True, slots=True)
class FallibleResolver:
    """A system whose escalated components are solved with probability q.

    Attributes:
        autonomy: Share of components answered by the subject, in [0, 1].
        own_accuracy: Its accuracy on those.
        weak_failed_alone: Share of weak components answered by the subject and wrong.
        weak_escalated: Share of weak components escalated.
        cost_alone: Cost when nothing is escalated.
        cost_escalated: Cost when everything is.
        latency_alone: Milliseconds when nothing is escalated.
        latency_escalated: Milliseconds when everything is.
    """

    autonomy: float
    own_accuracy: float
    weak_failed_alone: float = 0.0
    weak_escalated: float = 0.0
    cost_alone: float = 0.0
    cost_escalated: float = 0.0
    latency_alone: float = 0.0
    latency_escalated: float = 0.0

    @property
    def escalation(self) -> float:
        """Share of components escalated."""
        return 1 - self.autonomy

    def success(self, q: float) -> float:
        """Share of components right, own and resolved, at resolver accuracy ``q``."""
        return self.autonomy * self.own_accuracy + _probability(q) * self.escalation

    def weak_failure(self, q: float) -> float:
        """Share of weak components wrong, own and resolved."""
        return self.weak_failed_alone + (1 - _probability(q)) * self.weak_escalated

    def cost(self) -> float:
        """Expected cost at its escalation rate, linear between nothing and everything escalated."""
        return self.autonomy * self.cost_alone + self.escalation * self.cost_escalated

    def latency(self) -> float:
        """Expected latency in milliseconds, by the same line."""
        return self.autonomy * self.latency_alone + self.escalation * self.latency_escalated


def _probability(q: float) -> float:
    if not 0 <= q <= 1:
        raise ValueError(f"resolver accuracy must lie in [0, 1], not {q}")
    return q
