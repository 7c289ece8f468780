"""The ``mirror-inspect`` command."""

import sys
from importlib import import_module
from pathlib import Path

import click

from mirror_inspect import __version__
from mirror_inspect.errors import ArgumentError
from mirror_inspect.inert import inert_message

COMMANDS = {
    "adaptation": "mirror_inspect.report.adaptation_command:adaptation",
    "bank": "mirror_inspect.bank.command:bank",
    "board": "mirror_inspect.report.board_command:board",
    "cohort": "mirror_inspect.report.cohort_command:cohort",
    "compare": "mirror_inspect.report.compare_command:compare",
    "composition": "mirror_inspect.report.composition_command:composition",
    "demo": "mirror_inspect.report.demo:demo",
    "ecosystem": "mirror_inspect.report.ecosystem_command:ecosystem",
    "export": "mirror_inspect.report.export.command:export",
    "grading-report": "mirror_inspect.grading.command:grading_report",
    "import": "mirror_inspect.legacy.command:import_",
    "knowdo": "mirror_inspect.report.knowdo_command:knowdo",
    "local-model": "mirror_inspect.local_model:local_model",
    "report": "mirror_inspect.report.report_command:report",
    "probe": "mirror_inspect.report.probe_command:probe",
    "robustness": "mirror_inspect.report.robustness_command:robustness",
    "run": "mirror_inspect.run_command:run",
    "scaling": "mirror_inspect.report.scaling_command:scaling",
    "subjects": "mirror_inspect.subjects.command:subjects",
    "transfer": "mirror_inspect.report.transfer_command:transfer",
    "validate": "mirror_inspect.validation.command:validate",
}
"""Commands that live beside what they serve, imported when they are used."""


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is called or listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all command names."""
        return sorted({*super().list_commands(ctx), *COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing it if need be."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(module), name)
        return command if isinstance(command, click.Command) else None


@click.group(cls=LazyGroup)
@click.version_option(__version__)
def main() -> None:
    """Does a language model know what it knows, and act on it?

    Run the experiments with `inspect eval mirror_inspect/exp9_knowdo --model ...`; the commands here read the logs.
    """


LOGS = click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))


@main.command()
@LOGS
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write JSON here (one log only).")
def profile(logs: tuple[Path, ...], out: Path | None) -> None:
    """Capability profile of each Experiment 1 or 9 log, as JSON."""
    from mirror_inspect.observation import log_files, read_log
    from mirror_inspect.profile import log_profile

    profiles = []
    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        for file in files:
            log = read_log(file)
            try:
                profiles.append(log_profile(log, source=file.name))
            except ArgumentError as why:
                click.echo(f"{file.name}: {why.message}", err=True)
                continue
            if log.status != "success":
                click.echo(f"{file.name}: the run was not finished ({log.status}); its profile is of a part", err=True)
    if not profiles:
        raise ArgumentError("none of the logs has natural answers: run exp1_atlas or exp9_knowdo first")
    if out is not None and len(profiles) > 1:
        raise ArgumentError(f"--out holds one profile, the logs hold {len(profiles)}: name one log")
    for made in profiles:
        if out is not None:
            out.write_text(made.model_dump_json(indent=2) + "\n", encoding="utf-8")
            click.echo(f"wrote the profile of {made.model} to {out}; use it with -T profile={out}")
        else:
            click.echo(made.model_dump_json(indent=2))


@main.command()
@LOGS
@click.option("--parquet", type=click.Path(path_type=Path, dir_okay=False), help="Write a Parquet file.")
@click.option("--csv", type=click.Path(path_type=Path, dir_okay=False), help="Write a CSV file.")
def observations(logs: tuple[Path, ...], parquet: Path | None, csv: Path | None) -> None:
    """Every elicited behaviour in any number of logs as one table."""
    from mirror_inspect.observation import Observation, log_files, log_observations, read_log, table

    found: list[Observation] = []
    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        for file in files:
            found += log_observations(read_log(file))
    frame = table(found)
    if parquet is not None:
        frame.to_parquet(parquet, index=False)
    if csv is not None:
        frame.to_csv(csv, index=False)
    written = [str(path) for path in (parquet, csv) if path is not None]
    if written:
        click.echo(f"wrote {len(frame)} observations to {' and '.join(written)}")
        return
    counts = frame.groupby(["model", "experiment", "channel", "condition", "status"], dropna=False).size()
    click.echo(inert_message(counts.rename("n").reset_index().fillna("-").to_string(index=False), None))
    click.echo(f"{len(frame)} observations; --parquet FILE or --csv FILE writes them")


if __name__ == "__main__":
    main()
