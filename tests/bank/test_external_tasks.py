"""Tasks over a bank of other people's questions: single questions run, everything else stops before any call."""

import json
from pathlib import Path

import pytest
from inspect_ai import eval as inspect_eval

from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import log_observations
from mirror_inspect.tasks import exp1_atlas, exp9_knowdo


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    datasets.disable_progress_bars()
    rows = [
        {"question": f"A crate holds {n} jars. How many jars are in {n + 3} crates?", "answer": f"#### {n * (n + 3)}"}
        for n in range(11, 17)
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return f"hf:gsm8k@{file}"


def test_the_atlas_asks_the_questions_of_others(source: str, tmp_path: Path) -> None:
    task = exp1_atlas(preset="quick", calibration=4, channels="natural,rating", bank=source)
    (log,) = inspect_eval(task, model="simulated/calibrated", log_dir=str(tmp_path), display="none", log_realtime=False)
    assert log.status == "success", log.error
    rows = [o for o in log_observations(log) if "repeat" not in o.flags]
    assert {(o.domain, o.channel) for o in rows} == {("arithmetic", "natural"), ("arithmetic", "rating")}
    assert len(rows) == 8
    assert log.eval.metadata is not None
    assert log.eval.metadata["bank"] == "hf:gsm8k"
    assert log.eval.metadata["bank_is_shipped"] is False


def test_agentic_work_stops_before_any_call(source: str) -> None:
    with pytest.raises(ArgumentError, match=r"bank=hf:gsm8k has no agentic\.jsonl; .* works with exp1_atlas"):
        exp9_knowdo(preset="quick", bank=source)


def test_an_unknown_bank_lists_the_forms() -> None:
    with pytest.raises(ArgumentError, match=r"unknown bank 'nope'; allowed: shipped; anchor; .*hf:squad.*mirror:PATH"):
        exp1_atlas(bank="nope")
