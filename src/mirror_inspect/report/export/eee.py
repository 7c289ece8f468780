"""EvalEval's "every eval ever": one JSON file for each run, and a JSONL file with every graded answer.

Format: version 0.2.1 of the schemas at https://github.com/evaleval/every_eval_ever.
"""

import json
import math
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from pydantic import JsonValue

from mirror_inspect.experiments import Best
from mirror_inspect.inert import inert_line
from mirror_inspect.report.export.instances import Instances, instances
from mirror_inspect.report.export.results import Result, command_line, in_words, model_name, safe_name

SCHEMA: Final = "0.2.1"
BENCHMARK: Final = "mirror_inspect"
Document = dict[str, JsonValue]


def write_eee(
    results: Sequence[Result], out: Path, *, organization: str, dataset: str | None, now: float
) -> tuple[list[Path], list[str]]:
    """Write the files of each run under ``data/BENCHMARK/DEVELOPER/MODEL``.

    Args:
        results: Results.
        out: Directory.
        organization: Who ran the evaluations.
        dataset: Where the bank is published on the Hub; ``None`` where it is not.
        now: Time of writing in seconds since 1970.

    Returns:
        The files written, and notes on answers that the format cannot hold.
    """
    written: list[Path] = []
    notes: list[str] = []
    for result in results:
        name = model_name(result.row.model)
        folder = out / "data" / BENCHMARK / safe_name(name.developer) / safe_name(name.id.partition("/")[2] or name.id)
        folder.mkdir(parents=True, exist_ok=True)
        stem = str(uuid5(NAMESPACE_URL, f"mirror-inspect:{result.run}"))
        evaluation = f"{result.row.experiment.task}/{name.id}/{int(now)}"
        found = instances(result, evaluation)
        document = eee_document(result, evaluation, organization=organization, dataset=dataset, now=now)
        if found.rows:
            text = "".join(json.dumps(row, allow_nan=False) + "\n" for row in found.rows)
            (folder / f"{stem}.jsonl").write_text(text, encoding="utf-8")
            document["detailed_evaluation_results"] = _details(f"{stem}.jsonl", text, found)
            written.append(folder / f"{stem}.jsonl")
        (folder / f"{stem}.json").write_text(json.dumps(document, indent=2, allow_nan=False) + "\n", encoding="utf-8")
        written.append(folder / f"{stem}.json")
        if found.ungraded:
            seen = found.ungraded + len(found.rows)
            notes.append(
                f"{inert_line(result.row.file)}: {found.ungraded} of {seen} observations have no grade and are not in "
                "the JSONL, where every row must be right or wrong"
            )
    return written, notes


def _details(name: str, text: str, found: Instances) -> Document:
    return {
        "format": "jsonl",
        "file_path": name,
        "hash_algorithm": "sha256",
        "checksum": sha256(text.encode()).hexdigest(),
        "total_rows": len(found.rows),
        "additional_details": {"observations_without_a_grade": str(found.ungraded)},
    }


def eee_document(
    result: Result, evaluation: str, *, organization: str, dataset: str | None, now: float
) -> dict[str, JsonValue]:
    """Return the aggregate record of one run, without the reference to its answers."""
    row, name = result.row, model_name(result.row.model)
    return {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation,
        "evaluation_timestamp": result.ended,
        "retrieved_timestamp": f"{now:.0f}",
        "source_metadata": {
            "source_name": "mirror-inspect",
            "source_type": "evaluation_run",
            "source_organization_name": organization,
            "evaluator_relationship": "third_party",
        },
        "eval_library": {
            "name": "inspect_ai",
            "version": result.inspect,
            "additional_details": {
                "mirror_inspect": inert_line(row.version, 40),
                "task_version": inert_line(row.task_version, 20),
            },
        },
        "model_info": {
            "name": inert_line(row.model, 200),
            "id": name.id,
            "developer": name.developer,
            "inference_platform": name.provider,
            "additional_details": {"simulated_subject": str(result.simulated).lower()},
        },
        "evaluation_results": [
            {
                "evaluation_name": row.experiment.task,
                "source_data": _source(result, dataset),
                "metric_config": _metric(result),
                "score_details": _score(result),
                "generation_config": {"generation_args": _generation(result)},
            }
        ],
    }


def _source(result: Result, dataset: str | None) -> Document:
    details: Document = {"bank_digest": inert_line(result.row.bank, 60), "preset": inert_line(result.row.preset, 20)}
    if dataset is None:
        return {"dataset_name": "mirror_inspect item bank", "source_type": "other", "additional_details": details}
    return {
        "dataset_name": "mirror_inspect item bank",
        "source_type": "hf_dataset",
        "hf_repo": dataset,
        "samples_number": result.row.n,
        "additional_details": details,
    }


def _metric(result: Result) -> Document:
    experiment = result.row.experiment
    return {
        "evaluation_description": f"{experiment.headline}: {experiment.question}",
        # The format knows two directions; where 0 is best the third is said in words.
        "lower_is_better": experiment.best is not Best.HIGHER,
        "score_type": "continuous",
        "min_score": float(experiment.lowest),
        "max_score": float(experiment.highest),
        "additional_details": {
            "metric": experiment.headline,
            "best": str(experiment.best),
            "caution": experiment.caution,
        },
    }


def _score(result: Result) -> Document:
    row = result.row
    uncertainty: Document = {"num_samples": row.n}
    if not math.isnan(row.stderr):
        uncertainty["standard_error"] = {"value": row.stderr, "method": "half the 95 % interval over 1.96"}
    if row.ranked:
        uncertainty["confidence_interval"] = {"lower": row.low, "upper": row.high, "confidence_level": 0.95}
    details: Document = {name: repr(value) for name, value in sorted(result.metrics.items())}
    return {"score": row.value, "details": {**details, "in_words": in_words(result)}, "uncertainty": uncertainty}


def _generation(result: Result) -> Document:
    args: Document = {"execution_command": command_line(result)}
    if result.temperature is not None:
        args["temperature"] = result.temperature
    if result.max_tokens is not None:
        args["max_tokens"] = result.max_tokens
    return args
