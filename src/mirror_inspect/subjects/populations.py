"""Populations of twenty simulated subjects with a planted structure of confidence, for the individuation study."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.subjects.draws import ArrayDraws
from mirror_inspect.subjects.model import Mind, mean_accuracy
from mirror_inspect.subjects.persona import Persona, make_persona
from mirror_inspect.subjects.simulate import Deck
from mirror_inspect.taxonomy import Channel

SIZE: Final = 20
INLINE_MEMBERS: Final = 5
_NAME: Final = re.compile(r"([a-z_]+)_(\d{2})")


@dataclass(frozen=True, slots=True)
class Population:
    """A rule that makes the members.

    Attributes:
        about: What is planted.
        member: Parameters of member k, 0 to 19, on top of those that all populations have.
    """

    about: str
    member: Callable[[int], Mapping[str, Any]]


def _common(k: int) -> dict[str, Any]:
    """Noise confidence, abilities from -.6 to 1.3, and an item effect of its own in ability."""
    return {"sensitivity": 0, "jitter": 1, "own": 1, "loading_ability": 0.5, "ability": round(0.1 * k - 0.6, 1)}


def _two_factors(k: int) -> dict[str, Any]:
    strong, weak = 0.35**0.5, 0.25**0.5
    # Opposite signs on the second factor keep the two apart; with equal signs they would nearly be one.
    return {"loading": weak, "loading_2": -strong} if k % 2 else {"loading": strong, "loading_2": weak}


POPULATIONS: Final[Mapping[str, Population]] = {
    "one_factor": Population(
        "confidence loads .7 on one item factor that all share", lambda k: {"loading": 0.7, "population": "one_factor"}
    ),
    "two_factor": Population("confidence loads on two shared item factors", _two_factors),
    "independent": Population("confidence has nothing in common between subjects", lambda k: {"loading": 0}),
    "base_rate_only": Population(
        "abler subjects say yes more often, on a shared axis that follows shared difficulty; nothing is their own",
        lambda k: {"loading": 0.7, "alignment": 0.6, "bias": round(0.1 * k - 0.95, 2)},
    ),
    "individuated": Population(
        "each subject's confidence follows its own item effects", lambda k: {"loading": 0.5, "shared": 1, "own": 1.5}
    ),
    "inline_solving": Population(
        "five of twenty solve the item while judging it, the others share one factor",
        lambda k: {"loading": 0.7, "inline": 0.95 if k < INLINE_MEMBERS else 0},
    ),
}


def members(population: str) -> tuple[Persona, ...]:
    """Return the twenty subjects of a population, named ``<population>_01`` to ``_20``."""
    rule = POPULATIONS[population]
    made = []
    for k in range(SIZE):
        fields = {"name": f"{population}_{k + 1:02d}", "about": rule.about, "population": population}
        made.append(make_persona({**fields, **_common(k), **rule.member(k)}))
    return tuple(made)


def find_member(name: str) -> Persona | None:
    """Return the subject called ``<population>_<number>``, ``None`` when there is none."""
    match = _NAME.fullmatch(name)
    if match is None or match[1] not in POPULATIONS or not 1 <= int(match[2]) <= SIZE:
        return None
    return members(match[1])[int(match[2]) - 1]


@dataclass(frozen=True, slots=True)
class Judgements:
    """What a population says and does on common items.

    Attributes:
        confidence: Confidence before attempting, shape (subjects, items), in [0, 1].
        yes: Whether it says it can, ``confidence >= .5``.
        right: Correctness of a later attempt.
    """

    confidence: NDArray[np.float64]
    yes: NDArray[np.bool_]
    right: NDArray[np.bool_]


def judge(people: tuple[Persona, ...], deck: Deck, rng: np.random.Generator) -> Judgements:
    """Let every subject judge and then attempt every item, without prompts.

    Args:
        people: Subjects; those that share item factors must belong to one population.
        deck: Items, n of them.
        rng: Source of the draws.
    """
    common: dict[str, NDArray[np.float64]] = {}
    said, did = [], []
    for persona in people:
        items = deck.items(persona)
        draws = ArrayDraws((len(deck),), rng, common)
        mind = Mind(persona, items, draws, mean_accuracy(persona, items))
        said.append(np.asarray(mind.confidence(Channel.PROSPECTIVE, mind.base), dtype=np.float64))
        did.append(np.asarray(mind.attempt(Channel.NATURAL)) == 1)
    confidence = np.array(said)
    return Judgements(confidence, confidence >= 0.5, np.array(did))
