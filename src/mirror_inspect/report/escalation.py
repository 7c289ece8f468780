"""The escalation table and figure of Experiment 9: confident failures as the subject is told more about itself."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.taxonomy import Condition, Paradigm

Estimates = Mapping[str, Estimate]
TOLD: Final = {
    Condition.UNINFORMED: "C1 told nothing",
    Condition.OWN_SCORES: "C2 own scores",
    Condition.SCORES_AND_NORM: "C3 scores + norm",
}
COLOURS: Final = ("#0b5fa5", "#b3541e", "#2e7d32", "#6a3d9a", "#8a6d00", "#a3195b")
"""Distinguishable in print and for colour-blind readers, each at least 4.5:1 on white."""
MARKERS: Final = "osD^vP"


def cell(estimate: Estimate) -> str:
    """Return an estimate for a table: value and 95 % interval, or why there is none."""
    if not estimate.defined:
        return f"- ({estimate.reason})"
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def escalation_table(subjects: Mapping[str, Estimates], *, paradigm: Paradigm = Paradigm.AUTONOMOUS) -> str:
    """Return the confident-failure rate per condition and the knowing-doing gap of several subjects, as text.

    Args:
        subjects: Estimates of Experiment 9 by subject name.
        paradigm: Paradigm of the confident-failure rates.
    """
    names = list(subjects)
    width = max([len(n) for n in names] + [20])
    rows = {f"CFR {label}": f"cfr_{condition}_{paradigm}" for condition, label in TOLD.items()}
    rows |= {
        "failures, C4 routed": "failure_C4",
        "failures, CR random": "failure_CR",
        "unnecessary deferrals": "udr",
        "routing gain": "routing_gain",
        "knowing-doing gap": "knowdo_gap",
    }
    lines = [" " * 22 + "".join(f"{n:<{width + 2}}" for n in names)]
    for label, key in rows.items():
        lines.append(f"{label:<22}" + "".join(f"{cell(subjects[n][key]):<{width + 2}}" for n in names))
    return "\n".join(line.rstrip() for line in lines)


def escalation_figure(
    subjects: Mapping[str, Estimates], path: Path, *, paradigm: Paradigm = Paradigm.AUTONOMOUS
) -> Path:
    """Draw confident failures over C1, C2, C3 with 95 % intervals, one line per subject.

    Args:
        subjects: Estimates of Experiment 9 by subject name.
        path: File to write; the ending decides the format (``.png``, ``.svg``).
        paradigm: Paradigm of the confident-failure rates.

    Returns:
        The path written.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for i, (name, estimates) in enumerate(subjects.items()):
        points = [(x, estimates[f"cfr_{condition}_{paradigm}"]) for x, condition in enumerate(TOLD)]
        points = [(x, e) for x, e in points if e.defined]
        if not points:
            continue
        shift = 0.05 * (i - (len(subjects) - 1) / 2)
        axes.errorbar(
            [x + shift for x, _ in points],
            [e.value for _, e in points],
            yerr=[[e.value - e.low for _, e in points], [e.high - e.value for _, e in points]],
            color=COLOURS[i % len(COLOURS)],
            marker=MARKERS[i % len(MARKERS)],
            capsize=4,
            label=name,
        )
    axes.set_xticks(range(len(TOLD)), list(TOLD.values()))
    axes.set_xlim(-0.3, len(TOLD) - 0.7)
    axes.set_ylim(0, 1)
    axes.set_ylabel("confident failures on weak components")
    axes.set_title("Does a subject stop failing when it is told where it is weak?", loc="left")
    axes.grid(axis="y", color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)
    return path
