"""Where everything comes from: commands to run it again, digests, versions, seeds and what it cost."""

import math
from typing import Final

from mirror_inspect.analysis.spending import load_prices, price_of
from mirror_inspect.inert import inert_line
from mirror_inspect.report.groups import Group, command
from mirror_inspect.report.page import Block, Cell, Code, Codes, Count, Part, Ref, Table
from mirror_inspect.report.runs import Run
from mirror_inspect.report.sections.shared import Options

MOST_COMMANDS: Final = 4
"""Commands that stand open."""
SHOWN: Final = ("preset", "seed", "prompt_version", "prompt_digest", "profile", "bank", "planned_calls")


def build(group: Group, options: Options) -> Part:
    """Return one row per log, and the command of each."""
    prices = load_prices()
    runs = [run for subject in group.subjects for run in subject.runs]
    rows = tuple(_row(run) for run in runs)
    costs: list[tuple[Cell, ...]] = []
    for run in runs:
        price = price_of(run.model, prices)
        own = run.tokens.get(run.model)
        dollars = f"{price.of(*own):.2f} (list price of {price.date})" if price and own else "–"
        tokens = [f"{n:,}" for n in own] if own else ["–", "–"]
        costs.append(
            (inert_line(run.file, 80), *(Count(t, (Ref(run.file),)) for t in (*tokens, dollars, _time(run.seconds))))
        )
    blocks: list[Block] = [
        Table(
            "Logs", ("", "subject", "begun", "ended as", "samples", "with errors", "bank", "package", "commit"), rows
        ),
        Table(
            "Settings",
            ("", *(s.replace("_", " ") for s in SHOWN), "packages"),
            tuple(_settings(r) for r in runs),
            folded=True,
        ),
        Table("Cost", ("", "tokens read", "tokens written", "USD", "time"), tuple(costs)),
    ]
    typed = tuple(Code(inert_line(run.file, 80), command(run)) for run in runs if not run.legacy)
    blocks.append(Codes("What to type to get each log again", typed, len(typed) > MOST_COMMANDS))
    return Part(tuple(blocks))


def _row(run: Run) -> tuple[Cell, ...]:
    file = (Ref(run.file),)
    return (
        inert_line(run.file, 80),
        inert_line(run.model, 60),
        inert_line(run.created[:16].replace("T", " "), 16),
        inert_line(run.status, 20),
        Count(str(run.samples), file),
        Count(str(run.errors), (Ref(run.file, "has_error"),)),
        inert_line(run.bank, 20) or "unknown",
        inert_line(run.version, 20) or "unknown",
        inert_line(run.revision, 12) or "–",
    )


def _settings(run: Run) -> tuple[Cell, ...]:
    packages = ", ".join(f"{inert_line(k, 30)} {inert_line(v, 20)}" for k, v in sorted(run.packages.items()))
    return (inert_line(run.file, 80), *(inert_line(run.about.get(name, "–"), 60) for name in SHOWN), packages)


def _time(seconds: float) -> str:
    if math.isnan(seconds):
        return "–"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
