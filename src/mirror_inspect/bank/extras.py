"""Everything a form holds besides questions, components and agentic tasks: build it, verify it, write it."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mirror_inspect.bank.burn import build_burn, verify_burn
from mirror_inspect.bank.composition import build_composites, verify_composites
from mirror_inspect.bank.files import write_jsonl
from mirror_inspect.bank.premises import build_premises, verify_premises
from mirror_inspect.bank.problem import Problem
from mirror_inspect.bank.productions import build_productions, verify_productions
from mirror_inspect.bank.records import Premise, Production, ValueConversation
from mirror_inspect.bank.transfer import build_transfer, verify_transfer
from mirror_inspect.bank.values import build_values, verify_values
from mirror_inspect.items import BurnTrial, Composite, TransferTask

COMPOSITES: Final = "composites.jsonl"
TRANSFER: Final = "transfer.jsonl"
BURN: Final = "burn.jsonl"
PRODUCTIONS: Final = "productions.jsonl"
PREMISES: Final = "premises.jsonl"
VALUES: Final = "values.jsonl"


@dataclass(frozen=True, slots=True)
class Extras:
    """The items of Experiments 2, 3, 4 and 6."""

    composites: tuple[Composite, ...]
    transfer: tuple[TransferTask, ...]
    burn: tuple[BurnTrial, ...]
    productions: tuple[Production, ...]
    premises: tuple[Premise, ...]
    values: tuple[ValueConversation, ...]

    def write(self, directory: Path) -> None:
        """Write one file per kind into an existing directory."""
        write_jsonl(directory / COMPOSITES, self.composites)
        write_jsonl(directory / TRANSFER, self.transfer)
        write_jsonl(directory / BURN, self.burn)
        write_jsonl(directory / PRODUCTIONS, self.productions)
        write_jsonl(directory / PREMISES, self.premises)
        write_jsonl(directory / VALUES, self.values)


def build_extras(seed: int, taken: Iterable[str] = ()) -> Extras:
    """Build all extras of a form.

    Args:
        seed: Seed of the form; the same seed gives the same bytes.
        taken: Normalised texts of the form's questions and components, none of which may occur again.

    Raises:
        BankError: an item could not be drawn, or its solver contradicts its gold.
    """
    known = set(taken)
    composites = build_composites(seed=seed, taken=known)
    transfer = build_transfer(seed=seed, taken=known)
    return Extras(
        composites=tuple(composites),
        transfer=tuple(transfer),
        burn=tuple(build_burn(seed=seed, taken=known)),
        productions=tuple(build_productions(seed=seed)),
        premises=tuple(build_premises(seed=seed)),
        values=tuple(build_values(seed=seed)),
    )


def verify_extras(extras: Extras, taken: Iterable[str] = ()) -> list[Problem]:
    """Check every extra and return what is wrong, nothing when all is well.

    Args:
        extras: What to check; ids and schema were checked when it was built or read.
        taken: Normalised texts of the form's questions and components, with which nothing may be shared.
    """
    known = set(taken)
    return [
        *verify_composites(extras.composites, file=COMPOSITES, taken=known),
        *verify_transfer(extras.transfer, file=TRANSFER, taken=known),
        *verify_burn(extras.burn, file=BURN, taken=known),
        *verify_productions(extras.productions, file=PRODUCTIONS),
        *verify_premises(extras.premises, file=PREMISES),
        *verify_values(extras.values, file=VALUES),
    ]
