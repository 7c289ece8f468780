"""The trials of Experiment 4 as arrays: signals before and after feedback, the grade, and what each arm was told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.observation import Observation, Status
from mirror_inspect.taxonomy import Arm, Channel, Stage, Told

TOLD_FLAG: Final = "told:"
"""Prefix of the flag with what the feedback of an arm said of the attempt."""
DELAY_FLAG: Final = "delay:"
"""Prefix of the flag with the number of filler turns since the feedback."""
PREDICTED_FLAG: Final = "predicted:"
"""Prefix of the flag with the accuracy that the profile predicted for a burnt item."""
RELATED, CONTROL = "related", "control"
Floats = NDArray[np.float64]
Key = tuple[str, str, int]
Cell = tuple[str, str, str, str, int]


def flag_of(o: Observation, prefix: str) -> str:
    """Return what an observation's flag of a kind says; empty without such a flag."""
    return next((f.removeprefix(prefix) for f in o.flags if f.startswith(prefix)), "")


@dataclass(frozen=True)
class Crucible:
    """Trials in rows, shape (n,); what was not observed is NaN.

    Attributes:
        trials: Model, trial and epoch of each row.
        group: Trial of each row, over its epochs: the unit that is independent within one stage.
        block: What each row belongs to by the items it bets on: the two trials of a pair exchange theirs before and
            after, so that changes from one stage to the other are independent between blocks only.
        cells: What was planned, by stage, slot, channel, arm and delay: signals.
        right: Correctness of the attempts, by stage, slot, channel, arm and delay.
        told: 1 told right, 0 told wrong, by arm.
    """

    trials: tuple[Key, ...]
    group: NDArray[np.str_]
    block: NDArray[np.str_]
    cells: dict[Cell, Floats]
    right: dict[Cell, Floats]
    told: dict[str, Floats]

    def __len__(self) -> int:
        return len(self.trials)

    @property
    def grade(self) -> Floats:
        """1 where the burnt item was answered right, 0 where wrong."""
        return self._right(Stage.BURN)

    def again(self, arm: Arm) -> Floats:
        """1 where the burnt item was answered right when it was asked again after the feedback of an arm."""
        return self._right(Stage.AGAIN, arm)

    def asked(self, arm: Arm, delay: int, channel: Channel) -> bool:
        """Whether anything of the kind was planned."""
        return (Stage.AFTER, RELATED, channel, arm, delay) in self.cells

    @property
    def asked_again(self) -> bool:
        """Whether burnt items were planned to be asked again."""
        return any(stage == Stage.AGAIN for stage, *_ in self.right)

    def margin_before(self) -> Floats:
        """Signal on the related minus the control item before the feedback."""
        return self._margin(Stage.BEFORE, Channel.WAGER, "", 0)

    def margin(self, arm: Arm, delay: int, channel: Channel) -> Floats:
        """Signal on the related minus the control item after the feedback of an arm."""
        return self._margin(Stage.AFTER, channel, arm, delay)

    def signal(self, slot: str, arm: Arm, delay: int, channel: Channel = Channel.WAGER) -> Floats:
        """Signal on one item after the feedback of an arm."""
        return self.cells.get((Stage.AFTER, slot, channel, arm, delay), self._nothing())

    def told_of(self, arm: Arm) -> Floats:
        """What an arm was told, 1 right, 0 wrong."""
        return self.told.get(arm, self._nothing())

    def _margin(self, stage: Stage, channel: Channel, arm: str, delay: int) -> Floats:
        related, control = (
            self.cells.get((stage, s, channel, arm, delay), self._nothing()) for s in (RELATED, CONTROL)
        )
        return related - control

    def _right(self, stage: Stage, arm: str = "") -> Floats:
        return self.right.get((stage, "burnt", Channel.BURN, arm, 0), self._nothing())

    def _nothing(self) -> Floats:
        return np.full(len(self), np.nan)


def crucible(observations: Iterable[Observation]) -> Crucible:
    """Arrange the observations of trials; those of other phases are left out."""
    stages = set(Stage)
    rows = [o for o in observations if o.phase in stages]
    keys = sorted({_key(o) for o in rows})
    place = {k: i for i, k in enumerate(keys)}
    n = len(keys)
    cells: dict[Cell, Floats] = {}
    right: dict[Cell, Floats] = {}
    told: dict[str, Floats] = {}
    for o in rows:
        i, cell = place[_key(o)], _cell(o)
        signals = cells.setdefault(cell, np.full(n, np.nan))
        grades = right.setdefault(cell, np.full(n, np.nan))
        if o.status is Status.OBSERVED:
            signals[i] = np.nan if o.signal is None else o.signal
            grades[i] = np.nan if o.correct is None else float(o.correct)
        said = flag_of(o, TOLD_FLAG)
        if said in (Told.RIGHT, Told.WRONG) and o.condition:
            told.setdefault(o.condition, np.full(n, np.nan))[i] = float(said == Told.RIGHT)
    group = np.array([f"{model}/{name}" for model, name, _ in keys], dtype=str)
    return Crucible(tuple(keys), group, _blocks(rows, keys), cells, right, told)


def _blocks(rows: Sequence[Observation], keys: Sequence[Key]) -> NDArray[np.str_]:
    """Return for every row the first of the trials that it is connected with by shared items."""
    first: dict[str, str] = {}

    def of(name: str) -> str:
        while first.setdefault(name, name) != name:
            name = first[name]
        return name

    holder: dict[tuple[str, str], str] = {}
    for o in rows:
        trial = f"{o.model}/{o.group}"
        other = holder.setdefault((o.model, o.item_id), trial)
        a, b = sorted((of(trial), of(other)))
        first[b] = a
    return np.array([of(f"{model}/{name}") for model, name, _ in keys], dtype=str)


def _key(o: Observation) -> Key:
    return o.model, o.group, o.epoch


def _cell(o: Observation) -> Cell:
    return o.phase, o.slot or "", o.channel, o.condition or "", int(flag_of(o, DELAY_FLAG) or 0)
