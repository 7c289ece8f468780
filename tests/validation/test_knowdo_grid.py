"""A grid of subjects through Experiment 9: what was planted in coupling, scores, norm and spread comes back."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.model import get_model

from mirror_inspect.report.knowdo import SubjectReport, subject_report
from mirror_inspect.report.knowdo_read import subject_of
from mirror_inspect.tasks import exp9_knowdo

pytestmark = pytest.mark.slow

SIZE = {"preset": "quick", "calibration": 25, "tasks": 56, "paradigms": "P1,P3", "conditions": "C1,C2,C3"}


@dataclass(frozen=True)
class Planted:
    coupling: float
    sensitivity: float
    heeds_scores: float
    heeds_norm: float
    spread: float


GRID = [Planted(*values) for values in product((0.0, 1.0), (0.5, 1.466), (0.0, 0.8), (0.0, 0.9), (0.0, 1.0))]
"""Thirty-two subjects, one seed each."""


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> dict[Planted, SubjectReport]:
    return dict(_run(tmp_path_factory.mktemp("grid")))


def _run(folder: Path) -> Iterator[tuple[Planted, SubjectReport]]:
    for number, p in enumerate(GRID):
        model = get_model(
            "simulated/calibrated",
            seed=number,
            coupling=p.coupling,
            sensitivity=p.sensitivity,
            heeds_scores=p.heeds_scores,
            heeds_norm=p.heeds_norm,
            spread=p.spread,
            ability=-0.4,
            memoize=False,
        )
        logs = inspect_eval(
            exp9_knowdo(**SIZE, seed=number), model=model, log_dir=str(folder), display="none", log_realtime=False
        )
        assert logs[0].status == "success", logs[0].error
        yield p, subject_report(subject_of(logs), n_resamples=0)


def test_a_full_actor_loses_nothing_between_saying_and_doing_whatever_its_sensitivity(
    grid: dict[Planted, SubjectReport],
) -> None:
    acting = np.array([r.ladder.knowdo_gap.value for p, r in grid.items() if p.coupling == 1])
    assert abs(acting.mean()) < 3.2 * 0.056 / np.sqrt(len(acting)), "SD .056 at 56 tasks"
    idle = np.array([r.ladder.knowdo_gap.value for p, r in grid.items() if p.coupling == 0 and p.sensitivity > 1])
    assert idle.mean() > 0.1
    assert idle.mean() > acting.mean() + 0.08


def test_scores_move_those_who_heed_scores_and_nobody_else(grid: dict[Planted, SubjectReport]) -> None:
    def effects(name: str, keep: list[Planted]) -> np.ndarray:
        found = [next((f.estimate for f in grid[p].findings if f.name == name), None) for p in keep]
        return np.array([e.value for e in found if e is not None and e.defined])

    idle = [p for p in GRID if p.coupling == 0]
    heeding = effects("CFR C1-C2 P1", [p for p in idle if p.heeds_scores])
    deaf = effects("CFR C1-C2 P1", [p for p in idle if not p.heeds_scores])
    assert len(heeding) >= 4
    assert len(deaf) >= 4
    assert heeding.min() > 0.25
    assert abs(deaf.mean()) < 0.05
    obeying = effects("CFR C2-C3 P1", [p for p in idle if p.heeds_norm and not p.heeds_scores])
    assert obeying.min() > 0.25
    indifferent = effects("CFR C2-C3 P1", [p for p in idle if not p.heeds_norm])
    assert abs(indifferent.mean()) < 0.05


def test_failures_follow_the_profile_only_where_domains_differ(grid: dict[Planted, SubjectReport]) -> None:
    idle = [p for p in GRID if p.coupling == 0]
    spread = np.array([grid[p].estimates["routing_gain"].value for p in idle if p.spread])
    flat = np.array([grid[p].estimates["routing_gain"].value for p in idle if not p.spread])
    assert spread.mean() > 0.04
    assert abs(flat.mean()) < 3.2 * 0.023 / np.sqrt(len(flat)), "standard error .023 at 56 tasks"
    false_alarms = sum(grid[p].estimates["routing_gain"].p < 0.05 for p in idle if not p.spread)
    assert false_alarms <= 3, "eight tests at .05: more than three with probability .0004"
