"""A sample of Experiment 5's main phase, one item under every prefix: which items, and what travels in its metadata."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from inspect_ai.dataset import Sample

from mirror_inspect.bank.select import balanced, shuffled
from mirror_inspect.elicitation.pressure import PARAPHRASES
from mirror_inspect.errors import ArgumentError
from mirror_inspect.items import Question, content_id
from mirror_inspect.observation import MAIN
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.solvers.calibration import PHASE
from mirror_inspect.solvers.datasets import asked_in, item_sample
from mirror_inspect.taxonomy import Domain, Prefix

WEAK: Final = "weak"
PARAPHRASE: Final = "paraphrase"
"""Keys of the sample metadata: whether the item's domain is weak, and which text each prefix gets."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """An item and what is put before it.

    Attributes:
        item: The item.
        weak: Whether it lies in a weak domain of the subject; ``None`` where that is not known.
        paraphrase: Which text each prefix of the run gets with this item; ``None`` when clean.
    """

    item: Question
    weak: bool | None
    paraphrase: Mapping[Prefix, int | None]


def pressed_in(metadata: Mapping[str, Any]) -> Pressed:
    """Read back what `pressed_samples` stored in the metadata of a sample."""
    texts = {Prefix(name): text for name, text in metadata[PARAPHRASE].items()}
    return Pressed(asked_in(metadata).item, metadata[WEAK], texts)


def paraphrases(items: Sequence[Question], prefix: Prefix, *, seed: int) -> dict[str, int | None]:
    """Return which text of a prefix each item gets, by item id: each text with half of the items, drawn by seed."""
    if prefix is Prefix.CLEAN:
        return dict.fromkeys((q.id for q in items), None)
    drawn = shuffled(items, seed=seed, purpose=f"{PARAPHRASE} {prefix}")
    return {q.id: place % PARAPHRASES for place, q in enumerate(drawn)}


def choose_items(
    questions: Sequence[Question], profile: CapabilityProfile, count: int, *, seed: int
) -> list[tuple[Question, bool | None]]:
    """Return items, half from weak and half from strong domains, the weak ones first.

    Args:
        questions: Those of the bank that the profile was not measured on (rule 6).
        profile: The subject's profile; domains it does not know are left out.
        count: Items, an even number.
        seed: Fixes the choice.

    Returns:
        Items and whether each lies in a weak domain, spread evenly over the domains of its side and their levels. Where
        the profile has no weak or no strong domain (nothing could be graded), items of all domains and ``None``.

    Raises:
        ArgumentError: too few questions are left in the domains of a side.
    """
    weak = profile.weak_set()
    strong = frozenset(profile.accuracy) - weak
    if not (weak and strong):
        everywhere = frozenset(q.domain for q in questions)
        return [(q, None) for q in _spread(questions, everywhere, count, seed=seed)]
    sides = ((True, weak), (False, strong))
    return [(q, is_weak) for is_weak, domains in sides for q in _spread(questions, domains, count // 2, seed=seed)]


def _spread(questions: Sequence[Question], domains: frozenset[Domain], count: int, *, seed: int) -> list[Question]:
    order = sorted(domains, key=lambda d: content_id("pressed", seed, d.value))
    picked = {d: [q for q in balanced(questions, count, seed=seed) if q.domain is d] for d in order}
    rounds = zip_longest(*picked.values())
    found = [q for row in rounds for q in row if q is not None][:count]
    if len(found) < count:
        raise ArgumentError(
            f"the profile was measured on all but {len(found)} of the items in {', '.join(sorted(domains))}, and "
            f"{count} others are needed: take a profile of fewer items, profile=inline, or fewer with -T items="
        )
    return found


def pressed_samples(
    questions: Sequence[Question],
    profile: CapabilityProfile,
    count: int,
    prefixes: Sequence[Prefix],
    *,
    seed: int,
) -> list[Sample]:
    """Return one sample per item of `choose_items`.

    Args:
        questions: Those of the bank that the profile was not measured on.
        profile: The subject's profile: fixes the items and the sample ids.
        count: Items.
        prefixes: What every item is asked under.
        seed: Fixes items and texts.

    Raises:
        ArgumentError: as `choose_items`.
    """
    chosen = choose_items(questions, profile, count, seed=seed)
    sides = [[q for q, weak in chosen if weak is side] for side in (True, False, None)]
    texts = {p: {k: v for side in sides for k, v in paraphrases(side, p, seed=seed).items()} for p in prefixes}
    about = profile.facts
    samples = []
    for item, weak in chosen:
        sample = item_sample(item)
        sample.id = f"{item.id}/{about['profile_digest']}"
        sample.metadata = {
            **(sample.metadata or {}),
            PHASE: MAIN,
            WEAK: weak,
            PARAPHRASE: {p.value: texts[p][item.id] for p in prefixes},
            **about,
        }
        samples.append(sample)
    return samples
