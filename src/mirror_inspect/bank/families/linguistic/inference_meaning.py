"""Inference from meaning: implicative verbs, presuppositions, and what follows from a more general wording."""

from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.linguistic import inference_meaning as solve
from mirror_inspect.bank.wording import param, people, persistent, scene
from mirror_inspect.taxonomy import AnswerType

IMPLICATIVE_LEVELS: Final = {
    1: {"verbs": 1, "negations": 1},
    2: {"verbs": 2, "negations": 1},
    3: {"verbs": 3, "negations": 2},
    4: {"verbs": 5, "negations": 3},
    5: {"verbs": 9, "negations": 6},
}
CENSUS_LEVELS: Final = {
    1: {"people": 3, "statements": 3},
    2: {"people": 6, "statements": 5},
    3: {"people": 10, "statements": 7},
    4: {"people": 16, "statements": 11},
    5: {"people": 25, "statements": 17},
}
FOLLOWS_LEVELS: Final = {
    1: {"operators": 1, "changes": 1},
    2: {"operators": 1, "changes": 2},
    3: {"operators": 3, "changes": 2},
    4: {"operators": 4, "changes": 3},
    5: {"operators": 7, "changes": 3},
}

POSITIVE: Final = ("manage", "remember")
NEGATIVE: Final = ("fail", "forget", "neglect", "omit")
PAST: Final = {
    "manage": "managed", "remember": "remembered", "fail": "failed", "forget": "forgot", "neglect": "neglected",
    "omit": "omitted",
}  # fmt: skip
DEEDS: Final = (
    ("lock", "the gate"), ("water", "the plants"), ("switch off", "the oven"), ("sign", "the contract"),
    ("post", "the parcel"), ("feed", "the cat"), ("renew", "the passport"), ("pay", "the bill"), ("return", "the key"),
    ("answer", "the letter"), ("close", "the window"), ("hand in", "the form"), ("empty", "the bins"),
    ("ring", "the bell"), ("salt", "the soup"), ("wind up", "the clock"), ("fetch", "the mail"),
    ("print", "the badges"),
)  # fmt: skip
ADVERBS: Final = ("in the end", "as far as one knows", "that day", "in fact", "after all", "on that occasion")
IMPLICATIVE_SCENES: Final = (
    "a roundabout sentence stood in the report of the {work}",
    "{name} never put things simply at the {work}",
    "the lawyer of the {work} chose strange words",
    "a memo at the {work} made people frown",
    "the foreman of the {work} loved long verb chains",
    "{name} read out the minutes of the {work}",
    "somebody at the {work} tried to sound clever",
    "the witness from the {work} was hard to follow",
)
IMPLICATIVE_RULES: Final = (
    "Taking every verb strictly, so that each settles whether the thing after it was done",
    "If each verb is read strictly and decides about what follows it",
    "Reading it literally, with every verb settling the matter one way or the other",
    "Assuming the sentence is true and each of its verbs decides whether the next thing happened",
)


def make_implicative(draw: Draw) -> Draft:
    """Whether something was done, told through a chain of implicative verbs and negations."""
    rng, n = draw.rng, param(draw, "verbs")
    nots = set(rng.sample(range(n + 1), param(draw, "negations")))
    verbs: list[str] = []
    while len(verbs) < n:
        verbs.append(rng.choice([v for v in (*POSITIVE, *POSITIVE, *NEGATIVE) if v not in verbs[-1:]]))
    done = (len(nots) + sum(v in NEGATIVE for v in verbs)) % 2 == 0
    if done != draw.first_side or (n > 2 and sum(v in NEGATIVE for v in verbs) < n // 2):
        raise Redraw("the other answer is due")
    name = people(rng, 1)[0]
    deed, thing = rng.choice(DEEDS)
    text = f"{name} did not {verbs[0]}" if 0 in nots else f"{name} {PAST[verbs[0]]}"
    for i, verb in enumerate([*verbs[1:], deed], start=1):
        text += f"{' not' if i in nots else ''} to {verb}"
    question = (
        f"{scene(rng, IMPLICATIVE_SCENES, but=[name])}: \u201c{text} {thing} {rng.choice(ADVERBS)}.\u201d "
        f"{rng.choice(IMPLICATIVE_RULES)}, did {name} {deed} {thing}? Answer yes or no."
    )
    return Draft(question, "yes" if done else "no", AnswerType.YES_NO)


EVENTS: Final = (
    ("come to the wedding", "came to the wedding", "come to the wedding", "coming to the wedding"),
    ("sign the petition", "signed the petition", "signed the petition", "signing the petition"),
    ("join the excursion", "joined the excursion", "joined the excursion", "joining the excursion"),
    ("pay the deposit", "paid the deposit", "paid the deposit", "paying the deposit"),
    ("take the exam", "took the exam", "taken the exam", "taking the exam"),
    ("see the eclipse", "saw the eclipse", "seen the eclipse", "seeing the eclipse"),
    ("eat the soup", "ate the soup", "eaten the soup", "eating the soup"),
    ("climb the tower", "climbed the tower", "climbed the tower", "climbing the tower"),
    ("vote in the election", "voted in the election", "voted in the election", "voting in the election"),
    ("swim in the lake", "swam in the lake", "swum in the lake", "swimming in the lake"),
)
STATEMENTS: Final = {
    "+": (
        "{a} {past}", "{a} regrets {ing}", "{a} is glad to have {done}", "{a} managed to {base}",
        "had {a} not {done}, there would have been fewer worries", "it was {a}'s own idea to {base}, and {a} did so",
        "{a} never denied having {done}, since that was the truth", "{a} did {base} after all",
    ),
    "-": (
        "{a} did not {base}", "{a} forgot to {base}", "{a} only pretended to have {done}",
        "had {a} {done}, the day would have been merrier", "{a} would have {done} but for a cold",
        "{a} is sorry not to have {done}", "{a} refused to {base} and stuck to it", "{a} regrets not {ing}",
    ),
    "++": (
        "{a} {past}, and so did {b}", "both {a} and {b} {past}", "{a} {past}; {b} did too",
        "{a} knows that {b} {past}, just as {a} did", "{b} {past} because {a} had {done}",
    ),
    "--": (
        "{a} did not {base}, and neither did {b}", "neither {a} nor {b} {past}", "{a} forgot to {base}, as did {b}",
        "{a} did not {base}, nor did {b}",
    ),
    "+-": (
        "unlike {b}, {a} {past}", "{a} {past}, whereas {b} did not", "of {a} and {b} only {a} {past}",
        "{a} {past} instead of {b}", "{a} is sad that {b}, unlike {a}, did not {base}",
        "exactly one of {a} and {b} {past}, and it was not {b}",
    ),
}  # fmt: skip
CENSUS_SCENES: Final = (
    "the guest list of the {work} had to be reconstructed",
    "a survey among the people of the {work} brought these answers",
    "gossip at the {work} yielded the following",
    "the yearbook of the {work} needed a number",
    "an old letter told of the people of the {work}",
    "the chronicler of the {work} collected statements",
    "a committee of the {work} went through its notes",
    "the club that meets behind the {work} wanted to know",
)
CENSUS_ASK: Final = (
    "All these statements are true. How many of the people named in them {past}?",
    "Every statement is true. Of the people named in them, how many {past}?",
    "Given that everything said here is true, how many of the people mentioned in it {past}?",
)


def make_census(draw: Draw) -> Draft:
    """How many people did something, told through presuppositions, counterfactuals and ellipsis."""
    rng, n, k = draw.rng, param(draw, "people"), param(draw, "statements")
    names = people(rng, n)
    pairs = n - k
    kinds = ["pair"] * pairs + ["single"] * (k - pairs)
    rng.shuffle(kinds)
    base, past, done, ing = rng.choice(EVENTS)
    count, told, used = 0, [], iter(names)
    recent: list[str] = []
    for kind in kinds:
        sign = rng.choice(("++", "--", "+-", "+-") if kind == "pair" else ("+", "-"))
        template = rng.choice([t for t in STATEMENTS[sign] if t not in recent])
        recent = [*recent[-3:], template]
        told.append(
            template.format(
                a=next(used), b=next(used) if kind == "pair" else "", base=base, past=past, done=done, ing=ing
            )
        )
        count += sign.count("+")
    question = f"{scene(rng, CENSUS_SCENES, but=names)}: {'; '.join(told)}. {rng.choice(CENSUS_ASK).format(past=past)}"
    return Draft(question, str(count), AnswerType.INTEGER)


SUBJECTS: Final = (("nurse", "person"), ("violinist", "musician"), ("baker", "tradesman"), ("poet", "writer"))
OWNED: Final = (("spaniel", "dog"), ("canary", "bird"), ("scooter", "vehicle"), ("violin", "instrument"))
PREDICATES: Final = (
    ("left before noon", "left"), ("sang loudly", "sang"), ("arrived by train", "arrived"), ("slept soundly", "slept"),
    ("danced a waltz", "danced"), ("paid in cash", "paid"),
)  # fmt: skip
QUANTIFIERS: Final = {
    "every": (-1, 1), "no": (-1, -1), "at least three": (1, 1), "at most two": (-1, -1), "fewer than four": (-1, -1),
    "more than two": (1, 1), "not every": (1, -1),
}  # fmt: skip
SINGULAR: Final = frozenset({"every", "no", "not every"})
WRAPPERS: Final = {
    "it is not the case that": -1, "it is false that": -1, "nobody can truthfully claim that": -1,
    "it is true that": 1, "it is wrong to deny that": 1, "one cannot doubt the fact that": 1,
}  # fmt: skip
FOLLOWS_SCENES: Final = (
    "two claims were made at the {work}",
    "{name} compared two sentences in a report of the {work}",
    "a logic teacher visited the {work} with two claims",
    "the press office of the {work} weighed two wordings",
    "{name} and a colleague at the {work} made claims about one evening",
    "an audit of the {work} turned on two sentences",
    "a fact checker called the {work} about two claims",
    "the debating club of the {work} took up two sentences",
)
FOLLOWS_NOTE: Final = (
    "A statement about \u201cevery\u201d member of a group counts as true when the group is empty.",
    "If a group is empty, what is said of \u201cevery\u201d member of it counts as true.",
    "Let \u201cevery\u201d be true of empty groups.",
)
FOLLOWS_ASK: Final = (
    "How are the two claims related by their meaning alone?",
    "Which of these describes how the two are related, going by meaning alone?",
    "Judging by meaning alone, what holds between the two?",
)
FOLLOWS_OPTIONS: Final = {
    (True, False): "If claim one is true, claim two must be true, but not the other way round.",
    (False, True): "If claim two is true, claim one must be true, but not the other way round.",
    (False, False): "Neither of the two claims must be true if the other one is true.",
}


def make_follows(draw: Draw) -> Draft:
    """Which of two claims follows from the other, when words are exchanged for more general or special ones."""
    rng, operators, changes = draw.rng, param(draw, "operators"), param(draw, "changes")
    inner = rng.choice(("a", "no")) if operators > 1 else "a"
    rest = operators - 1 - (inner == "no")
    wrappers = rng.sample(sorted(WRAPPERS), rest)
    if not any(WRAPPERS[w] < 0 for w in wrappers) and rest:
        raise Redraw("no negation")
    quantifier = rng.choice(sorted(QUANTIFIERS))
    outer = 1
    for wrapper in wrappers:
        outer *= WRAPPERS[wrapper]
    left, right = (outer * sign for sign in QUANTIFIERS[quantifier])
    polarity = {"subject": left, "owned": left * (-1 if inner == "no" else 1), "predicate": right}
    words = {"subject": rng.choice(SUBJECTS), "owned": rng.choice(OWNED), "predicate": rng.choice(PREDICATES)}
    changed = set(rng.sample(sorted(words), changes))
    first = {slot: rng.randrange(2) for slot in words}
    second = {slot: level ^ (slot in changed) for slot, level in first.items()}
    directions = {(second[s] - first[s]) * polarity[s] for s in changed}
    key = (directions == {1}, directions == {-1})
    if rng.random() < 0.5 and key == (False, False):
        raise Redraw("unrelated claims would be too many")

    def sentence(choice: dict[str, int]) -> str:
        subject, owned, predicate = (words[s][choice[s]] for s in ("subject", "owned", "predicate"))
        many = quantifier not in SINGULAR
        article = "an" if owned[0] in "aeiou" else "a"
        noun = {"tradesman": "tradesmen"}.get(subject, subject + "s") if many else subject
        thing = f"{article if inner == 'a' else 'no'} {owned}"
        text = " ".join([*wrappers, quantifier, noun, "who own" if many else "who owns", thing, predicate])
        return f"{text[0].upper()}{text[1:]}."

    question = (
        f"{scene(rng, FOLLOWS_SCENES)}. Claim one: \u201c{sentence(first)}\u201d Claim two: "
        f"\u201c{sentence(second)}\u201d "
        f"{rng.choice(FOLLOWS_NOTE)} {rng.choice(FOLLOWS_ASK)}"
    )
    gold = FOLLOWS_OPTIONS[key]
    return Draft(question, gold, AnswerType.CHOICE, distractors=tuple(o for o in FOLLOWS_OPTIONS.values() if o != gold))


FAMILIES: Final = (
    Family(
        name="implicative_chain",
        subcategory="inference_meaning",
        levels=IMPLICATIVE_LEVELS,
        make=persistent(make_implicative),
        solve=solve.implicative_chain,
        method="left-to-right automaton over verb signatures",
        two_way=True,
    ),
    Family(
        name="presupposition_census",
        subcategory="inference_meaning",
        levels=CENSUS_LEVELS,
        make=make_census,
        solve=solve.presupposition_census,
        method="pattern-wise polarity of every named person",
    ),
    Family(
        name="claim_follows",
        subcategory="inference_meaning",
        levels=FOLLOWS_LEVELS,
        make=persistent(make_follows),
        solve=solve.claim_follows,
        method="search for counter-models with z3",
    ),
)
