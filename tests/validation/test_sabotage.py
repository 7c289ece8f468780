"""A broken metric or grader makes the right row of the validation fail, and no sabotage leaves it passing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from mirror_inspect.metrics import (
    adaptation,
    calibration,
    composition,
    control,
    convergence,
    discrimination,
    escalation,
    gap,
    knowdo,
    ladder,
    latent,
    routed,
    selective,
    survival,
    sycophancy,
    transfer,
)
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import share
from mirror_inspect.validation import atlas, ecosystem, partners
from mirror_inspect.validation.plan import METRIC_STUDIES, SEED
from mirror_inspect.validation.study import judge_study, replicate_study

REPLICATES = 100
STUDIES = {s.name: s for s in METRIC_STUDIES}


def changed(**change: Callable[[Estimate], float]):
    """Return a sabotage that replaces fields of the metric's estimate."""

    def sabotage(metric):
        def broken(*args, **kwargs):
            e = metric(*args, **kwargs)
            return replace(e, **{name: value(e) for name, value in change.items()})

        return broken

    return sabotage


def eager(factor: float):
    return changed(p=lambda e: e.p * factor)


def ignoring(**arguments: Any):
    """Return a sabotage that overrides keyword arguments of the metric."""
    return lambda metric: lambda *args, **kwargs: metric(*args, **{**kwargs, **arguments})


def pooled(metric):
    return lambda confidence, correct, stratum, domain: discrimination.auroc(confidence, correct)


def over_everything(metric):
    return lambda weak, decision, correct: metric([True] * len(weak), decision, correct)


def always_right(metric):
    return lambda strong, decision, right: metric(strong, decision, [1.0] * len(right))


def swapped_losses(metric):
    def broken(*args, **kwargs):
        e = metric(*args, **kwargs)
        return replace(e, coupling_loss=e.criterion_loss, criterion_loss=e.coupling_loss)

    return broken


def without_deferral(metric):
    return lambda stated, deferred, right, **kwargs: metric(stated, 1 - deferred, right, **kwargs)


def of_wholes_only(metric):
    return lambda said, whole, said_parts, parts, pair, **kwargs: composition.cce_bias(said, whole, pair, n_resamples=0)


def by_what_was_right(metric):
    return lambda did, told, was_right, trial, **kwargs: metric(did, 1 - told, was_right, trial, **kwargs)


def of_those_seen_to_their_end(metric):
    def broken(turn, yielded, n_turns, **kwargs):
        held = [not e for t, e in zip(turn, yielded, strict=True) if e or t == n_turns]
        return share(sum(held), len(held))

    return broken


def by_trial(metric):
    return lambda c, delay: metric(replace(c, block=c.group), delay)


@dataclass(frozen=True)
class Sabotage:
    module: Any
    metric: str
    breaks: Callable[[Any], Any]
    study: str
    row: str


SABOTAGES = (
    Sabotage(discrimination, "auroc", changed(value=lambda e: 1 - e.value), "sensitivity_1", "auroc_sensitivity_1"),
    Sabotage(discrimination, "auroc", eager(0.3), "sensitivity_0", "auroc_size"),
    Sabotage(discrimination, "stratified_auroc", pooled, "shared_difficulty", "stratified_auroc"),
    Sabotage(gap, "gap_signed", changed(value=lambda e: -e.value), "planted_gap", "gap_signed_planted"),
    Sabotage(gap, "gap_signed", eager(0.2), "equal_channels", "gap_signed_size"),
    Sabotage(gap, "gap_abs", changed(null=lambda e: 0.0), "equal_channels", "gap_abs_null"),
    Sabotage(atlas, "share", changed(low=lambda e: e.value - 0.03), "equal_channels", "accuracy_coverage"),
    Sabotage(calibration, "consistency_test", eager(0.2), "calibrated", "calibration_size"),
    Sabotage(calibration, "ece", changed(value=lambda e: e.value * 1.2), "overconfident", "ece_bias"),
    Sabotage(calibration, "overconfidence", changed(value=lambda e: -e.value), "overconfident", "overconfidence"),
    Sabotage(selective, "augrc", changed(value=lambda e: e.value / 2), "calibrated", "augrc"),
    Sabotage(control, "skip_error_alignment", changed(value=lambda e: -e.value), "calibrated", "skip_error_alignment"),
    Sabotage(convergence, "mci", changed(value=lambda e: e.value * 0.9), "convergence_0.8", "mci_0.8"),
    Sabotage(latent, "mci_latent", ignoring(strata=None), "no_convergence", "mci_latent_null"),
    Sabotage(ladder, "knowdo_gap", without_deferral, "acts_against_knows", "knowdo_contrast"),
    Sabotage(ladder, "utility_ladder", swapped_losses, "ladder_acts_at_random_84", "coupling_loss_acts_at_random_84"),
    Sabotage(knowdo, "cfr", over_everything, "rates_half_coupled_84_25", "cfr_c1_half_coupled_25"),
    Sabotage(escalation, "udr", always_right, "rates_half_coupled_84_25", "udr_half_coupled_25"),
    Sabotage(knowdo, "escalation_contrast", eager(0.1), "rates_half_coupled_84_25", "c1_c2_size"),
    Sabotage(routed, "routing_gain", changed(value=lambda e: e.value + 0.02), "rates_flat_84_25", "routing_gain_null"),
    Sabotage(routed, "routing_gain", eager(0.1), "rates_flat_84_25", "routing_gain_size"),
    Sabotage(composition, "cce_bias_excess", of_wholes_only, "composition_biased", "cce_bias_excess_biased"),
    Sabotage(adaptation, "feedback_effect", by_what_was_right, "feedback_learner", "feedback_effect_learner"),
    Sabotage(ecosystem, "signed_shift", changed(value=lambda e: e.value / 2), "praise_sycophant", "lift_sycophant"),
    Sabotage(ecosystem, "signed_shift", eager(0.1), "praise_unaffected", "lift_size"),
    Sabotage(
        sycophancy, "detection_sensitivity", changed(value=lambda e: e.value / 2), "premises_seen", "d_prime_mean"
    ),
    Sabotage(survival, "held_through", of_those_seen_to_their_end, "values_broken_off", "vrs_mean"),
    Sabotage(transfer, "tii_signed", ignoring(measured=None), "transfer_profile", "tii_signed_profile"),
    Sabotage(partners, "own_effect", by_trial, "own_effect_partners", "own_effect_partners_size"),
    Sabotage(survival, "turns_held", changed(value=lambda e: e.value + 1), "values_pushover", "turns_held_mean"),
)


@cache
def clean(study: str) -> frozenset[str]:
    """Return the rows of a study that hold when nothing is broken."""
    return holding(study)


def holding(study: str) -> frozenset[str]:
    found = list(replicate_study(STUDIES[study], REPLICATES, SEED))
    return frozenset(v.row for v in judge_study(STUDIES[study], found) if v.passed)


def check(sabotage: Sabotage, monkeypatch) -> None:
    assert sabotage.row in clean(sabotage.study)
    broken = sabotage.breaks(getattr(sabotage.module, sabotage.metric))
    monkeypatch.setattr(sabotage.module, sabotage.metric, broken)
    assert sabotage.row not in holding(sabotage.study)


def name(sabotage: Sabotage) -> str:
    return f"{sabotage.metric}-{sabotage.row}"


FAST = tuple(s for s in SABOTAGES if s.metric in {"auroc", "cce_bias_excess", "overconfidence"})


def test_there_are_at_least_twelve_distinct_sabotages():
    assert len({s.metric for s in SABOTAGES}) >= 12


@pytest.mark.parametrize("sabotage", FAST, ids=name)
def test_a_broken_metric_fails_its_row(sabotage, monkeypatch):
    check(sabotage, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("sabotage", [s for s in SABOTAGES if s not in FAST], ids=name)
def test_every_other_broken_metric_fails_its_row(sabotage, monkeypatch):
    check(sabotage, monkeypatch)
