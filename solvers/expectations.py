"""What is fixed before Experiment 9 runs: the margins of its verdicts, and what it is expected to cost."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import click
from inspect_ai.model import get_model

from mirror_inspect.analysis.spending import load_prices, price_of
from mirror_inspect.args import Listed, as_list
from mirror_inspect.errors import ArgumentError, unknown
from mirror_inspect.stats.verdicts import MARGINS

ROUTING, ROUTING_MARGIN = "routing", 0.05
"""Margin of routing gain: smallest share of failures removed beyond random routing that counts."""
QUICK = "quick"
CONSTRUCTS = ("cfr", "knowdo", ROUTING)
"""Constructs of Experiment 9 that have a margin."""
TOKENS_READ, TOKENS_WRITTEN = 400, 250
"""Tokens of a typical call: a task with its rules, and an answer that shows its work. Thinking comes on top."""


def read_margins(given: Listed, preset: str) -> Mapping[str, float]:
    """Return the margin of every construct: the one given, else the default, which is wider for CFR under ``quick``.

    Args:
        given: ``name=number`` pairs.
        preset: Size of the run.

    Raises:
        ArgumentError: an unknown construct, or a margin that is not a number above 0 and at most 1.
    """
    cfr = MARGINS["cfr_quick"] if preset == QUICK else MARGINS["cfr"]
    margins = {"cfr": cfr, "knowdo": MARGINS["knowdo"], ROUTING: ROUTING_MARGIN}
    for pair in as_list(given):
        name, _, text = pair.partition("=")
        if name not in CONSTRUCTS:
            raise unknown("margin", name, CONSTRUCTS)
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 < value <= 1:
            raise ArgumentError(f"margins: {pair!r} is not allowed; give {name}= and a number above 0, at most 1")
        margins[name] = value
    return margins


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected spending of a run.

    Attributes:
        tokens: Tokens read and written, thinking not counted.
        usd: At list prices; ``None`` where the model is not known yet or has no price.
    """

    tokens: int
    usd: float | None

    @property
    def words(self) -> str:
        """The expectation in words."""
        cost = "cost not given" if self.usd is None else f"about {self.usd:.2f} USD at list prices"
        return f"about {self.tokens:,} tokens, {cost}"


def expected_spending(calls: int) -> Expected:
    """Return what a number of calls is expected to cost with the model on the command line."""
    tokens = calls * (TOKENS_READ + TOKENS_WRITTEN)
    price = price_of(_model_now(), load_prices())
    return Expected(tokens, price.of(calls * TOKENS_READ, calls * TOKENS_WRITTEN) if price else None)


def _model_now() -> str:
    """Return the model under test on the command line; inside ``eval(task())`` it is not known yet."""
    if click.get_current_context(silent=True) is None:
        return ""
    try:
        return str(get_model())
    except Exception:
        return ""
