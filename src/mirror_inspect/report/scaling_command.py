"""``mirror-inspect scaling``: Experiment 8 over models, from its own logs or from those of Experiments 1, 3 and 9."""

import sys
from pathlib import Path

import click

from mirror_inspect.report.say import say, write_json


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--params",
    multiple=True,
    metavar="MODEL=N[,FAMILY[,GENERATION]]",
    help="Size of a model in billions, or none to leave it out; repeatable.",
)
@click.option("--figures", type=click.Path(path_type=Path, file_okay=False), help="Draw PNG and SVG figures here.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write everything as JSON.")
@click.option("--resamples", default=0, show_default=True, type=click.IntRange(min=0), help="BCa replicates per model.")
@click.option("--seed", default=0, show_default=True, help="Seed of permutations that are too many to enumerate.")
def scaling(
    logs: tuple[Path, ...],
    params: tuple[str, ...],
    figures: Path | None,
    json_file: Path | None,
    resamples: int,
    seed: int,
) -> None:
    """Does self-knowledge grow with size? Slopes on log2 parameters within families, and pairs of generations.

    LOGS are files or directories with runs of exp8_scaling, or of exp1_atlas, exp3_composition and exp9_knowdo. How
    large a model is comes from --params, from the run, or from a roster of published sizes, and is never guessed.
    """
    from mirror_inspect.analysis.roster import read_params
    from mirror_inspect.observation import log_files
    from mirror_inspect.report.scaling import scaling_report
    from mirror_inspect.report.scaling_text import render

    sizes = read_params(params)
    with click.progressbar(log_files(logs), label="reading logs", file=sys.stderr) as files:
        report = scaling_report(files, sizes, n_resamples=resamples, seed=seed)
    say(render(report))
    if json_file is not None:
        write_json(report, json_file)
    if figures is not None:
        from mirror_inspect.report.scaling_figure import draw_scaling

        for path in draw_scaling(report, figures):
            click.echo(f"drew {path}", err=True)
