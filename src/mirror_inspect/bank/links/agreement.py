"""Bridges that need social reasoning: wishes that depend on wishes, bargaining, polite formulas."""

import random
from typing import Final

from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import Bridge, Drawn, Skin, opening
from mirror_inspect.bank.solvers.links import social as solve
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.taxonomy import AnswerType

WISH_SKINS: Final = (
    Skin(
        "property_management",
        ("the tenants of a house in {place} argue about a new lift", "{name} collects views on a new lift"),
        {"it": "the lift is built"},
    ),
    Skin(
        "sports_club",
        ("the rowing club in {place} argues about new boats", "{name} collects views on new boats"),
        {"it": "the boats are bought"},
    ),
    Skin(
        "agriculture",
        ("the growers of {place} argue about a dam", "{name} collects views on a dam"),
        {"it": "the dam is raised"},
    ),
)


def draw_wishes(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What everyone gives who is pleased, when wishes depend on the wishes of others."""
    count = (2, 4, 6, 9, 13)[level - 1]
    people = rng.sample(NAMES, count)
    wants = {people[0]: rng.random() < 0.5}
    lines = [f"{people[0]} hopes that {'' if wants[people[0]] else 'it is not the case that '}{skin.words['it']}"]
    for i in range(1, count):
        other = people[rng.randrange(i)]
        same = rng.random() < 0.5
        wants[people[i]] = wants[other] is same
        same_words = (
            f"{people[i]} wants whatever {other} wants",
            f"{people[i]} is pleased exactly when {other} is pleased",
        )
        other_words = (
            f"{people[i]} wants the opposite of what {other} wants",
            f"{people[i]} is pleased exactly when {other} is not",
        )
        lines.append(rng.choice(same_words if same else other_words))
    happens = rng.random() < 0.5
    pleased = sum(w is happens for w in wants.values())
    if pleased < 2:
        raise Redraw("too few are pleased")
    if level > 1:
        rng.shuffle(lines)
    text = (
        f"{opening(rng, skin)} It is known that {'; '.join(lines)}. In the end it "
        f"{'is' if happens else 'is not'} so that "
    )
    text += (
        f"{skin.words['it']}. Whoever gets what he or she wished is pleased and puts {{n}} cents into a "
        "hat; nobody else does. "
    )
    text += "How many cents are in the hat?"
    return Drawn(text, lambda v: str(v * pleased))


BARGAIN_SKINS: Final = (
    Skin(
        "property_management",
        ("a landlord and a tenant in {place} haggle over a repair", "{name} mediates between two owners"),
        {"thing": "repair"},
    ),
    Skin(
        "agriculture",
        ("two farmers near {place} haggle over a tractor", "{name} mediates in the sale of a horse"),
        {"thing": "sale"},
    ),
    Skin(
        "business_evaluation",
        ("two partners in {place} part and haggle over the shop", "{name} mediates between partners"),
        {"thing": "share"},
    ),
)


def draw_bargain(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The price when both sides give in by a rule for some rounds and then meet half-way."""
    rounds = (1, 2, 3, 5, 8)[level - 1]
    a, b = rng.sample(NAMES, 2)
    down, up = rng.randint(2, 9 + 3 * level), rng.randint(2, 9 + 3 * level)
    more, less = (rng.randint(1, 3) if level > 2 else 0), (rng.randint(1, 3) if level > 3 else 0)
    drop = sum(down + more * i for i in range(rounds))
    rise = sum(max(1, up - less * i) for i in range(rounds))
    bid = rng.randint(1, max(1, n - drop - rise - 1)) if n - drop - rise > 2 else 0
    if bid < 1:
        raise Redraw("they would meet before")
    lines = [f"{a} begins by asking ${{n}} and {b} by offering ${bid}"]
    lines.append(
        f"in each round {a} comes down by ${down}"
        + (f", and by ${more} more each time than the time before" if more else "")
    )
    lines.append(
        f"in each round {b} goes up by ${up}"
        + (f", and by ${less} less each time, but never by less than $1" if less else "")
    )
    times = {1: "one round", 2: "two rounds", 3: "three rounds", 5: "five rounds", 8: "eight rounds"}[rounds]
    text = (
        f"{opening(rng, skin)} This is how the {skin.words['thing']} is settled: {'; '.join(lines)}. "
        f"After {times} they meet exactly "
    )
    text += (
        "half-way between what is then asked and offered, whatever these are. On what price do they "
        "agree? Give dollars and cents."
    )

    def price(v: int) -> str:
        twice = v - drop + bid + rise
        return f"${twice // 2}.{'50' if twice % 2 else '00'}" if twice > 0 else ""

    return Drawn(text, price)


POLITE_SKINS: Final = (
    Skin(
        "trip_planning",
        ("a guide from {place} asks a group of guests who wants to come along", "{name} asks guests about a tour"),
        {"do": "books {n} minutes on the lake for each guest who accepts", "unit": "minutes"},
    ),
    Skin(
        "kitchen_planning",
        ("a host in {place} asks who would like more dumplings", "{name} asks round the table"),
        {"do": "serves {n} grams of dumplings to each guest who accepts", "unit": "grams"},
    ),
    Skin(
        "business_evaluation",
        ("a firm in {place} asks its foreign partners for a yes", "{name} reads the answers of partners"),
        {"do": "sends {n} samples to each partner who accepts", "unit": "samples"},
    ),
)
FORMULAS: Final = (
    "It would be an honour",
    "Let me see",
    "Another time perhaps",
    "Only if it is no trouble",
    "I could not possibly",
    "How kind of you",
    "Please ask the others first",
)


def draw_polite(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """How much goes to those who accept, when what is said means something else by custom."""
    formulas = rng.sample(FORMULAS, min(2 + level, 7))
    yes = {f: i % 2 == 0 for i, f in enumerate(formulas)}
    guests = rng.sample(NAMES, (2, 4, 6, 9, 13)[level - 1])
    accepted, lines = 0, []
    for guest in guests:
        formula = rng.choice(formulas)
        elder = level > 1 and rng.random() < 0.3
        twice = level > 2 and rng.random() < 0.3
        means = yes[formula] is not elder
        if twice:
            means = not means
        accepted += means
        lines.append(
            f"{guest}{', an elder,' if elder else ''} says “{formula}”{', and says it twice' if twice else ''}"
        )
    if accepted < 2:
        raise Redraw("too few accept")
    custom = "; ".join(f"“{f}” {'accepts' if yes[f] else 'declines'}" for f in sorted(formulas))
    rules = [f"By custom, {custom}"]
    if level > 1:
        rules.append("From an elder each of these means the reverse")
    if level > 2:
        rules.append("Saying it twice reverses what it would mean from that person otherwise")
    does = skin.words["do"]
    text = (
        f"{opening(rng, skin)} {'. '.join(rules)}. These are the answers: {'; '.join(lines)}. The one who "
        f"asked {does}. "
    )
    text += f"How many {skin.words['unit']} is that in all?"
    return Drawn(text, lambda v: str(v * accepted))


BRIDGES: Final = (
    Bridge(
        "pleased_givers",
        "emotion_recognition",
        AnswerType.INTEGER,
        2,
        5_000,
        WISH_SKINS,
        draw_wishes,
        solve.pleased_givers,
        "two-colouring of the graph of wishes",
    ),
    Bridge(
        "half_way_price",
        "conflict_resolution",
        AnswerType.MONEY,
        60,
        20_000,
        BARGAIN_SKINS,
        draw_bargain,
        solve.half_way_price,
        "round by round",
    ),
    Bridge(
        "polite_answers",
        "pragmatic_implicature",
        AnswerType.INTEGER,
        2,
        5_000,
        POLITE_SKINS,
        draw_polite,
        solve.polite_answers,
        "parity of the reversals",
    ),
)
