"""Experiment 1, the self-knowledge atlas: does every way of asking a subject how sure it is tell the same story?"""

from inspect_ai import Task, task
from inspect_ai.log import HeadlineMetric

from mirror_inspect.args import Listed
from mirror_inspect.scorers.atlas import HEADLINE, atlas_scorer
from mirror_inspect.scorers.views import ATLAS_VIEW
from mirror_inspect.solvers.atlas import ask_channels
from mirror_inspect.solvers.atlas_plan import plan_atlas
from mirror_inspect.solvers.sampling import sampling

VERSION = "1-A"


@task
def exp1_atlas(
    preset: str = "standard",
    channels: Listed = "",
    calibration: int | None = None,
    payoff: str = "linear",
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    bank: str = "shipped",
    seed: int = 0,
    max_calls: int | None = None,
    shots: int = 0,
    judge: bool = False,
) -> Task:
    """Ask the same items through every channel and compare what the answers and signals say.

    Args:
        preset: ``quick`` (25 items per domain), ``standard`` (100) or ``paper`` (625, the five published channels).
        channels: Channels to ask, separated by commas; the preset's when empty.
        calibration: Items per domain, instead of the preset's.
        payoff: ``linear`` or ``quadratic``, for the wager.
        tool_protocol: ``native`` tool calls or the published ``text`` syntax.
        expert_accuracy: Stated probability that ``ask_expert`` is right.
        bank: ``shipped``, ``anchor``, a directory made by ``mirror-inspect bank generate``, ``hf:NAME`` or
            ``mirror:PATH``.
        seed: Fixes items, wordings, orders and the expert.
        max_calls: Refuse a plan with more model calls than this.
        shots: Demonstrations before every question, for base models: 0, 2 or 4.
        judge: Have a second model read open-ended answers too; name it with ``--model-role grader=...``.
    """
    plan = plan_atlas(
        preset=preset,
        channels=channels,
        calibration=calibration,
        bank=bank,
        seed=seed,
        max_calls=max_calls,
        shots=shots,
    )
    return Task(
        dataset=plan.dataset,
        solver=ask_channels(plan.channels, payoff, tool_protocol, expert_accuracy, seed, shots),
        scorer=atlas_scorer(judge=judge),
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=ATLAS_VIEW,
        headline_metric=HeadlineMetric(scorer="atlas_scorer", metric=HEADLINE),
    )
