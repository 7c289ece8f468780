"""Samples of single items, made and read back: what Experiment 1 and every calibration phase ask."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inspect_ai.dataset import MemoryDataset, Sample

from mirror_inspect.bank.load import Bank
from mirror_inspect.bank.select import balanced, partner_of
from mirror_inspect.elicitation.wording import is_repeated
from mirror_inspect.items import Question
from mirror_inspect.subjects.registry import register
from mirror_inspect.taxonomy import Channel

ITEM: Final = "question"
PARTNER: Final = "partner"
REPEAT: Final = "repeat"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sample of a single item asks about.

    Attributes:
        item: The item.
        partner: The easier item of the difficulty channel; ``None`` where the item has none.
        repeat: Whether this is the second occasion of a repeated item.
    """

    item: Question
    partner: Question | None = None
    repeat: bool = False


def asked_in(metadata: Mapping[str, Any]) -> Asked:
    """Read back what `item_sample` stored in the metadata of a sample.

    Raises:
        KeyError: the sample is not of a single item.
    """
    partner = metadata.get(PARTNER)
    return Asked(
        item=Question.model_validate(metadata[ITEM]),
        partner=Question.model_validate(partner) if partner else None,
        repeat=bool(metadata.get(REPEAT)),
    )


def item_sample(item: Question, partner: Question | None = None, *, repeat: bool = False) -> Sample:
    """Return the sample of one item; the second occasion of a repeated item has its own id."""
    return Sample(
        id=f"{item.id}/repeat" if repeat else item.id,
        input=item.text,
        target=item.answer,
        metadata={
            "domain": item.domain.value,
            "subcategory": item.subcategory,
            "difficulty": item.difficulty,
            "family": item.family,
            ITEM: item.plain,
            PARTNER: partner.plain if partner else None,
            REPEAT: repeat,
        },
    )


def atlas_dataset(
    bank: Bank, *, per_domain: int, channels: Sequence[Channel], repeats: bool, seed: int
) -> MemoryDataset:
    """Return the items of Experiment 1, balanced over subcategory and level, 10 % of them twice.

    The items are made known to the simulated subjects, which recognise them by their text.
    """
    items = balanced(bank.questions, per_domain, seed=seed)
    register(bank.questions)
    paired = Channel.DIFFICULTY in channels
    samples = []
    for item in items:
        partner = partner_of(item, bank.questions, seed=seed) if paired else None
        samples.append(item_sample(item, partner))
        if repeats and is_repeated(item.id, seed=seed):
            samples.append(item_sample(item, partner, repeat=True))
    return MemoryDataset(samples, name=f"mirror-inspect {bank.source}")
