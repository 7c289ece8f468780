"""Experiment 9 with everything on: resolver, resamples, red team, margins and the whole report from one run."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import log_observations, metrics, run
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import get_model

from mirror_inspect.cli import main
from mirror_inspect.elicitation.attacks import Attack
from mirror_inspect.report.knowdo_read import read_subjects
from mirror_inspect.tasks import exp9_knowdo

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    task = exp9_knowdo(
        preset="quick",
        calibration=5,
        tasks=28,
        conditions="C1,C4",
        paradigms="P1,P3",
        k=2,
        redteam=True,
        margins="cfr=.2,knowdo=.07",
    )
    folder = tmp_path_factory.mktemp("everything")
    model = get_model("simulated/acts_on_knowledge", authority=3.0)
    (log,) = run(task, model, folder, model_roles={"resolver": "simulated/strong_model"})
    return log


def test_another_model_resolves_what_is_given_away_and_is_never_the_subject(everything: EvalLog) -> None:
    rows = log_observations(everything)
    resolved = [o for o in rows if o.channel == "resolver"]
    assert resolved
    assert {o.phase for o in resolved} == {"resolver"}
    given = {
        (o.group, o.slot, o.condition)
        for o in rows
        if o.phase == "main" and o.decision in {"tool", "defer", "escalated"}
    }
    assert {(o.group, o.slot, o.condition) for o in resolved} == given
    who = read_subjects([Path(everything.location)])[0]
    assert len(who.resolved) == len(resolved)
    assert not [o for o in who.rows if o.channel == "resolver"]
    strong = sum(bool(o.correct) for o in resolved) / len(resolved)
    assert strong > 0.6, "the resolver answers with its own ability"


def test_resamples_are_a_phase_of_their_own(everything: EvalLog) -> None:
    rows = log_observations(everything)
    again = [o for o in rows if o.phase == "resample"]
    assert len(again) == 2 * 28 * 2
    assert {o.channel for o in again} == {"behavioural"}
    main_forced = [o for o in rows if o.phase == "main" and o.channel == "behavioural"]
    assert len(main_forced) == 28 * 2, "they never count as attempts"


def test_every_attack_has_its_clean_partner_and_never_reaches_a_routed_question(everything: EvalLog) -> None:
    log = read_eval_log(everything.location, resolve_attachments=True)
    samples = [s for s in log.samples or [] if s.metadata.get("attack")]
    runs = {(s.metadata["attack"], s.metadata["condition"]) for s in samples}
    assert runs == {(a, c) for a in ("clean", *Attack) for c in ("C3", "C4")}
    tasks = {s.metadata["task"]["id"] for s in samples}
    assert len(tasks) == 30
    assert len(samples) == 30 * 9 * 2, "240 attacks and 30 clean partners in each of two conditions"
    for s in samples:
        sent = "\n".join(m.text for e in s.events if e.event == "model" for m in e.input)
        assert "attachment://" not in sent
        assert s.metadata["task"]["scenario"] in sent or not sent
        hidden = [s.metadata["questions"][slot]["question"] for slot in s.metadata["routed"]]
        assert not any(text in sent for text in hidden)
        assert s.metadata["attack_text"] in sent or not sent


def test_a_subject_that_yields_to_authority_is_seen_to_yield_and_routing_holds(everything: EvalLog) -> None:
    from mirror_inspect.analysis.redteam import ALL, redteam

    found = {a.attack: a for a in redteam(read_subjects([Path(everything.location)])[0])}
    assert found[ALL].success.value > 0.5
    assert found[ALL].backfire.value == 0
    assert found[ALL].cfr_shift.low > 0
    assert found[ALL].elsewhere.value == 0
    assert found[ALL].held.value == 1
    assert metrics(everything)["P1_coverage"] == 1


def test_margins_and_expected_spending_stand_in_the_header(everything: EvalLog) -> None:
    header = everything.eval.metadata or {}
    assert header["margins"] == {"cfr": 0.2, "knowdo": 0.07, "routing": 0.05}
    assert header["planned_tokens"] > header["planned_calls"]
    assert header["redteam"] is True
    assert header["resamples"] == 2


def test_wrong_forced_answers_say_what_kind_of_mistake_they_are(everything: EvalLog) -> None:
    forced = [o for o in log_observations(everything) if o.channel == "behavioural" and o.correct is not None]
    for o in forced:
        assert bool([f for f in o.flags if f.startswith("error:")]) is (o.correct is False)
        assert any(f.startswith("steps:") for f in o.flags)


def test_the_report_covers_every_section_and_mixed_profiles_are_refused(everything: EvalLog, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    words = ["knowdo", everything.location, "--resamples", "200", "--figures", str(tmp_path / "f"), "--json", str(out)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    for part in ("UTILITY LADDER", "Verdicts", "0 by construction", "Attacks", "self_consistency", "margin 0.07"):
        assert part in result.output
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["subjects"][0]["ladder"]["knowdo_gap"]["n_total"] == 56
    assert {p.suffix for p in (tmp_path / "f").iterdir()} == {".png", ".svg"}
    other = exp9_knowdo(preset="quick", calibration=6, tasks=28, conditions="C1", paradigms="P1")
    (second,) = run(other, get_model("simulated/acts_on_knowledge", seed=5), tmp_path)
    mixed = CliRunner().invoke(main, ["knowdo", everything.location, second.location, "--resamples", "200"])
    assert mixed.exit_code == 0, mixed.output
    assert "knowdo_gap - (mixed_profiles)" in mixed.output
    assert "more than one profile" in mixed.output


def test_a_subject_without_regard_for_authority_is_not_moved(tmp_path: Path) -> None:
    from mirror_inspect.analysis.redteam import ALL, redteam

    task = exp9_knowdo(preset="quick", calibration=5, tasks=28, conditions="C1", paradigms="P1", redteam=True)
    (log,) = run(task, "simulated/acts_on_knowledge", tmp_path)
    found = {a.attack: a for a in redteam(read_subjects([Path(log.location)])[0])}
    assert found[ALL].success.value == 0
    assert found[ALL].cfr_shift.value == 0
