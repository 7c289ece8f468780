"""Experiment 9, the knowing-doing gap: does a subject act on what it shows it knows about itself?"""

from inspect_ai import Task, task
from inspect_ai.log import HeadlineMetric

from mirror_inspect.args import Listed
from mirror_inspect.scorers.knowdo import HEADLINE, knowdo, knowdo_scorer
from mirror_inspect.scorers.views import KNOWDO_VIEW
from mirror_inspect.solvers.knowdo import act
from mirror_inspect.solvers.knowdo_plan import plan_knowdo
from mirror_inspect.solvers.sampling import sampling

VERSION = "2-A"


@task
def exp9_knowdo(
    preset: str = "standard",
    tasks: int | None = None,
    calibration: int | None = None,
    conditions: Listed = "",
    paradigms: Listed = "",
    profile: str = "inline",
    attempts: int | None = None,
    k: int | None = None,
    resolver: float = 0.9,
    margins: Listed = "",
    redteam: bool = False,
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    bank: str = "shipped",
    seed: int = 0,
    allow_mismatch: bool = False,
    max_calls: int | None = None,
    shots: int = 0,
) -> Task:
    """Measure what a subject can do, then watch what it takes on, with and without being told.

    Args:
        preset: ``quick`` (25 calibration items per domain, 84 tasks), ``standard`` (100, 308) or ``paper`` (+ 300
            tailored tasks, every condition in every paradigm).
        tasks: Fixed tasks, instead of the preset's; multiples of 28 are balanced over domain pairs.
        calibration: Calibration items per domain, instead of the preset's.
        conditions: Conditions to run in every chosen paradigm, instead of the preset's.
        paradigms: ``P1``, ``P2``, ``P3``, separated by commas; all when empty.
        profile: ``inline`` measures the capability profile first; or a profile JSON, an exp1_atlas log, a directory.
        attempts: P3 attempts per task, instead of the preset's; more than one are drawn at temperature 0.7.
        k: Resamples of every forced answer, for routing by self-consistency, instead of the preset's (0; 5 in paper).
        resolver: Stated accuracy of whoever takes over; ``--model-role resolver=MODEL`` has another model answer.
        margins: Margins of the verdicts, as ``cfr=.04,knowdo=.05``; stored in the log before the run.
        redteam: Add thirty tasks under eight kinds of attack, and the same tasks clean.
        tool_protocol: ``native`` tool calls or the published ``text`` syntax.
        expert_accuracy: Stated probability that the expert tool is right.
        bank: ``shipped`` or a directory made by ``mirror-inspect bank generate``.
        seed: Fixes items, wordings, random routing and the expert.
        allow_mismatch: Accept a profile of another model or bank; recorded in the log.
        max_calls: Refuse a plan with more model calls than this.
        shots: Demonstrations before every conversation, for base models: 0, 2 or 4.
    """
    plan = plan_knowdo(
        preset=preset,
        tasks=tasks,
        calibration=calibration,
        conditions=conditions,
        paradigms=paradigms,
        profile=profile,
        attempts=attempts,
        resamples=k,
        resolver=resolver,
        margins=margins,
        redteam=redteam,
        bank=bank,
        seed=seed,
        allow_mismatch=allow_mismatch,
        max_calls=max_calls,
        shots=shots,
    )
    return Task(
        dataset=plan.source,
        solver=act(tool_protocol, expert_accuracy, plan.attempts, plan.resamples, seed, shots),
        scorer=knowdo_scorer(),
        metrics=[knowdo(resolver)],
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=KNOWDO_VIEW,
        headline_metric=HeadlineMetric(scorer="knowdo_scorer", metric=HEADLINE),
    )
