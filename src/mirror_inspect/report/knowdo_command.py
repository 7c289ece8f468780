"""``mirror-inspect knowdo``: Experiment 9 from its logs, for one or many models."""

import sys
from pathlib import Path

import click

from mirror_inspect.report.say import say, write_json


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
    say(render(report))
    if json_file is not None:
        write_json(report, json_file)
    if figures is not None:
        from mirror_inspect.report.knowdo_figures import draw_all

        for path in draw_all(report, figures):
            click.echo(f"drew {path}", err=True)
