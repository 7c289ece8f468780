"""Pragmatic implicature: what scales imply, what is literally true, which thing a considerate speaker means."""

import random
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.social import pragmatic_implicature as solve
from mirror_inspect.bank.wording import ORDINALS, listing, param, people, persistent, scene, spelled
from mirror_inspect.taxonomy import AnswerType

SCALE_LEVELS: Final = {
    1: {"links": 1, "listeners": 0},
    2: {"links": 2, "listeners": 0},
    3: {"links": 3, "listeners": 1},
    4: {"links": 4, "listeners": 2},
    5: {"links": 6, "listeners": 4},
}
LITERAL_LEVELS: Final = {
    1: {"facts": 3, "statements": 2},
    2: {"facts": 4, "statements": 4},
    3: {"facts": 6, "statements": 6},
    4: {"facts": 8, "statements": 9},
    5: {"facts": 10, "statements": 14},
}
REFERENCE_LEVELS: Final = {
    1: {"cards": 5, "rounds": 1},
    2: {"cards": 6, "rounds": 2},
    3: {"cards": 8, "rounds": 3},
    4: {"cards": 10, "rounds": 5},
    5: {"cards": 14, "rounds": 8},
}

SCALE: Final = ("some", "many", "most", "all")
GROUPS: Final = (
    ("letters", ("stamped", "foreign", "registered", "torn", "late", "blue", "handwritten")),
    ("apples", ("ripe", "red", "washed", "bruised", "local", "large", "labelled")),
    ("books", ("borrowed", "leather-bound", "illustrated", "signed", "damaged", "old", "annotated")),
    ("visitors", ("retired", "local", "tall", "married", "hungry", "left-handed", "musical")),
    ("bottles", ("green", "empty", "sealed", "imported", "dusty", "square", "heavy")),
    ("photographs", ("framed", "dated", "faded", "coloured", "large", "rare", "blurred")),
    ("coins", ("silver", "ancient", "foreign", "worn", "forged", "round", "polished")),
)
SCALE_SCENES: Final = (
    "a careful inventory was reported at the {work}",
    "{name} summed up a stocktaking at the {work}",
    "an observer at the {work} reported what had been counted",
    "a report was read out at the {work}",
    "{name} told the people of the {work} about a collection",
    "the auditor of the {work} chose every word with care",
    "a message about a delivery reached the {work}",
    "the curator of the {work} described a bequest",
)
SCALE_RULES: Final = (
    "The speaker knows all the numbers and always uses the strongest true word of the scale some, many, most, all, "
    "where "
    "\u201csome\u201d means at least one, \u201cmany\u201d at least a third, \u201cmost\u201d more than half, and "
    "\u201call\u201d every one.",
    "Words here have fixed meanings: \u201csome\u201d is one or more, \u201cmany\u201d a third or more, "
    "\u201cmost\u201d more than half, "
    "\u201call\u201d each of them. The well-informed speaker never uses a weaker word where a stronger one of these "
    "is true.",
    "By \u201csome\u201d the speaker means at least one, by \u201cmany\u201d at least a third, by \u201cmost\u201d "
    "more than half, by "
    "\u201call\u201d every one; knowing the exact numbers, the speaker picks the strongest of these words that is "
    "true.",
)
HEDGES: Final = (
    "{n}, who listened, remarked that a weaker word would have been true as well",
    "{n} took this down without asking anything",
    "{n} would have liked to hear exact numbers",
    "{n} repeated the report word for word to a friend",
    "{n} noticed that no number but the first was mentioned",
    "{n} has heard many such reports",
)


def _interval(word: str, n: int) -> range:
    """Return the counts among ``n`` for which ``word`` is the strongest true word."""
    third, half = -(-n // 3), n // 2
    return {
        "some": range(1, third),
        "many": range(third, half + 1),
        "most": range(half + 1, n),
        "all": range(n, n + 1),
    }[word]


def make_scale(draw: Draw) -> Draft:
    """The largest or smallest number compatible with a chain of scalar statements by a cooperative speaker."""
    rng, links = draw.rng, param(draw, "links")
    noun, qualities = rng.choice(GROUPS)
    chosen = rng.sample(qualities, links)
    words: list[str] = []
    while len(words) < links:
        words.append(rng.choice([w for w in ("some", "many", "many", "most", "most", "all") if [w] != words[-1:]]))
    if words.count("all") > 1 or words.count("some") > 1 or words == ["all"]:
        raise Redraw("a chain that collapses")
    total = rng.randint(20, 60) * 2 ** min(links, 4)
    largest = rng.random() < 0.5
    low = high = total
    for word in words:
        # Both ends grow with the number they are taken from, so the extremes pass from link to link.
        below, above = _interval(word, low), _interval(word, high)
        if not below or not above:
            raise Redraw("the numbers have run out")
        low, high = below[0], above[-1]
    if low < 2:
        raise Redraw("the smallest number is trivial")
    told = [f"{words[0]} of the {noun} were {chosen[0]}"]
    told += [f"{word} of these were {quality}" for word, quality in zip(words[1:], chosen[1:], strict=True)]
    hedges = [h.format(n=n) for h, n in zip(rng.sample(HEDGES, param(draw, "listeners")), people(rng, 4), strict=False)]
    aside = f" {'. '.join(hedges)}." if hedges else ""
    these = " (\u201cThese\u201d are always the ones named just before.)" if links > 1 else ""
    question = (
        f"{scene(rng, SCALE_SCENES)}. {rng.choice(SCALE_RULES)} The report about {total} {noun}: "
        f"{'; '.join(told)}.{these}{aside} "
        f"What is the {'largest' if largest else 'smallest'} possible number of {noun} that were {listing(chosen)}?"
    )
    return Draft(question, str(high if largest else low), AnswerType.INTEGER)


ITEMS: Final = ("soup", "bread", "cheese", "olives", "cake", "salad", "rice", "figs", "nuts", "juice")
LITERAL_SCENES: Final = (
    "everybody brought something to the supper at the {work}",
    "{name} made notes about the buffet at the {work}",
    "a shared meal took place at the {work}",
    "the picnic of the {work} was a success",
    "the pot-luck evening at the {work} was the topic of a chat",
    "{name} wrote up the summer party of the {work}",
    "a talkative guest described the feast at the {work}",
    "the leftovers at the {work} led to a discussion",
)
LITERAL_RULES: Final = (
    "Only the literal meaning counts, not what one would gather beyond it: \u201csome\u201d is at least one and may "
    "be all, "
    "number words mean at least that many, \u201cor\u201d does not exclude both, and \u201cif\u201d is false only "
    "when its condition is "
    "true and the rest is not.",
    "Go by literal truth and ignore hints: \u201cor\u201d includes the case of both, \u201csome\u201d includes "
    "\u201call\u201d, a number is a "
    "minimum, and an \u201cif\u201d sentence fails only if its condition holds while its other part does not.",
)
LITERAL_ASK: Final = (
    "Is everything in these remarks literally true?",
    "Are all of the remarks literally true?",
    "Is each single remark true in the literal sense?",
)


REMARKS: Final = ("some", "or", "if", "number", "either", "both", "all", "every", "nobody")


def _remarks(rng: random.Random, brought: dict[str, frozenset[str]], items: list[str]) -> dict[str, tuple[str, bool]]:
    """Return by kind a remark about random people and things, and whether it is literally true."""
    names = sorted(brought)
    a, b = rng.sample(names, 2)
    x, y = rng.sample(items, 2)
    n = rng.randint(2, max(2, len(names) - 1))
    with_x, with_y = [p for p in names if x in brought[p]], [p for p in names if y in brought[p]]
    kinds = {
        "some": (f"some of the people brought {x}", bool(with_x)),
        "or": (f"{a} or {b} brought {x}", bool({a, b} & {*with_x})),
        "if": (f"if {a} brought {x}, then {b} brought {y}", a not in with_x or b in with_y),
        "number": (f"{spelled(n)} people brought {x}", len(with_x) >= n),
        "either": (f"{a} brought {x} or {y}", bool({x, y} & brought[a])),
        "both": (f"{a} did not bring both {x} and {y}", not {x, y} <= brought[a]),
    }
    if len(with_x) > len(names) // 3:
        kinds["all"] = (f"not everybody brought {x}", len(with_x) < len(names))
    # Statements about an empty group, or with an exception that is none, are left out: readers differ about them.
    if with_x:
        kinds["every"] = (f"everyone who brought {x} also brought {y}", {*with_x} <= {*with_y})
    if with_x == [a] or {*with_x} - {a}:
        kinds["nobody"] = (f"nobody but {a} brought {x}", with_x == [a])
    return kinds


def _statement(rng: random.Random, brought: dict[str, frozenset[str]], items: list[str], true: bool) -> str:
    """Return a statement with the wanted literal truth, of a kind drawn first so that the kind does not tell it."""
    for kind in rng.sample(REMARKS, len(REMARKS)):
        for _ in range(24):
            text, holds = _remarks(rng, brought, items).get(kind, ("", not true))
            if holds == true:
                return text
    raise Redraw("no statement with this truth value")


def make_literal(draw: Draw) -> Draft:
    """Whether every remark about known facts is literally true, however misleading."""
    rng, n, k = draw.rng, param(draw, "facts"), param(draw, "statements")
    names = people(rng, n)
    pool = rng.sample(ITEMS, 4 + n // 3)
    brought = {name: frozenset(rng.sample(pool, rng.randint(1, 3))) for name in names}
    wrong = -1 if draw.first_side else rng.randrange(k)
    told = [_statement(rng, brought, pool, i != wrong) for i in range(k)]
    if len(set(told)) < k:
        raise Redraw("a remark occurs twice")
    facts = "; ".join(f"{name} brought {listing(sorted(things))}" for name, things in brought.items())
    question = (
        f"{scene(rng, LITERAL_SCENES, but=names)}. These are all the facts: {facts}. {rng.choice(LITERAL_RULES)} The "
        f"remarks: {'; '.join(told)}. {rng.choice(LITERAL_ASK)} Answer yes or no."
    )
    return Draft(question, "yes" if draw.first_side else "no", AnswerType.YES_NO)


MARKS: Final = (
    "hat", "beard", "scarf", "pipe", "monocle", "crown", "flower", "feather", "earring", "moustache", "bow tie",
    "badge",
    "necklace", "umbrella", "cane",
)  # fmt: skip
REFERENCE_SCENES: Final = (
    "a card game with drawn faces was played at the {work}",
    "{name} invented a guessing game at the {work}",
    "two players at the {work} faced a row of cards",
    "a language experiment took place at the {work}",
    "the games evening of the {work} began with cards",
    "{name} tested how people at the {work} read between the lines",
    "the trainees of the {work} played with portraits",
    "a puzzle with portraits hung in the hall of the {work}",
)
REFERENCE_RULES: Final = (
    "The speaker names a single feature of the card that is meant, and both sides reason like this: a feature that "
    "only one "
    "card has is reserved for that card, and the card is set aside; then the same is asked of the cards that "
    "remain, and so "
    "on. A card that is set aside is never meant by any other feature.",
    "Speaker and hearer follow one principle. If a feature belongs to just one card, that card is named by this "
    "feature and by "
    "no other, and both leave it out; the principle is then applied again to the remaining cards, as often as "
    "needed. One "
    "feature is spoken.",
    "Exactly one feature may be said. Both players know: whenever a feature is found on only one of the cards still "
    "considered, it is used for that card and the card drops out for all its other features; this is repeated with "
    "what is "
    "left.",
)


def make_reference(draw: Draw) -> Draft:
    """Which card a considerate speaker means by a feature that several cards have."""
    rng, n, rounds = draw.rng, param(draw, "cards"), param(draw, "rounds")
    marks = rng.sample(MARKS, len(MARKS))
    chain = [marks.pop() for _ in range(rounds + 1)]
    # The ring never gets a feature of its own, so that only the chain settles which card is meant.
    ring = [marks.pop() for _ in range(3)]
    cards = [{chain[0], ring[0]}, *({ring[i], ring[(i + 1) % 3]} for i in range(3))]
    cards += [{chain[i], chain[i + 1]} for i in range(rounds)]
    while len(cards) < n:
        # A bystander shares a chain feature but is settled at once by a feature of its own.
        cards.append({rng.choice(chain[:-1]), marks.pop()})
    gold_card = cards[0]
    order = rng.sample(cards, n)
    told = []
    for card in order:
        features = sorted(card)
        rng.shuffle(features)
        told.append(listing([f"a {f}" if f[0] not in "aeiou" else f"an {f}" for f in features]))
    place = order.index(gold_card)
    said = chain[0]
    question = (
        f"{scene(rng, REFERENCE_SCENES)}. The faces show, from left to right: {'; '.join(told)}. "
        f"{rng.choice(REFERENCE_RULES)} The speaker says: \u201c{said}\u201d. Which card is meant?"
    )
    others = [i for i in range(n) if i != place]
    with_mark = [i for i in others if said in order[i]]
    rest = [i for i in others if i not in with_mark]
    rng.shuffle(rest)
    wrong = [*with_mark, *rest][: min(4, n - 1)]
    options = [f"The {ORDINALS[i]} card from the left" for i in (place, *wrong)]
    return Draft(question, options[0], AnswerType.CHOICE, distractors=tuple(options[1:]))


FAMILIES: Final = (
    Family(
        name="scalar_bounds",
        subcategory="pragmatic_implicature",
        levels=SCALE_LEVELS,
        make=persistent(make_scale),
        solve=solve.scalar_bounds,
        method="set of all reachable numbers, link by link",
    ),
    Family(
        name="literal_truth",
        subcategory="pragmatic_implicature",
        levels=LITERAL_LEVELS,
        make=persistent(make_literal),
        solve=solve.literal_truth,
        method="truth of the parsed remarks in the table of facts",
        two_way=True,
    ),
    Family(
        name="reference_game",
        subcategory="pragmatic_implicature",
        levels=REFERENCE_LEVELS,
        make=make_reference,
        solve=solve.reference_game,
        method="repeated removal of uniquely named cards",
    ),
)
