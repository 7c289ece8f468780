"""What stands beside an estimate, or in its place, because of what it rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from mirror_inspect.analysis.rows import MIXED, profiles_in
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import joined
from mirror_inspect.observation import Observation


def few_of(counts: Mapping[str, tuple[int, int]], floor: float) -> str:
    """Return the caveat ``few_of:NAME+...`` of a mean over several; empty where all were observed often enough.

    All together may be observed often enough while one of them, refused or unreadable throughout, hardly is.

    Args:
        counts: Observed and planned, by name.
        floor: Smallest share observed that goes without saying.
    """
    low = [name for name, (seen, asked) in counts.items() if asked and seen / asked < floor]
    return f"few_of:{'+'.join(low)}" if low else ""


def with_caveat(e: Estimate, caveat: str) -> Estimate:
    """Return a defined estimate with a caveat among its reasons; any other as it is."""
    return replace(e, reason=joined(e.reason, caveat)) if e.defined and caveat else e


def unless_mixed(found: dict[str, Estimate], rows: Iterable[Observation]) -> dict[str, Estimate]:
    """Return the estimates, all missing (``mixed_profiles``) where two profiles chose, routed or told the rows."""
    if len(profiles_in(rows)) > 1:
        return {name: Estimate.undefined(MIXED, n_total=e.n_total) for name, e in found.items()}
    return found
