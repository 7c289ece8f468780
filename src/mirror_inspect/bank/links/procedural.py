"""Bridges that need following procedures: a routine with repeats, a log under rules, jobs that depend on each other."""

import random
from collections.abc import Callable
from typing import Final

from mirror_inspect.bank.family import Redraw
from mirror_inspect.bank.links.link import Bridge, Drawn, Skin, opening
from mirror_inspect.bank.solvers.links import procedural as solve
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.taxonomy import AnswerType

LOOP_SKINS: Final = (
    Skin(
        "kitchen_planning",
        ("a kitchen machine in {place} runs through a fixed programme", "{name} reads the programme of a dough mixer"),
        {"what": "grams in the bowl"},
    ),
    Skin(
        "code_review",
        ("{name} reads a short script line by line", "a script from {place} changes one variable"),
        {"what": "bytes in the buffer"},
    ),
    Skin(
        "medical_scheduling",
        ("an infusion pump in {place} follows a protocol", "{name} checks the protocol of a pump"),
        {"what": "millilitres in the bag"},
    ),
)


def draw_loop(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What numbered steps with repeats make of the starting number."""
    steps: list[tuple[str, int, int]] = []
    for i in range((3, 4, 6, 8, 10)[level - 1]):
        kind = rng.choice(("add", "remove"))
        if level > 1 and i in (2, 5, 8):
            steps.append(("repeat", rng.randint(max(1, i - 2), i), rng.randint(1, level)))
        elif level > 2 and rng.random() < 0.15:
            steps.append(("double", 0, 0))
        else:
            steps.append((kind, rng.randint(2, 8 + 8 * level), 0))
    # a repeat runs the steps from a given one up to itself again, so nested repeats are kept out
    starts = [i for i, s in enumerate(steps) if s[0] == "repeat"]
    for i in starts:
        low = max([j + 2 for j in starts if j < i], default=1)
        kind, first, times = steps[i]
        if low > i:
            raise Redraw("a repeat without steps")
        steps[i] = (kind, max(first, low), times)

    factor, offset = 1, 0

    def act(step: tuple[str, int, int]) -> None:
        nonlocal factor, offset
        kind, x, _ = step
        factor, offset = (
            (factor * 2, offset * 2) if kind == "double" else (factor, offset + (x if kind == "add" else -x))
        )
        if factor * n + offset < 0:
            raise Redraw("fewer than nothing")

    lines = []
    for i, step in enumerate(steps):
        if step[0] == "repeat":
            for _ in range(step[2]):
                for again in steps[step[1] - 1 : i]:
                    act(again)
            again_words = {1: "once more", 2: "twice more"}.get(step[2], f"{TIMES[step[2]]} more times")
            span = f"steps {step[1]} to {i}" if step[1] < i else f"step {i}"
            lines.append(f"({i + 1}) go through {span} {again_words}")
        else:
            act(step)
            lines.append(f"({i + 1}) " + ("double what is there" if step[0] == "double" else f"{step[0]} {step[1]}"))
    if factor == 1 and offset == 0:
        raise Redraw("the steps cancel out")
    what = skin.words["what"]
    text = f"{opening(rng, skin)} The programme, step by step: {'; '.join(lines)}. It starts with {{n}} {what}. "
    text += f"How many {what.split(' in ')[0]} are there when the programme has run to its end?"
    return Drawn(text, lambda v: str(factor * v + offset))


LOG_SKINS: Final = (
    Skin(
        "agriculture",
        ("the grain silo in {place} is run by strict rules", "{name} checks the book of a grain silo"),
        {"unit": "sacks", "in": "brought in", "out": "taken out"},
    ),
    Skin(
        "medical_scheduling",
        ("the blood bank in {place} keeps a careful log", "{name} audits the log of a blood bank"),
        {"unit": "bags", "in": "put in", "out": "issued"},
    ),
    Skin(
        "property_management",
        ("the cellar store of a hotel in {place} has a sign-out book", "{name} checks the linen book of a hotel"),
        {"unit": "sheets", "in": "returned", "out": "lent"},
    ),
)
TIMES: Final = ("no", "one", "two", "three", "four", "five")
RULES: Final = (
    "an entry counts only if it is signed",
    "nothing that happened before 08:00 or after 18:00 counts",
    "more than {limit} at once need a second signature, otherwise the entry does not count",
    "an entry marked as a duplicate never counts",
    "on a stocktaking day, only what comes in counts",
)


def draw_log(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The stock after a log of which only the entries that keep the rules count."""
    words = skin.words
    limit = rng.randint(10, 30)
    stocktaking = rng.random() < 0.5
    change, lines, counted = 0, [], []
    for _ in range((3, 5, 7, 10, 14)[level - 1]):
        name = rng.choice(NAMES)
        x, incoming = rng.randint(2, 45), rng.random() < 0.6
        hour, minute = rng.randint(6, 19), rng.choice((5, 10, 20, 25, 35, 40, 50, 55))
        signatures = rng.choice((0, 1, 1, 2))
        duplicate = rng.random() < 0.2
        valid = signatures > 0
        valid &= level < 2 or 8 <= hour < 18
        valid &= level < 3 or x <= limit or signatures == 2
        valid &= level < 4 or not duplicate
        valid &= level < 5 or incoming or not stocktaking
        change += (x if incoming else -x) if valid else 0
        if n + change < 0:
            raise Redraw("fewer than nothing")
        counted.append(valid)
        how = ("not signed", "signed", "signed twice")[signatures]
        mark = ", marked as a duplicate" if duplicate else ""
        lines.append(f"{hour:02d}:{minute:02d}, {name}, {x} {words['in'] if incoming else words['out']}, {how}{mark}")
    if all(counted) or not any(counted) or change == 0:
        raise Redraw("the rules make no difference")
    lines.sort(key=lambda line: line[:5])
    rules = [r.format(limit=limit) for r in RULES[:level]]
    text = f"{opening(rng, skin)} The rules: {'; '.join(rules)}. "
    if level > 4:
        text += f"Today is {'a stocktaking day' if stocktaking else 'no stocktaking day'}. "
    text += f"The stock was {{n}} {words['unit']}. The log of the day: {'; '.join(lines)}. "
    text += f"Going by the entries that count, what is the stock at the end, in {words['unit']}?"
    return Drawn(text, lambda v: str(v + change))


JOB_SKINS: Final = (
    Skin(
        "event_logistics",
        ("a stage in {place} is set up by a large crew", "{name} draws up the plan for a trade fair stand"),
        {"jobs": "lighting cabling staging rigging draping seating testing sweeping signage catering mixing fencing"},
    ),
    Skin(
        "business_evaluation",
        ("a bakery in {place} wants to know how long an order takes", "{name} studies the workflow of a print shop"),
        {"jobs": "buying mixing proofing shaping baking cooling boxing labelling loading invoicing weighing cleaning"},
    ),
    Skin(
        "product_design",
        ("a workshop in {place} builds the first model of a boat", "{name} plans how a wooden toy is made"),
        {"jobs": "sawing sanding gluing drilling painting drying polishing fitting testing wrapping planing marking"},
    ),
)


def draw_jobs(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """The earliest finish of jobs that depend on each other, one of which takes N minutes and decides."""
    count = (3, 4, 6, 8, 10)[level - 1]
    jobs = rng.sample(skin.words["jobs"].split(), count)
    key = rng.choice(jobs)
    before = {j: rng.sample(jobs[:i], min(i, rng.choice((0, 1, 1, 2)))) for i, j in enumerate(jobs)}
    scale = max(10, n)
    minutes = {j: rng.randint(max(2, scale // 4), scale) for j in jobs}

    def finish(v: int) -> int:
        done: dict[str, int] = {}
        for j in jobs:
            done[j] = max((done[b] for b in before[j]), default=0) + (v if j == key else minutes[j])
        return max(done.values())

    if not finish(n - 1) < finish(n) < finish(n + 1):
        raise Redraw("the job does not decide")
    if finish(n) == n:
        raise Redraw("the job is alone")
    names = sorted(jobs)
    times = [f"{j} {'{n}' if j == key else minutes[j]}" for j in names]
    needs = []
    for j in rng.sample(jobs, len(jobs)):
        if before[j]:
            needs.append(
                f"{j} can only begin when {' and '.join(before[j])} {'is' if len(before[j]) == 1 else 'are'} finished"
            )
    if not needs:
        raise Redraw("nothing depends on anything")
    text = (
        f"{opening(rng, skin)} The jobs take, in minutes: {', '.join(times)}. There are enough hands for "
        "any number of jobs "
    )
    text += (
        f"at once, but {'; '.join(needs)}. All else can begin at once. How many minutes after the start is everything "
    )
    text += "finished at the earliest?"
    return Drawn(text, lambda v: str(finish(v)) if v >= 0 else "")


CODE_SKINS: Final = (
    Skin(
        "warehouse_operations",
        ("the codes on the crates of a depot in {place} are checked", "{name} checks codes in a depot"),
        {
            "pay": "A crate with a valid code weighs {n} grams more by its seal",
            "unit": "grams",
        },
    ),
    Skin(
        "event_logistics",
        ("the codes on the tickets of a fair in {place} are checked", "{name} checks tickets at a gate"),
        {"pay": "Each valid code is paid back with {n} cents", "unit": "cents"},
    ),
    Skin(
        "medical_scheduling",
        ("the codes on the samples of a laboratory in {place} are checked", "{name} checks sample codes"),
        {
            "pay": "Each sample with a valid code takes {n} seconds to process, the others are sent back",
            "unit": "seconds",
        },
    ),
)
CODE_RULES: Final[tuple[tuple[str, Callable[[str], bool]], ...]] = (
    ("it begins with a letter", lambda c: c[0].isalpha()),
    ("it holds exactly two digits", lambda c: sum(x.isdigit() for x in c) == 2),
    ("no character occurs twice", lambda c: len(set(c)) == len(c)),
    ("it ends in a digit", lambda c: c[-1].isdigit()),
    ("it holds no vowel (A, E, I, O, U)", lambda c: not set(c) & set("AEIOU")),
)


def draw_codes(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What the valid ones among several codes make in all."""
    rules = rng.sample(CODE_RULES, level)
    count, length = (3, 4, 6, 9, 12)[level - 1], 4 + (level + 1) // 2
    codes: list[str] = []
    while len(codes) < count:
        code = "".join(rng.choice("ABCDEFGHKLMPRTUX") for _ in range(length - 2)) + "".join(
            rng.choice("23456789") for _ in range(2)
        )
        shown = list(code)
        if rng.random() < 0.5:
            rng.shuffle(shown)
        if rng.random() < 0.2:
            shown[rng.randrange(length)] = rng.choice("AEU3579")
        wanted = len(codes) % 2 == 0
        code = "".join(shown)
        valid = all(rule(code) for _, rule in rules)
        if code not in codes and code[0] != "N" and (valid or not wanted or rng.random() < 0.02):
            codes.append(code)
    valid_count = sum(all(rule(c) for _, rule in rules) for c in codes)
    if valid_count < 2 or valid_count == count:
        raise Redraw("too few or too many codes are valid")
    rng.shuffle(codes)
    stated = "; ".join(words for words, _ in rules)
    what = skin.words
    text = (
        f"{opening(rng, skin)} A code is valid only if all of this holds: {stated}. The codes are "
        f"{', '.join(codes)}. {what['pay']}. "
    )
    text += f"How many {what['unit']} is that in all?"
    return Drawn(text, lambda v: str(v * valid_count))


COPY_SKINS: Final = (
    Skin(
        "kitchen_planning",
        ("a recipe book in {place} was copied by hand", "{name} compares a copied order with the original"),
        {"pay": "Each wrong line costs {n} cents to reprint"},
    ),
    Skin(
        "code_review",
        ("a configuration file in {place} was copied by hand", "{name} compares a copied file with the original"),
        {"pay": "Each wrong line costs {n} cents of rework"},
    ),
    Skin(
        "property_management",
        ("the key list of a house in {place} was copied by hand", "{name} compares two inventories"),
        {"pay": "Each wrong line costs {n} cents to put right"},
    ),
)
GOODS: Final = (
    "flour",
    "cocoa",
    "rope",
    "cable",
    "paint",
    "salt",
    "wire",
    "soap",
    "oil",
    "glue",
    "sand",
    "tape",
    "wax",
    "rice",
    "tea",
)


def draw_copy(rng: random.Random, level: int, n: int, skin: Skin) -> Drawn:
    """What the lines of a copy cost that differ from the original."""
    count = (4, 5, 7, 10, 14)[level - 1]
    goods = rng.sample(GOODS, count)
    digits = 1 + level
    first = {g: rng.randint(10 ** (digits - 1), 10**digits - 1) for g in goods}
    second = dict(first)
    wrong = rng.sample(goods, rng.randint(2, count - 1))
    for g in wrong:
        slip = list(str(first[g]))
        i = rng.randrange(digits - 1)
        slip[i], slip[i + 1] = slip[i + 1], slip[i]
        changed = "".join(slip)
        second[g] = int(changed) if changed != str(first[g]) and changed[0] != "0" else first[g] + 1
    order = rng.sample(goods, count) if level > 1 else goods
    text = f"{opening(rng, skin)} The original: {', '.join(f'{g} {first[g]}' for g in goods)}. The copy: "
    text += (
        f"{', '.join(f'{g} {second[g]}' for g in order)}. The order of the lines does not matter, only the numbers do. "
    )
    text += f"{skin.words['pay']}. How many cents is that in all?"
    return Drawn(text, lambda v: str(v * len(wrong)))


BRIDGES: Final = (
    Bridge(
        "repeating_programme",
        "step_sequencing",
        AnswerType.INTEGER,
        2,
        20_000,
        LOOP_SKINS,
        draw_loop,
        solve.repeating_programme,
        "program counter simulation",
    ),
    Bridge(
        "rule_bound_log",
        "protocol_compliance",
        AnswerType.INTEGER,
        10,
        20_000,
        LOG_SKINS,
        draw_log,
        solve.rule_bound_log,
        "rule filters on parsed entries",
    ),
    Bridge(
        "deciding_job",
        "dependency_ordering",
        AnswerType.INTEGER,
        4,
        20_000,
        JOB_SKINS,
        draw_jobs,
        solve.deciding_job,
        "longest path by networkx",
    ),
    Bridge(
        "valid_codes",
        "constraint_following",
        AnswerType.INTEGER,
        2,
        5_000,
        CODE_SKINS,
        draw_codes,
        solve.valid_codes,
        "one regular expression per rule",
    ),
    Bridge(
        "copy_errors",
        "error_detection",
        AnswerType.INTEGER,
        2,
        5_000,
        COPY_SKINS,
        draw_copy,
        solve.copy_errors,
        "difference of the two lists",
    ),
)
