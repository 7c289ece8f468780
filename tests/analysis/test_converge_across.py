"""Correlations over domains, subcategories and subjects: by a peer library, by hand, and where nothing is there."""

import numpy as np
import pytest
from scipy import stats
from synthetic import component, single, subject

from mirror_inspect.analysis.across import across_subjects, dissociation, wilcoxon_across
from mirror_inspect.analysis.converge import gap_and_failure, paradigm_convergence, partial_spearman, spearman
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.taxonomy import SUBCATEGORIES, Channel, Domain


def test_spearman_agrees_with_scipy_and_its_p_is_exact_on_few_points() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.random(30), rng.random(30)
    assert spearman(x, y, few="few").value == pytest.approx(stats.spearmanr(x, y).statistic)
    assert spearman(x, y, few="few").p == pytest.approx(stats.spearmanr(x, y).pvalue)
    # Six points in perfect order: two of 720 orders are as extreme.
    assert spearman(range(6), range(6), few="few").p == pytest.approx(2 / 720)
    assert spearman(range(4), range(4), few="few").reason == "few"
    assert spearman(range(6), [1] * 6, few="few").reason == "constant"


def test_the_partial_correlation_removes_what_accuracy_explains() -> None:
    rng = np.random.default_rng(1)
    accuracy = rng.random(200)
    gap, failing = -accuracy + 0.3 * rng.random(200), -accuracy + 0.3 * rng.random(200)
    assert spearman(gap, failing, few="few").value > 0.8
    assert abs(partial_spearman(gap, failing, accuracy, few="few").value) < 0.2


def failing(share: dict[Domain, int], paradigm: str) -> list:
    return [
        component(f"{d}{i}", paradigm=paradigm, correct=i >= wrong, subcategory=SUBCATEGORIES[d][0])
        for d, wrong in share.items()
        for i in range(10)
    ]


def test_paradigms_converge_when_the_same_domains_fail_in_both() -> None:
    rising = {d: i for i, d in enumerate(Domain)}
    same = subject(*failing(rising, "P1"), *failing(rising, "P2"))
    assert paradigm_convergence(same).value == pytest.approx(1)
    falling = {d: 8 - i for i, d in enumerate(Domain)}
    assert paradigm_convergence(subject(*failing(rising, "P1"), *failing(falling, "P2"))).value == pytest.approx(-1)
    assert paradigm_convergence(subject(*failing(rising, "P1"))).reason == "not_run"


def calibration(gap: dict[str, int]) -> list:
    """Ten items a subcategory: five right in natural answers, five plus the gap right in wagers."""
    return [
        single(f"{s}{i}", channel, i < 5 + (extra if channel is Channel.WAGER else 0), s)
        for s, extra in gap.items()
        for i in range(10)
        for channel in (Channel.NATURAL, Channel.WAGER)
    ]


def test_the_gap_is_matched_with_failures_subcategory_by_subcategory() -> None:
    from mirror_inspect.analysis.rows import Rows

    names = [s for d in Domain for s in SUBCATEGORIES[d]][:6]
    rows = [component(f"{s}{i}", correct=i >= k, subcategory=s) for k, s in enumerate(names) for i in range(10)]
    who = subject(*rows, calibration=Rows(calibration({s: k - 2 for k, s in enumerate(names)})))
    found = gap_and_failure(who)
    assert found.raw.value == pytest.approx(1)
    assert found.accuracy.reason == "constant"
    assert gap_and_failure(subject(*rows)).raw.reason == "no_calibration"


def test_what_all_subjects_share_is_no_evidence_of_own_weakness() -> None:
    rng = np.random.default_rng(2)
    hard = np.linspace(0.1, 0.9, 8)
    shared = hard + 0.05 * rng.standard_normal((6, 8))
    failures = 1 - hard + 0.05 * rng.standard_normal((6, 8))
    assert np.corrcoef(shared.ravel(), failures.ravel())[0, 1] < -0.8
    assert dissociation(shared, failures, n_permutations=2000).p > 0.05
    own = rng.random((6, 8))
    assert dissociation(own, 1 - own, n_permutations=2000).value == pytest.approx(-1)
    assert dissociation(own, 1 - own, n_permutations=2000).p < 0.01


def test_the_dissociation_test_keeps_its_size() -> None:
    rejected = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        hard = rng.random(8)
        a, b = (hard + 0.3 * rng.standard_normal((5, 8)) for _ in range(2))
        rejected += dissociation(a, b, n_permutations=400, seed=seed).p < 0.05
    assert rejected <= 12


def test_fewer_than_three_subjects_are_no_comparison() -> None:
    assert across_subjects([]).gap_slope.reason == "few_subjects"
    assert dissociation(np.ones((2, 8)), np.ones((2, 8))).reason == "few_subjects"
    assert dissociation(np.full((3, 8), np.nan), np.ones((3, 8))).reason == "incomplete"
    assert wilcoxon_across([Estimate(0.1)] * 5).reason == "few_subjects"
    assert wilcoxon_across([Estimate(0.1 * k) for k in range(1, 7)]).p == pytest.approx(2 / 2**6)
