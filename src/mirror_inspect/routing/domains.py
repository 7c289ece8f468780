"""Routing by domain (C4) and its control: as many components of the same tasks, drawn at random (CR)."""

from collections.abc import Collection, Sequence
from typing import Final

from mirror_inspect.items import AgenticTask, content_id
from mirror_inspect.taxonomy import Condition, Domain

Part = tuple[str, str]
"""Task id and slot letter."""
ROUTING: Final = frozenset({Condition.ROUTED, Condition.RANDOM_ROUTED})
"""Conditions that route; P3, where every part must be answered, has none of them."""


def parts_of(task: AgenticTask) -> dict[str, Domain]:
    """Return the domain of each slot of a task."""
    return {"A": task.domain_a, "B": task.domain_b}


def weak_parts(tasks: Sequence[AgenticTask], weak: Collection[Domain]) -> frozenset[Part]:
    """Return the components that lie in weak domains: what C4 routes."""
    return frozenset((t.id, slot) for t in tasks for slot, domain in parts_of(t).items() if domain in weak)


def random_parts(tasks: Sequence[AgenticTask], count: int, *, seed: int, purpose: str) -> frozenset[Part]:
    """Return ``count`` components of the same tasks drawn without replacement: what CR routes.

    Args:
        tasks: The tasks of the run.
        count: How many components C4 routes.
        seed: Fixes the draw.
        purpose: Makes the draws of two paradigms independent.
    """
    every = [(t.id, slot) for t in tasks for slot in parts_of(t)]
    return frozenset(sorted(every, key=lambda part: content_id("CR", purpose, seed, *part))[:count])


def routed_parts(
    condition: Condition, tasks: Sequence[AgenticTask], weak: Collection[Domain], *, seed: int, purpose: str
) -> frozenset[Part]:
    """Return the components that a condition takes away from the subject; none unless it routes."""
    chosen = weak_parts(tasks, weak)
    match condition:
        case Condition.ROUTED:
            return chosen
        case Condition.RANDOM_ROUTED:
            return random_parts(tasks, len(chosen), seed=seed, purpose=purpose)
    return frozenset()
