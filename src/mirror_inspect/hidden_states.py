"""Hidden states of one prompt as they are kept: half floats with a scale per layer, in the log or in a file."""

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ConfigDict, Field

from mirror_inspect.errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STORE_KEY: Final = "HiddenStore:states"
"""Where the solver puts them in the store of a sample."""
LARGEST: Final = 12_000
"""Most characters of a sample's hidden states in the log, which holds the store once and its change once more."""
LARGEST_FILE: Final = 2**26
"""Most bytes of a file of one sample's hidden states."""


class States(BaseModel):
    """Hidden states at the last token of one prompt.

    Attributes:
        layers: Which layers, ascending; 0 is the embedding, ``depth`` the last block.
        depth: Blocks of the model.
        width: Units of a layer.
        tokens: Tokens of the prompt.
        data: Base64 of little-endian half floats, layer by layer; empty where they are in a file.
        scales: Largest absolute value of each layer, by which it was divided: half floats end at 65,504.
        file: Name of the file, and where it was written; empty where they are in the log.
        digest: First 16 hex digits of the SHA-256 of the half floats.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    layers: tuple[int, ...] = Field(min_length=1)
    depth: int = Field(ge=0)
    width: int = Field(ge=1)
    tokens: int = Field(ge=1)
    scales: tuple[float, ...]
    data: str = ""
    file: str = ""
    digest: str


def characters(width: int, layers: int) -> int:
    """Return how many characters the hidden states of one prompt take in the log."""
    return -(-2 * width * layers // 3) * 4


def fitting(width: int, depth: int, *, largest: int = LARGEST) -> tuple[int, ...]:
    """Return as many layers as fit the log, evenly spaced and the last one among them; none where not one fits.

    Args:
        width: Units of a layer.
        depth: Blocks of the model; there are ``depth + 1`` layers to choose from.
        largest: Characters they may take.
    """
    count = next((k for k in range(depth + 1, 0, -1) if characters(width, k) <= largest), 0)
    if count < 2:
        # One layer alone: two thirds up, where probes of correctness have been best in published work.
        return (round(depth * 2 / 3),) if count else ()
    return tuple(sorted({round(i * depth / (count - 1)) for i in range(count)}))


def pack(
    vectors: "NDArray[np.float64]", layers: Sequence[int], *, depth: int, tokens: int, file: Path | None = None
) -> States:
    """Return hidden states as they are kept, written to a file if one is named.

    Args:
        vectors: Shape (n_layers, width).
        layers: Their numbers.
        depth: Blocks of the model.
        tokens: Tokens of the prompt.
        file: An ``.npz`` to write; its folder is made.

    Raises:
        ValueError: a value is not finite.
    """
    import numpy as np

    x = np.asarray(vectors, dtype=np.float64)
    if not np.isfinite(x).all():
        raise ValueError("a hidden state is not finite: load the model in bfloat16 or float32 (-M dtype=float32)")
    scales = np.maximum(np.abs(x).max(axis=1), np.finfo(np.float64).tiny)
    halves = (x / scales[:, None]).astype("<f2")
    raw = halves.tobytes()
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file, states=halves)
    return States(
        layers=tuple(layers),
        depth=depth,
        width=x.shape[1],
        tokens=tokens,
        scales=tuple(float(f"{s:.6g}") for s in scales),
        data="" if file is not None else base64.b64encode(raw).decode("ascii"),
        file="" if file is None else str(file),
        digest=hashlib.sha256(raw).hexdigest()[:16],
    )


def unpack(states: States, *, beside: Path | None = None) -> "NDArray[np.float64]":
    """Return kept hidden states, shape (n_layers, width).

    Args:
        states: As kept in a log.
        beside: Folder of the log: a file is looked for where it was written, then by its name below this folder.

    Raises:
        ArgumentError: their file is not there, or what is kept is not what was packed.
    """
    import numpy as np

    raw = base64.b64decode(states.data, validate=True) if not states.file else _read(states.file, beside)
    shape = len(states.layers), states.width
    if len(raw) != 2 * shape[0] * shape[1] or len(states.scales) != shape[0]:
        raise ArgumentError("damaged hidden states: not as many numbers as layers and units")
    if hashlib.sha256(raw).hexdigest()[:16] != states.digest:
        raise ArgumentError("damaged hidden states: they are not those that the log names")
    halves = np.frombuffer(raw, dtype="<f2").reshape(shape).astype(np.float64)
    return np.asarray(halves * np.asarray(states.scales)[:, None])


def _read(name: str, beside: Path | None) -> bytes:
    import numpy as np

    written = Path(name)
    moved = [] if beside is None else [beside / written.name, beside / written.parent.name / written.name]
    file = next((f for f in (written, *moved) if f.is_file()), None)
    if file is None:
        raise ArgumentError(f"the hidden states {written.name} are neither at {written.parent} nor beside the log")
    if file.suffix != ".npz" or file.stat().st_size > LARGEST_FILE:
        raise ArgumentError(f"{file.name} holds no hidden states of one prompt")
    try:
        with np.load(file, allow_pickle=False) as held:
            return bytes(held["states"].astype("<f2").tobytes())
    except (OSError, ValueError, KeyError) as why:
        raise ArgumentError(f"cannot read the hidden states {file.name}: {type(why).__name__}") from None
