"""Register and style: ranking wordings by formality, auditing a letter against a style guide, forms of address."""

import random
from dataclasses import dataclass
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.linguistic import register_style as solve
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.bank.wording import listing, param, people, persistent, scene, spelled
from mirror_inspect.taxonomy import AnswerType

RANK_LEVELS: Final = {
    1: {"versions": 3, "slots": 2},
    2: {"versions": 3, "slots": 4},
    3: {"versions": 4, "slots": 6},
    4: {"versions": 5, "slots": 7},
    5: {"versions": 6, "slots": 10},
}
GUIDE_LEVELS: Final = {
    1: {"rules": 1, "sentences": 4},
    2: {"rules": 2, "sentences": 6},
    3: {"rules": 4, "sentences": 9},
    4: {"rules": 5, "sentences": 13},
    5: {"rules": 7, "sentences": 20},
}
ADDRESS_LEVELS: Final = {
    1: {"customs": 2, "greetings": 2},
    2: {"customs": 3, "greetings": 3},
    3: {"customs": 4, "greetings": 5},
    4: {"customs": 5, "greetings": 8},
    5: {"customs": 6, "greetings": 13},
}

SLOTS: Final = (
    ("we will {} a new key", "ask for", "request"), ("the {} use the side door", "kids", "children"),
    ("the office will {} the matter", "look into", "investigate"),
    ("visitors {} enter before eight", "can't", "cannot"),
    ("the team had to {} the picnic", "put off", "postpone"), ("the price may {} in spring", "go up", "increase"),
    ("our {} has agreed to the plan", "boss", "supervisor"), ("they {} the old carpet", "got rid of", "removed"),
    ("the room is {} quiet", "pretty", "rather"), ("the tenants {} the lift twice", "fixed", "repaired"),
    ("the board wants to {} a fund", "set up", "establish"), ("you may {} the ticket online", "get", "obtain"),
    ("there were {} complaints", "lots of", "numerous"), ("the show will {} at nine", "kick off", "commence"),
    ("the map should {} newcomers", "help out", "assist"), ("the speaker {} the budget", "talked about", "discussed"),
    ("the driver was {} after the trip", "dead tired", "exhausted"), ("the plan has {} flaws", "loads of", "many"),
    ("the nurse {} the cause", "found out", "ascertained"), ("we {} accept the offer", "won't", "will not"),
    ("the guard asked the {} to wait", "guys", "gentlemen"), ("the firm {} the error", "owned up to", "acknowledged"),
    ("the soup tasted {}", "yummy", "delicious"), ("the meeting was {}", "called off", "cancelled"),
)  # fmt: skip
RANK_SCENES: Final = (
    "the notice of the {work} was drafted several times",
    "{name} wrote down a message for the {work} in several ways",
    "the press officer of the {work} toned a text up and down",
    "several drafts of one message lay on a desk at the {work}",
    "{name} compared drafts of a circular of the {work}",
    "a writing course at the {work} played with tone",
    "the letter of the {work} existed in various wordings",
    "{name} could not settle on the tone of a note to the {work}",
)
RANK_RULES: Final = (
    "The drafts differ only in some words, each of which is either colloquial or formal. A draft is the more "
    "formal, the "
    "more of these places hold the formal word.",
    "All drafts say the same, now in colloquial, now in formal words. The draft with more formal words in the places "
    "where they "
    "differ counts as more formal.",
    "In each place where they differ there is an everyday colloquial wording and a formal one; the degree of "
    "formality of a "
    "draft is the number of formal ones.",
)
RANK_ASK: Final = (
    "Put the drafts in order, the least formal first. Answer with their letters, separated by commas.",
    "List the letters of the drafts from the most colloquial to the most formal, separated by commas.",
    "Order them by rising formality and give the letters only, separated by commas.",
)


def make_formality_rank(draw: Draw) -> Draft:
    """Order drafts by how many of their variable words are formal."""
    rng, n, slots = draw.rng, param(draw, "versions"), param(draw, "slots")
    chosen = rng.sample(SLOTS, slots)
    counts = rng.sample(range(slots + 1), n)
    lines = []
    for letter, count in zip("ABCDEFG", counts, strict=False):
        formal = set(rng.sample(range(slots), count))
        text = "; ".join(frame.format(high if i in formal else low) for i, (frame, low, high) in enumerate(chosen))
        lines.append(f"{letter}. {text[0].upper()}{text[1:]}.")
    for i, (_, low, high) in enumerate(chosen):
        forms = {low in line.split(". ", 1)[1].lower().split("; ")[i] for line in lines}
        if len(forms) == 1:
            raise Redraw(f"the drafts do not differ at {high!r}")
    order = sorted(range(n), key=lambda i: counts[i])
    body = "\n".join(lines)
    question = f"{scene(rng, RANK_SCENES)}. {rng.choice(RANK_RULES)} {rng.choice(RANK_ASK)}\n{body}"
    return Draft(question, ", ".join("ABCDEFG"[i] for i in order), AnswerType.ORDERED_LIST)


GUIDE_RULES: Final = {
    "contraction": (
        "no contractions such as \u201cdon't\u201d",
        "contracted forms such as \u201cit's\u201d are not allowed",
    ),
    "exclamation": ("no exclamation marks", "exclamation marks are banned"),
    "singular": (
        "no first person singular (\u201cI\u201d, \u201cme\u201d, \u201cmy\u201d)",
        "neither \u201cI\u201d nor \u201cme\u201d nor \u201cmy\u201d, not even inside \u201cI've\u201d",
    ),
    "length": ("no sentence of more than {limit} words", "at most {limit} words in a sentence"),
    "start": (
        "no sentence beginning with \u201cAnd\u201d, \u201cBut\u201d or \u201cSo\u201d",
        "a sentence may not start with \u201cBut\u201d, \u201cAnd\u201d or \u201cSo\u201d",
    ),
    "intensifier": ("no \u201cvery\u201d and no \u201creally\u201d", "neither \u201creally\u201d nor \u201cvery\u201d"),
    "capitals": (
        "no word wholly in capital letters except \u201cI\u201d",
        "no shouting: no word in capitals except \u201cI\u201d",
    ),
}
GUIDE_SCENES: Final = (
    "the style guide of the {work} was applied to a letter",
    "{name} checked a letter before it left the {work}",
    "a letter from the {work} came back with red marks",
    "the new secretary of the {work} drafted a letter",
    "{name} edited the correspondence of the {work}",
    "the guide for letters of the {work} was quoted once more",
    "an old letter of the {work} was used for training",
    "a trainee at the {work} wrote to a customer",
)
GUIDE_ASK: Final = (
    ("How many sentences of the letter break this rule?", "How many sentences of the letter break at least one rule?"),
    (
        "In how many of the letter's sentences is this rule broken?",
        "In how many of the letter's sentences is at least one of these rules broken?",
    ),
    (
        "Count the sentences of the letter that go against this rule.",
        "Count the sentences of the letter that go against one or more of the rules.",
    ),
)
"""How to ask about one rule, and about several."""
SAID: Final = ("packed", "checked", "sorted", "counted", "cleaned", "labelled", "moved", "weighed", "wrapped", "listed")
GOODS: Final = ("crates", "lamps", "files", "chairs", "books", "tools", "bottles", "carpets", "samples", "maps")
TAILS: Final = (
    "for the new hall", "with great care", "before the weekend", "in the presence of a witness", "as you had asked us",
    "after the visit of the inspector", "despite the heavy rain", "near the old entrance",
    "for the third time this year",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    flaws: frozenset[str]


def _sentence(rng: random.Random, limit: int) -> _Sentence:
    """Draw a sentence of the letter and note which rules it would break."""
    flaws: set[str] = set()
    lead = rng.choice(("", "", "", "And ", "But ", "So ", "Then ", "Also, ", "Thus "))
    if lead in ("And ", "But ", "So "):
        flaws.add("start")
    who = rng.choice(
        ("we have", "we have", "we have", "we've", "I have", "the staff have", "the staff haven't", "I've")
    )
    flaws |= {"singular"} if who.startswith("I") else set()
    flaws |= {"contraction"} if who in ("we've", "the staff haven't", "I've") else set()
    owner = rng.choice(("the", "the", f"{rng.choice(NAMES)}'s", "our", "my", "the firm's"))
    flaws |= {"singular"} if owner == "my" else set()
    strength = rng.choice(("", "", "quite ", "very ", "really ", "rather "))
    flaws |= {"intensifier"} if strength in ("very ", "really ") else set()
    quality = rng.choice(("heavy", "old", "fragile", "useful", "large", "URGENT" if rng.random() < 0.6 else "small"))
    flaws |= {"capitals"} if quality == "URGENT" else set()
    tails = rng.sample(TAILS, rng.choice((0, 1, 1, 2)))
    text = " ".join([f"{lead}{who} {rng.choice(SAID)} {owner} {strength}{quality} {rng.choice(GOODS)}", *tails])
    flaws |= {"length"} if len(text.split()) > limit else set()
    mark = rng.choice((".", ".", ".", "!"))
    flaws |= {"exclamation"} if mark == "!" else set()
    return _Sentence(f"{text[0].upper()}{text[1:]}{mark}", frozenset(flaws))


def make_style_guide(draw: Draw) -> Draft:
    """Count the sentences of a letter that break a style guide."""
    rng, n, k = draw.rng, param(draw, "sentences"), param(draw, "rules")
    rules = rng.sample(sorted(GUIDE_RULES), k)
    limit = rng.randint(10, 12)
    sentences: list[_Sentence] = []
    while len(sentences) < n:
        drawn = _sentence(rng, limit)
        # Whether a contraction is one word or two must not matter.
        if "contraction" in drawn.flaws and len(drawn.text.split()) == limit:
            continue
        if len(drawn.flaws & {*rules}) < 2 or rng.random() < 0.2:
            sentences.append(drawn)
    count = sum(bool(s.flaws & {*rules}) for s in sentences)
    if not 0 < count < n:
        raise Redraw("all or none of the sentences are wrong")
    guide = "; ".join(rng.choice(GUIDE_RULES[r]).format(limit=spelled(limit)) for r in rules)
    letter = " ".join(s.text for s in sentences)
    ask = rng.choice(GUIDE_ASK)[k > 1]
    question = f"{scene(rng, GUIDE_SCENES)}. The guide: {guide}. The letter: \u201c{letter}\u201d {ask}"
    return Draft(question, str(count), AnswerType.INTEGER)


SURNAMES: Final = (
    "Hale", "Brandt", "Okoye", "Lindqvist", "Moreau", "Tanaka", "Silva", "Novak", "Haddad", "Petrov", "Costa", "Byrne",
)  # fmt: skip
RANKS: Final = ("Director", "Manager", "Clerk", "Trainee")
ADDRESS_SCENES: Final = (
    "forms of address caused a debate at the {work}",
    "{name} was sent to the {work} to study its manners",
    "the old customs of the {work} were explained to a guest",
    "a new colleague at the {work} had to learn how to greet people",
    "an etiquette trainer listened in at the {work}",
    "the handbook of the {work} was consulted about greetings",
    "{name} noted down every greeting at the {work}",
    "politeness was tested like a science at the {work}",
)
CUSTOMS: Final = (
    "a person of higher rank than the speaker is addressed by rank and surname",
    "a person of the same or a lower rank is addressed by first name alone",
    "relatives of the speaker are addressed by first name alone whatever their rank",
    "when a visitor is listening, everybody is addressed by rank and surname, relatives included",
    "somebody who has a birthday is addressed by first name alone by everybody, even with a visitor listening",
    "a speaker who is on probation uses rank and surname to everyone, even on birthdays",
)
GREETINGS: Final = (
    "Good morning",
    "Hello",
    "Good evening",
    "Welcome back",
    "Thank you",
    "Good to see you",
    "Excuse me",
)
ADDRESS_ASK: Final = (
    "Was everybody addressed as the customs demand?",
    "Did all of these greetings follow the customs?",
    "Were the customs observed in every single case?",
)


def make_address(draw: Draw) -> Draft:
    """Whether all greetings use the form of address that ranks, kinship and circumstances demand."""
    rng, customs, n = draw.rng, param(draw, "customs"), param(draw, "greetings")
    size = min(8, 3 + n // 2)
    firsts, lasts = people(rng, size), rng.sample(SURNAMES, size)
    ranks = [rng.randrange(len(RANKS)) for _ in range(size)]
    kin = frozenset(rng.sample(range(size), 2)) if customs >= 3 else frozenset()
    birthday = rng.randrange(size) if customs >= 5 else -1
    probation = rng.choice([i for i in range(size) if i != birthday]) if customs >= 6 else -1
    wrong = -1 if draw.first_side else rng.randrange(n)
    told = []
    for i in range(n):
        speaker, other = rng.sample(range(size), 2)
        if kin and rng.random() < 0.3:
            speaker, other = rng.sample(sorted(kin), 2)
        elif rng.random() < 0.3 and birthday not in (speaker, -1):
            other = birthday
        visitor = customs >= 4 and rng.random() < 0.4
        formal = ranks[other] < ranks[speaker]
        if {speaker, other} == kin:
            formal = False
        if visitor:
            formal = True
        if other == birthday:
            formal = False
        if speaker == probation:
            formal = True
        formal ^= i == wrong
        form = f"{RANKS[ranks[other]]} {lasts[other]}" if formal else firsts[other]
        aside = ", with a visitor listening" if visitor else ""
        told.append(
            f"{firsts[speaker]} {lasts[speaker]} to {firsts[other]} {lasts[other]}{aside}: "
            f"\u201c{rng.choice(GREETINGS)}, {form}.\u201d"
        )
    staff = [f"{RANKS[r]} {f} {s}" for f, s, r in zip(firsts, lasts, ranks, strict=True)]
    facts = []
    if kin:
        a, b = sorted(kin)
        facts.append(f"{firsts[a]} and {firsts[b]} are cousins")
    if birthday >= 0:
        facts.append(f"it is {firsts[birthday]}'s birthday")
    if probation >= 0:
        facts.append(f"{firsts[probation]} is on probation")
    rules = "; ".join(CUSTOMS[:customs])
    notes = f" Note that {listing(facts)}; nothing like that holds for anyone else." if facts else ""
    question = (
        f"{scene(rng, ADDRESS_SCENES, but=firsts)}. From the top down the ranks are Director, Manager, Clerk and "
        "Trainee, and a "
        "later "
        f"custom overrides the earlier ones: {rules}. The people are {listing(staff)}.{notes} Heard that day: "
        f"{' '.join(told)} {rng.choice(ADDRESS_ASK)} Answer yes or no."
    )
    return Draft(question, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="formality_rank",
        subcategory="register_style",
        levels=RANK_LEVELS,
        make=persistent(make_formality_rank),
        solve=solve.formality_rank,
        method="count of colloquial markers from a separate list",
    ),
    Family(
        name="style_guide",
        subcategory="register_style",
        levels=GUIDE_LEVELS,
        make=persistent(make_style_guide),
        solve=solve.style_guide,
        method="one text test per rule and sentence",
    ),
    Family(
        name="address_forms",
        subcategory="register_style",
        levels=ADDRESS_LEVELS,
        make=make_address,
        solve=solve.address_forms,
        method="highest applicable custom, searched from the last one down",
        two_way=True,
    ),
)
