"""Load a form of the bank: the shipped one, or a directory made by ``mirror-inspect bank generate``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from mirror_inspect.bank.files import digest, read_jsonl
from mirror_inspect.errors import ArgumentError, BankError
from mirror_inspect.items import AgenticTask, Question

SHIPPED: Final = "shipped"
QUESTIONS, COMPONENTS, AGENTIC = "questions.jsonl", "components.jsonl", "agentic.jsonl"
FORMS: Final = (SHIPPED, "a directory made by `mirror-inspect bank generate`")


@dataclass(frozen=True)
class Bank:
    """One form of the bank.

    Attributes:
        source: ``shipped`` or the name of the directory.
        directory: Where the files are.
        questions: Items of Experiment 1 and of every calibration.
        components: Items that agentic tasks are made of; disjoint from ``questions``.
        agentic: Fixed agentic tasks over ``components``.
        digest: First 16 hex digits over the files.
    """

    source: str
    directory: Path
    questions: tuple[Question, ...]
    components: tuple[Question, ...]
    agentic: tuple[AgenticTask, ...]
    digest: str

    @cached_property
    def by_id(self) -> Mapping[str, Question]:
        """Every question and component by id."""
        return {q.id: q for q in (*self.questions, *self.components)}


def shipped_directory() -> Path:
    """Return the folder of the frozen bank inside the installed package."""
    return Path(str(files("mirror_inspect.data")))


def load_bank(source: str | None = None) -> Bank:
    """Load a form of the bank.

    Args:
        source: ``None`` or ``shipped`` for the frozen bank, else a directory with the same files.

    Raises:
        ArgumentError: the source is not a known form.
        BankError: a file is missing or damaged; names file and line.
    """
    if source in (None, "", SHIPPED):
        return _load(SHIPPED, shipped_directory())
    directory = Path(str(source)).expanduser()
    if not directory.is_dir():
        raise ArgumentError(f"unknown bank {source!r}; allowed: {'; '.join(FORMS)}")
    return _load(directory.name, directory.resolve())


@lru_cache(maxsize=8)
def _load(source: str, directory: Path) -> Bank:
    names = (QUESTIONS, COMPONENTS, AGENTIC)
    questions = read_jsonl(directory / QUESTIONS, Question)
    components = read_jsonl(directory / COMPONENTS, Question)
    agentic = read_jsonl(directory / AGENTIC, AgenticTask)
    if shared := {q.id for q in questions} & {c.id for c in components}:
        raise BankError(f"{COMPONENTS}: item {min(shared)} is also in {QUESTIONS}; the two must be disjoint")
    known = {c.id for c in components}
    for task in agentic:
        for part in (task.component_a, task.component_b):
            if part not in known:
                raise BankError(f"{AGENTIC}: task {task.id} names component {part}, which {COMPONENTS} does not hold")
    total = digest([directory / name for name in names])
    return Bank(source, directory, tuple(questions), tuple(components), tuple(agentic), total)
