"""What cannot be compared is kept apart, and what cannot be read is said so."""

import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

from hand_written import atlas_rows

from mirror_inspect.report.groups import command, grouped
from mirror_inspect.report.runs import LeftOut, Run, read_run, read_runs

Write = Callable[..., Path]


def _runs(*files: Path) -> list[Run]:
    runs, unread = read_runs(files)
    assert not unread
    return runs


def test_logs_no_number_comes_from_are_named_with_the_reason(write_log: Write, tmp_path: Path) -> None:
    broken = tmp_path / "broken.eval"
    broken.write_bytes(b"no zip")
    files = [
        write_log([], name="foreign", task="mmlu"),
        write_log(atlas_rows(per_domain=1), name="unscored", scored=False),
        write_log(name="empty", samples=False, status="error"),
        broken,
    ]
    runs, unread = read_runs(files)
    assert not runs
    assert [(u.file, u.why.split(":")[0].split(" (")[0]) for u in unread] == [
        ("foreign.eval", "a log of another task"),
        ("unscored.eval", "no sample was scored"),
        ("empty.eval", "no samples"),
        ("broken.eval", "cannot read the log broken.eval"),
    ]


def test_observations_that_are_none_leave_the_log_out(tmp_path: Path, write_log: Write) -> None:
    from inspect_ai.log import read_eval_log, write_eval_log

    file = write_log(atlas_rows(per_domain=1), name="odd")
    log = read_eval_log(str(file))
    assert log.samples
    assert log.samples[0].scores
    log.samples[0].scores["scorer"].metadata = {"observations": [{"experiment": 3}]}
    write_eval_log(log, str(file))
    found = read_run(file)
    assert isinstance(found, LeftOut)
    assert "no observations of this package" in found.why


def test_a_log_with_a_damaged_sample_is_left_out_and_named(write_log: Write) -> None:
    file = write_log(atlas_rows(per_domain=1), name="damaged")
    with zipfile.ZipFile(file) as archive:
        entry = next(i for i in archive.infolist() if i.filename.startswith("samples/"))
    data = bytearray(file.read_bytes())
    # Behind the local header, which gives the lengths of the name and the extra field.
    start = entry.header_offset + 30 + sum(struct.unpack_from("<HH", data, entry.header_offset + 26))
    for place in range(start, start + entry.compress_size):
        data[place] ^= 0xFF
    file.write_bytes(data)
    found = read_run(file)
    assert isinstance(found, LeftOut)
    assert found.file == file.name


def test_different_banks_and_versions_are_never_in_one_group(write_log: Write) -> None:
    rows = atlas_rows(per_domain=1)
    runs = _runs(
        write_log(rows, name="a"),
        write_log(rows, name="b", metadata={"bank_digest": "bank-two"}),
        write_log(rows, name="c", metadata={"mirror_inspect": "9.8"}),
    )
    groups, notices = grouped(runs)
    assert len(groups) == 3
    assert any("different item banks" in n for n in notices)
    assert any("different versions" in n for n in notices)


def test_unfinished_and_imported_runs_stand_apart_after_the_others(write_log: Write) -> None:
    rows = atlas_rows(per_domain=1)
    runs = _runs(
        write_log(rows, name="old", metadata={"legacy": "published", "mirror_inspect": ""}),
        write_log(rows, name="part", status="error"),
        write_log(rows, name="whole"),
    )
    groups, notices = grouped(runs)
    assert [g.name.split(",")[0] for g in groups] == [
        "bank bank-one",
        "unfinished runs",
        "imported from the published release",
    ]
    assert any("part.eval: the run ended as error" in n for n in notices)
    assert any("marked legacy" in n for n in notices)


def test_of_two_runs_of_an_experiment_the_newest_counts_and_the_other_is_named(write_log: Write) -> None:
    rows = atlas_rows(per_domain=1)
    groups, notices = grouped(
        _runs(
            write_log(rows, name="newer", created="2026-02-02T00:00:00+00:00"),
            write_log(rows, name="older", created="2026-01-01T00:00:00+00:00"),
        )
    )
    (subject,) = groups[0].subjects
    assert [run.file for run in subject.runs] == ["newer.eval"]
    assert any("older.eval: an older run" in n for n in notices)


def test_runs_that_differ_in_seed_or_prompts_are_compared_with_a_warning(write_log: Write) -> None:
    runs = _runs(
        write_log(atlas_rows("m/a", 1), name="a", model="m/a"),
        write_log(atlas_rows("m/b", 1), name="b", model="m/b", metadata={"seed": 7}),
    )
    _, notices = grouped(runs)
    assert "runs of exp1_atlas differ in seed: 0, 7" in notices


def test_the_command_of_a_run_can_be_typed_again_and_is_quoted(write_log: Write) -> None:
    (run,) = _runs(write_log(atlas_rows(per_domain=1), model="m/x; rm -rf /"))
    assert command(run) == (
        "inspect eval mirror_inspect/exp1_atlas --model 'm/x; rm -rf /' -T preset=quick -T calibration=5"
    )
