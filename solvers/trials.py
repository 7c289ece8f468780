"""A trial of Experiment 4 as it travels in sample metadata: the burnt item of the chosen level, the items to bet on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from inspect_ai.dataset import Sample

from mirror_inspect.elicitation.wording import coin
from mirror_inspect.items import BurnItem, BurnTrial, Question
from mirror_inspect.level_curve import LevelChoice
from mirror_inspect.observation import MAIN
from mirror_inspect.solvers.calibration import PHASE
from mirror_inspect.taxonomy import Domain, Stage

BLOCK: Final = 16
"""Trials in which every burn domain occurs as often, each with its partner that exchanges before and after."""


class Slot(StrEnum):
    """What an item of a trial is there for."""

    RELATED = "related"
    CONTROL = "control"
    BURNT = "burnt"


BETS: Final = (Slot.RELATED, Slot.CONTROL)


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial of a run.

    Attributes:
        id: Id of the trial in the bank; the group of its observations.
        burnt: The burnt item with its solutions.
        before, after: The items to bet on before and after the feedback, by slot.
        predicted: Accuracy predicted at the level of the burnt item; ``None`` where the level was given.
        profile: Digest of the profile that it was predicted by; ``None`` where the level was given.
    """

    id: str
    burnt: BurnItem
    before: Mapping[Slot, Question]
    after: Mapping[Slot, Question]
    predicted: float | None
    profile: str | None = None

    def item(self, stage: Stage, slot: Slot) -> Question:
        """Return the item of a slot at a stage."""
        if slot is Slot.BURNT:
            return self.burnt.question
        return (self.before if stage is Stage.BEFORE else self.after)[slot]

    def order(self, seed: int) -> tuple[Slot, ...]:
        """Return which of the two bets before the feedback comes first, tossed per trial."""
        return BETS if coin("bets", self.id, seed) else BETS[::-1]


def trial_of(metadata: Mapping[str, Any]) -> Trial:
    """Read back what `trial_samples` stored in the metadata of a sample."""
    stored = metadata["trial"]
    return Trial(
        id=stored["id"],
        burnt=BurnItem.model_validate(stored["burnt"]),
        before={Slot(s): Question.model_validate(q) for s, q in stored["before"].items()},
        after={Slot(s): Question.model_validate(q) for s, q in stored["after"].items()},
        predicted=stored["predicted"],
        profile=metadata["levels_from"] if stored["predicted"] is not None else None,
    )


def trial_samples(trials: Sequence[BurnTrial], levels: Mapping[Domain, LevelChoice], *, profile: str) -> list[Sample]:
    """Return one sample per trial, its burnt item from the level chosen for the domain.

    Args:
        trials: Trials of the bank.
        levels: Level and prediction per burn domain.
        profile: Digest of the profile the levels come from; part of the sample ids.
    """
    return [_sample(t, levels[t.burn_domain], profile, predicted=True) for t in trials]


def fixed_samples(trials: Sequence[BurnTrial], level: int) -> list[Sample]:
    """Return one sample per trial with the burnt item of one level throughout, for runs that need no profile."""
    return [_sample(t, LevelChoice(level, 0.5), f"level{level}", predicted=False) for t in trials]


def _sample(trial: BurnTrial, choice: LevelChoice, source: str, *, predicted: bool) -> Sample:
    burnt = trial.at(choice.level)
    return Sample(
        id=f"{trial.id}/{source}",
        input=burnt.question.text,
        target=burnt.question.answer,
        metadata={
            PHASE: MAIN,
            "burn_domain": trial.burn_domain.value,
            "control_domain": trial.control_domain.value,
            "level": burnt.question.difficulty,
            "pair": trial.pair,
            "swapped": trial.swapped,
            "in_target": choice.in_target if predicted else None,
            "levels_from": source,
            "trial": {
                "id": trial.id,
                "burnt": burnt.model_dump(mode="json"),
                "before": {
                    Slot.RELATED.value: trial.related.plain,
                    Slot.CONTROL.value: trial.control.plain,
                },
                "after": {
                    Slot.RELATED.value: trial.related_after.plain,
                    Slot.CONTROL.value: trial.control_after.plain,
                },
                "predicted": round(choice.predicted, 4) if predicted else None,
            },
        },
    )
