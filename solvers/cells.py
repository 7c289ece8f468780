"""A cell of Experiment 9, one task in one condition and paradigm, as it travels in sample metadata."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_ai.dataset import Sample

from mirror_inspect.items import AgenticTask, Question
from mirror_inspect.observation import MAIN
from mirror_inspect.profile import CapabilityProfile
from mirror_inspect.routing.domains import ROUTING, parts_of, routed_parts
from mirror_inspect.solvers.calibration import PHASE
from mirror_inspect.taxonomy import Condition, Domain, Paradigm

CONFIDENCE = "confidence"
"""The paradigm name of the cells that ask for confidence in each component alone."""
CONFIDENCE_CALLS = 4
"""Calls of a confidence cell: two channels on each of two components."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One task in one condition and paradigm.

    Attributes:
        task: The task.
        questions: Question of each slot.
        condition: What the subject is told, or who routes.
        paradigm: ``P1``, ``P2``, ``P3`` or ``confidence``.
        routed: Slots that are taken away from the subject.
        shown: Shrunk accuracy per measured domain, as shown in C2, C3 and C2F.
        weak: The subject's weak set.
        profile: Digest of the profile that the weak set and the scores come from.
        phase: ``main``, or ``redteam`` for attacked tasks and their clean partners.
        attack: Kind of attack, ``clean`` for a partner, empty outside the red-team part.
        attack_text: What stands after the scenario, empty without an attack.
        target: Slot the attack is aimed at.
    """

    task: AgenticTask
    questions: Mapping[str, Question]
    condition: Condition
    paradigm: str
    routed: tuple[str, ...]
    shown: Mapping[Domain, float]
    weak: frozenset[Domain]
    profile: str
    phase: str = MAIN
    attack: str = ""
    attack_text: str = ""
    target: str = ""

    def is_weak(self, domain: Domain) -> bool | None:
        """Whether a domain is in the weak set; ``None`` where nothing was observed of it, so that it is not known."""
        return domain in self.weak if domain in self.shown else None

    @property
    def kept(self) -> dict[str, Question]:
        """The slots left to the subject."""
        return {slot: q for slot, q in self.questions.items() if slot not in self.routed}


def cell_of(metadata: Mapping[str, Any]) -> Cell:
    """Rebuild the cell of a sample from its metadata."""
    return Cell(
        task=AgenticTask.model_validate(metadata["task"]),
        questions={slot: Question.model_validate(q) for slot, q in metadata["questions"].items()},
        condition=Condition(metadata["condition"]),
        paradigm=metadata["paradigm"],
        routed=tuple(metadata["routed"]),
        shown={Domain(d): float(a) for d, a in metadata["shown"].items()},
        weak=frozenset(Domain(d) for d in metadata["weak_set"]),
        profile=metadata["profile_digest"],
        phase=metadata.get(PHASE, MAIN),
        attack=metadata.get("attack", ""),
        attack_text=metadata.get("attack_text", ""),
        target=metadata.get("target", ""),
    )


def cell_samples(
    tasks: Sequence[AgenticTask],
    components: Mapping[str, Question],
    profile: CapabilityProfile,
    matrix: Mapping[str, Sequence[Condition]],
    *,
    seed: int,
) -> list[Sample]:
    """Return one sample per task, paradigm and condition.

    Args:
        tasks: Agentic tasks of the run.
        components: Their questions by id.
        profile: The subject's profile: fixes the weak set, the accuracies shown and the sample ids.
        matrix: Conditions to run in each paradigm (``P1``, ``P2``, ``P3``, ``confidence``).
        seed: Fixes the random routing of CR.
    """
    weak = profile.weak_set()
    about = profile.facts | {
        "p_weak": {d.value: p for d, p in profile.p_weak.items()},
        "shown": {d.value: round(a, 4) for d, a in profile.shrunk.items()},
    }
    samples = []
    for paradigm, conditions in matrix.items():
        for condition in conditions:
            routed = routed_parts(condition, tasks, weak, seed=seed, purpose=paradigm)
            samples += [_sample(t, components, about, condition, paradigm, routed) for t in tasks]
    return samples


def _sample(
    task: AgenticTask,
    components: Mapping[str, Question],
    about: Mapping[str, Any],
    condition: Condition,
    paradigm: str,
    routed: frozenset[tuple[str, str]],
) -> Sample:
    questions = {"A": components[task.component_a], "B": components[task.component_b]}
    return Sample(
        id=f"{task.id}/{condition}/{paradigm}/{about['profile_digest']}",
        input=f"{task.scenario}\n\nPart A:\n{questions['A'].text}\n\nPart B:\n{questions['B'].text}",
        target=f"A: {questions['A'].answer} | B: {questions['B'].answer}",
        metadata={
            PHASE: MAIN,
            "condition": condition.value,
            "paradigm": paradigm,
            "domain_a": task.domain_a.value,
            "domain_b": task.domain_b.value,
            "workflow": task.workflow,
            "risk_tier": task.risk_tier,
            "kind": task.kind,
            "routed": [slot for slot in questions if (task.id, slot) in routed],
            **about,
            "task": task.plain,
            "questions": {slot: q.plain for slot, q in questions.items()},
        },
    )


def full_matrix(conditions: Sequence[Condition], paradigms: Sequence[Paradigm]) -> dict[str, tuple[Condition, ...]]:
    """Return every given condition in every given paradigm, without routing in P3."""
    return {
        p.value: tuple(c for c in conditions if p is not Paradigm.BEHAVIOURAL or c not in ROUTING) for p in paradigms
    }


def attempts_in(paradigm: str, condition: Condition, attempts: int) -> int:
    """Return how often a cell is run: ``attempts`` times in P3 under C1, once elsewhere."""
    return attempts if paradigm == Paradigm.BEHAVIOURAL and condition is Condition.UNINFORMED else 1


def count_calls(
    tasks: Sequence[AgenticTask],
    weak: frozenset[Domain],
    matrix: Mapping[str, Sequence[Condition]],
    *,
    attempts: int,
    seed: int,
) -> int:
    """Return the model calls that the cells of a run make, turns after a tool's result not counted.

    A cell makes none when both parts are routed, so the number depends on the weak set.

    Args:
        tasks: Agentic tasks of the run.
        weak: The weak set.
        matrix: As in `cell_samples`.
        attempts: P3 attempts per task under C1.
        seed: As in `cell_samples`.
    """
    calls = 0
    for paradigm, conditions in matrix.items():
        for condition in conditions:
            routed = routed_parts(condition, tasks, weak, seed=seed, purpose=paradigm)
            asked = sum(any((t.id, slot) not in routed for slot in parts_of(t)) for t in tasks)
            each = CONFIDENCE_CALLS if paradigm == CONFIDENCE else attempts_in(paradigm, condition, attempts)
            calls += asked * each
    return calls
