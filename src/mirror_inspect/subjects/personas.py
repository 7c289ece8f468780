"""The shipped personas, by name, with parameters overridden on request."""

from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from mirror_inspect.errors import ArgumentError, unknown
from mirror_inspect.subjects.persona import Persona, make_persona
from mirror_inspect.subjects.populations import POPULATIONS, SIZE, find_member


@cache
def personas() -> MappingProxyType[str, Persona]:
    """Return every shipped persona by name, in the order of ``personas.yaml``."""
    import yaml

    text = files("mirror_inspect.subjects").joinpath("personas.yaml").read_text(encoding="utf-8")
    entries: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return MappingProxyType({name: make_persona({"name": name, **(entry or {})}) for name, entry in entries.items()})


def find_persona(name: str, /, **parameters: Any) -> Persona:
    """Return a shipped persona or a member of a population, with parameters replaced.

    Args:
        name: As in ``simulated/NAME``; members are called by population and number, as in ``two_factor_07``.
        parameters: Fields of `Persona` to replace; its draws keep their key, so that the change is the only one.

    Raises:
        ArgumentError: an unknown persona or parameter (with the known ones), or a value out of range.
    """
    persona = personas().get(name) or find_member(name)
    if persona is None:
        raise unknown("simulated subject", name, [*personas(), *(f"{p}_01..{SIZE}" for p in POPULATIONS)])
    for fixed in ("name", "about"):
        if fixed in parameters:
            raise ArgumentError(f"{fixed} of a simulated subject cannot be changed")
    return persona.changed(**parameters) if parameters else persona
