"""``mirror-inspect compare``: two models, or two runs of one, on the items both answered."""

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mirror_inspect.errors import ArgumentError
from mirror_inspect.report.say import write_json

if TYPE_CHECKING:
    from mirror_inspect.analysis.compare import Difference
    from mirror_inspect.metrics.estimate import Estimate
    from mirror_inspect.observation import Observation

PATH = click.Path(path_type=Path, exists=True)
LONGEST_NAME = 40


@click.command()
@click.argument("first", type=PATH)
@click.argument("second", type=PATH, required=False)
@click.option("--models", metavar="A,B", help="Which two models, where the logs hold more.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write everything as JSON.")
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=0), help="BCa replicates.")
@click.option("--every", is_flag=True, help="Also print the rows whose verdict is inconclusive.")
def compare(
    first: Path, second: Path | None, models: str | None, json_file: Path | None, resamples: int, every: bool
) -> None:
    """Is SECOND different from FIRST? Paired differences on the same items, each held against its margin.

    FIRST and SECOND are logs or directories of logs, each of one model. Of one directory that holds several models,
    such as that of `mirror-inspect run`, --models names the two.
    """
    from mirror_inspect.analysis.compare import compare as differences

    name_a, name_b = _two(models)
    if second is None and not models:
        raise ArgumentError("name a second log or directory, or two models of the first with --models A,B")
    of_first = _read(first)
    name_a, a = _subject(first, of_first, name_a)
    name_b, b = _subject(second or first, _read(second) if second else of_first, name_b)
    rows = differences(a, b, n_resamples=resamples)
    if not any(row.estimate.n_observed for row in rows):
        raise ArgumentError(f"{name_a} and {name_b} share no item: compare runs of one task with the same seed")
    click.echo("\n".join(_table(rows, name_a, name_b, every=every)))
    if json_file:
        document = {"schema": "mirror-inspect/compare/1", "first": name_a, "second": name_b, "rows": rows}
        write_json(document, json_file)


def _two(models: str | None) -> tuple[str, str]:
    """Return the two models that are named; two empty names where none is."""
    named = [name.strip() for name in (models or "").split(",")] if models else ["", ""]
    if len(named) != 2 or (models and not all(named)):
        raise ArgumentError(f"--models {models!r}: name two models, separated by a comma")
    return named[0], named[1]


def _read(path: Path) -> "list[Observation]":
    """Return the observations of logs from old to new: of what two runs asked alike the comparison keeps the last."""
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.samples import observations_of, read_samples

    with click.progressbar(log_files([path]), label=f"reading {path.name}", file=sys.stderr) as files:
        read = sorted(((file, *read_samples(file)) for file in files), key=lambda log: log[1].eval.created)
    return [o for file, log, samples in read for o in observations_of(log, samples, file.name)]


def _subject(path: Path, found: "Sequence[Observation]", model: str) -> "tuple[str, list[Observation]]":
    """Return the name and the observations of a model in logs, of the only one where none is named."""
    models = sorted({o.model for o in found})
    held = f"{path.name} holds {len(models) or 'no'} models{': ' + ', '.join(models[:4]) if models else ''}"
    if model and model not in models:
        raise ArgumentError(f"{held}; {model} is none of them")
    if not model and len(models) != 1:
        raise ArgumentError(f"{held}; give logs of one, or name two with --models A,B")
    chosen = model or models[0]
    return chosen, [o for o in found if o.model == chosen]


def in_words(e: "Estimate") -> str:
    """Return a difference with its interval, or why there is none."""
    if not e.defined:
        return f"not comparable ({e.reason.replace('_', ' ')}, {e.n_observed} of {e.n_total})"
    if e.value == 0 and e.reason == "no_variation":
        return f"identical on all {e.n_observed} pairs"
    if math.isnan(e.low):
        return f"{e.value:+.2f}, no interval ({e.reason.replace('_', ' ') or 'not computed'})"
    return f"{e.value:+.2f} [{e.low:+.2f}, {e.high:+.2f}]"


def _table(rows: "Sequence[Difference]", first: str, second: str, *, every: bool) -> list[str]:
    from mirror_inspect.inert import inert_line

    shown = [row for row in rows if every or row.verdict.outcome != "inconclusive"]
    lines = [
        f"{inert_line(second, LONGEST_NAME)} minus {inert_line(first, LONGEST_NAME)}",
        "on the same items; 95 % intervals, p by Holm",
        "",
    ]
    for experiment in dict.fromkeys(row.experiment for row in shown):
        lines += [f"{experiment}", f"  {'channel':<18}{'quantity':<9}{'first':>6}{'second':>7}  difference"]
        for row in (r for r in shown if r.experiment == experiment):
            e = row.estimate
            place = " ".join(filter(None, (row.channel, row.condition)))[:17]
            ends = f"{row.first:6.2f}{row.second:7.2f}  {in_words(e)}"
            lines.append(f"  {place:<18}{row.quantity:<9}{ends} {row.verdict.outcome}")
        lines.append("")
    counts = {o: sum(row.verdict.outcome == o for row in rows) for o in ("supported", "refuted", "inconclusive")}
    lines.append(
        f"{len(rows)} comparisons: {counts['supported']} differences, {counts['refuted']} within the margin, "
        f"{counts['inconclusive']} inconclusive{'' if every else ' (--every prints them)'}"
    )
    return lines
