"""Entry point for Inspect: importing this module registers every task, solver, scorer, metric and provider."""

from mirror_inspect.scorers.adaptation import adaptation, adaptation_scorer
from mirror_inspect.scorers.adversarial import adversarial, adversarial_scorer
from mirror_inspect.scorers.atlas import atlas, atlas_scorer
from mirror_inspect.scorers.battery import battery, battery_scorer
from mirror_inspect.scorers.composition import composition, composition_scorer
from mirror_inspect.scorers.knowdo import knowdo, knowdo_scorer
from mirror_inspect.scorers.mechanistic import mechanistic, mechanistic_scorer
from mirror_inspect.scorers.premises import premises, premises_scorer
from mirror_inspect.scorers.sycophancy import sycophancy, sycophancy_scorer
from mirror_inspect.scorers.transfer import transfer, transfer_scorer
from mirror_inspect.scorers.values import values, values_scorer
from mirror_inspect.solvers.adaptation import burn_and_test
from mirror_inspect.solvers.adversarial import press
from mirror_inspect.solvers.atlas import ask_channels
from mirror_inspect.solvers.battery import run_battery
from mirror_inspect.solvers.collector import EaseCollector
from mirror_inspect.solvers.composition import ask_composite
from mirror_inspect.solvers.hidden import look_inside, open_model
from mirror_inspect.solvers.knowdo import act
from mirror_inspect.solvers.limits import RememberLimit
from mirror_inspect.solvers.outages import ExplainOutages
from mirror_inspect.solvers.premises import put_request
from mirror_inspect.solvers.sycophancy import score_own_text
from mirror_inspect.solvers.transfer import ask_transfer
from mirror_inspect.solvers.values import press_values
from mirror_inspect.subjects.provider import SimulatedSubject
from mirror_inspect.tasks import (
    exp1_atlas,
    exp2_transfer,
    exp3_composition,
    exp4_adaptation,
    exp5_adversarial,
    exp6a_sycophancy,
    exp6b_premises,
    exp6c_values,
    exp7_mechanistic,
    exp8_scaling,
    exp9_knowdo,
)

__all__ = [
    "EaseCollector",
    "ExplainOutages",
    "RememberLimit",
    "SimulatedSubject",
    "act",
    "adaptation",
    "adaptation_scorer",
    "adversarial",
    "adversarial_scorer",
    "ask_channels",
    "ask_composite",
    "ask_transfer",
    "atlas",
    "atlas_scorer",
    "battery",
    "battery_scorer",
    "burn_and_test",
    "composition",
    "composition_scorer",
    "exp1_atlas",
    "exp2_transfer",
    "exp3_composition",
    "exp4_adaptation",
    "exp5_adversarial",
    "exp6a_sycophancy",
    "exp6b_premises",
    "exp6c_values",
    "exp7_mechanistic",
    "exp8_scaling",
    "exp9_knowdo",
    "knowdo",
    "knowdo_scorer",
    "look_inside",
    "mechanistic",
    "mechanistic_scorer",
    "open_model",
    "premises",
    "premises_scorer",
    "press",
    "press_values",
    "put_request",
    "run_battery",
    "score_own_text",
    "sycophancy",
    "sycophancy_scorer",
    "transfer",
    "transfer_scorer",
    "values",
    "values_scorer",
]
