"""A key, model or URL that is wrong, or a quota used up: said in words, nothing graded wrong, resumed to the end."""

from contextlib import nullcontext
from pathlib import Path

import pytest
from inspect_ai import eval_retry
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.tool import ToolDef
from wire_helpers import MODELS, by_place, impatient, model_at, run, seen, served

from mirror_inspect.observation import Status
from mirror_inspect.solvers.calls import refuse_part
from mirror_inspect.solvers.outages import CAUSES, PATIENCE, cause_of
from mirror_inspect.subjects.wire.server import Behaviour, Running
from mirror_inspect.tasks import exp1_atlas, exp9_knowdo

KNOWDO = {"preset": "quick", "calibration": 1, "tasks": 2}


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)


@pytest.mark.parametrize("format_", MODELS)
def test_a_wrong_key_is_told_from_an_answer_and_asked_only_a_few_times(
    format_: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    task = exp1_atlas(preset="quick", calibration=1, channels="natural,wager")
    with served() as server:
        log = run(task, model_at(server, format_, key="wrong"), tmp_path, max_connections=2, max_samples=2)
    assert {o.status for o in by_place(log).values()} == {Status.FAILED}
    assert len(server.journal.entries) <= PATIENCE + 6, "what was under way, and Inspect's own questions"
    said = capfd.readouterr().err
    assert "the API key was refused" in said
    assert f"inspect eval-retry {log.location}" in said


def test_an_unknown_model_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served() as server:
        model = get_model("openai/gpt-4o-typo", base_url=f"{server.root}/v1", api_key="loopback-key", memoize=False)
        run(exp1_atlas(preset="quick", calibration=1, channels="natural"), model, tmp_path, limit=1)
    assert "the provider does not know this model" in capfd.readouterr().err


def test_a_refused_temperature_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    behaviour = Behaviour(fixed_temperature=frozenset({"gpt-4o"}))
    with served(behaviour=behaviour) as server:
        task = exp1_atlas(preset="quick", calibration=1, channels="natural")
        run(task, model_at(server, "openai-chat"), tmp_path, limit=1)
    assert "the provider refuses an option of this run" in capfd.readouterr().err


def test_an_unreachable_url_is_told_in_words(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model = get_model("openai/gpt-4o", base_url="http://127.0.0.1:9/v1", api_key="x", memoize=False)
    task = exp1_atlas(preset="quick", calibration=1, channels="natural")
    log = run(task, model, tmp_path, limit=1, max_retries=1)
    said = capfd.readouterr().err
    assert "the provider could not be reached" in said
    assert "check base URL and network, then run `inspect eval-retry" in said
    assert "RetryError" not in said
    assert {o.status for o in by_place(log).values()} == {Status.FAILED}


def test_a_quota_is_named_although_answers_under_way_come_in_later(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(behaviour=Behaviour(quota=5, delay=0.2)) as server:
        task = exp1_atlas(preset="quick", calibration=1, channels="natural")
        run(task, model_at(server, "openai-chat"), tmp_path)
    assert "the quota of this key is used up" in capfd.readouterr().err


def test_a_quota_that_is_tried_again_first_ends_the_asking_too(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    task = exp1_atlas(preset="quick", calibration=2, channels="natural")
    with served(behaviour=Behaviour(quota=0)) as server:
        log = run(task, model_at(server, "google"), tmp_path, max_retries=1, max_connections=1, max_samples=1)
    assert "the quota of this key is used up" in capfd.readouterr().err
    assert {o.status for o in by_place(log).values()} == {Status.FAILED}
    assert len(log.samples or ()) > PATIENCE + 2
    assert len(server.journal.entries) <= 2 * PATIENCE, "each call is tried twice, five failures are enough"


def test_a_tool_call_cut_off_by_the_line_is_no_call() -> None:
    async def look(input: str) -> str:
        """Look something up.

        Args:
            input: What to look up.
        """
        return input

    tools = [ToolDef(look, name="look")]
    for arguments, stop, whole in [({}, "unknown", False), ({"input": "x"}, "unknown", True), ({}, "tool_calls", True)]:
        output = ModelOutput.for_tool_call("m", "look", arguments)
        output.choices[0].stop_reason = stop  # type: ignore[assignment]
        with nullcontext() if whole else pytest.raises(RuntimeError, match="ended inside a call of look"):
            refuse_part(output, tools)


def run_with_quota(quota: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[EvalLog, EvalLog]:
    """Use a quota up, then resume at a server without one; return both logs."""

    def at(server: Running) -> None:
        for variable, value in server.environment().items():
            monkeypatch.setenv(variable, value)

    with served(behaviour=Behaviour(quota=quota)) as server:
        at(server)
        first = run(exp9_knowdo(**KNOWDO), get_model(MODELS["openai-chat"], memoize=False), folder)  # type: ignore[arg-type]
    with served() as server:
        at(server)
        (second,) = eval_retry(read_eval_log(first.location), log_dir=str(folder), display="none")
    return first, second


@pytest.mark.parametrize("quota", [7, pytest.param(30, marks=pytest.mark.slow)])
def test_a_quota_used_up_in_either_phase_is_resumed_to_the_same_result(
    quota: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reference = by_place(run(exp9_knowdo(**KNOWDO), "simulated/calibrated", tmp_path))  # type: ignore[arg-type]
    first, second = run_with_quota(quota, tmp_path, monkeypatch)
    assert "the quota of this key is used up" in capfd.readouterr().err
    assert any(s.error for s in first.samples or ())
    assert second.status == "success", second.error
    assert {p: seen(o) for p, o in by_place(second).items()} == {p: seen(o) for p, o in reference.items()}


class SdkError(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status_code = status


@pytest.mark.parametrize(
    ("status", "message", "cause"),
    [
        (401, "Incorrect API key provided", CAUSES[1]),
        (400, "API key not valid. Please pass a valid API key.", CAUSES[2]),
        (403, "Your credit balance is too low", CAUSES[0]),
        (429, "You exceeded your current quota", CAUSES[0]),
        (429, "Rate limit reached", None),
        (404, "model not found", CAUSES[3]),
        (400, "Unsupported value: 'temperature'", CAUSES[4]),
        (500, "the server had an error", None),
        (529, "Overloaded", None),
    ],
)
def test_lasting_failures_are_told_from_passing_ones(status: int, message: str, cause: object) -> None:
    assert cause_of(SdkError(status, message)) == cause


def test_other_exceptions_are_not_lasting() -> None:
    assert cause_of(ValueError("quota")) is None
    assert cause_of(None) is None
