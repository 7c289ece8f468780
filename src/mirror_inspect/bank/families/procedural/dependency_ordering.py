"""Dependency ordering: tie-broken orders, parallel finish times, counted prerequisites, what a failure blocks."""

import heapq
import random
from typing import Final

from mirror_inspect.bank.families.procedural.wording import listed, number, opening, sentence, steps
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.procedural import dependency_ordering as solve
from mirror_inspect.taxonomy import AnswerType

Needs = dict[str, list[str]]

ORDER_LEVELS: Final = {
    1: {"tasks": 4, "links": 3},
    2: {"tasks": 5, "links": 5},
    3: {"tasks": 7, "links": 9},
    4: {"tasks": 10, "links": 14},
    5: {"tasks": 14, "links": 22},
}
ORDER_WHAT: Final = (
    "works through jobs that depend on one another",
    "draws up a work list from a heap of dependencies",
    "wants to know in which order the jobs will come up",
    "has to bring a number of linked jobs into line",
)
NEED: Final = (
    "{x} needs {ys} to be finished first",
    "{x} can only start once {ys} {is_} done",
    "before {x} can begin, {ys} must be complete",
    "{x} has to wait for {ys}",
)
FREE: Final = ("{x} can be done at any time", "{x} depends on nothing", "nothing has to be done before {x}")
RULES: Final = (
    "Jobs are done one at a time; whenever several are ready, the one that comes first in the alphabet is taken.",
    "One job is done at a time, and of all the jobs that are ready the alphabetically first one is always chosen.",
    "There is only one pair of hands, and of the jobs that are ready the first one in the alphabet always goes first.",
)
ORDER_ASK: Final = (
    "In what order are the jobs done? List all of them, separated by commas.",
    "Give the complete order of the jobs, from first to last, separated by commas.",
    "Write down all the jobs in the order in which they get done, separated by commas.",
)


def _graph(rng: random.Random, names: list[str], links: int, *, most: int = 4) -> Needs:
    """Draw prerequisites among earlier names, at most ``most`` each."""
    needs: Needs = {x: [] for x in names}
    pairs = [(i, j) for j in range(len(names)) for i in range(j)]
    rng.shuffle(pairs)
    for i, j in pairs:
        if links and len(needs[names[j]]) < most:
            needs[names[j]].append(names[i])
            links -= 1
    if links:
        raise Redraw("too many links for the tasks")
    return needs


def _told(rng: random.Random, needs: Needs, *, free: bool = True) -> list[str]:
    lines = []
    for x, ys in needs.items():
        if ys:
            lines.append(rng.choice(NEED).format(x=x, ys=listed(ys), is_="are" if len(ys) > 1 else "is"))
        elif free:
            lines.append(rng.choice(FREE).format(x=x))
    rng.shuffle(lines)
    return [sentence(line) for line in lines]


def make_tie_break_order(draw: Draw) -> Draft:
    """One worker, alphabetical tie-break: exactly one order."""
    rng = draw.rng
    names = steps(rng, number(draw, "tasks"))
    needs = _graph(rng, names, number(draw, "links"))
    ready = [x for x in names if not needs[x]]
    heapq.heapify(ready)
    order: list[str] = []
    while ready:
        order.append(heapq.heappop(ready))
        for x in names:
            if order[-1] in needs[x] and set(needs[x]) <= set(order):
                heapq.heappush(ready, x)
    if order == sorted(order):
        raise Redraw("plain alphabetical order would do")
    text = [opening(rng, ORDER_WHAT, step=names[0]), *_told(rng, needs), rng.choice(RULES), rng.choice(ORDER_ASK)]
    return Draft(" ".join(text), ", ".join(order), AnswerType.ORDERED_LIST)


FINISH_LEVELS: Final = {
    1: {"tasks": 3, "links": 2},
    2: {"tasks": 5, "links": 5},
    3: {"tasks": 7, "links": 9},
    4: {"tasks": 10, "links": 14},
    5: {"tasks": 14, "links": 22},
}
FINISH_WHAT: Final = (
    "plans a shift in which there are enough people for every job",
    "wants to know when the last job of the day will be over",
    "has plenty of helpers but a tangle of dependencies",
    "works out how early everything could be finished",
)
FINISH_RULE: Final = (
    "Any number of jobs can run side by side, and each one starts the moment everything it needs is finished.",
    "There are people enough to run any number of jobs at once; every job begins as soon as what it needs is done.",
)
FINISH_ASK: Final = (
    "At what time is everything finished? Use the 24-hour clock (HH:MM).",
    "When is the last job over? Answer in 24-hour time, HH:MM.",
    "What is the time when all jobs are done? Give it as HH:MM on the 24-hour clock.",
)


def make_parallel_finish(draw: Draw) -> Draft:
    """Unlimited helpers: the finish time is the length of the longest chain."""
    rng = draw.rng
    names = steps(rng, number(draw, "tasks"))
    needs = _graph(rng, names, number(draw, "links"))
    minutes = {x: rng.randint(11, 59) for x in names}
    ends: dict[str, int] = {}
    for x in names:
        ends[x] = minutes[x] + max((ends[y] for y in needs[x]), default=0)
    start = rng.randint(6, 11) * 60 + rng.choice(range(0, 60, 5))
    clock = start + max(ends.values())
    if clock >= 24 * 60:
        raise Redraw("the work runs past midnight")
    lasts = ", ".join(f"{x} {minutes[x]}" for x in rng.sample(names, len(names)))
    text = [
        opening(rng, FINISH_WHAT, step=names[0]),
        f"The jobs take, in minutes: {lasts}.",
        *_told(rng, needs, free=False),
        "Jobs that are not mentioned as waiting for another can start at once.",
        rng.choice(FINISH_RULE),
        rng.choice(("Work begins at {t}.", "The start is at {t}.")).format(t=f"{start // 60:02d}:{start % 60:02d}"),
        rng.choice(FINISH_ASK),
    ]
    return Draft(" ".join(text), f"{clock // 60:02d}:{clock % 60:02d}", AnswerType.TIME)


COUNT_LEVELS: Final = {
    1: {"tasks": 4, "links": 3},
    2: {"tasks": 6, "links": 6},
    3: {"tasks": 9, "links": 9},
    4: {"tasks": 12, "links": 13},
    5: {"tasks": 16, "links": 17},
}
COUNT_WHAT: Final = (
    "is asked how much has to happen before one particular job",
    "traces everything that stands in the way of one job",
    "wants to get a single job done with as little work as possible",
    "looks for the shortest way to one job in a long plan",
)
COUNT_ASK: Final = (
    "How many other jobs must be finished, directly or indirectly, before {x} can start? Answer in digits.",
    "Counting indirect ones too, how many jobs have to be done before {x} can begin? Answer in digits.",
    "If only {x} matters in the end, how many other jobs must be done before it? Answer in digits.",
)


def make_counted_prerequisites(draw: Draw) -> Draft:
    """How many tasks lie upstream of one task."""
    rng = draw.rng
    names = steps(rng, number(draw, "tasks"))
    needs = _graph(rng, names, number(draw, "links"), most=3)
    upstream: dict[str, set[str]] = {}
    for x in names:
        upstream[x] = set(needs[x]).union(*(upstream[y] for y in needs[x]))
    deep = [x for x in names if len(upstream[x]) > len(needs[x])] or [x for x in names if upstream[x]]
    x = rng.choice(sorted(deep, key=lambda t: len(upstream[t]))[-3:])
    ask = rng.choice(COUNT_ASK).format(x=x)
    text = [opening(rng, COUNT_WHAT, step=names[0]), *_told(rng, needs), ask]
    return Draft(" ".join(text), str(len(upstream[x])), AnswerType.INTEGER)


BLOCK_LEVELS: Final = {
    1: {"tasks": 4, "choices": 0},
    2: {"tasks": 6, "choices": 1},
    3: {"tasks": 8, "choices": 3},
    4: {"tasks": 11, "choices": 5},
    5: {"tasks": 15, "choices": 8},
}
BLOCK_WHAT: Final = (
    "hears that one job cannot be done today",
    "has to cope with a machine that broke down",
    "wonders what a missing colleague means for the plan",
    "looks at a plan in which one job has just fallen through",
)
EITHER: Final = (
    "for {x} it is enough that either {a} or {b} has been done",
    "{x} needs one of two things, {a} or {b}",
    "either {a} or {b} must be complete before {x} can begin",
)
BLOCK_ASK: Final = (
    "If {x} cannot be done at all, can {y} still be completed? Answer yes or no.",
    "Suppose {x} is impossible today: can {y} nevertheless be completed? Answer yes or no.",
    "With {x} ruled out, is there still a way to complete {y}? Answer yes or no.",
)


def make_blocked_by_failure(draw: Draw) -> Draft:
    """Whether a task survives the loss of another, with alternatives among the prerequisites."""
    rng, n, choices = draw.rng, number(draw, "tasks"), number(draw, "choices")
    names = steps(rng, n)
    either = set(rng.sample(range(2, n), choices))
    needs: Needs = {}
    for j, x in enumerate(names):
        near = names[max(0, j - 5) : j]
        size = 2 if j in either else rng.choice((1, 1, 2))
        needs[x] = rng.sample(near, min(size, len(near))) if j else []

    def possible(x: str, lost: str) -> bool:
        if x == lost:
            return False
        parts = [possible(y, lost) for y in needs[x]]
        return any(parts) if names.index(x) in either else all(parts)

    def upstream(x: str) -> set[str]:
        return set(needs[x]).union(*(upstream(y) for y in needs[x]))

    late = names[max(2, n - 4) :]
    pairs = [(x, y) for y in late for x in names if x in upstream(y) or not choices]
    fitting = [(x, y) for x, y in pairs if x != y and possible(y, x) == draw.first_side]
    if not fitting:
        raise Redraw("no pair with the wanted answer")
    x, y = rng.choice(fitting)
    lines = []
    for j, task in enumerate(names):
        if j in either:
            a, b = needs[task]
            lines.append(rng.choice(EITHER).format(x=task, a=a, b=b))
        elif needs[task]:
            ys = needs[task]
            lines.append(rng.choice(NEED).format(x=task, ys=listed(ys), is_="are" if len(ys) > 1 else "is"))
        else:
            lines.append(rng.choice(FREE).format(x=task))
    rng.shuffle(lines)
    text = [opening(rng, BLOCK_WHAT, step=x), *map(sentence, lines), rng.choice(BLOCK_ASK).format(x=x, y=y)]
    return Draft(" ".join(text), "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="tie_break_order",
        subcategory="dependency_ordering",
        levels=ORDER_LEVELS,
        make=make_tie_break_order,
        solve=solve.tie_break_order,
        method="smallest permutation prefix without an unmet need, on links parsed from the text",
    ),
    Family(
        name="parallel_finish",
        subcategory="dependency_ordering",
        levels=FINISH_LEVELS,
        make=make_parallel_finish,
        solve=solve.parallel_finish,
        method="minute-by-minute simulation of the shift parsed from the text",
    ),
    Family(
        name="counted_prerequisites",
        subcategory="dependency_ordering",
        levels=COUNT_LEVELS,
        make=make_counted_prerequisites,
        solve=solve.counted_prerequisites,
        method="ancestors in the graph (networkx) parsed from the text",
    ),
    Family(
        name="blocked_by_failure",
        subcategory="dependency_ordering",
        levels=BLOCK_LEVELS,
        make=make_blocked_by_failure,
        solve=solve.blocked_by_failure,
        method="forward chaining to a fixed point on needs parsed from the text",
        two_way=True,
    ),
)
