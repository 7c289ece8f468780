"""Experiment 2, cross-domain transfer: does confidence on a disguised task follow what the subject can really do?"""

from inspect_ai import Task, task
from inspect_ai.log import HeadlineMetric

from mirror_inspect.analysis.transfer import HEADLINE
from mirror_inspect.args import Listed
from mirror_inspect.scorers.transfer import transfer_scorer
from mirror_inspect.scorers.views import TRANSFER_VIEW
from mirror_inspect.solvers.sampling import sampling
from mirror_inspect.solvers.transfer import ask_transfer
from mirror_inspect.solvers.transfer_plan import plan_transfer

VERSION = "2-A"


@task
def exp2_transfer(
    preset: str = "standard",
    tasks: int | None = None,
    calibration: int | None = None,
    channels: Listed = "",
    profile: str = "inline",
    payoff: str = "linear",
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    bank: str = "shipped",
    seed: int = 0,
    allow_mismatch: bool = False,
    max_calls: int | None = None,
    shots: int = 0,
) -> Task:
    """Ask about everyday tasks that need the skill of another domain than they seem to, through every channel.

    Args:
        preset: ``quick`` (48 tasks, 25 calibration items per domain), ``standard`` (152, 100) or ``paper`` (152, 100,
            the four published channels and the ranking).
        tasks: Tasks, instead of the preset's; multiples of eight are balanced over hidden domains.
        calibration: Calibration items per domain, instead of the preset's.
        channels: Channels to ask, separated by commas; the preset's when empty.
        profile: ``inline`` measures the capability profile first; or a profile JSON, a log of exp1_atlas or
            exp9_knowdo, a directory of logs.
        payoff: ``linear`` or ``quadratic``, for the wager.
        tool_protocol: ``native`` tool calls or the published ``text`` syntax.
        expert_accuracy: Stated probability that ``ask_expert`` is right.
        bank: ``shipped`` or a directory made by ``mirror-inspect bank generate``.
        seed: Fixes calibration items, wordings and the expert.
        allow_mismatch: Accept a profile of another model or bank; recorded in the log.
        max_calls: Refuse a plan with more model calls than this.
        shots: Demonstrations before every question, for base models: 0, 2 or 4.
    """
    plan = plan_transfer(
        preset=preset,
        tasks=tasks,
        calibration=calibration,
        channels=channels,
        profile=profile,
        bank=bank,
        seed=seed,
        allow_mismatch=allow_mismatch,
        max_calls=max_calls,
        shots=shots,
    )
    return Task(
        dataset=plan.source,
        solver=ask_transfer(plan.channels, payoff, tool_protocol, expert_accuracy, seed, shots),
        scorer=transfer_scorer(),
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=TRANSFER_VIEW,
        headline_metric=HeadlineMetric(scorer="transfer_scorer", metric=HEADLINE),
    )
