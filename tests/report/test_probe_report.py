"""``mirror-inspect probe`` on logs made up here: what it prints, draws and writes, and what it refuses."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score

from mirror_inspect.cli import main
from mirror_inspect.hidden_states import STORE_KEY, pack
from mirror_inspect.observation import Decision, Observation, Status, to_metadata
from mirror_inspect.report.probe import probe_reports
from mirror_inspect.taxonomy import SUBCATEGORIES, Domain

NAMES = [(d.value, s) for d in Domain for s in SUBCATEGORIES[d]]
N = 320


def observation(i: int, **given: object) -> Observation:
    domain, subcategory = NAMES[i % 40]
    told: dict[str, object] = {"experiment": "exp7_mechanistic", "item_id": f"q{i}", "group": f"q{i}", "domain": domain}
    told |= {"subcategory": subcategory, "difficulty": 1 + i // 40 % 5, "status": Status.OBSERVED}
    return Observation(**(told | given))  # type: ignore[arg-type]


def write(
    folder: Path, task: str, samples: list[EvalSample], *, model: str = "hf/local", name: str = "", hour: int = 12
) -> Path:
    spec = EvalSpec(
        created=f"2026-11-29T{hour}:00:00+00:00",
        task=task,
        task_id=task,
        model=model,
        dataset=EvalDataset(),
        config=EvalConfig(),
    )
    file = folder / f"{name or task}.eval"
    write_eval_log(EvalLog(status="success", eval=spec, samples=samples), str(file))
    return file


def sample(i: int, rows: list[Observation], store: dict[str, object], *, epoch: int = 1) -> EvalSample:
    made = Sample(input="?", target="1")
    score = Score(value=1, metadata=to_metadata(rows))
    output = ModelOutput.from_content("hf/local", "1")
    return EvalSample(
        id=f"q{i}", epoch=epoch, input=made.input, target="1", output=output, scores={"s": score}, store=store
    )


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A subject with everything inside that says nothing of it and acts at random."""
    folder = tmp_path_factory.mktemp("logs")
    rng = np.random.default_rng(0)
    latent = rng.normal(size=N)
    inside, acted = [], []
    for i in range(N):
        right = bool(rng.random() < 1 / (1 + np.exp(-3 * latent[i])))
        vectors = rng.normal(size=(2, 8))
        vectors[1, 2] += 6 * latent[i]
        rows = [
            observation(i, channel="natural", answer="1", correct=right),
            observation(i, channel="rating", answer="1", correct=right, signal=float(rng.integers(10)) / 10 + 0.05),
        ]
        states = pack(vectors, (0, 4), depth=4, tokens=9)
        inside.append(sample(i, rows, {STORE_KEY: states.model_dump(mode="json")}))
        decision = Decision.PROCEED if rng.random() < 0.5 else Decision.TOOL
        told = {"channel": "autonomous", "paradigm": "P1", "condition": "C1", "decision": decision}
        acted.append(sample(i, [observation(i, experiment="exp9_knowdo", **told)], {}))
    write(folder, "exp7_mechanistic", inside)
    write(folder, "exp9_knowdo", acted)
    return folder


def test_what_is_inside_and_not_acted_on_is_a_control_failure(logs: Path, tmp_path: Path) -> None:
    figure, data = tmp_path / "layers.png", tmp_path / "probe.json"
    told = ["probe", str(logs), "--refits", "10", "--figure", str(figure), "--json", str(data)]
    done = CliRunner().invoke(main, told, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    for words in ("VERDICT: CONTROL FAILURE", "action, autonomous (P1): control failure", "rating: control failure"):
        assert words in done.output
    for words in ("earned per item, acting on the probe", "one point of a curve", "among items of one subcategory"):
        assert words in done.output
    assert figure.read_bytes().startswith(b"\x89PNG")
    (report,) = json.loads(data.read_text(encoding="utf-8"))
    assert report["result"]["chosen"] == [4] * 5
    assert report["items"] == [N, N]


def test_without_a_log_of_actions_the_words_decide(logs: Path) -> None:
    done = CliRunner().invoke(main, ["probe", str(logs / "exp7_mechanistic.eval"), "--refits", "0"])
    assert done.exit_code == 0, done.output
    assert "P1" not in done.output
    assert "VERDICT: CONTROL FAILURE" in done.output


def test_of_several_runs_the_newest_that_acts_on_these_items_counts(logs: Path, tmp_path: Path) -> None:
    told = {"channel": "autonomous", "paradigm": "P1", "condition": "C1", "experiment": "exp9_knowdo"}

    def acts(name: str, hour: int, decision: Decision, first: int) -> Path:
        rows = [observation(i, decision=decision, **told) for i in range(first, first + N)]
        samples = [sample(i, [o], {}) for i, o in enumerate(rows)]
        return write(tmp_path, "exp9_knowdo", samples, name=name, hour=hour)

    older = acts("older", 13, Decision.TOOL, 0)
    newer = acts("newer", 14, Decision.PROCEED, 0)
    elsewhere = acts("elsewhere", 15, Decision.TOOL, 10 * N)
    (found,) = probe_reports([logs / "exp7_mechanistic.eval", newer, older, elsewhere], n_refits=0)
    (choice,) = [c for c in found.result.comparisons if c.name == "P1"]
    assert choice.earned is not None
    # Whoever always goes ahead earns what the answers are worth.
    assert choice.earned.behaviour.value == pytest.approx(2 * found.result.accuracy.value - 1)
    assert any("3 logs of Experiment 9" in w for w in found.warnings)


def test_an_item_of_several_epochs_counts_once(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    samples = []
    for i in range(80):
        states = pack(rng.normal(size=(1, 4)), (0,), depth=0, tokens=3).model_dump(mode="json")
        for epoch in (2, 1):
            lost = i == 0 and epoch == 1
            graded = {"status": Status.REFUSED} if lost else {"answer": "1", "correct": i % 2 == epoch % 2}
            row = observation(i, channel="natural", epoch=epoch, **graded)
            samples.append(sample(i, [row], {STORE_KEY: states}, epoch=epoch))
    (found,) = probe_reports([write(tmp_path, "exp7_mechanistic", samples)], n_refits=0)
    assert found.items == (80, 80)
    # Odd ones are right in their first epoch; the one whose first was refused is right in its second.
    assert found.result.accuracy.value == pytest.approx(41 / 80)


def test_what_cannot_be_read_is_refused_with_what_to_type(logs: Path, tmp_path: Path) -> None:
    def said(*arguments: str) -> str:
        done = CliRunner().invoke(main, ["probe", *arguments])
        assert done.exit_code == 2, done.output
        return " ".join(done.output.split())

    assert "inspect eval mirror_inspect/exp7_mechanistic" in said(str(logs / "exp9_knowdo.eval"))
    assert "must end in .png" in said(str(logs), "--figure", "layers.txt")
    bare = write(tmp_path, "exp7_mechanistic", [sample(0, [], {})])
    assert "no hidden states in exp7_mechanistic.eval: run it again" in said(str(bare))
    hostile = write(tmp_path, "exp7_mechanistic", [sample(0, [], {STORE_KEY: {"layers": "all"}})])
    assert "sample q0 holds no hidden states of this package" in said(str(hostile))
    other = tmp_path / "other"
    other.mkdir()
    strange = write(other, "exp9_knowdo", [sample(0, [observation(0, channel="natural")], {})], model="hf/other")
    assert "actions of hf/other without hidden states" in said(str(logs / "exp7_mechanistic.eval"), str(strange))
