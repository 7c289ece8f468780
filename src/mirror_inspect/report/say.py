"""What the report commands print and write: text inert on the terminal, reports as JSON."""

import json
import math
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import click

from mirror_inspect.inert import inert_message


def say(text: str) -> None:
    """Print a report, whatever names and replies it quotes; no line end is added."""
    click.echo(inert_message(text, None), nl=False)


def write_json(report: Any, file: Path) -> None:
    """Write a report as JSON and say where it is."""
    file.write_text(json.dumps(plain(report), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    click.echo(f"wrote {file}", err=True)


def plain(value: Any) -> Any:
    """Return a report as JSON values; NaN becomes null, because JSON has none."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {str(plain(k)): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(v) for v in value]
    return value
