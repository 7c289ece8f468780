"""Both experiments through the real SDKs observe exactly what they observe of the same subject called directly."""

from pathlib import Path

import pytest
from inspect_ai import Task
from inspect_ai.log import EvalLog
from wire_helpers import MODELS, by_place, model_at, run, seen, served

from mirror_inspect.subjects.wire.server import Running
from mirror_inspect.tasks import exp1_atlas, exp9_knowdo

ARGUMENTS = {
    "exp1_atlas": {"preset": "quick", "calibration": 1},
    "exp9_knowdo": {"preset": "quick", "calibration": 1, "tasks": 2},
}


def task(name: str) -> Task:
    return {"exp1_atlas": exp1_atlas, "exp9_knowdo": exp9_knowdo}[name](**ARGUMENTS[name])  # type: ignore[operator]


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> dict[str, EvalLog]:
    folder = tmp_path_factory.mktemp("direct")
    return {name: run(task(name), "simulated/calibrated", folder) for name in ARGUMENTS}


@pytest.mark.parametrize("format_", MODELS)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_the_wire_changes_no_observation(name: str, format_: str, direct: dict[str, EvalLog], tmp_path: Path) -> None:
    with served(reasons=True) as server:
        log = run(task(name), model_at(server, format_), tmp_path)
    assert log.status == "success", log.error
    reference, found = by_place(direct[name]), by_place(log)
    assert found.keys() == reference.keys()
    differing = {p: (seen(o), seen(reference[p])) for p, o in found.items() if seen(o) != seen(reference[p])}
    assert not differing
    assert all(e.status == 200 for e in server.journal.entries)
    counted = log.stats.model_usage[MODELS[format_]].total_tokens
    assert counted == sum(e.tokens for e in server.journal.entries) - probed(server, format_)


def probed(server: Running, format_: str) -> int:
    """Return the tokens of the one request with which Inspect asks whether reasoning can be summarised."""
    return server.journal.entries[0].tokens if format_ == "openai-responses" else 0
