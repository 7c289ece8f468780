"""A probe finds a planted direction, finds nothing where there is nothing, and never saw the group it is tested on."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from mirror_inspect.metrics.fold_areas import dealt, fold_auroc
from mirror_inspect.metrics.probe import Probes, group_folds, probe, refit_null

GROUPS = np.repeat([f"s{i:02d}" for i in range(40)], 50)
DOMAINS = np.repeat([f"d{i}" for i in range(8)], 250)


def planted(
    rng: np.random.Generator, *, n: int = 2000, width: int = 32, strength: float = 1.5
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States in which one direction carries the log-odds of being right, those odds, and the outcomes."""
    states = rng.normal(size=(n, width))
    direction = rng.normal(size=width)
    odds = strength * states @ direction / np.linalg.norm(direction)
    return states, odds, (rng.random(n) < 1 / (1 + np.exp(-odds))).astype(float)


def test_a_planted_direction_is_found_within_three_hundredths_of_its_area() -> None:
    rng = np.random.default_rng(1)
    states, odds, correct = planted(rng)
    noise = rng.normal(size=states.shape)
    found = probe([noise, states], correct, GROUPS, blocks=DOMAINS)
    assert isinstance(found, Probes)
    area = fold_auroc(found.best.scores, correct, found.best.folds, clusters=GROUPS, fitted=True)
    truth = fold_auroc(odds, correct, found.best.folds).value
    assert truth == pytest.approx(roc_auc_score(correct, odds), abs=0.01)
    assert abs(area.value - truth) < 0.03
    assert area.low < truth < area.high + 0.03
    assert set(found.best.layers) == {1}, "the layer that carries it is chosen in every fold, inside the training part"


def test_states_that_carry_nothing_stay_at_one_half() -> None:
    rng = np.random.default_rng(2)
    correct = (rng.random(2000) < 0.6).astype(float)
    found = probe([rng.normal(size=(2000, 32))], correct, GROUPS, blocks=DOMAINS)
    assert isinstance(found, Probes)
    area = fold_auroc(found.best.scores, correct, found.best.folds, clusters=GROUPS, fitted=True)
    assert area.low <= 0.5 <= area.high
    assert abs(area.value - 0.5) < 0.04


def test_base_rates_that_differ_between_groups_do_not_push_a_probe_of_noise_below_one_half() -> None:
    """Pooled over folds, the offsets of the fits anti-correlate with the outcomes they are tested on."""
    rng = np.random.default_rng(3)
    rate = rng.uniform(0.1, 0.9, size=40)
    areas, pooled = [], []
    for _ in range(4):
        correct = (rng.random(400) < np.repeat(rate, 10)).astype(float)
        found = probe([rng.normal(size=(400, 8))], correct, np.repeat(np.arange(40), 10))
        assert isinstance(found, Probes)
        areas.append(fold_auroc(found.best.scores, correct, found.best.folds).value)
        pooled.append(roc_auc_score(correct, found.best.scores))
    assert abs(np.mean(areas) - 0.5) < 0.05
    assert np.mean(pooled) < np.mean(areas)


def test_a_topic_that_gives_the_answer_away_is_no_knowledge_of_the_answer() -> None:
    """The states name the subcategory and nothing else; held-out subcategories are new directions to the probe."""
    rng = np.random.default_rng(4)
    rate = np.where(np.arange(40) % 2, 0.95, 0.05)
    correct = (rng.random(800) < np.repeat(rate, 20)).astype(float)
    states = np.repeat(rng.normal(size=(40, 200)), 20, axis=0) + 0.01 * rng.normal(size=(800, 200))
    groups = np.repeat(np.arange(40), 20)
    found = probe([states], correct, groups)
    assert isinstance(found, Probes)
    area = fold_auroc(found.best.scores, correct, found.best.folds, clusters=groups, fitted=True)
    assert area.low < 0.5 < area.high


def test_no_group_is_on_both_sides_and_every_fold_sees_every_domain() -> None:
    folds = group_folds(GROUPS, blocks=DOMAINS, seed=5)
    for name in np.unique(GROUPS):
        assert len(set(folds[name == GROUPS])) == 1
    for fold in range(5):
        assert len(set(DOMAINS[folds == fold])) == 8


def test_more_units_than_items_give_the_fit_of_a_peer() -> None:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    from mirror_inspect.metrics.probe import _fit_predict

    rng = np.random.default_rng(6)
    x, new = rng.normal(size=(40, 90)), rng.normal(size=(7, 90))
    y = (x[:, 0] > 0).astype(float)
    peer = make_pipeline(StandardScaler(), LogisticRegression(C=0.01, tol=1e-8, max_iter=5000)).fit(x, y)
    np.testing.assert_allclose(_fit_predict(x, y, new, 0.01), peer.decision_function(new), atol=2e-3)


def test_refits_on_dealt_outcomes_centre_on_one_half_and_tell_the_planted_area_apart() -> None:
    rng = np.random.default_rng(7)
    states, _, correct = planted(rng, n=400, width=8)
    groups = np.repeat(np.arange(20), 20)
    found = probe([states], correct, groups)
    assert isinstance(found, Probes)
    null = refit_null([states], correct, groups, found.best, n_permutations=19)
    assert abs(null.mean() - 0.5) < 0.04
    area = fold_auroc(found.best.scores, correct, found.best.folds, fitted=True, null_areas=null)
    assert area.p == pytest.approx(1 / 20)


def topics(rng: np.random.Generator, *, width: int = 4) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States that name the topic and nothing else, topics that differ in how many are right, and the topics."""
    groups = np.repeat(np.arange(20), 10)
    correct = (rng.random(200) < np.repeat(rng.uniform(0.1, 0.9, size=20), 10)).astype(float)
    states = np.repeat(rng.normal(size=(20, width)), 10, axis=0) + 0.3 * rng.normal(size=(200, width))
    return states, correct, groups


def test_areas_of_topics_vary_as_much_as_deals_of_whole_topics_say_and_more_than_shuffles_of_items_say() -> None:
    rng = np.random.default_rng(10)
    areas, by_topic, by_item = [], [], []
    for _ in range(12):
        states, correct, groups = topics(rng)
        found = probe([states], correct, groups)
        assert isinstance(found, Probes)
        areas.append(fold_auroc(found.best.scores, correct, found.best.folds).value)
        by_topic += list(refit_null([states], correct, groups, found.best, n_permutations=8))
        by_item += list(refit_null([states], correct, np.arange(200), found.best, n_permutations=8))
    assert np.std(by_topic) > 1.5 * np.std(by_item)
    assert 0.6 < np.std(areas) / np.std(by_topic) < 1.6


def test_the_control_shows_a_procedure_that_has_seen_the_topic() -> None:
    """Split by item instead of by topic, a probe remembers how a topic went, whoever its outcomes are."""
    rng = np.random.default_rng(11)
    states, correct, groups = topics(rng, width=24)
    areas: dict[str, list[float]] = {"leaking": [], "sound": []}
    for _ in range(5):
        given_away = dealt(correct, groups, rng)
        for name, unit in (("leaking", np.arange(200)), ("sound", groups)):
            found = probe([states], given_away, unit)
            assert isinstance(found, Probes)
            areas[name].append(fold_auroc(found.best.scores, given_away, found.best.folds).value)
    assert np.mean(areas["leaking"]) > 0.6
    assert abs(np.mean(areas["sound"]) - 0.5) < 0.08


def test_calibrated_odds_are_those_of_the_outcomes_and_keep_the_order_of_the_scores() -> None:
    rng = np.random.default_rng(12)
    states, odds, correct = planted(rng, n=1000, width=8)
    groups = np.repeat(np.arange(40), 25)
    found = probe([states], correct, groups)
    assert isinstance(found, Probes)
    slope = np.polyfit(odds, found.best.odds, 1)[0]
    assert 0.7 < slope < 1.3
    for fold in range(5):
        here = found.best.folds == fold
        assert (np.argsort(found.best.scores[here]) == np.argsort(found.best.odds[here])).all()
    chosen = found.best.odds > 0
    assert abs(chosen.mean() - (odds > 0).mean()) < 0.1
    assert correct[chosen].mean() > 0.65
    assert correct[~chosen].mean() < 0.35


def test_odds_of_noise_are_those_of_the_share_right() -> None:
    rng = np.random.default_rng(13)
    correct = (rng.random(400) < 0.8).astype(float)
    found = probe([rng.normal(size=(400, 8))], correct, np.repeat(np.arange(40), 10))
    assert isinstance(found, Probes)
    assert (found.best.odds > 0).mean() > 0.95


@pytest.mark.parametrize(
    ("correct", "groups", "reason"),
    [
        (np.ones(60), np.arange(60), "under_20_wrong"),
        (np.tile([0.0, 1.0], 30), np.zeros(60), "too_few_groups"),
        (np.tile([0.0, 1.0], 10), np.arange(20), "under_20_right;under_20_wrong"),
    ],
)
def test_what_cannot_be_fitted_says_why(correct: np.ndarray, groups: np.ndarray, reason: str) -> None:
    assert probe([np.zeros((len(correct), 3))], correct, groups) == reason


def test_states_of_another_length_or_with_holes_are_refused() -> None:
    y, groups = np.tile([0.0, 1.0], 30), np.arange(60)
    with pytest.raises(ValueError, match="lengths differ"):
        probe([np.zeros((59, 3))], y, groups)
    with pytest.raises(ValueError, match="finite"):
        probe([np.full((60, 3), np.nan)], y, groups)
