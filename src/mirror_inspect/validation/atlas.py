"""Metric-level studies of Experiment 1: gap, calibration, discrimination, convergence."""

from functools import cache
from typing import Any, Final

import numpy as np

from mirror_inspect.metrics import (
    calibration,
    control,
    convergence,
    degenerate,
    discrimination,
    gap,
    latent,
    selective,
)
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import share
from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.predict import Prediction, predict_deck
from mirror_inspect.subjects.simulate import elicit, reference_deck, subject
from mirror_inspect.taxonomy import Channel, Domain
from mirror_inspect.validation.study import (
    Found,
    Row,
    Study,
    above_null,
    covers,
    covers_share,
    named,
    near,
    size,
    undefined,
)
from mirror_inspect.validation.verdict import Kind

PER_DOMAIN: Final = 50
LARGE: Final = 125
MARKS: Final = (Channel.WAGER, Channel.RATING, Channel.SELF_REPORT)
CONVERGING: Final = (Channel.WAGER, Channel.OPT_OUT, Channel.NATURAL, Channel.RATING)


@cache
def predicted(
    name: str,
    changes: tuple[tuple[str, Any], ...] = (),
    *,
    calibration_size: int | None = None,
    single: int = PER_DOMAIN,
    work: int | None = None,
) -> Prediction:
    """Return the prediction for a persona on the very decks a study uses, once a process.

    Args:
        name: Persona.
        changes: Parameters replaced.
        calibration_size: Items per domain behind the profile; the truth if ``None``.
        single: Items per domain asked one by one.
        work: Components per domain of agentic work; ``single`` if ``None``.
    """
    decks = reference_deck(single), reference_deck(work or single)
    return predict_deck(find_persona(name, **dict(changes)), *decks, calibration=calibration_size)


def _paradox(rng: np.random.Generator) -> Found:
    """The detector's verdict, as the reason of an estimate, on a constant, a jittered and a weakly telling signal."""
    right = rng.permutation(np.arange(400) < 240)
    weak = subject(find_persona("calibrated", sensitivity=0.545), reference_deck(75), rng)
    seen = elicit(weak, Channel.SELF_REPORT)
    signals = {
        "constant": (np.full(400, 0.6), right),
        "jittered": (np.clip(0.6 + 0.01 * rng.standard_normal(400), 0, 1), right),
        "weak": (seen.signal, seen.right),
        "few": (np.full(50, 0.6), right[:50]),
    }
    verdicts = {k: degenerate.paradox(c, y, draws=400).verdict.value for k, (c, y) in signals.items()}
    return {name: Estimate.undefined(verdict) for name, verdict in verdicts.items()}


_INDEPENDENT: Final = (("consistency", 0.0),)
"""Independent channels: with many discordant pairs the sign-flip p-value is fine-grained enough to have its size."""


def _gap(rng: np.random.Generator) -> Found:
    deck = reference_deck(PER_DOMAIN)
    mind = subject(find_persona("calibrated", **dict(_INDEPENDENT)), deck, rng)
    natural, wager = mind.attempt(Channel.NATURAL), mind.attempt(Channel.WAGER)
    return {
        "gap_signed": gap.gap_signed(natural, wager, deck.domain, n_resamples=1000),
        "gap_abs": gap.gap_abs(natural, wager, deck.domain, n_resamples=0),
        "accuracy": share(float(natural[deck.domain == 0].sum()), PER_DOMAIN),
    }


def _planted_gap(rng: np.random.Generator) -> Found:
    """Stakes that turn one wrong answer in ten into a right one."""
    deck = reference_deck(PER_DOMAIN)
    natural = subject(find_persona("calibrated"), deck, rng).attempt(Channel.NATURAL)
    wager = np.where((natural == 0) & (rng.random(len(deck)) < 0.1), 1.0, natural)
    return {"gap_signed": gap.gap_signed(natural, wager, deck.domain, n_resamples=0)}


def _accuracy_of_first_domain() -> float:
    return predicted("calibrated").domains[next(iter(Domain))]


def _calibrated(rng: np.random.Generator) -> Found:
    mind = subject(find_persona("calibrated"), reference_deck(LARGE), rng)
    report, rating = elicit(mind, Channel.SELF_REPORT), elicit(mind, Channel.RATING)
    skipped = elicit(mind, Channel.OPT_OUT).signal == 0
    wrong = 1 - mind.attempt(Channel.NATURAL)
    return {
        "consistency_test": calibration.consistency_test(report.signal, report.right, draws=400),
        "debiased_ce": calibration.debiased_ce(report.signal, report.right),
        "ece": calibration.ece(rating.signal, rating.right),
        "overconfidence": calibration.overconfidence(rating.signal, rating.right),
        "auroc": discrimination.auroc(report.signal, report.right),
        "augrc": selective.augrc(report.signal, report.right),
        "skip_error_alignment": control.skip_error_alignment(skipped, wrong),
    }


def _augrc() -> float:
    """AUGRC from AUROC and accuracy: (1 - A) a (1 - a) + (1 - a)^2 / 2."""
    p = predicted("calibrated", single=LARGE)
    a = p.accuracy
    return (1 - p.auroc_self_report) * a * (1 - a) + (1 - a) ** 2 / 2


def _biased(rng: np.random.Generator) -> Found:
    mind = subject(find_persona("overconfident"), reference_deck(PER_DOMAIN), rng)
    rating = elicit(mind, Channel.RATING)
    return {
        "ece": calibration.ece(rating.signal, rating.right),
        "overconfidence": calibration.overconfidence(rating.signal, rating.right),
    }


def _sensitivity_study(s: float) -> Study:
    changes = (("sensitivity", s),) if s else (("sensitivity", 0.0), ("jitter", 1.0))

    def replicate(rng: np.random.Generator) -> Found:
        seen = elicit(
            subject(find_persona("calibrated", **dict(changes)), reference_deck(PER_DOMAIN), rng), Channel.SELF_REPORT
        )
        return {"auroc": discrimination.auroc(seen.signal, seen.right)}

    row = Row(
        f"auroc_sensitivity_{s:g}",
        "auroc",
        f"sensitivity {s:g}",
        near(0.015),
        lambda: predicted("calibrated", changes).auroc_self_report,
    )
    rows = (row, Row("auroc_size", "auroc", "sensitivity 0", size, kind=Kind.SIZE)) if s == 0 else (row,)
    return Study(f"sensitivity_{s:g}", "exp1", replicate, rows)


def _shared_difficulty(rng: np.random.Generator) -> Found:
    deck = reference_deck(100)
    persona = find_persona("calibrated", sensitivity=0, shared=1, guess=0, jitter=0.5)
    seen = elicit(subject(persona, deck, rng), Channel.SELF_REPORT)
    return {
        "auroc": discrimination.auroc(seen.signal, seen.right),
        "stratified_auroc": discrimination.stratified_auroc(seen.signal, seen.right, deck.level, deck.domain),
    }


_SHARED: Final = (("sensitivity", 0), ("shared", 1), ("guess", 0), ("jitter", 0.5))


def _convergence_study(rho: float) -> Study:
    changes = (("convergence", rho),)

    def replicate(rng: np.random.Generator) -> Found:
        deck = reference_deck(PER_DOMAIN)
        mind = subject(find_persona("calibrated", **dict(changes)), deck, rng)
        signals = np.column_stack([elicit(mind, c).signal for c in (*CONVERGING, Channel.TOOLS, Channel.SELF_REPORT)])
        cell = [f"{d}/{level}" for d, level in zip(deck.domain, deck.level, strict=True)]
        return {"mci": convergence.mci(signals), "mci_latent": latent.mci_latent(signals[:, [0, 3, 5]], strata=cell)}

    rows = (
        Row(f"mci_{rho:g}", "mci", f"convergence {rho:g}", near(0.02), lambda: predicted("calibrated", changes).mci),
        Row(
            f"mci_latent_{rho:g}",
            "mci_latent",
            f"convergence {rho:g}",
            near(0.03),
            lambda: predicted("calibrated", changes).mci_latent,
        ),
    )
    return Study(f"convergence_{rho:g}", "exp1", replicate, rows, cap=100)


def _no_convergence(rng: np.random.Generator) -> Found:
    """Channels that have nothing in common but the difficulty of the items."""
    deck = reference_deck(PER_DOMAIN)
    logit = np.asarray(deck.items(find_persona("calibrated")).ability) - (deck.level - 3) * 0.8
    signals = logit[:, None] + 2 * rng.standard_normal((len(deck), 3))
    signals = np.ceil(10 / (1 + np.exp(-signals / 2))) / 10
    cell = [f"{d}/{level}" for d, level in zip(deck.domain, deck.level, strict=True)]
    return {"mci": convergence.mci(signals, strata=cell), "mci_latent": latent.mci_latent(signals, strata=cell)}


def _constant(rng: np.random.Generator) -> Found:
    mind = subject(find_persona("sixty_percent"), reference_deck(PER_DOMAIN), rng)
    signals = np.column_stack([elicit(mind, c).signal for c in MARKS])
    report = elicit(mind, Channel.SELF_REPORT)
    exactly = np.arange(400) < 240
    return {
        "mci": convergence.mci(signals),
        "auroc": discrimination.auroc(report.signal, report.right),
        "ece_of_exact_sixty": calibration.ece(np.full(400, 0.6), rng.permutation(exactly)),
        "aurc_of_exact_sixty": selective.aurc(np.full(400, 0.6), rng.permutation(exactly)),
    }


STUDIES: Final = (
    Study(
        "equal_channels",
        "exp1",
        _gap,
        (
            Row("gap_signed_size", "gap_signed", "equal accuracy in all channels", size, kind=Kind.SIZE),
            Row("gap_signed_mean", "gap_signed", "equal accuracy in all channels", near(), 0.0),
            Row("gap_signed_coverage", "gap_signed", "equal accuracy in all channels", covers, 0.0, Kind.COVERAGE),
            Row("gap_abs_null", "gap_abs", "equal accuracy in all channels: its null", above_null(0.004), 0.0),
            Row(
                "gap_abs_bias",
                "gap_abs",
                "equal accuracy in all channels: its upward bias",
                near(0.005),
                lambda: predicted("calibrated", _INDEPENDENT, calibration_size=PER_DOMAIN).gap_abs,
            ),
            Row(
                "accuracy_coverage",
                "accuracy",
                "domain ability",
                covers_share,
                _accuracy_of_first_domain,
                Kind.COVERAGE,
            ),
        ),
    ),
    Study(
        "planted_gap",
        "exp1",
        _planted_gap,
        (
            Row(
                "gap_signed_planted",
                "gap_signed",
                "stakes mend a tenth of the errors",
                near(0.005),
                lambda: 0.1 * (1 - predicted("calibrated").accuracy),
            ),
        ),
        cap=200,
    ),
    Study(
        "calibrated",
        "exp1",
        _calibrated,
        (
            Row("calibration_size", "consistency_test", "bias 0, gain 1", size, kind=Kind.SIZE),
            Row("debiased_ce", "debiased_ce", "bias 0, gain 1", near(0.002), 0.0),
            Row("ece_null", "ece", "bias 0, gain 1: its null", above_null(0.003), 0.0),
            Row("overconfidence_null", "overconfidence", "bias 0, gain 1", near(), 0.0),
            Row(
                "auroc_coverage",
                "auroc",
                "sensitivity .954",
                covers,
                lambda: predicted("calibrated", single=LARGE).auroc_self_report,
                Kind.COVERAGE,
            ),
            Row("augrc", "augrc", "AUROC and accuracy", near(0.005), _augrc),
            Row(
                "skip_error_alignment",
                "skip_error_alignment",
                "skips below even odds",
                near(0.01),
                lambda: predicted("calibrated", single=LARGE).skip_error_alignment,
            ),
        ),
    ),
    Study(
        "overconfident",
        "exp1",
        _biased,
        (
            Row("ece_bias", "ece", "bias +1.5", near(0.01), lambda: predicted("overconfident").ece_rating),
            Row(
                "overconfidence",
                "overconfidence",
                "bias +1.5",
                near(0.01),
                lambda: predicted("overconfident").ece_rating,
            ),
        ),
        cap=400,
    ),
    *(_sensitivity_study(s) for s in (0.0, 1.0, 2.0)),
    Study(
        "shared_difficulty",
        "exp1",
        _shared_difficulty,
        (
            Row(
                "auroc_shared",
                "auroc",
                "knows difficulty only",
                near(0.015),
                lambda: predicted("calibrated", _SHARED, single=100).auroc_self_report,
            ),
            Row("stratified_auroc", "stratified_auroc", "knows difficulty only", near(0.015), 0.5),
            Row("stratified_auroc_size", "stratified_auroc", "knows difficulty only", size, kind=Kind.SIZE),
        ),
    ),
    *(_convergence_study(rho) for rho in (0.2, 0.8)),
    Study(
        "no_convergence",
        "exp1",
        _no_convergence,
        (
            Row("mci_latent_null", "mci_latent", "channels share difficulty only", near(0.02), 0.0),
            Row("mci_latent_size", "mci_latent", "channels share difficulty only", size, kind=Kind.SIZE),
            Row("mci_null", "mci", "channels share difficulty only: its null", above_null(0.01), 0.0),
        ),
    ),
    Study(
        "paradox",
        "exp1",
        _paradox,
        (
            Row("paradox_constant", "constant", "exactly 60 % right, constant .6", named("paradox"), kind=Kind.SHARE),
            Row(
                "paradox_jittered",
                "jittered",
                "exactly 60 % right, .6 with jitter .01",
                named("paradox", at_least=0.95),
                kind=Kind.SHARE,
            ),
            Row(
                "paradox_not_flagged",
                "weak",
                "AUROC .65 at 600 items",
                named("informative", "inconclusive", at_least=0.95),
                kind=Kind.SHARE,
            ),
            Row("paradox_few", "few", "constant .6 at 50 items", named("inconclusive"), kind=Kind.SHARE),
        ),
        cap=100,
    ),
    Study(
        "constant_confidence",
        "exp1",
        _constant,
        (
            Row("mci_undefined", "mci", "constant .6", undefined("no_pairs"), kind=Kind.SHARE),
            Row("auroc_constant", "auroc", "constant .6", near(1e-9), 0.5),
            Row("ece_constant", "ece_of_exact_sixty", "exactly 60 % right, constant .6", near(1e-9), 0.0),
            Row("aurc_constant", "aurc_of_exact_sixty", "exactly 60 % right, constant .6", near(1e-9), 0.4),
        ),
        cap=100,
    ),
)
