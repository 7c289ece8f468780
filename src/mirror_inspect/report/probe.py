"""Experiment 7 from its logs: hidden states, answers and words put side by side, and the probe fitted to them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from pydantic import ValidationError

from mirror_inspect.analysis.probe import N_REFITS, Inside, ProbeResult, analyse
from mirror_inspect.analysis.probe_behaviour import behaviours_of
from mirror_inspect.analysis.probe_verdict import GOOD
from mirror_inspect.errors import ArgumentError
from mirror_inspect.hidden_states import STORE_KEY, States, unpack
from mirror_inspect.observation import Observation, log_observations, plain, read_log, task_of
from mirror_inspect.stats.verdicts import MARGINS
from mirror_inspect.taxonomy import Channel

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog
    from numpy.typing import NDArray

TASK: Final = "exp7_mechanistic"
ACTIONS: Final = "exp9_knowdo"
RUN: Final = f"inspect eval mirror_inspect/{TASK} --model hf/... -T preset=quick"


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
    for file in files:
        log = read_log(file)
        name = task_of(log)
        if name == TASK:
            known = inside.get(log.eval.model)
            if known is None or known[0].eval.created <= log.eval.created:
                inside[log.eval.model] = log, file
        elif name == ACTIONS:
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
        runs = acted.get(model, [])
        data, states = inside_of(log, _newest_on(log, runs), beside=file.parent)
        result = analyse(data, good=good, margin=margin, n_refits=n_refits, seed=seed)
        warnings = tuple(_warnings(log, data, runs))
        reports.append(
            ProbeReport(model, result, states.depth, states.width, (len(data.correct), data.planned), warnings)
        )
    return reports


def _newest_on(log: "EvalLog", runs: Sequence["EvalLog"]) -> list[Observation]:
    """Return the observations of the newest run of Experiment 9 that acts on items of a run of Experiment 7."""
    asked = {o.item_id for o in log_observations(log)}
    for run in sorted(runs, key=lambda r: r.eval.created, reverse=True):
        rows = log_observations(run)
        if any(o.paradigm is not None and o.item_id in asked for o in rows):
            return rows
    return []


def inside_of(log: "EvalLog", actions: Sequence[Observation], *, beside: Path) -> tuple[Inside, States]:
    """Return the items of a run with hidden states and a graded natural answer, and how its states are kept.

    Of several epochs the first graded one counts: the states at the end of a question are the same in all of them.

    Args:
        log: A fully read log of Experiment 7.
        actions: Observations of Experiment 9 of the same model.
        beside: Folder of the log, where files of hidden states are looked for.

    Raises:
        ArgumentError: no sample has hidden states, or they are damaged; says what to type.
    """
    rows = log_observations(log)
    held: dict[tuple[str, int], States] = {}
    for sample in log.samples or ():
        kept = sample.store.get(STORE_KEY)
        if kept is not None:
            try:
                held[str(sample.id), sample.epoch] = States.model_validate(kept)
            except ValidationError as why:
                raise ArgumentError(
                    f"sample {sample.id} holds no hidden states of this package: {plain(why)}"
                ) from None
    if not held:
        raise ArgumentError(f"no hidden states in {Path(log.location).name}: run it again with `{RUN}`")
    # Samples that were cut off before or after a change of layers hold others than the rest: the usual ones count.
    kind = Counter((s.layers, s.width, s.depth) for s in held.values()).most_common(1)[0][0]
    natural = [o for o in rows if o.channel == Channel.NATURAL]
    first: dict[str, Observation] = {}
    for o in sorted(natural, key=lambda o: o.epoch):
        s = held.get((o.item_id, o.epoch))
        if o.correct is not None and s is not None and (s.layers, s.width, s.depth) == kind:
            first.setdefault(o.item_id, o)
    graded = list(first.values())
    vectors = [unpack(held[o.item_id, o.epoch], beside=beside) for o in graded]
    cube: NDArray[np.float64] = np.stack(vectors, axis=1) if vectors else np.empty((len(kind[0]), 0, kind[1]))
    places = [(o.item_id, o.epoch) for o in graded]
    data = Inside(
        states=list(cube),
        layers=kind[0],
        correct=np.array([float(bool(o.correct)) for o in graded]),
        subcategory=np.array([o.subcategory for o in graded], dtype=str),
        domain=np.array([o.domain for o in graded], dtype=str),
        difficulty=np.array([float(o.difficulty) for o in graded]),
        behaviours=behaviours_of(rows, actions, places),
        planned=len({o.item_id for o in natural}),
    )
    return data, next(s for s in held.values() if (s.layers, s.width, s.depth) == kind)


def _warnings(log: "EvalLog", data: Inside, runs: Sequence["EvalLog"]) -> Iterator[str]:
    about = log.eval.metadata or {}
    if log.status != "success" or any(s.error for s in log.samples or ()):
        yield f"the run ended as {log.status} or with errors in samples: finish it with `inspect eval-retry`"
    if runs and not any(b.is_action for b in data.behaviours):
        yield "the Experiment 9 log acts on other items: run Experiment 7 on its items with -T items=LOG"
    elif len(runs) > 1:
        yield f"{len(runs)} logs of Experiment 9: the newest counts that acts on these items"
    if (log.eval.config.epochs or 1) > 1:
        yield "every item counts once, in its first graded epoch"
    if len(data.correct) < 200:
        yield f"{len(data.correct)} items: areas are known to about .1; quick is a trial, standard has 800"
    if about.get("bank_is_shipped") is False:
        yield f"another bank than the shipped one: {about.get('bank')}"
