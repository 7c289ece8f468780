"""Verify a form of the bank: every item alone, every group of items, every file against the others."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import cache
from itertools import combinations

from mirror_inspect.bank.agentic import PAIRS
from mirror_inspect.bank.balance import PER_LEVEL
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
from mirror_inspect.bank.extras import Extras, verify_extras
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.family import Family
from mirror_inspect.bank.files import worker_count
from mirror_inspect.bank.load import AGENTIC, COMPONENTS, QUESTIONS, Bank, NotHeld
from mirror_inspect.bank.problem import Problem
from mirror_inspect.bank.shape import COMPONENTS_PER_LEVEL, shape_problems
from mirror_inspect.items import Question

Progress = Callable[[int], None]
Row = tuple[str, int, Question]
"""File, line and item."""


def verify_bank(
    bank: Bank,
    *,
    per_level: int = PER_LEVEL,
    components_per_level: int = COMPONENTS_PER_LEVEL,
    progress: Progress = lambda n: None,
) -> list[Problem]:
    """Check everything that can be checked about a bank and return what is wrong, nothing when all is well.

    Ids and schema were checked when the bank was loaded. Checked here, for questions and components alike: unique
    texts over all files, no leak, no near-duplicate inside a family's level, varied frames, level parameters and golds
    re-derived from the text by a second method, sizes, families and sides in balance, effort that rises with the level;
    then the agentic tasks and whatever else the form holds.

    Args:
        bank: The form.
        per_level: Questions a subcategory has at each level.
        components_per_level: Components a subcategory has at each level.
        progress: Called with the number of items just checked, ``len(bank.by_id)`` in all.
    """
    rows: list[Row] = [
        (file, line, q)
        for file, items in ((QUESTIONS, bank.questions), (COMPONENTS, bank.components))
        for line, q in enumerate(items, start=1)
    ]
    problems = [
        *_same_text(rows),
        *shape_problems(QUESTIONS, bank.questions, per_level=per_level),
        *shape_problems(COMPONENTS, bank.components, per_level=components_per_level),
        *_agentic(bank),
    ]
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[2].subcategory, []).append(row)
    extras = _extras(bank)
    taken = frozenset(normalised(q.question) for _, _, q in rows)
    with ProcessPoolExecutor(worker_count()) as pool:
        rest = pool.submit(verify_extras, extras, taken) if isinstance(extras, Extras) else None
        for group, found in zip(groups.values(), pool.map(check_group, groups.values()), strict=True):
            problems += found
            progress(len(group))
        problems += extras if isinstance(extras, list) else _placed(extras, rest.result() if rest else ())
    return problems


def _placed(extras: Extras, problems: Iterable[Problem]) -> list[Problem]:
    """Add the lines of the items that the problems name."""
    lines = {
        (f"{field.name}.jsonl", record.id): line
        for field in fields(Extras)
        for line, record in enumerate(getattr(extras, field.name), start=1)
    }
    return [replace(p, line=lines.get((p.file, p.item), p.line)) for p in problems]


def _extras(bank: Bank) -> Extras | list[Problem]:
    """Return the other files of a form, or which of them are missing."""
    held = {field.name: getattr(bank, field.name) for field in fields(Extras)}
    missing = [name for name, records in held.items() if isinstance(records, NotHeld)]
    return [Problem(f"{name}.jsonl", bank.source, "the file is missing") for name in missing] or Extras(**held)


def check_group(rows: Sequence[Row]) -> list[Problem]:
    """Check the items of one subcategory, in whichever files they are."""
    problems = [Problem(file, q.id, reason, line) for file, line, q in rows for reason in item_failures(q)]
    cells: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        cells.setdefault((row[2].family, row[2].difficulty), []).append(row)
    for cell in cells.values():
        for (file, line, a), (other, place, b) in combinations(cell, 2):
            if similarity(a.question, b.question) > MAX_SIMILARITY:
                reason = f"nearly the same text as {a.id} ({file} line {line})"
                problems.append(Problem(other, b.id, reason, place))
    for file in sorted({file for file, _, _ in rows}):
        texts = [q.question for name, _, q in rows if name == file]
        for frame, n in overused_frames(texts, total=len(texts)).items():
            reason = f"sentence frame {frame!r} opens {n} of {len(texts)} items, more than {MAX_FRAME_SHARE:.0%}"
            problems.append(Problem(file, rows[0][2].subcategory, reason))
    return problems


def item_failures(question: Question) -> list[str]:
    """Return what is wrong with one item taken alone."""
    found = ["its gold stands in its own text"] if leaks(question) else []
    family = _families().get(question.family)
    if family is None:
        return [*found, f"unknown family {question.family!r}"]
    if dict(family.levels[question.difficulty]) != question.params:
        found.append(f"its parameters are not those of level {question.difficulty} of {family.name}")
    if question.two_way is not family.two_way:
        found.append(f"{family.name} is {'' if family.two_way else 'not '}two-way, but this item is otherwise")
    try:
        reason = verification_failure(question, family)
    except Exception as why:
        reason = f"{family.method} could not read it: {type(why).__name__}: {why}"
    return [*found, reason] if reason else found


@cache
def _families() -> dict[str, Family]:
    return {f.name: f for f in ALL}


def _same_text(rows: Iterable[Row]) -> list[Problem]:
    seen: dict[str, Row] = {}
    problems = []
    for file, line, q in rows:
        text = normalised(q.question)
        if text in seen:
            where, at, first = seen[text]
            problems.append(Problem(file, q.id, f"same text as {first.id} ({where} line {at})", line))
        seen.setdefault(text, (file, line, q))
    return problems


def _agentic(bank: Bank) -> list[Problem]:
    problems = []
    used = Counter(part for t in bank.agentic for part in (t.component_a, t.component_b))
    problems += [Problem(AGENTIC, part, f"component used {n} times") for part, n in used.items() if n > 1]
    slots = Counter((t.domain_a, t.domain_b) for t in bank.agentic)
    if len({slots[a, b] + slots[b, a] for a, b in PAIRS}) != 1:
        problems.append(Problem(AGENTIC, "pairs", "domain pairs are not equally frequent"))
    for a, b in PAIRS:
        if abs(slots[a, b] - slots[b, a]) > 1:
            reason = f"{a} is {slots[a, b]} times in slot A and {slots[b, a]} times in slot B"
            problems.append(Problem(AGENTIC, f"{a}, {b}", reason))
    for line, task in enumerate(bank.agentic, start=1):
        for part, domain in ((task.component_a, task.domain_a), (task.component_b, task.domain_b)):
            question = bank.by_id[part]
            if question.domain is not domain:
                reason = f"it says {domain}, but component {part} is {question.domain}"
                problems.append(Problem(AGENTIC, task.id, reason, line))
            if holds_gold(task.scenario, question):
                problems.append(Problem(AGENTIC, task.id, f"the scenario holds the gold of component {part}", line))
    return problems
