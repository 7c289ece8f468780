"""Experiment 7 on the page: the probe of its own command, and what is said where nothing can be probed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.scorer import Score

from mirror_inspect.hidden_states import STORE_KEY, pack
from mirror_inspect.observation import Observation, Status, to_metadata
from mirror_inspect.report.assemble import Report, assemble
from mirror_inspect.report.html import render
from mirror_inspect.report.page import Figures, Prose
from mirror_inspect.report.probe import probe_reports
from mirror_inspect.report.runs import Run, read_run, read_runs
from mirror_inspect.report.sections.shared import Options
from mirror_inspect.taxonomy import SUBCATEGORIES, Domain

NAMES = [(d.value, s) for d in Domain for s in SUBCATEGORIES[d]]
N = 240
REFITS = 40


def samples(*, kept: Any = None) -> list[EvalSample]:
    """Items whose last layer holds what decides the answer, of which ratings know nothing."""
    rng = np.random.default_rng(1)
    made = []
    for i in range(N):
        domain, subcategory = NAMES[i % len(NAMES)]
        ease = rng.normal()
        right = bool(rng.random() < 1 / (1 + np.exp(-3 * ease)))
        common = {
            "experiment": "exp7_mechanistic",
            "item_id": f"q{i}",
            "group": f"q{i}",
            "domain": domain,
            "subcategory": subcategory,
            "difficulty": 1 + i // len(NAMES) % 5,
            "status": Status.OBSERVED,
            "answer": "1",
            "correct": right,
        }
        rows = [
            Observation(**common, channel="natural"),
            Observation(**common, channel="rating", signal=float(rng.integers(10)) / 10 + 0.05),
        ]
        vectors = rng.normal(size=(2, 4))
        vectors[1, 0] += 6 * ease
        held = pack(vectors, (0, 6), depth=6, tokens=5).model_dump(mode="json") if kept is None else kept
        scores = {"s": Score(value=1, metadata=to_metadata(rows))}
        made.append(EvalSample(id=f"q{i}", epoch=1, input="?", target="1", scores=scores, store={STORE_KEY: held}))
    return made


def write(folder: Path, held: list[EvalSample]) -> Path:
    spec = EvalSpec(
        created="2026-11-29T12:00:00+00:00",
        task="exp7_mechanistic",
        task_id="t",
        model="hf/local",
        dataset=EvalDataset(),
        config=EvalConfig(),
        metadata={"bank_digest": "one", "mirror_inspect": "9.9", "preset": "quick"},
    )
    file = folder / "inside.eval"
    write_eval_log(EvalLog(status="success", eval=spec, samples=held), str(file))
    return file


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("inside"), samples())


def report_on(file: Path) -> Report:
    return assemble(*read_runs([file]), Options(resamples=REFITS))


@pytest.fixture(scope="module")
def page(file: Path) -> Report:
    return report_on(file)


def test_the_numbers_are_those_of_the_command(page: Report, file: Path) -> None:
    (command,) = probe_reports([file], n_refits=REFITS)
    (group,) = page.groups
    held = {e.name: e.estimate for e in page.entries[group.name]}
    r = command.result
    assert repr(held["probe_auroc"]) == repr(r.area)
    assert repr(held["probe_control"]) == repr(r.control)
    assert {k for k in held if k.startswith("probe_layer_")} == {"probe_layer_0", "probe_layer_6"}
    assert repr(held["probe_gap_rating"]) == repr(r.comparisons[0].gap)
    assert held["natural_coverage"].value == 1


def test_the_verdict_is_in_words_in_summary_and_section(page: Report) -> None:
    (group,) = page.groups
    words = [f.words for f in page.findings[group.name]]
    assert words[0] == "Before it answers, its hidden states tell right answers from wrong ones."
    assert words[1].startswith("It holds more about its errors inside than it shows outside.")
    assert "control failure" in words[1]
    section = next(s for s in page.sections if s.key == "mechanistic")
    ((first, *_),) = section.parts.values()
    assert isinstance(first, Prose)
    assert first.text.startswith("hf/local: control failure; enough is inside")


def test_the_figure_tells_its_layers_what_is_said_and_what_nothing_would_give(page: Report) -> None:
    section = next(s for s in page.sections if s.key == "mechanistic")
    (blocks,) = section.parts.values()
    (chart,) = next(b for b in blocks if isinstance(b, Figures)).charts
    assert [s.label for s in chart.series] == ["probe of a layer", "rating, said", "enough (0.7)"]
    assert [x for x, _ in chart.series[0].points] == [0, 6]
    assert len(chart.band) == 2
    assert "highest at layer 6 of 6" in chart.desc
    assert "grey band" in chart.desc
    assert chart.desc.split(".")[0] in render(page)


def test_reading_keeps_hidden_states_and_no_path(file: Path) -> None:
    run = read_run(file)
    assert isinstance(run, Run)
    assert len(run.states) == N
    assert str(file.parent) not in repr(run)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({"layers": "all"}, "holds no hidden states of this package"),
        ("<script>", "holds no hidden states of this package"),
        (None, "no hidden states in inside.eval: run it again"),
    ],
)
def test_damaged_states_are_said_and_everything_else_is_shown(tmp_path: Path, kept: Any, said: str) -> None:
    held = samples(kept=kept if kept is not None else {})
    if kept is None:
        held = [s.model_copy(update={"store": {}}) for s in held]
    page = report_on(write(tmp_path, held))
    section = next(s for s in page.sections if s.key == "mechanistic")
    (blocks,) = section.parts.values()
    assert isinstance(blocks[0], Prose)
    assert said in blocks[0].text
    assert "coverage of natural answers" in render(page)
