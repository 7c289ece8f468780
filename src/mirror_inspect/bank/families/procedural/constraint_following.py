"""Constraint following: rewriting codes by instructions, picking from a catalogue, choosing the label that fits."""

import itertools
import random
from collections.abc import Callable
from typing import Final, NamedTuple

from mirror_inspect.bank.families.procedural.wording import WORDS, number, opening, sentence
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.procedural import constraint_following as solve
from mirror_inspect.taxonomy import AnswerType

VOWELS: Final = "AEIOU"
CONSONANTS: Final = "BCDFGHJKLMNPQRSTVWXYZ"
DIGITS: Final = "0123456789"

CODE_LEVELS: Final = {
    1: {"length": 4, "operations": 1},
    2: {"length": 5, "operations": 2},
    3: {"length": 6, "operations": 4},
    4: {"length": 8, "operations": 6},
    5: {"length": 10, "operations": 9},
}
CODE_WHAT: Final = (
    "turns old shelf codes into new ones by fixed instructions",
    "rewrites an access code as the manual demands",
    "follows the instructions for renaming a file code",
    "converts the code on a tag step by step",
    "recodes a label by hand because the program is down",
    "has to apply a list of instructions to a code",
)


def _moved(s: str) -> str:
    return s[2:] + s[:2]


OPERATIONS: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("write the code backwards", lambda s: s[::-1]),
    ("swap the first and the last character", lambda s: s[-1] + s[1:-1] + s[0]),
    ("move the first two characters to the end, keeping their order", _moved),
    ("delete every vowel", lambda s: "".join(c for c in s if c not in VOWELS)),
    ("write the third character twice", lambda s: s[:3] + s[2:]),
    ("delete the second character", lambda s: s[0] + s[2:]),
    (
        "replace every digit by the next higher one, and 9 by 0",
        lambda s: "".join(DIGITS[(DIGITS.index(c) + 1) % 10] if c in DIGITS else c for c in s),
    ),
    (
        "replace every letter by the next one in the alphabet, and Z by A",
        lambda s: "".join(chr((ord(c) - 64) % 26 + 65) if c.isalpha() else c for c in s),
    ),
    ("move the last character to the front", lambda s: s[-1] + s[:-1]),
    ("move all digits to the end, keeping their order", lambda s: "".join(sorted(s, key=str.isdigit))),
    ("swap the second and the third character", lambda s: s[0] + s[2] + s[1] + s[3:]),
)


def make_code_rewriting(draw: Draw) -> Draft:
    """A code taken through a list of operations."""
    rng = draw.rng
    pools = [VOWELS, VOWELS, DIGITS, DIGITS, *[CONSONANTS + VOWELS + DIGITS] * 10]
    start = "".join(rng.sample([rng.choice(p) for p in pools[: number(draw, "length")]], number(draw, "length")))
    code = start
    told: list[str] = []
    for _ in range(number(draw, "operations")):
        changes = [(words, change(code)) for words, change in OPERATIONS if words not in told[-1:]]
        words, code = rng.choice([(w, after) for w, after in changes if after != code and 3 <= len(after) <= 12])
        told.append(words)
    if code == start:
        raise Redraw("the code comes out as it went in")
    lead = rng.choice(("The instructions, to be carried out in this order:", "This is to be done, in this order:"))
    if len(told) == 1:
        lead = "There is one instruction:"
    ask = rng.choice(
        ("What is the code afterwards?", "Which code results?", "What does the code look like in the end?")
    )
    vowels = "Vowels are A, E, I, O and U; every instruction refers to the code as it stands by then."
    text = [opening(rng, CODE_WHAT), f"The code is {start}.", lead, "; ".join(told) + ".", vowels, ask]
    return Draft(" ".join(text), code, AnswerType.TEXT)


class Stock(NamedTuple):
    """What is chosen from: noun, names, two measured properties, two yes/no properties, who chooses and where."""

    noun: str
    names: tuple[str, ...]
    first: tuple[str, str]
    second: tuple[str, str]
    flags: tuple[tuple[str, str], tuple[str, str]]
    what: tuple[str, ...]
    works: tuple[str, ...]


STOCKS: Final = (
    Stock(
        "room",
        ("Acacia", "Birch", "Cedar", "Elm", "Hazel", "Juniper", "Larch", "Maple", "Poplar", "Rowan", "Spruce",
         "Willow"),
        ("capacity", "seats"), ("rent", "dollars"), (("daylight", "no daylight"), ("a projector", "no projector")),
        ("looks for rooms for a workshop", "books rooms for the annual meeting"),
        ("college", "hotel", "conference centre", "library", "town hall", "adult school"),
    ),
    Stock(
        "boat",
        ("Albatross", "Bittern", "Cormorant", "Dipper", "Egret", "Gannet", "Heron", "Kestrel", "Osprey", "Petrel",
         "Puffin", "Tern"),
        ("capacity", "berths"), ("hire", "dollars"), (("a motor", "no motor"), ("a galley", "no galley")),
        ("wants to hire boats for a club trip", "picks boats for the sailing week"),
        ("marina", "boatyard", "yacht club", "sailing school", "ferry port", "harbour office"),
    ),
    Stock(
        "fabric",
        ("Amber", "Cobalt", "Coral", "Ebony", "Indigo", "Ivory", "Jade", "Ochre", "Plum", "Rust", "Sepia", "Teal"),
        ("width", "cm"), ("price", "dollars"), (("lined", "unlined"), ("in stock", "sold out")),
        ("chooses fabrics for a stage set", "selects materials from a catalogue"),
        ("theatre", "tailor's shop", "costume workshop", "furniture factory", "drama college", "opera house"),
    ),
    Stock(
        "trail",
        ("Badger", "Cuckoo", "Dormouse", "Fox", "Hare", "Hedgehog", "Lynx", "Marten", "Otter", "Squirrel", "Stoat",
         "Weasel"),
        ("length", "km"), ("climb", "metres"), (("marked", "unmarked"), ("shaded", "sunny")),
        ("proposes trails for a school outing", "writes a leaflet on walking trails"),
        ("tourist office", "youth hostel", "school", "ranger station", "mountain lodge", "community centre"),
    ),
    Stock(
        "course",
        ("Baking", "Calligraphy", "Drumming", "Embroidery", "Fencing", "Gardening", "Juggling", "Mosaics", "Pottery",
         "Quilting", "Sculpture", "Weaving"),
        ("capacity", "places"), ("fee", "dollars"),
        (("held in the evening", "held in the morning"), ("certified", "uncertified")),
        ("advises people on evening courses", "puts together a course programme"),
        ("adult school", "community centre", "library", "youth centre", "college", "town hall"),
    ),
)  # fmt: skip

PICK_LEVELS: Final = {
    1: {"items": 4, "conditions": 1},
    2: {"items": 5, "conditions": 2},
    3: {"items": 7, "conditions": 3},
    4: {"items": 9, "conditions": 4},
    5: {"items": 12, "conditions": 6},
}


def make_catalogue_pick(draw: Draw) -> Draft:
    """Everything in a catalogue that meets all the conditions."""
    rng, n = draw.rng, number(draw, "items")
    s = rng.choice(STOCKS)
    (p, pu), (q, qu) = s.first, s.second
    (f, nf), (g, ng) = s.flags
    low, high = rng.randint(20, 34), rng.randint(62, 84)
    mid, step = rng.randint(40, 60), rng.randint(36, 64)
    Row = tuple[int, int, bool, bool]
    conditions: list[tuple[str, Callable[[Row], bool]]] = [
        (f"{p} not below {low} {pu}", lambda x: x[0] >= low),
        (f"{q} of at most {high} {qu}", lambda x: x[1] <= high),
        (f"at least one of these two: {f}, {g}", lambda x: x[2] or x[3]),
        (f"{f} wherever the {q} is above {mid} {qu}", lambda x: x[1] <= mid or x[2]),
        (f"not both {f} and a {p} above {high} {pu}", lambda x: not (x[2] and x[0] > high)),
        (f"{g} wherever the {p} is below {step} {pu}", lambda x: x[0] >= step or x[3]),
    ]
    picked = rng.sample(conditions, number(draw, "conditions"))
    names = rng.sample(s.names, n)
    rows = [(rng.randint(18, 96), rng.randint(21, 97), rng.random() < 0.62, rng.random() < 0.6) for _ in names]
    right = sorted(name for name, row in zip(names, rows, strict=True) if all(ok(row) for _, ok in picked))
    if not 2 <= len(right) < n:
        raise Redraw("too few or all items fit")
    idle = sum(sum(all(ok(r) for w, ok in picked if w != words) for r in rows) == len(right) for words, _ in picked)
    if idle > len(picked) // 3:
        raise Redraw("too many conditions change nothing")
    lines = [
        f"{name}: {p} {a} {pu}, {q} {b} {qu}, {f if c else nf}, {g if d else ng}."
        for name, (a, b, c, d) in zip(names, rows, strict=True)
    ]
    several = "The conditions, all of which must hold:" if len(picked) > 1 else "The only condition:"
    wanted = rng.choice(("Required:", several, "What is wanted:"))
    ask = rng.choice(
        (
            f"Which {s.noun}s qualify? Give their names in alphabetical order, separated by commas.",
            f"Name every {s.noun} that meets all of this, in alphabetical order and separated by commas.",
            f"List the names of all {s.noun}s that fit, alphabetically, separated by commas.",
        )
    )
    told = "; ".join(w for w, _ in picked)
    text = [opening(rng, s.what, works=s.works), "The catalogue:", *lines, wanted, f"{told}.", ask]
    return Draft(" ".join(text), ", ".join(right), AnswerType.SET)


LABEL_LEVELS: Final = {
    1: {"rules": 2, "length": 5},
    2: {"rules": 3, "length": 6},
    3: {"rules": 4, "length": 8},
    4: {"rules": 5, "length": 10},
    5: {"rules": 7, "length": 13},
}
LABEL_WHAT: Final = (
    "prints labels that must obey a naming rule",
    "has two drafts of a code and a list of rules",
    "approves codes for new products",
    "wonders which of two serial codes is valid",
    "sets up the numbering of a new archive",
    "types in a code and gets an error message",
)

Check = Callable[[str], bool]


def _digits(s: str) -> list[int]:
    return [int(c) for c in s if c.isdigit()]


def _letters(s: str) -> str:
    return "".join(c for c in s if c.isalpha())


def _checks(code: str) -> list[tuple[str, Check]]:
    """Return the rules that describe a valid code; the first ones are the simplest."""
    n, k, total = len(code), len(_digits(code)), sum(_digits(code))
    vowels = sum(c in VOWELS for c in code)
    return [
        (f"exactly {WORDS[k]} digits", lambda s: len(_digits(s)) == k),
        ("a letter in the first place", lambda s: s[0].isalpha()),
        ("no character more than once", lambda s: len(set(s)) == len(s)),
        (f"digits that add up to {total}", lambda s: sum(_digits(s)) == total),
        (
            "letters that, read from left to right, stand in alphabetical order",
            lambda s: _letters(s) == "".join(sorted(_letters(s))),
        ),
        ("no two digits side by side", lambda s: all(not (a + b).isdigit() for a, b in itertools.pairwise(s))),
        (f"exactly {WORDS[vowels]} vowels (A, E, I, O, U)",
         lambda s: len(s) == n and sum(c in VOWELS for c in s) == vowels),
    ]  # fmt: skip


def _code(rng: random.Random, n: int, rules: int) -> str:
    """Draw a code that is as orderly as the rules in force demand, and no more."""
    k = rng.randint(2, max(2, (n - 1) // 2))
    places = rng.sample(range(1, n), k)
    if rules >= 6 and any(b - a == 1 for a, b in itertools.pairwise(sorted(places))):
        raise Redraw("two digits side by side")
    if rules >= 3:
        letters = [*rng.sample(VOWELS, 2), *rng.sample(CONSONANTS, n - k - 2)]
        digits = rng.sample(DIGITS, k)
    else:
        letters, digits = rng.choices(VOWELS + CONSONANTS, k=n - k), rng.choices(DIGITS, k=k)
    rng.shuffle(letters)
    if rules >= 5:
        letters.sort()
    left, right = iter(letters), iter(digits)
    return "".join(next(right) if i in places else next(left) for i in range(n))


def make_label_choice(draw: Draw) -> Draft:
    """Two codes, one of which breaks exactly one rule."""
    rng, n = draw.rng, number(draw, "length")
    rules = number(draw, "rules")
    code = _code(rng, n, rules)
    checks = _checks(code)[:rules]
    for _ in range(300):
        try:
            s = list(_code(rng, n, rules) if rng.random() < 0.5 else code)
        except Redraw:
            continue
        for _ in range(rng.randint(1, 3)):
            i, j = rng.sample(range(n), 2)
            fresh = rng.choice(rng.choice((VOWELS + CONSONANTS, DIGITS)))
            s[i], s[j] = (s[j], s[i]) if rng.random() < 0.5 else (fresh, s[j])
        wrong = "".join(s)
        if sum(not ok(wrong) for _, ok in checks) == 1:
            break
    else:
        raise Redraw("no code breaks exactly one rule")
    told = [words for words, _ in checks]
    rng.shuffle(told)
    ask = rng.choice(
        (
            "Which of the two codes obeys all the rules?",
            "Only one of the two codes is valid. Which one?",
            "Which code may be used?",
        )
    )
    rule = rng.choice(("A valid code has", "By the rules, a code must have", "Every code needs"))
    text = [opening(rng, LABEL_WHAT), sentence(f"{rule} {'; '.join([f'{WORDS[n]} characters', *told])}"), ask]
    return Draft(" ".join(text), code, AnswerType.CHOICE, distractors=(wrong,))


FAMILIES: Final = (
    Family(
        name="code_rewriting",
        subcategory="constraint_following",
        levels=CODE_LEVELS,
        make=make_code_rewriting,
        solve=solve.code_rewriting,
        method="instructions parsed from the text and carried out on a list of characters",
    ),
    Family(
        name="catalogue_pick",
        subcategory="constraint_following",
        levels=PICK_LEVELS,
        make=make_catalogue_pick,
        solve=solve.catalogue_pick,
        method="conditions and catalogue parsed from the text, items struck off condition by condition",
    ),
    Family(
        name="label_choice",
        subcategory="constraint_following",
        levels=LABEL_LEVELS,
        make=make_label_choice,
        solve=solve.label_choice,
        method="rules parsed from the text and checked on every offered code",
        two_way=True,
    ),
)
