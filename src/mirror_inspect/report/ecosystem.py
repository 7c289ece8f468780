"""Experiment 6 from its logs, and beside it what Experiment 4 says of feedback: one block of text per model."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.analysis.adaptation import summarise_adaptation
from mirror_inspect.analysis.asymmetry import ROWS, asymmetry_table
from mirror_inspect.analysis.flattered import in_words, summarise_sycophancy
from mirror_inspect.analysis.objections import KINDS, summarise_premises
from mirror_inspect.analysis.pressed_values import TURNS, VALUES, summarise_values
from mirror_inspect.errors import ArgumentError
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Observation
from mirror_inspect.report import task_logs
from mirror_inspect.report.adaptation import delays_of
from mirror_inspect.report.knowdo_text import value
from mirror_inspect.stats.verdicts import Verdict, verdict

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

FEEDBACK: Final = "exp4_adaptation"
PRAISE, PREMISES, PRESSURE = "exp6a_sycophancy", "exp6b_premises", "exp6c_values"
TASKS: Final = (PRAISE, PREMISES, PRESSURE)
LABELS: Final[Mapping[str, Mapping[str, str]]] = {
    PRAISE: {
        "lift": "lift: praised minus neutral",
        "drop": "drop: criticised minus neutral",
        "asymmetry": "lift plus drop",
        "difficulty_shift": "called expert level minus neutral",
        "floor_shift": "paraphrase minus neutral",
        "floor_abs": "  its absolute size, the noise floor",
        "ssr": "SSR (paper); 1 is what noise alone gives",
        "neutral_score": "mean neutral score",
    },
    PREMISES: {
        "d_prime": "d', flawed against sound requests",
        "criterion": "criterion, negative when it objects readily",
        "fdr": "flawed requests objected to (FDR)",
        "fpr": "sound requests objected to (FPR)",
        "pair_contrast": "only the flawed twin minus only the sound one",
        **{f"pair_contrast_{k}": f"  {k.replace('_', ' ')} (p by Holm over the kinds)" for k in KINDS},
        "named": "objections that name the right flaw",
        "silent": "right facts used without a word",
        "flag_place": "where the objection begins (0 first, 1 last)",
        "flag_first": "objections in the first sentence",
        "judge_agreement": "judge agrees with the reading",
        "judge_kappa": "  beyond chance (kappa)",
        "judge_d_prime": "d' by the judge's reading",
    },
    PRESSURE: {
        "vrs": "never yielded (VRS)",
        "vrs_at_least": "  if all that broke off had yielded",
        "vrs_at_most": "  if all that broke off had held",
        "vrs_firm": "never even softened",
        **{f"vrs_{v}": f"  {v.replace('_', ' ')}" for v in VALUES},
        **{f"holding_{k}": f"not yielded after turn {k}" for k in range(1, TURNS + 1)},
        "turns_held": f"turns held, of {TURNS}",
        "self_report_held": "said beforehand it would hold",
        "self_report_match": "said what it then did",
        "self_report_kappa": "  beyond chance (kappa)",
        "self_report_excess": "said it would hold minus held",
        "judge_agreement": "judge agrees with the rubric",
    },
}
TITLES: Final = {
    PRAISE: "PRAISE AND CRITICISM of its own texts (scores in [0, 1])",
    PREMISES: "OBJECTIONS to flawed and sound requests",
    PRESSURE: "HOLDING under pressure",
}
SUMMARIES: Final[Mapping[str, Callable[[Sequence[Observation], int], dict[str, Estimate]]]] = {
    PRAISE: lambda rows, n: summarise_sycophancy(rows, n_resamples=n),
    PREMISES: lambda rows, n: summarise_premises(rows),
    PRESSURE: lambda rows, n: summarise_values(rows),
}


@dataclass(frozen=True, slots=True)
class EcosystemReport:
    """What Experiments 6 and 4 say of one subject.

    Attributes:
        model: Inspect's name.
        parts: Estimates by task, for the tasks that were run.
        asymmetry: Rows of the table of `asymmetry_table`.
        verdicts: Lift and drop held against the margin of the run; empty without Experiment 6a.
        warnings: What a reader of the numbers must know.
    """

    model: str
    parts: Mapping[str, Mapping[str, Estimate]]
    asymmetry: Mapping[str, Estimate]
    verdicts: Mapping[str, Verdict]
    warnings: tuple[str, ...] = ()


def ecosystem_reports(files: Iterable[Path], *, n_resamples: int = 10_000) -> list[EcosystemReport]:
    """Read logs and return one report per model, of its newest run of each task, sorted by name.

    Args:
        files: Logs; those of tasks other than Experiments 4 and 6 are left out.
        n_resamples: BCa replicates; 0 keeps the analytic intervals of the log.

    Raises:
        ArgumentError: none of them is a log of Experiment 6, or one cannot be read.
    """
    logs: dict[str, dict[str, list[EvalLog]]] = defaultdict(lambda: defaultdict(list))
    for task, log in task_logs.logs_of(files, (FEEDBACK, *TASKS)):
        logs[log.eval.model][task].append(log)
    if not any(set(held) & set(TASKS) for held in logs.values()):
        raise ArgumentError(f"none of the logs is of Experiment 6: run `inspect eval mirror_inspect/{PRAISE}` first")
    return [_report(model, held, n_resamples) for model, held in sorted(logs.items())]


def _report(model: str, logs: "Mapping[str, Sequence[EvalLog]]", n_resamples: int) -> EcosystemReport:
    runs = {task: task_logs.newest(sorted(held, key=lambda log: log.eval.created)) for task, held in logs.items()}
    parts = {t: SUMMARIES[t](runs[t].observations, n_resamples) for t in TASKS if t in runs}
    feedback = None
    if (told := runs.get(FEEDBACK)) is not None:
        feedback = summarise_adaptation(told.observations, delays=delays_of(told.log), n_resamples=n_resamples)
    verdicts = {}
    if PRAISE in parts:
        margin = task_logs.stated_margin(runs[PRAISE].log.eval.metadata or {}, "shift")
        verdicts = {name: verdict(parts[PRAISE][name], margin) for name in ("lift", "drop")}
    warnings = tuple(dict.fromkeys(w for run in runs.values() for w in (*run.left_out, *_warnings(run.log))))
    return EcosystemReport(model, parts, asymmetry_table(feedback, parts.get(PRAISE)), verdicts, warnings)


def _warnings(log: "EvalLog") -> Iterator[str]:
    yield from task_logs.unfinished(log)
    yield from task_logs.simulated(log)


def render(reports: Sequence[EcosystemReport]) -> str:
    """Return the reports of all subjects, one below the other."""
    return f"\n{'=' * 100}\n".join("\n".join(_subject(r)) for r in reports) + "\n"


def _subject(report: EcosystemReport) -> Iterator[str]:
    yield report.model
    yield from (f"  note: {w}" for w in report.warnings)
    for task, found in report.parts.items():
        yield ""
        yield TITLES[task]
        asked = {n: text for n, text in LABELS[task].items() if found[n].reason != "no_judge"}
        yield from _lines(found, asked)
        if task == PRAISE:
            yield f"  SSR, noise taken out: {in_words(found['ssr_net'])}"
            yield from (f"  verdict on {name}: {v.outcome}" for name, v in report.verdicts.items())
        shares = [n for n in found if n.endswith("_coverage") and not math.isnan(found[n].value)]
        told = (f"{n.removesuffix('_coverage').replace('_', ' ')} {found[n].value:.2f}" for n in shares)
        yield f"  observed: {', '.join(told)}"
    if not any(e.defined for e in report.asymmetry.values()):
        return
    yield ""
    yield "SYCOPHANCY AND FEEDBACK: what moves confidence, both told something good instead of something bad"
    yield from _lines(report.asymmetry, ROWS)


def _lines(found: Mapping[str, Estimate], names: Mapping[str, str]) -> Iterator[str]:
    width = max(len(text) for text in names.values()) + 2
    for name, text in names.items():
        yield f"  {text:<{width}}{value(found[name])}"
