"""What samples of Experiment 9 hold beside observations: the facts of their tasks, and what the subject consumed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from mirror_inspect.analysis.rows import mark
from mirror_inspect.analysis.subject import TaskFacts, Usage
from mirror_inspect.elicitation.agentic import ATTEMPT_FLAG
from mirror_inspect.observation import MAIN, Observation, sample_observations


class AgenticSample(Protocol):
    """A sample as Inspect reads it, or as `report.samples` does."""

    @property
    def metadata(self) -> dict[str, Any]:
        """Metadata of the sample."""

    @property
    def scores(self) -> Mapping[str, Any] | None:
        """Scores by scorer."""

    @property
    def model_usage(self) -> Mapping[str, Any]:
        """Input and output tokens by model."""


def agentic(samples: Iterable[AgenticSample] | None) -> Iterator[AgenticSample]:
    """Yield the samples in which the subject acted or was asked about what it would act on."""
    return (s for s in samples or () if "paradigm" in (s.metadata or {}))


def task_facts(samples: Iterable[AgenticSample] | None) -> dict[str, TaskFacts]:
    """Return the facts of every task by its id.

    Raises:
        KeyError, TypeError: metadata of another form than this package writes.
    """
    found: dict[str, TaskFacts] = {}
    for sample in agentic(samples):
        task: dict[str, Any] = sample.metadata["task"]
        found[str(task["id"])] = TaskFacts(
            task["risk_tier"], task["error_cost"], task["escalation_cost"], task.get("workflow", "")
        )
    return found


def consumption(samples: Iterable[AgenticSample] | None, model: str) -> tuple[Usage, ...]:
    """Return what the subject consumed per cell of the main phase; a resolver's tokens are not its own.

    Args:
        samples: Samples of one run.
        model: Inspect's name of the subject.

    Raises:
        KeyError, TypeError: metadata of another form than this package writes.
    """
    return added(_one(sample, model) for sample in agentic(samples) if not sample.metadata.get("attack"))


def _one(sample: AgenticSample, model: str) -> Usage:
    about = sample.metadata
    parts = len(about["questions"])
    asked = len(about["routed"]) < parts
    own = (sample.model_usage or {}).get(model)
    told = own is not None or not asked
    return Usage(
        str(about["paradigm"]),
        str(about["condition"]),
        parts,
        (own.input_tokens if own else 0) if told else None,
        (own.output_tokens if own else 0) if told else None,
        sum(o.latency or 0.0 for o in _one_per_reply(sample)),
    )


def added(usages: Iterable[Usage]) -> tuple[Usage, ...]:
    """Return consumption added up by cell; tokens are ``None`` where any of them are not known."""
    sums: dict[tuple[str, str], Usage] = {}
    for u in usages:
        s = sums.get((u.paradigm, u.condition), Usage(u.paradigm, u.condition, 0, 0, 0, 0.0))
        sums[u.paradigm, u.condition] = Usage(
            u.paradigm,
            u.condition,
            s.components + u.components,
            None if s.input_tokens is None or u.input_tokens is None else s.input_tokens + u.input_tokens,
            None if s.output_tokens is None or u.output_tokens is None else s.output_tokens + u.output_tokens,
            s.seconds + u.seconds,
        )
    return tuple(sums.values())


def _one_per_reply(sample: AgenticSample) -> list[Observation]:
    """Return one observation per reply: the parts of one reply carry the same latency."""
    found = [o for o in sample_observations(sample.scores or {}) if o.phase == MAIN]
    return list({(o.channel, o.latency, mark(o, ATTEMPT_FLAG)): o for o in found}.values())
