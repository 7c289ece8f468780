"""``mirror-inspect robustness``: Experiment 5 from its logs, for one or many models."""

import sys
from pathlib import Path

import click

from mirror_inspect.report.say import say, write_json


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write figures and robustness.json here.")
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=0), help="BCa replicates.")
def robustness(logs: tuple[Path, ...], out: Path | None, resamples: int) -> None:
    """Does its confidence move because somebody says so? Shifts per attack and channel from Experiment 5 logs.

    LOGS are files or directories; logs of other tasks are left out, retried runs are counted once.
    """
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.robustness import robustness_reports
    from mirror_inspect.report.robustness_text import render

    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        reports = robustness_reports(files, n_resamples=resamples)
    say(render(reports))
    if out is None:
        return
    from mirror_inspect.report.robustness_figure import draw

    for path in draw(reports, out):
        click.echo(f"drew {path}", err=True)
    file = out / "robustness.json"
    write_json(reports, file)
