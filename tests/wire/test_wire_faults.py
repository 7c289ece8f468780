"""What providers do to requests loses no sample, grades no failure wrong and changes no other observation."""

from collections import Counter
from pathlib import Path

import pytest
from inspect_ai import Task, eval_retry
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import get_model
from wire_helpers import MODELS, by_place, impatient, model_at, run, seen, served

from mirror_inspect.observation import Decision, Status
from mirror_inspect.subjects.wire.faults import PASSING, Fault, FaultProfile
from mirror_inspect.subjects.wire.server import Behaviour
from mirror_inspect.tasks import exp1_atlas, exp9_knowdo

EXPECTED = {
    Fault.EMPTY: Status.FAILED,
    Fault.HALF: Status.FAILED,
    Fault.FILTER: Status.REFUSED,
    Fault.BLOCKED: Status.REFUSED,
    Fault.LENGTH: Status.TRUNCATED,
}
"""What a fault that a client cannot outlive makes of the observation."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)


def atlas() -> Task:
    return exp1_atlas(preset="quick", calibration=3, channels="natural,wager")


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    return run(atlas(), "simulated/calibrated", tmp_path_factory.mktemp("clean"))


@pytest.mark.parametrize("format_", MODELS)
@pytest.mark.parametrize("fault", EXPECTED)
def test_a_fault_that_cannot_be_outlived_is_missing_and_named(fault: Fault, format_: str, tmp_path: Path) -> None:
    behaviour = Behaviour(faults=FaultProfile(1.0, (fault,)))
    task = exp1_atlas(preset="quick", calibration=1, channels="natural")
    with served(behaviour=behaviour) as server:
        log = run(task, model_at(server, format_), tmp_path, limit=2)
    rows = by_place(log).values()
    assert len(rows) == len(log.samples or ()) == 2
    assert {(o.status, o.correct, o.signal) for o in rows} == {(EXPECTED[fault], None, None)}


ROUTED = frozenset({"C4", "CR"})


def told(log: EvalLog) -> dict[tuple[str | None, str | None], object]:
    """Return what the scores shown in each cell say: whose is higher, and which are below one half."""
    cells = {}
    for sample in log.samples or ():
        if shown := sample.metadata.get("shown"):
            first, second = (round(100 * shown.get(sample.metadata[part], 0.5)) for part in ("domain_a", "domain_b"))
            about = first >= second, first < 50, second < 50
            cells[(sample.metadata["task"]["id"], sample.metadata["condition"])] = about
    return cells


def assert_same_where_observed(found: EvalLog, clean: EvalLog) -> Counter[Status]:
    """Compare what was observed; what a lost call had told (the weak set, a tool's result) may be missing, not other.

    Who routes, and which scores a subject is shown, follow the measured profile, which may differ when calibration
    answers are missing: routed cells, and those whose scores say something else, are other questions.
    """
    reference, rows = by_place(clean), by_place(found)
    told_before, told_now = told(clean), told(found)
    for where, o in rows.items():
        if o.status is not Status.OBSERVED:
            assert (o.correct, o.signal) == (None, None)
            assert o.status in EXPECTED.values()
        elif o.condition not in ROUTED and told_now.get(cell := (o.group, o.condition)) == told_before.get(cell):
            same = reference[where]
            assert o.decision == same.decision, where
            assert (o.answer, o.correct) in {(same.answer, same.correct), (None, None)}
            assert o.answer is not None or o.decision is not Decision.PROCEED
            assert o.signal == same.signal
    return Counter(o.status for o in rows.values())


@pytest.mark.parametrize("format_", MODELS)
def test_passing_faults_change_nothing(format_: str, clean: EvalLog, tmp_path: Path) -> None:
    behaviour = Behaviour(faults=FaultProfile(0.3, tuple(sorted(PASSING)), slow=0.05))
    with served(behaviour=behaviour) as server:
        log = run(atlas(), model_at(server, format_), tmp_path)
        met = {e.fault for e in server.journal.entries} - {None}
    assert len(met) >= 4
    assert log.status == "success"
    assert not [s.error for s in log.samples or () if s.error]
    found, reference = by_place(log), by_place(clean)
    assert {p: seen(o) for p, o in found.items()} == {p: seen(o) for p, o in reference.items()}


HARSH = FaultProfile(0.3, slow=0.1)
EXPERIMENTS = {"exp1_atlas": exp1_atlas, "exp9_knowdo": exp9_knowdo}


@pytest.fixture(scope="module", params=list(EXPERIMENTS))
def experiment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, EvalLog]:
    """Return the name of an experiment and its run without faults, made once for all formats."""
    name = str(request.param)
    return name, run(EXPERIMENTS[name](preset="quick"), "simulated/calibrated", tmp_path_factory.mktemp(name))


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["openai-chat", "anthropic", "google"])
def test_the_harshest_profile_runs_to_the_end(
    experiment: tuple[str, EvalLog], format_: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, reference = experiment
    with served(behaviour=Behaviour(faults=HARSH)) as server:
        for variable, value in server.environment().items():
            monkeypatch.setenv(variable, value)
        log = run(EXPERIMENTS[name](preset="quick"), get_model(MODELS[format_], memoize=False), tmp_path / "harsh")
        for _ in range(6):
            if log.status == "success" and not any(s.error for s in log.samples or ()):
                break
            (log,) = eval_retry(read_eval_log(log.location), log_dir=str(tmp_path / "harsh"), display="none")
    assert log.status == "success"
    counts = assert_same_where_observed(log, reference)
    print(name, format_, dict(counts), Counter(e.fault for e in server.journal.entries))
    metrics = ({n: m.value for s in each.results.scores for n, m in s.metrics.items()} for each in (log, reference))
    found, planted = metrics
    for name_, value in found.items():
        if f"{name_}_low" in planted and value == value and planted[f"{name_}_low"] == planted[f"{name_}_low"]:
            assert planted[f"{name_}_low"] - 1e-9 <= value <= planted[f"{name_}_high"] + 1e-9, name_
