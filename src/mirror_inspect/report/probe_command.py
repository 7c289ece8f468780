"""``mirror-inspect probe``: Experiment 7 from its logs, with those of Experiment 9 for what was done."""

import sys
from pathlib import Path

import click

from mirror_inspect.errors import ArgumentError
from mirror_inspect.report.say import say, write_json


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--figure", type=click.Path(path_type=Path, dir_okay=False), help="Draw the layers here (.png, .svg, .pdf)."
)
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write everything as JSON.")
@click.option(
    "--good",
    default=0.7,
    show_default=True,
    type=click.FloatRange(0.5, 1, min_open=True, max_open=True),
    help="AUROC from which the inside tells enough.",
)
@click.option(
    "--margin",
    default=0.05,
    show_default=True,
    type=click.FloatRange(0, 0.5, min_open=True),
    help="Smallest difference that counts, of AUROC or of what a choice earns per item.",
)
@click.option(
    "--refits", default=100, show_default=True, type=click.IntRange(min=0), help="Fits on outcomes dealt out anew."
)
@click.option("--seed", default=0, show_default=True, help="Seed of folds and deals.")
def probe(
    logs: tuple[Path, ...],
    figure: Path | None,
    json_file: Path | None,
    good: float,
    margin: float,
    refits: int,
    seed: int,
) -> None:
    """Does it hold more about its errors than it says or acts on? Linear probes of Experiment 7 logs.

    LOGS are files or directories. Logs of Experiment 9 of the same model are held against the probe where Experiment 7
    was run on their items (-T items=LOG).
    """
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.probe import probe_reports
    from mirror_inspect.report.probe_text import render

    if figure is not None:
        from mirror_inspect.report.probe_figure import FORMATS

        if figure.suffix not in FORMATS:
            raise ArgumentError(f"--figure {figure.name}: the name must end in {', '.join(FORMATS)}")
    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        reports = probe_reports(files, good=good, margin=margin, n_refits=refits, seed=seed)
    if figure is not None and len(reports) > 1:
        raise ArgumentError(f"--figure holds one model, the logs hold {len(reports)}: name one log")
    say(render(reports))
    if json_file is not None:
        write_json(reports, json_file)
    if figure is not None:
        from mirror_inspect.report.probe_figure import draw

        click.echo(f"drew {draw(reports[0], figure)}", err=True)
