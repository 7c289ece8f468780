"""The planted personas have the population values that the design states."""

import math

import pytest

from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.predict import Prediction, predict

N = 120_000
SLACK = 0.006
"""Three to four standard errors of a simulated rate at 120,000 items, and the rounding of the table."""

# accuracy, ECE and AUROC of the rating, CFR in C1-C3, UDR, information / monitoring / criterion / coupling loss
TABLE = {
    "calibrated": (0.537, 0.003, 0.746, 0.237, 0.237, 0.237, 0.186, 0.321, 0, 0, 0),
    "acts_on_knowledge": (0.537, 0.002, 0.847, 0.169, 0.169, 0.169, 0.146, 0.241, 0, 0, 0),
    "knows_but_does_not": (0.537, 0.002, 0.847, 0.622, 0.622, 0.622, 0, 0.241, 0, 0.221, 0),
    "half_coupled": (0.537, 0.003, 0.847, 0.398, 0.398, 0.398, 0.073, 0.241, 0, 0.058, 0.053),
    "acts_at_random": (0.537, 0.002, 0.847, 0.374, 0.374, 0.374, 0.280, 0.241, 0, 0.003, 0.249),
    "overconfident": (0.537, 0.263, 0.732, 0.559, 0.559, 0.559, 0.010, 0.323, 0.100, 0, 0),
    "underconfident": (0.537, 0.285, 0.740, 0.020, 0.020, 0.020, 0.578, 0.323, 0.138, 0, 0),
    "oblivious": (0.537, 0.174, 0.500, 0.349, 0.349, 0.349, 0.306, 0.462, 0.033, 0, 0),
    "sixty_percent": (0.537, 0.012, 0.500, 0.623, 0.623, 0.623, 0, 0.462, 0, 0, 0),
    "heeds_scores": (0.537, 0.003, 0.746, 0.625, 0.126, 0.126, 0, 0.321, 0, 0.142, 0),
    "obeys_norm": (0.537, 0.004, 0.746, 0.624, 0.624, 0.062, 0, 0.321, 0, 0.142, 0),
    "flat": (0.553, 0.003, 0.747, 0.445, 0.445, 0.445, 0, 0.319, 0, 0.128, 0),
    "strong_model": (0.827, 0.007, 0.736, 0.228, 0.228, 0.228, 0, 0.167, 0, 0.006, 0),
}


def values(p: Prediction) -> tuple[float, ...]:
    losses = (p.information_loss, p.monitoring_loss, p.criterion_loss, p.coupling_loss)
    return (p.accuracy, p.ece_rating, p.auroc_rating, p.cfr_c1, p.cfr_c2, p.cfr_c3, p.udr, *losses)


@pytest.mark.parametrize("name", TABLE)
def test_a_persona_has_its_stated_population_values(name):
    assert values(predict(find_persona(name), n=N)) == pytest.approx(TABLE[name], abs=SLACK)


@pytest.mark.parametrize(("sensitivity", "area"), [(0.545, 0.65), (0.954, 0.75), (1.466, 0.85), (0, 0.5)])
def test_sensitivity_sets_auroc_to_its_closed_form(sensitivity, area):
    p = predict(find_persona("calibrated", sensitivity=sensitivity, jitter=1e-9), n=N)
    assert p.auroc_self_report == pytest.approx(area, abs=SLACK)


@pytest.mark.parametrize("changes", [{}, {"shared": 1}, {"sensitivity": 2}, {"ability": 1}, {"own": 1, "shared": 1}])
def test_no_bias_and_unit_gain_is_calibrated(changes):
    # Whole per cent are rounded down, which alone is worth .005.
    assert predict(find_persona("calibrated", **changes), n=N).ece_self_report < 0.011


def test_convergence_moves_agreement_between_channels_but_not_their_quality():
    low, high = (predict(find_persona("calibrated", convergence=rho), n=N) for rho in (0.2, 0.8))
    assert high.mci - low.mci > 0.35
    assert high.mci_latent - low.mci_latent > 0.35
    assert high.auroc_rating == pytest.approx(low.auroc_rating, abs=SLACK)
    assert high.ece_rating == pytest.approx(low.ece_rating, abs=SLACK)


def test_a_constant_confidence_has_no_convergence_rather_than_none():
    p = predict(find_persona("sixty_percent"), n=10_000)
    assert math.isnan(p.mci)
    assert math.isnan(p.skip_error_alignment)


def test_a_flat_subject_has_nothing_to_gain_from_routing_and_a_spread_one_does():
    assert abs(predict(find_persona("flat"), calibration=25, n=N).routing_gain) < 0.003
    measured = [predict(find_persona("knows_but_does_not"), calibration=k, n=N).routing_gain for k in (5, 25, 100)]
    assert measured == sorted(measured)
    assert measured[-1] > 0.07
