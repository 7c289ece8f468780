"""Norm violation: exceptions to exceptions, incident logs under several rules, ledgers of fines."""

import random
from dataclasses import dataclass
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.social import norm_violation as solve
from mirror_inspect.bank.wording import listing, number_set, numbered, param, people, persistent, scene
from mirror_inspect.taxonomy import AnswerType

LAYER_LEVELS: Final = {
    1: {"layers": 1, "facts": 2},
    2: {"layers": 2, "facts": 3},
    3: {"layers": 4, "facts": 6},
    4: {"layers": 6, "facts": 9},
    5: {"layers": 9, "facts": 13},
}
LOG_LEVELS: Final = {
    1: {"rules": 1, "incidents": 4},
    2: {"rules": 2, "incidents": 6},
    3: {"rules": 3, "incidents": 8},
    4: {"rules": 6, "incidents": 13},
    5: {"rules": 9, "incidents": 20},
}
FINE_LEVELS: Final = {
    1: {"norms": 2, "entries": 3},
    2: {"norms": 3, "entries": 6},
    3: {"norms": 4, "entries": 10},
    4: {"norms": 5, "entries": 16},
    5: {"norms": 6, "entries": 24},
}

CONDITIONS: Final = (
    ("the person carries a permit", "{n} carries a permit", "{n} carries no permit"),
    ("the person is on duty", "{n} is on duty", "{n} is off duty"),
    ("it is raining", "it is raining", "it is dry outside"),
    ("a guide is present", "a guide is present", "there is no guide around"),
    ("the alarm is ringing", "the alarm is ringing", "the alarm is silent"),
    ("the person has booked ahead", "{n} has booked ahead", "{n} has not booked ahead"),
    ("a ceremony is under way", "a ceremony is under way", "no ceremony is under way"),
    ("the gate is closed", "the gate is closed", "the gate stands open"),
    ("the person has a child along", "{n} has a child along", "{n} has come without a child"),
    ("the warden has objected", "the warden has objected", "the warden has raised no objection"),
    ("the person is a member", "{n} is a member", "{n} is not a member"),
    ("it is after sunset", "the sun has already set", "the sun is still up"),
    ("the red flag is up", "the red flag is up", "the red flag is down"),
    ("repairs are going on", "repairs are going on", "all repairs are finished"),
    ("the person is wearing a helmet", "{n} is wearing a helmet", "{n} is bareheaded"),
)  # fmt: skip
ACTS: Final = (
    ("to cross the courtyard", "{n} crosses the courtyard"), ("to feed the ducks", "{n} feeds the ducks"),
    ("to use the freight lift", "{n} uses the freight lift"), ("to take photographs", "{n} takes photographs"),
    ("to enter the archive", "{n} enters the archive"), ("to ring the great bell", "{n} rings the great bell"),
    ("to climb the tower", "{n} climbs the tower"), ("to swim in the basin", "{n} swims in the basin"),
    ("to touch the exhibits", "{n} touches the exhibits"), ("to light a candle", "{n} lights a candle"),
    ("to pick the roses", "{n} picks the roses"), ("to borrow the ladder", "{n} borrows the ladder"),
)  # fmt: skip
LAYER_SCENES: Final = (
    "a dispute about the rules arose at the {work}",
    "{name} read the house rules of the {work} aloud",
    "the sign at the entrance of the {work} was discussed",
    "the board of the {work} looked into a complaint",
    "{name} was asked to judge a case at the {work}",
    "new regulations were posted at the {work}",
    "the trainees at the {work} practised with a case",
    "a curious by-law of the {work} was put to the test",
)
LAYER_ASK: Final = (
    "Has {n} broken the rule?",
    "Does {n} act against the rule?",
    "Is this a breach of the rule by {n}?",
)


def make_layered_exception(draw: Draw) -> Draft:
    """A prohibition with exceptions to exceptions, applied to a case."""
    rng, layers, facts = draw.rng, param(draw, "layers"), param(draw, "facts")
    chosen = rng.sample(CONDITIONS, facts)
    holds = [rng.random() < 0.6 for _ in range(layers)]
    lifted = False
    for condition in reversed(holds):
        lifted = condition and not lifted
    broken = not lifted
    if broken != draw.first_side:
        raise Redraw("the other answer is due")
    if layers > 2 and False in holds[: layers // 2]:
        raise Redraw("decided near the surface")
    name = people(rng, 1)[0]
    act, does = rng.choice(ACTS)
    rule = _rule(act, [c[0] for c in chosen[:layers]])
    told = [
        (yes if (holds[i] if i < layers else rng.random() < 0.5) else no).format(n=name)
        for i, (_, yes, no) in enumerate(chosen)
    ]
    rng.shuffle(told)
    question = (
        f"{scene(rng, LAYER_SCENES, but=[name])}. {rule} Now the case: {does.format(n=name)}; {'; '.join(told)}. "
        f"{rng.choice(LAYER_ASK).format(n=name)} Answer yes or no."
    )
    return Draft(question, "yes" if broken else "no", AnswerType.YES_NO)


def _rule(act: str, conditions: list[str]) -> str:
    """Return the rule as numbered clauses, each an exception to the one before."""
    names = "A B C D E F G H I J".split()
    parts = [f"Clause {names[0]}: it is forbidden {act}."]
    for k, condition in enumerate(conditions, start=1):
        parts.append(f"Clause {names[k]}: when {condition}, clause {names[k - 1]} is set aside.")
    return " ".join(parts) + " A clause that is itself set aside has no effect."


@dataclass(frozen=True, slots=True)
class _Norm:
    act: int
    place: str
    exempt: str


DEEDS: Final = (
    ("smoking", "smoked"), ("eating", "ate"), ("singing", "sang"), ("running", "ran"), ("whistling", "whistled"),
    ("telephoning", "telephoned"), ("sleeping", "slept"), ("drumming", "drummed"), ("painting", "painted"),
)  # fmt: skip
SPOTS: Final = ("hall", "garden", "kitchen", "library", "attic", "cellar", "courtyard", "gallery", "chapel", "stable")
ROLES: Final = ("guest", "cook", "guard", "gardener", "porter", "student", "cleaner", "musician")
LOG_SCENES: Final = (
    "{name} went through the incident book of the {work}",
    "the caretaker of the {work} handed in a report",
    "a quiet house near the {work} had strict rules",
    "{name} took over as warden of the residence behind the {work}",
    "the tenants of the old {work} argued about manners",
    "an inspection of the guest house beside the {work} took place",
    "the committee of the {work} met to review the log",
    "{name} filed the complaints that had reached the {work}",
)
LOG_FORM: Final = (
    "Which entries record a breach? Give their numbers in rising order, separated by commas.",
    "List the numbers of all entries that break the rules, smallest first, separated by commas.",
    "Name every entry that goes against the rules, by number, in rising order and separated by commas.",
)
LOG_ENDS: Final = (
    "Whatever no rule forbids is allowed.",
    "Anything else is permitted.",
    "Apart from this there are no rules.",
)


def _norm_text(rng: random.Random, norm: _Norm) -> str:
    doing = DEEDS[norm.act][0]
    return rng.choice(
        (
            f"{doing} in the {norm.place} is forbidden to everyone but a {norm.exempt}",
            f"only a {norm.exempt} may be found {doing} in the {norm.place}",
            f"no one other than a {norm.exempt} may be {doing} in the {norm.place}",
        )
    )


def make_incident_log(draw: Draw) -> Draft:
    """Log entries, each a deed of somebody in a role at a place, judged by several rules with exempted roles."""
    rng, n = draw.rng, param(draw, "incidents")
    acts, places = rng.sample(range(len(DEEDS)), min(4, 2 + param(draw, "rules"))), rng.sample(SPOTS, 4)
    roles = rng.sample(ROLES, 4)
    pairs = rng.sample([(a, p) for a in acts for p in places], param(draw, "rules"))
    norms = [_Norm(a, p, rng.choice(roles)) for a, p in pairs]
    cast, lines, breaches = people(rng, n), [], []
    for i, name in enumerate(cast, start=1):
        act, place, role = rng.choice(acts), rng.choice(places), rng.choice(roles)
        if rng.random() < 0.7:
            norm = rng.choice(norms)
            act, place = norm.act, norm.place
        if any((m.act, m.place) == (act, place) and m.exempt != role for m in norms):
            breaches.append(i)
        did, where = DEEDS[act][1], f"in the {place}"
        lines.append(
            rng.choice(
                (f"{name}, a {role}, {did} {where}.", f"{where.capitalize()} {name}, who is a {role}, {did}.",
                 f"{name} {did} {where}; {name} is there as a {role}.")
            )
        )  # fmt: skip
    if not 2 <= len(breaches) < n:
        raise Redraw("all or fewer than two entries are breaches")
    rules = "; ".join(_norm_text(rng, m) for m in norms)
    question = (
        f"{scene(rng, LOG_SCENES, but=cast)}. {'The rules' if len(norms) > 1 else 'The only rule'}: {rules}. "
        f"{rng.choice(LOG_ENDS)} "
        f"{rng.choice(LOG_FORM)}\n{numbered(lines)}"
    )
    return Draft(question, number_set(breaches), AnswerType.SET)


OFFENCES: Final = (
    ("arriving late", "arrived late"), ("leaving dirty dishes", "left dirty dishes"),
    ("slamming doors", "slammed a door"),
    ("playing loud music", "played loud music"), ("forgetting the bins", "forgot the bins"),
    ("using foul language", "used foul language"), ("parking on the lawn", "parked on the lawn"),
    ("skipping a meeting", "skipped a meeting"), ("feeding the pigeons", "fed the pigeons"),
)  # fmt: skip
FINE_SCENES: Final = (
    "the shared flat above the {work} kept a jar for fines",
    "{name} kept the penalty book of the {work}",
    "a sports club next to the {work} settled its accounts",
    "the treasurer of the hostel behind the {work} added up",
    "the choir of the {work} punished bad habits with money",
    "{name} was made keeper of the fines at the {work}",
    "a house community near the {work} lived by price tags",
    "the allotment gardeners of the {work} enforced their rules",
)
FINE_RULES: Final = (
    "Each repetition of the same offence by the same person costs twice as much as the time before.",
    "For one person the price of an offence doubles every time that person commits it again.",
    "Whoever repeats an offence is charged double the previous charge for that same offence.",
)
FINE_PARDON: Final = (
    "An apology cancels the fine for the offence directly before it in the book, but that offence still counts as "
    "committed.",
    "When somebody apologises, the fine for the entry just before is dropped, though it still counts for later "
    "doubling.",
)
FINE_ASK: Final = (
    "How much does {n} owe in all? Give dollars and cents.",
    "What is the sum of the fines {n} has to pay? Answer in dollars and cents.",
    "What does {n} have to pay in total, in dollars and cents?",
)


def make_fine_ledger(draw: Draw) -> Draft:
    """The sum one person owes under fines that double on repetition and are dropped on apology."""
    rng, n = draw.rng, param(draw, "entries")
    offences = rng.sample(OFFENCES, param(draw, "norms"))
    prices = [rng.randrange(2, 20) for _ in offences]
    cast = people(rng, 2 if n < 8 else 3)
    price = {(c, i): p for c in cast for i, p in enumerate(prices)}
    told: list[str] = []
    owed = dict.fromkeys(cast, 0)
    last: tuple[str, int] | None = None
    for _ in range(n):
        if last and rng.random() < 0.2:
            owed[last[0]] -= last[1]
            told.append(f"{last[0]} apologised")
            last = None
            continue
        name, i = rng.choice(cast), rng.randrange(len(offences))
        if price[name, i] > 8 * prices[i]:
            raise Redraw("an offence is repeated too often")
        last = (name, price[name, i])
        owed[name] += price[name, i]
        price[name, i] *= 2
        told.append(f"{name} {offences[i][1]}")
    target = max(cast, key=lambda c: (sum(line.startswith(c) for line in told), c))
    tariff = listing([f"${p} for {o[0]}" for o, p in zip(offences, prices, strict=True)])
    question = (
        f"{scene(rng, FINE_SCENES, but=cast)}. The fines were {tariff}. {rng.choice(FINE_RULES)} "
        f"{rng.choice(FINE_PARDON)} "
        f"The entries, in order: {'; '.join(told)}. {rng.choice(FINE_ASK).format(n=target)}"
    )
    if not owed[target]:
        raise Redraw("nothing is owed")
    return Draft(question, f"${owed[target]}.00", AnswerType.MONEY)


FAMILIES: Final = (
    Family(
        name="layered_exception",
        subcategory="norm_violation",
        levels=LAYER_LEVELS,
        make=persistent(make_layered_exception),
        solve=solve.layered_exception,
        method="stable model of the clauses by fixpoint",
        two_way=True,
    ),
    Family(
        name="incident_log",
        subcategory="norm_violation",
        levels=LOG_LEVELS,
        make=persistent(make_incident_log),
        solve=solve.incident_log,
        method="table of forbidden (deed, place, role) triples",
    ),
    Family(
        name="fine_ledger",
        subcategory="norm_violation",
        levels=FINE_LEVELS,
        make=make_fine_ledger,
        solve=solve.fine_ledger,
        method="closed form of doubling fines less the pardoned entries",
    ),
)
