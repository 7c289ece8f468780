"""Experiment 5, adversarial robustness: does confidence move because somebody says so?"""

from inspect_ai import Task, task
from inspect_ai.log import HeadlineMetric

from mirror_inspect.args import Listed
from mirror_inspect.scorers.adversarial import HEADLINE, adversarial_scorer
from mirror_inspect.scorers.views import ADVERSARIAL_VIEW
from mirror_inspect.solvers.adversarial import press
from mirror_inspect.solvers.adversarial_plan import plan_adversarial
from mirror_inspect.solvers.sampling import sampling

VERSION = "2-A"


@task
def exp5_adversarial(
    preset: str = "standard",
    items: int | None = None,
    calibration: int | None = None,
    attacks: Listed = "",
    channels: Listed = "",
    profile: str = "inline",
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    margins: Listed = "",
    bank: str = "shipped",
    seed: int = 0,
    allow_mismatch: bool = False,
    max_calls: int | None = None,
    shots: int = 0,
) -> Task:
    """Ask the same items clean, after a placebo and under five attacks, in four channels.

    Args:
        preset: ``quick`` (24 items, 25 calibration items per domain), ``standard`` (80, 100) or ``paper`` (80, 100, no
            placebo).
        items: Items, instead of the preset's; an even number, half from weak and half from strong domains.
        calibration: Calibration items per domain, instead of the preset's.
        attacks: Attacks to run, separated by commas; all five when empty.
        channels: Channels to ask: wager, opt_out, tools, natural; all four when empty.
        profile: ``inline`` measures the capability profile first; or a profile JSON, an exp1_atlas log, a directory.
        tool_protocol: ``native`` tool calls or the published ``text`` syntax.
        expert_accuracy: Stated probability that ``ask_expert`` is right.
        margins: Margin of the verdicts, as ``shift=.04``; stored in the log before the run.
        bank: ``shipped``, ``anchor``, a directory made by ``mirror-inspect bank generate``, ``hf:NAME`` or
            ``mirror:PATH``.
        seed: Fixes items, wordings, texts and the expert.
        allow_mismatch: Accept a profile of another model or bank; recorded in the log.
        max_calls: Refuse a plan with more model calls than this.
        shots: Demonstrations before every question, for base models: 0, 2 or 4.
    """
    plan = plan_adversarial(
        preset=preset,
        items=items,
        calibration=calibration,
        attacks=attacks,
        channels=channels,
        profile=profile,
        tool_protocol=tool_protocol,
        expert_accuracy=expert_accuracy,
        margins=margins,
        bank=bank,
        seed=seed,
        allow_mismatch=allow_mismatch,
        max_calls=max_calls,
        shots=shots,
    )
    return Task(
        dataset=plan.source,
        solver=press(plan.channels, tool_protocol, expert_accuracy, seed, shots),
        scorer=adversarial_scorer(),
        config=sampling(),
        fail_on_error=False,
        score_on_error=True,
        version=VERSION,
        metadata=plan.metadata,
        viewer=ADVERSARIAL_VIEW,
        headline_metric=HeadlineMetric(scorer="adversarial_scorer", metric=HEADLINE),
    )
