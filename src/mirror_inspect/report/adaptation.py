"""Experiment 4 from its logs: every statistic with interval, null and coverage, and why a ratio may not exist."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.analysis.adaptation import summarise_adaptation
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report import task_logs
from mirror_inspect.report.knowdo_text import value
from mirror_inspect.stats.verdicts import Verdict, verdict

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

TASK: Final = "exp4_adaptation"
WORDS: Final = {
    "unbounded": "unbounded: the response to true criticism cannot be told from none, so that any ratio would do",
    "zero_denominator": "unbounded: there was no response to true criticism at all to divide by",
    "arm_not_run": "an arm or a channel it needs was not run",
    "one_delay": "only one delay was run",
    "not_asked": "the burnt item was not asked again",
    "cell_below_10": "fewer than ten trials of a kind it needs",
    "cell_below_60": "fewer than sixty trials of a kind it needs",
    "low_coverage": "too little was observed",
}
"""Reasons as a reader meets them."""
LABELS: Final = {
    "feedback_effect": "told right minus told wrong, same grade",
    "feedback_effect_was_right": "  where it was right",
    "feedback_effect_was_wrong": "  where it was wrong",
    "feedback_effect_opt_out": "  in answering instead of skipping",
    "feedback_effect_tools": "  in working alone instead of with help",
    "feedback_recovery": "shortest minus longest delay",
    "own_effect": "its own attempt, nothing said",
    "ai_before": "related minus control, before",
    "ai_true": "  after true feedback (AI of the paper)",
    "ai_false": "  after false feedback",
    "ai_neutral": "  after an acknowledgement",
    "ai_false_right": "  after false criticism",
    "ai_true_wrong": "  after true criticism",
    "sar": "false over true criticism (SAR of the paper)",
    "sycophancy_diff": "false minus true criticism",
    "sar_net": "SAR against the neutral arm",
    "sycophancy_net": "the difference against the neutral arm",
    "yields_false": "right answers given up when called wrong",
    "yields_false_net": "  beyond the neutral arm",
    "corrects_true": "wrong answers mended when called wrong",
    "corrects_true_net": "  beyond the neutral arm",
    "burn_accuracy": "burnt items answered right",
    "before_coverage": "observed before the feedback",
    "burn_coverage": "attempts observed and graded",
    "after_coverage": "observed after the feedback",
}


@dataclass(frozen=True, slots=True)
class AdaptationReport:
    """What Experiment 4 says of one subject.

    Attributes:
        model: Inspect's name.
        estimates: Every estimate of `summarise_adaptation`, the headline with a BCa interval.
        effect: The headline held against the margin.
        warnings: What a reader of the numbers must know.
    """

    model: str
    estimates: Mapping[str, Estimate]
    effect: Verdict
    warnings: tuple[str, ...] = ()


def adaptation_reports(files: Iterable[Path], *, n_resamples: int = 10_000) -> list[AdaptationReport]:
    """Read logs and return one report per model, of its newest run, sorted by name.

    Args:
        files: Logs, also of other tasks, which are left out.
        n_resamples: BCa replicates; 0 keeps the analytic intervals of the log.

    Raises:
        ArgumentError: none of them is a log of Experiment 4, or one cannot be read.
    """
    return [_report(run, n_resamples) for run in task_logs.newest_by_model(files, TASK)]


def _report(run: task_logs.Newest, n_resamples: int) -> AdaptationReport:
    found = summarise_adaptation(run.observations, delays=delays_of(run.log), n_resamples=n_resamples)
    effect = verdict(found["feedback_effect"], task_logs.stated_margin(run.log.eval.metadata or {}, "shift"))
    return AdaptationReport(run.log.eval.model, found, effect, (*run.left_out, *_warnings(run.log)))


def delays_of(log: "EvalLog") -> list[int]:
    """Return the filler turns after which a run of Experiment 4 asked, shortest first."""
    return sorted({int(d) for d in (log.eval.metadata or {}).get("delays", [0])})


def _warnings(log: "EvalLog") -> Iterator[str]:
    yield from task_logs.unfinished(log, "the run")
    yield from task_logs.foreign_profile(log)
    if "neutral" not in (log.eval.metadata or {}).get("arms", ["neutral"]):
        yield "no neutral arm was run: ratios and differences include what the subject felt by itself"
    yield from task_logs.simulated(log)


def render(reports: Sequence[AdaptationReport]) -> str:
    """Return reports as text for a terminal."""
    return "\n".join(line for report in reports for line in _lines(report)) + "\n"


def _lines(report: AdaptationReport) -> Iterator[str]:
    yield report.model
    yield from (f"  note: {w}" for w in report.warnings)
    yield f"  being told moves its bets: {report.effect.outcome} (margin {report.effect.margin:g})"
    for name, estimate in report.estimates.items():
        yield f"  {label_of(name):<44} {in_words(estimate)}"
    yield ""


def label_of(name: str) -> str:
    """Return what an estimate is called for people."""
    delay = name.removeprefix("feedback_effect_delay_")
    return f"  after {delay} filler turns" if delay != name else LABELS[name]


def in_words(estimate: Estimate) -> str:
    """Return an estimate with interval, null and coverage, its reason spelt out."""
    reasons = [WORDS.get(r, r) for r in estimate.reason.split(";") if r]
    if not estimate.defined:
        return f"- ({'; '.join(reasons) or 'undefined'})"
    plain = value(estimate).replace(f" ({estimate.reason})", "") if estimate.reason else value(estimate)
    null = "" if estimate.null == 0 or math.isnan(estimate.null) else f" against {estimate.null:.3f}"
    caveat = f" ({'; '.join(reasons)})" if reasons else ""
    return f"{plain}{null}{caveat}"
