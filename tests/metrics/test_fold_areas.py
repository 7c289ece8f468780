"""Areas within folds by hand and by a peer, their intervals, and what they are when whole groups change outcomes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from mirror_inspect.metrics.fold_areas import dealt, fold_auroc, fold_auroc_difference, shuffle_null

GROUPS = np.repeat([f"s{i:02d}" for i in range(40)], 50)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.integers(0, 99))
def test_every_group_gets_the_outcomes_of_one_group_and_every_group_gives_its_own_once(
    sizes: list[int], seed: int
) -> None:
    groups = np.repeat(np.arange(len(sizes)), sizes)
    out = dealt(groups.astype(float), groups, np.random.default_rng(seed))
    givers = [set(out[groups == g]) for g in range(len(sizes))]
    assert all(len(g) == 1 for g in givers)
    assert sorted(next(iter(g)) for g in givers) == list(range(len(sizes)))


def test_groups_of_one_size_keep_their_outcomes_and_only_turn_their_order() -> None:
    groups = np.array([0, 1, 0, 1, 0, 1])
    correct = np.array([1.0, 0, 1, 0, 0, 0])
    seen = {tuple(dealt(correct, groups, np.random.default_rng(s))) for s in range(60)}
    # Two groups change places or not, and 1 1 0 stands in any of three turns.
    assert len(seen) == 6
    assert all(sum(s) == 2 for s in seen)


def test_the_best_of_many_layers_of_noise_is_not_significant() -> None:
    rng = np.random.default_rng(8)
    correct = (rng.random(300) < 0.5).astype(float)
    columns = [rng.normal(size=300) for _ in range(12)]
    folds = np.arange(300) % 5
    null = shuffle_null(columns, correct, folds, np.arange(300), n_permutations=499)
    best = max(fold_auroc(c, correct, folds).value for c in columns)
    assert null.shape == (499, 12)
    assert abs(null.mean() - 0.5) < 0.01
    assert (null.max(axis=1) >= best).mean() > 0.05


def test_two_areas_on_the_same_items_by_hand() -> None:
    correct = np.array([1, 1, 0, 0], dtype=float)
    assert fold_auroc([3, 1, 2, 0], correct, [0] * 4).value == 0.75
    assert fold_auroc([1, 1, 1, 1], correct, [0] * 4).value == 0.5
    # Two folds of one pair each: 1 and 0, weighted alike.
    assert fold_auroc([2, 0, 1, 3], [1, 0, 0, 0], [0, 0, 0, 0]).value == pytest.approx(2 / 3)
    assert fold_auroc([2, 1, 1, 2], [1, 0, 1, 0], [0, 0, 1, 1]).value == 0.5
    same = fold_auroc_difference((correct, correct), (correct, correct), [0] * 4, clusters=[0, 1, 2, 3])
    assert same.value == 0


def test_a_difference_of_areas_covers_what_was_planted() -> None:
    rng = np.random.default_rng(9)
    odds = 1.5 * rng.normal(size=2000)
    correct = (rng.random(2000) < 1 / (1 + np.exp(-odds))).astype(float)
    folds = np.arange(2000) // 50 % 5
    coin = rng.random(2000)
    found = fold_auroc_difference((odds, correct), (coin, correct), folds, clusters=GROUPS)
    assert found.low < roc_auc_score(correct, odds) - 0.5 < found.high
    assert found.low > 0.2


def test_areas_of_groups_that_differ_have_the_interval_of_their_spread() -> None:
    """Three groups of one pair each: areas 1, 1 and 0, mean 2/3, t interval with two degrees of freedom."""
    scores, correct = [1, 0, 1, 0, 0, 1], [1, 0, 1, 0, 1, 0]
    groups = [0, 0, 1, 1, 2, 2]
    found = fold_auroc(scores, correct, groups, clusters=groups, sampled=True)
    assert found.value == pytest.approx(2 / 3)
    spread = np.std([1, 1, 0], ddof=1) / 3**0.5
    half = 4.302652729911275 * spread
    assert (found.low, found.high) == pytest.approx((max(0, 2 / 3 - half), min(1, 2 / 3 + half)))
    assert fold_auroc(scores, correct, groups, clusters=groups).reason == "no_variation"


def test_deals_that_leave_no_pair_are_left_out_of_the_p_value() -> None:
    scores, correct, folds = [3, 1, 2, 0], [1, 1, 0, 0], [0, 0, 0, 0]
    with_gaps = fold_auroc(scores, correct, folds, null_areas=[0.5, np.nan, 0.9, np.nan])
    assert with_gaps.p == fold_auroc(scores, correct, folds, null_areas=[0.5, 0.9]).p == pytest.approx(2 / 3)
    alone = shuffle_null([np.array([1.0, 2.0])], [1, 0], [0, 1], [0, 1], n_permutations=3)
    assert np.isnan(alone).all()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=4, max_size=40))
def test_within_one_fold_the_area_is_that_of_a_peer(rows: list[tuple[int, bool]]) -> None:
    scores, correct = [float(s) for s, _ in rows], [float(c) for _, c in rows]
    found = fold_auroc(scores, correct, [0] * len(rows))
    if len(set(correct)) == 1:
        assert found.reason == "one_class"
    else:
        assert found.value == pytest.approx(roc_auc_score(correct, scores))
        turned = fold_auroc([-s for s in scores], correct, [0] * len(rows))
        assert turned.value == pytest.approx(1 - found.value)
