"""``mirror-inspect compare``: two models, or two runs of one, on the items both answered."""

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mirror_inspect.errors import ArgumentError

if TYPE_CHECKING:
    from mirror_inspect.analysis.compare import Difference
    from mirror_inspect.metrics.estimate import Estimate
    from mirror_inspect.observation import Observation

PATH = click.Path(path_type=Path, exists=True)
LONGEST_NAME = 40


@click.command()
@click.argument("first", type=PATH)
@click.argument("second", type=PATH)
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write everything as JSON.")
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=0), help="BCa replicates.")
@click.option("--every", is_flag=True, help="Also print the rows whose verdict is inconclusive.")
def compare(first: Path, second: Path, json_file: Path | None, resamples: int, every: bool) -> None:
    """Is SECOND different from FIRST? Paired differences on the same items, each held against its margin.

    FIRST and SECOND are logs or directories of logs, each of one model.
    """
    from mirror_inspect.analysis.compare import compare as differences

    (name_a, a), (name_b, b) = _subject(first), _subject(second)
    rows = differences(a, b, n_resamples=resamples)
    if not any(row.estimate.n_observed for row in rows):
        raise ArgumentError(
            f"{first.name} and {second.name} have no item in common: compare runs of one task with the same seed"
        )
    click.echo("\n".join(_table(rows, name_a, name_b, every=every)))
    if json_file:
        from mirror_inspect.report.knowdo_command import plain

        document = {"schema": "mirror-inspect/compare/1", "first": name_a, "second": name_b, "rows": plain(rows)}
        json_file.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        click.echo(f"wrote {json_file}", err=True)


def _subject(path: Path) -> "tuple[str, list[Observation]]":
    from mirror_inspect.observation import log_files, log_observations, read_log

    with click.progressbar(log_files([path]), label=f"reading {path.name}", file=sys.stderr) as files:
        logs = sorted((read_log(file) for file in files), key=lambda log: log.eval.created)
    # Of what two runs asked alike the comparison keeps the last.
    found = [o for log in logs for o in log_observations(log)]
    models = sorted({o.model for o in found})
    if len(models) != 1:
        raise ArgumentError(
            f"{path.name} holds {len(models) or 'no'} models{': ' + ', '.join(models[:4]) if models else ''}; "
            "give logs of one"
        )
    return models[0], found


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
