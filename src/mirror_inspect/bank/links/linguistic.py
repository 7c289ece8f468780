"""Bridges that need language: who gave whom, what implicative verbs commit to, which lines break a rule of grammar."""

import random
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import Bridge, Drawn, Skin, opening
from mirror_inspect.bank.solvers.links import linguistic as solve
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.taxonomy import AnswerType

GIFT_SKINS: Final = (
    Skin(
        "event_logistics",
        ("the stall holders of a fair in {place} lend each other tokens", "tokens change hands at the fair in {place}"),
        {"thing": "tokens"},
    ),
    Skin(
        "sports_club",
        (
            "the coaches of a swimming club in {place} share out old medals",
            "old medals go round in the club of {place}",
        ),
        {"thing": "medals"},
    ),
    Skin(
        "agriculture",
        ("the growers around {place} exchange seedlings", "seedlings are passed on among the gardeners of {place}"),
        {"thing": "seedlings"},
    ),
    Skin(
        "warehouse_operations",
        ("the shifts in a depot in {place} pass pallets on to each other", "pallets move between the teams in {place}"),
        {"thing": "pallets"},
    ),
)

ACTIVE: Final = ("{a} gave {b} {x} {t}", "{a} gave {x} {t} to {b}")
PASSIVE: Final = ("{b} was given {x} {t} by {a}", "{x} {t} were given to {b} by {a}")
CLEFT: Final = (
    "it was {a} who gave {b} {x} {t}", "it was {b} who was given {x} {t} by {a}",
    "it was by {a} that {b} was given {x} {t}", "it was to {b} that {a} gave {x} {t}",
    "the person {a} gave {x} {t} to was {b}", "the person who was given {x} {t} by {a} was {b}",
    "the person by whom {b} was given {x} {t} was {a}",
)  # fmt: skip


def draw_gifts(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What one person holds after gifts told in several voices."""
    people = rng.sample(NAMES, min(2 + level, 6))
    focus, others = people[0], people[1:]
    thing = skin.words["thing"]
    forms = (ACTIVE, ACTIVE + PASSIVE, PASSIVE + CLEFT, PASSIVE + CLEFT, CLEFT)[level - 1]
    change, lines = 0, []
    for i in range((2, 4, 6, 9, 12)[level - 1]):
        x = rng.randint(2, 9 + 9 * level)
        if level > 2 and i % 3 == 2 and len(others) > 1:
            a, b = rng.sample(others, 2)
        elif rng.random() < 0.5 and n + change > 4:
            x = rng.randint(2, min(x, n + change - 1)) if x >= n + change else x
            a, b = focus, rng.choice(others)
            change -= x
        else:
            a, b = rng.choice(others), focus
            change += x
        line = rng.choice(forms).format(a=a, b=b, x=x, t=thing)
        lines.append(line)
    if change == 0:
        lines.append(rng.choice(forms).format(a=others[0], b=focus, x=3, t=thing))
        change = 3
    text = f"{opening(rng, skin, others[-1])} {focus} started with {{n}} {thing}. This is what happened then: "
    text += f"{'; '.join(lines)}. How many {thing} did {focus} have in the end?"
    return Drawn(text, lambda v: str(v + change))


INVITE_SKINS: Final = (
    Skin(
        "sports_club",
        ("a tennis club in {place} counts the cards that were renewed", "{name} checks the cards of the club"),
        {"who": "members", "act": "renew the card", "done": "renewed the card"},
    ),
    Skin(
        "property_management",
        (
            "a landlord in {place} waits for the meter readings",
            "{name} collects the readings in {place}",
        ),
        {"who": "tenants", "act": "read the meter", "done": "read the meter"},
    ),
    Skin(
        "medical_scheduling",
        ("a practice in {place} counts the signed forms", "{name} sorts the forms of a practice in {place}"),
        {"who": "patients", "act": "sign the form", "done": "signed the form"},
    ),
)
VERBS: Final = (("managed", "manage", 1), ("remembered", "remember", 1), ("failed", "fail", -1),
                ("forgot", "forget", -1), ("neglected", "neglect", -1))  # fmt: skip


def _chain(rng: random.Random, depth: int, negation: bool) -> tuple[str, int]:
    """Return a phrase such as "did not forget to manage to" and whether it means done (1) or not done (-1)."""
    past, base, sign = rng.choice(VERBS)
    last = base
    if negation:
        phrase, sign = f"did not {base} to", -sign
    else:
        phrase = f"{past} to"
    for _ in range(depth - 1):
        _, inner, s = rng.choice([v for v in VERBS if v[1] != last])
        last = inner
        phrase += f" {inner} to"
        sign *= s
    return phrase, sign


def draw_invited(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """How many did it, when groups are told by verbs that imply it or its opposite."""
    words = skin.words
    groups = (2, 3, 4, 6, 8)[level - 1]
    largest = max(1, n // (groups + 1))
    missing, parts = 0, []
    for i in range(groups):
        depth = max(1, level - 2) if level > 2 else 1
        phrase, sign = _chain(rng, depth, negation=level > 1 and rng.random() < 0.5)
        if i == 0:
            while sign > 0:
                phrase, sign = _chain(rng, depth, negation=level > 1 and rng.random() < 0.5)
        k = rng.randint(1, largest)
        missing += k if sign < 0 else 0
        parts.append(f"{k} {phrase} {words['act']}")
    text = (
        f"{opening(rng, skin)} There are {{n}} {words['who']} in all. Of these, {'; '.join(parts)}; these "
        "groups do not "
    )
    text += f"overlap, and everybody else {words['done']}. Taking each verb strictly, how many of the {words['who']} "
    text += f"{words['done']}?"
    return Drawn(text, lambda v: str(v - missing))


LINE_SKINS: Final = (
    Skin(
        "business_evaluation",
        ("{name} checks the web pages of a shop in {place}", "an agency in {place} has its brochure checked"),
        {"fine": "The shop pays {n} cents for every faulty line that is found"},
    ),
    Skin(
        "trip_planning",
        ("{name} looks over the guide to {place}", "the tourist office in {place} prints a leaflet"),
        {"fine": "Replacing a faulty line costs {n} cents"},
    ),
    Skin(
        "product_design",
        ("the manual of a toy from {place} is typeset", "{name} looks at the draft of a label"),
        {"fine": "For every faulty line the printer charges {n} cents"},
    ),
)
NOUNS: Final = ("lamp", "basket", "ladder", "blanket", "bottle", "drawer", "kettle", "mirror", "pillow", "wheel")
GOOD_BAD: Final = (
    ("The {p} in this room are new.", "The {p} in this room is new."),
    ("The {s} beside the {p2} was moved.", "The {s} beside the {p2} were moved."),
    ("Each of the {p} has a number.", "Each of the {p} have a number."),
    ("An empty {s} stands by the door.", "A empty {s} stands by the door."),
    ("A useful {s} stands by the door.", "An useful {s} stands by the door."),
    ("This {s} is heavier than that {s2}.", "This {s} is more heavier than that {s2}."),
    ("The {s} has been chosen by the guests.", "The {s} has been chose by the guests."),
    ("They had written their names on the {s}.", "They had wrote their names on the {s}."),
    ("The {s} is for you and me.", "The {s} is for you and I."),
    ("There are two {p} and one {s2} here.", "There is two {p} and one {s2} here."),
    ("Neither {s} is broken.", "Neither {s} are broken."),
    ("We need one {s} and fewer {p2}.", "We need one {s} and less {p2}."),
)
EASY: Final = (0, 3, 5, 6, 7, 9)


def draw_lines(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What the faulty lines of a text cost."""
    count = (3, 5, 7, 10, 14)[level - 1]
    kinds = EASY if level <= 2 else range(len(GOOD_BAD))
    faulty = rng.randint(1 if level == 1 else 2, count * 2 // 3)
    marks = [i < faulty for i in range(count)]
    rng.shuffle(marks)
    lines: list[str] = []
    while len(lines) < count:
        s, s2 = rng.sample(NOUNS, 2)
        good, bad = GOOD_BAD[rng.choice(list(kinds))]
        line = (bad if marks[len(lines)] else good).format(s=s, s2=s2, p=f"{s}s", p2=f"{s2}s")
        if line not in lines:
            lines.append(line)
    shown = "\n".join(f"({chr(97 + i)}) {line}" for i, line in enumerate(lines))
    text = f"{opening(rng, skin)} {skin.words['fine']}; a line is faulty when it is not correct standard written "
    text += f"English. These are the lines:\n{shown}\nHow many cents is that in all?"
    return Drawn(text, lambda v: str(v * faulty))


WORD_SKINS: Final = (
    Skin(
        "business_evaluation",
        ("{name} has a sign painted in {place}", "a sign painter in {place} writes an offer"),
        {"pay": "The painter asks {n} cents for each word on the sign that names"},
    ),
    Skin(
        "sports_club",
        ("the club in {place} plays a game with word cards", "{name} shuffles word cards at the club evening"),
        {"pay": "There are {n} points for each card that names"},
    ),
    Skin(
        "kitchen_planning",
        ("the canteen in {place} has a quiz on its trays", "{name} puts word lists on the tables"),
        {"pay": "The kitchen gives {n} grams of biscuits for each listed word that names"},
    ),
)


def draw_words(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What the words of one category earn."""
    rows = [r for r in read_table("facts_words_a.csv") if int(r["tier"]) <= level]
    second = {r["word"]: r["categories"].split("|") for r in read_table("facts_words_b.csv")}
    rows = [r for r in rows if second.get(r["word"]) == [r["category"]]]
    asked = rng.choice(sorted({r["category"] for r in rows}))
    count = (5, 7, 10, 14, 20)[level - 1]
    inside = [r["word"] for r in rows if r["category"] == asked]
    if len(inside) < 2:
        raise Redraw("too few words of that kind")
    hits = rng.randint(2, min(len(inside), count * 2 // 3))
    other = [r["word"] for r in rows if r["category"] != asked]
    words = rng.sample(inside, hits) + rng.sample(other, count - hits)
    rng.shuffle(words)
    one = {"cents": "cents", "points": "points", "grams": "grams"}[skin.words["pay"].split("{n} ")[1].split()[0]]
    text = (
        f"{opening(rng, skin)} {skin.words['pay']} one of the {asked}, by the usual meaning of the word: "
        f"{', '.join(words)}. "
    )
    text += f"How many {one} does that make?"
    return Drawn(text, lambda v: str(v * hits))


STYLE_SKINS: Final = (
    Skin(
        "trip_planning",
        ("{name} edits the mails of a travel office", "a travel office in {place} has rules for its mails"),
        {"pay": "The office fines its writers {n} cents for each sentence that breaks a rule"},
    ),
    Skin(
        "warehouse_operations",
        ("the notices of a depot in {place} have to follow some rules", "{name} edits notices"),
        {"pay": "The box for fines takes {n} cents for each sentence that breaks a rule"},
    ),
    Skin(
        "medical_scheduling",
        ("a surgery in {place} edits its letters", "{name} edits the letters of a surgery"),
        {"pay": "Retyping costs {n} cents for each sentence that breaks a rule"},
    ),
)
STYLE_RULES: Final = ("no contractions such as “don't”", "no exclamation marks", ("no sentence that begins "
                                                                                  "with “And” or “But”"),
                      "no more than nine words in a sentence", "no “I”, “me” or “my”")  # fmt: skip
SUBJECTS: Final = (("We", "have"), ("They", "have"), ("I", "have"), ("The staff", "have"))
OBJECTS: Final = ("the files", "my notes", "the new forms", "the keys", "the old list", "all the papers", "the parcels")
DOINGS: Final = ("checked", "moved", "counted", "signed", "sorted", "packed")
TAILS: Final = (
    "",
    "",
    " on Monday",
    " in the large room upstairs",
    " before the doors open",
    " with great care and patience",
)


def draw_style(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What the sentences cost that break a rule of style."""
    rules = (1, 2, 3, 4, 5)[level - 1]
    sentences: list[str] = []
    bad = 0
    while len(sentences) < (4, 5, 7, 10, 14)[level - 1]:
        (who, verb), what = rng.choice(SUBJECTS), rng.choice(OBJECTS)
        start = rng.choice(("", "", "", "And ", "But ", "Then "))
        short = who != "The staff" and rng.random() < 0.3
        lead = f"{who}'ve" if short else f"{who} {verb}"
        lead = lead[0].lower() + lead[1:] if start and who != "I" else lead
        loud = rng.random() < 0.2
        sentence = f"{start}{lead} {rng.choice(DOINGS)} {what}{rng.choice(TAILS)}{'!' if loud else '.'}"
        if sentence in sentences:
            continue
        broken = [
            short,
            loud,
            start in ("And ", "But "),
            len(sentence.split()) > 9,
            who == "I" or what.startswith("my "),
        ]
        bad += any(broken[:rules])
        sentences.append(sentence)
    if bad < 2 or bad == len(sentences):
        raise Redraw("too few or too many sentences break a rule")
    text = (
        f"{opening(rng, skin)} The rules: {'; '.join(STYLE_RULES[:rules])}. {skin.words['pay']}, however "
        "many it breaks. The text: "
    )
    text += f"“{' '.join(sentences)}” How many cents is that in all?"
    return Drawn(text, lambda v: str(v * bad))


BRIDGES: Final = (
    Bridge(
        "told_gifts",
        "active_passive",
        AnswerType.INTEGER,
        3,
        20_000,
        GIFT_SKINS,
        draw_gifts,
        solve.told_gifts,
        "role patterns of the clauses",
    ),
    Bridge(
        "implied_attendance",
        "inference_meaning",
        AnswerType.INTEGER,
        12,
        20_000,
        INVITE_SKINS,
        draw_invited,
        solve.implied_attendance,
        "parity of the flipping words",
    ),
    Bridge(
        "faulty_lines_bill",
        "grammar_syntax",
        AnswerType.INTEGER,
        2,
        5_000,
        LINE_SKINS,
        draw_lines,
        solve.faulty_lines_bill,
        "one pattern per rule of grammar",
    ),
    Bridge(
        "word_bill",
        "vocabulary_semantics",
        AnswerType.INTEGER,
        2,
        5_000,
        WORD_SKINS,
        draw_words,
        solve.word_bill,
        "hypernyms of WordNet",
    ),
    Bridge(
        "style_bill",
        "register_style",
        AnswerType.INTEGER,
        2,
        5_000,
        STYLE_SKINS,
        draw_style,
        solve.style_bill,
        "one pattern per rule of style",
    ),
)
