"""Spatial arrangement: seats in a row and round a table, places relative to each other, crates moved between stacks."""

import random
from collections.abc import Callable
from itertools import permutations
from typing import Final

from mirror_inspect.bank.families.phrasing import ORDINALS, TIMES, WORDS, hide, opening, prose, sentence, setting
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.spatial import spatial_arrangement as solve
from mirror_inspect.bank.surface import NAMES, PLACES
from mirror_inspect.taxonomy import AnswerType

ROW_LEVELS: Final = {1: {"people": 3}, 2: {"people": 4}, 3: {"people": 5}, 4: {"people": 6}, 5: {"people": 8}}
ROW_SCENES: Final = (
    "{people} sit side by side on a bench in {place}, looked at from the front",
    "{people} stand in a row, as a photographer in {place} sees them",
    "the portraits of {people} hang in one line on a wall in {place}",
    "the lockers of {people} form a single row in the {place} station",
    "{people} have put up their tents in a straight line near {place}, seen from the road",
    "the market stalls of {people} stand in one line in {place}, as the customers see them",
    "the bicycles of {people} are parked in a row outside the {place} library, as seen from its door",
)
ROW_ASK: Final = (
    "Counting from the left, which position is {who}'s? Answer with a number.",
    "What is the number of {who}'s place, counted from the left and beginning with one?",
    "In which place from the left is {who}? Give a number.",
)

TABLE_LEVELS: Final = {
    1: {"people": 4, "spare": 1},
    2: {"people": 5, "spare": 1},
    3: {"people": 7, "spare": 2},
    4: {"people": 9, "spare": 2},
    5: {"people": 12, "spare": 4},
}
TABLE_SCENES: Final = (
    "{people} sit at a round table in {place} that has exactly {k} chairs, evenly spaced",
    "the {k} evenly spaced chairs of a round table in {place} are for {people}",
    "{people} take part in a round-table talk in {place}; there are {k} seats in the circle, evenly spaced",
    "the circle dance in {place} has {k} marked spots at equal distances, and {people} have one each",
    "{people} ride a carousel in {place}, seen from above, that has {k} horses at equal distances",
    "{people} camp round a fire near {place}, with {k} equally spaced pitches in the circle",
    "in {place}, {people} play cards at a round table with {k} equally spaced chairs",
)
TABLE_ASK: Final = (
    "Going clockwise from {a}, how many places after {a} does one reach {b}? Answer with a number.",
    "How many places clockwise from {a} is {b}? Answer with a number.",
    "Starting at {a} and moving clockwise place by place, after how many steps is one at {b}? Give the number.",
)

RELATIVE_LEVELS: Final = {
    1: {"links": 2, "axes": 1},
    2: {"links": 3, "axes": 1},
    3: {"links": 4, "axes": 2},
    4: {"links": 7, "axes": 2},
    5: {"links": 11, "axes": 3},
}
RELATIVE_SCENES: Final = (
    "an archaeologist in {place} has given her finds code names and noted where they lie",
    "{name} describes the rooms of an underground station by their code names",
    "the positions of submarines off {place} were written down under code names",
    "{name} builds a landscape of named blocks and remembers where each one is",
    "a list from the climbing park of {place} says how its named platforms are placed",
    "the drones of a show above {place} have names and hover at fixed points",
    "{name} has hidden parcels in the trees of a wood, each under a code name",
)
RELATIVE_THINGS: Final = (
    "amber", "birch", "coral", "delta", "ebony", "flint", "garnet", "hazel", "indigo", "jade", "lapis", "maple",
    "nickel", "olive", "pearl", "quartz", "ruby", "silver", "topaz", "umber", "violet", "walnut",
)  # fmt: skip
RELATIVE_AXES: Final = (
    (("east", "west"), "further east"),
    (("north", "south"), "further north"),
    (("above", "below"), "higher"),
)

CRATE_LEVELS: Final = {
    1: {"stacks": 2, "moves": 2},
    2: {"stacks": 3, "moves": 3},
    3: {"stacks": 3, "moves": 6},
    4: {"stacks": 4, "moves": 11},
    5: {"stacks": 5, "moves": 20},
}
CRATE_SCENES: Final = (
    "in a warehouse in {place} crates are piled up, each with a name on it",
    "{name} has labelled boxes standing in piles in the cellar",
    "a child in {place} plays with painted blocks that bear words",
    "in the harbour of {place} containers with painted names are stacked",
    "{name} sorts tins with coloured labels into piles",
    "books with one-word titles lie in piles in a shop in {place}",
    "{name}'s game of wooden tiles has the tiles lying in piles",
)
CRATE_COUNT: Final = (
    "How many lie directly or indirectly on top of {x} at the end?",
    "At the end, how many are somewhere above {x} in the same pile?",
    "In the final position, how many have to be lifted off before {x} is free?",
)


def make_row_order(draw: Draw) -> Draft:
    """The place of one person in a row fixed by clues."""
    rng, n = draw.rng, setting(draw, "people")
    people = rng.sample(NAMES, n)
    who = rng.choice(people)
    orders = list(permutations(range(n)))
    told: list[str] = []
    names = people[:]
    rng.shuffle(people)
    for _ in range(60):
        if len({o[people.index(who)] for o in orders}) == 1:
            break
        clue, keep = _row_clue(rng, people)
        kept = [o for o in orders if keep(o)]
        if keep(tuple(range(n))) and 0 < len(kept) < len(orders) and clue not in told:
            told.append(clue)
            orders = kept
    else:
        raise Redraw("clues did not settle the place")
    # At high levels a place told by few clues would be a shortcut.
    if len(told) < n - 2 or any(clue.startswith(f"{who} is in") for clue in told):
        raise Redraw("too direct")
    rng.shuffle(told)
    scene = rng.choice(ROW_SCENES).format(people=prose(names), place=rng.choice(PLACES))
    clues = " ".join(f"{sentence(clue)}." for clue in told)
    text = f"{opening(rng, scene, TIMES)}. {clues} {rng.choice(ROW_ASK).format(who=who)}"
    return Draft(text, str(people.index(who) + 1), AnswerType.INTEGER)


def make_round_table(draw: Draw) -> Draft:
    """The clockwise distance between two seats, from a chain of seatings with empty chairs."""
    rng, n, spare = draw.rng, setting(draw, "people"), setting(draw, "spare")
    seats = n + spare
    people = rng.sample(NAMES, n)
    at = dict(zip(people, rng.sample(range(seats), n), strict=True))
    told = []
    for i in range(1, n):
        a, b = people[i], rng.choice(people[max(0, i - 2) : i])
        step = (at[a] - at[b]) % seats
        back = seats - step
        if step == back:
            told.append(f"{a} is exactly opposite {b}")
        else:
            k, way = (step, "clockwise") if rng.random() < 0.5 else (back, "anticlockwise")
            told.append(f"{a} is {_count(k)} place{'s' if k > 1 else ''} {way} from {b}")
    rng.shuffle(told)
    a, b = people[0], people[-1]
    if rng.random() < 0.5:
        a, b = b, a
    gold = (at[b] - at[a]) % seats
    listed = rng.sample(people, n)
    scene = rng.choice(TABLE_SCENES).format(people=prose(listed), place=rng.choice(PLACES), k=_count(seats))
    text = f"{opening(rng, scene, TIMES)}. {'; '.join(told)}. {rng.choice(TABLE_ASK).format(a=a, b=b)}"
    hide(gold, text)
    return Draft(text, str(gold), AnswerType.INTEGER)


def make_relative_places(draw: Draw) -> Draft:
    """Whether one thing is further along a direction than another, from relative positions."""
    rng, links, axes = draw.rng, setting(draw, "links"), setting(draw, "axes")
    things = rng.sample(RELATIVE_THINGS, links + 1)
    at = {things[0]: (0, 0, 0)}
    told = []
    for i in range(1, links + 1):
        base = things[i - 1] if rng.random() < 0.7 else things[rng.randrange(i)]
        shift = [rng.choice((-1, 1)) * rng.randint(1, 30) if axis < axes else 0 for axis in range(3)]
        at[things[i]] = (at[base][0] + shift[0], at[base][1] + shift[1], at[base][2] + shift[2])
        parts = []
        for axis in rng.sample(range(axes), axes):
            (plus, minus), _ = RELATIVE_AXES[axis]
            d = shift[axis]
            parts.append(f"{abs(d)} m {(plus if d > 0 else minus)}{'' if axis == 2 else ' of'}")
        told.append(f"{things[i].capitalize()} is {_places(parts)} {base.capitalize()}")
    rng.shuffle(told)
    a, b = things[0], things[-1]
    near = [i for i in range(axes) if 0 < abs(at[b][i] - at[a][i]) <= (25 if draw.level > 1 else 60)]
    if not near:
        raise Redraw("level, or too far apart to be a question")
    axis = rng.choice(near)
    difference = at[b][axis] - at[a][axis]
    if (difference > 0) != draw.first_side:
        a, b = b, a
    scene = rng.choice(RELATIVE_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    ask = rng.choice(
        ("Is {b} {more} than {a}?", "Does {b} lie {more} than {a}?", "Does it follow that {b} is {more} than {a}?")
    )
    text = f"{opening(rng, scene, TIMES)}. {'. '.join(told)}. "
    text += ask.format(a=a.capitalize(), b=b.capitalize(), more=RELATIVE_AXES[axis][1])
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


def make_crate_stacks(draw: Draw) -> Draft:
    """How many crates lie above a given one after a series of moves between stacks."""
    rng, k, moves = draw.rng, setting(draw, "stacks"), setting(draw, "moves")
    labels = rng.sample(RELATIVE_THINGS, min(len(RELATIVE_THINGS), 3 * k + 1))
    stacks: list[list[str]] = [[] for _ in range(k)]
    for i, label in enumerate(labels):
        stacks[i % k if i < 2 * k else rng.randrange(k)].append(label)
    shown = [f"pile {chr(65 + i)}: {', '.join(stack)}" for i, stack in enumerate(stacks)]
    told, last = [], -1
    for _ in range(moves):
        source = rng.choice([i for i in range(k) if stacks[i] and i != last] or [last])
        target = rng.choice([i for i in range(k) if i != source])
        several = rng.choice([1, 1, 2, 3])
        several = min(several, len(stacks[source]))
        taken = [stacks[source].pop() for _ in range(several)]
        if several == 1:
            told.append(f"the top one of {chr(65 + source)} to {chr(65 + target)}")
        elif rng.random() < 0.5:
            told.append(f"the top {WORDS[several]} of {chr(65 + source)} to {chr(65 + target)}, one after the other")
        else:
            taken.reverse()
            told.append(f"the top {WORDS[several]} of {chr(65 + source)} to {chr(65 + target)}, all at once")
        stacks[target] += taken
        last = target
    full = [stack for stack in stacks if len(stack) > 2]
    if not full:
        raise Redraw("no pile is high enough")
    stack = rng.choice(full)
    i = rng.randrange(len(stack) - 1)
    scene = rng.choice(CRATE_SCENES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
    text = (
        f"{opening(rng, scene, TIMES)}. From bottom to top, the piles are: {'; '.join(shown)}. "
        f"Now these are moved, in this order: {'; '.join(told)}. "
        "What is moved all at once keeps its order. "
        f"{rng.choice(CRATE_COUNT).format(x=stack[i])} Answer with a number."
    )
    return Draft(text, str(len(stack) - 1 - i), AnswerType.INTEGER)


def _row_clue(rng: random.Random, people: list[str]) -> tuple[str, Callable[[tuple[int, ...]], bool]]:
    """Draw a clue and its test on an order (the position of each person, in the order of ``people``)."""
    i, j, k = rng.sample(range(len(people)), 3)
    a, b, c = people[i], people[j], people[k]
    gap = abs(i - j) - 1
    clues: list[tuple[str, Callable[[tuple[int, ...]], bool]]] = [
        (f"{a} is somewhere to the left of {b}", lambda o: o[i] < o[j]),
        (f"{a} and {b} are not direct neighbours", lambda o: abs(o[i] - o[j]) > 1),
        (f"{a} is at neither end", lambda o: 0 < o[i] < len(o) - 1),
        (f"{a} is somewhere between {b} and {c}", lambda o: min(o[j], o[k]) < o[i] < max(o[j], o[k])),
        (f"{a} and {b} are direct neighbours", lambda o: abs(o[i] - o[j]) == 1),
    ]
    if gap > 0:
        places = "place lies" if gap == 1 else "places lie"
        clues.append((f"exactly {WORDS[gap]} {places} between {a} and {b}", lambda o: abs(o[i] - o[j]) == gap + 1))
    if len(people) < 5:
        ordinal = ORDINALS[len(people) - 1 - i]
        clues.append((f"{a} is in the {ordinal} place from the right", lambda o: o[i] == i))
    return rng.choice(clues)


def _count(n: int) -> str:
    return WORDS[n] if n < len(WORDS) else str(n)


def _places(parts: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


FAMILIES: Final = (
    Family(
        name="row_order",
        subcategory="spatial_arrangement",
        levels=ROW_LEVELS,
        make=make_row_order,
        solve=solve.row_order,
        method="z3: the place is satisfiable and every other place is not",
    ),
    Family(
        name="round_table",
        subcategory="spatial_arrangement",
        levels=TABLE_LEVELS,
        make=make_round_table,
        solve=solve.round_table,
        method="path in the graph of relative seats, modulo the number of places",
    ),
    Family(
        name="relative_places",
        subcategory="spatial_arrangement",
        levels=RELATIVE_LEVELS,
        make=make_relative_places,
        solve=solve.relative_places,
        method="path in the graph of relative positions, added as vectors",
        two_way=True,
    ),
    Family(
        name="crate_stacks",
        subcategory="spatial_arrangement",
        levels=CRATE_LEVELS,
        make=make_crate_stacks,
        solve=solve.crate_stacks,
        method="crates tracked one by one as (pile, height)",
    ),
)
