"""What Experiment 5 is about to do: sizes by preset, the prefixes, the calls they need, and the log metadata."""

from dataclasses import dataclass
from typing import Final

from inspect_ai.dataset import Sample
from pydantic import JsonValue

from mirror_inspect.analysis.adversarial import ADVERSARIAL_CHANNELS
from mirror_inspect.args import Listed, announce, as_list, chosen, one_of, share, whole
from mirror_inspect.bank.load import Bank, load_bank
from mirror_inspect.elicitation.pressure import pressure_digest
from mirror_inspect.errors import ArgumentError
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.solvers.calibration import calibration_samples
from mirror_inspect.solvers.limits import check_command_line
from mirror_inspect.solvers.margins import read_margins
from mirror_inspect.solvers.pressed import pressed_samples
from mirror_inspect.solvers.profiles import choose_profile, unmeasured
from mirror_inspect.solvers.provenance import few_shot_provenance, provenance
from mirror_inspect.solvers.source import CalibrateThenAct
from mirror_inspect.solvers.spending import expected_spending
from mirror_inspect.subjects.registry import register
from mirror_inspect.taxonomy import CONFIDENCE_ATTACKS, Channel, Prefix

CONSTRUCTS: Final = ("shift",)
"""Constructs of Experiment 5 that have a margin."""


@dataclass(frozen=True, slots=True)
class AdversarialSize:
    """Size of Experiment 5: items, calibration items per domain, and whether there is a placebo."""

    items: int
    calibration: int
    placebo: bool = True


ADVERSARIAL_PRESETS: Final = {
    "quick": AdversarialSize(24, 25),
    "standard": AdversarialSize(80, 100),
    "paper": AdversarialSize(80, 100, placebo=False),
}


@dataclass(frozen=True, slots=True)
class AdversarialPlan:
    """A checked plan of Experiment 5."""

    source: CalibrateThenAct
    channels: tuple[Channel, ...]
    metadata: dict[str, JsonValue]


def plan_adversarial(
    *,
    preset: str,
    items: int | None,
    calibration: int | None,
    attacks: Listed,
    channels: Listed,
    profile: str,
    tool_protocol: str,
    expert_accuracy: float,
    margins: Listed,
    bank: str,
    seed: int,
    allow_mismatch: bool,
    max_calls: int | None,
    shots: int = 0,
) -> AdversarialPlan:
    """Check the arguments, choose the calibration items and announce the calls.

    Raises:
        ArgumentError: an argument is not allowed, the profile does not fit, the bank is too small, or the plan needs
            more than ``max_calls``.
    """
    size = ADVERSARIAL_PRESETS[one_of("preset", preset, ADVERSARIAL_PRESETS)]
    count = size.items if items is None else whole("items", items, low=2)
    if count % 2:
        raise ArgumentError(f"items={count} is not allowed; give an even number, half weak and half strong")
    asked = chosen("channel", channels, ADVERSARIAL_CHANNELS) if as_list(channels) else ADVERSARIAL_CHANNELS
    against = chosen("attack", attacks, CONFIDENCE_ATTACKS) if as_list(attacks) else CONFIDENCE_ATTACKS
    prefixes = (Prefix.CLEAN, *((Prefix.PLACEBO,) if size.placebo else ()), *against)
    per_domain = size.calibration if calibration is None else whole("calibration", calibration, low=1)
    form = load_bank(bank)
    choice = choose_profile(profile, form, per_domain=per_domain, seed=seed, allow_mismatch=allow_mismatch)
    if choice.items:
        _check_room(form, per_domain, count // 2)
    check_command_line(len(choice.items))
    register(form.questions)

    def samples_for(measured: CapabilityProfile) -> list[Sample]:
        return pressed_samples(unmeasured(form, measured), measured, count, prefixes, seed=seed)

    if choice.known:
        samples_for(choice.known)
    calls = len(choice.items) + count * len(prefixes) * len(asked)
    spent = expected_spending(calls)
    detail = (
        f"{len(choice.items)} calibration items, {count} items x {len(prefixes)} prefixes x {len(asked)} channels; "
        f"turns after a tool's result come on top; {spent.words}"
    )
    announce("exp5_adversarial", calls, detail=detail, max_calls=max_calls)
    metadata = provenance(
        form,
        preset=preset,
        seed=seed,
        items=count,
        prefixes=[p.value for p in prefixes],
        prefix_digest=pressure_digest(),
        channels=[c.value for c in asked],
        tool_protocol=tool_protocol,
        expert_accuracy=share("expert_accuracy", expert_accuracy),
        margins=dict(read_margins(margins, CONSTRUCTS, preset)),
        planned_calls=calls,
        planned_tokens=spent.tokens,
        planned_usd=spent.usd,
        **choice.provenance,
        **few_shot_provenance(shots),
    )
    return AdversarialPlan(
        CalibrateThenAct(calibration_samples(choice.items), choice.profile_for, samples_for), asked, metadata
    )


def _check_room(form: Bank, per_domain: int, half: int) -> None:
    """Refuse a calibration that leaves too few items, before it is asked.

    Raises:
        ArgumentError: a domain cannot hold half of the items beside the calibration, which a weak set of one needs.
    """
    domains = {q.domain for q in form.questions}
    held = min(sum(q.domain is d for q in form.questions) for d in domains)
    if held - per_domain < half:
        raise ArgumentError(
            f"the bank has {held} items in its smallest domain, too few for {per_domain} of calibration and {half} "
            "beside them; choose fewer with -T calibration= and -T items="
        )
