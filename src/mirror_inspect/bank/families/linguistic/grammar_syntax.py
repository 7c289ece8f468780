"""Grammar and syntax: agreement across embedding, faulty lines, finite verbs among non-finite ones."""

import random
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family
from mirror_inspect.bank.solvers.linguistic import grammar_syntax as solve
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.bank.wording import number_set, numbered, param, people, scene
from mirror_inspect.taxonomy import AnswerType

NESTED_LEVELS: Final = {
    1: {"subjects": 1, "attractors": 1},
    2: {"subjects": 2, "attractors": 0},
    3: {"subjects": 2, "attractors": 2},
    4: {"subjects": 3, "attractors": 3},
    5: {"subjects": 5, "attractors": 5},
}
FAULTY_LEVELS: Final = {
    1: {"lines": 4, "faults": 2, "gap": 0},
    2: {"lines": 6, "faults": 2, "gap": 3},
    3: {"lines": 8, "faults": 3, "gap": 6},
    4: {"lines": 11, "faults": 4, "gap": 6},
    5: {"lines": 15, "faults": 6, "gap": 9},
}
FINITE_LEVELS: Final = {
    1: {"finite": 2, "nonfinite": 1},
    2: {"finite": 3, "nonfinite": 3},
    3: {"finite": 5, "nonfinite": 6},
    4: {"finite": 8, "nonfinite": 11},
    5: {"finite": 13, "nonfinite": 17},
}

PERSONS: Final = (
    "editor", "pilot", "nurse", "clerk", "baker", "tailor", "driver", "painter", "farmer", "gardener", "sailor",
    "teacher", "doctor", "singer", "porter", "builder", "lawyer", "librarian", "plumber", "neighbour",
)  # fmt: skip
THINGS: Final = ("gate", "pillar", "kiosk", "fountain", "lamp", "window", "curtain", "tent", "tower", "ladder", "cart")
WHERE: Final = ("near", "behind", "beside", "beyond", "opposite")
TRANSITIVE: Final = (
    "admire", "trust", "know", "praise", "help", "avoid", "envy", "visit", "thank", "call", "follow", "tease",
)  # fmt: skip
INTRANSITIVE: Final = ("sing", "sleep", "smile", "work", "travel", "swim", "laugh", "whistle", "wait", "yawn")
OFTEN: Final = ("every morning", "on Sundays", "all day", "in silence", "after dinner", "without a pause")

NESTED_SCENES: Final = (
    "{name} read out a sentence at the {work}",
    "a sentence on the notice board of the {work} caught {name}'s eye",
    "the apprentices at the {work} argued about a sentence",
    "{name} from the {work} wrote down a tangled sentence",
    "someone at the {work} handed {name} a slip of paper",
    "a grammar puzzle went round the {work}",
    "{name} found a curious sentence in an old manual of the {work}",
    "two colleagues at the {work} could not agree about a sentence",
)
NESTED_ASK: Final = (
    "Never mind the style: does every verb in it agree in number with its own subject?",
    "However clumsy it may be, does each verb agree in number (singular or plural) with its own subject?",
    "Taken strictly, is every verb in it in the right number, singular or plural, for its own subject?",
    "Is the agreement in number between each verb and its own subject correct throughout?",
)


def _plural(noun: str) -> str:
    return noun + "s"


def _third(verb: str) -> str:
    return {"envy": "envies", "tease": "teases"}.get(verb, verb + "s")


def make_nested_agreement(draw: Draw) -> Draft:
    """A centre-embedded sentence, right or with one verb in the wrong number."""
    rng, n, attractors = draw.rng, param(draw, "subjects"), param(draw, "attractors")
    plural = [rng.random() < 0.5 for _ in range(n)]
    if n > 1 and len(set(plural)) == 1:
        plural[rng.randrange(n)] ^= True
    shown = list(plural)
    if not draw.first_side:
        shown[rng.randrange(n)] ^= True
    nouns = rng.sample(PERSONS, n)
    verbs = [rng.choice(INTRANSITIVE), *rng.sample(TRANSITIVE, n - 1)]
    spread = [0] * n
    for i in range(attractors):
        spread[i % n] += 1
    text = ""
    for noun, many, count in zip(nouns, plural, spread, strict=True):
        text += f"{' that the' if text else 'The'} {_plural(noun) if many else noun}"
        for thing in rng.sample(THINGS, count):
            text += f" {rng.choice(WHERE)} the {thing if many else _plural(thing)}"
    for verb, many in zip(reversed(verbs), reversed(shown), strict=True):
        text += f" {verb if many else _third(verb)}"
    question = (
        f"{scene(rng, NESTED_SCENES)}: \u201c{text} {rng.choice(OFTEN)}.\u201d "
        f"{rng.choice(NESTED_ASK)} Answer yes or no."
    )
    return Draft(question, "yes" if draw.first_side else "no", AnswerType.YES_NO)


IRREGULAR: Final = (
    ("wrote", "written"), ("chose", "chosen"), ("drew", "drawn"), ("took", "taken"), ("gave", "given"),
    ("hid", "hidden"), ("shook", "shaken"), ("stole", "stolen"),
)  # fmt: skip
OBJECTS: Final = {
    "written": ("letter", "report", "poem", "song"), "chosen": ("picture", "gift", "recipe", "lamp"),
    "drawn": ("map", "plan", "horse", "portrait"), "taken": ("photograph", "umbrella", "envelope", "basket"),
    "given": ("answer", "warning", "present", "orange"), "hidden": ("key", "parcel", "egg", "ticket"),
    "shaken": ("bottle", "tree", "box", "rug"), "stolen": ("apple", "scooter", "statue", "icon"),
}  # fmt: skip
AN_WORDS: Final = ("unusual", "old", "elegant", "expensive", "ugly", "enormous", "odd", "awkward")
A_WORDS: Final = ("useful", "European", "beautiful", "heavy", "strange", "unique", "cheap", "large")
PLURALS: Final = (
    ("children", "childs"), ("geese", "gooses"), ("mice", "mouses"), ("men", "mans"), ("women", "womans"),
    ("wives", "wifes"), ("wolves", "wolfs"), ("knives", "knifes"),
)  # fmt: skip
COMPARATIVES: Final = (
    ("cheaper", "more cheaper"), ("better", "more better"), ("worse", "more worse"), ("older", "more older"),
    ("heavier", "more heavier"), ("lighter", "more lighter"),
)  # fmt: skip
CASES: Final = (("her", "she"), ("him", "he"), ("them", "they"), ("us", "we"))
ROLES: Final = ("cousin", "manager", "visitor", "guest", "student", "tourist", "owner", "tenant", "guard", "author")
TAILS: Final = {
    "plural": ("with a drawing of two {x}", "in front of three {x}", "in exchange for two {x}", "instead of four {x}"),
    "comparative": ("and made it look {x}", "and called it {x} than before", "and found it {x} than the last one"),
    "case": ("for {name} and {x}", "in honour of {name} and {x}", "on behalf of {name} and {x}"),
}
FAULTY_SCENES: Final = (
    "the proofreader of the {work} went through these sentences",
    "{name} marked an exercise sheet at the {work}",
    "a new colleague at the {work} handed in some practice sentences",
    "{name} corrected the captions for the brochure of the {work}",
    "an intern at the {work} asked {name} to check a list",
    "the newsletter of the {work} was nearly ready to print",
    "{name} typed up some notes at the {work}",
    "a language exchange at the {work} produced this list",
)
FAULTY_ASK: Final = (
    "Some of the numbered sentences break a rule of standard written English grammar.",
    "A few of the lines below contain a mistake in grammar, by the rules of standard written English.",
    "By the rules of standard written English, not every sentence below is grammatical.",
)
FAULTY_FORM: Final = (
    "List the numbers of the faulty ones in rising order, separated by commas.",
    "Give the numbers of all faulty sentences, smallest first, separated by commas.",
    "Which are they? Answer with their numbers in rising order, separated by commas.",
)


def _line(rng: random.Random, gap: int, fault: str) -> str:
    past, participle = rng.choice(IRREGULAR)
    many = rng.random() < 0.5
    head = rng.choice(ROLES)
    modifiers = "".join(
        f" {where} the {thing if many else _plural(thing)}"
        for where, thing in zip(rng.sample(WHERE, gap // 3), rng.sample(THINGS, gap // 3), strict=True)
    )
    aux = "have" if many != (fault == "agreement") else "has"
    vowel = rng.random() < 0.5
    article = "an" if vowel != (fault == "article") else "a"
    kind = fault if fault in TAILS else rng.choice(sorted(TAILS))
    table = {"plural": PLURALS, "comparative": COMPARATIVES, "case": CASES}[kind]
    right, wrong = rng.choice(table)
    tail = rng.choice(TAILS[kind]).format(x=wrong if kind == fault else right, name=rng.choice(NAMES))
    verb = past if fault == "participle" else participle
    quality = rng.choice(AN_WORDS if vowel else A_WORDS)
    return (
        f"The {_plural(head) if many else head}{modifiers} {aux} {verb} {article} {quality} "
        f"{rng.choice(OBJECTS[participle])} {tail}."
    )


def make_faulty_lines(draw: Draw) -> Draft:
    """Numbered sentences, some with one fault in agreement, participle, article, plural, comparison or case."""
    rng, n, k = draw.rng, param(draw, "lines"), param(draw, "faults")
    kinds = ["agreement", "participle", "article", "plural", "comparative", "case"]
    rng.shuffle(kinds)
    where = sorted(rng.sample(range(1, n + 1), k))
    fault = dict(zip(where, kinds, strict=False))
    lines = [_line(rng, param(draw, "gap"), fault.get(i, "")) for i in range(1, n + 1)]
    question = f"{scene(rng, FAULTY_SCENES)}. {rng.choice(FAULTY_ASK)} {rng.choice(FAULTY_FORM)}\n{numbered(lines)}"
    return Draft(question, number_set(where), AnswerType.SET)


VERBS: Final = (
    ("choose", "chose", "choosing", "chosen"),
    ("draw", "drew", "drawing", "drawn"), ("take", "took", "taking", "taken"), ("hide", "hid", "hiding", "hidden"),
    ("steal", "stole", "stealing", "stolen"), ("throw", "threw", "throwing", "thrown"),
    ("break", "broke", "breaking", "broken"),
    ("forget", "forgot", "forgetting", "forgotten"),
    ("shake", "shook", "shaking", "shaken"),
)  # fmt: skip
FINITE_OBJECTS: Final = (
    "the letter", "the map", "the bottle", "an apple", "the curtain", "the poem", "the ticket", "a basket", "the rug",
    "the kite", "the envelope", "the crown", "the menu", "the vase", "the puppet",
)  # fmt: skip
JOINTS: Final = ("and", "because", "although", "while", "after", "before", "so", "but")
FINITE_SCENES: Final = (
    "{name} set a grammar exercise at the {work}",
    "the writing club of the {work} took a passage apart",
    "{name} copied a few lines from the diary of the {work}",
    "a student at the {work} was given a text to analyse",
    "the staff of the {work} played a word game",
    "{name} prepared a lesson for the trainees of the {work}",
    "a short passage from the novel set in the {work} was read aloud",
)
FINITE_ASK: Final = (
    "How many finite verbs does the passage contain? Finite verbs carry tense; infinitives and participles of every "
    "kind do not count.",
    "Count the finite verbs in it, that is, the forms that carry tense, and leave out every infinitive, participle "
    "and gerund.",
    "Infinitives, gerunds and participles are not finite. How many verb forms in the passage are finite?",
)


def _nonfinite(rng: random.Random, left: int) -> tuple[str, int]:
    base, _, ing, done = rng.choice(VERBS)
    thing, name = rng.choice(FINITE_OBJECTS), rng.choice(NAMES)
    other = rng.choice(VERBS)[0]
    choices = [(f" to {base} {thing}", 1), (f" without {ing} {thing}", 1), (f" {done} by {name}", 1)]
    if left >= 2:
        choices += [(f", hoping to {base} {thing}", 2), (f" instead of {ing} {thing} {done} by {name}", 2)]
        choices += [(f", trying to {other} {thing}", 2)]
    return rng.choice(choices)


def make_finite_count(draw: Draw) -> Draft:
    """A passage of clauses with many non-finite verb forms; the finite ones are counted."""
    rng, finite, nonfinite = draw.rng, param(draw, "finite"), param(draw, "nonfinite")
    clauses = [f"{name} {rng.choice(VERBS)[1]} {rng.choice(FINITE_OBJECTS)}" for name in people(rng, finite)]
    while nonfinite:
        extra, cost = _nonfinite(rng, nonfinite)
        i = rng.randrange(finite)
        if clauses[i].count(" ") > 14 or (extra.startswith((" to", " without", " instead")) and "," in clauses[i]):
            continue
        if " by " in clauses[i] and " by " in extra:
            continue
        clauses[i] += extra
        nonfinite -= cost
    sentences, i = [], 0
    while i < finite:
        size = min(rng.choice((1, 2, 2)), finite - i)
        sentences.append(f" {rng.choice(JOINTS)} ".join(clauses[i : i + size]) + ".")
        i += size
    question = f"{scene(rng, FINITE_SCENES)}: \u201c{' '.join(sentences)}\u201d {rng.choice(FINITE_ASK)}"
    return Draft(question, str(param(draw, "finite")), AnswerType.INTEGER)


FAMILIES: Final = (
    Family(
        name="nested_agreement",
        subcategory="grammar_syntax",
        levels=NESTED_LEVELS,
        make=make_nested_agreement,
        solve=solve.nested_agreement,
        method="stack parse with dictionary inflections",
        two_way=True,
    ),
    Family(
        name="faulty_lines",
        subcategory="grammar_syntax",
        levels=FAULTY_LEVELS,
        make=make_faulty_lines,
        solve=solve.faulty_lines,
        method="slot-by-slot check against dictionary inflections",
    ),
    Family(
        name="finite_count",
        subcategory="grammar_syntax",
        levels=FINITE_LEVELS,
        make=make_finite_count,
        solve=solve.finite_count,
        method="dictionary tags of every word form",
    ),
)
