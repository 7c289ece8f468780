"""``mirror-inspect validate``: plant known subjects, recover them, print the verdict table."""

import logging
import os
import sys
from pathlib import Path

import click

from mirror_inspect import __version__


@click.command()
@click.option("--quick", "mode_name", flag_value="quick", help="200 replicates, one seed of the main runs; minutes.")
@click.option("--full", "mode_name", flag_value="full", help="1,000 replicates and 20 seeds of every run; hours.")
@click.option("--experiment", "experiments", multiple=True, help="Only this experiment (exp1, exp9, ...); repeatable.")
@click.option("--layer", "layers", multiple=True, help="Only this layer: metric or run; repeatable.")
@click.option(
    "--out", "directory", default=".", type=click.Path(path_type=Path, file_okay=False), help="Where the report goes."
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; two, or as many as there are cores, if unset.")
@click.option("--fresh", is_flag=True, help="Run everything again instead of resuming from an earlier report.")
def validate(
    mode_name: str | None,
    experiments: tuple[str, ...],
    layers: tuple[str, ...],
    directory: Path,
    jobs: int | None,
    fresh: bool,
) -> None:
    """Plant simulated subjects with known self-knowledge, recover every metric, and print the verdict table.

    Without --quick or --full: 1,000 replicates and one seed of every run. Writes validation.json and
    validation.png, and resumes from an unfinished validation.json made under the same settings. Ends with exit
    code 1 if any row fails; the last line of standard output is the verdict.
    """
    from mirror_inspect.bank.load import load_bank
    from mirror_inspect.validation import plan as plans
    from mirror_inspect.validation import report as reports

    mode_name = mode_name or "standard"
    mode = plans.MODES[mode_name]
    names = plans.selected(mode, experiments, layers or plans.LAYERS)
    logging.getLogger("inspect_ai").setLevel(logging.ERROR)
    plan = reports.Report(
        package=__version__,
        mode=mode_name,
        replicates=mode.replicates,
        seeds=mode.seeds,
        bank_digest=load_bank().digest,
    )
    path = directory / reports.FILE
    with click.progressbar(length=len(names), label="validating", file=sys.stderr) as bar:
        done = plans.validate_plan(
            plan,
            names,
            mode,
            path,
            jobs=jobs or min(2, os.cpu_count() or 1),
            resume=not fresh,
            finished=lambda count: bar.update(count - bar.pos),
        )
    reports.draw(done.verdicts, directory / reports.FIGURE)
    click.echo(reports.table(done.verdicts))
    click.echo(f"wrote {path} and {directory / reports.FIGURE}. {reports.NOTICE}")
    click.echo(done.summary())
    if done.failures or not done.verdicts:
        raise click.exceptions.Exit(1)
