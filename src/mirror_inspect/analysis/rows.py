"""Pick observations by channel, condition or paradigm and turn them into arrays, with what was planned beside them."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.observation import REPEAT_FLAG, SIGNAL_FLAG, Observation, Status

PROFILE_FLAG: Final = "profile:"
"""Prefix of the flag that carries the digest of the profile an item, a level or a routing was chosen by."""
MIXED: Final = "mixed_profiles"
"""Reason of an estimate that is missing because its rows were chosen by more than one profile."""


class Rows(Sequence[Observation]):
    """A selection of observations that can be narrowed and read column by column."""

    def __init__(self, observations: Iterable[Observation]):
        self._rows = tuple(observations)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def where(self, keep: Callable[[Observation], bool] | None = None, **equal: Any) -> "Rows":
        """Return the rows whose fields equal the given values and that ``keep`` accepts."""
        rows: Iterable[Observation] = self._rows
        for name, value in equal.items():
            field = attrgetter(name)
            rows = [o for o in rows if field(o) == value]
        return Rows(filter(keep, rows))

    def once(self) -> "Rows":
        """Return the rows without second occasions."""
        return self.where(lambda o: REPEAT_FLAG not in o.flags)

    def observed(self) -> "Rows":
        """Return the rows that were observed."""
        return self.where(status=Status.OBSERVED)

    def graded(self) -> "Rows":
        """Return the rows with an observed, graded answer."""
        return self.where(lambda o: o.correct is not None)

    def column(self, name: str) -> NDArray[Any]:
        """Return one field of every row as an array; ``None`` becomes NaN in numeric fields.

        Args:
            name: A field of ``Observation``.
        """
        values = [getattr(o, name) for o in self._rows]
        if name in {"correct", "signal", "weak", "tokens", "latency", "difficulty"}:
            return np.array([np.nan if v is None else float(v) for v in values], dtype=float)
        return np.array(["" if v is None else str(v) for v in values], dtype=str)

    @property
    def coverage(self) -> float:
        """Share of rows that were observed; NaN when there are none."""
        return len(self.observed()) / len(self) if self._rows else float("nan")


def mark(o: Observation, prefix: str) -> str | None:
    """Return what follows a prefix in an observation's flags, such as ``2`` in ``attempt:2``; ``None`` without it."""
    return next((f.removeprefix(prefix) for f in o.flags if f.startswith(prefix)), None)


def stated(o: Observation) -> float | None:
    """Return the confidence that a reply states, also where the answer beside it could not be graded; else ``None``.

    It belongs to the item and not to that answer only where what was right is known from other attempts.
    """
    if o.signal is not None:
        return o.signal
    kept = mark(o, SIGNAL_FLAG)
    try:
        value = float(kept) if kept is not None else -1.0
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None


def profiles_in(rows: Iterable[Observation]) -> set[str]:
    """Return the digests of the profiles that observations were chosen, routed or told by."""
    return {digest for o in rows if (digest := mark(o, PROFILE_FLAG)) is not None}


Component = tuple[str, str, str | None]


def component(o: Observation) -> Component:
    """Return what was worked on, on whichever occasion: model, group (item or task) and slot."""
    return o.model, o.group, o.slot


Key = tuple[str, str, str | None, int]


def key(o: Observation) -> Key:
    """Return what an observation is paired on: model, group (item or task), slot and epoch."""
    return o.model, o.group, o.slot, o.epoch


def matched(*selections: Rows) -> tuple[Rows, ...]:
    """Return the rows of several selections that share a key, in one order; one row per key each."""
    tables = [{key(o): o for o in rows} for rows in selections]
    common = [k for k in tables[0] if all(k in table for table in tables[1:])]
    return tuple(Rows(table[k] for k in common) for table in tables)
