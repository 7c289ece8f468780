"""Python's garbage collector during a run: it looks less often, since what a run makes is kept or freed at once."""

import gc
from typing import Final

from inspect_ai.hooks import Hooks, RunEnd, TaskStart, hooks

from mirror_inspect.solvers.provenance import is_ours

THRESHOLD: Final = 10_000
"""Objects made beyond those freed before the youngest are looked through; Python begins with 700 (2,000 from 3.13)."""


class Collector:
    """The collector's threshold, raised while a run of this package goes on, and put back after it.

    A collector that somebody else has switched off, eased further or set anew during the run is left alone.
    """

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None

    def ease(self) -> None:
        """Look less often."""
        found = gc.get_threshold()
        if self._before is None and 0 < found[0] < THRESHOLD:
            self._before = found
            gc.set_threshold(THRESHOLD, *found[1:])

    def restore(self) -> None:
        """Put back what was found, where it was changed here and by nobody since."""
        before, self._before = self._before, None
        if before is not None and gc.get_threshold() == (THRESHOLD, *before[1:]):
            gc.set_threshold(*before)


COLLECTOR: Final = Collector()


@hooks(name="mirror_inspect_collector", description="Lets Python's garbage collector look less often during a run.")
class EaseCollector(Hooks):
    """Eases the collector from the first task of this package to the end of the run."""

    async def on_task_start(self, data: TaskStart) -> None:
        """Ease it for a task of ours."""
        if is_ours(data.spec.metadata):
            COLLECTOR.ease()

    async def on_run_end(self, data: RunEnd) -> None:
        """Put it back, however the run ended."""
        COLLECTOR.restore()
