"""``mirror-inspect demo``: Experiment 9 on simulated subjects, the escalation table, and where to look."""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

import click

SUBJECTS: Final = ("acts_on_knowledge", "heeds_scores", "obeys_norm")
CALIBRATION: Final = 100
"""Items per domain: with the 25 of ``quick``, shown accuracies may all be shrunk to above one half, and nothing is left
to heed."""


@click.command()
@click.option("--log-dir", default="logs", show_default=True, help="Where the logs go.")
@click.option("--figure", type=click.Path(path_type=Path, dir_okay=False), help="Where the figure goes (PNG or SVG).")
def demo(log_dir: str, figure: Path | None) -> None:
    """Run Experiment 9 (quick) on three simulated subjects; needs no key and no network.

    The three differ in why they hold back: one acts on what it knows of itself, one heeds the scores it is shown, one
    obeys the norm. Exits with 1 when a run does not succeed.
    """
    from inspect_ai import eval as run

    from mirror_inspect.analysis.knowdo import summarise_knowdo
    from mirror_inspect.observation import log_observations
    from mirror_inspect.report.escalation import escalation_figure, escalation_table
    from mirror_inspect.tasks import exp9_knowdo

    click.echo("Experiment 9 (quick) on three simulated subjects; a minute or two ...")
    logs = run(
        exp9_knowdo(preset="quick", calibration=CALIBRATION),
        model=[f"simulated/{name}" for name in SUBJECTS],
        log_dir=log_dir,
        display="none",
        log_realtime=False,
    )
    failed = [log for log in logs if log.status != "success" or not log.samples]
    for log in failed:
        click.echo(f"{log.eval.model}: {log.status}: {log.error.message if log.error else 'no samples'}", err=True)
    if failed:
        raise SystemExit(1)
    subjects = {log.eval.model: summarise_knowdo(log_observations(log)) for log in logs}
    click.echo()
    click.echo(escalation_table(subjects))
    path = escalation_figure(subjects, figure or Path(log_dir) / "escalation.png")
    click.echo("\nCFR: share of components in weak domains taken on and got wrong, with 95 % intervals.")
    click.echo("These subjects are simulated: their self-knowledge is planted, and the table should show it.")
    click.echo(f"figure: {path}")
    for log in logs:
        click.echo(f"log:    {os.path.relpath(log.location)}")
    click.echo(f"look:   {_typed('inspect')} view --log-dir {log_dir}")
    click.echo(f"page:   {_typed('mirror-inspect')} report {log_dir}")


def _typed(command: str) -> str:
    """Return what to type for a command: its path where the environment it is in was not activated."""
    here = Path(sys.executable).parent / command
    found = shutil.which(command)
    known = found is not None and Path(found).parent.resolve() == here.parent.resolve()
    return command if known or not here.exists() else os.path.relpath(here)
