"""What every log header carries so that runs can be told apart and compared (rule 15)."""

from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from pydantic import JsonValue

import mirror_inspect
from mirror_inspect.bank.load import SHIPPED, Bank, load_bank
from mirror_inspect.elicitation.channels import PROMPT_VERSION
from mirror_inspect.elicitation.digest import prompt_digest
from mirror_inspect.elicitation.few_shot import few_shot_digest, shot_count

MARK: Final = "mirror_inspect"
"""Key of task metadata that holds the version of this package, and tells its runs from those of others."""
REPORTED_PACKAGES = ("inspect-ai", "numpy", "scipy", "scikit-learn", "sympy", "pint")


def provenance(bank: Bank, **run: JsonValue) -> dict[str, JsonValue]:
    """Return the metadata of a task.

    Args:
        bank: The bank used; a digest other than the shipped one's is named as such.
        **run: Preset, seed, sizes and whatever else identifies the run.
    """
    return {
        MARK: mirror_inspect.__version__,
        "bank": bank.source,
        "bank_digest": bank.digest,
        "bank_is_shipped": bank.source == SHIPPED or bank.digest == load_bank().digest,
        "prompt_version": PROMPT_VERSION,
        "prompt_digest": prompt_digest(),
        "packages": package_versions(REPORTED_PACKAGES),
        **run,
    }


def is_ours(metadata: Mapping[str, Any] | None) -> bool:
    """Return whether a run with this task metadata is one of this package."""
    return MARK in (metadata or {})


def few_shot_provenance(shots: int) -> dict[str, JsonValue]:
    """Return what tells a run with demonstrations from one without; nothing where there are none.

    Raises:
        ArgumentError: the number of demonstrations is not allowed.
    """
    return {"shots": shots, "shots_digest": few_shot_digest()} if shot_count(shots) else {}


def package_versions(names: Iterable[str]) -> dict[str, JsonValue]:
    """Return the installed version of each package, or that it is not installed."""
    return {name: _version(name) for name in names}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
