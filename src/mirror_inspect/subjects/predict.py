"""True values of the metrics for a simulated subject, by large simulation outside the task code.

The estimators here are written for populations (no intervals, no missing data) and share nothing with the metrics they
predict but their definitions.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit
from scipy.stats import norm, rankdata

from mirror_inspect.items import Question
from mirror_inspect.subjects.model import Mind
from mirror_inspect.subjects.persona import Persona
from mirror_inspect.subjects.simulate import Deck, Elicited, deck_of, elicit, reference_deck, subject
from mirror_inspect.taxonomy import DIFFICULTIES, Channel, Domain

Array = NDArray[np.float64]
SIGNALS = (Channel.WAGER, Channel.OPT_OUT, Channel.TOOLS, Channel.NATURAL, Channel.RATING, Channel.SELF_REPORT)
PROFILES = 4000
_BOTTOM = 2
_CLIP = 0.005


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a subject's metrics would be with no sampling error but that of the profile.

    Rates are in [0, 1], losses in utility per component (right 1, wrong -1, deferred 0, break-even .5). NaN where a
    metric is undefined for the subject.

    Attributes:
        accuracy: Mean accuracy.
        ece_rating: Expected calibration error of the rating, by its ten marks.
        ece_self_report: The same of the stated per cent, in ten bins.
        overconfidence: Mean stated confidence minus accuracy.
        auroc_wager: Discrimination of the bet.
        auroc_rating: Discrimination of the rating.
        auroc_self_report: Discrimination of the stated per cent.
        gap_signed: Wager accuracy minus natural accuracy.
        gap_abs: Expected mean absolute gap over domains at this calibration size.
        mci: Mean Spearman correlation over pairs of channels.
        mci_latent: Correlation of the confidences behind the signals within domain and level.
        skip_error_alignment: Error rate on skipped minus on answered items.
        cfr_c1: Confident-failure rate, uninformed, P1.
        cfr_c2: The same with its scores shown.
        cfr_c3: The same with scores and norm.
        udr: Unnecessary deferral on strong components.
        information_loss: First step of the utility ladder.
        monitoring_loss: Second step.
        criterion_loss: Third step.
        coupling_loss: Fourth step.
        knowdo_gap: Third plus fourth step.
        routing_gain: Failures removed by domain routing beyond random routing.
        domains: Accuracy per domain.
    """

    accuracy: float
    ece_rating: float
    ece_self_report: float
    overconfidence: float
    auroc_wager: float
    auroc_rating: float
    auroc_self_report: float
    gap_signed: float
    gap_abs: float
    mci: float
    mci_latent: float
    skip_error_alignment: float
    cfr_c1: float
    cfr_c2: float
    cfr_c3: float
    udr: float
    information_loss: float
    monitoring_loss: float
    criterion_loss: float
    coupling_loss: float
    knowdo_gap: float
    routing_gain: float
    domains: Mapping[Domain, float]

    def rows(self) -> tuple[tuple[str, float], ...]:
        """Return name and value of every metric, domain accuracies last."""
        metrics = [(f.name, float(getattr(self, f.name))) for f in fields(self) if f.name != "domains"]
        return (*metrics, *((f"accuracy {d.value}", a) for d, a in self.domains.items()))


def predict(
    persona: Persona,
    questions: Sequence[Question] = (),
    *,
    components: Sequence[Question] = (),
    calibration: int | None = None,
    n: int = 200_000,
    seed: int = 0,
) -> Prediction:
    """Return the true values of a subject's metrics on a set of items.

    Args:
        persona: The subject.
        questions: Items asked one by one; the reference items (30 % with a guess rate of one quarter) if empty.
        components: Items agentic work is made of; ``questions`` if empty.
        calibration: Items per domain behind the profile that selects and shows weak domains; ``None`` for the truth.
        n: Items simulated, at least.
        seed: Seed of the simulation.

    Returns:
        The prediction; its simulation error is about 1/sqrt(n) per rate.
    """
    single = deck_of(questions) if questions else reference_deck(500)
    work = deck_of(components) if components else single
    return predict_deck(persona, single, work, calibration=calibration, n=n, seed=seed)


def predict_deck(
    persona: Persona,
    single: Deck,
    work: Deck,
    *,
    base_rate: float | None = None,
    calibration: int | None = None,
    n: int = 200_000,
    seed: int = 0,
) -> Prediction:
    """Return the true values of a subject's metrics on items given as arrays.

    Args:
        persona: The subject.
        single: Items asked one by one.
        work: Items agentic work is made of.
        base_rate: The subject's prior accuracy; its mean accuracy on ``single`` if not given.
        calibration: As in `predict`.
        n: As in `predict`.
        seed: As in `predict`.
    """
    rng = np.random.default_rng(seed)
    single, work = _tiled(single, n), _tiled(work, n)
    mind = subject(persona, single, rng, base_rate=base_rate)
    seen = {channel: elicit(mind, channel) for channel in SIGNALS}
    natural, wager, rating, report = (
        seen[c] for c in (Channel.NATURAL, Channel.WAGER, Channel.RATING, Channel.SELF_REPORT)
    )
    chance = mind.chance * np.ones(len(single))
    domains = _by_domain(chance, single)
    doing = _Doing.simulate(persona, work, rng, mind.base_rate)
    profiles = _profiles(domains, _by_level(chance, single), calibration, rng)
    skipped = seen[Channel.OPT_OUT].signal == 0
    wrong = 1 - natural.right
    return Prediction(
        accuracy=float(np.mean(natural.right)),
        ece_rating=_ece(rating),
        ece_self_report=_ece(report),
        overconfidence=float(np.mean(report.signal - report.right)),
        auroc_wager=_auroc(wager),
        auroc_rating=_auroc(rating),
        auroc_self_report=_auroc(report),
        gap_signed=0.0,
        gap_abs=_gap_abs(natural.right, wager.right, single, calibration),
        mci=_mean_over_pairs([_ranked(e.signal) for e in seen.values()]),
        mci_latent=_latent(seen, single),
        skip_error_alignment=_difference_of_means(wrong, skipped),
        **doing.rates(profiles),
        **doing.ladder(),
        domains={d: float(a) for d, a in zip(Domain, domains, strict=True)},
    )


def _tiled(deck: Deck, n: int) -> Deck:
    copies = math.ceil(n / len(deck))
    return deck.take(np.tile(np.arange(len(deck), dtype=np.intp), copies))


def _by_domain(values: Array, deck: Deck) -> Array:
    counts = np.bincount(deck.domain, minlength=len(Domain))
    with np.errstate(invalid="ignore"):
        return np.asarray(np.bincount(deck.domain, weights=values, minlength=len(Domain)) / counts, dtype=np.float64)


def _by_level(values: Array, deck: Deck) -> Array:
    """Means per domain and level, shape (domains, levels); a domain's mean where it has no items of a level."""
    cell = deck.domain * len(DIFFICULTIES) + deck.level - 1
    cells = len(Domain) * len(DIFFICULTIES)
    counts = np.bincount(cell, minlength=cells).reshape(len(Domain), -1)
    sums = np.bincount(cell, weights=values, minlength=cells).reshape(len(Domain), -1)
    overall = _by_domain(values, deck)[:, None]
    return np.asarray(np.where(counts > 0, sums / np.maximum(counts, 1), overall), dtype=np.float64)


def _ece(seen: Elicited, bins: int = 10) -> float:
    code = np.minimum((seen.signal * bins + 1e-9).astype(int), bins - 1)
    gaps = np.bincount(code, weights=seen.right - seen.signal, minlength=bins)
    return float(np.abs(gaps).sum() / len(code))


def _auroc(seen: Elicited) -> float:
    right = seen.right == 1
    m, k = int(right.sum()), int((~right).sum())
    if not m or not k:
        return math.nan
    return float((rankdata(seen.signal)[right].sum() - m * (m + 1) / 2) / (m * k))


def _difference_of_means(values: Array, inside: NDArray[np.bool_]) -> float:
    if inside.all() or not inside.any():
        return math.nan
    return float(values[inside].mean() - values[~inside].mean())


def _gap_abs(natural: Array, wager: Array, deck: Deck, calibration: int | None) -> float:
    if calibration is None:
        return 0.0
    spread = np.sqrt(_by_domain(np.square(wager - natural), deck) / calibration)
    return float(np.nanmean(spread) * math.sqrt(2 / math.pi))


def _ranked(signal: Array) -> Array | None:
    if np.ptp(signal) < 1e-12:
        return None
    ranks = rankdata(signal)
    return np.asarray((ranks - ranks.mean()) / ranks.std(), dtype=np.float64)


def _mean_over_pairs(columns: Sequence[Array | None]) -> float:
    usable = [c for c in columns if c is not None]
    pairs = [float(np.mean(a * b)) for a, b in combinations(usable, 2)]
    return float(np.mean(pairs)) if pairs else math.nan


def _latent(seen: Mapping[Channel, Elicited], deck: Deck) -> float:
    """Correlation of normal scores of the confidences within domain and level, averaged over pairs of channels."""
    columns: list[Array | None] = []
    cell = deck.domain * 5 + deck.level
    for elicited in seen.values():
        if np.ptp(elicited.confidence) < 1e-12:
            columns.append(None)
            continue
        scores = np.empty(len(cell))
        for code in np.unique(cell):
            inside = cell == code
            scores[inside] = norm.ppf((rankdata(elicited.confidence[inside]) - 0.5) / inside.sum())
        columns.append((scores - scores.mean()) / scores.std())
    return _mean_over_pairs(columns)


@dataclass(frozen=True)
class _Profiles:
    """Profiles a subject may get, shape (profiles, domains): which are weak, and which are shown below one half."""

    weak: NDArray[np.bool_]
    shown_weak: NDArray[np.bool_]


def _profiles(accuracy: Array, by_level: Array, calibration: int | None, rng: np.random.Generator) -> _Profiles:
    """Draw profiles; levels are sampled evenly, so a profile varies less than a binomial of the domain's accuracy."""
    if calibration is None:
        measured = accuracy[None, :]
        shown = measured
    else:
        levels = by_level.shape[1]
        per_level = [len(range(level, calibration, levels)) for level in range(levels)]
        right = rng.binomial(per_level, by_level, (PROFILES, *by_level.shape)).sum(axis=2)
        measured = right / calibration
        shown = _shrunk(measured, calibration)
    weak = measured < np.median(measured, axis=1, keepdims=True)
    rank = measured.argsort(axis=1, kind="stable").argsort(axis=1)
    weak = np.where(weak.any(axis=1, keepdims=True), weak, rank < _BOTTOM)
    return _Profiles(weak, np.round(100 * shown) / 100 < 0.5)


def _shrunk(measured: Array, n: int) -> Array:
    """Normal-normal empirical Bayes with the moment estimate of the spread between domains."""
    raw = (measured * n + 1) / (n + 2)
    variance = raw * (1 - raw) / n
    weight = 1 / variance
    total = weight.sum(axis=1, keepdims=True)
    mean = (weight * measured).sum(axis=1, keepdims=True) / total
    q = (weight * (measured - mean) ** 2).sum(axis=1, keepdims=True)
    scale = total - (weight**2).sum(axis=1, keepdims=True) / total
    between = np.maximum(0, (q - (measured.shape[1] - 1)) / scale)
    return np.asarray(mean + between / (between + variance) * (measured - mean), dtype=np.float64)


@dataclass(frozen=True)
class _Doing:
    """Agentic work on every item: attempts, what it says, and what it decides with a domain shown weak or strong."""

    deck: Deck
    mind: Mind
    forced: Array
    stated: Array
    failed: Mapping[str, tuple[Array, Array]]
    deferred: Array

    @classmethod
    def simulate(cls, persona: Persona, deck: Deck, rng: np.random.Generator, base_rate: float) -> "_Doing":
        mind = subject(persona, deck, rng, base_rate=base_rate)
        failed = {}
        for name, norm_told in (("c1", False), ("c2", False), ("c3", True)):
            wrong = 1 - np.asarray(mind.attempt(Channel.AUTONOMOUS, name))
            shown = (None, None) if name == "c1" else (0.0, 1.0)
            acts = [1 - np.asarray(mind.defers(Channel.AUTONOMOUS, name, shown=s, norm=norm_told)) for s in shown]
            failed[name] = (acts[0] * wrong, acts[1] * wrong)
        deferred = np.asarray(mind.defers(Channel.AUTONOMOUS, "c1"), dtype=np.float64)
        forced = np.asarray(mind.attempt(Channel.BEHAVIOURAL), dtype=np.float64)
        stated = elicit(mind, Channel.SELF_REPORT).signal
        return cls(deck, mind, forced, stated, failed, deferred)

    def rates(self, profiles: _Profiles) -> dict[str, float]:
        """Rates over the profiles the subject may get: CFR per condition, UDR, routing gain."""
        weak = profiles.weak
        found = {}
        for name, (if_weak, if_strong) in self.failed.items():
            low, high = _by_domain(if_weak, self.deck), _by_domain(if_strong, self.deck)
            rate = np.where(profiles.shown_weak, low, high)
            found[f"cfr_{name}"] = float(((rate * weak).sum(axis=1) / weak.sum(axis=1)).mean())
        needless = _by_domain(self.deferred * self.forced, self.deck)
        found["udr"] = float(((needless * ~weak).sum(axis=1) / (~weak).sum(axis=1)).mean())
        failure = _by_domain(self.failed["c1"][0], self.deck)
        found["routing_gain"] = float((weak * (failure - failure.mean())).mean())
        return found

    def ladder(self) -> dict[str, float]:
        """The four losses of the utility ladder and the knowing-doing gap."""
        worth = 2 * self.forced - 1
        stated, own = self.stated, 1 - self.deferred
        says = (stated >= 0.5) * 1.0
        known = (_recalibrated(stated, self.forced) >= 0.5) * 1.0
        best = np.maximum(worth, 0).mean()
        lowest = _keep_highest(stated, float(own.sum()))
        utilities = [float(best), *(float(np.mean(rule * worth)) for rule in (known, says, lowest, own))]
        steps = [a - b for a, b in pairwise(utilities)]
        names = ("information_loss", "monitoring_loss", "criterion_loss", "coupling_loss")
        return dict(zip(names, steps, strict=True)) | {"knowdo_gap": steps[2] + steps[3]}


def _keep_highest(stated: Array, k: float) -> Array:
    """Return the probability of keeping each item when the k highest are kept, ties in expectation."""
    _, codes, counts = np.unique(stated, return_inverse=True, return_counts=True)
    above = counts[::-1].cumsum()[::-1] - counts
    return np.asarray(np.clip((k - above) / counts, 0, 1)[codes], dtype=np.float64)


def _recalibrated(stated: Array, right: Array) -> Array:
    """Logistic regression of the outcome on the logit of the stated confidence, fitted on the population."""
    x = logit(np.clip(stated, _CLIP, 1 - _CLIP))
    if np.ptp(x) < 1e-12:
        return np.full(len(x), right.mean())
    design = np.column_stack([np.ones(len(x)), x])
    beta: Array = np.zeros(2)
    for _ in range(50):
        p = expit(design @ beta)
        step = np.linalg.solve((design * (p * (1 - p))[:, None]).T @ design, design.T @ (right - p))
        beta = beta + step
        if np.abs(step).max() < 1e-10:
            break
    return np.asarray(expit(design @ beta), dtype=np.float64)
