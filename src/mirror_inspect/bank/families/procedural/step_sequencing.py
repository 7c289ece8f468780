"""Step sequencing: orders fixed by clues, revised lists, loops, and what a set of notes guarantees."""

import itertools
import random
from collections import deque
from typing import Final

from mirror_inspect.bank.families.procedural.wording import WORDS, listed, number, opening, sentence, steps
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.procedural import step_sequencing as solve
from mirror_inspect.taxonomy import AnswerType

CLUE_LEVELS: Final = {1: {"steps": 3}, 2: {"steps": 4}, 3: {"steps": 5}, 4: {"steps": 6}, 5: {"steps": 7}}
CLUE_WHAT: Final = (
    "is piecing together the order of a job from scattered remarks",
    "has lost the plan of a job but kept a few remarks about it",
    "wants to write down the one order that fits all the remarks below",
    "asks colleagues in which order a job is done",
)
CLUE_ASK: Final = (
    "In which order are the steps done? Give all of them, earliest to latest, separated by commas.",
    "Write out the complete order from the earliest step to the latest, separated by commas.",
    "List all the steps in the order in which they are carried out, separated by commas.",
)


def _clue(rng: random.Random, order: list[str]) -> str:
    a, b = sorted(rng.sample(range(len(order)), 2))
    x, y = order[a], order[b]
    gap = b - a - 1
    kinds = ["before", "before", "inner", "apart" if gap else "next", "between" if gap else "next"]
    kind = rng.choice(kinds)
    if kind == "inner":
        z = rng.choice(order[1:-1])
        return rng.choice((f"{z} is neither the first nor the last step", f"{z} is not at either end of the order"))
    if kind == "next":
        return rng.choice((f"{x} comes directly before {y}", f"{y} follows {x} with nothing in between"))
    if kind == "apart":
        return rng.choice((f"{x} and {y} are not done one right after the other", f"{y} is not next to {x}"))
    if kind == "between":
        x, y = rng.sample((x, y), 2)
        return (
            f"exactly {WORDS[gap]} other step{'s' if gap > 1 else ''} come{'' if gap > 1 else 's'} between {x} and {y}"
        )
    return rng.choice(
        (f"{x} comes some time before {y}", f"{y} is done later than {x}", f"{x} is over before {y} begins")
    )


def _holds(clue: str, position: dict[str, int], n: int) -> bool:
    named = sorted((clue.index(s), s) for s in position if s in clue)
    p = [position[s] for _, s in named]
    if len(p) == 1:
        return 0 < p[0] < n - 1
    if "directly" in clue:
        return p[1] == p[0] + 1
    if "nothing in between" in clue:
        return p[0] == p[1] + 1
    if "one right after" in clue or "not next to" in clue:
        return abs(p[0] - p[1]) > 1
    if "exactly" in clue:
        return abs(p[0] - p[1]) - 1 == WORDS.index(clue.split()[1])
    return p[0] > p[1] if "later" in clue else p[0] < p[1]


def make_clue_order(draw: Draw) -> Draft:
    """Clues that leave exactly one order, each of them needed."""
    rng, n = draw.rng, number(draw, "steps")
    order = steps(rng, n)
    if any(a in b for a, b in itertools.permutations(order, 2)):
        raise Redraw("one step's name contains another's")
    worlds = [dict(zip(p, range(n), strict=True)) for p in itertools.permutations(order)]
    clues: dict[str, int] = {}
    left = (1 << len(worlds)) - 1
    for _ in range(60):
        clue = _clue(rng, order)
        mask = sum(1 << i for i, w in enumerate(worlds) if _holds(clue, w, n))
        if left & mask != left:
            clues[clue], left = mask, left & mask
        if left.bit_count() == 1:
            break
    else:
        raise Redraw("the clues leave several orders")
    for clue in list(clues):
        rest = (1 << len(worlds)) - 1
        for other, mask in clues.items():
            rest &= mask if other != clue else rest
        if rest.bit_count() == 1:
            del clues[clue]
    shown = rng.sample(list(clues), len(clues))
    text = " ".join(
        [
            opening(rng, CLUE_WHAT, step=order[0]),
            rng.choice(("The steps, in alphabetical order, are", "Named alphabetically, the steps are"))
            + f" {listed(sorted(order))}; each is done once, one at a time.",
            *map(sentence, shown),
            rng.choice(CLUE_ASK),
        ]
    )
    return Draft(text, ", ".join(order), AnswerType.ORDERED_LIST)


EDIT_LEVELS: Final = {
    1: {"steps": 4, "edits": 1},
    2: {"steps": 5, "edits": 2},
    3: {"steps": 6, "edits": 4},
    4: {"steps": 8, "edits": 7},
    5: {"steps": 10, "edits": 11},
}
EDIT_WHAT: Final = (
    "keeps a checklist that is revised again and again",
    "has a printed routine with handwritten corrections on it",
    "updates the running order of a job after every complaint",
    "receives a list of steps and then a string of amendments",
)
EDIT_ASK: Final = (
    "What is the list after all the changes? Give the steps in order, separated by commas.",
    "Write down the final order of the steps, separated by commas.",
    "In what order do the steps stand in the end? Separate them by commas.",
)


def _edit(rng: random.Random, order: list[str], spare: list[str]) -> str:
    x, y = rng.sample(order, 2)
    kind = rng.choice(("before", "after", "swap", "end", "reverse", "add", "drop"))
    if kind == "add" and spare:
        new = spare.pop()
        order.insert(order.index(x) + 1, new)
        return f"{new} is added right after {x}"
    if kind == "drop" and len(order) > 4:
        order.remove(x)
        return f"{x} is struck off the list"
    if kind == "swap":
        i, j = order.index(x), order.index(y)
        order[i], order[j] = y, x
        return f"{x} and {y} change places"
    if kind == "reverse":
        order[-3:] = order[-3:][::-1]
        return "the last three steps are put in reverse order"
    order.remove(x)
    if kind == "end":
        if rng.random() < 0.5:
            order.append(x)
            return f"{x} is moved to the very end"
        order.insert(0, x)
        return f"{x} is moved to the very start"
    order.insert(order.index(y) + (kind == "after"), x)
    return f"{x} is moved so that it comes immediately {'after' if kind == 'after' else 'before'} {y}"


def make_revised_checklist(draw: Draw) -> Draft:
    """A list of steps and a string of amendments to it."""
    rng, n = draw.rng, number(draw, "steps")
    pool = steps(rng, min(16, n + 4))
    order, spare = pool[:n], pool[n:]
    text = [opening(rng, EDIT_WHAT, step=order[0]), f"At first the list reads: {', '.join(order)}."]
    start = list(order)
    changes = [_edit(rng, order, spare) for _ in range(number(draw, "edits"))]
    if order == start:
        raise Redraw("the amendments cancel out")
    link = rng.choice(("The changes are made one after the other: ", "These changes follow in turn: "))
    link = "There is a single change: " if len(changes) == 1 else link
    text += [link + "; then ".join(changes) + ".", rng.choice(EDIT_ASK)]
    return Draft(" ".join(text), ", ".join(order), AnswerType.ORDERED_LIST)


LOOP_LEVELS: Final = {
    1: {"steps": 4, "loops": 1, "repeats": 2},
    2: {"steps": 5, "loops": 2, "repeats": 2},
    3: {"steps": 6, "loops": 3, "repeats": 3},
    4: {"steps": 8, "loops": 4, "repeats": 4},
    5: {"steps": 10, "loops": 6, "repeats": 5},
}
LOOP_WHAT: Final = (
    "follows a procedure in which some stages are repeated",
    "runs a cycle of steps that sends the operator back now and then",
    "writes down every single step of a routine with loops in it",
    "times a routine that does not simply run from start to finish",
)
TIMES: Final = {1: "the first time", **{n: f"each of the first {WORDS[n]} times" for n in range(2, 9)}}


def make_looped_procedure(draw: Draw) -> Draft:
    """A routine with jumps back; the count follows from how far each jump goes back."""
    rng, n, loops = draw.rng, number(draw, "steps"), number(draw, "loops")
    order = steps(rng, n)
    ends = sorted(rng.sample(range(1, n), loops))
    top = number(draw, "repeats")
    counts = [rng.randint(1, top) for _ in ends]
    counts[rng.randrange(loops)] = top
    jumps = [(rng.randint(0, e - 1), e, c) for e, c in zip(ends, counts, strict=True)]
    rules = [f"{TIMES[c]} {order[b]} has been done, the work goes back to {order[a]}" for a, b, c in jumps]
    rng.shuffle(rules)
    total = n + sum((b - a + 1) * c for a, b, c in jumps)
    ask = "Counting every repetition, how many steps are carried out in all?"
    if draw.turn % 2:
        i = rng.choice([i for a, b, _ in jumps for i in range(a, b + 1)])
        total = 1 + sum(c for a, b, c in jumps if a <= i <= b)
        ask = rng.choice(
            (f"How many times is {order[i]} carried out in all?", f"How often is {order[i]} done altogether?")
        )
    text = [
        opening(rng, LOOP_WHAT, step=order[0]),
        f"The steps stand in this order: {', '.join(order)}.",
        *map(sentence, rules),
        "Counts run over the whole procedure and are never reset; otherwise the work moves on to the next step, and it "
        "is finished when the last step is done and sends nobody back.",
        ask,
        "Answer with a number in digits.",
    ]
    return Draft(" ".join(text), str(total), AnswerType.INTEGER)


SURE_LEVELS: Final = {
    1: {"steps": 4, "notes": 3, "chain": 2},
    2: {"steps": 6, "notes": 6, "chain": 2},
    3: {"steps": 8, "notes": 9, "chain": 3},
    4: {"steps": 11, "notes": 13, "chain": 4},
    5: {"steps": 15, "notes": 19, "chain": 5},
}
SURE_WHAT: Final = (
    "has only these notes about the order of a job",
    "collects what colleagues remember about a procedure",
    "checks what an incomplete procedure really says",
    "finds a torn page with remarks about a job",
)
SURE_NOTE: Final = (
    "{x} comes before {y}",
    "{y} waits until {x} is over",
    "{x} is finished before {y} begins",
    "{y} starts only after {x}",
    "{y} is later than {x}",
)


def _distance(edges: set[tuple[int, int]], a: int, b: int, *, directed: bool) -> int:
    seen, queue = {a: 0}, deque([a])
    while queue:
        u = queue.popleft()
        for p, q in edges:
            for v in [q] * (p == u) + [p] * (q == u and not directed):
                if v not in seen:
                    seen[v] = seen[u] + 1
                    queue.append(v)
    return seen.get(b, 0)


def make_guaranteed_order(draw: Draw) -> Draft:
    """Whether notes on pairs of steps force one step before another."""
    rng, n = draw.rng, number(draw, "steps")
    pairs = list(itertools.combinations(range(n), 2))
    near = [p for p in pairs if p[1] - p[0] <= 4]
    for _ in range(40):
        edges = set(rng.sample(near, number(draw, "notes")))
        if len({i for e in edges for i in e}) == n:
            break
    else:
        raise Redraw("a step is in no note")
    wanted = [(a, b) for a, b in pairs if _distance(edges, a, b, directed=False) == number(draw, "chain")]
    # Whatever the answer, the first step asked about stands before something and the second one after something: a
    # glance at the two steps alone tells nothing.
    starts, ends = {p for p, _ in edges}, {q for _, q in edges}
    yes = [(a, b) for a, b in wanted if _distance(edges, a, b, directed=True)]
    no = [(a, b) for a, b in wanted if (a, b) not in yes] + [(b, a) for a, b in wanted]
    choices = [(a, b) for a, b in (yes if draw.first_side else no) if a in starts and b in ends]
    if not choices:
        raise Redraw("no pair at the wanted distance")
    a, b = rng.choice(choices)
    names = steps(rng, n)
    notes = [rng.choice(SURE_NOTE).format(x=names[p], y=names[q]) for p, q in sorted(edges)]
    rng.shuffle(notes)
    ask = rng.choice(
        (
            f"Going by these notes alone, is it certain that {names[a]} is done before {names[b]}?",
            f"Do the notes guarantee that {names[a]} is done before {names[b]}?",
            f"Can one be sure from the notes that {names[a]} is done before {names[b]}?",
        )
    )
    text = [opening(rng, SURE_WHAT, step=names[0]), *map(sentence, notes), ask, "Answer yes or no."]
    return Draft(" ".join(text), "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="clue_order",
        subcategory="step_sequencing",
        levels=CLUE_LEVELS,
        make=make_clue_order,
        solve=solve.clue_order,
        method="backtracking over positions on clues parsed from the text",
    ),
    Family(
        name="revised_checklist",
        subcategory="step_sequencing",
        levels=EDIT_LEVELS,
        make=make_revised_checklist,
        solve=solve.revised_checklist,
        method="linked-list replay of the amendments parsed from the text",
    ),
    Family(
        name="looped_procedure",
        subcategory="step_sequencing",
        levels=LOOP_LEVELS,
        make=make_looped_procedure,
        solve=solve.looped_procedure,
        method="step-by-step simulation of the routine parsed from the text",
    ),
    Family(
        name="guaranteed_order",
        subcategory="step_sequencing",
        levels=SURE_LEVELS,
        make=make_guaranteed_order,
        solve=solve.guaranteed_order,
        method="transitive closure (networkx) of the notes parsed from the text",
        two_way=True,
    ),
)
