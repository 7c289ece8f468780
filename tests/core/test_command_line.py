"""The command line: help everywhere, errors that name the value, tables and files from logs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from inspect_ai import eval as inspect_eval

from mirror_inspect.cli import COMMANDS, main
from mirror_inspect.tasks import exp1_atlas


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    task = exp1_atlas(preset="quick", calibration=2, channels="natural,wager")
    (log,) = inspect_eval(task, model="simulated/calibrated", log_dir=str(folder), display="none")
    assert log.status == "success"
    return folder


def invoke(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(words))
    return done.exit_code, done.output


@pytest.mark.parametrize("command", [*COMMANDS, "profile", "observations"])
def test_every_command_has_help(command: str) -> None:
    code, text = invoke(command, "--help")
    assert code == 0
    assert len(text.splitlines()) > 4


def test_observations_become_a_table(logs: Path, tmp_path: Path) -> None:
    import pandas as pd

    file = tmp_path / "o.parquet"
    code, text = invoke("observations", str(logs), "--parquet", str(file))
    assert code == 0, text
    frame = pd.read_parquet(file)
    assert set(frame["channel"]) == {"natural", "wager"}
    assert frame["correct"].dtype == "boolean"
    assert frame["run"].nunique() == 1


def test_a_profile_is_printed_or_written(logs: Path, tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    assert invoke("profile", str(logs), "--out", str(file))[0] == 0
    profile = json.loads(file.read_text(encoding="utf-8"))
    assert profile["model"] == "simulated/calibrated"
    assert len(profile["scores"]) == 8


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["profile", "nowhere"], "no such log or directory: nowhere"),
        (["bank", "stats", "--bank", "nowhere"], "unknown bank 'nowhere'"),
        (["bank", "show", "zzz"], "'zzz' fits 0 items"),
    ],
)
def test_errors_name_the_value(words: list[str], message: str) -> None:
    code, text = invoke(*words)
    assert code == 2
    assert message in text


def test_a_file_that_is_no_log_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.eval"
    file.write_bytes(b"not a zip")
    code, text = invoke("observations", str(file))
    assert code == 2
    assert "cannot read the log broken.eval" in text


def test_a_damaged_bank_line_is_named(tmp_path: Path) -> None:
    from mirror_inspect.bank.load import shipped_directory

    for file in shipped_directory().glob("*.jsonl"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    questions = tmp_path / "questions.jsonl"
    lines = questions.read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4].replace('"answer": "', '"answer": "x', 1)
    questions.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, text = invoke("bank", "stats", "--bank", str(tmp_path))
    assert code == 2
    assert "questions.jsonl line 5" in text
