"""Choose items from a bank: balanced over subcategory and level, fixed by a seed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from mirror_inspect.items import Question, content_id
from mirror_inspect.taxonomy import Domain


def shuffled(questions: Iterable[Question], *, seed: int, purpose: str) -> list[Question]:
    """Return questions in an order fixed by ids, seed and purpose, whatever order they came in."""
    return sorted(questions, key=lambda q: content_id(purpose, seed, q.id))


def balanced(questions: Sequence[Question], per_domain: int, *, seed: int) -> list[Question]:
    """Return up to ``per_domain`` items of every domain, spread evenly over subcategory x level.

    Cells are filled in rounds, so that 25 items are one per cell of five subcategories and five levels. A domain with
    fewer items gives all it has. A larger choice with the same seed contains the smaller one.
    """
    picked: list[Question] = []
    for domain in Domain:
        cells: dict[tuple[str, int], list[Question]] = defaultdict(list)
        for question in shuffled((q for q in questions if q.domain is domain), seed=seed, purpose="balanced"):
            cells[question.subcategory, question.difficulty].append(question)
        order = sorted(cells, key=lambda cell: content_id("cell", seed, domain.value, *cell))
        rounds = zip_longest(*(cells[cell] for cell in order))
        picked += [q for row in rounds for q in row if q is not None][:per_domain]
    return picked


def partner_of(question: Question, questions: Sequence[Question], *, seed: int) -> Question | None:
    """Return the easier item an index item (levels 3-5) is offered with: same subcategory, two levels below."""
    if question.difficulty < 3:
        return None
    lower = [q for q in questions if q.subcategory == question.subcategory and q.difficulty == question.difficulty - 2]
    return min(lower, key=lambda q: content_id("partner", seed, question.id, q.id), default=None)
