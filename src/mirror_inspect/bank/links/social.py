"""Bridges that need social reasoning: nested beliefs about a place, fines, the view from opposite."""

import itertools
import random
from typing import Final

from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import Bridge, Drawn, Skin, opening
from mirror_inspect.bank.solvers.links import social as solve
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.taxonomy import AnswerType

SHELF_SKINS: Final = (
    Skin(
        "warehouse_operations",
        (
            "a crate wanders through the long hall of a depot in {place}",
            "the bays of a depot in {place} run in one line",
        ),
        {"thing": "crate", "where": "bay", "room": "hall"},
    ),
    Skin(
        "property_management",
        ("the key board of a house in {place} has one long row of hooks", "the caretakers in {place} share one key"),
        {"thing": "key", "where": "hook", "room": "office"},
    ),
    Skin(
        "medical_scheduling",
        ("the files of a surgery in {place} stand on one long shelf", "a patient file in {place} is moved about"),
        {"thing": "file", "where": "place", "room": "archive"},
    ),
    Skin(
        "kitchen_planning",
        ("the cold store in {place} has a single row of numbered racks", "a cake travels along the racks in {place}"),
        {"thing": "cake", "where": "rack", "room": "cold store"},
    ),
)


def draw_shelf(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The place where a chain of people believe a thing to be that is moved while some of them are away."""
    words = skin.words
    order = (1, 1, 2, 2, 3)[level - 1]
    people = rng.sample(NAMES, 2 + (level + 1) // 2)
    chain = people[:order] if level < 5 or rng.random() < 0.5 else [people[0], people[1], people[0]]
    inside, where, believed, lines = set(people), 0, 0, []
    changes = 0
    for i in range((4, 6, 9, 13, 18)[level - 1]):
        absent = [p for p in people if p not in inside]
        if i % 3 == 1 or (i and not absent and rng.random() < 0.4):
            who = chain[0] if i == 1 and level < 3 else rng.choice([p for p in people if p in inside])
            if len(inside) < 2:
                who = rng.choice(absent)
                inside.add(who)
                lines.append(f"{who} comes back")
                continue
            inside.discard(who)
            lines.append(f"{who} goes out")
        elif absent and rng.random() < 0.35:
            who = rng.choice(absent)
            inside.add(who)
            lines.append(f"{who} comes back")
        else:
            step = rng.choice((-1, 1)) * rng.randint(2, 9)
            step = abs(step) if where + step + n < 1 else step
            where += step
            who = rng.choice(sorted(inside))
            lines.append(f"{who} moves it {abs(step)} to the {'right' if step > 0 else 'left'}")
            changes += 1
            if set(chain) <= inside:
                believed = where
    if believed == where or believed == 0 or changes < 2:
        raise Redraw("nobody is mistaken, or nothing happened")
    if n + believed < 1:
        raise Redraw("the row has no such place")
    question = f"Where does {chain[0]} think"
    question += "".join(f" that {p} thinks" for p in chain[1:])
    text = f"{opening(rng, skin, people[-1])} The {words['where']}s are numbered from left to right. At first "
    text += (
        f"{', '.join(people[:-1])} and {people[-1]} are all in the {words['room']} and see that the "
        f"{words['thing']} is "
    )
    text += (
        f"at {words['where']} {{n}}. Then, in this order: {'; '.join(lines)}. Whoever is inside sees every move, who "
    )
    text += (
        "makes it, and who comes and goes; whoever is outside notices nothing, takes it that all has "
        "stayed as it was, and "
    )
    text += (
        f"asks no questions later. {question} the {words['thing']} is now? Answer with the number of the "
        f"{words['where']}."
    )
    return Drawn(text, lambda v: str(v + believed))


FINE_SKINS: Final = (
    Skin(
        "sports_club",
        ("the rowing club in {place} keeps a book of fines", "{name} looks after the fines of a handball team"),
        {"a": "coming late", "b": "losing a key", "c": "leaving the lights on"},
    ),
    Skin(
        "property_management",
        ("the house rules of a shared flat in {place} set prices", "{name} keeps the kitty of a shared flat"),
        {"a": "slamming doors", "b": "leaving dirty pans", "c": "forgetting the bins"},
    ),
    Skin(
        "code_review",
        (
            "a team of programmers in {place} has a swear jar with rules",
            "{name} empties the jar of a team of programmers",
        ),
        {"a": "breaking the build", "b": "skipping the tests", "c": "editing files by hand"},
    ),
)


def draw_fines(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What one person owes when fines double on repetition and apologies cancel them."""
    kinds = [skin.words[k] for k in "abc"][: 2 + (level > 2)]
    people = rng.sample(NAMES, 1 + min(level, 3))
    focus = people[0]
    prices = {kinds[0]: None, **{k: rng.randint(3, 20) for k in kinds[1:]}}
    times: dict[tuple[str, str], int] = {}
    factor, offset, lines = 0, 0, []
    for i in range((2, 4, 7, 11, 16)[level - 1]):
        who = focus if rng.random() < 0.55 or i == 0 else rng.choice(people[1:])
        kind = kinds[0] if i == 0 else rng.choice(kinds)
        double = 2 ** times.get((who, kind), 0)
        times[who, kind] = times.get((who, kind), 0) + 1
        lines.append(f"{who} for {kind}")
        sorry = level > 1 and rng.random() < 0.25
        if sorry:
            lines.append(f"{who} apologises")
        elif who == focus:
            if prices[kind] is None:
                factor += double
            else:
                offset += double * int(prices[kind] or 0)
    if factor == 0:
        raise Redraw("the number plays no part")
    if factor * n + offset == n:
        raise Redraw("the total is the number itself")
    listed = ", ".join(f"{k} costs ${p if p is not None else '{n}'}" for k, p in prices.items())
    text = (
        f"{opening(rng, skin, people[-1])} These are the prices: {listed}. When the same person is fined for the same "
    )
    text += (
        "thing again, it costs double what it cost that person the last time. An apology cancels the "
        "fine just before it, "
    )
    text += f"which still counts for doubling. The book says: {'; '.join(lines)}. How much does {focus} owe in all? "
    text += "Give dollars and cents."
    return Drawn(text, lambda v: f"${factor * v + offset}.00")


ROW_SKINS: Final = (
    Skin(
        "event_logistics",
        (
            "the singers of a choir in {place} stand in one long row",
            "{name} takes a photograph of a long row of dancers",
        ),
        {"thing": "singers", "one": "singer", "viewer": "the audience"},
    ),
    Skin(
        "product_design",
        ("a jury in {place} sits in a row behind a long table", "{name} arranges the seats of a jury"),
        {"thing": "jurors", "one": "juror", "viewer": "the candidates"},
    ),
    Skin(
        "agriculture",
        ("the riders of {place} line up before the judge", "{name} lines up riders for the show in {place}"),
        {"thing": "riders", "one": "rider", "viewer": "the judge"},
    ),
)


def draw_row(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """A place in a row, told from the row's own left and right, asked from the opposite side."""
    links = (1, 2, 3, 5, 7)[level - 1]
    people = rng.sample(NAMES, links)
    place, lines = rng.randint(1, max(1, min(n - 1, 9))), []
    lines.append(f"Counted from their own left end, {people[0]} is number {place}")
    for a, b in itertools.pairwise(people):
        step = rng.choice((-1, 1)) * rng.randint(1, 5)
        if not 1 <= place + step <= n:
            step = -step
        if not 1 <= place + step <= n:
            raise Redraw("the row is too short")
        place += step
        right = step > 0
        if rng.random() < 0.5 or level < 3:
            lines.append(f"{b} stands {abs(step)} places to the {'right' if right else 'left'} of {a} as {a} sees it")
        else:
            seen = skin.words["viewer"]
            lines.append(
                f"{b} stands {abs(step)} places to the {'left' if right else 'right'} of {a} as seen by {seen}"
            )
    if n + 1 - place == place:
        raise Redraw("the middle of the row looks the same from both sides")
    words = skin.words
    text = f"{opening(rng, skin)} There are {{n}} {words['thing']} in the row, all facing the same way, towards "
    text += f"{words['viewer']}. {'. '.join(lines)}. Counted from the left by {words['viewer']}, "
    text += f"what number is {people[-1]}?"
    return Drawn(text.replace("1 places", "1 place"), lambda v: str(v + 1 - place) if v >= place else "")


BRIDGES: Final = (
    Bridge(
        "believed_place",
        "perspective_taking",
        AnswerType.INTEGER,
        1,
        20_000,
        SHELF_SKINS,
        draw_shelf,
        solve.believed_place,
        "nested models of belief",
    ),
    Bridge(
        "doubling_fines",
        "norm_violation",
        AnswerType.MONEY,
        2,
        2_000,
        FINE_SKINS,
        draw_fines,
        solve.doubling_fines,
        "ledger replay",
    ),
    Bridge(
        "opposite_row_place",
        "perspective_taking",
        AnswerType.INTEGER,
        8,
        20_000,
        ROW_SKINS,
        draw_row,
        solve.opposite_row_place,
        "coordinates with two orientations",
    ),
)
