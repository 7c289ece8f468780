"""What a model costs: list prices by model name, overridable, and the cost of a number of tokens."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

from mirror_inspect.errors import ArgumentError

PRICES_VARIABLE: Final = "MIRROR_INSPECT_PRICES"
"""Names a YAML file whose prices are used before the packaged ones."""
_PACKAGED: Final = "prices.yaml"
_MILLION: Final = 1_000_000
_SNAPSHOT: Final = re.compile(r"[-@:](?:\d|v\d|latest|preview|exp)[\w.:-]*|")


@dataclass(frozen=True, slots=True)
class Price:
    """Price of one model in US dollars per million tokens."""

    input: float
    output: float

    def cost(self, input_tokens: float, output_tokens: float) -> float:
        """Return the cost of a number of tokens in US dollars; cached input counts as input."""
        return (input_tokens * self.input + output_tokens * self.output) / _MILLION


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices by model name without provider.

    Attributes:
        as_of: Day the prices were noted.
        prices: Price by name, as providers write it without date or region.
    """

    as_of: str
    prices: Mapping[str, Price]

    def find(self, model: str) -> Price | None:
        """Return the price of a model, ``None`` where it is not known.

        Args:
            model: Inspect's name, e.g. ``openai/gpt-4o-2024-08-06`` or ``openrouter/anthropic/claude-sonnet-4``. A
                dated snapshot has its model's price; another variant of the name (``gpt-5-pro`` for ``gpt-5``) has not.
                Of several names that fit the longest is taken.
        """
        name = model.rpartition("/")[2].lower()
        fits = [n for n in self.prices if name.startswith(n) and _SNAPSHOT.fullmatch(name[len(n) :])]
        return self.prices[max(fits, key=len)] if fits else None


def load_prices(path: str | Path | None = None) -> PriceTable:
    """Return the packaged prices, replaced and added to by those of a file.

    Args:
        path: YAML file with ``models: {name: [input, output]}``; what ``MIRROR_INSPECT_PRICES`` names by default.

    Raises:
        ArgumentError: the file is missing or not of that shape.
    """
    packaged = _read(resources.files("mirror_inspect").joinpath(_PACKAGED).read_text(encoding="utf-8"), _PACKAGED)
    own = path or os.environ.get(PRICES_VARIABLE)
    if not own:
        return packaged
    try:
        text = Path(own).expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as why:
        raise ArgumentError(f"prices file {str(own)!r} cannot be read: {why}") from None
    read = _read(text, str(own))
    return PriceTable(read.as_of or packaged.as_of, {**packaged.prices, **read.prices})


def _read(text: str, name: str) -> PriceTable:
    import yaml

    try:
        content: Any = yaml.safe_load(text)
        prices = {str(model).lower(): _price(pair) for model, pair in content["models"].items()}
        return PriceTable(str(content.get("as_of", "")), prices)
    except (yaml.YAMLError, AttributeError, KeyError, TypeError, ValueError) as why:
        raise ArgumentError(
            f"prices file {name!r} is not of the shape `models: {{name: [dollars per million input, output tokens]}}`: "
            f"{type(why).__name__}: {why}"
        ) from None


def _price(pair: Any) -> Price:
    first, second = (float(value) for value in pair)
    if not (0 <= first < float("inf") and 0 <= second < float("inf")):
        raise ValueError(f"{pair!r} is no price")
    return Price(first, second)
