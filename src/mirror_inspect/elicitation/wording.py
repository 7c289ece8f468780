"""How three wordings are spread over items, and which items are repeated."""

from typing import Final

from mirror_inspect.items import content_id

WORDINGS: Final = 3
REPEAT_SHARE: Final = 0.1


def _unit(*parts: object) -> float:
    return int(content_id(*[str(p) for p in parts]), 16) / 16**16


def wording_of(item_id: str, channel: str, *, seed: int = 0) -> int:
    """Return which of the three wordings an item gets in a channel (0, 1 or 2), fixed by ids and seed."""
    return int(_unit("wording", item_id, channel, seed) * WORDINGS)


def is_repeated(item_id: str, *, seed: int = 0) -> bool:
    """Whether an item is among the 10 % that are asked twice."""
    return _unit("repeat", item_id, seed) < REPEAT_SHARE


def coin(*parts: object) -> bool:
    """Return a fair coin fixed by its parts, for balancing orders of presentation."""
    return _unit("coin", *parts) < 0.5
