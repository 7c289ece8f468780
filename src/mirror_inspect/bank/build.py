"""Build a form of the bank from a seed: every item is drawn, checked and re-derived before it is kept."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from mirror_inspect.bank.balance import PER_LEVEL, Slot, first_seat, slots
from mirror_inspect.bank.check import MAX_FRAME_SHARE, MAX_SIMILARITY, frames, leaks, normalised, similarity
from mirror_inspect.bank.check import verification_failure as failure
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.errors import BankError
from mirror_inspect.items import LETTERS, Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, AnswerType

ATTEMPTS: Final = 400


def build_subcategory(
    subcategory: str,
    *,
    seed: int,
    stream: str = "questions",
    per_level: int = PER_LEVEL,
    families: Sequence[Family] = ALL,
    taken: set[str] | None = None,
    apart_from: Iterable[Question] = (),
) -> list[Question]:
    """Build all items of one subcategory.

    Args:
        subcategory: One of the forty.
        seed: Seed of the form; two seeds give two parallel forms.
        stream: Which file the items are for; streams of one seed are disjoint draws.
        per_level: Items per difficulty level.
        families: Families to choose from.
        taken: Normalised texts that may not occur again; extended in place.
        apart_from: Items of other streams, of which no near-duplicate may be built either.

    Raises:
        BankError: no acceptable item in 400 draws, or the solver contradicts a gold.
    """
    taken = set() if taken is None else taken
    built: list[Question] = []
    used: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    cap = max(1, MAX_FRAME_SHARE * per_level * len(DIFFICULTIES))
    cells: defaultdict[tuple[str, int], list[Question]] = defaultdict(list)
    for other in apart_from:
        cells[other.family, other.difficulty].append(other)
    seat = {among: first_seat(subcategory) for among in range(2, len(LETTERS) + 1)}
    for slot in slots(subcategory, families, per_level=per_level):
        cell = cells[slot.family.name, slot.level]

        def acceptable(q: Question, cell: list[Question] = cell) -> str:
            if leaks(q):
                return "its gold stands in its own text"
            if normalised(q.question) in taken:
                return "its text occurs already"
            if any(count[f] + 1 > cap for count, f in zip(used, frames(q.question), strict=True)):
                return "its sentence frame is used up"
            if any(similarity(q.question, k.question) > MAX_SIMILARITY for k in cell):
                return "it is a near-duplicate inside its family and level"
            return ""

        question = _fill(slot, stream, seed, acceptable, seat)
        if question.options:
            seat[len(question.options)] += 1
        taken.add(normalised(question.question))
        for counter, frame in zip(used, frames(question.question), strict=True):
            counter[frame] += 1
        cell.append(question)
        built.append(question)
    return built


def build_questions(
    *, seed: int, stream: str = "questions", per_level: int = PER_LEVEL, taken: Iterable[str] = ()
) -> list[Question]:
    """Build the items of every subcategory that has families, in canonical order, with unique texts."""
    texts = set(taken)
    present = {f.subcategory for f in ALL}
    names = [n for group in SUBCATEGORIES.values() for n in group if n in present]
    return [q for n in names for q in build_subcategory(n, seed=seed, stream=stream, per_level=per_level, taken=texts)]


def _fill(
    slot: Slot, stream: str, seed: int, acceptable: Callable[[Question], str], seat: Mapping[int, int]
) -> Question:
    family = slot.family
    key = f"{seed}/{stream}/{family.name}/{slot.level}/{slot.index}"
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        draw = slot.draw(random.Random(f"{key}/{attempt}"))
        try:
            question = as_question(family.make(draw), family, draw, seed, seat)
        except Redraw as why:
            reasons[f"redrawn: {why}"] += 1
            continue
        if reason := acceptable(question):
            reasons[reason] += 1
            continue
        if reason := failure(question, family):
            raise BankError(f"{family.name} level {slot.level} item {question.id} ({key}/{attempt}): {reason}")
        return question.model_copy(update={"effort": family.solve(question.question, question.options).effort})
    causes = "; ".join(f"{n} x {r}" for r, n in reasons.most_common(3))
    raise BankError(f"{family.name} level {slot.level} index {slot.index}: no item in {ATTEMPTS} draws ({causes})")


def as_question(
    draft: Draft, family: Family, draw: Draw, seed: int, seat: Mapping[int, int] = MappingProxyType({})
) -> Question:
    """Turn a draft into a question: shuffle the distractors and put the gold where the balance wants it.

    Args:
        draft: What the family made.
        family: The family.
        draw: The draw it was made from; its side decides where the gold of a two-way item stands.
        seed: Seed of the form, kept with the item.
        seat: Running number of the item among those with the same number of options, by that number; the turn of the
            draw where it is not given.
    """
    options: list[str] = []
    if draft.answer_type is AnswerType.CHOICE:
        options = list(draft.distractors)
        draw.rng.shuffle(options)
        among = len(options) + 1
        place = draw.turn if family.two_way else seat.get(among, draw.turn)
        options.insert(place % among, draft.answer)
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
