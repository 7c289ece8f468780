"""Vocabulary: kinds of things, opposites and synonyms, from everyday words to rare ones."""

import random
from collections.abc import Sequence
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.lexicon import KINDS, OPPOSITES, SYNONYMS
from mirror_inspect.bank.solvers.linguistic import vocabulary_semantics as solve
from mirror_inspect.bank.wording import listing, number_set, numbered, param, scene
from mirror_inspect.bank.wordnet import LICENSE, relations
from mirror_inspect.taxonomy import AnswerType

SOURCE: Final = "hand-written lexicon, confirmed by WordNet 3.1"

COUNT_LEVELS: Final = {
    1: {"words": 6, "kinds": 1, "rarity": 1},
    2: {"words": 9, "kinds": 1, "rarity": 2},
    3: {"words": 13, "kinds": 2, "rarity": 3},
    4: {"words": 18, "kinds": 3, "rarity": 4},
    5: {"words": 26, "kinds": 4, "rarity": 5},
}
PAIR_LEVELS: Final = {
    1: {"words": 6, "decoys": 0, "rarity": 1},
    2: {"words": 9, "decoys": 1, "rarity": 2},
    3: {"words": 12, "decoys": 2, "rarity": 3},
    4: {"words": 16, "decoys": 4, "rarity": 4},
    5: {"words": 22, "decoys": 7, "rarity": 5},
}
CLAIM_LEVELS: Final = {
    1: {"claims": 2, "rarity": 1},
    2: {"claims": 3, "rarity": 2},
    3: {"claims": 5, "rarity": 3},
    4: {"claims": 7, "rarity": 4},
    5: {"claims": 10, "rarity": 5},
}

COUNT_SCENES: Final = (
    "a word game at the {work} used a pile of cards",
    "{name} sorted word cards for the quiz evening of the {work}",
    "the crossword club of the {work} wrote a list on the board",
    "{name} found a torn page of a dictionary at the {work}",
    "the trainees at the {work} shuffled a vocabulary box",
    "a puzzle sheet from the {work} reached {name}",
    "{name} tested the night crew of the {work} on their vocabulary",
    "a magnetic word set was left on the fridge of the {work}",
)
COUNT_ASK: Final = (
    "How many of them name a kind of {kinds}, in a usual dictionary sense of the word?",
    "Taking usual dictionary senses, how many of these words stand for a kind of {kinds}?",
    "Count the words that have, as a usual dictionary sense, a kind of {kinds}.",
)
LIST_LEADS: Final = ("These were the words", "The words were", "The list read", "The words, in no special order")


def make_kind_count(draw: Draw) -> Draft:
    """Count the words of a list that name something of the kinds asked for."""
    rng, n, rarity = draw.rng, param(draw, "words"), param(draw, "rarity")
    rank = relations().rarity
    pool = {k: [w for w in words if rank(w) == rarity] for k, words in KINDS.items()}
    kinds = rng.sample([k for k, words in pool.items() if len(words) >= 2], param(draw, "kinds"))
    inside = [w for k in kinds for w in pool[k]]
    outside = [w for k, words in pool.items() if k not in kinds for w in words]
    low, high = max(len(kinds), n - len(outside), n // 4), min(len(inside), 2 * n // 3)
    if low > high:
        raise Redraw("too few words of these kinds")
    count = rng.randint(low, high)
    words = rng.sample(inside, count) + rng.sample(outside, n - count)
    rng.shuffle(words)
    ask = rng.choice(COUNT_ASK).format(kinds=listing(kinds, "or"))
    question = f"{scene(rng, COUNT_SCENES)}. {rng.choice(LIST_LEADS)}: {', '.join(words)}. {ask}"
    return Draft(question, str(count), AnswerType.INTEGER, provenance=SOURCE, license=LICENSE)


PAIR_SCENES: Final = (
    "{name} numbered the words for a memory game at the {work}",
    "a vocabulary test was pinned up at the {work}",
    "the reading group of the {work} made a list of words",
    "{name} pulled word cards out of a hat at the {work}",
    "a crossword setter visited the {work} and left this list",
    "the quiz team of the {work} practised with a list",
    "{name} copied a column of words from an old primer of the {work}",
    "somebody chalked a list of words on the door of the {work}",
)
PAIR_ASK: Final = (
    "Exactly two of the words are opposites of each other; some others may mean nearly the same.",
    "Only one pair among them consists of opposites, although there may be words that mean the same.",
    "Among the numbered words there is a single pair with opposite meanings. Words of like meaning do not matter.",
)
PAIR_FORM: Final = (
    "Give the numbers of that pair, smaller number first, separated by a comma.",
    "Which two are they? Answer with their numbers, smaller first, separated by a comma.",
    "Name the pair by its two numbers in rising order, separated by a comma.",
)


def _near(pairs: Sequence[tuple[str, str]], rarity: int, spread: int) -> list[tuple[str, str]]:
    return [p for p in pairs if abs(relations().rarity(*p) - rarity) <= spread]


def make_opposite_pair(draw: Draw) -> Draft:
    """Find the only pair of opposites in a numbered list with pairs of synonyms as decoys."""
    rng, n, rarity, decoys = draw.rng, param(draw, "words"), param(draw, "rarity"), param(draw, "decoys")
    target = rng.choice(_near(OPPOSITES, rarity, 0))
    words = {*target}
    for pair in rng.sample(_near(SYNONYMS, rarity, 1), decoys):
        words |= {*pair}
    fillers = [rng.choice(p) for p in _near(OPPOSITES, rarity, 1) if p != target]
    rng.shuffle(fillers)
    for filler in fillers:
        if len(words) < n:
            words.add(filler)
    found = relations()
    same = sum(pair <= words for pair in found.synonyms)
    if len(words) != n or sum(pair <= words for pair in found.opposites) != 1 or same != decoys:
        raise Redraw("not exactly one pair of opposites")
    order = sorted(words)
    rng.shuffle(order)
    where = [order.index(w) + 1 for w in target]
    question = f"{scene(rng, PAIR_SCENES)}. {rng.choice(PAIR_ASK)} {rng.choice(PAIR_FORM)}\n{numbered(order)}"
    return Draft(question, number_set(where), AnswerType.SET, provenance=SOURCE, license=LICENSE)


CLAIM_SCENES: Final = (
    "{name} dictated some remarks about words at the {work}",
    "a poster in the corridor of the {work} explained some words",
    "two colleagues at the {work} bet on the meanings of words",
    "{name} drafted a glossary for the {work}",
    "a visitor to the {work} showed off a large vocabulary",
    "the spelling club of the {work} collected facts about words",
    "{name} filled in a worksheet at the {work}",
    "an evening class at the {work} ended with some statements",
)
KIND_CLAIMS: Final = (
    "\u201c{a}\u201d names a kind of {b}",
    "\u201c{a}\u201d is the word for a kind of {b}",
    "\u201c{a}\u201d can be used for a kind of {b}",
)
OPPOSITE_CLAIMS: Final = (
    "\u201c{a}\u201d and \u201c{b}\u201d are opposites",
    "\u201c{a}\u201d is the opposite of \u201c{b}\u201d",
)
SYNONYM_CLAIMS: Final = (
    "\u201c{a}\u201d and \u201c{b}\u201d can mean the same",
    "\u201c{a}\u201d has a sense in common with \u201c{b}\u201d",
)
CLAIM_ASK: Final = (
    "Taking usual dictionary senses, are all of these statements true?",
    "Is every one of these statements true of the words' usual dictionary senses?",
    "By the dictionary, is the whole list of statements correct?",
)


def _claim(rng: random.Random, rarity: int, true: bool, used: set[str]) -> str:
    relation = rng.choice(("kind", "kind", "opposite", "synonym"))
    rank = relations().rarity
    if relation == "kind":
        kind = rng.choice(sorted(KINDS))
        words = [w for w in KINDS[kind] if rank(w) == rarity and w not in used]
        if not words:
            raise Redraw("no word of this kind and rarity")
        word = rng.choice(words)
        used.add(word)
        shown = kind if true else rng.choice([k for k in sorted(KINDS) if k != kind])
        return rng.choice(KIND_CLAIMS).format(a=word, b=shown)
    pairs = [p for p in _near(OPPOSITES if relation == "opposite" else SYNONYMS, rarity, 0) if not used & {*p}]
    a, b = rng.sample(rng.choice(pairs), 2)
    used |= {a, b}
    return rng.choice(OPPOSITE_CLAIMS if (relation == "opposite") == true else SYNONYM_CLAIMS).format(a=a, b=b)


def make_word_claims(draw: Draw) -> Draft:
    """A list of claims about words, all true or with exactly one false."""
    rng, n, rarity = draw.rng, param(draw, "claims"), param(draw, "rarity")
    wrong = None if draw.first_side else rng.randrange(n)
    used: set[str] = set()
    claims = [_claim(rng, rarity, i != wrong, used) for i in range(n)]
    question = f"{scene(rng, CLAIM_SCENES)}: {'; '.join(claims)}. {rng.choice(CLAIM_ASK)} Answer yes or no."
    gold = "yes" if draw.first_side else "no"
    return Draft(question, gold, AnswerType.YES_NO, provenance=SOURCE, license=LICENSE)


FAMILIES: Final = (
    Family(
        name="kind_count",
        subcategory="vocabulary_semantics",
        levels=COUNT_LEVELS,
        make=make_kind_count,
        solve=solve.kind_count,
        method="hypernym lookup in WordNet 3.1",
    ),
    Family(
        name="opposite_pair",
        subcategory="vocabulary_semantics",
        levels=PAIR_LEVELS,
        make=make_opposite_pair,
        solve=solve.opposite_pair,
        method="antonym lookup in WordNet 3.1",
    ),
    Family(
        name="word_claims",
        subcategory="vocabulary_semantics",
        levels=CLAIM_LEVELS,
        make=make_word_claims,
        solve=solve.word_claims,
        method="relation lookup in WordNet 3.1",
        two_way=True,
    ),
)
