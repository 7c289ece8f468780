"""Build, write and verify a whole form of the bank."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

from mirror_inspect.bank.agentic import PAIRS, build_fixed
from mirror_inspect.bank.build import PER_LEVEL, build_subcategory
from mirror_inspect.bank.check import (
    MAX_FRAME_SHARE,
    MAX_SIMILARITY,
    holds_gold,
    leaks,
    normalised,
    overused_frames,
    similarity,
    verification_failure,
)
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.family import Family
from mirror_inspect.bank.files import write_jsonl
from mirror_inspect.bank.load import AGENTIC, COMPONENTS, QUESTIONS, Bank
from mirror_inspect.bank.problem import Problem
from mirror_inspect.items import AgenticTask, Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, AnswerType, Domain

COMPONENTS_PER_LEVEL: Final = 8
WORKERS: Final = 2
SHIPPED_SEED: Final = 20260
Progress = Callable[[int], None]


def subcategories() -> list[str]:
    """Return the subcategories that have families, in canonical order."""
    present = {f.subcategory for f in ALL}
    return [name for group in SUBCATEGORIES.values() for name in group if name in present]


def _build_one(job: tuple[str, str, int, int]) -> list[Question]:
    subcategory, stream, per_level, seed = job
    return build_subcategory(subcategory, seed=seed, stream=stream, per_level=per_level)


@dataclass(frozen=True, slots=True)
class Form:
    """The contents of a form of the bank."""

    questions: Sequence[Question]
    components: Sequence[Question]
    agentic: Sequence[AgenticTask]

    def write(self, directory: Path) -> None:
        """Write the files of the form into a directory, which is made when it is not there."""
        directory.mkdir(parents=True, exist_ok=True)
        write_jsonl(directory / QUESTIONS, self.questions)
        write_jsonl(directory / COMPONENTS, self.components)
        write_jsonl(directory / AGENTIC, self.agentic)


def build_form(seed: int, *, progress: Progress = lambda n: None) -> Form:
    """Build questions, the component pool and the fixed agentic tasks of a form.

    Args:
        seed: Seed of the form; the same seed gives the same bytes.
        progress: Called with the number of subcategories just finished, ``2 x len(subcategories())`` in all.

    Raises:
        BankError: an item could not be drawn, or its solver contradicts its gold.
    """
    names = subcategories()
    jobs = [(n, "questions", PER_LEVEL, seed) for n in names]
    jobs += [(n, "components", COMPONENTS_PER_LEVEL, seed) for n in names]
    built: list[list[Question]] = []
    with ProcessPoolExecutor(WORKERS) as pool:
        for part in pool.map(_build_one, jobs):
            built.append(part)
            progress(1)
    questions = [q for part in built[: len(names)] for q in part]
    known = {normalised(q.question) for q in questions}
    components = [q for part in built[len(names) :] for q in part if normalised(q.question) not in known]
    return Form(questions, components, build_fixed(components, seed=seed))


def verify_bank(bank: Bank, *, progress: Progress = lambda n: None) -> list[Problem]:
    """Check every item of a bank and return what is wrong, nothing when all is well.

    Ids and schema were checked when the bank was loaded. Checked here: unique texts, no leak, no near-duplicate inside
    a family's level, frames, balance, golds re-derived from the text by a second method, and the agentic tasks.
    """
    problems = [
        *_unique(QUESTIONS, bank.questions),
        *_unique(COMPONENTS, bank.components),
        *_balance(bank.questions),
        *_agentic(bank),
    ]
    known = {normalised(q.question) for q in bank.questions}
    problems += [
        Problem(COMPONENTS, c.id, f"its text is also in {QUESTIONS}")
        for c in bank.components
        if normalised(c.question) in known
    ]
    jobs = [
        (file, [q for q in items if q.subcategory == name])
        for file, items in ((QUESTIONS, bank.questions), (COMPONENTS, bank.components))
        for name in sorted({q.subcategory for q in items})
    ]
    with ProcessPoolExecutor(WORKERS) as pool:
        for found in pool.map(_check_group, jobs):
            problems += found
            progress(1)
    return problems


@cache
def _families() -> dict[str, Family]:
    return {f.name: f for f in ALL}


def _check_group(job: tuple[str, list[Question]]) -> list[Problem]:
    """Check the items of one subcategory in one file."""
    file, items = job
    problems = []
    for q in items:
        if leaks(q):
            problems.append(Problem(file, q.id, "its gold stands in its own text"))
        family = _families().get(q.family)
        reason = f"unknown family {q.family!r}" if family is None else _verified(q, family)
        if reason:
            problems.append(Problem(file, q.id, reason))
    cells: dict[tuple[str, int], list[Question]] = {}
    for q in items:
        cells.setdefault((q.family, q.difficulty), []).append(q)
    for cell in cells.values():
        problems += [
            Problem(file, b.id, f"nearly the same text as {a.id}")
            for a, b in combinations(cell, 2)
            if similarity(a.question, b.question) > MAX_SIMILARITY
        ]
    for frame, n in overused_frames([q.question for q in items], total=len(items)).items():
        reason = f"sentence frame {frame!r} opens {n} of {len(items)} items, more than {MAX_FRAME_SHARE:.0%}"
        problems.append(Problem(file, items[0].subcategory, reason))
    return problems


def _verified(question: Question, family: Family) -> str:
    try:
        return verification_failure(question, family)
    except Exception as why:
        return f"{family.method} could not read it: {type(why).__name__}: {why}"


def _unique(file: str, items: Iterable[Question]) -> list[Problem]:
    seen: dict[str, str] = {}
    problems = []
    for q in items:
        text = normalised(q.question)
        if text in seen:
            problems.append(Problem(file, q.id, f"same text as {seen[text]}"))
        seen.setdefault(text, q.id)
    return problems


def _balance(questions: Sequence[Question]) -> list[Problem]:
    problems = []
    counts = Counter((q.subcategory, q.difficulty) for q in questions)
    for name in {q.subcategory for q in questions}:
        per_level = {counts[name, level] for level in DIFFICULTIES}
        if len(per_level) != 1:
            problems.append(Problem(QUESTIONS, name, f"levels are not balanced: {sorted(per_level)}"))
    for domain in Domain:
        yes_no = Counter(q.answer for q in questions if q.domain is domain and q.answer_type is AnswerType.YES_NO)
        if abs(yes_no["yes"] - yes_no["no"]) > 0.1 * max(1, sum(yes_no.values())):
            problems.append(Problem(QUESTIONS, domain, f"yes and no are not balanced: {dict(yes_no)}"))
    return problems


def _agentic(bank: Bank) -> list[Problem]:
    problems = []
    used = Counter(part for t in bank.agentic for part in (t.component_a, t.component_b))
    problems += [Problem(AGENTIC, part, f"component used {n} times") for part, n in used.items() if n > 1]
    pairs = Counter(frozenset((t.domain_a, t.domain_b)) for t in bank.agentic)
    if len({pairs[frozenset(p)] for p in PAIRS}) != 1:
        problems.append(Problem(AGENTIC, "pairs", "domain pairs are not equally frequent"))
    for task in bank.agentic:
        for part, domain in ((task.component_a, task.domain_a), (task.component_b, task.domain_b)):
            question = bank.by_id[part]
            if question.domain is not domain:
                reason = f"it says {domain}, but component {part} is {question.domain}"
                problems.append(Problem(AGENTIC, task.id, reason))
            if holds_gold(task.scenario, question):
                problems.append(Problem(AGENTIC, task.id, f"the scenario holds the gold of component {part}"))
    return problems
