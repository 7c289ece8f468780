"""How large a model is and what it belongs to: a roster of published sizes, and what a user states; never a guess."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from mirror_inspect.errors import ArgumentError

LARGEST: Final = 1e5
"""Parameters in billions beyond which a number must be in other units."""
EXAMPLE: Final = "--params {model}=8,llama,3.1 (billions, family, generation)"
LEFT_OUT: Final = "none"
_SERVED: Final = re.compile(
    r"-(instruct|chat|it|pt|base|hf|turbo|lite|free|instant|versatile|fp8|fp16|bf16|awq|gptq|gguf|int4|int8)$"
)
"""Endings that say how a model is tuned or served, none of which changes how many parameters it has."""


@dataclass(frozen=True, slots=True)
class Size:
    """Size and kinship of a model, as far as known.

    Attributes:
        params_b: Parameters in billions; ``None`` where unknown.
        family: Models trained alike; empty where unknown.
        generation: Version within the family; empty where there is only one.
    """

    params_b: float | None = None
    family: str = ""
    generation: str = ""

    @classmethod
    def stated(cls, name: str, params_b: object, family: str = "", generation: str = "") -> "Size":
        """Return a size that a user states.

        Args:
            name: What to call it in the error.
            params_b: A number above 0, or ``None``.
            family: Family; may be empty.
            generation: Generation; may be empty.

        Raises:
            ArgumentError: the parameters are not a number above 0, at most 100,000 billion.
        """
        if params_b is None:
            return cls(None, family.strip().lower(), generation.strip())
        number = isinstance(params_b, int | float) and not isinstance(params_b, bool)
        if not number or not math.isfinite(value := float(params_b)) or not 0 < value <= LARGEST:  # type: ignore[arg-type]
            raise ArgumentError(f"{name}={params_b!r} is not allowed; give parameters in billions, such as 8 or 0.27")
        return cls(value, family.strip().lower(), generation.strip())

    def over(self, other: "Size") -> "Size":
        """Return this size with what it leaves open taken from another."""
        return Size(
            other.params_b if self.params_b is None else self.params_b,
            self.family or other.family,
            self.generation or other.generation,
        )

    @property
    def lacking(self) -> str:
        """What is not known and needed: the number of parameters, or the family; empty when nothing is."""
        return "number of parameters" if self.params_b is None else "" if self.family else "family"


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    family: str
    generation: str = ""
    params_b: float = Field(gt=0, le=LARGEST)
    names: tuple[str, ...] = Field(min_length=1)
    source: str = Field(pattern=r"^(planted|https://\S+)$")


@cache
def roster() -> Mapping[str, Size]:
    """Return the published sizes by name: the full name of a simulated subject, else the last part of a model's.

    Raises:
        ValueError: a name stands there twice, or a row names no page that states its size.
    """
    import yaml

    text = files("mirror_inspect.analysis").joinpath("models.yaml").read_text(encoding="utf-8")
    return sizes_of(yaml.safe_load(text))


def sizes_of(rows: Iterable[object]) -> dict[str, Size]:
    """Return the sizes that rows of ``models.yaml`` state, by name.

    Raises:
        ValueError: a name stands there twice, or a row is not as it must be, one without a source among them.
    """
    sizes: dict[str, Size] = {}
    for row in rows:
        entry = _Entry.model_validate(row)
        for name in entry.names:
            if name in sizes:
                raise ValueError(f"{name} stands twice in models.yaml")
            sizes[name] = Size(entry.params_b, entry.family, entry.generation)
    return sizes


def find_size(model: str) -> Size:
    """Return the published size of a model by its whole name; everything open where the roster has none of it.

    Provider and organisation are left out, and endings that say how it is tuned or served; what is left must be equal
    to a name of the roster, so that a distilled or merged model is not taken for the one it is named after.

    Args:
        model: Inspect's name, such as ``openrouter/meta-llama/llama-3.1-8b-instruct``.
    """
    return roster().get(model) or roster().get(_plain(model)) or Size()


def _plain(model: str) -> str:
    name = re.sub(r"[\s_:]+", "-", model.rpartition("/")[2].lower())
    while (shorter := _SERVED.sub("", name)) != name:
        name = shorter
    return name


def read_params(given: Iterable[str]) -> dict[str, Size | None]:
    """Return the sizes that ``--params MODEL=N[,FAMILY[,GENERATION]]`` options state, by model.

    ``MODEL=none`` gives ``None``: the model is left out.

    Raises:
        ArgumentError: an option is not of this form, or names a model twice.
    """
    sizes: dict[str, Size | None] = {}
    for option in given:
        model, _, text = option.rpartition("=")
        fields = [part.strip() for part in text.split(",")]
        if not model or len(fields) > 3:
            raise ArgumentError(f"--params {option} is not allowed; give {EXAMPLE.format(model='MODEL')}")
        if model in sizes:
            raise ArgumentError(f"--params names {model} twice")
        if fields == [LEFT_OUT]:
            sizes[model] = None
            continue
        try:
            number = float(fields[0])
        except ValueError:
            raise ArgumentError(
                f"--params {option}: {fields[0]!r} is no number; give {EXAMPLE.format(model=model)}"
            ) from None
        sizes[model] = Size.stated(f"--params {model}", number, *fields[1:])
    return sizes


def generation_order(generation: str) -> tuple[tuple[int, int, str], ...]:
    """Return what generations are sorted by: their numbers as numbers, so that 3 comes before 3.1 and 2.5 before 10."""
    parts = re.findall(r"\d+|[^\d.]+", generation)
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)
