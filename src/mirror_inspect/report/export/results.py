"""Which logs may be published, and what every format needs of them."""

import json
import math
import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.errors import ArgumentError
from mirror_inspect.inert import inert_line
from mirror_inspect.observation import read_log
from mirror_inspect.report.board import BoardRow, Kind, made_of
from mirror_inspect.report.board_read import row_of

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Result:
    """One log that may be published.

    Attributes:
        row: Its row of the board.
        path: The log.
        run: Inspect's id of the run.
        ended: When it ended, ISO 8601.
        metrics: Every finite number of its header by name.
        arguments: Arguments given to the task.
        temperature: Temperature asked for, ``None`` where it was left to the provider.
        max_tokens: Limit of a reply, ``None`` without one.
        inspect: Version of Inspect.
        revision: Commit of the working tree the run was started in, empty outside one.
    """

    row: BoardRow
    path: Path
    run: str
    ended: str
    metrics: Mapping[str, float] = field(default_factory=dict)
    arguments: Mapping[str, object] = field(default_factory=dict)
    temperature: float | None = None
    max_tokens: int | None = None
    inspect: str = "unknown"
    revision: str = ""

    @property
    def simulated(self) -> bool:
        """Whether the subject is simulated."""
        return self.row.kind is Kind.SIMULATED


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model's name taken apart.

    Attributes:
        provider: Inspect's provider.
        id: ``developer/model``.
        developer: Who made it; for two-part names the provider.
    """

    provider: str
    id: str
    developer: str


def model_name(model: str) -> ModelName:
    """Take Inspect's name of a model apart: ``hf/Qwen/Qwen2.5-0.5B`` is Qwen's, ``openai/gpt-4o`` is OpenAI's."""
    provider, _, rest = inert_line(model, 200).partition("/")
    if "/" in rest:
        return ModelName(provider, rest, rest.partition("/")[0])
    return ModelName(provider, f"{provider}/{rest}" if rest else provider, provider)


def safe_name(text: str) -> str:
    """Return a text as the name of one file or directory: letters, digits, ``.``, ``_`` and ``-``, nothing else.

    A name that had to be changed ends in a digest of the original, so that two never become one; it never begins with
    a dot and is never empty.
    """
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip(".-")[:LONGEST_NAME]
    if name and name == text:
        return name
    digest = sha256(text.encode("utf-8", "replace")).hexdigest()
    return f"{name or 'unnamed'}-{digest[:8]}"


def read_results(files: Iterable[Path]) -> tuple[list[Result], list[str]]:
    """Return the logs that may be published, and in words why others may not.

    Unfinished runs, imported results and logs without a headline are left out.
    """
    found: list[Result] = []
    notes: list[str] = []
    for file in files:
        read = _read(file)
        if isinstance(read, Result):
            found.append(read)
        else:
            notes.append(f"{inert_line(file.name)}: left out; {inert_line(read, 240)}")
    return found, notes


def _read(file: Path) -> Result | str:
    try:
        log = read_log(file, header_only=True)
    except ArgumentError as why:
        return why.message
    row = row_of(log, file.name)
    if not isinstance(row, BoardRow):
        return row.why
    if row.kind is Kind.LEGACY:
        return "results of the published release are not this instrument's"
    if row.kind is Kind.PARTIAL:
        return row.remark
    if math.isnan(row.value):
        return f"its {row.experiment.headline} is missing"
    return _result(log, row, file)


def _result(log: "EvalLog", row: BoardRow, file: Path) -> Result:
    scores = log.results.scores if log.results else []
    metrics = {name: float(m.value) for score in scores for name, m in score.metrics.items()}
    config = log.plan.config
    return Result(
        row=row,
        path=file,
        run=str(log.eval.eval_id),
        ended=str(log.stats.completed_at or log.eval.created),
        metrics={name: value for name, value in metrics.items() if math.isfinite(value)},
        arguments=dict(log.eval.task_args_passed),
        temperature=config.temperature,
        max_tokens=config.max_tokens,
        inspect=str(log.eval.packages.get("inspect_ai", "unknown")),
        revision=str(log.eval.revision.commit) if log.eval.revision else "",
    )


def newest(results: Sequence[Result]) -> tuple[list[Result], list[str]]:
    """Keep the newest run of each model in each experiment, and say which were left out."""
    kept: dict[tuple[str, str], Result] = {}
    notes = []
    for result in sorted(results, key=lambda r: (r.row.created, r.row.file)):
        key = (result.row.experiment.task, result.row.model)
        if key in kept:
            notes.append(f"{inert_line(kept[key].row.file)}: left out; a newer run of the same model exists")
        kept[key] = result
    return [kept[key] for key in sorted(kept)], notes


def comparable(results: Sequence[Result]) -> tuple[list[Result], list[str]]:
    """Keep, of one experiment's results, the largest set made in the same way, and say which were left out."""
    sets: dict[tuple[str, ...], list[Result]] = defaultdict(list)
    for result in results:
        sets[made_of(result.row)].append(result)
    chosen = max(sets.values(), key=lambda s: (len(s), max(r.row.created for r in s)), default=[])
    left = [r for r in results if r not in chosen]
    return chosen, [f"{inert_line(r.row.file)}: left out; made with another bank, version or size" for r in left]


def command_line(result: Result, *, by_path: bool = False) -> str:
    """Return the command that makes such a log, with ``MODEL`` for the model where only the model varies.

    Args:
        result: The result.
        by_path: Name the task by its file, and the model as ``MODEL``.
    """
    experiment = result.row.experiment
    name = f"{experiment.file}@{experiment.task}" if by_path else experiment.name
    words = ["inspect", "eval", name, "--model", "MODEL" if by_path else result.row.model]
    for key, value in result.arguments.items():
        words += ["-T", f"{key}={value if isinstance(value, str) else json.dumps(value)}"]
    return " ".join(shlex.quote(inert_line(word, 200)) for word in words)


def made_in_words(row: BoardRow) -> str:
    """Return in one line how a row was made: size, bank and version."""
    preset = f"preset {row.preset}" if row.preset else ""
    return inert_line(
        "; ".join(filter(None, (preset, row.setting, f"bank {row.bank}", f"mirror-inspect {row.version}"))), 300
    )


def in_words(result: Result) -> str:
    """Return in one line what a bare number leaves out: interval, coverage, and how it was made."""
    row = result.row
    parts = (
        f"{row.experiment.headline} ({row.experiment.best})",
        f"95 % interval [{row.low:.4f}, {row.high:.4f}]" if row.ranked else "no interval",
        "" if math.isnan(row.stderr) else f"stderr {row.stderr:.4f}",
        "" if math.isnan(row.coverage) else f"coverage {row.coverage:.3f}",
        f"{row.n} samples",
        made_in_words(row),
        "SIMULATED SUBJECT, no language model" if result.simulated else "",
    )
    return inert_line("; ".join(filter(None, parts)), 500)
