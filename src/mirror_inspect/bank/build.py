"""Build a form of the bank from a seed: every item is drawn, checked and re-derived before it is kept."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from mirror_inspect.bank.check import MAX_FRAME_SHARE, MAX_SIMILARITY, frames, leaks, normalised, similarity
from mirror_inspect.bank.check import verification_failure as failure
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.errors import BankError
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, AnswerType

PER_LEVEL: Final = 25
ATTEMPTS: Final = 400


def allocation(n_families: int, *, level: int, per_level: int = PER_LEVEL) -> tuple[int, ...]:
    """Return how many items each family of a subcategory contributes at one level; the remainder rotates by level."""
    base, extra = divmod(per_level, n_families)
    return tuple(base + ((j + level) % n_families < extra) for j in range(n_families))


def build_subcategory(
    subcategory: str,
    *,
    seed: int,
    stream: str = "questions",
    per_level: int = PER_LEVEL,
    families: Sequence[Family] = ALL,
    taken: set[str] | None = None,
) -> list[Question]:
    """Build all items of one subcategory.

    Args:
        subcategory: One of the forty.
        seed: Seed of the form; two seeds give two parallel forms.
        stream: Which file the items are for; streams of one seed are disjoint draws.
        per_level: Items per difficulty level.
        families: Families to choose from.
        taken: Normalised texts that may not occur again; extended in place.

    Raises:
        BankError: no acceptable item could be drawn in 400 attempts, or the solver contradicts a gold.
    """
    taken = set() if taken is None else taken
    own = [f for f in families if f.subcategory == subcategory]
    built: list[Question] = []
    used: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    cap = MAX_FRAME_SHARE * per_level * len(DIFFICULTIES)
    for level in DIFFICULTIES:
        for family, count in zip(own, allocation(len(own), level=level, per_level=per_level), strict=True):
            kept: list[Question] = []
            for index in range(count):
                key = f"{seed}/{stream}/{family.name}/{level}/{index}"

                def acceptable(q: Question, kept: list[Question] = kept) -> str:
                    if leaks(q):
                        return "its gold stands in its own text"
                    if normalised(q.question) in taken:
                        return "its text occurs already"
                    if any(count[f] + 1 > cap for count, f in zip(used, frames(q.question), strict=True)):
                        return "its sentence frame is used up"
                    if any(similarity(q.question, k.question) > MAX_SIMILARITY for k in kept):
                        return "it is a near-duplicate inside its family and level"
                    return ""

                question = _draw(family, level, index, key, seed, acceptable)
                taken.add(normalised(question.question))
                for counter, frame in zip(used, frames(question.question), strict=True):
                    counter[frame] += 1
                kept.append(question)
            built += kept
    return built


def build_questions(
    *, seed: int, stream: str = "questions", per_level: int = PER_LEVEL, taken: Iterable[str] = ()
) -> list[Question]:
    """Build the items of every subcategory that has families, in canonical order, with unique texts."""
    texts = set(taken)
    present = {f.subcategory for f in ALL}
    names = [n for group in SUBCATEGORIES.values() for n in group if n in present]
    return [q for n in names for q in build_subcategory(n, seed=seed, stream=stream, per_level=per_level, taken=texts)]


def _draw(
    family: Family, level: int, index: int, key: str, seed: int, acceptable: Callable[[Question], str]
) -> Question:
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"{key}/{attempt}")
        draw = Draw(rng, level, family.levels[level], index)
        try:
            question = as_question(family.make(draw), family, draw, seed)
        except Redraw as why:
            reasons[f"redrawn: {why}"] += 1
            continue
        if reason := acceptable(question):
            reasons[reason] += 1
            continue
        if reason := failure(question, family):
            raise BankError(f"{family.name} level {level} item {question.id} ({key}/{attempt}): {reason}")
        return question.model_copy(update={"effort": family.solve(question.question, question.options).effort})
    causes = "; ".join(f"{n} x {r}" for r, n in reasons.most_common(3))
    raise BankError(f"{family.name} level {level} index {index}: no acceptable item in {ATTEMPTS} draws ({causes})")


def as_question(draft: Draft, family: Family, draw: Draw, seed: int) -> Question:
    """Turn a draft into a question: shuffle the distractors, put the gold at a position balanced over the index."""
    options: list[str] = []
    if draft.answer_type is AnswerType.CHOICE:
        options = list(draft.distractors)
        draw.rng.shuffle(options)
        options.insert(draw.index % (len(options) + 1), draft.answer)
    return Question(
        domain=family.domain,
        subcategory=family.subcategory,
        difficulty=draw.level,
        family=family.name,
        question=draft.question,
        answer=draft.answer,
        answer_type=draft.answer_type,
        options=tuple(options),
        tolerance=draft.tolerance,
        aliases=draft.aliases,
        seed=seed,
        verification=family.method,
        provenance=draft.provenance,
        license=draft.license,
        params=dict(draw.params),
    )
