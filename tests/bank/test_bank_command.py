"""``mirror-inspect bank``: what it prints, what it writes, how it fails."""

import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.scorer import Score

import mirror_inspect.bank.form
import mirror_inspect.bank.verify
from mirror_inspect.bank.command import bank
from mirror_inspect.bank.extras import Extras
from mirror_inspect.bank.form import Form
from mirror_inspect.bank.load import FILES, load_bank
from mirror_inspect.bank.problem import Problem
from mirror_inspect.items import Question
from mirror_inspect.observation import Observation, Status, to_metadata
from mirror_inspect.taxonomy import SUBCATEGORIES


def call(*arguments: str) -> Result:
    return CliRunner().invoke(bank, arguments)


def test_verify_ends_with_one_and_names_file_line_id_and_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Problem("questions.jsonl", "abc", "its gold stands in its own text", 7)]
    monkeypatch.setattr(mirror_inspect.bank.verify, "verify_bank", lambda form, progress: found)
    result = call("verify")
    assert result.exit_code == 1
    assert "questions.jsonl line 7: abc: its gold stands in its own text" in result.output
    assert "1 problems found" in result.output


def test_verify_of_a_sound_bank_says_what_was_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_inspect.bank.verify, "verify_bank", lambda form, progress: [])
    result = call("verify")
    assert result.exit_code == 0
    assert "ok: 5000 questions, 1600 components, 308 agentic" in result.output
    assert load_bank().digest in result.output


def test_verify_is_for_forms_of_our_own() -> None:
    result = call("verify", "--bank", "anchor")
    assert result.exit_code == 2
    assert "checks forms of our own" in result.output


def test_stats_counts_every_subcategory_and_draws_a_figure(tmp_path: Path) -> None:
    figure = tmp_path / "bank.png"
    result = call("stats", "--figure", str(figure))
    assert result.exit_code == 0, result.output
    for name in (n for names in SUBCATEGORIES.values() for n in names):
        (line,) = [text for text in result.output.splitlines() if text.strip().startswith(f"{name} ")]
        assert line.split()[1] == "125"
    assert "levels: 1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 1000" in result.output
    assert figure.read_bytes()[:4] == b"\x89PNG"


def test_stats_of_the_anchor_set(tmp_path: Path) -> None:
    assert "levels: 1: 40, 2: 40" in call("stats", "--bank", "anchor").output


@pytest.mark.parametrize("file", [name.removesuffix(".jsonl") for name in FILES])
def test_show_prints_an_item_of_any_file(file: str) -> None:
    record = getattr(load_bank(), file)[7]
    result = call("show", record.id)
    assert result.exit_code == 0
    assert f"{record.id}  {file}.jsonl" in result.output
    if isinstance(record, Question):
        assert record.question in result.output
        assert f"gold: {record.answer} ({record.answer_type})" in result.output


def test_show_of_an_unknown_or_ambiguous_id_is_refused() -> None:
    assert "fits 0 items" in call("show", "zzzz").output
    assert call("show", "a").exit_code == 2


def test_generate_writes_a_form_that_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = load_bank()
    extras = Extras(**{field.name: getattr(shipped, field.name) for field in fields(Extras)})
    form = Form(shipped.questions[:3], shipped.components, shipped.agentic, extras)
    monkeypatch.setattr(mirror_inspect.bank.form, "build_form", lambda seed, progress: form)
    result = call("generate", "--seed", "7", "--out", str(tmp_path / "new"))
    assert result.exit_code == 0, result.output
    assert "wrote 3 questions, 1600 components, 308 agentic, 448 composites" in result.output
    assert f"-T bank={tmp_path / 'new'}" in result.output
    assert load_bank(str(tmp_path / "new")).questions == shipped.questions[:3]


def log_of(model: str, right: Sequence[bool], folder: Path) -> None:
    """Write a log in which a model answered the first questions of the shipped bank."""
    samples = [
        EvalSample(
            id=q.id,
            epoch=1,
            input=q.text,
            target=q.answer,
            scores={
                "s": Score(
                    value=1,
                    metadata=to_metadata(
                        [
                            Observation(
                                experiment="exp1_atlas",
                                item_id=q.id,
                                group=q.id,
                                domain=q.domain,
                                subcategory=q.subcategory,
                                difficulty=q.difficulty,
                                channel="natural",
                                status=Status.OBSERVED,
                                answer="1",
                                correct=correct,
                            )
                        ]
                    ),
                )
            },
        )
        for q, correct in zip(load_bank().questions, right, strict=False)
    ]
    spec = EvalSpec(
        created="2026-11-29T00:00:00+00:00", task="t", dataset=EvalDataset(), model=model, config=EvalConfig()
    )
    write_eval_log(
        EvalLog(eval=spec, samples=samples, status="success"), str(folder / f"{model.replace('/', '_')}.eval")
    )


def test_difficulty_reads_real_logs_and_writes_a_table_beside_the_bank(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    log_of("openai/a", [True, True, False], logs)
    log_of("openai/b", [True, False, False], logs)
    log_of("simulated/expert", [False, False, False], logs)
    result = call("difficulty", str(logs), "--csv", str(tmp_path / "d.csv"), "--json", str(tmp_path / "d.json"))
    assert result.exit_code == 0, result.output
    assert "left out, since simulated subjects prove nothing about items: simulated/expert" in result.output
    assert "3 items, 6 answers, at most 2 respondents per item" in result.output
    rows = json.loads((tmp_path / "d.json").read_text())
    assert [r["difficulty"] for r in rows] == [0.0, 0.5, 1.0]
    assert [r["id"] for r in rows] == [q.id for q in load_bank().questions[:3]]
    assert all(r["a"] is None and r["low"] < r["high"] for r in rows)
    assert len((tmp_path / "d.csv").read_text().splitlines()) == 4
