"""``mirror-inspect grading-report``: the grader's error rates on labelled replies."""

import sys
from pathlib import Path

import click


@click.command("grading-report")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--json",
    "rates_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the small JSON that error bands read.",
)
@click.option(
    "--readme",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Replace the table of error rates in this document.",
)
@click.option("--source", help="What the replies are, for the JSON; by default the file's name.")
@click.option(
    "--seed", default=7, show_default=True, help="Which golds of other questions each right reply is tried against."
)
def grading_report(file: Path, rates_file: Path | None, readme: Path | None, source: str | None, seed: int) -> None:
    """False negatives, false positives and missing of the grader on FILE, a JSONL of hand-judged replies.

    Prints a markdown table with 95 % Wilson intervals per layout, channel and answer type.
    """
    from mirror_inspect.grading.rates import write_table
    from mirror_inspect.grading.report import error_rates, markdown, rates_document, read_labelled

    replies, skipped = read_labelled(file)
    with click.progressbar(length=len(replies), label="grading", file=sys.stderr) as bar:
        rows = error_rates(replies, seed=seed, tick=bar.update)
    click.echo(markdown(rows))
    click.echo(f"\n{len(replies)} replies graded, {skipped} lines left out (not judged, unsure or open gold)", err=True)
    if rates_file:
        rates_file.write_text(rates_document(rows, source=source or file.name, replies=len(replies)), encoding="utf-8")
        click.echo(f"rates written to {rates_file}", err=True)
    if readme:
        write_table(readme, rows)
        click.echo(f"table written to {readme}", err=True)
