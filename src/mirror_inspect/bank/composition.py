"""Build and verify composites: a part of one domain whose answer is the starting number of a part of another."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from mirror_inspect.bank.check import holds_gold, normalised, verification_failure
from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links import ALL as BRIDGES
from mirror_inspect.bank.links.link import BLANK, Bridge, Drawn
from mirror_inspect.bank.numbers import Link, link_for, read_link
from mirror_inspect.bank.pool import build_pool, families
from mirror_inspect.bank.problem import Problem
from mirror_inspect.bank.select import shuffled
from mirror_inspect.errors import BankError
from mirror_inspect.items import Composite, Question
from mirror_inspect.taxonomy import DIFFICULTIES, AnswerType, Domain

PAIRS: Final = tuple(combinations(Domain, 2))
PER_PAIR: Final = 16
STANDARD: Final = 4 * len(PAIRS)
"""The first 112 composites, four per pair, are the ones of the ``standard`` preset."""
POOL_PER_LEVEL: Final = 10
DRAWS: Final = 80
WINDOW: Final = 60
KEPT_WRONG: Final = 8

INTROS: Final = (
    "This task has two parts, and the second part needs the answer to the first.",
    "Two parts belong together here: what you find in the first is used in the second.",
    "Work through both parts in order; the second builds on the answer to the first.",
    "Here is a task in two steps. Without the first, the second cannot be done.",
)
OUTROS: Final = (
    "Your final answer is the answer to the second part alone.",
    "As the final answer, give what the second part asks for and nothing else.",
    "Only the answer to the second part counts as your answer.",
    "State the answer to the second part as your final answer.",
)


def levels(turn: int, pair: int) -> tuple[int, int]:
    """Return the levels of first and second part of a pair's composite: equal on even turns, apart on odd ones."""
    count = len(DIFFICULTIES)
    first = (turn + pair) % count
    second = first if turn % 2 == 0 else (first + 1 + (pair + turn // 2) % (count - 1)) % count
    return first + 1, second + 1


def wrong_numbers(n: int) -> tuple[int, ...]:
    """Return numbers that slips lead to instead of ``n``: all within 60, its halves, multiples and digits exchanged."""
    near = range(max(0, n - WINDOW), n + WINDOW + 1)
    digits = str(n)
    slips = [int(digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]) for i in range(len(digits) - 1)]
    return tuple(sorted({*near, *slips, n // 2, n // 10, 2 * n, 3 * n, 10 * n, n + 100, n + 1000, 0} - {n}))


def build_composites(
    *, seed: int, taken: Iterable[str] = (), per_pair: int = PER_PAIR, pool: Sequence[Question] | None = None
) -> list[Composite]:
    """Build ``28 x per_pair`` composites in rounds over the pairs, so that any multiple of 28 is balanced.

    Which domain comes first alternates over the rounds of a pair; no first part occurs twice.

    Args:
        seed: Seed of the form.
        taken: Normalised texts that may not occur; a set is extended in place with the texts of the parts.
        per_pair: Composites per pair.
        pool: Items to take first parts from; built from the seed when not given.

    Raises:
        BankError: no acceptable composite could be drawn.
    """
    known = taken if isinstance(taken, set) else set(taken)
    if pool is None:
        pool = build_pool(seed=seed, stream="composites", per_level=POOL_PER_LEVEL, taken=known)
    cells: dict[tuple[Domain, int], list[Question]] = defaultdict(list)
    for question in _spread(shuffled(pool, seed=seed, purpose="composites")):
        cells[question.domain, question.difficulty].append(question)
    used_bridges: dict[str, int] = defaultdict(int)
    built = []
    for turn in range(per_pair):
        for index, pair in enumerate(PAIRS):
            a, b = pair if (turn + index) % 2 == 0 else pair[::-1]
            level_a, level_b = levels(turn, index)
            composite = _next(cells, a, level_a, b, level_b, used_bridges, f"{seed}/{turn}/{index}", seed, known)
            used_bridges[composite.bridge] += 1
            known.update((normalised(composite.first.question), normalised(composite.second.question)))
            built.append(composite)
    return built


def _spread(questions: Iterable[Question]) -> list[Question]:
    """Order items so that families take turns."""
    rank: dict[str, int] = defaultdict(int)
    keyed = []
    for place, question in enumerate(questions):
        keyed.append((rank[question.family], place, question))
        rank[question.family] += 1
    return [q for _, _, q in sorted(keyed, key=lambda k: k[:2])]


def _next(
    cells: dict[tuple[Domain, int], list[Question]],
    a: Domain,
    level_a: int,
    b: Domain,
    level_b: int,
    used: dict[str, int],
    key: str,
    seed: int,
    known: set[str],
) -> Composite:
    nearest = sorted(DIFFICULTIES, key=lambda d: (abs(d - level_a), d))
    for level in nearest:
        for first in list(cells[a, level]):
            composite = _compose(first, b, level_b, used, key, seed, known)
            if composite is not None:
                cells[a, level].remove(first)
                return composite
    raise BankError(f"no composite of {a} and {b} at levels {level_a} and {level_b} could be drawn")


def _compose(
    first: Question, b: Domain, level: int, used: dict[str, int], key: str, seed: int, known: set[str]
) -> Composite | None:
    bridges = sorted((x for x in BRIDGES if x.domain is b), key=lambda x: (used[x.name], x.name))
    for bridge in bridges:
        for attempt in range(DRAWS // 4):
            rng = random.Random(f"{key}/{first.id}/{bridge.name}/{attempt}")
            found = link_for(first, rng)
            if found is None:
                return None
            link, wording, number = found
            if not bridge.low <= number <= bridge.high:
                if first.options or number < 500:
                    continue
                break
            skin = bridge.skins[rng.randrange(len(bridge.skins))]
            try:
                drawn = bridge.draw(rng, level, number, skin)
            except Redraw:
                continue
            composite = _assemble(first, bridge, level, link, wording, number, drawn, rng, seed)
            if composite is None or normalised(composite.second.question) in known:
                continue
            if reason := failure(composite):
                raise BankError(f"composite {composite.id} of {first.id} and {bridge.name}: {reason}")
            return composite
    return None


def _assemble(
    first: Question,
    bridge: Bridge,
    level: int,
    link: Link,
    wording: str,
    number: int,
    drawn: Drawn,
    rng: random.Random,
    seed: int,
) -> Composite | None:
    """Put the parts together; ``None`` when the draw leaks an answer or a wrong first part would do."""
    gold = drawn.answer(number)
    wrong = {}
    for other in _others(link, number, first):
        answer = link.answer(other)
        if answer is not None:
            wrong[answer] = drawn.answer(other)
    if gold in ("", str(number), first.answer) or gold in wrong.values():
        return None
    if first.options and "" in wrong.values():
        return None  # an option that leads nowhere would be known to be wrong
    second = Question(
        domain=bridge.domain,
        subcategory=bridge.subcategory,
        difficulty=level,
        family=bridge.name,
        question=drawn.text.replace(BLANK, str(number)),
        answer=gold,
        answer_type=bridge.answer_type,
        aliases=drawn.aliases(number),
        seed=seed,
        verification=bridge.method,
    )
    part = drawn.text.replace(BLANK, "N")
    intro, outro = rng.choice(INTROS), rng.choice(OUTROS)
    text = f"{intro}\n\nFirst part. {first.text}\n\nSecond part. {wording} {part}\n\n{outro}"
    stated = first.answer_type is AnswerType.CHOICE
    if any(holds_gold(t, second) for t in (text, second.question)) or holds_gold(_without_options(text, first), first):
        return None
    if not stated and re.search(rf"(?<![\d.,]){number}(?![\d.,]*\d)", f"{wording} {part}"):
        return None
    kept = sorted(wrong, key=lambda w: (abs((link.number(w) or 0) - number), w))
    kept = [*kept[: KEPT_WRONG // 2], *kept[-KEPT_WRONG // 2 :]] if len(kept) > KEPT_WRONG else kept
    return Composite(
        domain_a=first.domain,
        domain_b=bridge.domain,
        difficulty=max(first.difficulty, level),
        bridge=bridge.name,
        link=wording,
        question=text,
        answer=gold,
        answer_type=bridge.answer_type,
        aliases=drawn.aliases(number),
        first=first,
        second=second,
        wrong_first={w: wrong[w] for w in kept},
        seed=seed,
        verification=f"{first.verification}, then {bridge.method}",
    )


def _others(link: Link, number: int, first: Question) -> Iterable[int]:
    if first.options:
        return [n for o in first.options if (n := link.number(o)) is not None and n != number]
    return wrong_numbers(number)


@cache
def _bridges() -> dict[str, Bridge]:
    return {b.name: b for b in BRIDGES}


def second_part(composite: Composite) -> str:
    """Return the text of part 2 with N in it, without the sentence that says what N is.

    Raises:
        ValueError: the text is not that of a composite.
    """
    parts = re.fullmatch(r".+?\n\nFirst part\. (.+)\n\nSecond part\. (.+)\n\n[^\n]+", composite.question, re.S)
    if not parts or parts[1] != composite.first.text or not parts[2].startswith(f"{composite.link} "):
        raise ValueError("the text does not consist of the stored parts")
    return parts[2].removeprefix(f"{composite.link} ")


def rederive(composite: Composite, first_answer: str) -> str:
    """Return what part 2 makes of an answer to part 1, from the texts alone; empty when it leads nowhere.

    Raises:
        ValueError: a text is not understood.
    """
    link = read_link(composite.first, composite.link)
    number = link.number(first_answer) if link else None
    if number is None:
        raise ValueError(f"{first_answer!r} does not lead to a number")
    return _bridges()[composite.bridge].solve(re.sub(r"\bN\b", str(number), second_part(composite)))


def failure(composite: Composite) -> str:
    """Return why a composite is not right, or an empty string when all of it is re-derived."""
    family, bridge = families().get(composite.first.family), _bridges().get(composite.bridge)
    if family is None or bridge is None:
        return f"unknown family {composite.first.family!r} or bridge {composite.bridge!r}"
    if reason := verification_failure(composite.first, family):
        return f"part 1: {reason}"
    found = family.solve(composite.first.question, composite.first.options).answer
    whole, alone = rederive(composite, found), bridge.solve(composite.second.question)
    if not composite.answer == whole == alone == composite.second.answer:
        return f"gold {composite.answer!r}, but the texts give {whole!r} for the whole and {alone!r} for part 2 alone"
    for wrong, answer in composite.wrong_first.items():
        if wrong == composite.first.answer or answer == composite.answer:
            return f"the wrong first part {wrong!r} leads to the gold"
        if answer and rederive(composite, wrong) != answer:
            return f"the wrong first part {wrong!r} does not lead to {answer!r}"
    if len(composite.wrong_first) < 2:
        return "fewer than two wrong first parts were tried"
    return ""


def _without_options(text: str, first: Question) -> str:
    """Return the text of a composite without the options of its first part, which are shown on purpose."""
    return text.replace(first.text, first.question)


def leaks(composite: Composite) -> str:
    """Return which gold the text of a composite holds, or an empty string.

    The options of a choice in part 1 are shown on purpose; what stands before and after them is searched.
    """
    if holds_gold(composite.question, composite.second):
        return "its text holds the gold of the whole"
    if holds_gold(_without_options(composite.question, composite.first), composite.first):
        return "its text holds the gold of part 1"
    if holds_gold(composite.second.question, composite.second):
        return "part 2 alone holds its own gold"
    return ""


def verify_composites(composites: Sequence[Composite], *, file: str, taken: Iterable[str] = ()) -> list[Problem]:
    """Check balance, leaks and golds of composites; nothing is returned when all is well."""
    problems = []
    known = set(taken)
    counts: dict[frozenset[Domain], int] = defaultdict(int)
    for place, c in enumerate(composites):
        counts[frozenset((c.domain_a, c.domain_b))] += 1
        if c.domain_a is not c.first.domain or c.domain_b is not c.second.domain:
            problems.append(Problem(file, c.id, "its domains are not those of its parts"))
        try:
            reason = leaks(c) or failure(c)
        except Exception as why:
            reason = f"could not be re-derived: {type(why).__name__}: {why}"
        if reason:
            problems.append(Problem(file, c.id, reason))
        for part in (c.first, c.second):
            text = normalised(part.question)
            if text in known:
                problems.append(Problem(file, c.id, f"the text of part {part.id} occurs elsewhere"))
            known.add(text)
        if place + 1 == STANDARD and len(set(counts.values())) != 1:
            problems.append(Problem(file, "pairs", f"domain pairs are not equally frequent in the first {STANDARD}"))
    if composites and (len(counts) != len(PAIRS) or len(set(counts.values())) != 1):
        problems.append(Problem(file, "pairs", "domain pairs are not equally frequent"))
    return problems
