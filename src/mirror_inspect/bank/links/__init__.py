"""Bridges: tasks of one domain around a whole number, used as second parts of composites and as transfer tasks."""

from typing import Final

from mirror_inspect.bank.links import (
    agreement,
    arithmetic,
    factual,
    linguistic,
    logical,
    procedural,
    social,
    spatial,
    temporal,
)
from mirror_inspect.bank.links.link import Bridge

ALL: Final[tuple[Bridge, ...]] = (
    *arithmetic.BRIDGES,
    *spatial.BRIDGES,
    *temporal.BRIDGES,
    *linguistic.BRIDGES,
    *logical.BRIDGES,
    *social.BRIDGES,
    *agreement.BRIDGES,
    *factual.BRIDGES,
    *procedural.BRIDGES,
)
