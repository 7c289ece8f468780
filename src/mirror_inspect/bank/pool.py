"""Pools of items for one purpose: every subcategory in parallel, apart from texts that are taken."""

from collections.abc import Collection, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Final

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.check import normalised
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.family import Family
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import SUBCATEGORIES, Domain

WORKERS: Final = 2


def _build(job: tuple[str, int, str, int, frozenset[str]]) -> list[Question]:
    subcategory, seed, stream, per_level, taken = job
    return build_subcategory(subcategory, seed=seed, stream=stream, per_level=per_level, taken=set(taken))


def build_pool(
    *, seed: int, stream: str, per_level: int, taken: Iterable[str], domains: Collection[Domain] = tuple(Domain)
) -> list[Question]:
    """Build ``per_level`` items per subcategory and level whose texts are not taken and differ from each other.

    Raises:
        BankError: an item could not be drawn, or its solver contradicts its gold.
    """
    known = frozenset(taken)
    names = [name for domain in domains for name in SUBCATEGORIES[domain]]
    jobs = [(name, seed, stream, per_level, known) for name in names]
    seen: set[str] = set()
    pool = []
    with ProcessPoolExecutor(WORKERS) as workers:
        for part in workers.map(_build, jobs):
            for question in part:
                text = normalised(question.question)
                if text not in seen:
                    seen.add(text)
                    pool.append(question)
    return pool


@cache
def families() -> dict[str, Family]:
    """Return every family by name."""
    return {f.name: f for f in ALL}
