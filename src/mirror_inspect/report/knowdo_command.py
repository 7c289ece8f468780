"""``mirror-inspect knowdo``: Experiment 9 from its logs, for one or many models."""

import json
import math
import sys
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import click

from mirror_inspect.inert import inert_message


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--resolver", type=click.FloatRange(0, 1), help="Accuracy of whoever takes over; as in the logs if unset."
)
@click.option("--figures", type=click.Path(path_type=Path, file_okay=False), help="Draw PNG and SVG figures here.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write everything as JSON.")
@click.option("--prices", type=click.Path(path_type=Path, dir_okay=False), help="YAML with prices of your own.")
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=0), help="BCa replicates.")
@click.option("--seed", default=0, show_default=True, help="Seed of resamples, splits and permutations.")
def knowdo(
    logs: tuple[Path, ...],
    resolver: float | None,
    figures: Path | None,
    json_file: Path | None,
    prices: Path | None,
    resamples: int,
    seed: int,
) -> None:
    """Does it act on what it knows? The utility ladder, verdicts, routing and costs from Experiment 9 logs.

    LOGS are files or directories; logs of other tasks are left out, retried runs are counted once.
    """
    from mirror_inspect.analysis.spending import load_prices
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.knowdo import knowdo_report
    from mirror_inspect.report.knowdo_read import read_subjects
    from mirror_inspect.report.knowdo_text import render

    known = load_prices(prices)
    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        subjects = read_subjects(files)
    stated = subjects[0].resolver if resolver is None else resolver
    report = knowdo_report(subjects, known, resolver=stated, n_resamples=resamples, seed=seed)
    click.echo(inert_message(render(report), None), nl=False)
    if json_file is not None:
        json_file.write_text(json.dumps(plain(report), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        click.echo(f"wrote {json_file}", err=True)
    if figures is not None:
        from mirror_inspect.report.knowdo_figures import draw_all

        for path in draw_all(report, figures):
            click.echo(f"drew {path}", err=True)


def plain(value: Any) -> Any:
    """Return a report as JSON values; NaN becomes null, because JSON has none."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {str(plain(k)): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(v) for v in value]
    return value
