"""What a person reads in the viewer: one line per elicitation, with hostile text made inert."""

import re
from collections.abc import Iterable

from mirror_inspect.observation import Observation

SHOWN = 60
_MARKUP = re.compile(r"([\\`*_{}\[\]<>|~#])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+")


def inert(text: str | None, *, limit: int = SHOWN) -> str:
    """Return model text for a markdown cell: control characters gone, markup escaped, cut to ``limit`` characters."""
    plain = _CONTROL.sub(" ", text or "").strip()
    cut = plain if len(plain) <= limit else plain[: limit - 1] + "…"
    return _MARKUP.sub(r"\\\1", cut)


def verdict_mark(o: Observation) -> str:
    """Return how the answer was graded, in one word."""
    return {True: "right", False: "wrong", None: "-"}[o.correct]


def table(rows: Iterable[tuple[Observation, str]], *, gold: str) -> str:
    """Return a markdown table of a sample's observations.

    Args:
        rows: Observations with the reason each is missing (empty when it is not).
        gold: The gold answer, or both golds of a task.
    """
    lines = [
        f"Gold: **{inert(gold, limit=120)}**",
        "",
        "| channel | status | decision | answer | graded | signal | why missing |",
        "|---|---|---|---|---|---|---|",
    ]
    for o, reason in rows:
        where = f"{o.channel} {o.slot}" if o.slot else o.channel
        signal = "-" if o.signal is None else f"{o.signal:.2f}"
        read = (o.status, o.decision or "-", inert(o.answer) or "-", verdict_mark(o), signal, inert(reason) or "-")
        lines.append(f"| {' | '.join((where, *read))} |")
    return "\n".join(lines)
