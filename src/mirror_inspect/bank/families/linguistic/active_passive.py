"""Active and passive: turn clauses into the passive, count passive clauses, tell doer from receiver."""

from dataclasses import dataclass
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.linguistic import active_passive as solve
from mirror_inspect.bank.wording import param, people, persistent, scene
from mirror_inspect.taxonomy import AnswerType

CHANGE_LEVELS: Final = {
    1: {"clauses": 1, "auxiliaries": 0},
    2: {"clauses": 1, "auxiliaries": 1},
    3: {"clauses": 2, "auxiliaries": 2},
    4: {"clauses": 4, "auxiliaries": 5},
    5: {"clauses": 6, "auxiliaries": 9},
}
COUNT_LEVELS: Final = {
    1: {"clauses": 4, "decoys": 1},
    2: {"clauses": 7, "decoys": 2},
    3: {"clauses": 10, "decoys": 4},
    4: {"clauses": 15, "decoys": 6},
    5: {"clauses": 22, "decoys": 9},
}
DOER_LEVELS: Final = {
    1: {"facts": 2, "hops": 1},
    2: {"facts": 4, "hops": 1},
    3: {"facts": 6, "hops": 2},
    4: {"facts": 10, "hops": 3},
    5: {"facts": 15, "hops": 5},
}


@dataclass(frozen=True, slots=True)
class _Tense:
    """Templates over v (base), s (third person), d (past), n (participle), g (-ing); number picks is/are, was/were."""

    active: tuple[str, str]
    passive: tuple[str, str]
    auxiliaries: int


TENSES: Final = {
    "present": _Tense(("{s}", "{v}"), ("is {n}", "are {n}"), 0),
    "past": _Tense(("{d}", "{d}"), ("was {n}", "were {n}"), 0),
    "present progressive": _Tense(("is {g}", "are {g}"), ("is being {n}", "are being {n}"), 1),
    "past progressive": _Tense(("was {g}", "were {g}"), ("was being {n}", "were being {n}"), 1),
    "present perfect": _Tense(("has {n}", "have {n}"), ("has been {n}", "have been {n}"), 1),
    "past perfect": _Tense(("had {n}", "had {n}"), ("had been {n}", "had been {n}"), 1),
    "future": _Tense(("will {v}", "will {v}"), ("will be {n}", "will be {n}"), 1),
    "modal": _Tense(("should {v}", "should {v}"), ("should be {n}", "should be {n}"), 1),
    "future perfect": _Tense(("will have {n}", "will have {n}"), ("will have been {n}", "will have been {n}"), 2),
    "modal perfect": _Tense(("must have {n}", "must have {n}"), ("must have been {n}", "must have been {n}"), 2),
}
VERBS: Final = (
    ("choose", "chooses", "chose", "chosen", "choosing"), ("drive", "drives", "drove", "driven", "driving"),
    ("shake", "shakes", "shook", "shaken", "shaking"), ("hide", "hides", "hid", "hidden", "hiding"),
    ("help", "helps", "helped", "helped", "helping"), ("follow", "follows", "followed", "followed", "following"),
    ("teach", "teaches", "taught", "taught", "teaching"), ("catch", "catches", "caught", "caught", "catching"),
    ("lead", "leads", "led", "led", "leading"), ("warn", "warns", "warned", "warned", "warning"),
    ("push", "pushes", "pushed", "pushed", "pushing"), ("thank", "thanks", "thanked", "thanked", "thanking"),
)  # fmt: skip
PERSONS: Final = (
    "editor", "pilot", "nurse", "clerk", "baker", "tailor", "driver", "painter", "farmer", "gardener", "sailor",
    "teacher", "doctor", "singer", "porter", "builder", "lawyer", "plumber", "tourist", "student",
)  # fmt: skip
CHANGE_SCENES: Final = (
    "{name} practised rewriting sentences at the {work}",
    "a style guide at the {work} asked for the passive",
    "the report of the {work} had to be put into the passive",
    "a translator at the {work} stopped at one sentence",
    "{name} prepared a grammar sheet for the {work}",
    "the minutes of the {work} contained this",
    "an editor at the {work} changed one sentence",
    "{name} dictated a line to the secretary of the {work}",
)
CHANGE_ASK: Final = (
    "Which version puts every clause into the passive and keeps tense, aspect and meaning?",
    "Which of these says exactly the same, with every clause in the passive and no change of tense or aspect?",
    "In which version is each clause passive while who does what, tense and aspect stay the same?",
)


@dataclass(frozen=True, slots=True)
class _Clause:
    doer: tuple[str, bool]
    receiver: tuple[str, bool]
    tense: str
    verb: tuple[str, str, str, str, str]

    def text(self, *, passive: bool) -> str:
        """Return the clause in one of the two voices."""
        first, second = (self.receiver, self.doer) if passive else (self.doer, self.receiver)
        table = TENSES[self.tense].passive if passive else TENSES[self.tense].active
        form = table[first[1]].format(**dict(zip("vsdng", self.verb, strict=True)))
        return f"{_noun(first)} {form} {'by ' if passive else ''}{_noun(second)}"


def _noun(noun: tuple[str, bool]) -> str:
    return f"the {noun[0]}{'s' if noun[1] else ''}"


CONFUSED: Final = {
    "present": ("past", "present progressive", "present perfect"),
    "past": ("present", "past progressive", "past perfect"),
    "present progressive": ("past progressive", "present"), "past progressive": ("present progressive", "past"),
    "present perfect": ("past perfect", "past"), "past perfect": ("present perfect", "past"),
    "future": ("modal", "future perfect"), "modal": ("future", "modal perfect"),
    "future perfect": ("future", "modal perfect"), "modal perfect": ("modal", "future perfect"),
}  # fmt: skip


def _altered(clauses: list[_Clause], where: int, tense: str) -> list[_Clause]:
    """Return the clauses with one in another tense, or with doer and receiver exchanged when ``tense`` is empty."""
    old = clauses[where]
    doer, receiver = (old.doer, old.receiver) if tense else (old.receiver, old.doer)
    return [*clauses[:where], _Clause(doer, receiver, tense or old.tense, old.verb), *clauses[where + 1 :]]


def _joined(clauses: list[_Clause], joints: list[str], *, passive: bool) -> str:
    text = clauses[0].text(passive=passive)
    for clause, joint in zip(clauses[1:], joints, strict=True):
        text += f", {joint} {clause.text(passive=passive)}"
    return f"{text[0].upper()}{text[1:]}."


def make_voice_change(draw: Draw) -> Draft:
    """Choose the version with every clause in the passive and nothing else changed."""
    rng, n = draw.rng, param(draw, "clauses")
    tenses = rng.choices(sorted(TENSES), k=n)
    if sum(TENSES[t].auxiliaries for t in tenses) != param(draw, "auxiliaries"):
        raise Redraw("not the number of auxiliaries of the level")
    nouns = [(p, rng.random() < 0.5) for p in rng.sample(PERSONS, 2 * n)]
    clauses = [
        _Clause(nouns[2 * i], nouns[2 * i + 1], t, v)
        for i, (t, v) in enumerate(zip(tenses, rng.sample(VERBS, n), strict=True))
    ]
    joints = [rng.choice(("and", "but", "while", "whereas"))]
    while len(joints) < n - 1:
        joints.append(rng.choice([j for j in ("and", "but", "while", "whereas") if j != joints[-1]]))
    joints = joints[: n - 1]
    # Two changes, each alone and both together: no option is nearer to the others than the gold is.
    slots = [(i, t) for i in range(n) for t in (rng.choice(CONFUSED[tenses[i]]), "")]
    first, second = rng.sample(slots, 2)
    one, two = _altered(clauses, *first), _altered(clauses, *second)
    wrong = [_joined(c, joints, passive=True) for c in (one, two, _altered(one, *second))]
    gold = _joined(clauses, joints, passive=True)
    question = (
        f"{scene(rng, CHANGE_SCENES)}: \u201c{_joined(clauses, joints, passive=False)}\u201d {rng.choice(CHANGE_ASK)}"
    )
    return Draft(question, gold, AnswerType.CHOICE, distractors=tuple(wrong))


THINGS: Final = (
    "gate",
    "roof",
    "boat",
    "clock",
    "bridge",
    "piano",
    "wall",
    "engine",
    "sign",
    "lamp",
    "fence",
    "statue",
)
PASSIVES: Final = (
    "the {t} was {n} by the {p}", "the {t} has been {n}", "the {t} had been {n} twice", "the {t} is being {n}",
    "the {t} was being {n}", "the {t} will be {n}", "the {t} must have been {n} by the {p}",
    "the {t} should be {n} soon",
)  # fmt: skip
PLAIN: Final = (
    "the {p} {d} the {t}", "the {p} has {n} the {t}", "the {p} had {n} the {t} twice", "the {p} will {v} the {t}",
    "the {p} should {v} the {t} soon",
)  # fmt: skip
DECOYS: Final = (
    "the {p} was waiting by the {t}", "the {p} has been {g} the {t}", "the {p} had been standing by the {t}",
    "the {p} is {g} the {t}", "the {p} will be {g} the {t}", "the {p} was the owner of the {t}",
    "the {p} must have been near the {t}", "the {p} was there to {v} the {t}",
)  # fmt: skip
THING_VERBS: Final = (
    ("break", "broke", "broken", "breaking"), ("steal", "stole", "stolen", "stealing"),
    ("draw", "drew", "drawn", "drawing"), ("choose", "chose", "chosen", "choosing"),
    ("hide", "hid", "hidden", "hiding"), ("shake", "shook", "shaken", "shaking"),
    ("repair", "repaired", "repaired", "repairing"), ("paint", "painted", "painted", "painting"),
    ("move", "moved", "moved", "moving"), ("clean", "cleaned", "cleaned", "cleaning"),
)  # fmt: skip
COUNT_SCENES: Final = (
    "the logbook of the {work} described an eventful week",
    "{name} summed up the damage report of the {work}",
    "a witness told a muddled story about the {work}",
    "{name} marked the verbs in a report from the {work}",
    "the caretaker of the {work} left a note",
    "a grammar class used the diary of the {work}",
    "{name} read an old chronicle of the {work}",
    "the insurance file of the {work} contained this",
)
COUNT_ASK: Final = (
    "How many of the clauses, separated here by semicolons, are in the passive voice?",
    "Semicolons separate the clauses. How many of them have a verb in the passive voice?",
    "Count the clauses (divided by semicolons) whose verb is passive.",
)


def make_passive_count(draw: Draw) -> Draft:
    """Count the passive clauses among active ones, many of which look passive."""
    rng, n, decoys = draw.rng, param(draw, "clauses"), param(draw, "decoys")
    passives = rng.randint(max(1, n // 4), n - decoys - 1)
    patterns = rng.choices(PASSIVES, k=passives) + rng.choices(DECOYS, k=decoys)
    patterns += rng.choices(PLAIN, k=n - passives - decoys)
    rng.shuffle(patterns)
    clauses = []
    for pattern in patterns:
        v, d, done, g = rng.choice(THING_VERBS)
        clauses.append(pattern.format(t=rng.choice(THINGS), p=rng.choice(PERSONS), v=v, d=d, n=done, g=g))
    if len(set(clauses)) < n:
        raise Redraw("a clause occurs twice")
    question = f"{scene(rng, COUNT_SCENES)}: {'; '.join(clauses)}. {rng.choice(COUNT_ASK)}"
    return Draft(question, str(passives), AnswerType.INTEGER)


RELATIONS: Final = ("thanked", "praised", "called", "invited", "helped", "visited", "photographed", "greeted")
FACTS: Final = (
    "{a} {r} {b}", "{b} was {r} by {a}", "it was {a} who {r} {b}", "it was {b} who was {r} by {a}",
    "it was by {a} that {b} was {r}", "the person who {r} {b} was {a}", "the person {a} {r} was {b}",
    "the person by whom {b} was {r} was {a}",
)  # fmt: skip
DOER_SCENES: Final = (
    "the day at the {work} was full of small encounters",
    "{name} kept a record of who met whom at the {work}",
    "a reporter reconstructed the day at the {work}",
    "the open day of the {work} had its little stories",
    "{name} overheard this at the {work}",
    "the annual party of the {work} brought people together",
    "a seating plan for the {work} had to consider the past",
    "two teams of the {work} compared their notes",
)
DOER_ENDS: Final = (
    "Nothing else of that kind happened.",
    "That is the complete list.",
    "Apart from this there was nothing of the sort.",
)


def _passive_query(relation: str, names: tuple[str, str], hops: int) -> str:
    """Return the question whether ``hops`` steps of the relation lead from the first name to the second."""
    first, second = names
    middle = f"by somebody who was {relation} " * (hops - 1)
    return f"Was {second} {relation} {middle}by {first}?"


def make_doer(draw: Draw) -> Draft:
    """Whether a chain of doers and receivers links two people, told in mixed voices and orders."""
    rng, n, hops = draw.rng, param(draw, "facts"), param(draw, "hops")
    cast = people(rng, max(3, 2 + n // 2))
    pairs = rng.sample([(a, b) for a in cast for b in cast if a != b], n)
    reach = dict.fromkeys(pairs, 1)
    for _ in range(hops - 1):
        reach = {(a, d): 1 for a, b in reach for c, d in pairs if b == c}
    targets = [(a, b) for a in cast for b in cast if a != b and ((a, b) in reach) == draw.first_side]
    if not draw.first_side:
        targets = [(a, b) for a, b in targets if (b, a) in reach]
    if not targets:
        raise Redraw("no pair has the answer that is due")
    relation = rng.choice(RELATIONS)
    told = [rng.choice(FACTS).format(a=a, b=b, r=relation) for a, b in pairs]
    question = (
        f"{scene(rng, DOER_SCENES, but=cast)}: {'; '.join(told)}. {rng.choice(DOER_ENDS)} "
        f"{_passive_query(relation, rng.choice(targets), hops)} Answer yes or no."
    )
    return Draft(question, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="voice_change",
        subcategory="active_passive",
        levels=CHANGE_LEVELS,
        make=persistent(make_voice_change),
        solve=solve.voice_change,
        method="passive built from the parsed auxiliaries with dictionary participles",
    ),
    Family(
        name="passive_count",
        subcategory="active_passive",
        levels=COUNT_LEVELS,
        make=make_passive_count,
        solve=solve.passive_count,
        method="form of be followed by a dictionary participle",
    ),
    Family(
        name="doer_chain",
        subcategory="active_passive",
        levels=DOER_LEVELS,
        make=make_doer,
        solve=solve.doer_chain,
        method="powers of the relation's matrix",
        two_way=True,
    ),
)
