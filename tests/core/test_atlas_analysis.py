"""The atlas in numbers: analytic intervals of the log agree with the bootstrap, missing items never count as wrong."""

import numpy as np
import pytest

from mirror_inspect.analysis.atlas import ATLAS_CHANNELS, signal_matrix, strata, summarise_atlas
from mirror_inspect.analysis.rows import Rows, matched
from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.taxonomy import Domain


def observation(channel: str, item: int, domain: str, correct: bool | None, signal: float | None = None) -> Observation:
    seen = correct is not None
    return Observation(
        experiment="exp1_atlas",
        item_id=str(item),
        group=str(item),
        domain=domain,
        subcategory="x",
        difficulty=1,
        channel=channel,
        status=Status.OBSERVED if seen else Status.FAILED,
        answer="a" if seen else None,
        correct=correct,
        signal=signal if seen else None,
        decision=Decision.ANSWER if seen else None,
    )


def planted(n_per_domain: int, natural: float, wager: float, seed: int) -> list[Observation]:
    rng = np.random.default_rng(seed)
    rows = []
    for d, domain in enumerate(Domain):
        for i in range(n_per_domain):
            item = d * n_per_domain + i
            rows.append(observation("natural", item, domain.value, bool(rng.random() < natural)))
            rows.append(
                observation("wager", item, domain.value, bool(rng.random() < wager), signal=float(rng.random()))
            )
    return rows


def test_the_logs_interval_of_the_gap_is_the_bootstraps() -> None:
    rows = planted(40, 0.5, 0.6, seed=1)
    quick, full = (summarise_atlas(rows, n_resamples=n)["gap_signed"] for n in (0, 4000))
    assert quick.value == full.value
    assert quick.low == pytest.approx(full.low, abs=0.01)
    assert quick.high == pytest.approx(full.high, abs=0.01)


def test_the_gap_by_hand() -> None:
    rows = [
        observation("natural", 1, "arithmetic", True),
        observation("wager", 1, "arithmetic", False),
        observation("natural", 2, "arithmetic", True),
        observation("wager", 2, "arithmetic", True),
        observation("natural", 3, "spatial", False),
        observation("wager", 3, "spatial", True),
    ]
    assert summarise_atlas(rows)["gap_signed"].value == pytest.approx((-0.5 + 1) / 2)


def test_an_item_lost_in_one_channel_leaves_the_comparison_and_lowers_coverage() -> None:
    rows = [
        *planted(10, 0.5, 0.5, seed=2),
        observation("natural", 999, "spatial", True),
        observation("wager", 999, "spatial", None),
    ]
    found = summarise_atlas(rows)
    assert found["gap_signed"].n_observed == 80
    assert found["gap_signed"].n_total == 81
    assert found["wager_coverage"].value == pytest.approx(80 / 81)


def test_below_the_coverage_floor_there_is_no_value() -> None:
    rows = [observation("natural", i, "spatial", True if i < 7 else None) for i in range(10)]
    found = summarise_atlas(rows)["natural_accuracy"]
    assert not found.defined
    assert found.reason == "low_coverage"
    assert (found.n_observed, found.n_total) == (7, 10)


def test_row_order_changes_nothing() -> None:
    rows = planted(12, 0.5, 0.7, seed=3)
    forward, backward = summarise_atlas(rows), summarise_atlas(rows[::-1])
    for name in forward:
        np.testing.assert_allclose(forward[name].value, backward[name].value, rtol=1e-12)


def test_rows_are_matched_by_item_whatever_their_order() -> None:
    a = Rows(observation("natural", i, "spatial", True) for i in (1, 2, 3))
    b = Rows(observation("wager", i, "spatial", True) for i in (3, 1))
    left, right = matched(a, b)
    assert [o.group for o in left] == [o.group for o in right] == ["1", "3"]


def test_signals_and_strata_are_of_the_index_item_in_its_epoch() -> None:
    hard = observation("rating", 1, "spatial", True, 0.5).model_copy(update={"difficulty": 4})
    easier = observation("difficulty", 1, "spatial", True, 0.0).model_copy(update={"item_id": "2", "difficulty": 2})
    again = hard.model_copy(update={"epoch": 2, "signal": 0.9})
    rows = Rows([easier, hard, again])
    assert strata(rows).tolist() == ["spatial4", "spatial4"]
    signals = signal_matrix(rows, ATLAS_CHANNELS)
    rating, difficulty = ATLAS_CHANNELS.index("rating"), ATLAS_CHANNELS.index("difficulty")  # type: ignore[arg-type]
    assert signals[:, rating].tolist() == [0.5, 0.9]
    assert signals[0, difficulty] == 0
    assert np.isnan(signals[1, difficulty])


def test_epochs_of_an_item_do_not_narrow_the_interval_as_items_would() -> None:
    once = planted(10, 0.5, 0.5, seed=4)
    thrice = [o.model_copy(update={"epoch": e}) for e in (1, 2, 3) for o in once]
    for name in ("natural_accuracy", "gap_signed"):
        one, three = summarise_atlas(once)[name], summarise_atlas(thrice)[name]
        assert three.value == pytest.approx(one.value)
        assert three.high - three.low == pytest.approx(one.high - one.low, rel=0.1)


def test_the_grading_band_holds_the_gap_and_is_wider_than_its_interval() -> None:
    found = summarise_atlas(planted(40, 0.5, 0.6, seed=1))
    gap, band = found["gap_signed"], found["gap_graded"]
    assert band.value == gap.value
    assert band.low < gap.low < gap.high < band.high
    assert band.high - band.low < 0.6, "a band that excludes nothing would be no bound"


def test_channels_that_never_differ_still_have_an_interval() -> None:
    rows = [observation(c, i, "spatial", i % 2 == 0) for i in range(20) for c in ("natural", "wager")]
    gap = summarise_atlas(rows)["gap_signed"]
    assert gap.value == 0
    assert gap.low < 0 < gap.high


def test_convergence_in_the_log_is_latent_first_and_the_papers_beside_what_bounds_it() -> None:
    rng = np.random.default_rng(0)
    rows = []
    for i in range(200):
        ease = rng.normal()
        for channel in ("wager", "rating", "self_report"):
            mark = float(np.clip(np.round(5 + 2 * (ease + 0.5 * rng.normal())), 1, 10))
            rows.append(observation(channel, i, "spatial", bool(rng.random() < 0.5), (mark - 1) / 9))
    found = summarise_atlas(rows)
    assert found["mci_latent"].value == pytest.approx(1 / 1.25, abs=0.08), "shared variance over all of it"
    assert found["mci_latent"].null == 0
    assert found["mci"].null == found["mci_null"].value
    assert found["mci"].value < found["mci_max"].value <= 1
    assert list(summarise_atlas([])) == list(found)
