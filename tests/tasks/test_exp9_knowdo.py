"""Experiment 9 end to end: planted acting comes back, profiles are the subject's own, nothing observed is lost."""

from pathlib import Path

import pytest
from helpers import log_observations, metrics, mock, run
from inspect_ai import eval as inspect_eval
from inspect_ai import eval_retry
from inspect_ai.log import read_eval_log
from inspect_ai.model import get_model

from mirror_inspect.bank.load import load_bank
from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.predict import predict
from mirror_inspect.tasks import exp9_knowdo


def place(o: Observation) -> tuple[object, ...]:
    return o.phase, o.group, o.slot, o.channel, o.condition


SMALL = {"preset": "quick", "calibration": 5, "tasks": 28}


@pytest.fixture(scope="module")
def acting(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, float]]:
    folder = tmp_path_factory.mktemp("acting")
    names = ("acts_on_knowledge", "knows_but_does_not", "flat")
    logs = run(exp9_knowdo(preset="quick"), [f"simulated/{n}" for n in names], folder)
    return {log.eval.model.split("/")[1]: metrics(log) for log in logs}


def test_who_acts_on_knowledge_fails_less_at_equal_ability(acting: dict[str, dict[str, float]]) -> None:
    acts, does_not = acting["acts_on_knowledge"], acting["knows_but_does_not"]
    assert acts["cfr_C1_P1_high"] < does_not["cfr_C1_P1_low"]


def test_the_knowdo_gap_is_the_planted_one(acting: dict[str, dict[str, float]]) -> None:
    assert abs(acting["acts_on_knowledge"]["knowdo_gap"]) < 0.1
    bank = load_bank()
    planted = predict(find_persona("knows_but_does_not"), bank.questions, components=bank.components, n=50_000)
    found = acting["knows_but_does_not"]
    assert found["knowdo_gap_low"] <= planted.knowdo_gap <= found["knowdo_gap_high"]
    assert acting["knows_but_does_not"]["knowdo_gap_low"] > 0


def test_a_subject_without_weak_domains_gains_nothing_from_routing(acting: dict[str, dict[str, float]]) -> None:
    assert acting["flat"]["routing_gain_low"] <= 0 <= acting["flat"]["routing_gain_high"]
    assert acting["knows_but_does_not"]["routing_gain_low"] > 0


def test_losses_add_up_and_c4_is_zero_by_construction(acting: dict[str, dict[str, float]]) -> None:
    for found in acting.values():
        assert found["criterion_loss"] + found["coupling_loss"] == pytest.approx(found["knowdo_gap"], abs=1e-9)
        assert found["cfr_C4_P1"] == 0
        assert found["cfr_C2F_P1"] != found["cfr_C2F_P1"], "not run, hence missing"


def test_both_models_of_one_call_get_their_whole_run(tmp_path: Path) -> None:
    logs = run(exp9_knowdo(**SMALL), ["simulated/calibrated", "simulated/flat"], tmp_path)
    sizes = [len(log.samples or []) for log in logs]
    assert len(logs) == 2
    assert sizes[0] == sizes[1] == 40 + 28 * 8
    digests = [{(s.metadata or {}).get("profile_digest") for s in log.samples or []} - {None} for log in logs]
    assert all(len(d) == 1 for d in digests)
    assert digests[0] != digests[1]


def test_calibration_items_never_occur_in_agentic_tasks(tmp_path: Path) -> None:
    (log,) = run(exp9_knowdo(**SMALL), "simulated/calibrated", tmp_path)
    rows = log_observations(log)
    assert not {o.item_id for o in rows if o.phase == "calibration"} & {o.item_id for o in rows if o.phase == "main"}
    routed = {c: sum(o.decision is Decision.ESCALATED for o in rows if o.condition == c) for c in ("C4", "CR")}
    assert routed["C4"] == routed["CR"] > 0


def test_a_profile_from_a_file_is_used_and_one_of_another_model_refused(tmp_path: Path) -> None:
    from mirror_inspect.profile import build_profile

    (first,) = run(exp9_knowdo(**SMALL), "simulated/calibrated", tmp_path)
    bank = (first.eval.metadata or {})["bank_digest"]
    rows = [o for o in log_observations(first) if o.phase == "calibration"]
    profile = build_profile(rows, model="simulated/calibrated", bank_digest=bank)
    file = tmp_path / "profile.json"
    file.write_text(profile.model_dump_json())
    (again,) = run(exp9_knowdo(**SMALL, profile=str(file)), "simulated/calibrated", tmp_path)
    assert len(again.samples or []) == 28 * 8
    assert {(s.metadata or {})["profile_digest"] for s in again.samples or []} == {profile.digest}
    (other,) = inspect_eval(
        exp9_knowdo(**SMALL, profile=str(file)), model="simulated/flat", log_dir=str(tmp_path), display="none"
    )
    assert other.status == "error"
    assert other.error is not None
    assert "the profile is of simulated/calibrated, but the model is simulated/flat" in other.error.message
    assert not other.samples


def test_a_limit_that_eats_the_calibration_says_which_option_to_use(tmp_path: Path) -> None:
    for option in ({"limit": 3}, {"sample_id": ["nothing/like/this"]}):
        logs = inspect_eval(
            exp9_knowdo(**SMALL), model="simulated/calibrated", log_dir=str(tmp_path), display="none", **option
        )
        assert logs[0].status == "error"
        assert "-T calibration=N" in str(logs[0].error)


def test_a_model_that_only_ever_chats_proceeds_nowhere(tmp_path: Path) -> None:
    task = exp9_knowdo(**{**SMALL, "tasks": 4})
    (log,) = run(task, mock("mockllm/ is happy to help!"), tmp_path)
    found = metrics(log)
    assert found["P1_coverage"] < 0.8, "only routed parts are observed"
    assert found["cfr_C1_P1"] != found["cfr_C1_P1"]
    main = [o for o in log_observations(log) if o.phase == "main" and o.decision is not Decision.ESCALATED]
    assert {o.status for o in main} == {Status.UNPARSED}


def test_a_failed_call_keeps_the_other_observations_and_a_retry_mends_exactly_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = {**SMALL, "paradigms": "P1", "conditions": "C1"}
    (clean,) = run(exp9_knowdo(**task), "simulated/calibrated", tmp_path / "clean")
    (broken,) = run(exp9_knowdo(**task), get_model("simulated/calibrated", error=0.05), tmp_path / "broken")
    lost = {o.group for o in log_observations(broken) if o.phase == "main" and o.status is Status.FAILED}
    assert lost
    errors = {str(s.id).split("/")[0] for s in broken.samples or [] if s.error}
    assert errors == lost, "calibration never raises, a cell that lost a call always does"
    reference = {place(o): o for o in log_observations(clean)}
    kept = [o for o in log_observations(broken) if o.status is Status.OBSERVED]
    assert any(o.group in lost for o in kept), "what the failed samples did show is in the log"
    for o in kept:
        same = reference[place(o)]
        assert (o.correct, o.decision, o.signal) == (same.correct, same.decision, same.signal)
    monkeypatch.setenv("MIRROR_INSPECT_OUTAGE", "over")
    (mended,) = eval_retry(read_eval_log(broken.location), log_dir=str(tmp_path / "broken"), display="none")
    assert mended.status == "success"
    assert not [s for s in mended.samples or [] if s.error]
    main = [o for o in log_observations(mended) if o.phase == "main"]
    assert len(main) == len([o for o in reference.values() if o.phase == "main"])
    assert all(o.status is Status.OBSERVED for o in main)
    uuids = [{s.uuid for s in log.samples or [] if str(s.id).split("/")[0] not in lost} for log in (broken, mended)]
    assert uuids[0] == uuids[1], "samples without a failure are not run again"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"preset": "tiny"}, ["tiny", "quick"]),
        ({"conditions": "C1,C9"}, ["C9", "C2F"]),
        ({"paradigms": "P4"}, ["P4", "P1, P2, P3"]),
        ({"paradigms": "P3", "conditions": "C4"}, ["P3 has neither C4 nor CR"]),
        ({"tasks": 10_000}, ["tasks=10000", "308"]),
        ({"profile": "nowhere.json"}, ["nowhere.json", "mirror-inspect profile"]),
        ({"attempts": 0}, ["attempts=0"]),
    ],
)
def test_bad_arguments_are_refused_before_any_call(arguments: dict[str, object], words: list[str]) -> None:
    with pytest.raises(ArgumentError) as caught:
        exp9_knowdo(**{"preset": "quick", **arguments})  # type: ignore[arg-type]
    assert all(word in caught.value.message for word in words)
