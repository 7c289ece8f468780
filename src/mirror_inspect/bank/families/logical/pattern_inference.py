"""Pattern inference: recurrences from their terms, letter codes from examples, a hidden property from observations."""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mirror_inspect.bank.families.logical._surface import NUMBERS, ORDINALS, listed
from mirror_inspect.bank.family import Draft, Draw, Family, Params, Redraw
from mirror_inspect.bank.solvers.logical import pattern_inference as solve
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES
from mirror_inspect.taxonomy import AnswerType

SEQUENCE_LEVELS: Final[dict[int, Params]] = {
    1: {"kind": "add", "ahead": 1},
    2: {"kind": "multiply_add", "ahead": 1},
    3: {"kind": "growing_step", "ahead": 3},
    4: {"kind": "two_back", "ahead": 2},
    5: {"kind": "two_back_interleaved", "ahead": 4},
}
SEQUENCE_OPENINGS: Final = (
    "{name} found these numbers on the back of a photograph from {place}: {terms}.",
    "A display at the {work} in {place} shows {terms} one after another.",
    "The lockers of a {work} carry the numbers {terms}, in this order.",
    "On the wall of a stairwell in {place} someone has painted {terms}.",
    "{name} starts a row of numbers with {terms} and asks for more.",
    "These numbers open a page in the notebook of {name}: {terms}.",
    "A puzzle in the {place} gazette begins with {terms}.",
    "Printed along the edge of a ticket for the {work} are the numbers {terms}.",
)
RULES: Final = {
    "add": (
        "From each number to the next, the same amount is added (or taken away).",
        "Neighbouring numbers always differ by the same amount, in the same direction.",
    ),
    "multiply_add": (
        "Each number after the first is the one before it times a fixed whole number, plus another fixed whole number "
        "(which may be negative).",
        "To get from a number to the next, multiply by one fixed whole number and then add a second fixed one, which "
        "may be negative.",
    ),
    "growing_step": (
        "The steps from one number to the next themselves change by a fixed amount each time.",
        "The difference between neighbours is not constant, but it goes up or down by the same amount at every step.",
    ),
    "two_back": (
        "From the third on, each number is a fixed whole number times the one before, plus a second fixed whole number "
        "times the one before that, plus a third fixed whole number (any of them may be negative).",
    ),
    "two_back_interleaved": (
        "The numbers in odd places (first, third, fifth and so on) form one row and those in even places "
        "another. Inside each row, "
        "from its third number on, a number is a fixed whole number times the one before, plus a second fixed whole "
        "number times the one before that, plus a third fixed whole number; the three may be negative and differ from "
        "row to row.",
    ),
}
SEQUENCE_ASK: Final = (
    "Which number comes {nth} after the last one shown?",
    "If the row is continued, what is the {nth} number after those shown?",
    "Give the {nth} of the numbers that follow.",
)


def _recurrence(rng: random.Random, length: int) -> list[int]:
    a, b = rng.choice((1, 2, 3, -1, -2)), rng.choice((1, 2, -1, -2, 3))
    c = rng.randint(-9, 9)
    row = [rng.randint(-6, 9), rng.randint(-6, 9)]
    while len(row) < length:
        row.append(a * row[-1] + b * row[-2] + c)
    return row


def _rank_is_full(row: Sequence[int]) -> bool:
    """Whether five terms fix the three coefficients: the 3 x 3 system has a non-zero determinant."""
    rows = [(row[i + 1], row[i], 1) for i in range(3)]
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) != 0


def make_sequence(draw: Draw) -> Draft:
    """Continue a row whose kind of rule is stated and whose constants are not."""
    rng, kind, ahead = draw.rng, str(draw.params["kind"]), int(str(draw.params["ahead"]))
    if kind == "add":
        shown, start, step = 4, rng.randint(5, 400), rng.choice([d for d in range(-45, 60) if abs(d) > 4])
        row = [start + i * step for i in range(shown + ahead)]
    elif kind == "multiply_add":
        shown, m, c = 4, rng.choice((2, 3, 4, 5, 6, -2, -3)), rng.choice([d for d in range(-30, 40) if d])
        row = [rng.randint(2, 30)]
        while len(row) < shown + ahead:
            row.append(m * row[-1] + c)
        if row[1] == row[0]:
            raise Redraw("constant row")
    elif kind == "growing_step":
        shown, step, change = 5, rng.randint(-40, 60), rng.choice([d for d in range(-13, 18) if abs(d) > 1])
        row = [rng.randint(-50, 300)]
        while len(row) < shown + ahead:
            row.append(row[-1] + step)
            step += change
    elif kind == "two_back":
        shown, row = 6, _recurrence(rng, 6 + ahead)
        if not _rank_is_full(row):
            raise Redraw("the terms do not fix the rule")
    else:
        shown = 11
        odd, even = _recurrence(rng, 9), _recurrence(rng, 8)
        if not (_rank_is_full(odd) and _rank_is_full(even)):
            raise Redraw("the terms do not fix the rule")
        row = [n for pair in itertools.zip_longest(odd, even) for n in pair if n is not None][: shown + ahead]
    if max(abs(n) for n in row) > 10**6:
        raise Redraw("numbers too long")
    opening = rng.choice(SEQUENCE_OPENINGS).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), work=rng.choice(WORKPLACES),
        terms=", ".join(map(str, row[:shown])),
    )  # fmt: skip
    ask = rng.choice(SEQUENCE_ASK).format(nth=ORDINALS[ahead - 1])
    return Draft(f"{opening} {rng.choice(RULES[kind])} {ask}", str(row[shown + ahead - 1]), AnswerType.INTEGER)


CODE_LEVELS: Final = {
    1: {"steps": 1, "length": 4, "examples": 2},
    2: {"steps": 1, "length": 6, "examples": 2},
    3: {"steps": 2, "length": 6, "examples": 2},
    4: {"steps": 3, "length": 8, "examples": 2},
    5: {"steps": 4, "length": 11, "examples": 2},
}
CODE_OPENINGS: Final = (
    "{name} built a machine for the {work} that scrambles letters.",
    "A secret club in {place} changes words before writing them down.",
    "Labels at the {work} in {place} are encoded by a small program.",
    "In a spy game in {place}, {name} rewrites every code word.",
    "An old cipher wheel from {place} alters whatever is typed in.",
    "{name} and a friend pass notes at the {work} in a scrambled form.",
    "The radio club of {place} disguises its call signs.",
    "Every password at the {work} goes through a scrambler first.",
)
CODE_MENU: Final = (
    "Possible steps are: reversing the whole word; moving the first letter to the end; moving the last letter to the "
    "front; swapping the first and the last letter; swapping the first letter with the second, the third with the "
    "fourth and so on (an unpaired last letter stays); replacing every letter by the one a fixed number of places "
    "later in the alphabet (1 to 5 places, A following Z)."
)
CODE_RULE: Final = (
    "It always uses the same {k} of these, in the same order, none of them twice.",
    "The procedure consists of {k} of them, always the same and in the same order, with no step used twice.",
    "Every word is treated alike, with {k} of these and no repetition, in an order that never changes.",
)
CODE_RULE_ONE: Final = (
    "It always uses the same single one of these.",
    "The procedure consists of one of them, the same for all words.",
    "Every word is treated alike, with one of these steps.",
)
CODE_ASK: Final = (
    "What does {q} become?",
    "Into what is {q} turned?",
    "How is {q} written after this treatment?",
)
ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _pairs(w: str) -> str:
    return "".join(w[i + 1] + w[i] if i + 1 < len(w) else w[i] for i in range(0, len(w), 2))


def _later(n: int) -> Callable[[str], str]:
    return lambda w: "".join(chr((ord(c) - 65 + n) % 26 + 65) for c in w)


STEPS: Final[dict[str, Callable[[str], str]]] = {
    "reverse": lambda w: w[::-1],
    "first_to_end": lambda w: w[1:] + w[0],
    "last_to_front": lambda w: w[-1] + w[:-1],
    "swap_ends": lambda w: w[-1] + w[1:-1] + w[0],
    "swap_pairs": _pairs,
}


def _procedures(k: int) -> list[tuple[Callable[[str], str], ...]]:
    """Return every procedure of ``k`` different steps."""
    found: list[tuple[Callable[[str], str], ...]] = []
    for names in itertools.permutations([*STEPS, "later"], k):
        if "later" not in names:
            found.append(tuple(STEPS[n] for n in names))
        else:
            found += [tuple(_later(s) if n == "later" else STEPS[n] for n in names) for s in range(1, 6)]
    return found


def _run(procedure: Sequence[Callable[[str], str]], word: str) -> str:
    for step in procedure:
        word = step(word)
    return word


def make_code(draw: Draw) -> Draft:
    """Apply to a new word a procedure that two shorter examples reveal."""
    rng = draw.rng
    k, length, n_examples = (int(str(draw.params[p])) for p in ("steps", "length", "examples"))
    procedures = _procedures(k)
    hidden = rng.choice(procedures)
    sizes = [length] if length < 6 else [length - 1, length - 2]
    words = ["".join(rng.sample(ALPHABET, rng.choice(sizes))) for _ in range(n_examples)]
    asked = "".join(rng.sample(ALPHABET, length))
    shown = [(w, _run(hidden, w)) for w in words]
    if any(a == b for a, b in shown):
        raise Redraw("nothing changes")
    fits = {_run(p, asked) for p in procedures if all(_run(p, a) == b for a, b in shown)}
    if len(fits) != 1:
        raise Redraw("the examples allow several results")
    opening = rng.choice(CODE_OPENINGS).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), work=rng.choice(WORKPLACES)
    )
    rule = rng.choice(CODE_RULE_ONE if k == 1 else CODE_RULE).format(k=NUMBERS[k])
    became = listed([f"{a} becomes {b}" for a, b in shown])
    text = f"{opening} {CODE_MENU} {rule} For example, {became}. {rng.choice(CODE_ASK).format(q=asked)}"
    return Draft(text, fits.pop(), AnswerType.TEXT)


PROPERTY_LEVELS: Final = {
    1: {"listed": 3, "combined": 1, "observed": 2},
    2: {"listed": 5, "combined": 1, "observed": 3},
    3: {"listed": 6, "combined": 2, "observed": 4},
    4: {"listed": 8, "combined": 2, "observed": 6},
    5: {"listed": 9, "combined": 3, "observed": 8},
}
PROPERTY_OPENINGS: Final = (
    "A toll gate in {place} reacts to the numbers on tickets.",
    "{name} tests a box with a lamp that is fed with three-digit numbers.",
    "At the {work}, a sorting machine lets some numbered parcels pass.",
    "A chiming clock in {place} is built to welcome some three-digit numbers only.",
    "In a workshop in {place}, {name} studies a device that judges numbers.",
    "A slot machine at the {work} pays out for certain ticket numbers.",
    "{name} wrote a program for the {work} that accepts only some numbers.",
    "A lottery in {place} lets only some three-digit numbers take part.",
)


class Property(NamedTuple):
    """A property of three-digit numbers."""

    words: str
    holds: Callable[[int], bool]


def _properties(rng: random.Random) -> list[Property]:
    """Return properties in random order, with drawn constants."""
    m, d, k = rng.choice((3, 4, 6, 7)), rng.randint(1, 9), rng.randrange(250, 800, 50)
    r, s = rng.randint(0, 4), rng.randint(11, 16)
    found = [
        Property(f"it is a multiple of {m}", lambda n: n % m == 0),
        Property(f"it is greater than {k}", lambda n: n > k),
        Property(f"it is less than {k + 100}", lambda n: n < k + 100),
        Property(f"the digit {d} occurs in it", lambda n: str(d) in str(n)),
        Property("its digits are all different", lambda n: len(set(str(n))) == 3),
        Property(f"its digits add up to more than {s}", lambda n: sum(map(int, str(n))) > s),
        Property("the sum of its digits is odd", lambda n: sum(map(int, str(n))) % 2 == 1),
        Property("its last digit is larger than its first", lambda n: n % 10 > n // 100),
        Property("its middle digit is even", lambda n: n // 10 % 10 % 2 == 0),
        Property(f"it leaves remainder {r} when divided by 5", lambda n: n % 5 == r),
        Property("it is odd", lambda n: n % 2 == 1),
        Property("its middle digit is the largest of the three, without a tie",
                 lambda n: n // 10 % 10 > max(n // 100, n % 10)),
    ]  # fmt: skip
    rng.shuffle(found)
    return found


PROPERTY_RULE: Final = {
    1: (
        "It accepts a number exactly when one particular property from the following list is present, always the same "
        "one:",
        "Which of the properties below decides is unknown, but it is a single one and never changes; a number is "
        "accepted exactly when it has it:",
    ),
    2: (
        "It accepts a number exactly when two particular properties from the following list are both present, always "
        "the same two:",
        "Two of the properties below decide, always the same two; a number is accepted exactly when it has both:",
    ),
    3: (
        "It accepts a number exactly when three particular properties from the following list are all present, always "
        "the same three:",
        "Three of the properties below decide, always the same three; a number is accepted exactly when it has all of "
        "them:",
    ),
}
PROPERTY_ASK: Final = (
    "Will {q} be accepted? Answer yes or no.",
    "Judging from this, is {q} accepted? Answer yes or no.",
    "Does it accept {q}? Answer yes or no.",
)


def make_property(draw: Draw) -> Draft:
    """Whether a number is accepted, given observations that pin the deciding properties down far enough."""
    rng = draw.rng
    n, k, observed = (int(str(draw.params[p])) for p in ("listed", "combined", "observed"))
    listed_properties = _properties(rng)[:n]
    hypotheses = list(itertools.combinations(listed_properties, k))
    hidden = rng.choice(hypotheses)

    def accepts(hypothesis: Sequence[Property], x: int) -> bool:
        return all(p.holds(x) for p in hypothesis)

    left, seen = hypotheses, []
    accepted = [x for x in range(100, 1000) if accepts(hidden, x)]
    if len(accepted) < 8:
        raise Redraw("hardly any number is accepted")
    for i in range(observed):
        pool = accepted if i == 0 or rng.random() < 0.35 else range(100, 1000)
        trials = [x for x in rng.sample(list(pool), min(12, len(pool))) if x not in seen]
        x = min(trials, key=lambda t: sum(accepts(h, t) is accepts(hidden, t) for h in left))
        seen.append(x)
        left = [h for h in left if accepts(h, x) is accepts(hidden, x)]
    sure = [
        x
        for x in range(100, 1000)
        if x not in seen
        and accepts(hidden, x) is draw.first_side
        and all(accepts(h, x) is draw.first_side for h in left)
    ]
    if not draw.first_side and k > 1:
        sure = [x for x in sure if sum(p.holds(x) for p in hidden) == k - 1]
    if not draw.first_side and k == 1:
        sure = [x for x in sure if sum(p.holds(x) for p in listed_properties) * 2 >= n - 1]
    if not sure:
        raise Redraw("no number is decided")
    rng.shuffle(seen)
    groups = [
        (sorted(x for x in seen if accepts(hidden, x) is good), word)
        for good, word in ((True, "accepted"), (False, "rejected"))
    ]
    trials_text = "; ".join(f"{word}: {', '.join(map(str, g))}" for g, word in groups if g)
    opening = rng.choice(PROPERTY_OPENINGS).format(
        name=rng.choice(NAMES), place=rng.choice(PLACES), work=rng.choice(WORKPLACES)
    )
    body = "; ".join(p.words for p in listed_properties)
    text = (
        f"{opening} {rng.choice(PROPERTY_RULE[k])} {body}. So far it has {trials_text}. "
        f"{rng.choice(PROPERTY_ASK).format(q=rng.choice(sure))}"
    )
    return Draft(text, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="recurrence_next",
        subcategory="pattern_inference",
        levels=SEQUENCE_LEVELS,
        make=make_sequence,
        solve=solve.recurrence_next,
        method="exact linear system for the constants of the stated kind of rule",
    ),
    Family(
        name="letter_code",
        subcategory="pattern_inference",
        levels=CODE_LEVELS,
        make=make_code,
        solve=solve.letter_code,
        method="all procedures as position maps and shifts, filtered by the examples",
    ),
    Family(
        name="hidden_property",
        subcategory="pattern_inference",
        levels=PROPERTY_LEVELS,
        make=make_property,
        solve=solve.hidden_property,
        method="version space of the listed properties read from the text",
        two_way=True,
    ),
)
