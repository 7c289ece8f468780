"""Routers at an equal escalation budget: what each leaves to fail, and what subject and resolver achieve together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.metrics.intervals import contrast, mean
from mirror_inspect.metrics.ladder import lowest_share
from mirror_inspect.routing.candidates import Candidates
from mirror_inspect.routing.conformal import conformal_rule
from mirror_inspect.routing.signals import fitted_risk
from mirror_inspect.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class Routed:
    """One router at work.

    Attributes:
        name: Key of `ROUTERS`.
        escalated: Realised share escalated.
        failure: Share of all components left to the subject and wrong.
        gain: Failures that random routing of the same size leaves, minus those this router leaves, paired; null 0.
        success: Share right of subject and resolver together, at the stated resolver accuracy.
    """

    name: str
    escalated: Estimate
    failure: Estimate
    gain: Estimate
    success: Estimate


@dataclass(frozen=True, slots=True)
class Terms:
    """What all routers are held to.

    Attributes:
        count: Components to escalate.
        seed: Fixes the splits of fitted rules.
    """

    count: int
    seed: int


Router = Callable[[Candidates, Terms], Floats]
"""Returns the probability with which each component is escalated, shape (n,), ties in expectation; NaN if undefined."""


def _random(items: Candidates, terms: Terms) -> Floats:
    return np.full(len(items), terms.count / len(items))


def _lowest(values: Floats, terms: Terms) -> Floats:
    if np.isnan(values).any():
        return np.full(len(values), np.nan)
    return lowest_share(values, terms.count)


def _domain_risk(items: Candidates, terms: Terms) -> Floats:
    domain_failures = float(((~items.weak) * (1 - items.right)).mean())
    return conformal_rule(items, seed=terms.seed, risk=domain_failures)


ROUTERS: Final[Mapping[str, Router]] = {
    "random": _random,
    "domain": lambda items, terms: _lowest((~items.weak).astype(np.float64), terms),
    "confidence": lambda items, terms: _lowest(items.confidence, terms),
    "self_consistency": lambda items, terms: _lowest(items.agreement, terms),
    "logistic": lambda items, terms: _lowest(-fitted_risk(items, seed=terms.seed), terms),
    "conformal_budget": lambda items, terms: conformal_rule(items, seed=terms.seed, budget=terms.count / len(items)),
    "conformal_risk": _domain_risk,
    "oracle": lambda items, terms: _lowest(items.right, terms),
}
"""Every router by name. ``conformal_budget`` bounds the expected budget instead of filling it; ``conformal_risk``
bounds the failures by what domain routing left and spends what that takes."""

SAME_SIZE: Final = frozenset({"random", "domain", "confidence", "self_consistency", "logistic", "oracle"})
"""Routers that escalate exactly the budget."""


def compare_routers(
    items: Candidates, *, budget: int | None = None, resolver: float = 0.9, seed: int = 0
) -> tuple[Routed, ...]:
    """Hold every router to the same number of escalations, on the subject's own forced answers.

    Args:
        items: Components of one subject.
        budget: Components to escalate; as many as lie in the weak set if not given, so that ``domain`` is C4.
        resolver: q, accuracy of whoever takes over, in [0, 1].
        seed: Fixes the splits of fitted rules.

    Returns:
        One row per router, in the order of `ROUTERS`. All NaN ``empty`` without components, ``no_budget`` when
        nothing may be escalated, ``no_choice`` when everything is; ``no_resamples`` or ``one_task`` where a router
        lacks what it needs.

    Raises:
        ValueError: ``resolver`` outside [0, 1] or a budget larger than the number of components.
    """
    if not 0 <= resolver <= 1:
        raise ValueError(f"resolver must lie in [0, 1], not {resolver}")
    n = len(items)
    count = int(items.weak.sum()) if budget is None else budget
    if not 0 <= count <= n:
        raise ValueError(f"budget must lie in 0..{n}, not {count}")
    if n == 0 or count in {0, n}:
        reason = "empty" if n == 0 else "no_budget" if count == 0 else "no_choice"
        return tuple(Routed(name, *[Estimate.undefined(reason, n_observed=n)] * 4) for name in ROUTERS)
    terms = Terms(count, seed)
    return tuple(_judged(name, router(items, terms), items, resolver) for name, router in ROUTERS.items())


def _judged(name: str, escalated: Floats, items: Candidates, resolver: float) -> Routed:
    if np.isnan(escalated).any():
        reason = "no_resamples" if np.isnan(items.agreement).any() and name == "self_consistency" else "one_task"
        return Routed(name, *[Estimate.undefined(reason, n_observed=len(items))] * 4)
    wrong = 1 - items.right
    share = float(escalated.mean())
    left = (1 - escalated) * wrong
    together = (1 - escalated) * items.right + escalated * resolver
    bounds = (0.0, 1.0)
    # Random routing of the same size leaves (1 - share) of every failure in expectation; its rate is estimated too.
    saved = (escalated - share) * wrong
    saved[np.abs(saved) < 1e-12] = 0.0
    influence = (escalated - share) * (wrong - float(wrong.mean()))
    return Routed(
        name,
        escalated=mean(escalated, clusters=items.task, bounds=bounds),
        failure=mean(left, clusters=items.task, bounds=bounds),
        gain=contrast(saved, influence=influence, clusters=items.task),
        success=mean(together, clusters=items.task, bounds=bounds),
    )
