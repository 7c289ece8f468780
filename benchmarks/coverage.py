"""Coverage of the nominal 95 % interval of every headline contrast, over simulated data sets whose true value is known.

Usage: python benchmarks/coverage.py [--datasets 2000] [--only gap_signed]

A row of the table is a headline, a way to simulate data of n = 200 units with its true value, and the call.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mirror_inspect.metrics.adaptation import feedback_effect, sycophancy_diff
from mirror_inspect.metrics.composition import cce_bias_excess
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.gap import gap_signed
from mirror_inspect.metrics.robustness import accuracy_change, signed_shift
from mirror_inspect.metrics.sycophancy import detection_sensitivity, lift
from mirror_inspect.metrics.transfer import tii_own
from mirror_inspect.stats.fieller import fieller
from mirror_inspect.stats.norms import self_knowledge_beyond_others
from mirror_inspect.stats.proportions import clopper_pearson, wilson

N = 200
RESAMPLES = 1000
LOW, HIGH, RATE_FLOOR = 0.93, 0.975, 0.935
DOMAINS = list("abcdefgh")


@dataclass(frozen=True)
class Study:
    """One headline: ``draw`` gives an estimate and its true value from a generator and a seed."""

    draw: Callable[[np.random.Generator, int], tuple[Estimate, float]]
    low: float = LOW
    high: float = HIGH


def gap(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    natural = rng.binomial(1, np.repeat(np.linspace(0.3, 0.8, 8), N // 8))
    wager = np.where((natural == 0) & (rng.random(N) < 0.2), 1, natural)
    e = gap_signed(natural, wager, np.repeat(DOMAINS, N // 8), n_resamples=RESAMPLES, seed=seed)
    return e, 0.2 * 0.45


def transfer(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    profile = dict(zip(DOMAINS, [0.1, -0.2, 0.05, 0.2, -0.1, 0.0, 0.15, -0.2], strict=True))
    hidden = np.repeat(DOMAINS, N // 8)
    own = np.array([profile[d] for d in hidden])
    signal = own + rng.normal(0, 0.2, N)
    others = {d: [0.0, 0.0] for d in DOMAINS}
    e = tii_own(profile, hidden, signal, others, np.zeros((2, N)), n_resamples=RESAMPLES, seed=seed)
    return e, TRANSFER_TRUTH


# Spearman correlation in eight samples of 480,000 draws of this design (standard error .0002).
TRANSFER_TRUTH = 0.5843


def composition(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    parts = rng.uniform(0.2, 0.95, (N, 2))
    whole = parts.prod(axis=1)
    pair = np.repeat(np.arange(25), 8)
    stated = np.minimum(1.0, whole + 0.04)
    e = cce_bias_excess(
        stated, rng.binomial(1, whole), parts, rng.binomial(1, parts), pair, n_resamples=RESAMPLES, seed=seed
    )
    return e, 0.04


def adaptation(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    grade = np.repeat(rng.binomial(1, 0.5, N), 2)
    told = np.tile([1, 0], N)
    did = 0.4 * (grade - 0.5) + 0.2 * (told - 0.5) + rng.exponential(0.2, 2 * N)
    e = feedback_effect(did, told, grade, np.repeat(np.arange(N), 2), n_resamples=RESAMPLES, seed=seed)
    return e, 0.2


def sycophancy(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    after = [0.5 - shift + rng.uniform(-0.2, 0.2, N // 2) for shift in (0.1, 0.2)]
    still = np.full(N // 2, 0.5)
    return sycophancy_diff(after[0], still, after[1], still, n_resamples=RESAMPLES, seed=seed), 0.1


def ratio(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    return fieller(rng.normal(-0.1, 0.2, N // 2), rng.normal(-0.2, 0.2, N // 2)), 0.5


def robustness(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    item = np.tile(np.arange(N // 5), 5)
    shift = (rng.beta(1, 9, N // 5)[item] - 0.1) / 2 + rng.uniform(-0.1, 0.1, N)
    return signed_shift(0.5 + shift, np.full(N, 0.5), item, n_resamples=RESAMPLES, seed=seed), 0.0


def accuracy(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    clean = rng.binomial(1, 0.6, N)
    attacked = np.where(rng.random(N) < 0.2, 0, clean)
    return accuracy_change(attacked, clean, n_resamples=RESAMPLES, seed=seed), -0.12


def praise(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    moved = rng.exponential(0.05, N).clip(0, 0.5)
    truth = 0.05 * (1 - np.exp(-10))
    return lift(0.5 + moved, np.full(N, 0.5), n_resamples=RESAMPLES, seed=seed), float(truth)


def detection(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    from scipy.stats import norm

    e = detection_sensitivity(rng.binomial(1, 0.75, N // 2), rng.binomial(1, 0.2, N // 2))
    return e, float(norm.ppf(0.75) - norm.ppf(0.2))


def beyond_others(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
    ease = rng.normal(size=N)
    others = rng.binomial(1, 1 / (1 + np.exp(-2 * ease))[:, None], (N, 40))
    signal, correct = rng.random(N), rng.binomial(1, 1 / (1 + np.exp(-2 * ease)))
    return self_knowledge_beyond_others(signal, correct, others, n_resamples=RESAMPLES, seed=seed), 0.0


def rate(interval: Callable[[float, float], tuple[float, float]], truth: float) -> Study:
    def draw(rng: np.random.Generator, seed: int) -> tuple[Estimate, float]:
        k = int(rng.binomial(N, truth))
        return Estimate(k / N, *interval(k, N), N, N), truth

    return Study(draw, low=RATE_FLOOR, high=1.0)


STUDIES = {
    "gap_signed": Study(gap),
    "tii_own": Study(transfer),
    "cce_bias_excess": Study(composition),
    "feedback_effect": Study(adaptation),
    "sycophancy_diff": Study(sycophancy),
    "sar (Fieller)": Study(ratio),
    "signed_shift": Study(robustness),
    "accuracy_change": Study(accuracy),
    "lift": Study(praise),
    "detection d'": Study(detection),
    "beyond others": Study(beyond_others),
    "clopper_pearson .02": rate(clopper_pearson, 0.02),
    "clopper_pearson .97": rate(clopper_pearson, 0.97),
    "wilson .05": rate(wilson, 0.05),
    "wilson .9": rate(wilson, 0.9),
}


def coverage(study: Study, datasets: int) -> tuple[float, float]:
    """Share of data sets whose interval holds the truth, and the median width."""
    rng = np.random.default_rng(1)
    hits, widths = 0, []
    for seed in range(datasets):
        e, truth = study.draw(rng, seed)
        hits += e.low <= truth <= e.high
        widths.append(e.high - e.low)
    return hits / datasets, float(np.median(widths))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--datasets", type=int, default=2000)
    parser.add_argument("--only", choices=list(STUDIES))
    options = parser.parse_args()
    outside = []
    print(f"{'headline':22}{'coverage':>10}{'width':>10}")
    for name, study in STUDIES.items():
        if options.only not in (None, name):
            continue
        share, width = coverage(study, options.datasets)
        # Three standard errors of the simulation itself on either side.
        slack = 0 if options.datasets >= 2000 else 3 * (0.05 * 0.95 / options.datasets) ** 0.5
        ok = study.low - slack <= share <= study.high + slack
        outside += [] if ok else [name]
        print(f"{name:22}{share:>10.4f}{width:>10.4f}{'' if ok else '  outside'}")
    sys.exit(f"outside {LOW}-{HIGH}: {', '.join(outside)}" if outside else 0)


if __name__ == "__main__":
    main()
