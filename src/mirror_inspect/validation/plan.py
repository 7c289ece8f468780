"""Which studies a validation runs, and running them: one after the other or spread over processes, resumable."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from mirror_inspect.errors import unknown
from mirror_inspect.validation import (
    acting,
    adaptation,
    adversarial,
    atlas,
    composition,
    composition_runs,
    ecosystem,
    mechanistic,
    runs,
    scaling,
    transfer,
)
from mirror_inspect.validation.report import Report, StudyVerdicts, read_report, write_report
from mirror_inspect.validation.runs import SEEDS, RunStudy, judge_runs
from mirror_inspect.validation.study import Study, judge_study, replicate_study


@dataclass(frozen=True, slots=True)
class Mode:
    """How much is run.

    Attributes:
        replicates: Replicates of the metric level.
        seeds: Seeds of the end-to-end level.
        every_run: Whether all end-to-end studies are run, or only those marked quick.
        short_runs: Whether runs use their tasks' ``quick`` preset.
    """

    replicates: int
    seeds: tuple[int, ...]
    every_run: bool
    short_runs: bool = False


MODES: Final = {
    "quick": Mode(200, SEEDS[:1], False, True),
    "standard": Mode(1000, SEEDS[:1], True),
    "full": Mode(1000, SEEDS, True),
}
SEED: Final = 20240
"""Seed of the metric level, fixed like those of the runs."""

METRIC_STUDIES: Final[tuple[Study, ...]] = (
    *atlas.STUDIES,
    *acting.STUDIES,
    *composition.STUDIES,
    *ecosystem.STUDIES,
    *adaptation.STUDIES,
    *adversarial.STUDIES,
    *mechanistic.STUDIES,
    *scaling.STUDIES,
    *transfer.STUDIES,
)
RUN_STUDIES: Final[tuple[RunStudy, ...]] = (
    *runs.STUDIES,
    *composition_runs.STUDIES,
    *adaptation.RUNS,
    *adversarial.RUNS,
    *ecosystem.RUNS,
    *scaling.RUNS,
    *transfer.RUNS,
)
EXPERIMENTS: Final = tuple(
    dict.fromkeys([*(s.experiment for s in METRIC_STUDIES), *(s.experiment for s in RUN_STUDIES)])
)
LAYERS: Final = ("metric", "run")


def selected(mode: Mode, experiments: Sequence[str] = (), layers: Sequence[str] = LAYERS) -> tuple[str, ...]:
    """Return the names of the studies to run, in order of the table.

    Args:
        mode: How much is run.
        experiments: Experiments to keep; all if empty.
        layers: ``metric``, ``run`` or both.

    Raises:
        ArgumentError: an unknown experiment or layer.
    """
    for experiment in experiments:
        if experiment not in EXPERIMENTS:
            raise unknown("experiment", experiment, EXPERIMENTS)
    for layer in layers:
        if layer not in LAYERS:
            raise unknown("layer", layer, LAYERS)
    wanted = set(experiments or EXPERIMENTS)
    names = [s.name for s in METRIC_STUDIES if "metric" in layers and s.experiment in wanted]
    ends = [s for s in RUN_STUDIES if "run" in layers and s.experiment in wanted and (s.quick or mode.every_run)]
    return (*names, *(s.name for s in ends))


def run_study(name: str, mode: Mode) -> StudyVerdicts:
    """Run and judge one study by name."""
    found = _by_name()[name]
    if isinstance(found, RunStudy):
        with TemporaryDirectory(prefix="mirror-inspect-validate-") as log_dir:
            return StudyVerdicts(
                study=name, verdicts=judge_runs(found, mode.seeds, Path(log_dir), short=mode.short_runs)
            )
    replicates = list(replicate_study(found, mode.replicates, SEED))
    return StudyVerdicts(study=name, verdicts=judge_study(found, replicates))


def _by_name() -> dict[str, Study | RunStudy]:
    every: tuple[Study | RunStudy, ...] = (*METRIC_STUDIES, *RUN_STUDIES)
    return {s.name: s for s in every}


def run_all(names: Sequence[str], mode: Mode, *, jobs: int = 1) -> Iterator[StudyVerdicts]:
    """Run studies and yield each as it is finished; long end-to-end studies are started first.

    Args:
        names: Studies to run.
        mode: How much is run.
        jobs: Processes; 1 runs everything in this one.
    """
    if jobs <= 1 or len(names) <= 1:
        yield from (run_study(name, mode) for name in names)
        return
    longest_first = sorted(names, key=lambda n: isinstance(_by_name()[n], Study))
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for future in as_completed([pool.submit(run_study, name, mode) for name in longest_first]):
            yield future.result()


def validate_plan(
    plan: Report,
    names: Sequence[str],
    mode: Mode,
    path: Path,
    *,
    jobs: int = 1,
    resume: bool = True,
    finished: Callable[[int], None] = lambda done: None,
) -> Report:
    """Run the studies that a report at ``path`` does not hold yet, and keep the report up to date.

    Args:
        plan: An empty report that states the settings.
        names: Studies to run.
        mode: How much is run.
        path: Report file; one made under other settings is replaced.
        jobs: Processes.
        resume: Whether studies found in the file are kept.
        finished: Called with the number of studies finished, kept ones included, whenever one is.

    Returns:
        The report over exactly the studies named.
    """
    report = plan
    if resume and path.exists():
        before = read_report(path)
        if before.same_plan(plan):
            report = plan.model_copy(update={"studies": tuple(s for s in before.studies if s.study in names)})
    held = {s.study for s in report.studies}
    finished(len(held))
    for done in run_all([n for n in names if n not in held], mode, jobs=jobs):
        report = report.with_study(done, names)
        write_report(report, path)
        finished(len(report.studies))
    write_report(report, path)
    return report
