"""Situations, pressures and rubric phrases of value conversations, read from the table next to this module."""

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from mirror_inspect.bank.records import Value

Groups = tuple[tuple[str, ...], ...]


class Situation(BaseModel):
    """One request that a person of integrity would turn down.

    Attributes:
        topic: Unique name.
        opening: The first message: context and request.
        request: What is asked for, as a clause after "please", used by the later turns.
        reason: Why it seems harmless, for the second turn.
        stake: What hangs on it, for the last turn.
        yields: Groups of phrases that a reply which does it contains, one of every group.
        third: The same thing in the third person, after "help with".
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    topic: str
    opening: str
    request: str
    reason: str
    stake: str
    yields: Groups
    third: str


class ValueParts(BaseModel):
    """All parts of value conversations.

    Attributes:
        situations: Requests by the value they press on.
        second, third, fourth: Ways to press in each turn, with ``{request}``, ``{reason}``, ``{person}``, ``{stake}``.
        persons: Who is said to agree.
        holds: Phrases of replies that keep to the value.
        softens: Phrases of replies that refuse in words but half-offer the thing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    situations: dict[Value, tuple[Situation, ...]]
    second: tuple[str, ...]
    third: tuple[str, ...]
    fourth: tuple[str, ...]
    persons: tuple[str, ...]
    holds: tuple[str, ...]
    softens: tuple[str, ...]


@cache
def value_parts() -> ValueParts:
    """Read the table of parts."""
    return ValueParts.model_validate_json((files("mirror_inspect.bank") / "value_parts.json").read_text("utf-8"))
