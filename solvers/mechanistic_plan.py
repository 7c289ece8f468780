"""What Experiment 7 is about to do: the items, the channels beside the hidden states, the layers, the log metadata."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspect_ai.dataset import MemoryDataset
from inspect_ai.model import get_model
from pydantic import JsonValue

from mirror_inspect.args import Listed, announce, as_list, chosen, one_of, whole
from mirror_inspect.bank.load import Bank, load_bank
from mirror_inspect.errors import ArgumentError
from mirror_inspect.hidden_states import characters
from mirror_inspect.items import Question
from mirror_inspect.observation import MAIN, log_observations, read_log
from mirror_inspect.solvers.datasets import atlas_dataset, item_sample
from mirror_inspect.solvers.hidden import EXTRA, check_extra, check_provider, check_states, layers_for, size_of
from mirror_inspect.solvers.provenance import few_shot_provenance, package_versions, provenance
from mirror_inspect.solvers.sampling import command_line_model
from mirror_inspect.taxonomy import Channel, Paradigm

PER_DOMAIN: Final = {"quick": 25, "standard": 100, "paper": 625}
SAID: Final = (Channel.RATING, Channel.SELF_REPORT)
PROBE_CHANNELS: Final = (Channel.NATURAL, *SAID, Channel.WAGER, Channel.OPT_OUT)
DEFAULT_CHANNELS: Final = (Channel.NATURAL, *SAID)
BANK: Final = "bank"


@dataclass(frozen=True, slots=True)
class MechanisticPlan:
    """A checked plan of Experiment 7.

    Attributes:
        dataset: One sample an item.
        channels: Channels asked; the natural one, whose correctness is predicted, among them.
        layers: Layers to keep; empty for as many as fit.
        metadata: What the log header carries.
    """

    dataset: MemoryDataset
    channels: tuple[Channel, ...]
    layers: tuple[int, ...]
    metadata: dict[str, JsonValue]


def plan_mechanistic(
    *,
    preset: str,
    items: str,
    per_domain: int | None,
    channels: Listed,
    layers: Listed,
    states: str,
    greedy: bool,
    bank: str,
    seed: int,
    max_calls: int | None,
    shots: int,
) -> MechanisticPlan:
    """Check the model and the arguments, choose the items and announce the calls.

    The model is looked at first and by its name, so that one that shows no hidden states is refused before any library
    for those that do is imported.

    Raises:
        ArgumentError: the model shows no hidden states, a library is not installed, an argument is not allowed, or the
            plan needs more than ``max_calls``.
    """
    model = command_line_model()
    if model is not None:
        check_provider(model)
    check_extra()
    count = PER_DOMAIN[one_of("preset", preset, PER_DOMAIN)]
    count = count if per_domain is None else whole("per_domain", per_domain, low=1)
    asked = chosen("channel", channels, PROBE_CHANNELS) if as_list(channels) else DEFAULT_CHANNELS
    if Channel.NATURAL not in asked:
        raise ArgumentError("channels= must hold natural: whether its answer is right is what the probe predicts")
    wanted = tuple(sorted({_layer(n) for n in as_list(layers)}))
    form = load_bank(bank)
    dataset = _dataset(form, str(items), count, asked, seed)
    calls = len(dataset) * len(asked)
    kept, words = _kept(model, wanted, states)
    announce(
        "exp7_mechanistic",
        calls,
        detail=f"{len(dataset)} items x {len(asked)} channels, hidden states of {words}",
        max_calls=max_calls,
    )
    metadata = provenance(
        form,
        preset=preset,
        seed=seed,
        items=str(items),
        per_domain_asked_for=count,
        channels=[c.value for c in asked],
        layers=list(kept) or "as many as fit",
        states=states or "log",
        greedy=greedy,
        planned_calls=calls,
        probe_packages=package_versions(EXTRA),
        **few_shot_provenance(shots),
    )
    return MechanisticPlan(dataset, asked, wanted, metadata)


def _layer(name: str) -> int:
    if not name.isdecimal():
        raise ArgumentError(f"layers={name!r} is not allowed; give whole numbers from 0 (the embedding) up")
    return int(name)


def _kept(model: str | None, wanted: tuple[int, ...], states: str) -> tuple[tuple[int, ...], str]:
    """Return the layers that will be kept and how to say so; the choice is known where the model is."""
    if model is None:
        return wanted, "the layers that fit the log" if not wanted else f"layers {_listed(wanted)}"
    loaded = get_model()
    width, depth = size_of(loaded)
    kept = layers_for(loaded, wanted, in_file=bool(states))
    check_states(loaded, kept)
    where = f"in files in {states}" if states else f"{characters(width, len(kept)) / 1000:.0f} kB a sample in the log"
    more = "" if states or wanted or len(kept) > depth else "; -T states=logs/states keeps all"
    return kept, f"{len(kept)} of {depth + 1} layers x {width} units ({where}{more})"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _dataset(form: Bank, items: str, count: int, channels: tuple[Channel, ...], seed: int) -> MemoryDataset:
    if items == BANK:
        return atlas_dataset(form, per_domain=count, channels=channels, repeats=False, seed=seed)
    samples = [item_sample(q) for q in acted_on(form, items)]
    return MemoryDataset(samples, name=f"mirror-inspect {form.source}, acted on")


def acted_on(form: Bank, items: str) -> list[Question]:
    """Return the items that a log of Experiment 9 has actions on, sorted by id.

    Args:
        form: The bank they are looked up in.
        items: The log.

    Raises:
        ArgumentError: no such file, it is no log of Experiment 9, or its items are not in the bank.
    """
    file = Path(items).expanduser()
    if not file.is_file():
        raise ArgumentError(f"items={items!r} is not allowed; give {BANK}, or a log of exp9_knowdo to ask its items")
    rows = log_observations(read_log(file))
    ids = {o.item_id for o in rows if o.phase == MAIN and o.paradigm == Paradigm.AUTONOMOUS}
    if not ids:
        raise ArgumentError(f"items={file.name}: this log has no actions of exp9_knowdo")
    if unknown := ids - form.by_id.keys():
        raise ArgumentError(
            f"items={file.name}: {len(unknown)} of its {len(ids)} items are not in bank={form.source}; give the bank "
            "of that run with -T bank="
        )
    return [form.by_id[i] for i in sorted(ids)]
