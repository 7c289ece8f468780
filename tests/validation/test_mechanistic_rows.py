"""Experiment 7 in the validation: every row finds its estimate, and rows fail when a null or a verdict is broken."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mirror_inspect.analysis import probe_verdict
from mirror_inspect.analysis.probe_behaviour import Behaviour
from mirror_inspect.metrics import fold_areas
from mirror_inspect.metrics import probe as metric
from mirror_inspect.validation.mechanistic import STUDIES
from mirror_inspect.validation.plan import EXPERIMENTS, MODES
from mirror_inspect.validation.study import judge_study, replicate_study

BY_NAME = {s.name: s for s in STUDIES}


def failing(name: str, replicates: int) -> set[str]:
    study = replace(BY_NAME[name], share=1)
    return {v.row for v in judge_study(study, list(replicate_study(study, replicates, 0))) if not v.passed}


def test_rows_read_estimates_of_their_study_and_hold_in_few_replicates() -> None:
    assert "exp7" in EXPERIMENTS
    assert not failing("probe_verdicts", 20)
    assert not failing("probe_fits", 3)


def test_the_quick_validation_runs_a_share_of_the_fits() -> None:
    assert len(list(replicate_study(replace(BY_NAME["probe_fits"], replicate=lambda rng: {}), 200, 0))) == 5
    assert MODES["quick"].replicates == 200


@pytest.mark.slow
def test_shuffles_of_single_items_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_item(correct: Sequence[float], groups: Any, rng: np.random.Generator) -> Any:
        return rng.permutation(np.asarray(correct, dtype=float))

    monkeypatch.setattr(fold_areas, "dealt", by_item)
    monkeypatch.setattr(metric, "dealt", by_item)
    assert "probe_any_layer_size" in failing("probe_fits", 12)


def as_words(compare: Callable[..., Any]) -> Callable[..., Any]:
    def by_area(b: Behaviour, *args: Any, **options: Any) -> Any:
        return compare(replace(b, is_choice=False), *args, **options)

    return by_area


def test_choices_compared_by_their_area_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe_verdict, "compare", as_words(probe_verdict.compare))
    assert "verdict_full_actor" in failing("probe_verdicts", 20)


def test_a_verdict_without_an_interval_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true_area = fold_areas.fold_auroc

    def certain(*args: Any, **options: Any) -> Any:
        e = true_area(*args, **options)
        return replace(e, low=e.value, high=e.value)

    monkeypatch.setattr(probe_verdict, "fold_auroc", certain)
    assert "verdict_open" in failing("probe_verdicts", 20)
