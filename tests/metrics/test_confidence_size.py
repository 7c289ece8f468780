"""Tests of confidence metrics keep their size at .05 and .01 where nothing is there."""

import numpy as np
import pytest
from scipy.stats import binom

from mirror_inspect.metrics import calibration, degenerate, discrimination, knowdo, selective

REPLICATES = 2000


def unrelated(rng):
    return np.round(rng.random(200), 2), rng.random(200) < 0.6


def calibrated(rng):
    c = rng.beta(4, 2, 200)
    return c, rng.random(200) < c


def random_routes(rng):
    level = rng.integers(1, 6, 200)
    return rng.random(200) < level / 8, rng.random(200) < 0.4, level


def flipping(rng):
    first = rng.random(200) < 0.3
    return first, np.where(rng.random(200) < 0.3, rng.random(200) < 0.3, first)


# A discrete or conservative test may reject less often than its level, never more.
TESTS = {
    "auroc": (lambda rng: discrimination.auroc(*unrelated(rng)), True),
    "augrc": (lambda rng: selective.augrc(*unrelated(rng)), True),
    "stratified_auroc": (lambda rng: discrimination.stratified_auroc(*unrelated(rng), np.arange(200) % 5), True),
    "mutual_information": (lambda rng: degenerate.mutual_information(*unrelated(rng)), True),
    "spiegelhalter": (lambda rng: calibration.spiegelhalter(*calibrated(rng)), True),
    "consistency_test": (lambda rng: calibration.consistency_test(*calibrated(rng), draws=199), True),
    "cox slope": (lambda rng: calibration.cox(*calibrated(rng)).slope, True),
    "overconfidence": (lambda rng: calibration.overconfidence(*calibrated(rng)), True),
    "routing_gain": (lambda rng: knowdo.routing_gain(*random_routes(rng)), False),
    "escalation_contrast": (lambda rng: knowdo.escalation_contrast(*flipping(rng)), False),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
def test_size(name):
    draw, exact = TESTS[name]
    rng = np.random.default_rng(1)
    p = np.array([draw(rng).p for _ in range(REPLICATES)])
    for level in (0.05, 0.01):
        rejected = int((p <= level).sum())
        assert rejected <= binom.ppf(0.999, REPLICATES, level), level
        if exact:
            assert rejected >= binom.ppf(0.001, REPLICATES, level), level


def test_size_roughly():
    rng = np.random.default_rng(2)
    for draw, _ in TESTS.values():
        assert sum(draw(rng).p <= 0.05 for _ in range(40)) <= 8
