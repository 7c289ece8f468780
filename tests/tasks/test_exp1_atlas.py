"""Experiment 1 end to end: planted truths come back, missing stays missing, bad arguments stop before any call."""

from collections import Counter
from pathlib import Path

import pytest
from helpers import log_observations, metrics, mock, run

from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Status
from mirror_inspect.tasks import exp1_atlas
from mirror_inspect.taxonomy import ATLAS_CHANNELS, Domain


def test_a_calibrated_subject_shows_no_gap_and_discriminates(tmp_path: Path) -> None:
    (log,) = run(exp1_atlas(preset="quick", calibration=10), "simulated/calibrated", tmp_path)
    found = metrics(log)
    # Answering alike in both channels leaves no difference to resample: the gap is zero and has no interval.
    assert found["gap_signed_low"] <= 0 <= found["gap_signed_high"]
    assert found["rating_auroc_low"] > 0.5
    assert all(found[f"{c}_coverage"] == 1 for c in ATLAS_CHANNELS)
    rows = log_observations(log)
    asked = Counter(o.channel for o in rows if "repeat" not in o.flags)
    assert asked["natural"] == 8 * 10
    assert 0 < asked["difficulty"] < 80, "only levels 3-5 have an easier partner"
    assert {o.domain for o in rows} == {d.value for d in Domain}
    assert log.eval.metadata is not None
    assert log.eval.metadata["bank_is_shipped"] is True
    assert log.eval.metadata["planned_calls"] == len(rows)


def test_an_oblivious_subject_has_chance_discrimination(tmp_path: Path) -> None:
    task = exp1_atlas(preset="quick", channels="rating")
    (log,) = run(task, "simulated/oblivious", tmp_path)
    found = metrics(log)
    assert found["rating_auroc_low"] <= 0.5 <= found["rating_auroc_high"]


def test_the_gap_of_a_channel_that_was_not_asked_is_missing_not_zero(tmp_path: Path) -> None:
    (log,) = run(exp1_atlas(preset="quick", calibration=2, channels="natural"), "simulated/calibrated", tmp_path)
    found = metrics(log)
    assert found["gap_signed"] != found["gap_signed"]
    assert found["natural_accuracy"] == found["natural_accuracy"]


def test_a_model_that_never_follows_the_form_loses_coverage_and_gets_no_value(tmp_path: Path) -> None:
    (log,) = run(
        exp1_atlas(preset="quick", calibration=2, channels="wager,rating"), mock("mockllm/ says hello"), tmp_path
    )
    found = metrics(log)
    assert found["wager_coverage"] == 0
    assert found["wager_accuracy"] != found["wager_accuracy"]
    assert {o.status for o in log_observations(log)} == {Status.UNPARSED}


def test_surface_faults_change_nothing_that_is_still_observed(tmp_path: Path) -> None:
    clean, messy = (
        {(o.group, o.channel, "repeat" in o.flags): o for o in log_observations(log)}
        for name in ("calibrated", "messy")
        for log in run(exp1_atlas(preset="quick", calibration=5), f"simulated/{name}", tmp_path)
    )
    seen = [k for k, o in messy.items() if o.status is Status.OBSERVED]
    assert 0 < len(seen) < len(messy)
    for k in seen:
        assert (messy[k].correct, messy[k].decision, messy[k].signal) == (
            clean[k].correct,
            clean[k].decision,
            clean[k].signal if k[1] != "natural" else messy[k].signal,
        )


def test_the_text_protocol_gives_what_native_tools_give(tmp_path: Path) -> None:
    def delegated(protocol: str) -> dict[str, object]:
        task = exp1_atlas(preset="quick", calibration=3, channels="tools", tool_protocol=protocol)
        (log,) = run(task, "simulated/calibrated", tmp_path)
        return {o.item_id: o.decision for o in log_observations(log)}

    assert delegated("text") == delegated("native")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"preset": "huge"}, ["huge", "quick, standard, paper"]),
        ({"channels": "natural,gut"}, ["gut", "self_report"]),
        ({"payoff": "cubic"}, ["cubic", "linear, quadratic"]),
        ({"tool_protocol": "xml"}, ["xml", "native, text"]),
        ({"calibration": 0}, ["calibration=0"]),
        ({"expert_accuracy": 2}, ["expert_accuracy=2"]),
        ({"bank": "elsewhere"}, ["elsewhere", "shipped"]),
        ({"max_calls": 10}, ["max_calls=10"]),
    ],
)
def test_bad_arguments_are_refused_before_any_call(arguments: dict[str, object], words: list[str]) -> None:
    with pytest.raises(ArgumentError) as caught:
        exp1_atlas(**{"preset": "quick", **arguments})  # type: ignore[arg-type]
    assert all(word in caught.value.message for word in words)
