"""Difficulty channel: choose one of two items of the same subcategory, the harder for more, the easier for less."""

from typing import Final

from mirror_inspect.elicitation.reading import Behaviour, unread
from mirror_inspect.grading.fields import read_choice_field
from mirror_inspect.observation import Decision, Status

FORM: Final = "CHOICE: <1 or 2>\nANSWER: <your answer to the item you chose>"
ITEM: Final = ("Item 1:", "Item 2:")
RULES: Final = (
    "Choose one of the two items and answer only that one. Item {hard} is the harder: +5 if right, -3 if wrong. Item "
    "{easy} is the easier: +1 if right, 0 if wrong.",
    "Of the two items below answer just one. The harder, item {hard}, pays 5 points when right and costs 3 when wrong; "
    "the easier, item {easy}, pays 1 point when right and costs nothing.",
    "Pick a single item to answer: item {hard} (harder; right 5 points, wrong minus 3) or item {easy} (easier; right 1 "
    "point, wrong 0).",
)


def prompt(harder: str, easier: str, wording: int, *, harder_first: bool) -> str:
    """Return the user turn.

    Args:
        harder: The index item as shown.
        easier: Its partner, two levels below.
        wording: 0, 1 or 2.
        harder_first: Order of presentation, balanced by the caller.
    """
    rule = RULES[wording].format(hard=1 if harder_first else 2, easy=2 if harder_first else 1)
    first, second = (harder, easier) if harder_first else (easier, harder)
    items = f"{ITEM[0]}\n{first}\n\n{ITEM[1]}\n{second}"
    return f"{rule} You may work it out first; end with these two lines:\n{FORM}\n\n{items}"


def read(text: str, *, harder_first: bool) -> Behaviour:
    """Read the choice; the signal is 1 for the harder item and 0 for the easier, and belongs to the harder one."""
    choice = read_choice_field(text, "CHOICE", ("1", "2"))
    if choice.value is None:
        return unread(choice)
    harder = (choice.value == "1") == harder_first
    return Behaviour(
        Status.OBSERVED,
        signal=float(harder),
        decision=Decision.HARDER if harder else Decision.EASIER,
        answered=True,
        text=text,
    )
