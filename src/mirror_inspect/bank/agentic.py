"""Build agentic tasks: two components of different domains in a workplace scenario, slots balanced, all distinct."""

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from mirror_inspect.bank.check import holds_gold
from mirror_inspect.bank.scenarios import ERROR_COSTS, ESCALATION_COSTS, RISK_TIERS, WORKFLOWS
from mirror_inspect.bank.select import shuffled
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.errors import BankError
from mirror_inspect.items import AgenticTask, Question, RiskTier, TaskKind
from mirror_inspect.taxonomy import Domain

PER_PAIR: Final = 11
SCENARIO_DRAWS: Final = 200
PAIRS: Final = tuple(combinations(Domain, 2))
"""The 28 unordered domain pairs."""


def balanced_stream(components: Iterable[Question], domain: Domain, *, seed: int) -> list[Question]:
    """Return a domain's components in an order whose every stretch is spread over levels and subcategories."""
    cells: dict[tuple[int, str], list[Question]] = defaultdict(list)
    for q in shuffled((c for c in components if c.domain is domain), seed=seed, purpose="agentic"):
        cells[q.difficulty, q.subcategory].append(q)
    rng = random.Random(f"agentic/{seed}/{domain}")
    stream: list[Question] = []
    while any(cells.values()):
        keys = [k for k in cells if cells[k]]
        rng.shuffle(keys)
        stream += [cells[k].pop() for k in keys]
    return stream


def scenario(rng: random.Random, workflow: str, tier: RiskTier) -> str:
    """Return one scenario text: opening, need and what is at stake."""
    parts = WORKFLOWS[workflow]
    name = rng.choice(NAMES)
    opening = rng.choice(parts.openings).format(name=name, place=rng.choice(PLACES), number=rng.randint(100, 9999))
    need = rng.choice(parts.needs).format(name=name if name in opening else rng.choice(NAMES))
    return f"{opening} {need} {parts.stakes[RISK_TIERS.index(tier)]}"


def make_task(kind: TaskKind, a: Question, b: Question, *, workflow: str, tier: RiskTier, seed: int) -> AgenticTask:
    """Return the task of two components in slots A and B; the scenario never holds one of their golds."""
    rng = random.Random(f"scenario/{seed}/{a.id}/{b.id}")
    drawn = (scenario(rng, workflow, tier) for _ in range(SCENARIO_DRAWS))
    text = next((t for t in drawn if not any(holds_gold(t, q) for q in (a, b))), None)
    if text is None:
        raise BankError(f"no {workflow} scenario without the golds of components {a.id} and {b.id}")
    return AgenticTask(
        kind=kind,
        workflow=workflow,
        risk_tier=tier,
        error_cost=ERROR_COSTS[tier],
        escalation_cost=ESCALATION_COSTS[tier],
        scenario=text,
        component_a=a.id,
        component_b=b.id,
        domain_a=a.domain,
        domain_b=b.domain,
        seed=seed,
    )


def build_fixed(components: Sequence[Question], *, seed: int, per_pair: int = PER_PAIR) -> list[AgenticTask]:
    """Build ``28 x per_pair`` tasks, ordered in rounds over the pairs, so that any multiple of 28 is balanced.

    Every component is used at most once; which domain takes slot A alternates over the rounds of a pair; workflows
    and risk tiers rotate so that each occurs equally often.

    Raises:
        BankError: a domain has too few components.
    """
    streams = {d: iter(balanced_stream(components, d, seed=seed)) for d in Domain}
    tasks = []
    workflows = list(WORKFLOWS)
    for turn in range(per_pair):
        for index, pair in enumerate(PAIRS):
            first, second = pair if (turn + index) % 2 == 0 else pair[::-1]
            try:
                a, b = next(streams[first]), next(streams[second])
            except StopIteration:
                raise BankError(f"too few components for {per_pair} tasks per pair of {first} and {second}") from None
            number = turn * len(PAIRS) + index
            tier = RISK_TIERS[(number // len(workflows)) % len(RISK_TIERS)]
            tasks.append(make_task("fixed", a, b, workflow=workflows[number % len(workflows)], tier=tier, seed=seed))
    return tasks


def build_tailored(
    components: Sequence[Question],
    *,
    weak: Iterable[Domain],
    strong: Iterable[Domain],
    used: Iterable[str],
    count: int,
    seed: int,
) -> list[AgenticTask]:
    """Build tasks for one subject: every one pairs a weak with a strong domain, components not used elsewhere.

    Args:
        components: The frozen pool.
        weak: Domains of the subject's weak set.
        strong: The other domains.
        used: Ids of components that fixed tasks use.
        count: Tasks wanted; fewer are returned when the pool of unused components ends.
        seed: Fixes the draw.
    """
    taken = set(used)
    free = [c for c in components if c.id not in taken]
    pairs = [(w, s) for w in sorted(set(weak)) for s in sorted(set(strong))]
    streams = {d: iter(balanced_stream(free, d, seed=seed)) for d in Domain}
    workflows = list(WORKFLOWS)
    tasks: list[AgenticTask] = []
    open_pairs = list(pairs)
    while open_pairs and len(tasks) < count:
        for pair in list(open_pairs):
            if len(tasks) == count:
                break
            number = len(tasks)
            first, second = pair if number % 2 == 0 else pair[::-1]
            a, b = next(streams[first], None), next(streams[second], None)
            if a is None or b is None:
                open_pairs.remove(pair)
                continue
            tier = RISK_TIERS[(number // len(workflows)) % len(RISK_TIERS)]
            tasks.append(make_task("tailored", a, b, workflow=workflows[number % len(workflows)], tier=tier, seed=seed))
    return tasks
