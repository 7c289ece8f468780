"""Experiment 9 in full, end to end: by-hand recomputation, outages, resolver, attacks without effect, bad input."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers import log_observations, metrics, run
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import get_model

from mirror_inspect.cli import main
from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Status
from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.surface import Fault, fault_of
from mirror_inspect.tasks import exp9_knowdo

SMALL: dict[str, Any] = {"preset": "quick", "calibration": 5, "tasks": 28}


def raw(log: EvalLog) -> list[dict[str, Any]]:
    """Return the stored observations of the main phase as the bare JSON of the log, nothing of ours in between."""
    samples = read_eval_log(log.location).samples or []
    return [
        {"phase": "main", "decision": None, "correct": None, **row, "weak_set": sample.metadata["weak_set"]}
        for sample in samples
        if "paradigm" in sample.metadata
        for score in (sample.scores or {}).values()
        for row in json.loads(json.dumps(score.metadata))["observations"]
        if row.get("phase", "main") == "main"
    ]


def test_cfr_udr_and_system_success_are_those_counted_by_hand_from_the_raw_log(tmp_path: Path) -> None:
    task = exp9_knowdo(preset="quick", calibration=5, tasks=40, attempts=2, conditions="C1", resolver=0.8)
    (log,) = run(task, "simulated/half_coupled", tmp_path)
    rows = raw(log)
    acted = [r for r in rows if r.get("paradigm") == "P1"]
    assert len(acted) == 80
    weak = [r for r in acted if r["domain"] in r["weak_set"]]
    failures = [r for r in weak if r["decision"] == "proceed" and r["correct"] is False]
    attempts: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for r in rows:
        if r.get("paradigm") == "P3":
            attempts[r["group"], r["slot"]].append(r["correct"])
    assert {len(a) for a in attempts.values()} == {2}
    strong = [r for r in acted if r["domain"] not in r["weak_set"]]
    needless = [sum(attempts[r["group"], r["slot"]]) / 2 for r in strong if r["decision"] != "proceed"]
    own = sum(r["decision"] == "proceed" and r["correct"] is True for r in acted)
    away = sum(r["decision"] != "proceed" for r in acted)
    found = metrics(log)
    assert found["cfr_C1_P1"] == len(failures) / len(weak)
    assert found["udr"] == pytest.approx(sum(needless) / len(strong), abs=1e-12)
    assert found["system_success"] == pytest.approx((own + 0.8 * away) / 80, abs=1e-12)


def test_injected_outages_take_away_what_they_hit_and_change_nothing_else(tmp_path: Path) -> None:
    def rows(model: Any, folder: str) -> dict[tuple[object, ...], Any]:
        task = exp9_knowdo(**SMALL, paradigms="P1,P2,P3", conditions="C1")
        (log,) = run(task, model, tmp_path / folder)
        main_rows = [o for o in log_observations(log) if o.phase == "main"]
        return {(o.group, o.slot, o.channel, o.condition): o for o in main_rows}

    clean = rows("simulated/half_coupled", "clean")
    faulty = rows(get_model("simulated/half_coupled", error=0.3), "faulty")
    assert clean.keys() == faulty.keys()
    lost = {k for k, o in faulty.items() if o.status is not Status.OBSERVED}
    assert 0.2 < len(lost) / len(faulty) < 0.4
    assert {faulty[k].status for k in lost} == {Status.FAILED}
    for k in faulty.keys() - lost:
        a, b = clean[k], faulty[k]
        # Hedges and confidence come from keyed draws: everything observed is what the clean run observed.
        assert (a.decision, a.correct, a.answer, a.signal) == (b.decision, b.correct, b.answer, b.signal)
    persona = find_persona("half_coupled", error=0.3)
    parts: dict[tuple[str, str], tuple[str, ...]] = {}
    for (group, _, channel, _), o in sorted(clean.items(), key=lambda row: str(row[0])):
        parts[group, channel] = (*parts.get((group, channel), ()), o.item_id)

    def hit(group: str, channel: str, item: str) -> bool:
        # A call of a paradigm carries both parts of its task, one about confidence carries one item.
        asked = parts[group, channel] if channel in {"autonomous", "checkpoint", "behavioural"} else (item,)
        return fault_of(persona, channel, asked) is Fault.ERROR

    assert lost == {k for k, o in clean.items() if hit(k[0], k[2], o.item_id)}, "the missing set is the injected one"


def test_without_a_resolver_nobody_answers_for_it(tmp_path: Path) -> None:
    task = exp9_knowdo(**SMALL, conditions="C4", paradigms="P1")
    (log,) = run(task, "simulated/acts_on_knowledge", tmp_path)
    assert "resolver" not in {o.channel for o in log_observations(log)}


def test_a_resolver_that_fails_is_missing_and_fails_nobody(tmp_path: Path) -> None:
    task = exp9_knowdo(**SMALL, conditions="C4", paradigms="P1")
    roles = {"resolver": get_model("simulated/strong_model", error=1.0)}
    (log,) = run(task, "simulated/acts_on_knowledge", tmp_path, model_roles=roles)
    assert not [s for s in log.samples or [] if s.error]
    resolved = [o for o in log_observations(log) if o.channel == "resolver"]
    assert {o.status for o in resolved} == {Status.FAILED}
    result = CliRunner().invoke(main, ["knowdo", str(log.location), "--resamples", "200"])
    assert result.exit_code == 0, result.output
    assert "measured resolver - (all_missing)" in result.output


def test_a_strong_subject_cannot_heed_low_scores_it_is_never_shown(tmp_path: Path) -> None:
    task = exp9_knowdo(preset="quick", tasks=28, conditions="C1,C2,C3", paradigms="P1")
    (log,) = run(task, "simulated/strong_model", tmp_path)
    result = CliRunner().invoke(main, ["knowdo", log.location, "--resamples", "200"])
    lines = [line for line in result.output.splitlines() if line.strip().startswith("CFR C")]
    assert len(lines) == 2
    assert all("not applicable" in line and "refuted" not in line for line in lines)
    found = metrics(log)
    assert found["escalation_C2_C3_P1"] != found["escalation_C2_C3_P1"], "nor does the log give a number"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"margins": "cfr=0"}, ["cfr=0", "above 0"]),
        ({"margins": "cfr"}, ["'cfr'", "above 0"]),
        ({"margins": "mci=.1"}, ["mci", "cfr, knowdo, routing"]),
        ({"k": -1}, ["k=-1"]),
        ({"k": 3, "paradigms": "P1"}, ["k=3", "P3"]),
        ({"resolver": 1.5}, ["resolver=1.5"]),
    ],
)
def test_bad_arguments_are_refused_before_any_call(arguments: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ArgumentError) as caught:
        exp9_knowdo(**{"preset": "quick", **arguments})
    assert all(word in caught.value.message for word in words)


def test_the_command_says_what_to_do_without_logs(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["knowdo", str(tmp_path)])
    assert result.exit_code == 2
    assert "run a task first" in result.output
