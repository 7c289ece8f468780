"""Experiment 7 from its logs: hidden states, answers and words put side by side, and the probe fitted to them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from pydantic import ValidationError

from mirror_inspect.analysis.probe import N_REFITS, Inside, ProbeResult, analyse
from mirror_inspect.analysis.probe_behaviour import behaviours_of
from mirror_inspect.analysis.probe_verdict import GOOD
from mirror_inspect.errors import ArgumentError
from mirror_inspect.hidden_states import STORE_KEY, States, unpack
from mirror_inspect.observation import Observation, log_observations, plain
from mirror_inspect.report import task_logs
from mirror_inspect.stats.verdicts import MARGINS
from mirror_inspect.taxonomy import Channel

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog
    from numpy.typing import NDArray

TASK: Final = "exp7_mechanistic"
ACTIONS: Final = "exp9_knowdo"
RUN: Final = f"inspect eval mirror_inspect/{TASK} --model hf/... -T preset=quick"


@dataclass(frozen=True, slots=True)
class LookedInside:
    """One run of Experiment 7.

    Attributes:
        model: Inspect's name.
        name: Name of the log.
        rows: Its observations.
        kept: Hidden states by item and epoch, as samples keep them.
        folder: Where the log lies: files of hidden states are looked for beside it.
        status: How it ended.
        failed: Whether it did not end well, or a sample did not.
        about: Metadata of the log.
    """

    model: str
    name: str
    rows: Sequence[Observation]
    kept: Mapping[tuple[str, int], Any]
    folder: Path
    status: str = "success"
    failed: bool = False
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What Experiment 7 says of one subject.

    Attributes:
        model: Inspect's name.
        result: The probe, its controls and comparisons.
        depth: Blocks of the model; layers are numbered from 0, the embedding, to this.
        width: Units of a layer.
        items: Items with hidden states and a graded natural answer, and items planned.
        warnings: What a reader of the numbers must know.
    """

    model: str
    result: ProbeResult
    depth: int
    width: int
    items: tuple[int, int]
    warnings: tuple[str, ...] = ()


def probe_reports(
    files: Iterable[Path],
    *,
    good: float = GOOD,
    margin: float = MARGINS["auroc"],
    n_refits: int = N_REFITS,
    seed: int = 0,
) -> list[ProbeReport]:
    """Read logs and return one report per model of Experiment 7, its newest run, sorted by name.

    Args:
        files: Logs of Experiment 7 and, of the same models, of Experiment 9; others are left out. Of several runs of
            Experiment 9 the newest counts that acts on the items of Experiment 7.
        good: As for `analyse`.
        margin: As for `analyse`.
        n_refits: As for `analyse`.
        seed: As for `analyse`.

    Raises:
        ArgumentError: none of them is a log of Experiment 7, one cannot be read, or one has no hidden states.
    """
    inside: dict[str, tuple[EvalLog, Path]] = {}
    acted: dict[str, list[EvalLog]] = {}
    for name, log in task_logs.logs_of(files, (TASK, ACTIONS)):
        file = Path(log.location)
        if name == TASK:
            known = inside.get(log.eval.model)
            if known is None or known[0].eval.created <= log.eval.created:
                inside[log.eval.model] = log, file
        else:
            acted.setdefault(log.eval.model, []).append(log)
    if not inside:
        raise ArgumentError(f"none of the logs is of {TASK}: run `{RUN}` first")
    if alone := sorted(acted.keys() - inside.keys()):
        raise ArgumentError(
            f"actions of {', '.join(alone)} without hidden states of the same model (there are those of "
            f"{', '.join(sorted(inside))})"
        )
    reports = []
    for model, (log, file) in sorted(inside.items()):
        runs = sorted(acted.get(model, []), key=lambda r: r.eval.created)
        failed = log.status != "success" or any(s.error for s in log.samples or ())
        run = LookedInside(
            model=model,
            name=file.name,
            rows=log_observations(log),
            kept=_kept(log),
            folder=file.parent,
            status=str(log.status),
            failed=failed,
            about=log.eval.metadata or {},
        )
        acts = [log_observations(r) for r in runs]
        reports.append(probe_report(run, acts, good=good, margin=margin, n_refits=n_refits, seed=seed))
    return reports


def _kept(log: "EvalLog") -> dict[tuple[str, int], Any]:
    samples = ((s.id, s.epoch, s.store.get(STORE_KEY)) for s in log.samples or ())
    return {(str(i), epoch): kept for i, epoch, kept in samples if kept is not None}


def probe_report(
    run: LookedInside,
    acts: Sequence[Sequence[Observation]],
    *,
    good: float = GOOD,
    margin: float = MARGINS["auroc"],
    n_refits: int = N_REFITS,
    seed: int = 0,
) -> ProbeReport:
    """Return what one run of Experiment 7 says.

    Args:
        run: The run.
        acts: Observations of the runs of Experiment 9 of the same model, from old to new.
        good: As for `analyse`.
        margin: As for `analyse`.
        n_refits: As for `analyse`.
        seed: As for `analyse`.

    Raises:
        ArgumentError: as for `inside_of`.
    """
    data, states = inside_of(run, _newest_on(run.rows, acts))
    result = analyse(data, good=good, margin=margin, n_refits=n_refits, seed=seed)
    warnings = tuple(_warnings(run, data, len(acts)))
    items = len(data.correct), data.planned
    return ProbeReport(run.model, result, states.depth, states.width, items, warnings)


def _newest_on(rows: Sequence[Observation], acts: Sequence[Sequence[Observation]]) -> Sequence[Observation]:
    """Return the observations of the newest run of Experiment 9 that acts on items of a run of Experiment 7."""
    asked = {o.item_id for o in rows}
    on_them = (run for run in reversed(acts) if any(o.paradigm is not None and o.item_id in asked for o in run))
    return next(on_them, ())


def inside_of(run: LookedInside, actions: Sequence[Observation]) -> tuple[Inside, States]:
    """Return the items of a run with hidden states and a graded natural answer, and how its states are kept.

    Of several epochs the first graded one counts: the states at the end of a question are the same in all of them.

    Args:
        run: A run of Experiment 7.
        actions: Observations of Experiment 9 of the same model.

    Raises:
        ArgumentError: no sample has hidden states, or they are damaged; says what to type.
    """
    rows = run.rows
    held: dict[tuple[str, int], States] = {}
    for (name, epoch), kept in run.kept.items():
        try:
            held[name, epoch] = States.model_validate(kept)
        except ValidationError as why:
            raise ArgumentError(f"sample {name} holds no hidden states of this package: {plain(why)}") from None
    if not held:
        raise ArgumentError(f"no hidden states in {run.name}: run it again with `{RUN}`")
    # Samples that were cut off before or after a change of layers hold others than the rest: the usual ones count.
    kind = Counter((s.layers, s.width, s.depth) for s in held.values()).most_common(1)[0][0]
    natural = [o for o in rows if o.channel == Channel.NATURAL]
    first: dict[str, Observation] = {}
    for o in sorted(natural, key=lambda o: o.epoch):
        s = held.get((o.item_id, o.epoch))
        if o.correct is not None and s is not None and (s.layers, s.width, s.depth) == kind:
            first.setdefault(o.item_id, o)
    graded = list(first.values())
    vectors = [unpack(held[o.item_id, o.epoch], beside=run.folder) for o in graded]
    cube: NDArray[np.float64] = np.stack(vectors, axis=1) if vectors else np.empty((len(kind[0]), 0, kind[1]))
    places = [(o.item_id, o.epoch) for o in graded]
    data = Inside(
        states=list(cube),
        layers=kind[0],
        correct=np.array([float(bool(o.correct)) for o in graded]),
        subcategory=np.array([o.subcategory for o in graded], dtype=str),
        domain=np.array([o.domain for o in graded], dtype=str),
        difficulty=np.array([float(o.difficulty) for o in graded]),
        length=np.array([float(held[place].tokens) for place in places]),
        behaviours=behaviours_of(rows, actions, places),
        planned=len({o.item_id for o in natural}),
    )
    return data, next(s for s in held.values() if (s.layers, s.width, s.depth) == kind)


def _warnings(run: LookedInside, data: Inside, runs: int) -> Iterator[str]:
    if run.failed:
        yield f"the run ended as {run.status} or with errors in samples: finish it with `inspect eval-retry`"
    if runs and not any(b.is_action for b in data.behaviours):
        yield "the Experiment 9 log acts on other items: run Experiment 7 on its items with -T items=LOG"
    elif runs > 1:
        yield f"{runs} logs of Experiment 9: the newest counts that acts on these items"
    if max((o.epoch for o in run.rows), default=1) > 1:
        yield "every item counts once, in its first graded epoch"
    if len(data.correct) < 200:
        yield f"{len(data.correct)} items: areas are known to about .1; quick is a trial, standard has 800"
    if run.about.get("bank_is_shipped") is False:
        yield f"another bank than the shipped one: {run.about.get('bank')}"
