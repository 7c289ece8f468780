"""``mirror-inspect composition``: Experiment 3 from its logs, for one or many models."""

import sys
from pathlib import Path

import click

from mirror_inspect.report.say import say, write_json


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write everything as JSON.")
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=0), help="BCa replicates.")
def composition(logs: tuple[Path, ...], json_file: Path | None, resamples: int) -> None:
    """Can it predict itself on tasks that join two skills? Bias, coherence and known odds from Experiment 3 logs.

    LOGS are files or directories; logs of other tasks are left out, retried runs are counted once.
    """
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.composition import composition_reports, render

    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        reports = composition_reports(files, n_resamples=resamples)
    say(render(reports))
    if json_file is not None:
        write_json(reports, json_file)
