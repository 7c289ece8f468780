"""Coverage of the analytic 95 % intervals of confidence and know-do metrics, over simulated subjects of known truth.

Usage: python benchmarks/coverage_confidence.py [--datasets 2000] [--only knowdo_gap]

A row of the table is a metric and a way to draw data of n = 200 units; its true value is the metric on one very
large draw.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import expit, logit
from scipy.stats import norm

from mirror_inspect.metrics import calibration, convergence, discrimination, knowdo, selective
from mirror_inspect.metrics.estimate import Estimate

N = 200
LARGE = 1_000_000
LOW, HIGH, RATE_FLOOR = 0.93, 0.975, 0.935
SENSITIVITY, ACCURACY = 1.2, 0.6
CUTS = (None, 0.0, 0.5, -0.7)
CONVERGENCE = 0.5

Draw = Callable[[np.random.Generator, int], Estimate]


@dataclass(frozen=True)
class Study:
    """One metric: ``draw`` gives its estimate on n units; ``cost`` divides the number of data sets."""

    draw: Draw
    truth: float | None = None
    large: int = LARGE
    low: float = LOW
    high: float = HIGH
    cost: int = 1


def confident(rng: np.random.Generator, n: int, *, bias: float = 0.0, grid: int = 100) -> tuple[np.ndarray, np.ndarray]:
    y = rng.random(n) < ACCURACY
    evidence = SENSITIVITY * (y - 0.5) + rng.standard_normal(n)
    return np.round(expit(bias + logit(ACCURACY) + SENSITIVITY * evidence) * grid) / grid, y


def scored(metric: Callable[..., Estimate], **options: float) -> Draw:
    return lambda rng, n: metric(*confident(rng, n, **options))


def stratified(rng: np.random.Generator, n: int) -> Estimate:
    c, y = confident(rng, n)
    return discrimination.stratified_auroc(c, y, np.arange(n) % 5)


def laddered(field: str, *, coupling: float = 0.5, base: float = 0.1, bias: float = 0.0) -> Draw:
    def draw(rng: np.random.Generator, n: int) -> Estimate:
        c, y = confident(rng, n, bias=bias)
        deferred = ((rng.random(n) < coupling) & (c < 0.5)) | (rng.random(n) < base)
        return getattr(knowdo.utility_ladder(c, deferred, y), field)

    return draw


def decided(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    c, y = confident(rng, n)
    return np.where((c < 0.5) & (rng.random(n) < 0.7), "defer", "proceed"), y, np.ones(n)


def confident_failures(rng: np.random.Generator, n: int) -> Estimate:
    decision, y, everyone = decided(rng, n)
    return knowdo.cfr(everyone, decision, y)


def needless(rng: np.random.Generator, n: int) -> Estimate:
    decision, y, everyone = decided(rng, n)
    return knowdo.udr(everyone, decision, y)


def escalated(rng: np.random.Generator, n: int) -> Estimate:
    first = rng.random(n) < 0.3
    second = np.where(rng.random(n) < 0.25, rng.random(n) < 0.2, first)
    return knowdo.escalation_contrast(first, second)


def routed(rng: np.random.Generator, n: int) -> Estimate:
    domain, slot = rng.integers(0, 8, n), rng.integers(0, 2, n)
    failed = rng.random(n) < np.where(domain < 3, 0.5, 0.25)
    return knowdo.routing_gain(failed, domain < 3, slot)


def channels(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    stratum = rng.integers(0, 20, n)
    # Stratum effects at normal quantiles, so that their distribution is the same in every data set.
    shared = 0.7 * norm.ppf((stratum + 0.5) / 20)
    latent = CONVERGENCE**0.5 * rng.standard_normal((n, 1)) + (1 - CONVERGENCE) ** 0.5 * rng.standard_normal((n, 4))
    latent += shared[:, None]
    marks = [np.ceil(10 * norm.cdf(x)) if cut is None else x > cut for x, cut in zip(latent.T, CUTS, strict=True)]
    return np.column_stack(marks).astype(float), stratum


def latent(rng: np.random.Generator, n: int) -> Estimate:
    table, stratum = channels(rng, n)
    return convergence.mci_latent(table, strata=stratum)


STUDIES = {
    "auroc": Study(scored(discrimination.auroc)),
    "stratified_auroc": Study(stratified),
    "augrc": Study(scored(selective.augrc)),
    "aurc": Study(scored(selective.aurc)),
    "e_aurc": Study(scored(selective.e_aurc)),
    "risk_at_coverage .75": Study(
        lambda rng, n: selective.risk_at_coverage(*confident(rng, n, grid=5), coverage=0.75), low=RATE_FLOOR, high=1.0
    ),
    "brier": Study(scored(calibration.brier)),
    "log_score": Study(scored(calibration.log_score)),
    "overconfidence": Study(scored(calibration.overconfidence, bias=0.7)),
    "debiased_ce": Study(scored(calibration.debiased_ce, bias=0.7, grid=10)),
    "cox slope": Study(lambda rng, n: calibration.cox(*confident(rng, n, bias=0.7)).slope),
    "cfr": Study(confident_failures, low=RATE_FLOOR, high=1.0),
    "udr": Study(needless, low=RATE_FLOOR, high=1.0),
    "escalation_contrast": Study(escalated),
    "routing_gain": Study(routed),
    "information_loss": Study(laddered("information_loss")),
    "monitoring_loss": Study(laddered("monitoring_loss", bias=1.2)),
    "criterion_loss": Study(laddered("criterion_loss", coupling=0.2)),
    "coupling_loss": Study(laddered("coupling_loss")),
    "knowdo_gap": Study(laddered("knowdo_gap")),
    "knowdo_gap, full actor": Study(laddered("knowdo_gap", coupling=1, base=0, bias=1), truth=0.0, high=1.0),
    "mci_latent": Study(latent, truth=CONVERGENCE, cost=5),
    "mci": Study(lambda rng, n: convergence.mci(channels(rng, n)[0]), large=200_000, cost=5),
}


@cache
def true_value(name: str) -> float:
    study = STUDIES[name]
    return study.draw(np.random.default_rng(7), study.large).value if study.truth is None else study.truth


def coverage(name: str, datasets: int) -> tuple[float, float]:
    """Share of data sets whose interval holds the truth, and the median width."""
    truth, rng = true_value(name), np.random.default_rng(1)
    drawn = [STUDIES[name].draw(rng, N) for _ in range(datasets)]
    return sum(e.low <= truth <= e.high for e in drawn) / datasets, float(np.median([e.high - e.low for e in drawn]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--datasets", type=int, default=2000)
    parser.add_argument("--only", choices=list(STUDIES))
    options = parser.parse_args()
    outside = []
    print(f"{'metric':24}{'truth':>9}{'coverage':>10}{'width':>9}")
    for name, study in STUDIES.items():
        if options.only not in (None, name):
            continue
        datasets = max(1, options.datasets // study.cost)
        share, width = coverage(name, datasets)
        # Three standard errors of the simulation itself on either side, when it is smaller than asked for.
        slack = 0 if datasets >= 2000 else 3 * (0.05 * 0.95 / datasets) ** 0.5
        ok = study.low - slack <= share <= study.high + slack
        outside += [] if ok else [name]
        print(f"{name:24}{true_value(name):>9.4f}{share:>10.4f}{width:>9.4f}{'' if ok else '  outside'}", flush=True)
    sys.exit(f"outside {LOW}-{HIGH}: {', '.join(outside)}" if outside else 0)


if __name__ == "__main__":
    main()
