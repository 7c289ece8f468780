"""``mirror-inspect bank``: build, verify and look at forms of the item bank."""

from collections.abc import Mapping
from pathlib import Path

import click

from mirror_inspect.bank.load import FILES, SHIPPED, Bank, NotHeld, load_bank
from mirror_inspect.errors import ArgumentError
from mirror_inspect.items import Question, Record

FORM = click.option(
    "--bank", "source", default=SHIPPED, show_default=True, help="shipped, anchor, a directory of a form, hf:NAME, ..."
)
SHOWN_PROBLEMS = 40


@click.group()
def bank() -> None:
    """The item bank: verify it, look at it, make a parallel form."""


@bank.command()
@FORM
def verify(source: str) -> None:
    """Check every item of every file: ids, texts, leaks, balance, and golds re-derived by a second method.

    Exits with 1 when anything is wrong, naming file, line, id and reason.
    """
    from mirror_inspect.bank.verify import verify_bank

    form = load_bank(source)
    if form.directory is None:
        raise ArgumentError(f"bank verify checks forms of our own, not {form.source}; give {SHIPPED} or a directory")
    total = len(form.questions) + len(form.components)
    with click.progressbar(length=total, label=f"verifying {total} items") as bar:
        problems = verify_bank(form, progress=bar.update)
    for problem in problems[:SHOWN_PROBLEMS]:
        click.echo(str(problem))
    if problems:
        click.echo(f"{len(problems)} problems found; the first {min(len(problems), SHOWN_PROBLEMS)} are above")
        raise SystemExit(1)
    click.echo(f"ok: {_held(form)} verified (bank digest {form.digest})")


def _files(form: Bank) -> Mapping[str, list[Record]]:
    """Return the records of every file the form has."""
    found = {name: getattr(form, name.removesuffix(".jsonl")) for name in FILES}
    return {name: list(records) for name, records in found.items() if not isinstance(records, NotHeld)}


def _held(form: Bank) -> str:
    return ", ".join(f"{len(records)} {name.removesuffix('.jsonl')}" for name, records in _files(form).items())


@bank.command()
@FORM
@click.option("--figure", type=click.Path(path_type=Path, dir_okay=False), help="Write a figure (PNG, SVG, PDF).")
def stats(source: str, figure: Path | None) -> None:
    """Count items by domain, subcategory, level, answer form and family; show how effort rises with the level."""
    from mirror_inspect.bank.stats import draw_figure, summary

    form = load_bank(source)
    for line in summary(form):
        click.echo(line)
    click.echo(_held(form))
    if figure is not None:
        draw_figure(form, figure)
        click.echo(f"wrote {figure}")


@bank.command()
@click.argument("item_id")
@FORM
def show(item_id: str, source: str) -> None:
    """Print one item of any file with its gold, family, parameters and provenance."""
    form = load_bank(source)
    found = [(name, r) for name, records in _files(form).items() for r in records if r.id.startswith(item_id)]
    if len(found) != 1:
        raise ArgumentError(f"item id {item_id!r} fits {len(found)} items; give the 16 hex digits of one")
    name, record = found[0]
    click.echo(_question(name, record) if isinstance(record, Question) else _other(name, record))


def _question(name: str, q: Question) -> str:
    lines = [
        f"{q.id}  {name}  {q.domain}/{q.subcategory}  level {q.difficulty}  family {q.family}\n",
        q.text,
        f"\ngold: {q.answer} ({q.answer_type})"
        + (f", tolerance {q.tolerance}" if q.tolerance is not None else "")
        + (f", also right: {'; '.join(q.aliases)}" if q.aliases else ""),
        f"verified by: {q.verification}; effort {q.effort}; parameters {q.params}; seed {q.seed}",
    ]
    if q.provenance:
        lines.append(f"facts from: {q.provenance} ({q.license})")
    return "\n".join(lines)


def _other(name: str, record: Record) -> str:
    fields = record.model_dump(mode="json", exclude={"id"})
    return "\n".join([f"{record.id}  {name}\n", *(f"{key}: {value}" for key, value in fields.items())])


@bank.command()
@click.option("--seed", type=int, required=True, help="Seed of the form; two seeds give two parallel forms.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Directory to write.")
def generate(seed: int, out: Path) -> None:
    """Make a parallel form of every file: same families and parameters, other items."""
    from mirror_inspect.bank.form import build_form, subcategories

    with click.progressbar(length=len(subcategories()), label="building") as bar:
        form = build_form(seed, progress=bar.update)
    form.write(out)
    click.echo(f"wrote {_held(load_bank(str(out)))}")
    click.echo(f"use it with -T bank={out}")


@bank.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@FORM
@click.option("--csv", type=click.Path(path_type=Path, dir_okay=False), help="Write one row per item as CSV.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write them as JSON.")
def difficulty(logs: tuple[Path, ...], source: str, csv: Path | None, json_file: Path | None) -> None:
    """Empirical difficulty of the items from real runs; discrimination too, from 200 respondents on.

    Item ids never change: the result is a table beside the bank.
    """
    from mirror_inspect.bank.difficulty import by_level, difficulty_table, read_answers

    form = load_bank(source)
    answers, simulated = read_answers(logs)
    table = difficulty_table(answers, form.questions)
    for line in by_level(table, simulated=simulated):
        click.echo(line)
    if csv is not None:
        table.to_csv(csv, index=False)
    if json_file is not None:
        table.to_json(json_file, orient="records", indent=1)
    for file in (csv, json_file):
        if file is not None:
            click.echo(f"wrote {len(table)} items to {file}")
