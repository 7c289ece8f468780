"""The table of Experiment 1 agrees with the function of each construct and resamples whole items."""

import math

import numpy as np
import pytest
from scipy import stats

from mirror_inspect.metrics.atlas import atlas, row
from mirror_inspect.metrics.control import confident_error_rate
from mirror_inspect.metrics.gap import gap_abs, gap_signed
from mirror_inspect.stats.resampling import bca_many

GRIDS = {"wager": 10, "opt_out": 2, "natural": 5, "rating": 10, "self_report": 101}


def observations(n_items=160, repeats=16, seed=0):
    rng = np.random.default_rng(seed)
    item = np.r_[np.arange(n_items), np.arange(repeats)]
    epoch = np.r_[np.zeros(n_items, int), np.ones(repeats, int)]
    ease = rng.normal(size=n_items)[item]
    rows = {"item": [], "domain": [], "channel": [], "correct": [], "signal": [], "epoch": []}
    for channel, k in GRIDS.items():
        z = ease + rng.normal(size=len(item))
        correct = (z + rng.normal(size=len(item)) > 0).astype(float)
        signal = np.floor(k / (1 + np.exp(-z))).clip(0, k - 1) / (k - 1)
        columns = (item, item % 8, np.full(len(item), channel), correct, signal, epoch)
        for name, column in zip(rows, columns, strict=True):
            rows[name].append(column)
    return {name: np.concatenate(columns) for name, columns in rows.items()}


def of(table, channel, *columns):
    return [table[c][table["channel"] == channel] for c in columns]


def test_values_equal_peers_and_the_functions_of_each_construct():
    metrics = pytest.importorskip("sklearn.metrics")
    table = observations()
    found = atlas(**table, n_resamples=0)
    for channel in ("wager", "self_report"):
        c, y = of(table, channel, "signal", "correct")
        a = y.mean()
        assert row(found, "auroc", channel).value == pytest.approx(metrics.roc_auc_score(y, c))
        assert row(found, "brier", channel).value == pytest.approx(metrics.brier_score_loss(y, c))
        assert row(found, "overconfidence", channel).value == pytest.approx(c.mean() - a)
        parts = [row(found, m, channel).value for m in ("reliability", "resolution", "brier")]
        assert parts[0] - parts[1] + a * (1 - a) == pytest.approx(parts[2], abs=1e-12)
        auroc = row(found, "auroc", channel).value
        augrc = (1 - auroc) * a * (1 - a) + (1 - a) ** 2 / 2
        assert row(found, "augrc", channel).value == pytest.approx(augrc, abs=1e-12)
    first = table["epoch"] == 0
    nat, dom = (v[first[table["channel"] == "natural"]] for v in of(table, "natural", "correct", "domain"))
    wag = of(table, "wager", "correct")[0][:160]
    once = {name: column[first] for name, column in table.items()}
    unrepeated = atlas(**once, n_resamples=0)
    assert row(unrepeated, "gap_signed", "natural-wager").value == pytest.approx(
        gap_signed(nat, wag, dom, n_resamples=0).value
    )
    assert row(unrepeated, "gap_abs", "natural-wager").value == pytest.approx(
        gap_abs(nat, wag, dom, n_resamples=0).value
    )


def test_area_under_the_risk_coverage_curve_averages_over_tie_orders():
    rng = np.random.default_rng(1)
    c, y = rng.integers(0, 3, 30) / 2, rng.integers(0, 2, 30).astype(float)
    areas = []
    for _ in range(4000):
        order = np.lexsort((rng.random(30), -c))
        areas.append((np.cumsum(1 - y[order]) / np.arange(1, 31)).mean())
    found = atlas(np.arange(30), ["d"] * 30, ["rating"] * 30, y, c, n_resamples=0)
    assert row(found, "aurc", "rating").value == pytest.approx(np.mean(areas), abs=0.003)
    # Coverage .5 needs the two upper classes or one of them; whole ties only.
    accepted = c >= np.sort(c)[::-1][14]
    assert row(found, "risk@.5", "rating").value == pytest.approx(1 - y[accepted].mean())


def test_convergence_is_the_mean_of_spearman_over_pairs_of_the_same_epoch():
    table = observations()
    signals = [of(table, channel, "signal")[0] for channel in sorted(GRIDS)]
    rho = [stats.spearmanr(a, b).statistic for i, a in enumerate(signals) for b in signals[i + 1 :]]
    found = atlas(**table, n_resamples=0)
    assert row(found, "mci").value == pytest.approx(np.mean(rho))
    assert row(found, "rho", "natural-opt_out").value == pytest.approx(
        stats.spearmanr(*(of(table, c, "signal")[0] for c in ("natural", "opt_out"))).statistic
    )


def test_skips_and_confident_errors_by_hand():
    item = np.tile(np.arange(4), 3)
    channel = np.repeat(["natural", "opt_out", "wager"], 4)
    correct = np.r_[[1, 0, 0, 0], [1, np.nan, np.nan, 0], [1, 0, 1, 0]]
    signal = np.r_[[np.nan] * 4, [1, 0, 0, 1], [1.0, 6 / 9, 5 / 9, 0.0]]
    found = atlas(item, ["d"] * 12, channel, correct, signal, n_resamples=0)
    # Skipped: both wrong; answered: one of two wrong.
    assert row(found, "skip_error_alignment", "opt_out-natural").value == pytest.approx(0.5)
    # Bets of 7 or more: 10 (right) and 7 (wrong).
    assert row(found, "confident_error", "wager").value == pytest.approx(0.5)


def test_intervals_resample_items_with_their_repeats():
    table = observations()
    c, y, item = of(table, "rating", "signal", "correct", "item")
    squares = np.zeros((160, 2))
    np.add.at(squares, item, np.c_[(c - y) ** 2, np.ones(len(y))])
    (reference,) = bca_many(squares, lambda s: s[:, 0] / s[:, 1], n_resamples=20_000)
    e = row(atlas(**table, n_resamples=4000), "brier", "rating")
    assert (e.low, e.high) == pytest.approx((reference.low, reference.high), abs=0.004)


def test_row_order_and_threads_do_not_matter():
    table = observations()
    order = np.random.default_rng(3).permutation(len(table["item"]))
    a = atlas(**table, n_resamples=200)
    b = atlas(**{k: v[order] for k, v in table.items()}, n_resamples=200, threads=2)
    for x, y in zip(a, b, strict=True):
        assert (x.metric, x.channel, x.domain) == (y.metric, y.channel, y.domain)
        for end in ("value", "low", "high"):
            assert getattr(x.estimate, end) == pytest.approx(getattr(y.estimate, end), abs=1e-9, nan_ok=True)


def test_missing_is_left_out_and_one_class_is_undefined(recwarn):
    n = 40
    correct = np.ones(n)
    correct[:5] = np.nan
    found = atlas(np.arange(n), ["d"] * n, ["rating"] * n, correct, np.linspace(0, 1, n), n_resamples=100)
    assert row(found, "accuracy", "rating", "d").value == 1.0
    area = row(found, "auroc", "rating")
    assert math.isnan(area.value)
    assert area.reason == "undefined"
    assert math.isnan(row(found, "aurc", "rating").value)
    assert math.isnan(row(found, "mci").value)
    assert atlas([], [], [], [], []) == ()
    assert not recwarn.list


def test_bad_tables_raise():
    good = ([0, 1], ["a", "b"], ["wager", "wager"], [1, 0], [0.5, 0.5])
    for position, bad, message in [
        (3, [2, 0], r"\[0, 1\]"),
        (3, [0.5, 0], "only 0, 1"),
        (4, [1.5, 0], r"\[0, 1\]"),
        (4, np.array([None, 0], dtype=object), "numbers"),
        (1, ["a"], "length"),
        (0, [0, 0], "two domains"),
    ]:
        with pytest.raises(ValueError, match=message):
            atlas(*(bad if i == position else v for i, v in enumerate(good)))
    with pytest.raises(ValueError, match="twice"):
        atlas([0, 0], ["a", "a"], ["wager", "wager"], [1, 0], [0.5, 0.5])
    with pytest.raises(KeyError):
        row(atlas(*good, n_resamples=0), "nothing")


def test_high_bets_are_held_against_the_errors_of_all_bets():
    # Four high bets, one wrong; six low ones, three wrong.
    bet, wrong = [9, 9, 8, 7, 1, 2, 3, 4, 5, 6], [1, 0, 0, 0, 1, 1, 1, 0, 0, 0]
    found = confident_error_rate(bet, wrong)
    assert (found.value, found.null) == (0.25, 0.4)
    assert found.p == pytest.approx(stats.fisher_exact([[1, 3], [3, 3]]).pvalue)
    assert math.isnan(confident_error_rate([9, 8], [1, 0]).p), "nothing to compare with"
    again = confident_error_rate(bet * 2, wrong * 2, clusters=list(range(10)) * 2)
    assert (again.null, again.p) == (found.null, pytest.approx(found.p))
