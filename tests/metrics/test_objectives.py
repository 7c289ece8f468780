"""Training objectives: gradients by finite differences, and the traps they are known for."""

import math

import numpy as np
import pytest
from scipy.optimize import check_grad, minimize

from mirror_inspect.metrics.discrimination import auroc
from mirror_inspect.metrics.objectives import pairwise_loss, selective_loss

RNG = np.random.default_rng(0)
SCORES, CORRECT = RNG.standard_normal(25), RNG.random(25) < 0.6


@pytest.mark.parametrize("shape", ["softplus", "hinge"])
def test_pairwise_gradient(shape):
    def value(s):
        return pairwise_loss(s, CORRECT, margin=0.3, shape=shape).value

    def gradient(s):
        return pairwise_loss(s, CORRECT, margin=0.3, shape=shape).gradient

    assert check_grad(value, gradient, SCORES) < 1e-6


def test_pairwise_loss_by_hand_and_at_a_perfect_margin():
    got = pairwise_loss([2.0, 0.5, 1.0], [1, 0, 0], margin=1.2, shape="hinge")
    assert got.value == pytest.approx((0 + 0.2) / 2)
    assert pairwise_loss([3.0, 3.5, 1.0], [1, 1, 0], margin=1.0, shape="hinge").value == 0
    assert pairwise_loss([60.0, 0.0], [1, 0]).value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("y", [[1, 1], [0, 0]])
def test_one_class_contributes_nothing(y):
    got = pairwise_loss([0.2, 0.9], y)
    assert (got.value, got.gradient.tolist()) == (0, [0, 0])
    assert pairwise_loss([], []).value == 0


def test_ranking_loss_sees_what_class_means_do_not():
    right, wrong = [4.0, -1.0, -1.0, -1.0], [0.0, 0.0, 0.0, 0.0]
    s, y = np.array(right + wrong), [1] * 4 + [0] * 4
    assert np.mean(right) > np.mean(wrong)
    assert auroc((s + 2) / 10, y).value < 0.5
    assert pairwise_loss(s, y).value > math.log(2)


def test_selective_gradient():
    c, loss = RNG.random(30), RNG.random(30)
    options = {"threshold": 0.5, "temperature": 0.2, "coverage": 0.7, "weight": 3.0}
    error = check_grad(
        lambda x: selective_loss(x, loss, **options).value, lambda x: selective_loss(x, loss, **options).gradient, c
    )
    assert error < 1e-6


def test_without_the_coverage_penalty_everything_is_rejected_but_the_easiest():
    loss = np.linspace(0.1, 1, 40)

    def accepted(weight):
        def loss_at(x):
            return selective_loss(x, loss, threshold=0.5, temperature=0.15, coverage=0.8, weight=weight)

        start, bounds = np.full(40, 0.55), [(0, 1)] * 40
        found = minimize(lambda x: loss_at(x).value, start, jac=lambda x: loss_at(x).gradient, bounds=bounds)
        return (found.x > 0.5).mean()

    assert accepted(0.0) < 0.2
    assert accepted(50.0) > 0.7


def test_bad_input_is_an_error():
    with pytest.raises(ValueError, match="shape"):
        pairwise_loss([1.0], [1], shape="square")
    with pytest.raises(ValueError, match="NaN"):
        pairwise_loss([math.nan], [1])
    with pytest.raises(ValueError, match="temperature"):
        selective_loss([0.5], [1.0], threshold=0.5, temperature=0, coverage=0.5, weight=1)
