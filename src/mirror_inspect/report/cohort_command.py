"""``mirror-inspect cohort``: keep the table of which subject was right on which item."""

import sys
from pathlib import Path

import click

from mirror_inspect.errors import ArgumentError

FILE = click.option(
    "--file", "path", type=click.Path(path_type=Path, dir_okay=False), help="The table; the shipped one if unset."
)


@click.group()
def cohort() -> None:
    """The cohort that signals are compared with: who was right on which item."""


@cohort.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("cohort.json"),
    show_default=True,
    help="The table to add to; made from the shipped one if it does not exist.",
)
def add(logs: tuple[Path, ...], path: Path) -> None:
    """Add the natural answers of finished Experiment 1 LOGS; a model that is already there is replaced."""
    from mirror_inspect.inert import inert_line
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.cohort import EXPERIMENT, load_cohort, member_of, save_cohort
    from mirror_inspect.report.runs import LeftOut, read_run

    table = load_cohort(path if path.exists() else None)
    added = []
    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        for file in files:
            run = read_run(file)
            if isinstance(run, LeftOut) or run.experiment != EXPERIMENT:
                continue
            if run.legacy or not run.finished:
                click.echo(f"{file.name}: not added; {'imported' if run.legacy else 'unfinished'}", err=True)
                continue
            member, answers = member_of(run)
            if answers:
                added.append((member, answers))
    if not added:
        raise ArgumentError(f"none of the logs is a finished run of {EXPERIMENT} with natural answers")
    save_cohort(table.with_subjects(added), path)
    for member, answers in added:
        click.echo(f"added {inert_line(member.model)}: {len(answers)} items, {sum(answers.values())} right")
    click.echo(f"wrote {path}")


@cohort.command()
@FILE
def show(path: Path | None) -> None:
    """List the subjects of the table with their items and accuracy."""
    from mirror_inspect.inert import inert_line
    from mirror_inspect.report.cohort import load_cohort

    table = load_cohort(path)
    if not table.members:
        raise ArgumentError("the cohort is empty: `mirror-inspect cohort add LOGS` fills it")
    click.echo(f"{'subject':<42}{'bank':<18}{'items':>6}{'right':>7}")
    for i, member in enumerate(table.members):
        answers = table.answers(i)
        right = sum(answers.values()) / len(answers) if answers else float("nan")
        click.echo(
            f"{inert_line(member.model, 40):<42}{inert_line(member.bank_digest, 16):<18}{len(answers):>6}{right:>7.2f}"
        )
    simulated = sum(m.simulated for m in table.members)
    click.echo(f"{len(table.members)} subjects ({simulated} simulated), {len(table.items)} items")
