"""Time and memory of the whole Exp1 and Exp9 analysis against scipy's bootstrap and scikit-learn, with the growth
exponent.

Usage: python benchmarks/metrics.py [--replicates 500] [--full]

Every size runs in a process of its own, so that peak memory is its own; the peak includes the table itself. Growth is
measured with ``--replicates`` resamples at 1, 10 and 100 times 40,000 observations, ``--full`` uses 10,000
throughout. The straightforward bootstrap would take hours: a few replicates are timed and scaled, and the output says
so.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

CHANNELS = {"wager": 10, "opt_out": 2, "difficulty": 2, "tools": 2, "natural": 5, "rating": 10, "self_report": 101}
CONDITIONS = ("C1", "C2", "C3", "C4", "CR")
SCALES = (1, 10, 100)
FULL = 10_000
TARGET_SECONDS, TARGET_MB, TARGET_EXPONENT = 10.0, 1000.0, 1.1
PEER_REPLICATES = 20


def exp1_table(scale: int) -> dict[str, np.ndarray]:
    """Build 5,000 x scale items in seven channels, a seventh of them repeated: 40,000 x scale observations."""
    rng = np.random.default_rng(0)
    n = 5000 * scale
    item = np.concatenate([np.arange(n), np.arange(n // 7)])
    epoch = (np.arange(len(item)) >= n).astype(int)
    ease = rng.normal(size=n)[item]
    columns: dict[str, list[np.ndarray]] = {k: [] for k in ("item", "domain", "channel", "correct", "signal", "epoch")}
    for channel, values in CHANNELS.items():
        felt = ease + rng.normal(size=len(item))
        correct = (felt + rng.normal(size=len(item)) > 0).astype(float)
        signal = np.floor(values / (1 + np.exp(-felt))).clip(0, values - 1) / (values - 1)
        row = (item, item % 8, np.full(len(item), channel), correct, signal, epoch)
        for name, column in zip(columns, row, strict=True):
            columns[name].append(column)
    return {name: np.concatenate(parts) for name, parts in columns.items()}


def exp9_table(scale: int) -> dict[str, np.ndarray]:
    """Build 2,000 x scale tasks of two components in two paradigms and five conditions: 40,000 x scale observations."""
    rng = np.random.default_rng(0)
    shape = (2000 * scale, 2, 2, len(CONDITIONS))
    task, slot, paradigm, condition = (a.ravel() for a in np.indices(shape))
    weak = (task + slot) % 3 == 0
    decision = np.where(rng.random(len(task)) < 0.8, "proceed", "defer")
    decision = np.where((condition == 3) & weak, "escalated", decision)
    return {
        "task": task,
        "paradigm": np.array(["P1", "P2"])[paradigm],
        "condition": np.array(CONDITIONS)[condition],
        "weak": weak,
        "decision": decision,
        "correct": rng.binomial(1, np.where(weak, 0.35, 0.75)).astype(float),
    }


def run_case(experiment: str, scale: int, replicates: int) -> dict[str, float]:
    """Time one analysis in this process."""
    from mirror_inspect.metrics.agentic import agentic_table
    from mirror_inspect.metrics.atlas import atlas

    table = (exp1_table if experiment == "exp1" else exp9_table)(scale)
    analyse: Callable[..., tuple[object, ...]] = atlas if experiment == "exp1" else agentic_table
    start = time.perf_counter()
    rows = analyse(**table, n_resamples=replicates, threads=2)
    seconds = time.perf_counter() - start
    observations = len(next(iter(table.values())))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if sys.platform == "darwin" else 1024)
    if sys.platform == "darwin":
        megabytes /= 1024 * 1024
    return {"observations": observations, "statistics": len(rows), "seconds": seconds, "megabytes": megabytes}


def isolated(experiment: str, scale: int, replicates: int) -> dict[str, float]:
    """Time one analysis in a fresh process."""
    command = [sys.executable, __file__, "--case", experiment, str(scale), str(replicates)]
    reply = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, float] = json.loads(reply.stdout)
    return result


def peer_seconds() -> float:
    """Seconds per statistic and replicate of ``scipy.stats.bootstrap`` over items with scikit-learn inside."""
    from scipy.stats import bootstrap
    from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

    table = exp1_table(1)
    here = table["channel"] == "self_report"
    signal, correct, item = (table[k][here] for k in ("signal", "correct", "item"))
    order = np.argsort(item, kind="stable")
    rows = np.split(order, np.flatnonzero(np.diff(item[order])) + 1)
    spent, count = 0.0, 0
    for metric in (roc_auc_score, brier_score_loss, average_precision_score):

        def statistic(chosen: np.ndarray, metric: Callable[..., float] = metric) -> float:
            picked = np.concatenate([rows[int(i)] for i in chosen])
            return float(metric(correct[picked], signal[picked]))

        start = time.perf_counter()
        bootstrap(
            (np.arange(len(rows)),),
            statistic,
            n_resamples=PEER_REPLICATES,
            vectorized=False,
            method="percentile",
            rng=np.random.default_rng(0),
        )
        spent += time.perf_counter() - start
        count += PEER_REPLICATES
    return spent / count


def single_values() -> list[tuple[str, int, float, float]]:
    """One evaluation of what scikit-learn has too: name, n, our seconds (with interval), its seconds (without)."""
    from sklearn.metrics import brier_score_loss, roc_auc_score

    from mirror_inspect.metrics.calibration import brier
    from mirror_inspect.metrics.discrimination import auroc

    found = []
    for scale in SCALES:
        n = 5714 * scale
        rng = np.random.default_rng(0)
        confidence = rng.integers(0, 101, n) / 100
        correct = rng.binomial(1, confidence)
        for name, ours, peer in (("auroc", auroc, roc_auc_score), ("brier", brier, brier_score_loss)):
            found.append((name, n, _best(ours, confidence, correct), _best(peer, correct, confidence)))
    return found


def _best(function: Callable[..., object], *arguments: np.ndarray) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        function(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


def exponent(results: list[dict[str, float]]) -> float:
    """Slope of log seconds on log observations."""
    size, seconds = (np.log([r[k] for r in results]) for k in ("observations", "seconds"))
    return float(np.polyfit(size, seconds, 1)[0])


def report(replicates: int) -> bool:
    """Print the benchmark and return whether the targets are met."""
    met = True
    headline = isolated("exp1", 1, FULL)
    print(f"{'analysis':10}{'observations':>14}{'statistics':>12}{'replicates':>12}{'seconds':>10}{'MB':>8}")
    _line("exp1", headline, FULL)
    met &= headline["seconds"] < TARGET_SECONDS and headline["megabytes"] < TARGET_MB
    for experiment in ("exp1", "exp9"):
        results = [isolated(experiment, scale, replicates) for scale in SCALES]
        for result in results:
            _line(experiment, result, replicates)
        growth = exponent(results)
        met &= growth <= TARGET_EXPONENT
        print(f"{experiment} growth exponent {growth:.2f} (target <= {TARGET_EXPONENT})")
    each = peer_seconds()
    peer = each * FULL * headline["statistics"]
    print(
        f"scipy.stats.bootstrap, one statistic at a time: {each * 1e3:.2f} ms per replicate ({PEER_REPLICATES} timed), "
        f"scaled {peer:,.0f} s for exp1 without its jackknife; ratio {peer / headline['seconds']:,.0f}"
    )
    for name, n, ours, other in single_values():
        print(
            f"{name} n={n}: {ours * 1e3:.2f} ms with interval, scikit-learn {other * 1e3:.2f} ms without, "
            f"ratio {other / ours:.2f}"
        )
    goal = f"{FULL} replicates under {TARGET_SECONDS:g} s and {TARGET_MB:g} MB, exponents <= {TARGET_EXPONENT}"
    print(f"{'met' if met else 'NOT met'}: {goal}")
    return met


def _line(name: str, result: dict[str, float], replicates: int) -> None:
    assert math.isfinite(result["seconds"])
    print(
        f"{name:10}{result['observations']:>14.0f}{result['statistics']:>12.0f}{replicates:>12}"
        f"{result['seconds']:>10.2f}{result['megabytes']:>8.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replicates", type=int, default=500)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--case", nargs=3, metavar=("EXPERIMENT", "SCALE", "REPLICATES"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.case:
        experiment, scale, replicates = options.case
        print(json.dumps(run_case(experiment, int(scale), int(replicates))))
        return
    sys.exit(0 if report(FULL if options.full else options.replicates) else 1)


if __name__ == "__main__":
    main()
