"""From log files to runs: every log is read once, by two processes where there are many, and what counts is kept."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from mirror_inspect.analysis.subject import TaskFacts, Usage
from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Observation, in_order, plain, task_of
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.report.agentic_samples import consumption, task_facts
from mirror_inspect.report.board_read import how_to_score
from mirror_inspect.report.samples import Sample, observations_of, read_samples

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

LEGACY_KEY: Final = "legacy"
"""Key of a log's metadata that says who graded imported results."""
ACTING: Final = "exp9_knowdo"
MANY_BYTES: Final = 8_000_000
"""Size of all logs from which a second process is worth its start."""
TOLD: Final = ("accuracy", "shown", "p_weak", "weak_set")
"""What the samples of Experiment 9 say of the profile the subject was told and routed by."""


@dataclass(frozen=True, slots=True)
class Run:
    """One readable log of this package, without what no section needs.

    Attributes:
        file: Name of the log, without its directory.
        experiment: Task, without the package.
        model: Inspect's name of the model.
        status: How the run ended.
        created: When it began, ISO 8601.
        seconds: How long it took; NaN where the log does not say.
        version: Version of this package, empty where the log does not say.
        about: Metadata of the log.
        arguments: Arguments of the task.
        settings: Options of the command line that change what is measured.
        packages: Versions of packages.
        revision: Commit of the working tree, empty outside one.
        tokens: Input and output tokens by model, or ``None`` where no usage was logged.
        samples: Samples in the log.
        errors: Samples that ended in an error.
        observations: Every observation, in one order.
        told: What the subject was told of itself.
        profiles: Profiles that samples carry.
        tasks: Facts of the tasks of Experiment 9, by id.
        usage: What the subject of Experiment 9 consumed, by cell.
        states: Hidden states of Experiment 7 by item and epoch, as kept and not looked at yet.
        folder: Where the log lies, for hidden states in files beside it; never shown.
    """

    file: str
    experiment: str
    model: str
    status: str
    created: str = ""
    seconds: float = float("nan")
    version: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    packages: Mapping[str, str] = field(default_factory=dict)
    revision: str = ""
    tokens: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    samples: int = 0
    errors: int = 0
    observations: tuple[Observation, ...] = ()
    told: Mapping[str, Any] = field(default_factory=dict)
    profiles: tuple[CapabilityProfile, ...] = ()
    tasks: Mapping[str, TaskFacts] = field(default_factory=dict)
    usage: tuple[Usage, ...] = ()
    states: Mapping[tuple[str, int], Any] = field(default_factory=dict)
    folder: Path = field(default=Path(), repr=False)

    @property
    def bank(self) -> str:
        """Digest of the item bank, empty where the log does not say."""
        return str(self.about.get("bank_digest") or "")

    @property
    def legacy(self) -> str:
        """Who graded imported results; empty for logs that the instrument wrote."""
        return str(self.about.get(LEGACY_KEY) or "")

    @property
    def finished(self) -> bool:
        """Whether the run ended as it should."""
        return self.status == "success"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A log no number comes from, and why."""

    file: str
    why: str


def read_runs(files: Sequence[Path], *, processes: int = 1) -> tuple[list[Run], list[LeftOut]]:
    """Read logs.

    Args:
        files: Logs.
        processes: Processes to read with when there is much to read; with more than one, scripts need a main guard.

    Returns:
        Runs in the order of the files, and the logs that are not readable, not of this package, or without scores.
    """
    if processes > 1 and len(files) > 1 and sum(f.stat().st_size for f in files if f.exists()) > MANY_BYTES:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            found: Iterable[Run | LeftOut] = list(pool.map(read_run, files))
    else:
        found = [read_run(file) for file in files]
    read = list(found)
    return [r for r in read if isinstance(r, Run)], [r for r in read if isinstance(r, LeftOut)]


def read_run(file: Path) -> Run | LeftOut:
    """Read one log."""
    try:
        log, samples = read_samples(file)
        observations = observations_of(log, samples, file.name)
    except ArgumentError as why:
        return LeftOut(file.name, why.message)
    if not samples:
        return LeftOut(file.name, f"no samples ({log.status})")
    if not any(sample.scores for sample in samples):
        return LeftOut(file.name, f"no sample was scored ({log.status}): run {how_to_score(log)}")
    if not observations:
        return LeftOut(file.name, f"a log of another task ({task_of(log)}): its scores hold no observations")
    try:
        return _run(file, log, samples, observations)
    except (KeyError, TypeError, ValueError, AttributeError) as why:
        return LeftOut(file.name, f"not written by this package: {plain(why)}")


def _run(file: Path, log: "EvalLog", samples: Sequence[Sample], observations: Sequence[Observation]) -> Run:
    about = log.eval.metadata or {}
    packages = {str(k): str(v) for k, v in {**log.eval.packages, **_mapping(about.get("packages"))}.items()}
    version = str(about.get("mirror_inspect") or packages.get("mirror_inspect", ""))
    told = next((s.metadata for s in samples if "weak_set" in s.metadata), {})
    acting = task_of(log) == ACTING
    return Run(
        file=file.name,
        experiment=task_of(log),
        model=str(log.eval.model),
        status=str(log.status),
        created=str(log.eval.created),
        seconds=_seconds(log),
        version=version,
        about=about,
        arguments=dict(log.eval.task_args),
        settings=_settings(log),
        packages=packages,
        revision=str(getattr(log.eval.revision, "commit", "") or ""),
        tokens={m: (u.input_tokens, u.output_tokens) for m, u in log.stats.model_usage.items()},
        samples=len(samples),
        errors=sum(s.failed for s in samples),
        observations=tuple(in_order(observations)),
        told={k: told[k] for k in TOLD if k in told},
        profiles=_profiles(samples),
        tasks=task_facts(samples) if acting else {},
        usage=consumption(samples, str(log.eval.model)) if acting else (),
        states={(s.id, s.epoch): s.states for s in samples if s.states is not None},
        folder=file.parent,
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _seconds(log: "EvalLog") -> float:
    from datetime import datetime

    try:
        ends = [datetime.fromisoformat(t) for t in (log.stats.started_at, log.stats.completed_at)]
    except ValueError:
        return float("nan")
    return (ends[1] - ends[0]).total_seconds()


def _settings(log: "EvalLog") -> dict[str, Any]:
    generation = log.eval.model_generate_config.model_dump(exclude_none=True, exclude_defaults=True)
    config = {"epochs": log.eval.config.epochs, "limit": log.eval.config.limit}
    chosen = {k: v for k, v in config.items() if v not in (None, 1)}
    return {**generation, **chosen, **{f"-M {k}": v for k, v in log.eval.model_args.items()}}


def _profiles(samples: Sequence[Sample]) -> tuple[CapabilityProfile, ...]:
    found: dict[str, CapabilityProfile] = {}
    seen: list[Any] = []
    for sample in samples:
        stored = sample.metadata.get("profile")
        if not isinstance(stored, dict) or stored in seen:
            continue
        seen.append(stored)
        try:
            profile = CapabilityProfile.model_validate(stored)
        except ValidationError:
            continue
        found[profile.digest] = profile
    return tuple(found.values())
