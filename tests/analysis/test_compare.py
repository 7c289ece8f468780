"""Paired comparison: a planted difference is found, the same subject differs from itself in nothing, gaps stay gaps."""

import math

import numpy as np
import pytest
from click.testing import CliRunner

from mirror_inspect.analysis.compare import compare
from mirror_inspect.cli import main
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Observation, Status
from mirror_inspect.report.compare_command import in_words


def row(item, *, correct=True, signal=0.5, status=Status.OBSERVED, **fields):
    observed = status is Status.OBSERVED
    known = {"experiment": "exp1_atlas", "domain": "logical", "subcategory": "syllogisms", "difficulty": 3}
    return Observation(
        item_id=f"i{item}",
        group=f"i{item}",
        channel="rating",
        status=status,
        answer="x" if observed else None,
        correct=correct if observed else None,
        signal=signal if observed else None,
        **(known | fields),
    )


def subject(seed, n=400, accuracy=0.6, sharp=1.0):
    rng = np.random.default_rng(seed)
    right = rng.random(n) < accuracy
    signal = 1 / (1 + np.exp(-(sharp * (right - 0.5) + rng.normal(size=n))))
    return [row(i, correct=bool(y), signal=float(s)) for i, (y, s) in enumerate(zip(right, signal, strict=True))]


def by_quantity(rows):
    return {r.quantity: r for r in rows}


def test_a_subject_does_not_differ_from_itself():
    same = subject(1)
    found = by_quantity(compare(same, same, n_resamples=500))
    assert set(found) == {"accuracy", "signal", "auroc"}
    assert all(r.estimate.value == 0 for r in found.values())
    assert found["accuracy"].verdict.reason == "identical decisions"


@pytest.mark.parametrize(
    ("e", "words"),
    [
        (Estimate(0.0, n_observed=40, n_total=40, reason="no_variation"), "identical on all 40 pairs"),
        (Estimate.undefined("low_coverage", n_observed=3, n_total=40), "not comparable (low coverage, 3 of 40)"),
        (Estimate(0.25, n_observed=40, n_total=40), "+0.25, no interval (not computed)"),
        (Estimate(-0.1, -0.2, 0.05, 40, 40), "-0.10 [-0.20, +0.05]"),
    ],
)
def test_a_difference_without_interval_is_said_in_words(e, words):
    assert in_words(e) == words


def test_a_planted_difference_in_accuracy_and_discrimination_is_found():
    found = by_quantity(compare(subject(1, accuracy=0.4, sharp=0.2), subject(2, accuracy=0.7, sharp=3.0)))
    assert found["accuracy"].estimate.value == pytest.approx(0.3, abs=0.07)
    assert found["accuracy"].verdict.outcome == "supported"
    assert found["auroc"].verdict.outcome == "supported"
    assert found["auroc"].second > found["auroc"].first


def test_what_only_one_of_them_shows_lowers_coverage_and_is_never_wrong():
    first = subject(1)
    half = [row(i, status=Status.FAILED) if i % 2 else o for i, o in enumerate(first)]
    found = by_quantity(compare(first, half, n_resamples=200))
    assert math.isnan(found["accuracy"].estimate.value)
    assert found["accuracy"].estimate.reason == "low_coverage"
    few = [row(i, status=Status.FAILED) if i % 10 == 0 else o for i, o in enumerate(first)]
    kept = by_quantity(compare(first, few, n_resamples=200))["accuracy"].estimate
    assert (kept.value, kept.n_observed, kept.n_total) == (0.0, 360, 400)


def test_decisions_are_compared_where_both_chose():
    def worked(decision):
        known = {"experiment": "exp9_knowdo", "paradigm": "P1", "condition": "C1", "decision": decision, "slot": "A"}
        return [row(i, **known) for i in range(60)]

    (taken,) = [r for r in compare(worked("proceed"), worked("tool"), n_resamples=200) if r.quantity == "taken_on"]
    assert (taken.first, taken.second, taken.estimate.value) == (1.0, 0.0, -1.0)
    assert taken.condition == "C1 P1"


def test_second_occasions_are_left_out_and_epochs_are_clusters():
    epochs = [o.model_copy(update={"epoch": e}) for o in subject(1, n=60) for e in (1, 2)]
    other = [o.model_copy(update={"epoch": e}) for o in subject(2, n=60) for e in (1, 2)]
    once = by_quantity(compare(subject(1, n=60), subject(2, n=60), n_resamples=2000))["accuracy"].estimate
    twice = by_quantity(compare(epochs, other, n_resamples=2000))["accuracy"].estimate
    assert (twice.value, twice.low, twice.high) == pytest.approx((once.value, once.low, once.high), abs=1e-9)
    assert compare([o.model_copy(update={"flags": ("repeat",)}) for o in epochs], other, n_resamples=0) != ()


def test_another_item_of_the_same_trial_is_no_pair_and_delays_are_kept_apart():
    def burnt(level):
        known = {"experiment": "exp4_adaptation", "phase": "burn", "slot": "burnt", "difficulty": level}
        return [row(i, **known).model_copy(update={"item_id": f"i{i} level {level}"}) for i in range(60)]

    found = compare(burnt(2), burnt(4), n_resamples=0)
    assert found
    assert all(r.estimate.reason in ("low_coverage", "empty", "one_class") for r in found), "no item in common"

    def bets(*signals):
        known = {"experiment": "exp4_adaptation", "phase": "after", "slot": "related", "condition": "true"}
        return [
            row(i, signal=s, flags=(f"delay:{d}",), **known)
            for i in range(60)
            for d, s in zip((0, 7), signals, strict=True)
        ]

    (moved,) = [r for r in compare(bets(0.2, 0.4), bets(0.4, 0.4), n_resamples=0) if r.quantity == "signal"]
    assert moved.estimate.value == pytest.approx(0.1), "the change at the shorter delay counts"


def test_areas_are_adjusted_for_the_size_of_the_table_as_well():
    rows = compare(subject(1, sharp=0.2), subject(2, sharp=3.0), n_resamples=500)
    alone = by_quantity(rows)["auroc"].estimate
    assert alone.p < 0.05
    many = [o.model_copy(update={"condition": str(k)}) for o in subject(1, sharp=0.2) for k in range(3)]
    other = [o.model_copy(update={"condition": str(k)}) for o in subject(2, sharp=3.0) for k in range(3)]
    assert all(r.estimate.p >= alone.p for r in compare(many, other, n_resamples=500) if r.quantity == "auroc")


def test_the_command_names_both_and_refuses_what_has_nothing_in_common(tmp_path):
    from inspect_ai import eval

    for persona in ("calibrated", "overconfident"):
        args = {"preset": "quick", "calibration": 5, "channels": "natural,rating"}
        eval(
            "mirror_inspect/exp1_atlas",
            model=f"simulated/{persona}",
            task_args=args,
            log_dir=str(tmp_path / persona),
            display="none",
        )
    paths = [str(tmp_path / p) for p in ("calibrated", "overconfident")]
    result = CliRunner().invoke(main, ["compare", *paths, "--every", "--resamples", "500"])
    assert result.exit_code == 0, result.output
    assert "simulated/overconfident minus simulated/calibrated" in result.output
    assert "rating" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    both = CliRunner().invoke(main, ["compare", str(tmp_path), paths[0]])
    assert both.exit_code == 2
    assert "holds 2 models" in both.output
    assert "--models A,B" in both.output
    named = ["compare", str(tmp_path), "--models", "simulated/calibrated,simulated/overconfident"]
    one_place = CliRunner().invoke(main, [*named, "--every", "--resamples", "500"])
    assert one_place.output.partition("simulated")[2] == result.output.partition("simulated")[2]
    for wrong, said in {"a": "name two models", "simulated/calibrated,x": "x is none of them"}.items():
        done = CliRunner().invoke(main, ["compare", str(tmp_path), "--models", wrong])
        assert done.exit_code == 2
        assert said in " ".join(done.output.split())
    nothing = CliRunner().invoke(main, ["compare", str(tmp_path)])
    assert nothing.exit_code == 2
    assert "name a second log" in " ".join(nothing.output.split())
