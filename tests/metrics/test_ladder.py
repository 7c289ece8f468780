"""The utility ladder returns what was planted, adds up, and is 0 at the bottom for whoever acts on what it says."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mirror_inspect.metrics.knowdo import attempt_utility, cfr, knowdo_gap, udr, utility, utility_ladder
from mirror_inspect.metrics.ladder import lowest_share

from .persona_draws import ABILITY, Persona, draw

LOSSES = ("information_loss", "monitoring_loss", "criterion_loss", "coupling_loss")
RUNGS = ("oracle", "recalibrated", "stated", "lowest_k", "own")

STRONG = Persona(ability=tuple(ABILITY / 2 + 1.9), coupling=0)
FLAT = Persona(ability=(0.25,) * 8, guess=0.0, coupling=0)

# information, monitoring, criterion, coupling loss; CFR in C1; UDR
PLANTED = {
    "calibrated": (Persona(), (0.321, 0, 0, 0), 0.237, 0.186),
    "acts_on_knowledge": (Persona(1.466), (0.241, 0, 0, 0), 0.169, 0.146),
    "knows_but_does_not": (Persona(1.466, coupling=0), (0.241, 0, 0.221, 0), 0.622, 0),
    "half_coupled": (Persona(1.466, coupling=0.5), (0.241, 0, 0.058, 0.053), 0.398, 0.073),
    "acts_at_random": (Persona(1.466, coupling=0, base_defer=0.4), (0.241, 0, 0.003, 0.249), 0.374, 0.280),
    "overconfident": (Persona(bias=1.5), (0.323, 0.100, 0, 0), 0.559, 0.010),
    "underconfident": (Persona(bias=-1.5), (0.323, 0.138, 0, 0), 0.020, 0.578),
    "oblivious": (Persona(0, jitter=1), (0.462, 0.033, 0, 0), 0.349, 0.306),
    "sixty_percent": (Persona(constant=0.6), (0.462, 0, 0, 0), 0.623, 0),
    "strong_model": (STRONG, (0.167, 0, 0.006, 0), 0.228, 0),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_losses_come_back(name):
    persona, losses, confident_failures, needless = PLANTED[name]
    d = draw(persona, 200_000, np.random.default_rng(7))
    got = utility_ladder(d.confidence, d.deferred, d.right)
    for field, planted in zip(LOSSES, losses, strict=True):
        assert getattr(got, field).value == pytest.approx(planted, abs=0.005), field
    assert cfr(d.weak, d.decision, d.attempted_right).value == pytest.approx(confident_failures, abs=0.005)
    assert udr(~d.weak, d.decision, d.right).value == pytest.approx(needless, abs=0.005)


def test_flat_subject_loses_at_the_criterion_only():
    d = draw(FLAT, 200_000, np.random.default_rng(7))
    got = utility_ladder(d.confidence, d.deferred, d.right)
    # .128 was printed for accuracy .553; here accuracy is .548 and what never deferring costs is a little more.
    assert got.criterion_loss.value == pytest.approx(0.130, abs=0.006)
    assert got.coupling_loss.value == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("sensitivity", [0.0, 0.5, 1.466])
@pytest.mark.parametrize("bias", [-1.5, 0.0, 1.5])
@pytest.mark.parametrize("shift", [-1.0, 0.0, 1.5])
def test_full_actor_has_no_gap_at_any_sensitivity_bias_or_accuracy(sensitivity, bias, shift):
    persona = Persona(sensitivity, bias, ability=tuple(ABILITY + shift), jitter=0.5)
    d = draw(persona, 300, np.random.default_rng(1))
    got = knowdo_gap(d.confidence, d.deferred, d.right, clusters=d.task)
    assert (got.value, got.reason) == (0, "identical_decisions")
    assert got.low < 0 < got.high < 0.03
    ladder = utility_ladder(d.confidence, d.deferred, d.right)
    assert (ladder.criterion_loss.value, ladder.coupling_loss.value) == (0, 0)


def test_difference_of_aurocs_would_not_be_zero_for_a_full_actor():
    from mirror_inspect.metrics.discrimination import auroc

    d = draw(Persona(bias=1.5), 20_000, np.random.default_rng(2))
    gap = auroc(d.confidence, d.right).value - auroc(1.0 - d.deferred, d.right).value
    assert gap > 0.1
    assert knowdo_gap(d.confidence, d.deferred, d.right).value == 0


unit = st.floats(0, 1)


@st.composite
def components(draw):
    n = draw(st.integers(2, 40))
    return (
        draw(hnp.arrays(float, n, elements=st.one_of(unit, st.sampled_from([0.2, 0.5, 0.6, 1.0])))),
        draw(hnp.arrays(bool, n)),
        draw(hnp.arrays(float, n, elements=st.sampled_from([0, 1 / 3, 0.5, 2 / 3, 1]))),
        draw(st.sampled_from([0.2, 0.5, 0.8])),
    )


@given(components())
@settings(max_examples=100, deadline=None)
def test_losses_add_up_exactly(data):
    confidence, deferred, right, t = data
    got = utility_ladder(confidence, deferred, right, break_even=t)
    total = sum(getattr(got, f).value for f in LOSSES)
    assert total == pytest.approx(got.oracle.value - got.own.value, abs=1e-12)
    gap = got.criterion_loss.value + got.coupling_loss.value
    assert got.knowdo_gap.value == pytest.approx(gap, abs=1e-12)
    assert knowdo_gap(confidence, deferred, right, break_even=t).value == pytest.approx(gap, abs=1e-12)
    for step, (upper, lower) in zip(LOSSES, itertools.pairwise(RUNGS), strict=True):
        drop = getattr(got, upper).value - getattr(got, lower).value
        assert getattr(got, step).value == pytest.approx(drop, abs=1e-12)
    assert got.oracle.value >= max(getattr(got, r).value for r in RUNGS) - 1e-12


@given(components(), st.integers(0, 99), st.booleans())
@settings(max_examples=60, deadline=None)
def test_row_order_does_not_matter(data, seed, clustered):
    confidence, deferred, right, t = data
    task = np.arange(len(right)) // 3 if clustered else None
    o = np.random.default_rng(seed).permutation(len(right))
    a = utility_ladder(confidence, deferred, right, break_even=t, clusters=task)
    b = utility_ladder(confidence[o], deferred[o], right[o], break_even=t, clusters=None if task is None else task[o])
    for field in (*RUNGS, *LOSSES, "knowdo_gap"):
        x, y = getattr(a, field), getattr(b, field)
        assert (x.value, x.low, x.high) == pytest.approx((y.value, y.low, y.high), abs=1e-9, nan_ok=True), field


def test_rungs_by_hand():
    confidence, deferred, right = [0.2, 0.4, 0.6, 0.9], [1, 0, 1, 0], [0, 1, 0, 1]
    got = utility_ladder(confidence, deferred, right)
    assert got.oracle.value == 0.5
    assert got.stated.value == 0
    assert got.lowest_k.value == 0
    assert got.own.value == 0.5
    assert got.knowdo_gap.value == -0.5
    assert got.recalibrated.reason == "few_to_recalibrate"


def test_lowest_k_breaks_ties_in_expectation():
    shares = lowest_share(np.array([0.5, 0.1, 0.5, 0.5]), 2)
    assert shares.tolist() == pytest.approx([1 / 3, 1, 1 / 3, 1 / 3])
    assert lowest_share(np.array([0.3, 0.2]), 0).tolist() == [0, 0]
    assert lowest_share(np.array([0.3, 0.2]), 2).tolist() == [1, 1]


def test_costs_follow_break_even():
    assert attempt_utility([1, 0, 0.8], break_even=0.8).tolist() == pytest.approx([1, -4, 0])
    assert utility([0, 0, 1], [1, 0, 0], break_even=0.8).value == pytest.approx(-1)
    for t in (0, 1, -0.2):
        with pytest.raises(ValueError, match="break_even"):
            attempt_utility([1], break_even=t)


def test_constant_confidence_is_not_charged_for_monitoring():
    rng = np.random.default_rng(3)
    losses = []
    for _ in range(150):
        d = draw(Persona(constant=0.6), 200, rng)
        losses.append(utility_ladder(d.confidence, d.deferred, d.right).monitoring_loss.value)
    assert abs(np.mean(losses)) < 0.012


def test_gap_of_one_who_never_defers_has_the_stated_spread():
    rng = np.random.default_rng(4)
    gaps = []
    for _ in range(300):
        d = draw(Persona(1.466, coupling=0), 168, rng)
        gaps.append(knowdo_gap(d.confidence, d.deferred, d.right, clusters=d.task))
    values = np.array([g.value for g in gaps])
    assert values.mean() == pytest.approx(0.221, abs=0.012)
    assert values.std() == pytest.approx(0.046, abs=0.012)
    stated = np.mean([(g.high - g.low) / 3.96 for g in gaps])
    assert stated == pytest.approx(values.std(), rel=0.15)
    assert np.mean([g.p < 0.05 for g in gaps]) > 0.9


@pytest.mark.filterwarnings("error")
def test_undefined_and_bad_input():
    empty = utility_ladder([], [], [])
    assert all(getattr(empty, f).reason == "empty" for f in (*RUNGS, *LOSSES, "knowdo_gap"))
    one = utility_ladder([0.4], [0], [1])
    assert one.recalibrated.reason == "one_unit"
    assert math.isnan(one.monitoring_loss.value)
    assert one.own.value == 1
    same = utility_ladder([0.6] * 30, [0] * 30, [1] * 30)
    assert same.knowdo_gap.value == 0
    for c, d, r in (
        ([math.nan], [0], [1]),
        ([0.5], [0.5], [1]),
        ([0.5], [0], [1.5]),
        ([0.5, 0.6], [0], [1]),
        (np.array([None]), [0], [1]),
    ):
        with pytest.raises(ValueError, match=r"."):
            utility_ladder(c, d, r)
        with pytest.raises(ValueError, match=r"."):
            knowdo_gap(c, d, r)


def test_result_does_not_depend_on_a_hidden_seed():
    d = draw(replace(Persona(), bias=0.8), 200, np.random.default_rng(5))
    a = utility_ladder(d.confidence, d.deferred, d.right)
    assert a == utility_ladder(d.confidence, d.deferred, d.right)
