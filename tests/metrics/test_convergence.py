"""Convergence of channels: planted latent agreement comes back whatever the base rates and the shared difficulty."""

import math

import numpy as np
import pytest
from scipy.stats import kendalltau, multivariate_normal, norm, spearmanr

from mirror_inspect.metrics.convergence import kendall, leave_one_out, mci, mci_latent, mci_max, rank_residual
from mirror_inspect.metrics.latent import categories
from mirror_inspect.metrics.polychoric import bivariate_upper, tetrachoric

NAN = math.nan
CUTS = (None, 0.0, 0.5, -0.7, None)


def channels(n, rho, rng, difficulty=0.0, n_strata=40):
    stratum = rng.integers(0, n_strata, n)
    shared = difficulty * rng.standard_normal(n_strata)[stratum]
    latent = rho**0.5 * rng.standard_normal((n, 1)) + (1 - rho) ** 0.5 * rng.standard_normal((n, len(CUTS)))
    latent += shared[:, None]
    marks = [
        np.ceil(10 * norm.cdf(x)) if cut is None else (x > cut) * 1.0 for x, cut in zip(latent.T, CUTS, strict=True)
    ]
    return np.column_stack(marks), stratum


def test_bivariate_normal_is_scipys():
    rng = np.random.default_rng(0)
    for _ in range(60):
        h, k, r = rng.normal(0, 1.5), rng.normal(0, 1.5), rng.uniform(-0.99, 0.99)
        peer = multivariate_normal.cdf([-h, -k], [0, 0], [[1, r], [r, 1]])
        assert float(bivariate_upper(np.array(h), np.array(k), np.array(r))) == pytest.approx(peer, abs=1e-13)


def test_tetrachoric_closed_form_and_empty_cells():
    assert tetrachoric(400, 100, 100, 400)[0] == pytest.approx(math.sin(2 * math.pi * 0.15), abs=1e-8)
    assert tetrachoric(100, 400, 400, 100)[0] == pytest.approx(-math.sin(2 * math.pi * 0.15), abs=1e-8)
    assert tetrachoric(250, 250, 250, 250)[0] == pytest.approx(0, abs=1e-8)
    assert math.isnan(tetrachoric(50, 50, 0, 0)[0])
    half = tetrachoric(50.5, 0.5, 10.5, 40.5, zero="none")[0]
    assert tetrachoric(50, 0, 10, 40)[0] == pytest.approx(half)
    assert tetrachoric(50, 0, 10, 40, zero="margin")[0] == pytest.approx(tetrachoric(49.5, 0.5, 10.5, 39.5)[0])
    assert tetrachoric(50, 0, 10, 40, zero="none")[0] == 0.999
    with pytest.raises(ValueError, match="counts"):
        tetrachoric(-1, 1, 1, 1)


def test_tetrachoric_recovers_with_the_known_spread():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((2, 200, 1000))
    a, b = x[0] > norm.ppf(0.2), 0.5 * x[0] + math.sqrt(0.75) * x[1] > norm.ppf(0.4)
    got = tetrachoric((a & b).sum(1), (a & ~b).sum(1), (~a & b).sum(1), (~a & ~b).sum(1))
    assert got.mean() == pytest.approx(0.5, abs=0.015)
    assert got.std() == pytest.approx(0.044, abs=0.01)


def test_mci_is_the_mean_spearman_of_common_items():
    rng = np.random.default_rng(2)
    table, _ = channels(80, 0.5, rng)
    table[rng.random(table.shape) < 0.2] = NAN
    peers, taus = [], []
    for a in range(5):
        for b in range(a + 1, 5):
            both = table[~np.isnan(table[:, [a, b]]).any(axis=1)]
            peers.append(spearmanr(both[:, a], both[:, b]).statistic)
            taus.append(kendalltau(both[:, a], both[:, b]).statistic)
    assert mci(table).value == pytest.approx(np.mean(peers), abs=1e-12)
    assert kendall(table).value == pytest.approx(np.mean(taus), abs=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.8])
@pytest.mark.parametrize("difficulty", [0.0, 1.0])
def test_latent_convergence_comes_back_within_strata(rho, difficulty):
    rng = np.random.default_rng(3)
    got = []
    for _ in range(8):
        table, stratum = channels(400, rho, rng, difficulty)
        got.append(mci_latent(table, strata=stratum))
    values = [g.value for g in got]
    assert np.mean(values) == pytest.approx(rho, abs=0.035)
    assert np.mean([(g.high - g.low) / 4.19 for g in got]) == pytest.approx(np.std(values), rel=0.9)
    if rho > 0:
        assert all(g.p < 0.05 for g in got)


def test_shared_difficulty_alone_is_what_the_null_says():
    rng = np.random.default_rng(4)
    table, stratum = channels(800, 0.0, rng, difficulty=1.0, n_strata=20)
    got = mci(table, strata=stratum)
    assert got.value > 0.25
    assert got.value == pytest.approx(got.null, abs=0.04)
    assert mci(table).null == pytest.approx(0, abs=1e-12)


@pytest.mark.slow
def test_p_has_its_size_within_strata():
    rng = np.random.default_rng(5)
    latent, plain = 0, 0
    for _ in range(120):
        table, stratum = channels(150, 0.0, rng, difficulty=1.0, n_strata=10)
        latent += mci_latent(table, strata=stratum).p < 0.05
        plain += mci(table, strata=stratum).p < 0.05
    assert latent <= 14
    assert plain <= 14


def test_exact_permutation_moments():
    rng = np.random.default_rng(6)
    table, stratum = channels(60, 0.3, rng, difficulty=1.0, n_strata=4)
    table = table[:, :2]
    got = mci(table, strata=stratum)
    draws = []
    for _ in range(1500):
        moved = table[:, 1].copy()
        for s in range(4):
            inside = np.flatnonzero(stratum == s)
            moved[inside] = moved[rng.permutation(inside)]
        draws.append(spearmanr(table[:, 0], moved).statistic)
    assert got.null == pytest.approx(np.mean(draws), abs=0.01)
    z = abs(got.value - np.mean(draws)) / np.std(draws)
    assert norm.isf(got.p / 2) == pytest.approx(z, rel=0.08)


def test_base_rates_alone_cap_the_index():
    rng = np.random.default_rng(7)
    x = rng.standard_normal(4000)
    table = np.column_stack([x > -1.2, x > 1.2]) * 1.0
    top = mci_max(table).value
    p, q = norm.cdf(1.2), norm.cdf(-1.2)
    assert top == pytest.approx(math.sqrt(q * (1 - p) / (p * (1 - q))), abs=0.02)
    assert mci(table).value == pytest.approx(top)


def test_categories_do_not_split_ties_and_stay_within_five():
    rng = np.random.default_rng(8)
    column = np.ceil(10 * rng.beta(4, 2, 300))
    codes = categories(column[:, None])[:, 0]
    assert codes.max() <= 4
    assert all(len(set(codes[column == v])) == 1 for v in np.unique(column))
    assert (np.diff([codes[column == v][0] for v in np.unique(column)]) >= 0).all()
    assert categories(np.array([[NAN], [1.0], [0.0]]))[:, 0].tolist() == [-1, 1, 0]


def test_leaving_out_the_odd_channel_raises_the_index():
    rng = np.random.default_rng(9)
    table, _ = channels(300, 0.7, rng)
    table[:, 2] = rng.random(300) > 0.5
    without = [e.value for e in leave_one_out(table)]
    assert int(np.argmax(without)) == 2
    assert without[2] == pytest.approx(mci(np.delete(table, 2, axis=1)).value)


def test_row_order_does_not_matter():
    rng = np.random.default_rng(10)
    table, stratum = channels(200, 0.4, rng, 0.5, 8)
    table[rng.random(table.shape) < 0.1] = NAN
    o = rng.permutation(200)
    for metric in (mci, mci_latent):
        a, b = metric(table, strata=stratum), metric(table[o], strata=stratum[o])
        assert (a.value, a.low, a.high, a.p) == pytest.approx((b.value, b.low, b.high, b.p), abs=1e-7)


@pytest.mark.filterwarnings("error")
def test_dropped_pairs_are_listed_and_a_constant_converges_with_nothing():
    rng = np.random.default_rng(11)
    table, stratum = channels(200, 0.5, rng)
    table[:, 1] = 0.6
    got = mci(table)
    assert got.reason == "dropped:0-1,1-2,1-3,1-4"
    table[:, 1] = 0
    table[:15, 1] = 1
    assert mci_latent(table).reason == "dropped:0-1,1-2,1-3,1-4"
    assert mci_latent(table, strata=stratum).defined
    constant = np.full((50, 3), 0.6)
    for metric in (mci, mci_latent, mci_max, kendall):
        assert metric(constant).reason == "no_pairs"
        assert math.isnan(metric(constant).value)
        assert metric(np.empty((0, 4))).reason == "no_pairs"
        assert metric([]).reason == "no_pairs"
        assert metric(np.full((30, 2), NAN)).reason == "no_pairs"
    assert mci_latent(table, strata=np.arange(200)).reason == "singleton_strata"


@pytest.mark.parametrize("bad", [[0.1, 0.2], np.array([[1, None]], dtype=object), [[math.inf, 1.0]], [["a", "b"]]])
def test_bad_input_is_an_error(bad):
    for metric in (mci, mci_latent, mci_max, kendall):
        with pytest.raises(ValueError, match=r"."):
            metric(bad)
    with pytest.raises(ValueError, match="lengths"):
        mci(np.zeros((3, 2)), strata=[1, 2])


def test_partner_level_is_taken_off():
    got = rank_residual([0.1, 0.3, 0.2, 0.4], [1, 1, 2, 2])
    # ranks 1, 3, 2, 4 over 5; level means .4 and .6
    assert got.tolist() == pytest.approx([-0.2, 0.2, -0.2, 0.2])
    assert len(rank_residual([], [])) == 0
