"""The leaderboard on a terminal and as CSV."""

import csv
import io
import math
from dataclasses import asdict
from typing import Final

from mirror_inspect.inert import inert_line
from mirror_inspect.report.board import Board, BoardRow, Standing

MODEL_WIDTH: Final = 34
COLUMNS: Final = (
    "experiment",
    "model",
    "place",
    "headline",
    "value",
    "stderr",
    "low",
    "high",
    "coverage",
    "n",
    "n_total",
    "preset",
    "setting",
    "bank",
    "prompts",
    "task_version",
    "version",
    "kind",
    "remark",
    "created",
    "file",
)
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def board_text(found: Board) -> str:
    """Return the board for a terminal, notices first."""
    lines = [f"note: {notice}" for notice in found.notices]
    lines += [""] if lines else []
    for group in found.groups:
        experiment = group.experiment
        kind = "" if group.kind == "measured" else f" ({group.kind})"
        lines.append(f"{experiment.task}{kind}: {experiment.headline}")
        lines += [f"  {group.made}", *(f"  {remark}" for remark in group.remarks)]
        numbers = f"{'value':>7}  {'95 % interval':<16}{'stderr':>7}{'cover':>7}{'n':>10}"
        lines.append(f"  {'place':<10}{'model':<{MODEL_WIDTH}}{numbers}")
        lines += [_line(standing) for standing in group.standings]
        lines.append("")
    if not found.groups:
        lines.append("no rows")
    return "\n".join(lines).rstrip()


def _line(standing: Standing) -> str:
    row = standing.row
    ends = "none" if math.isnan(row.low) else f"[{row.low:+.3f}, {row.high:+.3f}]"
    model = inert_line(row.model, MODEL_WIDTH - 2)
    number = f"{row.value:>+7.3f}" if not math.isnan(row.value) else f"{'nan':>7}"
    return (
        f"  {standing.place or '-':<10}{model:<{MODEL_WIDTH}}{number}  {ends:<16}"
        f"{row.stderr:>7.3f}{row.coverage:>7.2f}{f'{row.n}/{row.n_total}':>10}"
    )


def board_csv(found: Board) -> str:
    """Return the board as CSV, one line for each row; texts are inert and never begin as a formula does."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for group in found.groups:
        for standing in group.standings:
            cells = {**_flat(standing.row), "place": standing.place}
            writer.writerow([_cell(cells[name]) for name in COLUMNS])
    return out.getvalue()


def _flat(row: BoardRow) -> dict[str, object]:
    flat = {**asdict(row), "experiment": row.experiment.task, "headline": row.experiment.headline}
    return {name: flat.get(name, "") for name in COLUMNS}


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if math.isnan(value) else round(value, 6)
    if isinstance(value, int):
        return value
    text = inert_line(value, 400)
    return f"'{text}" if text.startswith(FORMULA) else text
