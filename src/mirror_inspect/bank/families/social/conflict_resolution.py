"""Conflict resolution: step-by-step concessions, settlements everybody can accept, mediation by ranking rules."""

from itertools import product
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Params, Redraw
from mirror_inspect.bank.solvers.social import conflict_resolution as solve
from mirror_inspect.bank.wording import listing, param, people, persistent, scene
from mirror_inspect.taxonomy import AnswerType

HAGGLE_LEVELS: Final = {
    1: {"rounds": 2, "parties": 2},
    2: {"rounds": 4, "parties": 2},
    3: {"rounds": 7, "parties": 2},
    4: {"rounds": 11, "parties": 3},
    5: {"rounds": 17, "parties": 3},
}
TERMS_LEVELS: Final = {
    1: {"issues": 2, "demands": 3},
    2: {"issues": 3, "demands": 6},
    3: {"issues": 4, "demands": 10},
    4: {"issues": 6, "demands": 18},
    5: {"issues": 7, "demands": 25},
}
MEDIATION_LEVELS: Final[dict[int, Params]] = {
    1: {"plans": 3, "parties": 3, "rule": "sum"},
    2: {"plans": 4, "parties": 3, "rule": "worst"},
    3: {"plans": 5, "parties": 4, "rule": "worst"},
    4: {"plans": 5, "parties": 5, "rule": "elimination"},
    5: {"plans": 7, "parties": 6, "rule": "elimination"},
}

GOODS: Final = ("boat", "piano", "caravan", "loom", "tractor", "sculpture", "carpet", "motorbike", "kiln", "telescope")
HAGGLE_SCENES: Final = (
    "a quarrel over a price was settled at the {work}",
    "{name} mediated between two sides at the {work}",
    "two neighbours of the {work} argued about money",
    "an heirloom was to be sold behind the {work}",
    "a bargaining exercise took place at the {work}",
    "the arbitration board at the {work} laid down a procedure",
    "{name} wrote down a negotiation at the {work}",
    "a deal at the {work} was in danger",
)
HAGGLE_END: Final = (
    "As soon as an offer is at least as high as the demand standing at that moment, they agree on that demand.",
    "The moment the standing offer reaches or exceeds the standing demand, the deal is made at the demand.",
    "They settle at the standing demand once the standing offer is equal to it or higher.",
)
HAGGLE_ASK: Final = (
    "At what price do they agree? Give dollars and cents.",
    "What price is finally paid, in dollars and cents?",
    "On which price do they settle? Answer in dollars and cents.",
)


def make_haggle(draw: Draw) -> Draft:
    """The price on which two sides agree when both make shrinking concessions in turn."""
    rng, rounds, parties = draw.rng, param(draw, "rounds"), param(draw, "parties")
    names = people(rng, parties)
    seller, buyer = names[0], names[1]
    steps = [
        (rng.randint(12, 60) + 2 * rounds, rng.randint(1, 4), rng.randint(3, 9)),
        (rng.randint(12, 60) + 2 * rounds, rng.randint(1, 4), rng.randint(3, 9)),
    ]
    bonus, every = rng.randint(5, 30), rng.randint(2, 4)
    start = rng.randint(300, 900)
    demand, offer = start, start
    moved = [0, 0]
    for k in range(rounds):
        moved[0] += max(steps[0][0] - k * steps[0][1], steps[0][2])
        moved[1] += max(steps[1][0] - k * steps[1][1], steps[1][2])
        if parties == 3 and (k + 1) % every == 0:
            moved[1] += bonus
    last = max(steps[1][0] - (rounds - 1) * steps[1][1], steps[1][2])
    first = max(steps[0][0] - (rounds - 1) * steps[0][1], steps[0][2])
    # Opening positions chosen so that the deal falls into round ``rounds``, on the seller's or the buyer's move.
    gap = moved[0] + moved[1] - rng.randint(0, last + first - 1)
    demand, offer = start + gap, start
    round_, price = _deal(demand, offer, steps, (bonus, every) if parties == 3 else (0, 1))
    if round_ != rounds:
        raise Redraw("the deal falls into another round")
    helper = ""
    if parties == 3:
        helper = (
            f" In addition {names[2]}, who wants peace, raises the offer by ${bonus} at the end of every "
            f"{_nth(every)} round "
            "(counting rounds from the first)."
        )
    question = (
        f"{scene(rng, HAGGLE_SCENES, but=names)}. {seller} wants ${demand} for a {rng.choice(GOODS)}, {buyer} "
        f"offers ${offer}. In each "
        f"round first {seller} lowers the demand, then {buyer} raises the offer. {seller} takes off ${steps[0][0]} "
        "in the first "
        f"round and each time ${steps[0][1]} less than the time before, but never less than ${steps[0][2]}. {buyer} "
        "adds "
        f"${steps[1][0]} in the first round and each time ${steps[1][1]} less than the time before, but never less "
        "than "
        f"${steps[1][2]}.{helper} {rng.choice(HAGGLE_END)} {rng.choice(HAGGLE_ASK)}"
    )
    return Draft(question, f"${price}.00", AnswerType.MONEY)


def _nth(n: int) -> str:
    return {2: "second", 3: "third", 4: "fourth"}[n]


def _deal(demand: int, offer: int, steps: list[tuple[int, int, int]], helper: tuple[int, int]) -> tuple[int, int]:
    """Return the round and price of the deal."""
    for k in range(200):
        demand -= max(steps[0][0] - k * steps[0][1], steps[0][2])
        if offer >= demand:
            return k + 1, demand
        offer += max(steps[1][0] - k * steps[1][1], steps[1][2])
        if offer >= demand:
            return k + 1, demand
        if helper[0] and (k + 1) % helper[1] == 0:
            offer += helper[0]
            if offer >= demand:
                return k + 1, demand
    raise Redraw("no deal")


ISSUES: Final = (
    ("open windows", "shut windows"), ("a house with a dog", "a house without a dog"), ("music", "silence"),
    ("a workshop in the shed", "a playroom in the shed"), ("a garden with a fence", "a garden without a fence"),
    ("equal rents", "rents by room size"), ("dinner at six", "dinner at eight"),
    ("a balcony for smokers", "a smoke-free balcony"), ("a trimmed hedge", "a wild hedge"), ("a shared car", "no car"),
)  # fmt: skip
TERMS_SCENES: Final = (
    "a shared house near the {work} needed a peace treaty",
    "{name} tried to settle a long quarrel at the {work}",
    "neighbours of the {work} came together with their demands",
    "a mediator from the {work} collected conditions",
    "the tenants above the {work} were at odds",
    "{name} wrote the demands on a board at the {work}",
    "an assembly in the hall of the {work} looked for a compromise",
    "the families who share the {work} quarrelled about everything",
)
TERMS_FORMS: Final = (
    "{n} insists on {x}",
    "{n} needs {x}",
    "{n} holds out for {x}",
    "{n} asks for {x}",
)
TERMS_ASK: Final = (
    "Is there any settlement that meets all of these demands at once?",
    "Can all of the demands be met together by one settlement?",
    "Could one settlement satisfy every single demand?",
)


def make_terms(draw: Draw) -> Draft:
    """Whether one settlement of several issues meets every either-or demand."""
    rng, n, demands = draw.rng, param(draw, "issues"), param(draw, "demands")
    issues = rng.sample(ISSUES, n)
    width = 2 if n < 4 else 3
    clauses: list[tuple[tuple[int, int], ...]] = []
    while len(clauses) < demands:
        size = rng.choice((1, 2)) if n < 4 else rng.choice((2, width, width))
        clause = tuple((i, rng.randrange(2)) for i in sorted(rng.sample(range(n), size)))
        if clause not in clauses:
            clauses.append(clause)
    models = sum(
        all(any(choice[i] == side for i, side in clause) for clause in clauses) for choice in product((0, 1), repeat=n)
    )
    if (models > 0) != draw.first_side or models > max(1, n - 2):
        raise Redraw("the other answer is due, or too many settlements")
    names = people(rng, min(demands, 12))
    told = []
    for k, clause in enumerate(clauses):
        parts = [issues[i][side] for i, side in clause]
        rng.shuffle(parts)
        told.append(rng.choice(TERMS_FORMS).format(n=names[k % len(names)], x=listing(parts, "or")))
    topics = "; ".join(f"either {a} or {b}" for a, b in issues)
    question = (
        f"{scene(rng, TERMS_SCENES, but=names)}. To be settled, one way or the other: {topics}. A demand is met as "
        f"soon as at least one of the things named in it is granted: {'; '.join(told)}. {rng.choice(TERMS_ASK)} "
        "Answer yes or no."
    )
    return Draft(question, "yes" if draw.first_side else "no", AnswerType.YES_NO)


PLANS: Final = ("garden", "roof", "cellar", "playground", "library", "kitchen", "parking", "pond", "solar", "theatre")
MEDIATION_SCENES: Final = (
    "a dispute about the use of some money reached the {work}",
    "{name} chaired the mediation at the {work}",
    "the parties met on neutral ground at the {work}",
    "several groups at the {work} could not agree on a plan",
    "a round table at the {work} compared wishes",
    "{name} collected ranked lists at the {work}",
    "the mediator of the {work} asked for honest rankings",
    "a conflict between departments of the {work} was put to a procedure",
)
MEDIATION_RULES: Final = {
    "sum": (
        "The mediator adds up the places a plan has in all lists and picks the plan with the lowest total.",
        "For each plan its places in the lists are added; the lowest total wins.",
    ),
    "worst": (
        "The mediator looks at the worst place each plan has in any list and picks the plan whose worst place is "
        "best; among "
        "equals the lower total of places decides.",
        "What counts is a plan's worst place in any list: the plan with the best worst place wins, and among equals "
        "the one "
        "with the lower sum of places.",
    ),
    "elimination": (
        "Again and again the plan with the highest total of places is struck from all lists and the places of the "
        "plans that "
        "remain are counted anew, until one is left.",
        "The mediator strikes the plan whose places add up to the highest total, recounts the places in the "
        "shortened lists, and "
        "repeats this until a single plan remains.",
    ),
}  # fmt: skip
MEDIATION_ASK: Final = ("Which plan comes out?", "What is the outcome?", "Which plan is adopted?")


def _totals(lists: list[list[str]], plans: list[str]) -> dict[str, int]:
    kept = [[p for p in ranking if p in plans] for ranking in lists]
    return {p: sum(ranking.index(p) + 1 for ranking in kept) for p in plans}


def make_mediation(draw: Draw) -> Draft:
    """The plan that a stated mediation rule picks from ranked lists."""
    rng, n, rule = draw.rng, param(draw, "plans"), str(draw.params["rule"])
    plans = rng.sample(PLANS, n)
    lists = [rng.sample(plans, n) for _ in range(param(draw, "parties"))]
    if len({tuple(ranking) for ranking in lists}) < 2:
        raise Redraw("all parties agree")
    totals = _totals(lists, plans)
    left = list(plans)
    if rule == "elimination":
        while len(left) > 1:
            now = _totals(lists, left)
            worst = [p for p in left if now[p] == max(now.values())]
            if len(worst) > 1:
                raise Redraw("a tie")
            left.remove(worst[0])
    else:
        worst_place = {p: max(r.index(p) for r in lists) for p in plans}
        key = {p: (worst_place[p] if rule == "worst" else 0, totals[p]) for p in plans}
        left = [p for p in plans if key[p] == min(key.values())]
        if len(left) > 1:
            raise Redraw("a tie")
    lowest = min(totals, key=lambda p: (totals[p], p))
    if rule != "sum" and left[0] == lowest and rng.random() < 0.7:
        raise Redraw("the simple total gives the same plan")
    names = people(rng, len(lists))
    told = [f"{name}: {', '.join(ranking)}" for name, ranking in zip(names, lists, strict=True)]
    question = (
        f"{scene(rng, MEDIATION_SCENES, but=names)}. The plans are {listing([f'the {p} plan' for p in plans])}. "
        "Each party ranked them, "
        f"best first, the best having place one: {'; '.join(told)}. {rng.choice(MEDIATION_RULES[rule])} "
        f"{rng.choice(MEDIATION_ASK)}"
    )
    wrong = tuple(f"They carry out the {p} plan." for p in plans if p != left[0])
    return Draft(question, f"They carry out the {left[0]} plan.", AnswerType.CHOICE, distractors=wrong)


FAMILIES: Final = (
    Family(
        name="concessions",
        subcategory="conflict_resolution",
        levels=HAGGLE_LEVELS,
        make=persistent(make_haggle, 300),
        solve=solve.concessions,
        method="closed form of both positions, bisected for the crossing",
    ),
    Family(
        name="settlement_exists",
        subcategory="conflict_resolution",
        levels=TERMS_LEVELS,
        make=persistent(make_terms, 2000),
        solve=solve.settlement_exists,
        method="satisfiability with z3",
        two_way=True,
    ),
    Family(
        name="ranked_mediation",
        subcategory="conflict_resolution",
        levels=MEDIATION_LEVELS,
        make=persistent(make_mediation, 300),
        solve=solve.ranked_mediation,
        method="pairwise preference counts",
    ),
)
