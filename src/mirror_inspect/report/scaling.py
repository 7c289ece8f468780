"""Experiment 8 from logs: the battery of every model, from its own task or from Experiments 1, 3 and 9."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from mirror_inspect.analysis.battery import Part, summarise_battery
from mirror_inspect.analysis.roster import Size, find_size
from mirror_inspect.analysis.scaling import (
    FamilyFit,
    GenerationPair,
    Measured,
    fit_families,
    generation_pairs,
    require_sizes,
)
from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Observation, log_observations, read_log, task_of

TASK: Final = "exp8_scaling"
SOURCES: Final[Mapping[str, tuple[Part, ...]]] = {TASK: tuple(Part), **{part.value: (part,) for part in Part}}
"""Which parts of the battery a task's log holds."""
COMPARABLE: Final = ("bank_digest", "prompt_digest", "composition_prompts")
"""What must be the same in the logs of two models for their difference to be one of size."""


@dataclass(frozen=True, slots=True)
class ScalingReport:
    """What the logs say about size.

    Attributes:
        families: Fits within each family.
        pairs: Models of one size in consecutive generations.
        sources: The log that every part of the battery was taken from, by model.
    """

    families: tuple[FamilyFit, ...]
    pairs: tuple[GenerationPair, ...]
    sources: Mapping[str, Mapping[Part, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BatteryRun:
    """A run that holds parts of the battery.

    Attributes:
        name: Name of the log.
        task: Task, without the package.
        model: Inspect's name of the model.
        created: When it began, ISO 8601.
        finished: Whether it ended as it should.
        about: Metadata of the log.
        read: Returns its observations; called for the runs that are used.
    """

    name: str
    task: str
    model: str
    created: str
    finished: bool
    about: Mapping[str, Any]
    read: Callable[[], Iterable[Observation]]

    @property
    def rank(self) -> tuple[bool, bool, str]:
        """What is preferred: finished runs, batteries, later ones."""
        return self.finished, self.task == TASK, self.created


def scaling_report(
    files: Iterable[Path], params: Mapping[str, Size | None] | None = None, *, n_resamples: int = 0, seed: int = 0
) -> ScalingReport:
    """Read logs and fit every metric of the battery on size.

    Args:
        files: Logs, also of other tasks, which are left out.
        params: Sizes stated by the user, by model; they go before what a log states, and that before the roster;
            ``None`` leaves the model out.
        n_resamples: BCa replicates of the metrics that have them.
        seed: Seed of permutations that are too many to enumerate.

    Raises:
        ArgumentError: no log holds a part of the battery, a size is not known, or one is stated for a model that no
            log is of.
    """
    by_model: dict[str, list[BatteryRun]] = defaultdict(list)
    for run in _runs(files):
        by_model[run.model].append(run)
    if not by_model:
        raise ArgumentError(f"no log holds a part of the battery: run `inspect eval mirror_inspect/{TASK}` first")
    stated = dict(params or {})
    if strangers := sorted(set(stated) - set(by_model)):
        raise ArgumentError(f"--params names {', '.join(strangers)}; the logs are of {', '.join(sorted(by_model))}")
    sizes = {
        model: size_of(runs, own)
        for model, runs in sorted(by_model.items())
        if (own := stated.get(model, Size())) is not None
    }
    if not sizes:
        raise ArgumentError("every model is left out by --params MODEL=none")
    require_sizes(sizes.items())
    return scaling_over({m: (sizes[m], by_model[m]) for m in sizes}, n_resamples=n_resamples, seed=seed)


def scaling_over(
    models: Mapping[str, tuple[Size, Sequence[BatteryRun]]], *, n_resamples: int = 0, seed: int = 0
) -> ScalingReport:
    """Fit every metric of the battery on size.

    Args:
        models: Size, which must be known, and runs by model.
        n_resamples: BCa replicates of the metrics that have them.
        seed: Seed of permutations that are too many to enumerate.
    """
    kept = {m: _measure(m, runs, size, n_resamples) for m, (size, runs) in models.items()}
    measured = [k.measured for k in kept.values()]
    families = tuple(
        replace(f, warnings=(*_simulated(f), *f.warnings, *_differences([kept[m.model] for m in f.models])))
        for f in fit_families(measured, seed=seed)
    )
    sources = {m: {part: run.name for part, run in k.runs.items()} for m, k in kept.items()}
    return ScalingReport(families, generation_pairs(measured), sources)


def _runs(files: Iterable[Path]) -> Iterator[BatteryRun]:
    for file in files:
        log = read_log(file, header_only=True)
        task = task_of(log)
        if task in SOURCES:
            about = log.eval.metadata or {}
            read = partial(_observations, file)
            yield BatteryRun(file.name, task, log.eval.model, log.eval.created, log.status == "success", about, read)


def _observations(file: Path) -> Iterable[Observation]:
    return log_observations(read_log(file))


def size_of(runs: Sequence[BatteryRun], stated: Size | None = None) -> Size:
    """Return a model's size: what a user states, then what its newest log states, then the roster."""
    size = stated or Size()
    for run in sorted(runs, key=lambda r: r.created, reverse=True):
        if run.task == TASK:
            about = run.about
            texts = (str(about.get(key) or "") for key in ("family", "generation"))
            size = size.over(Size.stated(f"params_b in {run.name}", about.get("params_b"), *texts))
    return size.over(find_size(runs[0].model)) if runs else size


@dataclass(frozen=True, slots=True)
class _Kept:
    measured: Measured
    runs: Mapping[Part, BatteryRun]
    items: Mapping[Part, frozenset[str]]


def _measure(model: str, runs: Sequence[BatteryRun], size: Size, n_resamples: int) -> _Kept:
    """Take every part from one run: two runs of a part may differ in size, and their items would count twice."""
    holding = {part: [r for r in runs if part in SOURCES[r.task]] for part in Part}
    chosen = {part: max(having, key=lambda r: r.rank) for part, having in holding.items() if having}
    # By identity: logs of one name may lie in two folders.
    read = {i: tuple(run.read()) for i, run in {id(r): r for r in chosen.values()}.items()}
    rows: list[Observation] = []
    items: dict[Part, frozenset[str]] = {}
    for part, run in chosen.items():
        own = [o for o in read[id(run)] if o.experiment == part.value]
        items[part] = frozenset(o.group for o in own if o.phase == "main")
        rows += own
    estimates = summarise_battery(rows, n_resamples=n_resamples)
    warnings = tuple(dict.fromkeys(_warnings(model, runs, chosen)))
    return _Kept(Measured(model, size, estimates, warnings), chosen, items)


def _warnings(model: str, runs: Sequence[BatteryRun], chosen: Mapping[Part, BatteryRun]) -> Iterator[str]:
    used = {id(r) for r in chosen.values()}
    for run in runs:
        if id(run) not in used:
            yield f"{run.name} is left out: another run of {model} holds what it holds"
        elif not run.finished:
            yield f"{run.name} was not finished: `inspect eval-retry` goes on with it"
    for part in Part:
        if part not in chosen:
            yield f"{model} has no run of {part}"


def _simulated(family: FamilyFit) -> Iterator[str]:
    """Say which models are none (rule 14)."""
    if names := [m.model for m in family.models if m.model.startswith("simulated/")]:
        yield f"simulated subjects, not language models: {', '.join(names)}"


def _differences(models: Sequence[_Kept]) -> Iterator[str]:
    """Say where two models of a family were not asked the same, so that their difference is not one of size alone."""
    for part in Part:
        having = [k for k in models if part in k.runs]
        for first, second in combinations(having, 2):
            if first.items[part] != second.items[part]:
                yield f"in {part} {first.measured.model} and {second.measured.model} were not asked the same items"
                break
        for key in COMPARABLE:
            if len({str(k.runs[part].about.get(key)) for k in having}) > 1:
                yield f"the runs of {part} differ in {key}"
