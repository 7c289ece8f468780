"""Variance components, shared ranks, norms and the trait-method table recover what was planted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mirror_inspect.stats.norms import multitrait_multimethod, self_knowledge_beyond_others, signal_beyond_others
from mirror_inspect.stats.reliability import item_reliability, ranks, retest_agreement, variance_components


def planned_design(rng, n_items, sd):
    """Three wordings spread over items, a tenth repeated at a second occasion under every wording in turn."""
    item = np.r_[np.arange(n_items), np.arange(n_items // 10)]
    occasion = np.r_[np.zeros(n_items, int), np.ones(n_items // 10, int)]
    wording = rng.integers(0, 3, len(item))
    parts = [rng.normal(0, s, k) for s, k in zip(sd, (n_items, 3, 2, len(item)), strict=True)]
    return parts[0][item] + parts[1][wording] + parts[2][occasion] + parts[3], item, wording, occasion


def test_components_are_unbiased_in_the_planned_design():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(150):
        c = variance_components(*planned_design(rng, 200, (0.3, 0.1, 0.1, 0.2)))
        found.append((c.item, c.wording, c.occasion, c.residual))
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / 150**0.5
    assert np.abs(mean - np.array([0.09, 0.01, 0.01, 0.04])) == pytest.approx(np.zeros(4), abs=float(4 * error.max()))


def test_the_share_between_items_has_an_interval_that_holds_the_planted_one():
    rng = np.random.default_rng(1)
    planted = 0.09 / (0.09 + 0.06)
    held = [item_reliability(*planned_design(rng, 200, (0.3, 0, 0, 0.06**0.5))) for _ in range(30)]
    assert sum(e.low <= planted <= e.high for e in held) >= 25
    assert all(0 <= e.low <= e.value <= e.high <= 1 for e in held)
    assert all((e.null, e.n_observed) == (0, 200) for e in held)


def test_what_comes_out_the_same_again_is_all_between_items_and_nothing_that_varies_has_no_share():
    item, other = np.repeat(np.arange(30), 2), np.zeros(60, int)
    same = item_reliability(item.astype(float), item, other, np.tile([0, 1], 30))
    assert (same.value, same.low, same.high) == pytest.approx((1, 1, 1), abs=1e-6)
    constant = item_reliability(np.ones(60), item, other, other)
    assert (constant.defined, constant.reason) == (False, "no_variation")
    once = item_reliability([1, 2, 3, 4], [0, 1, 2, 3], [0, 1, 0, 1], [0, 0, 0, 0])
    assert (once.defined, once.reason, once.n_observed) == (False, "no_repeats", 4)


def test_balanced_one_way_design_equals_analysis_of_variance():
    x = np.random.default_rng(1).normal(size=(30, 2)) + np.random.default_rng(2).normal(size=(30, 1))
    item = np.repeat(np.arange(30), 2)
    c = variance_components(x.ravel(), item, np.zeros(60, int), np.zeros(60, int))
    within = ((x - x.mean(axis=1, keepdims=True)) ** 2).sum() / 30
    between = 2 * x.mean(axis=1).var(ddof=1)
    assert c.residual == pytest.approx(within)
    assert c.item == pytest.approx((between - within) / 2)
    assert c.sem(n_items=4) == pytest.approx((within / 4) ** 0.5)


def test_without_repeats_components_are_undefined():
    c = variance_components([1, 2, 3, 4], [0, 1, 2, 3], [0, 1, 0, 1], [0, 0, 0, 0])
    assert c.reason == "no_repeats"
    assert np.isnan(c.item)


def test_subjects_within_two_errors_share_a_rank():
    assert ranks([0.9, 0.85, 0.6, float("nan")], [0.03] * 4) == (1, 1, 3, 4)
    with pytest.raises(ValueError, match="lengths"):
        ranks([1.0], [])


def test_retest_kappa_by_hand():
    # Agreement .75, both halves one half ones: (.75 - .5) / .5.
    assert retest_agreement([1, 1, 0, 0, 1, 1, 0, 0], [1, 1, 0, 0, 1, 0, 1, 0]).value == pytest.approx(0.5)
    assert retest_agreement([1, 1], [1, 1]).reason == "one_class"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1000))
def test_left_out_prediction_equals_refitting_without_the_item(seed):
    rng = np.random.default_rng(seed)
    x, s = rng.random((12, 1)), rng.random(12)
    ours = signal_beyond_others(s, x).predicted
    for i in range(12):
        keep = np.arange(12) != i
        assert ours[i] == pytest.approx(np.polyval(np.polyfit(x[keep, 0], s[keep], 1), x[i, 0]), abs=1e-8)


def shared_difficulty(rng, private):
    ease, own = rng.normal(size=600), rng.normal(size=600)
    chance = 1 / (1 + np.exp(-2 * ease))
    others = rng.binomial(1, chance[:, None], (600, 60))
    correct = rng.binomial(1, 1 / (1 + np.exp(-2 * ease - 2 * own)))
    return chance + private * own * 0.2, correct, others


def test_a_subject_that_knows_only_what_is_hard_for_all_has_nothing_beyond_others():
    rng = np.random.default_rng(5)
    general = self_knowledge_beyond_others(*shared_difficulty(rng, 0.0), n_resamples=500)
    own = self_knowledge_beyond_others(*shared_difficulty(rng, 1.0), n_resamples=500)
    assert general.low < 0.05
    assert general.value < 0.1
    assert own.low > 0.3


def test_channels_that_share_a_trait_beat_reply_length():
    rng = np.random.default_rng(6)
    trait = rng.normal(size=300)
    channels = {name: trait + rng.normal(size=300) for name in "abc"}
    channels["c"][:20] = np.nan
    table = multitrait_multimethod(channels, {"length": rng.normal(size=300)}, n_resamples=300)
    assert table.convergent.value == pytest.approx(0.48, abs=0.1)
    assert table.advantage.low > 0
    assert table.correlation.shape == (4, 4)
    empty = multitrait_multimethod({"a": np.ones(20), "b": np.arange(20.0)}, {})
    assert empty.convergent.reason == "no_pair"
