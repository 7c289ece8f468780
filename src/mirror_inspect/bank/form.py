"""Build a whole form of the bank from a seed and write its files."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.bank.agentic import build_fixed
from mirror_inspect.bank.balance import PER_LEVEL
from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.check import normalised
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.files import worker_count, write_jsonl
from mirror_inspect.bank.load import AGENTIC, COMPONENTS, QUESTIONS
from mirror_inspect.bank.problem import Problem
from mirror_inspect.bank.shape import COMPONENTS_PER_LEVEL
from mirror_inspect.errors import BankError
from mirror_inspect.items import AgenticTask, Question
from mirror_inspect.taxonomy import SUBCATEGORIES

if TYPE_CHECKING:
    from mirror_inspect.bank.extras import Extras

__all__ = ["SHIPPED_SEED", "Form", "Problem", "build_form", "subcategories"]

SHIPPED_SEED: Final = 20260
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Form:
    """The contents of a form of the bank."""

    questions: Sequence[Question]
    components: Sequence[Question]
    agentic: Sequence[AgenticTask]
    extras: "Extras"

    def write(self, directory: Path) -> None:
        """Write the files of the form into a directory, which is made when it is not there."""
        directory.mkdir(parents=True, exist_ok=True)
        write_jsonl(directory / QUESTIONS, self.questions)
        write_jsonl(directory / COMPONENTS, self.components)
        write_jsonl(directory / AGENTIC, self.agentic)
        self.extras.write(directory)


def subcategories() -> list[str]:
    """Return the subcategories that have families, in canonical order."""
    present = {f.subcategory for f in ALL}
    return [name for group in SUBCATEGORIES.values() for name in group if name in present]


def build_form(seed: int, *, progress: Progress = lambda n: None) -> Form:
    """Build every file of a form.

    Args:
        seed: Seed of the form; the same seed gives the same bytes.
        progress: Called with the number of subcategories just finished, ``len(subcategories())`` in all.

    Raises:
        BankError: an item could not be drawn, its solver contradicts its gold, or two items have the same text.
    """
    from mirror_inspect.bank.extras import build_extras

    questions, components = build_streams(subcategories(), seed=seed, progress=progress)
    extras = build_extras(seed, taken={normalised(q.question) for q in (*questions, *components)})
    return Form(questions, components, build_fixed(components, seed=seed), extras)


def build_streams(
    names: Sequence[str],
    *,
    seed: int,
    per_level: int = PER_LEVEL,
    components_per_level: int = COMPONENTS_PER_LEVEL,
    progress: Progress = lambda n: None,
) -> tuple[list[Question], list[Question]]:
    """Build questions and components of some subcategories, in the order given.

    Args:
        names: Subcategories.
        seed: Seed of the form.
        per_level: Questions of a subcategory at each level.
        components_per_level: Components of a subcategory at each level.
        progress: Called with the number of subcategories just finished.

    Raises:
        BankError: an item could not be drawn, its solver contradicts its gold, or two items have the same text.
    """
    questions: list[Question] = []
    components: list[Question] = []
    jobs = [(name, seed, per_level, components_per_level) for name in names]
    with ProcessPoolExecutor(worker_count()) as pool:
        for asked, parts in pool.map(_build_one, jobs):
            questions += asked
            components += parts
            progress(1)
    seen: dict[str, str] = {}
    for q in (*questions, *components):
        # Inside a subcategory the builder has seen to it; two subcategories are built apart from each other.
        if (other := seen.setdefault(normalised(q.question), q.id)) != q.id:
            raise BankError(f"{q.family} item {q.id} has the same text as item {other}")
    return questions, components


def _build_one(job: tuple[str, int, int, int]) -> tuple[list[Question], list[Question]]:
    """Build the questions of one subcategory, then components that share no text with them."""
    name, seed, per_level, components_per_level = job
    taken: set[str] = set()
    questions = build_subcategory(name, seed=seed, stream="questions", per_level=per_level, taken=taken)
    components = build_subcategory(
        name, seed=seed, stream="components", per_level=components_per_level, taken=taken, apart_from=questions
    )
    return questions, components
