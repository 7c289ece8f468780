"""Protocol compliance: audits of records, interlocks in an action log, rulings where later rules override."""

import random
from collections.abc import Callable
from typing import Final, NamedTuple

from mirror_inspect.bank.families.procedural.wording import a_or_an, number, opening, sentence
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.procedural import protocol_compliance as solve
from mirror_inspect.taxonomy import AnswerType


class Records(NamedTuple):
    """What is audited: a noun, two measured properties, a yes/no property, kinds, who uses it and where."""

    noun: str
    first: tuple[str, str]
    second: tuple[str, str]
    flag: tuple[str, str]
    kinds: tuple[str, ...]
    what: tuple[str, ...]
    works: tuple[str, ...]


RECORDS: Final = (
    Records(
        "crate", ("temperature", "°C"), ("weight", "kg"), ("sealed", "unsealed"),
        ("glass", "metal", "textile", "paper"),
        ("goes through the crates of the morning delivery", "audits the log of incoming crates"),
        ("warehouse", "shipping office", "freight yard", "market hall", "depot", "cold store"),
    ),
    Records(
        "room", ("humidity", "percent"), ("area", "m2"), ("locked", "unlocked"),
        ("archive", "office", "store", "studio"),
        ("compares the room list with the house rules", "makes the evening round of all rooms"),
        ("museum", "town archive", "college", "radio station", "art school", "community centre"),
    ),
    Records(
        "sample", ("acidity", "points"), ("volume", "ml"), ("labelled", "unlabelled"),
        ("soil", "water", "food", "dust"),
        ("reviews a tray of samples", "has to accept or reject samples"),
        ("laboratory", "water works", "food inspectorate", "university", "test centre", "clinic"),
    ),
    Records(
        "boat", ("age", "years"), ("length", "feet"), ("insured", "uninsured"), ("sail", "motor", "rowing", "cargo"),
        ("checks the boats that ask for a berth", "sorts the applications for moorings"),
        ("harbour office", "boatyard", "marina", "yacht club", "ferry port", "sailing school"),
    ),
    Records(
        "poster", ("width", "cm"), ("height", "cm"), ("framed", "unframed"), ("dance", "film", "music", "sport"),
        ("decides which posters meet the rules of the show", "inspects the posters that were sent in"),
        ("gallery", "library", "theatre", "youth centre", "museum", "town hall"),
    ),
    Records(
        "tank", ("pressure", "kPa"), ("level", "litres"), ("vented", "unvented"), ("acid", "brine", "oil", "syrup"),
        ("reads off all the tanks in the yard", "signs the shift report on the tanks"),
        ("brewery", "refinery", "dairy", "chemical works", "soap factory", "pumping station"),
    ),
)  # fmt: skip

AUDIT_LEVELS: Final = {
    1: {"rules": 2, "records": 3},
    2: {"rules": 3, "records": 4},
    3: {"rules": 4, "records": 6},
    4: {"rules": 5, "records": 8},
    5: {"rules": 7, "records": 9},
}
LETTERS: Final = "BCDEFGHJKLMNPQRSTVWXZ"

Entry = dict[str, int | str | bool]
Rule = tuple[str, Callable[[Entry], bool]]


def _audit_rules(rng: random.Random, r: Records, count: int) -> list[Rule]:
    (p, pu), (q, qu), (yes, _), kinds = r.first, r.second, r.flag, rng.sample(r.kinds, 4)
    a, b, c, d, e = (rng.randint(*ends) for ends in ((55, 75), (25, 40), (50, 65), (35, 50), (42, 58)))
    rules: list[Rule] = [
        (f"no {r.noun} may have {a_or_an(p)} above {a} {pu}", lambda x: int(x["p"]) <= a),
        (
            f"every {r.noun} must be {yes}, unless it is of the kind {kinds[0]}",
            lambda x: bool(x["flag"]) or x["kind"] == kinds[0],
        ),
        (f"the {q} of every {r.noun} must be at least {b} {qu}", lambda x: int(x["q"]) >= b),
        (
            f"the {q} of a {r.noun} of the kind {kinds[1]} must not exceed {c} {qu}",
            lambda x: x["kind"] != kinds[1] or int(x["q"]) <= c,
        ),
        (
            f"a {r.noun} with {a_or_an(p)} of more than {d} {pu} needs two signatures",
            lambda x: int(x["p"]) <= d or bool(x["two"]),
        ),
        (
            f"a {r.noun} of the kind {kinds[2]} must be either {yes} or signed twice, but not both",
            lambda x: x["kind"] != kinds[2] or x["flag"] != x["two"],
        ),
        (
            f"if the {p} is below {e} {pu}, the {r.noun} must not be of the kind {kinds[3]}",
            lambda x: int(x["p"]) >= e or x["kind"] != kinds[3],
        ),
    ]
    return rules[:count]


def make_record_audit(draw: Draw) -> Draft:
    """How many records break at least one rule."""
    rng, n = draw.rng, number(draw, "records")
    r = rng.choice(RECORDS)
    rules = _audit_rules(rng, r, number(draw, "rules"))
    entries: list[Entry] = []
    lines = []
    for letter in sorted(rng.sample(LETTERS, n)):
        x: Entry = {
            "p": rng.randint(20, 72),
            "q": rng.randint(26, 78),
            "flag": rng.random() < 0.75,
            "kind": rng.choice(r.kinds),
            "two": rng.random() < 0.6,
        }
        entries.append(x)
        signed = "two signatures" if x["two"] else "a single signature"
        state = r.flag[0] if x["flag"] else r.flag[1]
        lines.append(
            f"{r.noun.capitalize()} {letter}: {x['kind']}, {r.first[0]} {x['p']} {r.first[1]}, {r.second[0]} {x['q']} "
            f"{r.second[1]}, {state}, {signed}."
        )
    bad = sum(not all(ok(x) for _, ok in rules) for x in entries)
    if not 0 < bad < n:
        raise Redraw("all records or none break a rule")
    told = [sentence(words) for words, _ in rules]
    rng.shuffle(told)
    plural = f"{r.noun}es" if r.noun.endswith("x") else f"{r.noun}s"
    ask = rng.choice(
        (
            f"How many of these {plural} break at least one rule? Answer in digits.",
            f"Count the {plural} that do not comply with all the rules and give the number in digits.",
            f"In digits, how many {plural} violate one rule or more?",
        )
    )
    lead = rng.choice(("The rules:", "These rules apply:", "The protocol says:"))
    text = [
        opening(rng, r.what, works=r.works),
        lead,
        *told,
        rng.choice(("The records:", "The entries are:")),
        *lines,
        ask,
    ]
    return Draft(" ".join(text), str(bad), AnswerType.INTEGER)


DEVICES: Final = (
    ("pump", "switched on", "switched off"),
    ("hatch", "opened", "closed"),
    ("valve", "released", "blocked"),
    ("lamp", "lit", "put out"),
    ("brake", "applied", "loosened"),
    ("fan", "started", "stopped"),
    ("shutter", "raised", "lowered"),
    ("alarm", "armed", "disarmed"),
    ("clamp", "fastened", "undone"),
    ("heater", "turned up", "turned down"),
)
LOG_LEVELS: Final = {
    1: {"devices": 2, "rules": 2, "entries": 4},
    2: {"devices": 3, "rules": 3, "entries": 6},
    3: {"devices": 4, "rules": 5, "entries": 10},
    4: {"devices": 5, "rules": 7, "entries": 15},
    5: {"devices": 7, "rules": 10, "entries": 22},
}
LOG_WHAT: Final = (
    "goes over the log of a machine after an incident",
    "reads a control log line by line",
    "has to find out when a safety rule was first ignored",
    "reviews what an operator did during the night",
    "compares an operating log with the safety rules",
)


def make_interlock_log(draw: Draw) -> Draft:
    """Which log entry first breaks an interlock, or how many do."""
    rng, n = draw.rng, number(draw, "entries")
    devices = rng.sample(DEVICES, number(draw, "devices"))
    on = [False] * len(devices)
    pairs = [(i, j) for i in range(len(devices)) for j in range(len(devices)) if i != j]
    combos = [(i, up, j) for i, j in pairs for up in (True, False)]
    rules = {(i, up, j): rng.random() < 0.5 for i, up, j in rng.sample(combos, number(draw, "rules"))}
    log, broken = [], []

    def breaks(i: int) -> bool:
        return any(a == i and u is not on[i] and on[j] is not must for (a, u, j), must in rules.items())

    for k in range(n):
        choices = list(range(len(devices)))
        # The first breach should not come at once, or the rest of the log would not matter.
        if k < n // 2 and rng.random() < 0.85:
            choices = [i for i in choices if not breaks(i)] or choices
        i = rng.choice(choices)
        if breaks(i):
            broken.append(k + 1)
        on[i] = not on[i]
        log.append(f"{devices[i][0]} {devices[i][1 if on[i] else 2]}")
    if not broken or {d[0] for d in devices} != {entry.split(" ", 1)[0] for entry in log}:
        raise Redraw("no rule is broken, or a device is idle")
    told = []
    for (i, up, j), must in rules.items():
        act, state = devices[i][1 if up else 2], devices[j][1 if must else 2]
        form = rng.choice(("the {d} may be {a} only while the {e} is {s}", "only with the {e} {s} may the {d} be {a}"))
        told.append(sentence(form.format(d=devices[i][0], a=act, e=devices[j][0], s=state)))
    rng.shuffle(told)
    start = ", ".join(f"the {d[0]} is {d[2]}" for d in devices)
    first = draw.turn % 2 == 0
    ask = rng.choice(
        (
            "Counting entries from the start of the log, which number has the first entry that breaks a rule?",
            "The first entry of the log is number one: what is the number of the first entry that breaks a rule?",
        )
        if first
        else (
            "How many entries of the log break a rule?",
            "In how many entries is a rule broken?",
        )
    )
    text = [
        opening(rng, LOG_WHAT),
        *told,
        f"At the start {start}.",
        f"The log reads: {'; '.join(log)}.",
        "An action that breaks a rule takes effect all the same.",
        ask,
        "Answer in digits.",
    ]
    return Draft(" ".join(text), str(broken[0] if first else len(broken)), AnswerType.INTEGER)


class Cases(NamedTuple):
    """What is ruled on: singular, plural, what is decided, features with their opposites, who decides and where."""

    noun: str
    plural: str
    allowed: str
    refused: str
    features: tuple[tuple[str, str], ...]
    what: tuple[str, ...]
    works: tuple[str, ...]


CASES: Final = (
    Cases(
        "parcel", "parcels", "accepted", "sent back",
        (("insured", "uninsured"), ("fragile", "sturdy"), ("foreign", "domestic"), ("heavy", "light"),
         ("prepaid", "unpaid"),
         ("registered", "unregistered"), ("urgent", "ordinary"), ("oversized", "small")),
        ("decides about parcels at the counter", "sorts parcels by a long list of rules"),
        ("post office", "shipping office", "parcel depot", "sorting centre", "courier hub", "mail room"),
    ),
    Cases(
        "loan request", "loan requests", "granted", "turned down",
        (("early", "late"), ("written", "oral"), ("renewed", "new"), ("private", "official"), ("large", "modest"),
         ("complete", "incomplete"), ("signed", "unsigned"), ("seasonal", "year-round")),
        ("handles requests to borrow equipment", "answers loan requests strictly by the book"),
        ("library", "school", "theatre store", "tool library", "sports club", "university"),
    ),
    Cases(
        "shipment", "shipments", "released", "held",
        (("chilled", "unchilled"), ("declared", "undeclared"), ("perishable", "durable"), ("labelled", "unlabelled"),
         ("valuable", "cheap"), ("returned", "outgoing"), ("palletised", "loose"), ("inspected", "uninspected")),
        ("applies the customs rules to shipments", "releases shipments according to a rule book"),
        ("customs office", "ferry port", "freight yard", "airport", "warehouse", "border depot"),
    ),
    Cases(
        "design", "designs", "approved", "rejected",
        (("printed", "handmade"), ("coloured", "plain"), ("dated", "undated"), ("original", "copied"),
         ("folded", "flat"),
         ("bilingual", "monolingual"), ("framed", "unframed"), ("signed", "anonymous")),
        ("judges designs by rules that override one another", "goes through designs for the spring show"),
        ("gallery", "art school", "museum", "design studio", "print shop", "town hall"),
    ),
    Cases(
        "repair job", "repair jobs", "taken on", "refused",
        (("small", "big"), ("electrical", "mechanical"), ("repeated", "first-time"), ("covered", "uncovered"),
         ("outdoor", "indoor"), ("noisy", "quiet"), ("dangerous", "harmless"), ("booked", "unbooked")),
        ("answers the phone at the repair desk", "decides which repair jobs are done"),
        ("workshop", "garage", "housing office", "repair shop", "boatyard", "service centre"),
    ),
)  # fmt: skip
CASE_LEVELS: Final = {
    1: {"rules": 2, "conditions": 2},
    2: {"rules": 3, "conditions": 4},
    3: {"rules": 5, "conditions": 8},
    4: {"rules": 7, "conditions": 14},
    5: {"rules": 10, "conditions": 24},
}


def make_overriding_rules(draw: Draw) -> Draft:
    """The last rule that applies decides."""
    rng, n, conditions = draw.rng, number(draw, "rules"), number(draw, "conditions")
    c = rng.choice(CASES)
    truth = {i: rng.random() < 0.5 for i in range(len(c.features))}
    sizes = [conditions // n + (k < conditions % n) for k in range(n)]
    rng.shuffle(sizes)
    told: list[str] = []
    outcomes: list[bool] = []
    ruling, decided_by = None, -1
    for size in sizes:
        picked = rng.sample(range(len(c.features)), size)
        # Rules lean towards the case, or long ones would hardly ever apply.
        sides = {i: truth[i] if rng.random() < 0.8 else not truth[i] for i in picked}
        good = rng.random() < 0.5
        words = [c.features[i][0 if side else 1] for i, side in sides.items()]
        joined = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
        told.append(f"{c.plural.capitalize()} that are {joined} are {c.allowed if good else c.refused}.")
        outcomes.append(good)
        if all(truth[i] == side for i, side in sides.items()):
            ruling, decided_by = good, len(told) - 1
    if ruling is not draw.first_side or len(set(told)) != n:
        raise Redraw("the ruling is on the other side, or no rule applies")
    # In half of the items the last rule does not apply and says the opposite, and never do all rules say the same.
    last = decided_by == n - 1
    if last is (draw.index // 2 % 2 == 0) or len(set(outcomes)) < 2 or (not last and outcomes[-1] is ruling):
        raise Redraw("the ruling could be guessed from the last rule or from all of them")
    facts = [c.features[i][0 if side else 1] for i, side in truth.items()]
    rng.shuffle(facts)
    told_facts = f"{', '.join(facts[:-1])} and {facts[-1]}"
    ask = rng.choice(
        (
            f"Is this {c.noun} {c.allowed}?",
            f"By the rules, will the {c.noun} be {c.allowed}?",
            f"Does the rule book say that this {c.noun} is {c.allowed}?",
        )
    )
    text = [
        opening(rng, c.what, works=c.works),
        rng.choice(("The rules stand in this order:", "The list of rules reads:")),
        *told,
        rng.choice(
            (
                "If several rules apply, the one furthest down the list decides.",
                "Of all the rules that apply, only the last one in the list counts.",
            )
        ),
        f"One {c.noun} is {told_facts}.",
        ask,
        "Answer yes or no.",
    ]
    return Draft(" ".join(text), "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="record_audit",
        subcategory="protocol_compliance",
        levels=AUDIT_LEVELS,
        make=make_record_audit,
        solve=solve.record_audit,
        method="rules and records parsed from the text into a table of violations",
    ),
    Family(
        name="interlock_log",
        subcategory="protocol_compliance",
        levels=LOG_LEVELS,
        make=make_interlock_log,
        solve=solve.interlock_log,
        method="backward search in the log for the last change of every device named in a rule",
    ),
    Family(
        name="overriding_rules",
        subcategory="protocol_compliance",
        levels=CASE_LEVELS,
        make=make_overriding_rules,
        solve=solve.overriding_rules,
        method="rules parsed from the text and tried from the last one upwards",
        two_way=True,
    ),
)
