"""Build and verify productions: short texts in eight genres that a model writes and then scores."""

import random
from collections import Counter
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, get_args

from mirror_inspect.bank.check import MAX_SIMILARITY, frames, normalised, similarity
from mirror_inspect.bank.problem import Problem
from mirror_inspect.bank.production_parts import Parts, production_parts
from mirror_inspect.bank.records import Genre, Production
from mirror_inspect.bank.surface import NAMES, PLACES, signature
from mirror_inspect.errors import BankError

COUNT: Final = 115
GENRES: Final[tuple[Genre, ...]] = get_args(Genre)
LENGTHS: Final = MappingProxyType(
    {40: "about 40 words", 60: "around 60 words", 80: "roughly 80 words", 100: "about 100 words"}
)
DRAWS: Final = 200
FRAME_SHARE: Final = 0.05
READERS: Final = (
    "", "", "", "It will be read aloud.", "The readers are in a hurry.", "The readers have never heard of it.",
    "It is for a printed leaflet.", "It is for the wall of our office.", "Most readers will see it on a phone.",
    "The readers know me well.", "It is for readers of all ages.", "It will be translated later.",
    "The readers tend to be sceptical.", "It will stand on a page of its own.",
)  # fmt: skip
"""Who reads the text, or where; none in a few prompts."""


def build_productions(*, seed: int, count: int = COUNT) -> list[Production]:
    """Build ``count`` prompts, genres taking turns, every subject at most once.

    Raises:
        BankError: the parts are used up.
    """
    order: dict[Genre, list[str]] = {}
    for genre in GENRES:
        subjects = list(production_parts()[genre].subjects)
        random.Random(f"{seed}/productions/{genre}").shuffle(subjects)
        order[genre] = subjects
    built: list[Production] = []
    for index in range(count):
        genre = GENRES[index % len(GENRES)]
        if not order[genre]:
            raise BankError(f"the subjects of genre {genre} are used up")
        subject = order[genre].pop()
        built.append(_draw(genre, subject, f"{seed}/productions/{index}", seed, [p.prompt for p in built]))
    return built


def _draw(genre: Genre, subject: str, key: str, seed: int, earlier: Sequence[str]) -> Production:
    parts: Parts = production_parts()[genre]
    for attempt in range(DRAWS):
        rng = random.Random(f"{key}/{attempt}")
        words = rng.choice(parts.words)
        name = rng.choice(NAMES)
        place = rng.choice(PLACES)
        length = LENGTHS[words]
        prompt = rng.choice(parts.forms).format(subject=subject.format(name=name, place=place), length=length)
        prompt = f"{prompt[0].upper()}{prompt[1:]} {rng.choice(parts.wishes)} {rng.choice(READERS)}".rstrip()
        prompt = f"{prompt}\n{signature(rng)}"
        if all(similarity(prompt, other) <= MAX_SIMILARITY for other in earlier):
            return Production(genre=genre, prompt=prompt, words=words, seed=seed)
    raise BankError(f"no prompt of genre {genre} on {subject!r} differs enough from the others")


def verify_productions(productions: Sequence[Production], *, file: str) -> list[Problem]:
    """Check that prompts are unique, varied in their openings and spread over the genres."""
    problems = []
    seen: set[str] = set()
    for production in productions:
        text = normalised(production.prompt)
        if text in seen:
            problems.append(Problem(file, production.id, "its prompt occurs twice"))
        seen.add(text)
        if "{" in production.prompt or "  " in production.prompt:
            problems.append(Problem(file, production.id, "its prompt has an unfilled or doubled place"))
    counts = Counter(p.genre for p in productions)
    if productions and max(counts.values()) - min(counts.get(g, 0) for g in GENRES) > 1:
        problems.append(Problem(file, "genres", f"genres are not balanced: {dict(counts)}"))
    openings = Counter(frames(p.prompt)[1] for p in productions)
    problems += [
        Problem(file, frame, f"opens {n} of {len(productions)} prompts")
        for frame, n in openings.items()
        if n > max(2, FRAME_SHARE * len(productions))
    ]
    return problems
