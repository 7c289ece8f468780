"""The one record: what was elicited from whom, and what was seen. Logs to tables and back."""

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mirror_inspect.errors import ArgumentError

if TYPE_CHECKING:
    import pandas as pd
    from inspect_ai.log import EvalLog
    from inspect_ai.scorer import Score

METADATA_KEY: Final = "observations"
"""Key of ``Score.metadata`` under which a scorer stores the observations of its sample."""
CALIBRATION, MAIN = "calibration", "main"
"""Phases of a run: what a profile is made of, and what is then measured."""
RESAMPLE, RESOLVER, REDTEAM = "resample", "resolver", "redteam"
"""Phases that enter no estimate of the main one: answers for self-consistency, another model's, attacked tasks."""
REPEAT_FLAG: Final = "repeat"
"""Flag of the second occasion of a repeated item; it enters reliability and nothing else."""
SIGNAL_FLAG: Final = "signal:"
DECISION_FLAG: Final = "decision:"
"""Prefixes of flags with what was read of a missing row: it is kept for inspection and enters no metric (rule 1)."""
UNGRADED_FLAG: Final = "ungraded:"
"""Prefix of the flag of a tool choice whose answer could not be graded, with the status of that answer."""
JUDGED_RIGHT, JUDGED_WRONG, JUDGE_UNREAD = "judge:right", "judge:wrong", "judge:unread"
"""Flags with the judge's verdict on an open-ended answer."""
JUDGE_SETTLED: Final = "judge:settled"
"""Flag of an answer that the typed grader left open and the judge decided."""
LONGEST_REASON: Final = 200
"""Characters of a library's own words in an error."""
LARGEST_RATIO: Final = 300
LARGEST_SURE: Final = 2**30
"""No log unpacks to more than these bytes and this many times its size; about 10 is usual."""


class Status(StrEnum):
    """Whether the behaviour was observed; everything but ``OBSERVED`` is missing, never wrong."""

    OBSERVED = "observed"
    UNPARSED = "unparsed"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    AMBIGUOUS = "ambiguous"
    STEP_LIMIT = "step_limit"
    FAILED = "failed"


class Decision(StrEnum):
    """What the subject chose to do with the item."""

    ANSWER = "answer"
    SKIP = "skip"
    HARDER = "harder"
    EASIER = "easier"
    PROCEED = "proceed"
    TOOL = "tool"
    DEFER = "defer"
    ESCALATED = "escalated"
    OBJECT = "object"
    COMPLY = "comply"
    HELD = "held"
    SOFTENED = "softened"
    YIELDED = "yielded"


class Observation(BaseModel):
    """One elicited behaviour.

    ``correct`` is ``None`` unless an answer was observed and graded; a skip, deferral, tool choice or routing is
    ``observed`` with ``correct`` ``None``. ``signal`` is a confidence in [0, 1] read from this channel, higher meaning
    more confident, and ``None`` when it was not observed. ``tokens`` and ``latency`` (seconds) are those of the whole
    reply, also where two parts share one: sum them once per reply. ``weak`` is ``None`` where the domain was not
    measured. ``run`` and ``model`` are filled in when a log is read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: str = ""
    model: str = ""
    experiment: str
    phase: str = MAIN
    item_id: str
    group: str
    slot: str | None = None
    domain: str
    subcategory: str
    difficulty: int = Field(ge=1, le=5)
    epoch: int = 1
    channel: str
    paradigm: str | None = None
    condition: str | None = None
    wording: int | None = None
    status: Status
    answer: str | None = None
    correct: bool | None = None
    signal: float | None = Field(default=None, ge=0, le=1)
    decision: Decision | None = None
    weak: bool | None = None
    tokens: int | None = None
    latency: float | None = None
    flags: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _missing_is_missing(self) -> Self:
        if self.status is not Status.OBSERVED and (self.correct is not None or self.signal is not None):
            raise ValueError(f"a {self.status} observation cannot carry a correctness or a signal")
        if self.correct is not None and self.answer is None:
            raise ValueError("correctness without an observed answer")
        return self


COLUMNS: Final = tuple(Observation.model_fields)
DTYPES: Final = {
    "difficulty": "Int64",
    "epoch": "Int64",
    "wording": "Int64",
    "tokens": "Int64",
    "correct": "boolean",
    "weak": "boolean",
    "signal": "Float64",
    "latency": "Float64",
}
"""Nullable dtypes, so that missing stays missing in Parquet; every other column is ``string`` (``flags`` a list)."""


def to_metadata(observations: Sequence[Observation]) -> dict[str, Any]:
    """Return what a scorer stores in ``Score.metadata``."""
    return {METADATA_KEY: [o.model_dump(mode="json", exclude_defaults=True) for o in observations]}


def from_metadata(metadata: dict[str, Any] | None) -> tuple[Observation, ...]:
    """Read the observations back from ``Score.metadata``; empty when there are none."""
    return tuple(Observation.model_validate(row) for row in (metadata or {}).get(METADATA_KEY, ()))


def table(observations: Iterable[Observation]) -> "pd.DataFrame":
    """Return observations as a pandas table with nullable dtypes, one row each, columns in record order."""
    import pandas as pd

    frame = pd.DataFrame([o.model_dump(mode="json") for o in observations], columns=list(COLUMNS))
    kinds = {c: DTYPES.get(c, "string") for c in COLUMNS if c != "flags"}
    return frame.astype(kinds)


def in_order(observations: Iterable[Observation]) -> list[Observation]:
    """Return observations in the one order that does not depend on which sample ended first.

    Sums of floating-point numbers depend on their order in the last digit, and so would whatever is computed here.
    """

    def place(o: Observation) -> tuple[str | int, ...]:
        asked = (o.experiment, o.phase, o.group, o.epoch, o.item_id, o.channel)
        return (*asked, o.paradigm or "", o.condition or "", o.slot or "", *o.flags)

    return sorted(observations, key=place)


def task_of(log: "EvalLog") -> str:
    """Return the task of a log, without the package it comes from."""
    return log.eval.task.rpartition("/")[2]


def log_observations(log: "EvalLog") -> tuple[Observation, ...]:
    """Return every observation of one fully read log, with run, model and epoch filled in.

    Where a sample was scored more than once (``inspect score --action append``) the last score of an experiment counts.

    Raises:
        ArgumentError: a score holds something else under the key of observations; names log and sample.
    """
    found: list[Observation] = []
    for sample in log.samples or ():
        update = {"run": log.eval.eval_id, "model": log.eval.model, "epoch": sample.epoch}
        try:
            found += (o.model_copy(update=update) for o in sample_observations(sample.scores))
        except (ValidationError, TypeError) as why:
            name = Path(log.location).name or log.eval.task
            raise ArgumentError(
                f"{name}: sample {sample.id} holds no observations of this package: {plain(why)}"
            ) from None
    return tuple(found)


def plain(why: Exception) -> str:
    """Return an exception in one short line: what a library says may go on for pages and quote what it read."""
    if isinstance(why, ValidationError):
        first = why.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg']}"[:LONGEST_REASON]
    return f"{type(why).__name__}: {' '.join(str(why).split())}"[:LONGEST_REASON]


def sample_observations(scores: "Mapping[str, Score] | None") -> tuple[Observation, ...]:
    """Return the observations that the scores of one sample hold, each experiment's from its last score."""
    last: dict[str, tuple[Observation, ...]] = {}
    for score in (scores or {}).values():
        if held := from_metadata(score.metadata):
            last[held[0].experiment] = held
    return tuple(o for held in last.values() for o in held)


def log_files(paths: Iterable[str | Path]) -> list[Path]:
    """Return the logs named, in a stable order: files as they are, of directories every ``.eval`` file.

    Of a run and its retries only the newest is returned, because a retry's log holds the samples it reused.

    Raises:
        ArgumentError: a path does not exist, or nothing named holds a log.
    """
    given = [Path(p) for p in paths]
    found: list[Path] = []
    for path in given:
        if path.is_dir():
            found += sorted(p for p in path.rglob("*.eval") if p.is_file())
        elif path.is_file():
            found.append(path)
        else:
            raise ArgumentError(f"no such log or directory: {path}")
    if not found:
        names = ", ".join(str(p) for p in given) or "nothing"
        raise ArgumentError(f"no logs in {names}; run a task first, e.g. `inspect eval mirror_inspect/exp1_atlas`")
    return _without_retried(found)


def _without_retried(files: Sequence[Path]) -> list[Path]:
    """Return the files without logs of runs that ``inspect eval-retry`` went on with; unreadable ones are kept."""
    if len(files) < 2:
        return list(files)
    newest: dict[str, tuple[str, Path]] = {}
    for file in files:
        try:
            run = read_log(file, header_only=True).eval
            name, created = f"{run.task_id} {run.model}", run.created
        except ArgumentError:
            name, created = str(file), ""
        newest[name] = max(newest.get(name, (created, file)), (created, file))
    kept = {file for _, file in newest.values()}
    return [file for file in files if file in kept]


def read_log(path: Path, *, header_only: bool = False) -> "EvalLog":
    """Read one log, with its samples unless only the header is wanted.

    Raises:
        ArgumentError: the file is not a readable Inspect log; says so instead of a traceback.
    """
    from inspect_ai.log import read_eval_log

    try:
        _refuse_bomb(path)
        # Of JSON the header is read with the rest: Inspect's way to read it alone takes memory with the square of how
        # deep the file is nested, 200 kB of brackets more than 20 GB.
        return read_eval_log(str(path), header_only=header_only and path.suffix == ".eval")
    except Exception as why:
        raise ArgumentError(f"cannot read the log {path.name}: {plain(why)}") from None


def _refuse_bomb(path: Path) -> None:
    """Refuse an archive that would fill the memory.

    Raises:
        ValueError: it unpacks to far more than a log does.
    """
    if path.suffix != ".eval":
        return
    with zipfile.ZipFile(path) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > max(LARGEST_SURE, LARGEST_RATIO * path.stat().st_size):
        raise ValueError(f"{path.stat().st_size / 1e6:.1f} MB that unpack to {unpacked / 1e9:.1f} GB are no log")
