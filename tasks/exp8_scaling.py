"""Experiment 8, scaling: do self-knowledge, and acting on it, grow with the size of a model?"""

from inspect_ai import Task, task
from inspect_ai.log import HeadlineMetric

from mirror_inspect.scorers.battery import HEADLINE, battery_scorer
from mirror_inspect.scorers.views import BATTERY_VIEW
from mirror_inspect.solvers.battery import run_battery
from mirror_inspect.solvers.battery_plan import plan_battery
from mirror_inspect.solvers.sampling import sampling

VERSION = "2-A"


@task
def exp8_scaling(
    preset: str = "standard",
    params_b: float | None = None,
    family: str = "",
    generation: str = "",
    calibration: int | None = None,
    composites: int | None = None,
    tasks: int | None = None,
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    bank: str = "shipped",
    seed: int = 0,
    max_calls: int | None = None,
) -> Task:
    """Run one compact battery per model: parts of Experiments 1, 3 and 9, for `mirror-inspect scaling` to compare.

    Args:
        preset: ``quick`` (10 items per domain, 28 composites, 28 tasks) or ``standard`` (25, 56, 84).
        params_b: Parameters of the model in billions, where the roster has none or another number.
        family: Family it is fitted in, where the roster has none or another.
        generation: Its generation within the family.
        calibration: Items per domain, instead of the preset's; weak domains are read off them.
        composites: Composites, instead of the preset's; multiples of 28 are balanced over domain pairs.
        tasks: Agentic tasks, instead of the preset's; multiples of 28 are balanced over domain pairs.
        tool_protocol: ``native`` tool calls or the published ``text`` syntax.
        expert_accuracy: Stated probability that the expert tool is right.
        bank: ``shipped`` or a directory made by ``mirror-inspect bank generate``.
        seed: Fixes items, wordings, known odds and the expert; the same for all models that are compared.
        max_calls: Refuse a plan with more model calls than this.
    """
    plan = plan_battery(
        preset=preset,
        params_b=params_b,
        family=family,
        generation=generation,
        calibration=calibration,
        composites=composites,
        tasks=tasks,
        bank=bank,
        seed=seed,
        max_calls=max_calls,
    )
    return Task(
        dataset=plan.source,
        solver=run_battery(tool_protocol, expert_accuracy, seed),
        scorer=battery_scorer(),
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=BATTERY_VIEW,
        headline_metric=HeadlineMetric(scorer="battery_scorer", metric=HEADLINE),
    )
