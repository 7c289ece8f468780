"""Entries of the inspect_evals register: one ``eval.yaml`` for each experiment, with the evaluation report.

Format: the metadata models of inspect_evals 0.28; the register wants one task in each entry, at a pinned commit.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from mirror_inspect.errors import ArgumentError
from mirror_inspect.inert import inert_line
from mirror_inspect.report.board import BoardRow
from mirror_inspect.report.export.hf import in_utc
from mirror_inspect.report.export.results import Result, command_line, comparable, made_in_words, model_name, newest

ARXIV: Final = "https://arxiv.org/abs/2604.19809"
REPOSITORY: Final = re.compile(r"https://[\w.-]+/(?P<owner>[\w.-]+)/[\w.-]+")
TAGS: Final = ("metacognition", "calibration", "self-knowledge")
MODELS_WANTED: Final = 2
"""Models whose full logs the register asks for."""


def write_register(
    results: Sequence[Result], out: Path, *, commit: str, repository: str | None, contributors: Sequence[str]
) -> tuple[list[Path], list[str]]:
    """Write ``register/mirror_EXPERIMENT/eval.yaml`` for each experiment in the results.

    Args:
        results: Results.
        out: Directory.
        commit: Full id of the commit the entry pins.
        repository: Address of the repository, ``https://HOST/OWNER/NAME``.
        contributors: GitHub names; the repository's owner when none is given.

    Returns:
        The files written, and notes.

    Raises:
        ArgumentError: no repository is named, or its address has another form.
    """
    import yaml

    found = REPOSITORY.fullmatch((repository or "").removesuffix("/").removesuffix(".git"))
    if found is None:
        raise ArgumentError(
            "the register points to a repository: give its address with --repository https://github.com/OWNER/NAME"
        )
    latest, notes = newest(results)
    by_task: dict[str, list[Result]] = defaultdict(list)
    for result in latest:
        by_task[result.row.experiment.task].append(result)
    written = []
    for task, own in sorted(by_task.items()):
        kept, left = comparable(own)
        notes += left
        if len(kept) < MODELS_WANTED:
            notes.append(f"{task}: the register asks for logs of {MODELS_WANTED} models, here is {len(kept)}")
        entry = register_entry(kept, commit, found[0], contributors or [found["owner"]])
        file = out / "register" / f"mirror_{task}" / "eval.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(yaml.safe_dump(entry, sort_keys=False, allow_unicode=False, width=10_000), encoding="utf-8")
        written.append(file)
    return written, notes


def register_entry(
    results: Sequence[Result], commit: str, repository: str, contributors: Sequence[str]
) -> dict[str, JsonValue]:
    """Return the entry of one experiment.

    Args:
        results: Comparable results of it, at least one.
        commit: Full id of the commit.
        repository: Address of the repository.
        contributors: GitHub names.
    """
    experiment = results[0].row.experiment
    source: dict[str, JsonValue] = {
        "repository_url": repository,
        "repository_commit": commit,
        "maintainers": list(contributors),
    }
    task: dict[str, JsonValue] = {
        "name": experiment.task,
        "task_path": experiment.file,
        "dataset_samples": max(r.row.n_total for r in results),
    }
    return {
        "full_title": f"MIRROR self-knowledge: {experiment.title}",
        "common_title": f"MIRROR {experiment.title}",
        "description": experiment.question,
        "arxiv": ARXIV,
        "contributors": list(contributors),
        "tags": list(TAGS),
        "tasks": [task],
        "source": source,
        "evaluation_report": _report(results, commit),
    }


def _report(results: Sequence[Result], commit: str) -> dict[str, JsonValue]:
    first = results[0]
    experiment = first.row.experiment
    notes: list[JsonValue] = [
        f"{experiment.headline}: {experiment.best}; low and high are the ends of its 95 % interval.",
        f"Every row: {made_in_words(first.row)}.",
    ]
    if experiment.caution:
        notes.append(experiment.caution)
    if any(r.simulated for r in results):
        notes.append("Rows named simulated/... are simulated subjects with planted self-knowledge, no language models.")
    elsewhere = sorted({r.revision for r in results if r.revision and not commit.startswith(r.revision)})
    if elsewhere:
        notes.append(f"The logs record other working trees: {inert_line(', '.join(elsewhere), 200)}.")
    return {
        "commit": commit,
        "version": inert_line(first.row.task_version, 20),
        "command": command_line(first, by_path=True),
        "timestamp": max(in_utc(r.ended) for r in results),
        "notes": notes,
        "results": [_row(r) for r in results],
    }


def _row(result: Result) -> dict[str, JsonValue]:
    row: BoardRow = result.row
    values = {
        row.experiment.headline: row.value,
        "stderr": row.stderr,
        "low": row.low,
        "high": row.high,
        "coverage": row.coverage,
        "samples": float(row.n),
    }
    return {
        "model": inert_line(row.model, 200),
        "provider": model_name(row.model).provider,
        "task": row.experiment.task,
        "date": in_utc(result.ended)[:10],
        "metrics": [{"key": k, "value": round(v, 6)} for k, v in values.items() if v == v],
    }
