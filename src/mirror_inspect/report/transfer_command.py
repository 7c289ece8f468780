"""``mirror-inspect transfer``: Experiment 2 from its logs, for one or many models."""

import sys
from pathlib import Path

import click

from mirror_inspect.report.say import say, write_json


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--figures", type=click.Path(path_type=Path, file_okay=False), help="Draw PNG and SVG figures here.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write everything as JSON.")
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=0), help="BCa replicates.")
@click.option("--seed", default=0, show_default=True, help="Seed of resamples and permutations.")
def transfer(logs: tuple[Path, ...], figures: Path | None, json_file: Path | None, resamples: int, seed: int) -> None:
    """Does confidence on disguised tasks follow real ability? Transfer indices from Experiment 2 logs.

    LOGS are files or directories; logs of other tasks are left out. From three models on each is compared with the
    others, which takes out what is hard for everybody.
    """
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.transfer import transfer_report
    from mirror_inspect.report.transfer_text import render

    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        report = transfer_report(files, n_resamples=resamples, seed=seed)
    say(render(report))
    if json_file is not None:
        write_json(report, json_file)
    if figures is not None:
        from mirror_inspect.report.transfer_figure import draw_transfer

        for path in draw_transfer(report, figures):
            click.echo(f"drew {path}", err=True)
