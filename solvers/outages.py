"""Outages that asking again does not mend: noticed early, said in words, with what is kept and how to go on."""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

import click
from inspect_ai.hooks import Hooks, ModelRetry, RunEnd, SampleEnd, TaskStart, hooks
from inspect_ai.log import EvalLog

from mirror_inspect.solvers.provenance import is_ours

PATIENCE: Final = 5
"""Lasting failures in a row, without an answer in between, after which the provider is not asked any more."""
RETRIES_TOLD: Final = 3
"""Attempts after which a model that has not answered yet is reported, once."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A lasting failure.

    Attributes:
        happened: What happened, in words.
        remedy: What to do before going on.
        status: HTTP status codes that tell it; any when empty.
        words: Pattern that the message must hold; any message when empty.
    """

    happened: str
    remedy: str
    status: frozenset[int]
    words: str = ""

    def explains(self, status: int | None, message: str) -> bool:
        """Whether a failure with this status and message is of this kind."""
        coded = status in self.status if self.status else True
        return coded and (not self.words or re.search(self.words, message, re.IGNORECASE) is not None)


CAUSES: Final = (
    Cause(
        "the quota of this key is used up",
        "top up the account or use another key",
        frozenset({402, 403, 429}),
        r"exceeded your current quota|insufficient_quota|credit balance|billing|limit: 0|payment",
    ),
    Cause("the API key was refused", "set a valid key", frozenset({401, 403})),
    Cause("the API key was refused", "set a valid key", frozenset({400}), r"api.?key not valid|invalid api key"),
    Cause("the provider does not know this model", "check the name of the model", frozenset({404})),
    Cause(
        "the provider refuses an option of this run",
        "leave the option out, e.g. --temperature",
        frozenset({400, 422}),
        r"temperature|unsupported (value|parameter)|extra inputs are not permitted",
    ),
)
"""Lasting failures, first match first."""


NO_CONNECTION: Final = r"connection error|connection attempts failed|cannot connect|connection refused"
UNREACHABLE: Final = Cause("the provider could not be reached", "check base URL and network", frozenset())
"""Told at the end only: a connection may come back, so that calls go on being tried."""


def cause_of(error: BaseException | None) -> Cause | None:
    """Return the lasting failure behind an exception of a provider's SDK, ``None`` when asking again may help."""
    if error is None:
        return None
    codes = (getattr(error, name, None) for name in ("status_code", "code"))
    status = next((c for c in codes if isinstance(c, int) and not isinstance(c, bool)), None)
    if status is None:
        return None
    return next((c for c in CAUSES if c.explains(status, str(error))), None)


class LastingOutage(RuntimeError):
    """A call that was not made, because the last ones met a failure that asking again does not mend."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"not asked again after {type(error).__name__}: {error}")
        self.status_code = getattr(error, "status_code", None) or getattr(error, "code", None)


@dataclass
class Line:
    """What is known about the way to one model while a task runs."""

    in_a_row: int = 0
    answered: bool = False
    told: bool = False
    last: Exception | None = None


@dataclass
class Switchboard:
    """The ways to all models of this process, by Inspect's name of the model, and errors of samples by run."""

    lines: dict[str, Line] = field(default_factory=lambda: defaultdict(Line))
    errors: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def refuse(self, model: str) -> None:
        """Fail at once where a lasting failure has been met often enough.

        Raises:
            LastingOutage: with the provider's last message.
        """
        line = self.lines[model]
        if line.in_a_row >= PATIENCE and line.last is not None:
            raise LastingOutage(line.last)

    def failed(self, model: str, error: Exception) -> None:
        """Count a failed call; only lasting failures without an answer in between add up."""
        if cause_of(error) is not None:
            line = self.lines[model]
            line.in_a_row, line.last = line.in_a_row + 1, error

    def answered(self, model: str) -> None:
        """Note an answer."""
        line = self.lines[model]
        line.in_a_row, line.answered = 0, True


SWITCHBOARD: Final = Switchboard()


UNWRITTEN: Final = re.compile(r"(?:OSError|PermissionError)\((?:13|28|30|122), '(?P<why>[^']*)'")
"""Message of a task whose log could not be written: no permission, no space, a read-only disk, a quota used up."""


def unwritten(log: EvalLog) -> str | None:
    """Return what a user should know about a run that ended because its log could not be written."""
    found = UNWRITTEN.search(log.error.message) if log.status == "error" and log.error is not None else None
    if found is None:
        return None
    words = (
        f"{log.eval.task.rpartition('/')[2]} ({log.eval.model}): the log could not be written ({found['why']}).",
        f"Samples written before that are kept in {log.location}; later ones are lost, none counts as wrong.",
        f"To go on: make room, then run `inspect eval-retry {log.location}`, or start again with another --log-dir.",
    )
    return "\n  ".join(words)


def advice(log: EvalLog) -> str | None:
    """Return what a user should know at the end of a run with failed calls, ``None`` when there were none.

    Args:
        log: The log; its samples are not looked at.
    """
    failed = SWITCHBOARD.errors.get(log.eval.eval_id, [])
    broken = log.status == "error" and log.error is not None
    if not failed and not broken:
        return None
    if told := unwritten(log):
        return told
    name = log.eval.task.rpartition("/")[2]
    line = SWITCHBOARD.lines[log.eval.model]
    first = failed[0] if failed else log.error.message if log.error else ""
    # An answer that was under way may come in after the first failure.
    cause = cause_of(line.last) if line.in_a_row or (line.last and str(line.last)[:100] in first) else None
    if cause is None and re.search(NO_CONNECTION, first, re.IGNORECASE):
        cause = UNREACHABLE
    happened = cause.happened if cause else "a call failed and asking again did not help"
    remedy = f"{cause.remedy}, then " if cause else ""
    words = [f"{name} ({log.eval.model}): {happened}."]
    if failed:
        words.append(f"{len(failed)} sample{'s are' if len(failed) > 1 else ' is'} incomplete.")
    words += [
        f"First error: {' '.join(first.split())[:200]}",
        f"Everything observed is kept in {log.location}; failed calls count as missing, never as wrong.",
        f"To go on: {remedy}run `inspect eval-retry {log.location}`, which asks only what is missing.",
    ]
    return "\n  ".join(words)


@hooks(name="mirror_inspect_outages", description="Says what happened when calls fail, what is kept and how to resume.")
class ExplainOutages(Hooks):
    """Explains failed calls in plain words."""

    async def on_task_start(self, data: TaskStart) -> None:
        """Begin with a clean slate."""
        SWITCHBOARD.lines.pop(data.spec.model, None)

    async def on_sample_end(self, data: SampleEnd) -> None:
        """Keep the message of a sample's error."""
        if data.sample.error is not None:
            SWITCHBOARD.errors[data.eval_id].append(data.sample.error.message)

    async def on_model_retry(self, data: ModelRetry) -> None:
        """Say once that a model has not answered at all: Inspect goes on trying without end."""
        for model, line in SWITCHBOARD.lines.items():
            waiting = model.endswith(data.model_name) and not line.answered and not line.told
            if waiting and data.attempt >= RETRIES_TOLD:
                line.told = True
                why = f"{data.exception_type or 'error'}{f' {data.status_code}' if data.status_code else ''}"
                click.echo(
                    f"{model} has not answered one call yet ({why}, attempt {data.attempt}). Inspect keeps trying with "
                    "growing pauses. Check base URL and network; Ctrl-C stops the run and keeps its log, "
                    "--max-retries or --timeout limit the trying.",
                    err=True,
                )

    async def on_run_end(self, data: RunEnd) -> None:
        """Say what is missing and how to get it; a task that ends in an error has no end of its own."""
        for log in data.logs:
            if is_ours(log.eval.metadata) and (text := advice(log)):
                click.echo(text, err=True)
            SWITCHBOARD.errors.pop(log.eval.eval_id, None)
