"""Parts of production prompts, read from the table next to this module."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, TypeAdapter

from mirror_inspect.bank.records import Genre


class Parts(BaseModel):
    """The parts of one genre.

    Attributes:
        forms: Ways to ask, with ``{subject}`` and ``{length}``.
        subjects: What to write about, with ``{name}`` and ``{place}``; each is used at most once in a form of the bank.
        wishes: What the text should also do.
        words: Lengths to choose from.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    forms: tuple[str, ...]
    subjects: tuple[str, ...]
    wishes: tuple[str, ...]
    words: tuple[int, ...]


@cache
def production_parts() -> Mapping[Genre, Parts]:
    """Read the table of parts by genre."""
    text = (files("mirror_inspect.bank") / "production_parts.json").read_text("utf-8")
    return TypeAdapter(dict[Genre, Parts]).validate_json(text)
