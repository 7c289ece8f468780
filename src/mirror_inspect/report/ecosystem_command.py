"""``mirror-inspect ecosystem``: Experiment 6 from its logs, with the table of sycophancy against feedback."""

import sys
from pathlib import Path

import click

from mirror_inspect.report.say import say, write_json


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "out", type=click.Path(path_type=Path, dir_okay=False), help="Write everything here as JSON.")
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=0), help="BCa replicates.")
def ecosystem(logs: tuple[Path, ...], out: Path | None, resamples: int) -> None:
    """Praise, flawed requests and pressure from Experiment 6 logs; beside them feedback, where Experiment 4 was run.

    LOGS are files or directories; logs of other tasks are left out, retried runs are counted once.
    """

    from mirror_inspect.observation import log_files
    from mirror_inspect.report.ecosystem import ecosystem_reports, render

    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        reports = ecosystem_reports(files, n_resamples=resamples)
    say(render(reports))
    if out is not None:
        write_json(reports, out)
