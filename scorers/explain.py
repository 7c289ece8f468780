"""What a person reads in the viewer: one line per elicitation, with hostile text made inert."""

from collections.abc import Callable, Iterable, Sequence

from mirror_inspect.analysis.rows import mark
from mirror_inspect.elicitation.agentic import ATTEMPT_FLAG
from mirror_inspect.elicitation.tools import TOOL_FLAG
from mirror_inspect.inert import inert_markdown
from mirror_inspect.observation import REPEAT_FLAG, Observation
from mirror_inspect.taxonomy import Forecast

REASON_SHOWN, GOLD_SHOWN = 100, 120
"""Characters of a reason and of a gold that are shown."""
GRADED = {True: "right", False: "wrong", None: None}


def in_words(reason: str) -> str:
    """Return why a reading is missing for people: ``no_field:ANSWER`` becomes ``no field: ANSWER``."""
    kind, colon, rest = reason.partition(":")
    return f"{kind.replace('_', ' ')}{colon} {rest.strip()}".strip()


def tools_used(o: Observation) -> str:
    """Return the tools the subject called on the way, from the observation's flags."""
    return ", ".join(f.removeprefix(TOOL_FLAG) for f in o.flags if f.startswith(TOOL_FLAG))


def attempt_of(o: Observation) -> str:
    """Return which of several attempts the observation comes from; empty when there is only one."""
    number = mark(o, ATTEMPT_FLAG)
    return "" if number is None else f"{number}. attempt"


def whose(o: Observation) -> str:
    """Return whose success is predicted where it is not the subject's own; empty elsewhere."""
    return o.condition if o.condition in (Forecast.COINS, Forecast.OTHER) else ""


def again(o: Observation) -> str:
    """Return that a prediction is a second reading in the same sample; empty elsewhere."""
    return "again" if o.condition == Forecast.SELF and REPEAT_FLAG in o.flags else ""


COLUMNS: dict[str, Callable[[Observation, str], str | None]] = {
    "channel": lambda o, _: " ".join(filter(None, (o.channel, o.slot, whose(o), again(o), attempt_of(o)))),
    "status": lambda o, _: o.status,
    "decision": lambda o, _: o.decision,
    "tools": lambda o, _: inert_markdown(tools_used(o)),
    "answer": lambda o, _: inert_markdown(o.answer),
    "graded": lambda o, _: GRADED[o.correct],
    "signal": lambda o, _: None if o.signal is None else f"{o.signal:.2f}",
    "why missing": lambda o, reason: inert_markdown(in_words(reason), limit=REASON_SHOWN),
}
"""What a row of the table shows; a column that is empty in every row is left out."""


def table(rows: Iterable[tuple[Observation, str]], *, gold: str, told: Sequence[str] = ()) -> str:
    """Return a markdown table of a sample's observations under the gold answer.

    Args:
        rows: Observations with the reason each is missing (empty when it is not).
        gold: The gold answer, or both golds of a task.
        told: Sentences on what was asked and what the subject was told, one paragraph each; model text must be inert.
    """
    found = list(rows)
    cells = {name: [show(o, reason) or "-" for o, reason in found] for name, show in COLUMNS.items()}
    kept = [name for name, column in cells.items() if any(cell != "-" for cell in column)]
    lines = [
        *(line for sentence in told for line in (sentence, "")),
        f"Gold: **{inert_markdown(gold, limit=GOLD_SHOWN)}**",
    ]
    if found:
        lines += ["", f"| {' | '.join(kept)} |", f"|{'---|' * len(kept)}"]
        lines += [f"| {' | '.join(cells[name][i] for name in kept)} |" for i in range(len(found))]
    return "\n".join(lines)
