"""Experiment 4, the adaptation crucible: does it move confidence to be told right or wrong, truly or falsely?"""

from inspect_ai import Task, task
from inspect_ai.log import HeadlineMetric

from mirror_inspect.args import Listed
from mirror_inspect.scorers.adaptation import HEADLINE, adaptation, adaptation_scorer
from mirror_inspect.scorers.views import ADAPTATION_VIEW
from mirror_inspect.solvers.adaptation import burn_and_test
from mirror_inspect.solvers.adaptation_plan import plan_adaptation
from mirror_inspect.solvers.sampling import sampling

VERSION = "2-A"


@task
def exp4_adaptation(
    preset: str = "standard",
    trials: int | None = None,
    calibration: int | None = None,
    arms: Listed = "",
    delay: Listed = 0,
    channels: Listed = "",
    again: bool = True,
    level: int | None = None,
    profile: str = "inline",
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    bank: str = "shipped",
    seed: int = 0,
    allow_mismatch: bool = False,
    max_calls: int | None = None,
) -> Task:
    """Let a subject bet, answer something hard, tell it how that went, and see what it bets then.

    Args:
        preset: ``quick`` (48 trials x 3 arms), ``standard`` (320 x 3) or ``paper`` (320 x 2, no neutral arm).
        trials: Trials, instead of the preset's; multiples of 16 are balanced over domains and orders.
        calibration: Calibration items per domain, instead of the preset's.
        arms: ``true``, ``false``, ``neutral``, separated by commas; the preset's when empty.
        delay: Filler turns between feedback and bets, as ``0,3,7``; every delay is measured.
        channels: ``wager``, ``opt_out``, ``tools``: what is asked after the feedback; all when empty.
        again: Ask for the burnt item a second time after the feedback, in a branch of its own.
        level: Level of the burnt items in every domain; by the profile, at even odds, when not given.
        profile: ``inline`` measures the capability profile first; or a profile JSON, a log, a directory.
        tool_protocol: ``native`` tool calls or the published ``text`` syntax.
        expert_accuracy: Stated probability that the expert tool is right.
        bank: ``shipped`` or a directory made by ``mirror-inspect bank generate``.
        seed: Fixes calibration items, wordings, orders and the expert.
        allow_mismatch: Accept a profile of another model or bank; recorded in the log.
        max_calls: Refuse a plan with more model calls than this.
    """
    plan = plan_adaptation(
        preset=preset,
        trials=trials,
        calibration=calibration,
        arms=arms,
        delay=delay,
        channels=channels,
        again=again,
        level=level,
        profile=profile,
        tool_protocol=tool_protocol,
        expert_accuracy=expert_accuracy,
        bank=bank,
        seed=seed,
        allow_mismatch=allow_mismatch,
        max_calls=max_calls,
    )
    design = plan.design
    return Task(
        dataset=plan.dataset,
        solver=burn_and_test(design.arms, design.delays, design.channels, again, tool_protocol, expert_accuracy, seed),
        scorer=adaptation_scorer(),
        metrics=[adaptation(design.delays)],
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=ADAPTATION_VIEW,
        headline_metric=HeadlineMetric(scorer="adaptation_scorer", metric=HEADLINE),
    )
