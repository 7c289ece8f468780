"""Logs of one task: by model from old to new, what two runs elicited once as in the later one, doubts in words."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hand_written import atlas_rows

from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import read_log
from mirror_inspect.report import task_logs
from mirror_inspect.stats.verdicts import MARGINS, margin_of

Write = Callable[..., Path]


def test_models_are_sorted_and_their_logs_go_from_old_to_new(write_log: Write) -> None:
    rows = atlas_rows(per_domain=1)
    files = [
        write_log(rows, name="new", model="b/b", created="2026-03-01T00:00:00+00:00"),
        write_log(rows, name="old", model="b/b", created="2026-02-01T00:00:00+00:00", task="mirror_inspect/exp1_atlas"),
        write_log(rows, name="other", model="c/c", task="exp2_transfer"),
        write_log(rows, name="first", model="a/a"),
    ]
    found = task_logs.logs_by_model(files, "exp1_atlas")
    assert {m: [log.eval.task_id for log in logs] for m, logs in found.items()} == {
        "a/a": ["first"],
        "b/b": ["old", "new"],
    }
    assert list(found) == ["a/a", "b/b"]


def test_a_task_without_a_log_is_named_with_what_to_type(write_log: Write) -> None:
    with pytest.raises(
        ArgumentError, match="none of the logs is of exp3_composition: run `inspect eval mirror_inspect/"
    ):
        task_logs.logs_by_model([write_log([], name="other")], "exp3_composition")


def test_what_two_runs_elicited_counts_once_as_in_the_later_one(write_log: Write) -> None:
    rows = atlas_rows(per_domain=1)
    again = [o.model_copy(update={"signal": 0.123}) for o in rows if o.group == rows[0].group]
    logs = [read_log(write_log(rows, name="old")), read_log(write_log(again, name="new"))]
    seen = task_logs.observed_once(logs)
    assert len(seen) == len(rows)
    assert {o.group for o in seen if o.signal == 0.123} == {rows[0].group}


def test_doubts_are_said_of_the_runs_they_are_about_and_of_no_other(write_log: Write) -> None:
    sound = read_log(write_log([], name="sound"))
    odd = read_log(
        write_log(
            [],
            name="odd",
            model="simulated/flat",
            status="cancelled",
            metadata={"profile_mismatch_allowed": True, "seed": 7},
        )
    )
    doubts = (task_logs.unfinished, task_logs.foreign_profile, task_logs.simulated)
    assert [list(doubt(sound)) for doubt in doubts] == [[], [], []]
    assert [len(list(doubt(odd))) for doubt in doubts] == [1, 1, 1]
    assert list(task_logs.unfinished(odd, "the run")) == [
        "the run ended as cancelled: finish it with `inspect eval-retry`"
    ]
    assert list(task_logs.differing([sound, odd], ("seed", "preset"))) == ["its runs differ in seed: 0, 7"]
    assert list(task_logs.differing([odd], ("seed", "preset"))) == []


def test_of_a_model_s_runs_the_newest_that_ended_well_counts_and_the_others_are_named(write_log: Write) -> None:
    rows = atlas_rows(per_domain=1)
    dates = {"old": "success", "well": "success", "cut": "cancelled"}
    files = [
        write_log(rows, name=name, created=f"2026-0{i}-01T00:00:00+00:00", status=status)
        for i, (name, status) in enumerate(dates.items(), start=1)
    ]
    (run,) = task_logs.newest_by_model(files[::-1], "exp1_atlas")
    assert run.log.eval.task_id == "well"
    assert [line.split(":")[1] for line in run.left_out] == [
        " another run, left out; the newest that ended well counts"
    ] * 2
    assert {line.split(":")[0] for line in run.left_out} == {files[0].name, files[2].name}
    assert len(run.observations) == len(rows)
    (cut,) = task_logs.newest_by_model(files[2:], "exp1_atlas")
    assert (cut.log.eval.task_id, cut.left_out) == ("cut", ())


@pytest.mark.parametrize(
    ("stated", "expected"),
    [({"tii": 0.3}, 0.3), ({"tii": -1}, MARGINS["tii"]), ({"tii": "wide"}, MARGINS["tii"]), ("none", MARGINS["tii"])],
)
def test_the_margin_is_the_one_stated_before_the_run(write_log: Write, stated: object, expected: float) -> None:
    log = read_log(write_log([], name="stated", metadata={"margins": stated}))
    assert task_logs.stated_margin(log.eval.metadata or {}, "tii") == expected


def test_the_margin_of_a_run_that_states_none_is_that_of_its_size(write_log: Write) -> None:
    log = read_log(write_log([], name="quick", metadata={"preset": "quick"}))
    assert task_logs.stated_margin(log.eval.metadata or {}, "shift") == margin_of("shift", "quick")
