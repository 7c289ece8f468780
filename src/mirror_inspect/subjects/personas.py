"""The shipped personas, by name, with parameters overridden on request."""

from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from mirror_inspect.errors import ArgumentError, unknown
from mirror_inspect.subjects.persona import Persona, make_persona


@cache
def personas() -> MappingProxyType[str, Persona]:
    """Return every shipped persona by name, in the order of ``personas.yaml``."""
    import yaml

    text = files("mirror_inspect.subjects").joinpath("personas.yaml").read_text(encoding="utf-8")
    entries: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return MappingProxyType({name: make_persona({"name": name, **(entry or {})}) for name, entry in entries.items()})


def find_persona(name: str, /, **parameters: Any) -> Persona:
    """Return a shipped persona, with parameters replaced.

    Args:
        name: As in ``simulated/NAME``.
        parameters: Fields of `Persona` to replace; its draws keep their key, so that the change is the only one.

    Raises:
        ArgumentError: an unknown persona or parameter (with the known ones), or a value out of range.
    """
    if name not in personas():
        raise unknown("simulated subject", name, personas())
    for fixed in ("name", "about"):
        if fixed in parameters:
            raise ArgumentError(f"{fixed} of a simulated subject cannot be changed")
    return personas()[name].changed(**parameters) if parameters else personas()[name]
