"""Perspective taking: nested false belief, who knows what who knows, the same row seen from the other side."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.social import perspective_taking as solve
from mirror_inspect.bank.wording import ORDINALS, listing, param, people, persistent, scene
from mirror_inspect.taxonomy import AnswerType

BELIEF_LEVELS: Final = {
    1: {"order": 1, "people": 2, "events": 4},
    2: {"order": 2, "people": 3, "events": 7},
    3: {"order": 3, "people": 4, "events": 11},
    4: {"order": 4, "people": 5, "events": 16},
    5: {"order": 5, "people": 6, "events": 24},
}
MAIL_LEVELS: Final = {
    1: {"order": 1, "mails": 2},
    2: {"order": 2, "mails": 3},
    3: {"order": 3, "mails": 5},
    4: {"order": 4, "mails": 7},
    5: {"order": 5, "mails": 11},
}
ROW_LEVELS: Final = {
    1: {"objects": 4, "moves": 0},
    2: {"objects": 5, "moves": 2},
    3: {"objects": 6, "moves": 4},
    4: {"objects": 8, "moves": 8},
    5: {"objects": 11, "moves": 14},
}

OBJECTS: Final = ("key", "letter", "coin", "ring", "stamp", "badge", "whistle", "marble", "ticket", "pearl", "thimble")
CONTAINERS: Final = (
    "red box", "blue jar", "wooden drawer", "wicker basket", "leather bag", "green tin", "copper pot", "glass bowl",
    "paper bag", "old suitcase", "silver case", "clay vase",
)  # fmt: skip
BELIEF_SCENES: Final = (
    "a small comedy of errors took place at the {work}",
    "{name} watched a strange coming and going at the {work}",
    "a little thing kept changing its place at the {work}",
    "the security camera of the {work} recorded the following",
    "{name} heard this story about the {work}",
    "an acting class met at the {work} and rehearsed a scene",
    "the staff room of the {work} saw some traffic",
    "a game of hiding things began at the {work}",
)
BELIEF_RULES: Final = (
    "Whoever is in the room sees everything that happens in it, also who comes and who goes; whoever is outside "
    "notices "
    "nothing and supposes that nothing has changed. Nobody talks about it, all containers are closed, and even after a "
    "surprise nobody wonders what may have happened during an absence.",
    "People in the room notice all that goes on there, including every arrival and departure. People outside learn "
    "nothing "
    "of it and take it that everything stays as it was; even when something surprises them later, they do not ask "
    "what they "
    "missed. No one speaks about the matter or looks into a container.",
    "All of them know that those inside see each move, each exit and each return, while those outside miss them and "
    "assume "
    "that things are as before. They never discuss it, never puzzle over what they have missed, and cannot see into "
    "the "
    "containers.",
    "Assume that what happens inside is seen by everyone inside and by no one else, comings and goings included, that "
    "anyone outside believes nothing has changed and does not reconsider this afterwards, surprised or not, and "
    "that nobody "
    "says a word or opens a container to check.",
)
LEAVE: Final = ("{n} leaves the room", "{n} goes out", "{n} steps outside")
RETURN: Final = ("{n} comes back", "{n} returns", "{n} walks in again")
MOVE: Final = ("{n} moves the {o} to the {c}", "{n} puts the {o} into the {c}", "{n} transfers the {o} to the {c}")
LINKS: Final = ("Then ", "Next ", "After that ", "", "", "")
BELIEF_ASK: Final = (
    "After all this, where does {chain} the {o} is?",
    "At the end, where does {chain} the {o} is?",
    "When it is over, where does {chain} the {o} is?",
)


def make_nested_belief(draw: Draw) -> Draft:
    """Where A thinks that B thinks that C thinks an object is, after moves that not everybody saw."""
    rng, order = draw.rng, param(draw, "order")
    cast = people(rng, param(draw, "people"))
    thing, places = rng.choice(OBJECTS), rng.sample(CONTAINERS, 4)
    inside, location, last = set(cast), places[0], ""
    history: list[tuple[frozenset[str], str]] = [(frozenset(cast), location)]
    told: list[str] = []
    for step in range(param(draw, "events")):
        kinds = ["move"] * 3 + ["leave"] * (2 if len(inside) > 1 else 0) + ["return"] * (len(inside) < len(cast)) * 2
        kind = rng.choice(("leave", "move")) if step == 0 else rng.choice(kinds)
        informed = sorted(inside & history[-1][0])
        if kind == "move" and last != "move" and informed:
            mover = rng.choice(informed)
            location = rng.choice([p for p in places if p != location])
            history.append((frozenset(inside), location))
            phrase = rng.choice(MOVE).format(n=mover, o=thing, c=location)
        elif kind == "return" or (last == "move" and len(inside) < len(cast) and rng.random() < 0.5):
            name = rng.choice(sorted({*cast} - inside))
            inside.add(name)
            phrase, kind = rng.choice(RETURN).format(n=name), "return"
        else:
            if len(inside) == 1:
                raise Redraw("the room would be empty")
            name = rng.choice(sorted(inside))
            inside.remove(name)
            phrase, kind = rng.choice(LEAVE).format(n=name), "leave"
        last = kind
        told.append(f"{rng.choice(LINKS) if told else ''}{phrase}.")

    def believed(minds: Sequence[str]) -> str:
        return next(place for seen_by, place in reversed(history) if {*minds} <= seen_by)

    def simpler(minds: Sequence[str]) -> set[str]:
        return {location, *(believed(part) for part in (minds[1:], minds[:-1], minds[:1]) if part and order > 1)}

    def suits(minds: Sequence[str]) -> bool:
        """Whether the place believed in is of the wanted sort, so that no place is right more often than another."""
        place = believed(minds)
        if sort == "last":
            return place == location != places[0]
        return (place == places[0]) is (sort == "first") and place not in simpler(minds)

    sort = ("first", "between", "last", "between")[(draw.index + draw.level) % 4]
    chains = [c for c in permutations(cast, order) if suits(c)]
    if not chains:
        raise Redraw("a simpler reading gives the same place")
    chain = rng.choice(chains)
    gold = believed(chain)
    asked = rng.choice(BELIEF_ASK).format(
        chain=" that ".join([f"{chain[0]} think", *(f"{c} thinks" for c in chain[1:])]), o=thing
    )
    question = (
        f"{scene(rng, BELIEF_SCENES, but=cast)}. {listing(cast)} are in the same room. The {thing} is in the "
        f"{places[0]}, and "
        "there "
        f"are also the {places[1]}, the {places[2]} and the {places[3]}; everybody sees this. "
        f"{rng.choice(BELIEF_RULES)} "
        f"{' '.join(told)} {asked}"
    )
    wrong = tuple(f"inside the {p}" for p in places if p != gold)
    return Draft(question, f"inside the {gold}", AnswerType.CHOICE, distractors=wrong)


NEWS: Final = (
    "the concert is off", "the bakery is moving", "the old bridge will close", "the prize went to a stranger",
    "the ferry is sold", "the inspector comes on Monday", "the statue is a copy", "the boss is leaving",
    "the recipe was stolen", "the garden will be sold", "the test was too easy", "the roof is leaking",
)  # fmt: skip
MAIL_SCENES: Final = (
    "a piece of news spread by e-mail at the {work}",
    "{name} looked through the mail server of the {work}",
    "the staff of the {work} exchanged some messages",
    "word got round at the {work} by e-mail only",
    "{name} reconstructed who had written to whom at the {work}",
    "a secret at the {work} did not stay one for long",
    "the mailbox rules of the {work} caused confusion",
    "messages went back and forth at the {work}",
)
MAIL_RULES: Final = (
    "Everyone who gets a message sees its sender and all open recipients; a blind copy is known only to the sender "
    "and to "
    "the person who gets it. All messages are read at once, and there is no other source, no hint and no guessing.",
    "Sender and open recipients are visible to all who receive a message, blind copies only to the sender and the "
    "one who is "
    "blind-copied. Each message is read immediately; nobody learns or guesses anything in any other way.",
    "Of every message the recipients see who sent it and who got it openly, while a blind copy remains between the "
    "sender "
    "and its receiver. All are read without delay, people talk about nothing, and no one speculates.",
)
MAIL_LINES: Final = (
    "{s} wrote to {to}{bcc}",
    "{s} sent a message to {to}{bcc}",
    "a message went from {s} to {to}{bcc}",
)


def _view(sender: str, seen: frozenset[str], hidden: frozenset[str], chain: Sequence[str]) -> frozenset[str]:
    """Return who, as the last of the chain is known to know through this message, has read it."""
    known = seen | hidden
    for mind in chain:
        if mind not in known:
            return frozenset()
        known = seen | {mind} | (known if mind == sender else frozenset())
    return known


def make_mail_knowledge(draw: Draw) -> Draft:
    """Whether A knows that B knows that C knows a fact that spread through open and blind copies."""
    rng, order, n = draw.rng, param(draw, "order"), param(draw, "mails")
    cast = people(rng, 4 + n // 3)
    mails = []
    for _ in range(n):
        sender, *rest = rng.sample(cast, rng.randint(3, 4))
        hidden = frozenset(rest[-1:]) if rng.random() < 0.7 else frozenset()
        mails.append((sender, frozenset(rest) - hidden | {sender}, hidden))

    def knows(chain: Sequence[str]) -> bool:
        return any(chain[-1] in _view(s, seen, hidden, chain[:-1]) for s, seen, hidden in mails)

    def suits(chain: Sequence[str]) -> bool:
        """Whether the chain has the answer that is due, and not for a trivial reason."""
        if knows(chain) != draw.first_side:
            return False
        if draw.first_side:
            return order < 3 or len(set(chain)) > 2
        return order == 1 or (knows(chain[1:]) and knows(chain[:-1]))

    # How many people a long chain names must not tell whether they know.
    named = order if order < 4 else 3 + draw.index // 2 % 2
    for _ in range(60):
        chain = [rng.choice(cast)]
        while len(chain) < order:
            chain.append(rng.choice([c for c in cast if c != chain[-1]]))
        if len(set(chain)) == named and suits(chain):
            break
    else:
        raise Redraw("no chain has the answer that is due")
    lines = []
    for sender, seen, hidden in mails:
        to = sorted(seen - {sender})
        rng.shuffle(to)
        bcc = f", with a blind copy to {listing(sorted(hidden))}" if hidden else ""
        lines.append(rng.choice(MAIL_LINES).format(s=sender, to=listing(to), bcc=bcc))
    news = rng.choice(NEWS)
    asked = " that ".join([f"Does {chain[0]} know", *(f"{c} knows" for c in chain[1:]), f"{news}?"])
    question = (
        f"{scene(rng, MAIL_SCENES, but=cast)}. Each of these messages said that {news}: {'; '.join(lines)}. "
        f"{rng.choice(MAIL_RULES)} "
        f"{asked} Answer yes or no."
    )
    return Draft(question, "yes" if draw.first_side else "no", AnswerType.YES_NO)


ROW_THINGS: Final = (
    "vase", "candle", "clock", "mug", "lamp", "globe", "book", "shell", "teapot", "flute", "mask", "bell", "mirror",
    "plant",
)  # fmt: skip
ROW_SCENES: Final = (
    "a long table in the {work} was laid out with things",
    "{name} arranged a row of objects at the {work}",
    "the lost property of the {work} was put on a table",
    "a memory exercise took place at the {work}",
    "{name} prepared a still life at the {work}",
    "the jumble sale of the {work} had one table left",
    "a display was set up in the hall of the {work}",
    "the stocktaking at the {work} reached the last table",
)
SEATING: Final = (
    "{near} sit side by side on one side of the table, and {far} sit opposite, facing them.",
    "On one long side of the table sit {near}; {far} face them from the other long side.",
    "{near} share one side of the table and look at {far}, who share the other.",
)
ROW_ASK: Final = (
    "Counted from the left as {n} sees it, in which place is the {x} now? Answer with a whole number; the leftmost "
    "place counts as one.",
    "As {n} sees the row, what is the place of the {x} in the end, counting from the left? Give a whole number, the "
    "leftmost being one.",
    "In {n}'s view, which position from the left does the {x} finally have, the leftmost being one? Answer with a "
    "whole number.",
)


def make_opposite_row(draw: Draw) -> Draft:
    """The place of an object in a row, for somebody who may sit on the other side, after moves in various views."""
    rng, n, moves = draw.rng, param(draw, "objects"), param(draw, "moves")
    cast = people(rng, 4)
    near, far = cast[:2], cast[2:]
    row = rng.sample(ROW_THINGS, n)
    target = rng.choice(row)
    teller = rng.choice(cast)
    shown = row[:] if teller in near else row[::-1]
    told = []
    for _ in range(moves):
        name = rng.choice(cast)
        own = row if name in near else row[::-1]
        kind = rng.choice(("swap", "swap", "swap", "end", "turn"))
        if kind == "swap":
            i, j = rng.sample(range(n), 2)
            own[i], own[j] = own[j], own[i]
            told.append(
                f"{name} swaps the object that is {ORDINALS[i]} from the left with the one that is "
                f"{ORDINALS[n - 1 - j]} "
                f"from the right, as {name} sees them"
            )
        elif kind == "end":
            own.append(own.pop(0))
            told.append(
                f"{name} takes the leftmost object in {name}'s view and puts it at {name}'s right end of the row"
            )
        else:
            own.reverse()
            told.append(f"{name} gives the whole tray half a turn, so that its ends change places")
        row = own if name in near else own[::-1]
    asker = rng.choice([c for c in cast if (c in near) != (teller in near) or moves])
    final = row if asker in near else row[::-1]
    body = f" {'. '.join(told)}." if told else ""
    question = (
        f"{scene(rng, ROW_SCENES, but=cast)}. {rng.choice(SEATING).format(near=listing(near), far=listing(far))} "
        "The objects "
        "stand "
        f"in a straight row on a tray between them. From left to right {teller} sees "
        f"{listing([f'the {x}' for x in shown])}.{body} "
        f"{rng.choice(ROW_ASK).format(n=asker, x=target)}"
    )
    return Draft(question, str(final.index(target) + 1), AnswerType.INTEGER)


FAMILIES: Final = (
    Family(
        name="nested_belief",
        subcategory="perspective_taking",
        levels=BELIEF_LEVELS,
        make=persistent(make_nested_belief),
        solve=solve.nested_belief,
        method="simulation of minds inside minds",
    ),
    Family(
        name="mail_knowledge",
        subcategory="perspective_taking",
        levels=MAIL_LEVELS,
        make=persistent(make_mail_knowledge),
        solve=solve.mail_knowledge,
        method="model checking over possible worlds",
        two_way=True,
    ),
    Family(
        name="opposite_row",
        subcategory="perspective_taking",
        levels=ROW_LEVELS,
        make=make_opposite_row,
        solve=solve.opposite_row,
        method="coordinate of the target alone, tracked backwards",
    ),
)
