"""What the report needs of a log's samples, read from the archive without rebuilding transcripts: six times faster."""

import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from pydantic import ValidationError

from mirror_inspect.errors import ArgumentError
from mirror_inspect.hidden_states import STORE_KEY
from mirror_inspect.observation import Observation, plain, read_log, sample_observations

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog
    from inspect_ai.scorer import Score

FOLDER: Final = "samples/"
"""Where an ``.eval`` archive keeps one JSON file per sample, as Inspect documents."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A score's metadata, which is where observations are."""

    metadata: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Tokens:
    """What one model read and wrote in a sample."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample without its transcript.

    Attributes:
        id: Id of the sample.
        epoch: Epoch.
        scores: Scores by scorer, empty where it was not scored.
        metadata: Metadata of the sample.
        failed: Whether it ended in an error.
        model_usage: Tokens by model, empty where the provider did not say.
        states: Hidden states as the sample keeps them, not looked at yet; ``None`` without any.
    """

    id: str
    epoch: int
    scores: Mapping[str, Scored]
    metadata: dict[str, Any]
    failed: bool
    model_usage: Mapping[str, Tokens] = field(default_factory=dict)
    states: Any = None


def read_samples(file: Path) -> "tuple[EvalLog, list[Sample]]":
    """Read a log's header and its samples, sorted by id and epoch.

    Raises:
        ArgumentError: the file is not a readable Inspect log.
    """
    header = read_log(file, header_only=True)
    try:
        samples = _from_archive(file)
    except Exception:
        # A log in another format, of an Inspect that packs samples in another way, or damaged: rebuilt in full, which
        # says what is wrong where it cannot be.
        header = read_log(file)
        samples = [_whole(sample) for sample in header.samples or ()]
    return header, sorted(samples, key=lambda s: (s.id, s.epoch))


def _from_archive(file: Path) -> list[Sample]:
    # Reading the header has loaded the decompressor that Inspect adds to zipfile.
    with zipfile.ZipFile(file) as archive:
        names = [n for n in archive.namelist() if n.startswith(FOLDER) and n.endswith(".json")]
        return [_sample(json.loads(archive.read(name))) for name in names]


def _sample(held: dict[str, Any]) -> Sample:
    scores = {str(name): Scored(_object(score.get("metadata"))) for name, score in (held.get("scores") or {}).items()}
    failed = held.get("error") is not None
    used = {str(m): Tokens(int(u["input_tokens"]), int(u["output_tokens"])) for m, u in _usage(held)}
    states = (_object(held.get("store")) or {}).get(STORE_KEY)
    about = _object(held.get("metadata")) or {}
    return Sample(str(held["id"]), int(held["epoch"]), scores, about, failed, used, states)


def _usage(held: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    return (_object(held.get("model_usage")) or {}).items()


def _object(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, dict | None):
        raise ValueError("metadata that is no object")
    return value


def _whole(sample: Any) -> Sample:
    scores = {name: Scored(score.metadata) for name, score in (sample.scores or {}).items()}
    used = {m: Tokens(u.input_tokens, u.output_tokens) for m, u in (sample.model_usage or {}).items()}
    states = (sample.store or {}).get(STORE_KEY)
    return Sample(str(sample.id), sample.epoch, scores, sample.metadata or {}, sample.error is not None, used, states)


def observations_of(log: "EvalLog", samples: list[Sample], name: str) -> tuple[Observation, ...]:
    """Return the observations of samples with run, model and epoch filled in, as `log_observations` does.

    Raises:
        ArgumentError: a score holds something else under the key of observations; names log and sample.
    """
    found: list[Observation] = []
    for sample in samples:
        update = {"run": log.eval.eval_id, "model": log.eval.model, "epoch": sample.epoch}
        try:
            found += (
                o.model_copy(update=update) for o in sample_observations(cast("Mapping[str, Score]", sample.scores))
            )
        except (ValidationError, TypeError) as why:
            raise ArgumentError(
                f"{name}: sample {sample.id} holds no observations of this package: {plain(why)}"
            ) from None
    return tuple(found)
