"""Pairs of trials of Experiment 4 that bet on the same items: how these differ is no sense of failure."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from mirror_inspect.analysis.adaptation import own_effect
from mirror_inspect.analysis.crucible import CONTROL, DELAY_FLAG, RELATED, crucible
from mirror_inspect.observation import Observation, Status
from mirror_inspect.taxonomy import Arm, Channel, Stage
from mirror_inspect.validation.study import Row, Study, covers, size
from mirror_inspect.validation.verdict import Kind

TRIALS: Final = 80
ALIKE: Final = 0.1
"""Share of pairs in which both partners get the same grade."""


def exchanged_bets(rng: np.random.Generator, n: int) -> list[Observation]:
    """Return trials of a subject that nothing moves, whose items differ and whose partners fare differently.

    Partners bet on the same four items in exchanged order, and mostly one of them answers its burnt item right: what
    the items have over each other then counts twice in the same direction.

    Args:
        rng: Draws bets and grades.
        n: Trials, an even number.
    """
    rows: list[Observation] = []
    for pair in range(n // 2):
        bets = rng.uniform(0.2, 0.8, size=(2, 2))
        first, alike = bool(rng.random() < 0.5), bool(rng.random() < ALIKE)
        for swapped in (0, 1):
            burnt = {"channel": Channel.BURN, "answer": "a", "correct": first if alike or not swapped else not first}
            rows.append(_row(pair, swapped, Stage.BURN, "burnt", f"{pair}/{swapped}/burnt", **burnt))
            rows += _bets(rng, bets, pair, swapped)
    return rows


def _bets(rng: np.random.Generator, bets: np.ndarray, pair: int, swapped: int) -> Iterator[Observation]:
    for stage, item in ((Stage.BEFORE, swapped), (Stage.AFTER, 1 - swapped)):
        arm = {"condition": Arm.NEUTRAL, "flags": (f"{DELAY_FLAG}0",)} if stage is Stage.AFTER else {}
        for k, slot in enumerate((RELATED, CONTROL)):
            signal = float(np.clip(bets[k, item] + rng.normal(0, 0.05), 0, 1))
            yield _row(pair, swapped, stage, slot, f"{pair}/{k}/{item}", channel=Channel.WAGER, signal=signal, **arm)


def _row(pair: int, swapped: int, stage: Stage, slot: str, item: str, **more: Any) -> Observation:
    return Observation(
        experiment="exp4_adaptation",
        phase=stage,
        group=f"{pair}/{swapped}",
        slot=slot,
        item_id=item,
        domain="social",
        subcategory="norm_violation",
        difficulty=3,
        status=Status.OBSERVED,
        **more,
    )


_EXCHANGED: Final = "nothing moves it, partners share items"
PARTNERS: Final = Study(
    "own_effect_partners",
    "exp4",
    lambda rng: {"own_effect": own_effect(crucible(exchanged_bets(rng, TRIALS)), 0)},
    (
        Row("own_effect_partners_size", "own_effect", _EXCHANGED, size, kind=Kind.SIZE),
        Row("own_effect_partners_coverage", "own_effect", _EXCHANGED, covers, 0.0, Kind.COVERAGE),
    ),
)
