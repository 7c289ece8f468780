"""``mirror-inspect bank``: build, verify and look at forms of the item bank."""

from collections import Counter
from pathlib import Path

import click

from mirror_inspect.bank.load import SHIPPED, load_bank
from mirror_inspect.errors import ArgumentError
from mirror_inspect.taxonomy import SUBCATEGORIES

FORM = click.option("--bank", "source", default=SHIPPED, show_default=True, help="shipped, or a directory of a form.")
SHOWN_PROBLEMS = 40


@click.group()
def bank() -> None:
    """The item bank: verify it, look at it, make a parallel form."""


@bank.command()
@FORM
def verify(source: str) -> None:
    """Check every item: ids, texts, leaks, balance, and golds re-derived by a second method.

    Exits with 1 when anything is wrong.
    """
    from mirror_inspect.bank.form import subcategories, verify_bank

    form = load_bank(source)
    total = len(form.questions) + len(form.components)
    with click.progressbar(length=2 * len(subcategories()), label=f"verifying {total} items") as bar:
        problems = verify_bank(form, progress=bar.update)
    for problem in problems[:SHOWN_PROBLEMS]:
        click.echo(str(problem))
    if problems:
        raise SystemExit(_failed(len(problems)))
    click.echo(f"ok: {total} items and {len(form.agentic)} agentic tasks verified (bank digest {form.digest})")


def _failed(count: int) -> int:
    click.echo(f"{count} problems found; the first {min(count, SHOWN_PROBLEMS)} are above")
    return 1


@bank.command()
@FORM
def stats(source: str) -> None:
    """Count items by domain, subcategory, level, answer form and family."""
    form = load_bank(source)
    click.echo(f"bank {form.source}, digest {form.digest}")
    click.echo(f"{'subcategory':<24}{'items':>6}{'families':>9}{'two-way':>8}  answer types")
    for domain, names in SUBCATEGORIES.items():
        click.echo(click.style(domain.value, bold=True))
        for name in names:
            items = [q for q in form.questions if q.subcategory == name]
            if not items:
                continue
            kinds = ", ".join(f"{t} {n}" for t, n in Counter(q.answer_type.value for q in items).most_common())
            families = len({q.family for q in items})
            click.echo(f"  {name:<22}{len(items):>6}{families:>9}{sum(q.two_way for q in items):>8}  {kinds}")
    levels = Counter(q.difficulty for q in form.questions)
    click.echo(f"levels: {', '.join(f'{k}: {levels[k]}' for k in sorted(levels))}")
    click.echo(
        f"{len(form.questions)} questions, {len(form.components)} components, {len(form.agentic)} agentic tasks; "
        f"{sum(q.two_way for q in form.questions)} questions are two-way"
    )


@bank.command()
@click.argument("item_id")
@FORM
def show(item_id: str, source: str) -> None:
    """Print one item with its gold, family, parameters and provenance."""
    form = load_bank(source)
    found = [q for key, q in form.by_id.items() if key.startswith(item_id)]
    if len(found) != 1:
        raise ArgumentError(f"item id {item_id!r} fits {len(found)} items; give the 16 hex digits of one")
    q = found[0]
    click.echo(f"{q.id}  {q.domain}/{q.subcategory}  level {q.difficulty}  family {q.family}\n")
    click.echo(q.text)
    click.echo(f"\ngold: {q.answer} ({q.answer_type})")
    click.echo(f"verified by: {q.verification}; effort {q.effort}; parameters {q.params}")
    if q.provenance:
        click.echo(f"facts from: {q.provenance} ({q.license})")


@bank.command()
@click.option("--seed", type=int, required=True, help="Seed of the form; two seeds give two parallel forms.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Directory to write.")
def generate(seed: int, out: Path) -> None:
    """Make a parallel form of the bank: same families and parameters, other items."""
    from mirror_inspect.bank.form import build_form, subcategories

    with click.progressbar(length=2 * len(subcategories()), label="building") as bar:
        form = build_form(seed, progress=bar.update)
    form.write(out)
    click.echo(f"wrote {len(form.questions)} questions, {len(form.components)} components, {len(form.agentic)} tasks")
    click.echo(f"use it with -T bank={out}")
