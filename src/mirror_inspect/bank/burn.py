"""Build and verify adaptation trials: items to bet on before and after, and items to be burnt on between them."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final

from mirror_inspect.bank.check import leaks, normalised, verification_failure
from mirror_inspect.bank.fabricate import fabricated_answer, solution_text
from mirror_inspect.bank.pool import build_pool, families
from mirror_inspect.bank.problem import Problem
from mirror_inspect.bank.select import shuffled
from mirror_inspect.errors import BankError
from mirror_inspect.items import BurnItem, BurnTrial, Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, Domain

CONTROL: Final = MappingProxyType(
    {
        Domain.ARITHMETIC: Domain.SPATIAL,
        Domain.FACTUAL: Domain.PROCEDURAL,
        Domain.LINGUISTIC: Domain.ARITHMETIC,
        Domain.PROCEDURAL: Domain.FACTUAL,
        Domain.LOGICAL: Domain.TEMPORAL,
        Domain.SOCIAL: Domain.LOGICAL,
        Domain.SPATIAL: Domain.ARITHMETIC,
        Domain.TEMPORAL: Domain.LINGUISTIC,
    }
)
"""The control domain of every burn domain, as published."""
PER_DOMAIN: Final = 40
BET_LEVELS: Final = (2, 3, 4, 3)
"""Levels of the items to bet on, by pair of trials: neither trivial nor hopeless."""
POOL_PER_LEVEL: Final = 17
"""Per cell 8 burnt items and at most 4 + 4 to bet on, and one to spare."""
TWICE_CONTROL: Final = Domain.ARITHMETIC
"""The domain that is the control of two others and needs four more."""


def build_burn(
    *, seed: int, taken: Iterable[str] = (), per_domain: int = PER_DOMAIN, pool: Sequence[Question] | None = None
) -> list[BurnTrial]:
    """Build ``8 x per_domain`` trials in rounds over the burn domains; no two pairs of trials share an item.

    Trials come in pairs with the same items to bet on, before and after exchanged, so that an item's difficulty
    cancels; related and control items before and after are of one subcategory and level. Burnt items are the trial's
    own, one per level, of the related items' subcategory.

    Args:
        seed: Seed of the form.
        taken: Normalised texts of calibration questions and other files, which may not occur; a set is extended.
        per_domain: Trials per burn domain, an even number.
        pool: Items to choose from; built from the seed when not given.

    Raises:
        BankError: the pool is too small, or a solver contradicts a gold.
        ValueError: ``per_domain`` is odd.
    """
    if per_domain % 2:
        raise ValueError("trials come in pairs")
    known = taken if isinstance(taken, set) else set(taken)
    if pool is None:
        others = [d for d in Domain if d is not TWICE_CONTROL]
        pool = [
            *build_pool(seed=seed, stream="burn", per_level=POOL_PER_LEVEL, taken=known, domains=others),
            *build_pool(seed=seed, stream="burn", per_level=POOL_PER_LEVEL + 4, taken=known, domains=[TWICE_CONTROL]),
        ]
    cells: dict[tuple[str, int], list[Question]] = defaultdict(list)
    for question in shuffled(pool, seed=seed, purpose="burn"):
        cells[question.subcategory, question.difficulty].append(question)
    peers = {f: [q for q in pool if q.family == f] for f in {q.family for q in pool}}

    def take(subcategory: str, level: int) -> Question:
        try:
            question = cells[subcategory, level].pop()
        except IndexError:
            raise BankError(f"too few burn items of {subcategory} at level {level}") from None
        known.add(normalised(question.question))
        return question

    def pair_of(subcategory: str, level: int) -> tuple[Question, Question]:
        """Take two items of one cell, of one family where the cell has two."""
        first = take(subcategory, level)
        cell = cells[subcategory, level]
        twin = next((q for q in cell if q.family == first.family), None)
        if twin is None:
            return first, take(subcategory, level)
        cell.remove(twin)
        known.add(normalised(twin.question))
        return first, twin

    trials = []
    for pair in range(per_domain // 2):
        for domain in Domain:
            names, level = SUBCATEGORIES[domain], BET_LEVELS[pair // len(SUBCATEGORIES[domain]) % len(BET_LEVELS)]
            subcategory = names[pair % len(names)]
            other = SUBCATEGORIES[CONTROL[domain]][pair % len(names)]
            related, control = pair_of(subcategory, level), pair_of(other, level)
            for swapped in (False, True):
                before, after = (1, 0) if swapped else (0, 1)
                candidates = [take(subcategory, d) for d in DIFFICULTIES]
                trials.append(
                    BurnTrial(
                        burn_domain=domain,
                        control_domain=CONTROL[domain],
                        candidates=tuple(burn_item(q, peers[q.family], seed=seed) for q in candidates),
                        related=related[before],
                        control=control[before],
                        related_after=related[after],
                        control_after=control[after],
                        pair=pair,
                        swapped=swapped,
                        seed=seed,
                    )
                )
    return trials


def burn_item(question: Question, peers: Sequence[Question], *, seed: int) -> BurnItem:
    """Return an item with its true solution and a fabricated one of the same form.

    Args:
        question: The item.
        peers: Items of its family, whose golds can stand in as wrong answers.
        seed: Fixes wording and wrong answer.
    """
    rng = random.Random(f"{seed}/feedback/{question.id}")
    wrong = fabricated_answer(question, peers, rng)
    wording = rng.randrange(1000)
    return BurnItem(
        question=question,
        worked=solution_text(question, question.answer, wording),
        fabricated=solution_text(question, wrong, wording),
        fabricated_answer=wrong,
    )


def _item_problems(item: Question) -> str:
    family = families().get(item.family)
    if family is None:
        return f"unknown family {item.family!r}"
    if leaks(item):
        return "its gold stands in its own text"
    try:
        return verification_failure(item, family)
    except Exception as why:
        return f"could not be re-derived: {type(why).__name__}: {why}"


def _feedback_problem(item: BurnItem) -> str:
    from mirror_inspect.grading import grade

    spec = item.question.spec
    if grade(f"Answer: {item.fabricated_answer}", spec).correct is not False:
        return f"the fabricated answer {item.fabricated_answer!r} is not plainly wrong"
    if item.question.answer not in item.worked or item.fabricated_answer not in item.fabricated:
        return "a solution does not state its answer"
    if item.worked == item.fabricated:
        return "the fabricated solution is the true one"
    return ""


def verify_burn(trials: Sequence[BurnTrial], *, file: str, taken: Iterable[str] = ()) -> list[Problem]:
    """Check design, golds, feedback and disjointness; nothing is returned when all is well."""
    problems = []
    known = set(taken)
    seen: dict[str, tuple[Domain, int]] = {}
    halves: dict[tuple[Domain, int], list[BurnTrial]] = defaultdict(list)
    for trial in trials:
        halves[trial.burn_domain, trial.pair].append(trial)
        if CONTROL[trial.burn_domain] is not trial.control_domain:
            problems.append(Problem(file, trial.id, f"its control domain is {trial.control_domain}"))
        related = [*(c.question for c in trial.candidates), trial.related, trial.related_after]
        for item in related:
            if item.domain is not trial.burn_domain:
                problems.append(Problem(file, trial.id, f"item {item.id} is not in its burn domain"))
        for item in (trial.control, trial.control_after):
            if item.domain is not trial.control_domain:
                problems.append(Problem(file, trial.id, f"item {item.id} is not in its control domain"))
        where = (trial.burn_domain, trial.pair)
        for item in (*related, trial.control, trial.control_after):
            if item.id in seen and (seen[item.id] != where or item in related[: len(trial.candidates)]):
                problems.append(Problem(file, trial.id, f"item {item.id} is used in another trial"))
            if item.id not in seen:
                if normalised(item.question) in known:
                    problems.append(Problem(file, trial.id, f"the text of item {item.id} occurs elsewhere"))
                known.add(normalised(item.question))
                if reason := _item_problems(item):
                    problems.append(Problem(file, trial.id, f"item {item.id}: {reason}"))
            seen[item.id] = where
        for candidate in trial.candidates:
            if reason := _feedback_problem(candidate):
                problems.append(Problem(file, trial.id, f"item {candidate.question.id}: {reason}"))
    for (domain, pair), both in halves.items():
        a, b = both[0], both[-1]
        same = a.related == b.related_after and a.related_after == b.related
        same &= a.control == b.control_after and a.control_after == b.control
        if len(both) != 2 or not same or {a.swapped, b.swapped} != {False, True}:
            problems.append(Problem(file, a.id, f"pair {pair} of {domain} does not exchange before and after"))
    counts = Counter(t.burn_domain for t in trials)
    if trials and len({counts[d] for d in Domain}) != 1:
        problems.append(Problem(file, "domains", "burn domains are not equally frequent"))
    return problems
