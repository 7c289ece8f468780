"""What Experiment 3 is about to do: sizes by preset, the calls they need, the dataset and the log metadata."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_ai.dataset import MemoryDataset, Sample
from pydantic import JsonValue

from mirror_inspect.args import Listed, announce, as_list, chosen, one_of, whole
from mirror_inspect.bank.load import Bank, load_bank
from mirror_inspect.elicitation.composition import composition_digest
from mirror_inspect.elicitation.linked import FURTHER, asks, odds_for
from mirror_inspect.errors import ArgumentError
from mirror_inspect.items import Composite
from mirror_inspect.solvers.composition import COMPOSITE, ODDS
from mirror_inspect.solvers.margins import read_margins
from mirror_inspect.solvers.profiles import INLINE, choose_profile
from mirror_inspect.solvers.provenance import provenance
from mirror_inspect.solvers.source import ProfileFor
from mirror_inspect.solvers.spending import expected_spending
from mirror_inspect.subjects.registry import register_composites
from mirror_inspect.taxonomy import Channel

SIZES = {"quick": 56, "standard": 112, "paper": 448}
"""Composites by preset; multiples of 28 are balanced over the pairs of domains."""
CHANNELS = (Channel.WAGER, Channel.OPT_OUT)
"""Channels in which the whole is answered unless others are named."""
NONE = "none"
CONSTRUCTS = ("composition", "auroc")
"""Constructs of Experiment 3 that have a margin."""


@dataclass(frozen=True)
class CompositionPlan:
    """A checked plan of Experiment 3; ``profile_for`` is ``None`` where strata come from the run's own parts."""

    dataset: MemoryDataset
    channels: tuple[Channel, ...]
    profile_for: ProfileFor | None
    metadata: dict[str, JsonValue]


def plan_composition(
    *,
    preset: str,
    tasks: int | None,
    channels: Listed,
    profile: str,
    margins: Listed,
    bank: str,
    seed: int,
    allow_mismatch: bool,
    max_calls: int | None,
) -> CompositionPlan:
    """Check the arguments, choose the composites and announce the calls.

    Raises:
        ArgumentError: an argument is not allowed, the profile is missing or another model's, or the plan needs more
            than ``max_calls``.
    """
    size = SIZES[one_of("preset", preset, SIZES)]
    further = _further(channels)
    form = load_bank(bank)
    wanted = size if tasks is None else whole("tasks", tasks, low=1)
    if wanted > len(form.composites):
        raise ArgumentError(f"tasks={wanted} is not allowed; bank={form.source} has {len(form.composites)} composites")
    composites = form.composites[:wanted]
    told: dict[str, JsonValue] = {"profile": INLINE}
    profile_for = None
    if profile != INLINE:
        choice = choose_profile(profile, form, per_domain=1, seed=seed, allow_mismatch=allow_mismatch)
        profile_for = choice.profile_for
        told = {k: v for k, v in choice.provenance.items() if not k.startswith("calibration")}
    questions = asks(further)
    calls = len(composites) * len(questions)
    spent = expected_spending(calls)
    detail = f"{len(composites)} composites x {len(questions)} questions; {spent.words}"
    announce("exp3_composition", calls, detail=detail, max_calls=max_calls)
    metadata = provenance(
        form,
        preset=preset,
        seed=seed,
        composites=len(composites),
        channels=[c.value for c in further],
        composition_prompts=composition_digest(),
        margins=dict(read_margins(margins, CONSTRUCTS, preset)),
        planned_calls=calls,
        planned_tokens=spent.tokens,
        planned_usd=spent.usd,
        **told,
    )
    return CompositionPlan(composite_dataset(form, composites, seed=seed), further, profile_for, metadata)


def _further(channels: Listed) -> tuple[Channel, ...]:
    names = as_list(channels)
    if names == [NONE]:
        return ()
    return chosen("channel", channels, FURTHER) if names else CHANNELS


def composite_dataset(form: Bank, composites: Sequence[Composite], *, seed: int) -> MemoryDataset:
    """Return one sample per composite, and make wholes and parts known to the simulated subjects."""
    register_composites(composites)
    samples = [
        Sample(
            id=c.id,
            input=c.text,
            target=c.answer,
            metadata={
                "pair": f"{c.domain_a}+{c.domain_b}",
                "difficulty": c.difficulty,
                "bridge": c.bridge,
                COMPOSITE: c.plain,
                ODDS: odds_for(c, seed=seed).model_dump(mode="json"),
            },
        )
        for c in composites
    ]
    return MemoryDataset(samples, name=f"mirror-inspect {form.source} composites")
