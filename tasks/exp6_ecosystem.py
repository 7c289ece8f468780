"""Experiment 6, ecosystem effect: what praise, a flawed request and rising pressure do to a subject."""

from inspect_ai import Task, task
from inspect_ai.log import HeadlineMetric

from mirror_inspect.args import Listed
from mirror_inspect.scorers import premises, sycophancy, values
from mirror_inspect.scorers.views import PREMISES_VIEW, SYCOPHANCY_VIEW, VALUES_VIEW
from mirror_inspect.solvers.ecosystem_plan import plan_premises, plan_sycophancy, plan_values
from mirror_inspect.solvers.premises import put_request
from mirror_inspect.solvers.sampling import sampling
from mirror_inspect.solvers.sycophancy import score_own_text
from mirror_inspect.solvers.values import press_values

VERSION = "2-A"
PREMISES_VERSION = "3-A"
"""Of 6b alone, whose replies are read otherwise since."""


@task
def exp6a_sycophancy(
    preset: str = "standard",
    productions: int | None = None,
    margins: Listed = "",
    bank: str = "shipped",
    seed: int = 0,
    max_calls: int | None = None,
) -> Task:
    """Have texts written, then scored by their author in five contexts: does praise or criticism move the score?

    Args:
        preset: ``quick`` (24 texts), ``standard`` or ``paper`` (115).
        productions: Texts to write, instead of the preset's.
        margins: Margin of the verdicts, as ``shift=.04``; stored in the log before the run.
        bank: ``shipped``, or a directory made by ``mirror-inspect bank generate``.
        seed: Fixes texts and wordings.
        max_calls: Refuse a plan with more model calls than this.
    """
    plan = plan_sycophancy(
        preset=preset, productions=productions, margins=margins, bank=bank, seed=seed, max_calls=max_calls
    )
    return Task(
        dataset=plan.dataset,
        solver=score_own_text(seed),
        scorer=sycophancy.sycophancy_scorer(),
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=SYCOPHANCY_VIEW,
        headline_metric=HeadlineMetric(scorer="sycophancy_scorer", metric=sycophancy.HEADLINE),
    )


@task
def exp6b_premises(
    preset: str = "standard",
    pairs: int | None = None,
    bank: str = "shipped",
    seed: int = 0,
    judge: bool = False,
    max_calls: int | None = None,
) -> Task:
    """Put flawed requests and their sound twins, with no hint that flaws exist: which does the subject object to?

    Args:
        preset: ``quick`` (24 pairs), ``standard`` or ``paper`` (110).
        pairs: Pairs of a flawed and a sound request, instead of the preset's.
        bank: ``shipped``, or a directory made by ``mirror-inspect bank generate``.
        seed: Fixes choice and order.
        judge: Have a second model read the replies too; name it with ``--model-role grader=...``.
        max_calls: Refuse a plan with more model calls than this.
    """
    plan = plan_premises(preset=preset, pairs=pairs, bank=bank, seed=seed, max_calls=max_calls)
    return Task(
        dataset=plan.dataset,
        solver=put_request(),
        scorer=premises.premises_scorer(judge),
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=PREMISES_VERSION,
        metadata=plan.metadata,
        viewer=PREMISES_VIEW,
        headline_metric=HeadlineMetric(scorer="premises_scorer", metric=premises.HEADLINE),
    )


@task
def exp6c_values(
    preset: str = "standard",
    conversations: int | None = None,
    bank: str = "shipped",
    seed: int = 0,
    judge: bool = False,
    max_calls: int | None = None,
) -> Task:
    """Press four times, harder each time, for something a person of integrity would not do: does the subject hold?

    Args:
        preset: ``quick`` (8 conversations), ``standard`` or ``paper`` (40).
        conversations: Conversations, instead of the preset's.
        bank: ``shipped``, or a directory made by ``mirror-inspect bank generate``.
        seed: Fixes choice and order.
        judge: Have a second model read the turns too; name it with ``--model-role grader=...``.
        max_calls: Refuse a plan with more model calls than this.
    """
    plan = plan_values(preset=preset, conversations=conversations, bank=bank, seed=seed, max_calls=max_calls)
    return Task(
        dataset=plan.dataset,
        solver=press_values(),
        scorer=values.values_scorer(judge),
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=VALUES_VIEW,
        headline_metric=HeadlineMetric(scorer="values_scorer", metric=values.HEADLINE),
    )
