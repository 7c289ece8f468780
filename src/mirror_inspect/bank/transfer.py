"""Build and verify transfer tasks: everyday tasks from one area of life that need the skill of a hidden domain."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from mirror_inspect.bank.check import MAX_SIMILARITY, leaks, normalised, similarity
from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links import ALL as BRIDGES
from mirror_inspect.bank.links.link import BLANK, Bridge
from mirror_inspect.bank.problem import Problem
from mirror_inspect.errors import BankError
from mirror_inspect.items import TransferTask
from mirror_inspect.taxonomy import DIFFICULTIES, Domain

PER_DOMAIN: Final = 19
DRAWS: Final = 200
NUMBERS: Final = ((15, 60), (40, 200), (90, 700), (300, 2000), (700, 6000))
"""Range of the number a task starts from, by level; cut to what the kind of task allows."""
MIN_SURFACES: Final = 4
MIN_DOMAINS: Final = 2


def build_transfer(*, seed: int, taken: Iterable[str] = (), per_domain: int = PER_DOMAIN) -> list[TransferTask]:
    """Build ``8 x per_domain`` tasks, ordered in rounds over the hidden domains, levels and surfaces rotating.

    Args:
        seed: Seed of the form.
        taken: Normalised texts that may not occur; a set is extended in place.
        per_domain: Tasks per hidden domain.

    Raises:
        BankError: no acceptable task could be drawn.
    """
    known = taken if isinstance(taken, set) else set(taken)
    turns: dict[str, int] = defaultdict(int)
    built: list[TransferTask] = []
    for turn in range(per_domain):
        for place, domain in enumerate(Domain):
            bridges = [b for b in BRIDGES if b.domain is domain]
            bridge = bridges[turn % len(bridges)]
            skin = turns[bridge.name] % len(bridge.skins)
            turns[bridge.name] += 1
            # the shift keeps a kind of task from meeting the same level every time
            level = DIFFICULTIES[(turn + turn // len(bridges) + place) % len(DIFFICULTIES)]
            same = [t.question for t in built if t.family == bridge.name]
            task = _draw(bridge, skin, level, f"{seed}/transfer/{turn}/{domain}", seed, known, same)
            known.add(normalised(task.question))
            built.append(task)
    return built


def _draw(
    bridge: Bridge, skin: int, level: int, key: str, seed: int, known: set[str], same: Sequence[str]
) -> TransferTask:
    for attempt in range(DRAWS):
        rng = random.Random(f"{key}/{attempt}")
        low, high = NUMBERS[level - 1]
        low = max(bridge.low, min(low, bridge.high // 2))
        number = rng.randint(low, max(low, min(high, bridge.high)))
        try:
            drawn = bridge.draw(rng, level, number, bridge.skins[skin])
        except Redraw:
            continue
        text, gold = drawn.text.replace(BLANK, str(number)), drawn.answer(number)
        if not gold or gold == str(number):
            continue
        task = TransferTask(
            domain=bridge.domain,
            subcategory=bridge.subcategory,
            difficulty=level,
            family=bridge.name,
            question=text,
            answer=gold,
            answer_type=bridge.answer_type,
            aliases=drawn.aliases(number),
            seed=seed,
            verification=bridge.method,
            surface=bridge.skins[skin].surface,
        )
        if (
            leaks(task)
            or names_its_domain(task)
            or normalised(text) in known
            or any(similarity(text, s) > MAX_SIMILARITY for s in same)
        ):
            continue
        if (found := bridge.solve(text)) != gold:
            raise BankError(f"transfer task {task.id} ({key}/{attempt}): gold {gold!r}, but the text gives {found!r}")
        return task
    raise BankError(f"no transfer task of kind {bridge.name} at level {level} in {DRAWS} draws")


@cache
def _bridges() -> dict[str, Bridge]:
    return {b.name: b for b in BRIDGES}


def names_its_domain(task: TransferTask) -> bool:
    """Whether a task gives its hidden skill away by name, in its surface or in its text."""
    words = {task.hidden_domain.value, *task.subcategory.split("_")} - COMMON_WORDS
    text = f" {normalised(task.question)} {normalised(task.surface.replace('_', ' '))} "
    return any(f" {word} " in text for word in words)


COMMON_WORDS: Final = frozenset(
    "2d 3d active calendar clock date duration general grid inference knowledge multi multiplication order passive "
    "place ratios rate row step taking time world".split()
)
"""Words of subcategory names that are everyday words and say nothing about the skill."""


def verify_transfer(tasks: Sequence[TransferTask], *, file: str, taken: Iterable[str] = ()) -> list[Problem]:
    """Check golds, leaks, give-aways and the spread over surfaces; nothing is returned when all is well."""
    problems = []
    known = set(taken)
    surfaces: dict[Domain, set[str]] = defaultdict(set)
    domains: dict[str, set[Domain]] = defaultdict(set)
    for task in tasks:
        surfaces[task.hidden_domain].add(task.surface)
        domains[task.surface].add(task.hidden_domain)
        bridge = _bridges().get(task.family)
        try:
            found = bridge.solve(task.question) if bridge else "nothing, its kind is unknown"
        except Exception as why:
            found = f"{type(why).__name__}: {why}"
        if found != task.answer:
            problems.append(Problem(file, task.id, f"gold {task.answer!r}, but the text gives {found!r}"))
        if leaks(task):
            problems.append(Problem(file, task.id, "its gold stands in its own text"))
        if names_its_domain(task):
            problems.append(Problem(file, task.id, "it names its hidden domain"))
        if (text := normalised(task.question)) in known:
            problems.append(Problem(file, task.id, "its text occurs elsewhere"))
        known.add(text)
    counts = Counter(t.hidden_domain for t in tasks)
    if tasks and len({counts[d] for d in Domain}) != 1:
        problems.append(Problem(file, "domains", "hidden domains are not equally frequent"))
    problems += [
        Problem(file, d, f"hidden in only {len(s)} surfaces") for d, s in surfaces.items() if len(s) < MIN_SURFACES
    ]
    problems += [
        Problem(file, s, "surface of a single hidden domain, which it gives away")
        for s, d in domains.items()
        if len(d) < MIN_DOMAINS
    ]
    return problems
