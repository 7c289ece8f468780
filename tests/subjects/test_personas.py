"""Personas: documented, in range, and refused by name when they are not."""

import pytest
from click.testing import CliRunner

from mirror_inspect.errors import ArgumentError
from mirror_inspect.subjects.command import subjects
from mirror_inspect.subjects.persona import DEFAULT_THETA, PARAMETERS, Persona
from mirror_inspect.subjects.personas import find_persona, personas
from mirror_inspect.taxonomy import Domain

NAMED = (
    "calibrated acts_on_knowledge knows_but_does_not half_coupled acts_at_random overconfident underconfident "
    "oblivious sixty_percent heeds_scores obeys_norm flat strong_model sycophant stubborn learner hedger refuser "
    "messy family_8b family_70b family_405b inline_solver population_01 population_20"
).split()


def test_every_named_persona_ships_and_says_what_it_is_for():
    assert set(NAMED) <= set(personas())
    assert all(p.about for p in personas().values())
    assert sum(name.startswith("population_") for name in personas()) == 20


def test_every_parameter_is_documented():
    assert all(Persona.model_fields[name].description for name in PARAMETERS)


def test_defaults_are_those_of_the_design():
    p = find_persona("calibrated")
    assert sorted(p.abilities().values(), reverse=True) == list(DEFAULT_THETA)
    assert (p.sensitivity, p.coupling, p.threshold, p.consistency, p.convergence) == (0.954, 1, 0.5, 0.9, 0.8)
    assert (p.bias, p.gain, p.jitter, p.shared, p.own, p.heeds_scores, p.base_defer) == (0, 1, 0, 0, 0, 0, 0)


def test_the_order_seed_deals_the_same_abilities_differently():
    one, two = find_persona("calibrated").abilities(), find_persona("calibrated", order=1).abilities()
    assert list(one) == list(Domain)
    assert one != two
    assert sorted(one.values()) == sorted(two.values())


def test_surface_faults_share_the_draws_of_the_clean_subject():
    assert find_persona("messy").draw_key == find_persona("refuser").draw_key == "calibrated"
    assert find_persona("overconfident").draw_key == "overconfident"


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("calibrate", {}, ["'calibrate'", "calibrated", "messy"]),
        ("calibrated", {"sensitivty": 1}, ["'sensitivty'", "sensitivity"]),
        ("calibrated", {"coupling": 1.5}, ["coupling", "1.5", "less than or equal to 1"]),
        ("calibrated", {"coupling": float("nan")}, ["coupling"]),
        ("calibrated", {"style": "shouting"}, ["style", "'shouting'", "markdown"]),
        ("calibrated", {"theta": [1, 2]}, ["theta has 2 values; it needs 8"]),
        ("calibrated", {"loading": 0.9, "loading_2": 0.9}, ["loading"]),
        ("calibrated", {"name": "other"}, ["name"]),
    ],
)
def test_a_bad_persona_names_the_value_and_what_is_allowed(name, changes, said):
    with pytest.raises(ArgumentError) as caught:
        find_persona(name, **changes)
    assert all(s in caught.value.message for s in said)


def test_the_command_lists_shows_and_predicts():
    run = CliRunner()
    assert "simulated/knows_but_does_not" in run.invoke(subjects, ["list"]).output
    shown = run.invoke(subjects, ["show", "calibrated", "-M", "bias=1.5", "-M", "style=boxed"]).output
    assert "bias                1.5" in shown
    predicted = run.invoke(subjects, ["predict", "knows_but_does_not", "--n", "2000"])
    assert "knowdo_gap" in predicted.output
    assert run.invoke(subjects, ["show", "calibrated", "-M", "bias"]).exit_code == 2
    assert run.invoke(subjects, ["show", "calibrated", "-M", "bias=[1"]).exit_code == 2
