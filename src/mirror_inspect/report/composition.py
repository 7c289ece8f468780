"""Experiment 3 from its logs: wholes against parts, coherence, the weak link, known odds, and pairs of domains."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mirror_inspect.analysis.composites import STRATA
from mirror_inspect.analysis.composition import Levels, by_pair, levels, summarise_composition
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report import task_logs
from mirror_inspect.report.knowdo_text import value
from mirror_inspect.stats.verdicts import Outcome, Verdict, verdict

TASK: Final = "exp3_composition"
CONSTRUCTS: Final = ("composition", "auroc")
"""What is held against a margin."""
BLOCKS: Final[Mapping[str, Mapping[str, str]]] = {
    "Bias on wholes beyond that on parts (headline; 0 for perfect and for equally biased self-knowledge)": {
        "cce_bias_excess": "all composites",
        "cce_bias_excess_balanced": "strata weighted equally",
        **{f"cce_bias_excess_{name}": name.replace("_", "-") for name in STRATA},
        "cce_bias": "bias on wholes",
        "component_bias": "bias on parts",
    },
    "The paper's forms (never 0 under perfect calibration)": {
        "paper_cce_equation": "CCE by the paper's equation",
        "paper_cce_tables": "CCE as in its tables, mean |p - y|",
        "paper_cce_if_calibrated": "what a calibrated subject shows",
    },
    "Coherence": {
        "incoherence": "whole held likelier than a part",
        "incoherence_of_repeats": "the same from repeats alone",
        "independence_gap": "p - p_a p_b",
        "independence_gap_of_outcomes": "y - y_a y_b",
    },
    "Which part is weaker": {"weak_link": "named the one that failed", "weak_link_by_chance": "by chance"},
    "Known odds": {
        "coins_gap": "coins, stated - product",
        "coins_error": "coins, mean distance",
        "other_gap": "another agent, stated - product",
        "other_beyond_coins": "another agent - coins",
        "self_beyond_other": "itself - another agent",
    },
    "Predictions against outcomes": {
        "composite_accuracy": "wholes right",
        "component_accuracy": "parts right",
        "composite_auroc": "discrimination, wholes",
        "component_auroc": "discrimination, parts",
        "composite_debiased_ce": "squared calibration error, wholes",
        "component_debiased_ce": "squared calibration error, parts",
        "mci_latent": "convergence of channels on wholes",
        "mci": "the same, the paper's",
    },
}
"""Headings, and under each the estimates shown with their labels."""


@dataclass(frozen=True, slots=True)
class CompositionReport:
    """What Experiment 3 says of one subject.

    Attributes:
        model: Inspect's name.
        estimates: Every estimate of `summarise_composition`, with BCa intervals where there are resamples.
        pairs: The headline by pair of domains.
        bias: The headline held against the margin of the construct.
        levels: Whether it can multiply, carry that over to others, and knows its parts.
        warnings: What a reader of the numbers must know.
    """

    model: str
    estimates: Mapping[str, Estimate]
    pairs: Mapping[str, Estimate]
    bias: Verdict
    levels: Levels
    warnings: tuple[str, ...] = ()


def composition_reports(files: Iterable[Path], *, n_resamples: int = 10_000) -> list[CompositionReport]:
    """Read logs and return one report per model, of its newest run, sorted by name.

    Args:
        files: Logs, also of other tasks, which are left out.
        n_resamples: BCa replicates; 0 keeps the analytic intervals of the log.

    Raises:
        ArgumentError: none of them is a log of Experiment 3, or one cannot be read.
    """
    return [_report(run, n_resamples) for run in task_logs.newest_by_model(files, TASK)]


def _report(run: task_logs.Newest, n_resamples: int) -> CompositionReport:
    rows, log = run.observations, run.log
    estimates = summarise_composition(rows, n_resamples=n_resamples)
    margins = {name: task_logs.stated_margin(log.eval.metadata or {}, name) for name in CONSTRUCTS}
    bias = verdict(estimates["cce_bias_excess"], margins["composition"])
    warnings = (*run.left_out, *task_logs.doubts(log))
    return CompositionReport(log.eval.model, estimates, by_pair(rows), bias, levels(estimates, margins), warnings)


def render(reports: Sequence[CompositionReport]) -> str:
    """Return the reports as text, one subject after the other."""
    return "\n".join(line for report in reports for line in (*_subject(report), ""))


def _subject(report: CompositionReport) -> Iterator[str]:
    yield f"{report.model}"
    yield from (f"! {w}" for w in report.warnings)
    yield f"bias on wholes beyond parts: {report.bias.outcome}; margin {report.bias.margin:g}"
    yield reading(report.levels)
    for heading, names in BLOCKS.items():
        yield f"\n{heading}"
        yield from (f"  {label:<36}{value(report.estimates[name])}" for name, label in names.items())
    yield "\nBy pair of domains (intervals from one pooled variance)"
    yield from (f"  {pair:<36}{value(e)}" for pair, e in report.pairs.items() if e.n_total)


def reading(found: Levels) -> str:
    """Return in one sentence whether a subject can multiply, and whether it knows its own parts."""
    multiplies = {
        Outcome.REFUTED: "multiplies known odds",
        Outcome.SUPPORTED: "cannot multiply known odds",
        Outcome.INCONCLUSIVE: "may or may not multiply known odds",
    }[found.misses_odds.outcome]
    knows = {
        Outcome.SUPPORTED: "knows which parts it gets right",
        Outcome.REFUTED: "does not know which parts it gets right",
        Outcome.INCONCLUSIVE: "does not show that it knows which parts it gets right",
    }[found.knows_parts.outcome]
    return f"It {multiplies} and {knows}."
