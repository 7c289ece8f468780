"""Logs, profiles and banks from strangers are read without running anything; what is wrong is said in few lines."""

import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, read_eval_log, write_eval_log
from inspect_ai.scorer import Score

from mirror_inspect.bank.load import QUESTIONS, load_bank
from mirror_inspect.cli import main
from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Observation, Status, to_metadata
from mirror_inspect.profile import LARGEST_PROFILE
from mirror_inspect.solvers.profiles import read_profiles
from mirror_inspect.tasks import exp1_atlas, exp9_knowdo

CANARY = "stranger-canary"
READERS = ("profile", "observations", "knowdo", "scaling")
LINES, WIDTH = 12, 600
"""What still counts as a few lines on a terminal."""


class Runs:
    """An object whose pickle runs a command when it is loaded."""

    def __init__(self, canary: Path) -> None:
        self.canary = canary

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, (f"touch {self.canary}",)


def zipped(**entries: bytes) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in entries.items():
                archive.writestr(f"{name}.json", data)

    return write


def bomb(file: Path) -> None:
    """Write an archive that says of itself that it unpacks to 8 GB."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", bytes(2**20))
        archive.infolist()[0].file_size = 2**32 - 2
        archive.writestr("samples.json", bytes(2**20))
        archive.infolist()[1].file_size = 2**32 - 2


def pickled(file: Path) -> None:
    file.write_bytes(pickle.dumps(Runs(file.with_name(CANARY))))


def pickled_inside(file: Path) -> None:
    zipped(header=pickle.dumps(Runs(file.with_name(CANARY))))(file)


def python_tag(file: Path) -> None:
    file.write_text(f"!!python/object/apply:os.system ['touch {file.with_name(CANARY)}']", encoding="utf-8")


def plain_text(data: bytes) -> Callable[[Path], None]:
    return lambda file: void(file.write_bytes(data))


def void(_: object) -> None:
    """Forget a result."""


def pointing(target: str) -> Callable[[Path], None]:
    return lambda file: file.symlink_to(target)


STRANGE: dict[str, Callable[[Path], None]] = {
    "empty": plain_text(b""),
    "noise": plain_text(bytes(range(256)) * 40),
    "deep": plain_text(b"[" * 200_000),
    "deep objects": plain_text(b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "a list": plain_text(b"[1, 2]"),
    "null": plain_text(b"null"),
    "not a number": plain_text(b'{"model": NaN, "bank_digest": Infinity, "scores": []}'),
    "one long line": plain_text(b'{"model": "' + b"x" * 20_000_000 + b'"}'),
    "pickle": pickled,
    "yaml": python_tag,
    "link to a secret": pointing("/etc/passwd"),
    "link to nothing": pointing("nowhere"),
    "endless link": pointing("/dev/zero"),
    "link to itself": pointing("itself"),
}
ARCHIVES: dict[str, Callable[[Path], None]] = {
    "foreign zip": zipped(readme=b"hi"),
    "pickle in a zip": pickled_inside,
    "bomb": bomb,
}


def assert_told(code: int, text: str, folder: Path) -> None:
    assert code == 2, text[-500:]
    assert "Traceback" not in text
    assert len(text.splitlines()) <= LINES
    assert len(text) <= LINES * WIDTH
    assert not list(folder.rglob(CANARY))
    assert "root:" not in text, "a file that is none is not quoted"


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    ("name", "make"),
    [(f"{what}.{suffix}", make) for what, make in STRANGE.items() for suffix in ("json", "eval")]
    + [(f"{what}.eval", make) for what, make in ARCHIVES.items()],
)
def test_a_strange_log_is_refused_in_a_few_lines(
    name: str, make: Callable[[Path], None], command: str, tmp_path: Path
) -> None:
    make(tmp_path / name)
    done = CliRunner().invoke(main, [command, str(tmp_path / name)])
    assert_told(done.exit_code, done.output, tmp_path)


def test_a_report_names_strange_logs_on_top_and_is_a_page_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One process is enough, and its memory is what is at stake.
    monkeypatch.setattr("mirror_inspect.report.runs.MANY_BYTES", 2**40)
    for what, make in (STRANGE | ARCHIVES).items():
        for suffix in ("json", "eval"):
            make(tmp_path / f"{what}.{suffix}")
    files = [str(file) for file in sorted(tmp_path.iterdir()) if file.is_file()]
    done = CliRunner().invoke(main, ["report", *files, "-o", str(tmp_path / "out" / "report.html")])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert page.count("cannot read the log") == len(files)
    assert "root:" not in page
    assert not list(tmp_path.rglob(CANARY))


@pytest.mark.parametrize(
    ("name", "make"),
    [(f"{what}.{suffix}", make) for what, make in STRANGE.items() for suffix in ("json", "eval", "pkl", "yaml")]
    + [(f"{what}.eval", make) for what, make in ARCHIVES.items()],
)
def test_a_strange_profile_is_refused_in_a_few_lines(name: str, make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / name)
    with pytest.raises(ArgumentError) as caught:
        exp9_knowdo(preset="quick", profile=str(tmp_path / name))
    assert_told(2, caught.value.message, tmp_path)


def test_a_huge_profile_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as sparse:
        sparse.truncate(50 * 2**30)
    with pytest.raises(ArgumentError, match=r"huge\.json is not a capability profile"):
        read_profiles(str(file))
    assert LARGEST_PROFILE < 50 * 2**30


@pytest.mark.parametrize(
    "line",
    [b"", b"\xff\xfe", b"[" * 200_000, b"null", b"[1]", b'{"question": "' + b"x" * 5_000_000 + b'"}', b"cos\nsystem\n"],
)
def test_a_strange_bank_is_refused_with_its_file(line: bytes, tmp_path: Path) -> None:
    (tmp_path / QUESTIONS).write_bytes(line)
    for source in (str(tmp_path), f"mirror:{tmp_path}"):
        with pytest.raises(ArgumentError) as caught:
            load_bank(source)
        assert_told(2, caught.value.message, tmp_path)


@pytest.mark.parametrize(
    "profile", ["/etc", "/etc/passwd", "/dev/zero", "https://127.0.0.1:9/p.json", "s3://b/p", "\x00"]
)
def test_a_profile_path_that_holds_none_is_named(profile: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        exp9_knowdo(preset="quick", profile=profile)
    assert_told(2, caught.value.message, Path())


@pytest.mark.parametrize(
    "bank",
    ["/etc", "../../../etc", "/etc/passwd", "/dev/zero", "https://127.0.0.1:9/", "s3://bucket/x", "hf:../../etc/passwd",
     "hf:gsm8k@/etc/passwd", "hf:gsm8k@/etc/x.pkl", "mirror:/etc/passwd", "mirror:/dev/zero", "\x00"],
)  # fmt: skip
def test_a_bank_path_that_holds_none_is_named(bank: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        exp1_atlas(preset="quick", bank=bank)
    assert_told(2, caught.value.message, Path())


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("honest")
    task = exp9_knowdo(preset="quick", calibration=1, tasks=1)
    (log,) = inspect_eval(task, model="simulated/calibrated", log_dir=str(folder), display="none")
    return Path(log.location)


def spoil_observations(log: dict[str, Any]) -> None:
    for sample in log["samples"]:
        for score in sample["scores"].values():
            score["metadata"]["observations"] = [{"correct": "__import__('os')", "domain": 3}]


def spoil_rows(log: dict[str, Any]) -> None:
    for sample in log["samples"]:
        for score in sample["scores"].values():
            score["metadata"]["observations"] = 7


def spoil_missing(log: dict[str, Any]) -> None:
    """Give a failed call a mark, which no log of ours does."""
    for sample in log["samples"]:
        for score in sample["scores"].values():
            for row in score["metadata"]["observations"]:
                row.update(status="failed", correct=True, answer="4")


def spoil_domains(log: dict[str, Any]) -> None:
    for sample in log["samples"]:
        sample["metadata"].update(accuracy={"witchcraft": "high"}, weak_set=["witchcraft"])


@pytest.mark.parametrize("spoil", [spoil_observations, spoil_rows, spoil_missing, spoil_domains])
def test_a_log_with_foreign_contents_is_named(
    spoil: Callable[[dict[str, Any]], None], honest: Path, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.json"
    write_eval_log(read_eval_log(str(honest)), str(whole))
    content = json.loads(whole.read_text(encoding="utf-8"))
    spoil(content)
    file = tmp_path / "spoilt.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    done = CliRunner().invoke(main, ["knowdo", str(file)])
    assert_told(done.exit_code, done.output, tmp_path)
    assert "spoilt.json" in done.output


def test_paths_inside_a_log_are_not_followed(honest: Path, tmp_path: Path) -> None:
    log = read_eval_log(str(honest))
    trap = tmp_path / "trap"
    trap.mkdir()
    log.eval.task_file = log.eval.dataset.location = str(trap / "task.py")
    (trap / "task.py").write_text(f"open({str(tmp_path / CANARY)!r}, 'w')", encoding="utf-8")
    log.eval.metadata = {**(log.eval.metadata or {}), "bank": str(trap), "profile": str(trap)}
    file = tmp_path / "trapped.eval"
    write_eval_log(log, str(file))
    before = sorted(tmp_path.rglob("*"))
    for command in READERS:
        size = ["--params", "simulated/calibrated=8,simulated"] if command == "scaling" else []
        done = CliRunner().invoke(main, [command, str(file), *size])
        assert done.exit_code == 0, done.output
    assert sorted(tmp_path.rglob("*")) == before


def test_a_run_on_another_bank_or_profile_says_so_in_its_log(honest: Path, tmp_path: Path) -> None:
    shipped = load_bank()
    assert shipped.directory is not None
    linked = tmp_path / "linked"
    linked.symlink_to(shipped.directory)
    (tmp_path / "x").mkdir()
    metadata = exp9_knowdo(preset="quick", bank=str(tmp_path / "x" / ".." / "linked")).metadata
    assert metadata is not None
    assert metadata["bank_digest"] == shipped.digest
    assert metadata["bank"] == "linked"


@pytest.mark.parametrize(
    ("command", "task"),
    [
        ("observations", "exp1_atlas"),
        ("transfer", "exp2_transfer"),
        ("composition", "exp3_composition"),
        ("adaptation", "exp4_adaptation"),
        ("robustness", "exp5_adversarial"),
        ("ecosystem", "exp6b_premises"),
        ("scaling", "exp8_scaling"),
        ("knowdo", "exp9_knowdo"),
    ],
)
def test_a_hostile_name_of_a_model_reaches_no_terminal(command: str, task: str, tmp_path: Path) -> None:
    name = "evil/\x1b[31mred\u202e"
    told = {"item_id": "i", "group": "i", "domain": "spatial", "subcategory": "maps", "difficulty": 1}
    row = Observation(experiment=task, model=name, channel="natural", status=Status.OBSERVED, answer="1", **told)
    scores = {"s": Score(value=1, metadata=to_metadata([row]))}
    log = EvalLog(
        status="success",
        eval=EvalSpec(
            created="2026-01-01T00:00:00+00:00",
            task=task,
            task_id="t",
            model=name,
            dataset=EvalDataset(),
            config=EvalConfig(),
            metadata={"params_b": 8, "family": name},
        ),
        samples=[EvalSample(id="i", epoch=1, input="?", target="1", scores=scores)],
    )
    write_eval_log(log, str(tmp_path / "log.eval"))
    done = CliRunner().invoke(main, [command, str(tmp_path / "log.eval")], color=True)
    assert done.exit_code in (0, 2), done.exception
    assert "evil/\ufffd[31mred\ufffd" in done.output
    assert "\x1b" not in done.output
    assert "\u202e" not in done.output
