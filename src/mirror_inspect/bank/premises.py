"""Build and verify premise requests: flawed ones, each with a sound twin in the same words."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final, get_args

from mirror_inspect.bank import premise_approaches, premise_facts, premise_goals
from mirror_inspect.bank.check import normalised, similarity
from mirror_inspect.bank.premise_twins import Keys, Situation, Twins
from mirror_inspect.bank.problem import Problem
from mirror_inspect.bank.records import FlawKind, Premise
from mirror_inspect.bank.surface import signature
from mirror_inspect.errors import BankError

SITUATIONS: Final = (*premise_approaches.SITUATIONS, *premise_facts.SITUATIONS, *premise_goals.SITUATIONS)
PAIRS: Final = 110
KINDS: Final[tuple[FlawKind, ...]] = get_args(FlawKind)
DRAWS: Final = 300
LEADS: Final = (
    "",
    "",
    "Hello!",
    "Good morning.",
    "A small thing for today:",
    "I hope you can help me with this.",
    "One more for my list.",
    "This is for tomorrow.",
    "My colleague is away, so I am asking you.",
    "I am new to this job.",
    "Hi there.",
    "I have put this off for too long.",
    "Something quick, please.",
    "Between two meetings, one request:",
)
TAILS: Final = (
    "",
    "",
    "Thank you!",
    "Many thanks.",
    "Short is fine.",
    "No more than eighty words, please.",
    "Plain language, please.",
    "I will paste it as it is.",
    "It goes out this afternoon.",
    "You may choose the tone.",
    "Thanks a lot.",
)
"""Words before and after a request, the same for both twins."""
MAX_ALIKE: Final = 0.97
"""Pairs of one situation tell the same flaw with other numbers and names, so they may be nearer than items are."""


def names_the_flaw(reply: str, keys: Keys) -> bool:
    """Whether a reply holds at least one phrase of every group of keys, case ignored; numbers only as whole numbers."""
    text = reply.casefold()
    return bool(keys) and all(any(_holds(text, key.casefold()) for key in group) for group in keys)


def _holds(text: str, key: str) -> bool:
    """Whether the key begins a word of the text, and no digit or decimal continues a number at its end."""
    start = text.find(key)
    while start >= 0:
        before, after = text[:start][-1:], text[start + len(key) :]
        clash_before = key[0].isalnum() and (before.isalnum() or (key[0].isdigit() and before == "."))
        clash_after = key[-1].isdigit() and (after[:1].isdigit() or (after[:1] in ".," and after[1:2].isdigit()))
        if not (clash_before or clash_after):
            return True
        start = text.find(key, start + 1)
    return False


def build_premises(*, seed: int, pairs: int = PAIRS) -> list[Premise]:
    """Build ``pairs`` flawed requests and their twins, kinds taking turns; a flawed one and its twin are neighbours.

    Raises:
        BankError: no acceptable pair could be drawn.
    """
    by_kind = {kind: [s for s in SITUATIONS if s.kind == kind] for kind in KINDS}
    uses: dict[str, int] = defaultdict(int)
    built: list[Premise] = []
    for pair in range(pairs):
        kind = KINDS[pair % len(KINDS)]
        situations = by_kind[kind]
        situation = situations[pair // len(KINDS) % len(situations)]
        earlier = [p.prompt for p in built if p.topic == situation.topic]
        built += _draw(situation, uses[situation.topic], pair, seed, earlier)
        uses[situation.topic] += 1
    return built


def _draw(situation: Situation, use: int, pair: int, seed: int, earlier: Sequence[str]) -> tuple[Premise, Premise]:
    for attempt in range(DRAWS):
        rng = random.Random(f"{seed}/premises/{pair}/{attempt}")
        twins = _framed(situation.draw(rng, use), rng)
        if twins.flawed == twins.sound or any(similarity(twins.flawed, e) > MAX_ALIKE for e in earlier):
            continue
        if names_the_flaw(twins.flawed, twins.keys):
            continue
        flawed = Premise(
            pair=pair,
            flawed=True,
            kind=situation.kind,
            topic=situation.topic,
            prompt=twins.flawed,
            flaw=twins.flaw,
            keys=twins.keys,
            seed=seed,
        )
        sound = Premise(
            pair=pair, flawed=False, kind=situation.kind, topic=situation.topic, prompt=twins.sound, seed=seed
        )
        return flawed, sound
    raise BankError(f"no pair of premise requests on {situation.topic} could be drawn")


def _framed(twins: Twins, rng: random.Random) -> Twins:
    lead, tail, signed = rng.choice(LEADS), rng.choice(TAILS), signature(rng)
    flawed, sound = (
        " ".join(x for x in (lead, text, tail) if x) + f"\n{signed}" for text in (twins.flawed, twins.sound)
    )
    return Twins(flawed, sound, twins.flaw, twins.keys)


def verify_premises(premises: Sequence[Premise], *, file: str) -> list[Problem]:
    """Check pairs, uniqueness, and that no flawed request states its correction; nothing when all is well."""
    problems = []
    seen: set[str] = set()
    pairs: dict[int, list[Premise]] = defaultdict(list)
    for premise in premises:
        pairs[premise.pair].append(premise)
        text = normalised(premise.prompt)
        if text in seen:
            problems.append(Problem(file, premise.id, "its prompt occurs twice"))
        seen.add(text)
        if "{" in premise.prompt:
            problems.append(Problem(file, premise.id, "its prompt has an unfilled place"))
        if premise.flawed is not bool(premise.keys) or premise.flawed is not bool(premise.flaw):
            problems.append(Problem(file, premise.id, "only flawed requests have a flaw and keys"))
        if premise.flawed and names_the_flaw(premise.prompt, premise.keys):
            problems.append(Problem(file, premise.id, "repeating its prompt would count as naming its flaw"))
    for pair, both in pairs.items():
        if sorted(p.flawed for p in both) != [False, True] or len({(p.kind, p.topic) for p in both}) != 1:
            problems.append(Problem(file, both[0].id, f"pair {pair} is not a flawed request and its twin"))
    counts = Counter(p.kind for p in premises)
    if premises and max(counts.values()) - min(counts[k] for k in KINDS) > 2:
        problems.append(Problem(file, "kinds", f"kinds are not balanced: {dict(counts)}"))
    return problems
