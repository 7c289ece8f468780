"""Notice ``--limit`` at the start of a task, because a sample source is not told and would end quietly."""

import click
from inspect_ai.hooks import Hooks, TaskStart, hooks

from mirror_inspect.errors import ArgumentError

ADVICE = (
    "set the size with -T preset=quick, -T calibration=N (items per domain) and -T tasks=N instead of --limit and "
    "--sample-id"
)
_limits: dict[str, int | None] = {}


def _count(limit: object) -> int | None:
    """Return how many samples a limit leaves; a range is given as (first, last)."""
    if isinstance(limit, tuple | list) and len(limit) == 2:
        return int(limit[1]) - int(limit[0])
    return limit if isinstance(limit, int) else None


@hooks(name="mirror_inspect_limits", description="Remembers --limit of runs whose samples come from a source.")
class RememberLimit(Hooks):
    """Keeps the sample limit of the task that a model is running."""

    async def on_task_start(self, data: TaskStart) -> None:
        """Remember the limit of a task by its model."""
        _limits[data.spec.model] = _count(data.spec.config.limit)


def check_command_line(needed: int) -> None:
    """Refuse ``--limit`` and ``--sample-id`` that would remove the calibration, while nothing has been called yet.

    Raises:
        ArgumentError: the command line limits the samples to fewer than ``needed``, or selects some.
    """
    context = click.get_current_context(silent=True)
    options = context.params if context else {}
    limit = options.get("limit")
    count = int(limit) if isinstance(limit, str) and limit.isdecimal() else _count(limit)
    if needed and ((count is not None and count < needed) or options.get("sample_id")):
        raise ArgumentError(f"the calibration of this run needs all of its {needed} items: {ADVICE}")


def check_running(model: str, needed: int) -> None:
    """Refuse a limit that removes the calibration, where it can only be known from the running task.

    Raises:
        ArgumentError: the run of this model is limited to fewer than ``needed`` samples.
    """
    limit = _limits.get(model)
    if limit is not None and limit < needed:
        raise ArgumentError(f"limit={limit} leaves the calibration of {needed} items incomplete: {ADVICE}")
