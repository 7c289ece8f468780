"""Re-derive perspective items: simulated minds, possible worlds, backward tracking."""

import re
from dataclasses import dataclass
from itertools import chain as flatten
from itertools import combinations
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import names

_EVENT: Final = re.compile(
    r"(?P<name>[A-Z]\w+) (?:(?P<out>leaves the room|goes out|steps outside)|(?P<back>comes back|returns|walks in again)"
    r"|(?:moves|puts|transfers) the \w+ (?:to|into) the (?P<place>\w+ \w+))\."
)


@dataclass
class _Mind:
    """What somebody takes the world to be, with a mind inside that stands for the next person of the chain."""

    owner: str
    place: str
    inner: "_Mind | None" = None
    updates: int = 0

    def see(self, witnesses: set[str], place: str) -> None:
        """Take in one event the owner witnessed; the owner knows that the other witnesses take it in as well."""
        self.place, self.updates = place or self.place, self.updates + 1
        if self.inner and self.inner.owner in witnesses:
            self.inner.see(witnesses, place)


def nested_belief(text: str, options: tuple[str, ...]) -> Solution:
    """Simulate the mind of the first person, with the mind of the second inside it, and so on."""
    start = re.search(r"\. ([A-Z][\w, ]+) are in the same room\. The \w+ is in the (\w+ \w+),", text)
    asked = re.search(r"where does (.+) the \w+ is\?$", text)
    if not start or not asked:
        raise ValueError("no start or no question")
    cast, place = names(start[1]), start[2]
    chain = names(asked[1])
    mind: _Mind | None = None
    minds = []
    for name in reversed(chain):
        mind = _Mind(name, place, mind)
        minds.append(mind)
    inside, events = set(cast), 0
    for event in _EVENT.finditer(text, start.end()):
        name, witnesses = event["name"], set(inside)
        if event["out"]:
            inside.remove(name)
        elif event["back"]:
            inside.add(name)
            witnesses.add(name)
        elif name not in inside:
            raise ValueError(f"{name} acts from outside")
        events += 1
        if mind and mind.owner in witnesses:
            mind.see(witnesses, event["place"] or "")
    answer = f"inside the {minds[0].place}"
    if answer not in options:
        raise ValueError(f"{answer!r} is not offered")
    params = {"order": len(chain), "people": len(cast), "events": events}
    return Solution(answer, events * len(chain) + sum(m.updates for m in minds), params)


_MAIL: Final = re.compile(
    r"(?:a message went from )?(?P<s>[A-Z]\w+) (?:wrote to |sent a message to |to )"
    r"(?P<to>[A-Z]\w+(?:(?:, | and )[A-Z]\w+)*)(?:, with a blind copy to (?P<bcc>[A-Z]\w+))?$"
)

World = frozenset[str] | None


def _knows(
    chain: list[str], world: World, worlds: list[World], sender: str, seen: frozenset[str], steps: list[int]
) -> bool:
    """Whether in ``world`` (the blind recipients, or None for "no such message") the chain of knowledge holds."""
    steps[0] += 1
    me, rest = chain[0], chain[1:]
    reads = world is not None and me in seen | world
    if not rest:
        return reads

    def possible(other: World) -> bool:
        if not reads:
            return other is None or me not in seen | other
        return other is not None and (other == world if me == sender else me in seen or me in other)

    return all(_knows(rest, other, worlds, sender, seen, steps) for other in worlds if possible(other))


def mail_knowledge(text: str, options: tuple[str, ...]) -> Solution:
    """Check the chain of knowledge in all worlds that each reader cannot tell apart, message by message."""
    body = re.search(r"said that [a-zM ]+onday: |said that [^:]+: ", text)
    asked = re.search(r"Does ([A-Z]\w+) know ((?:that [A-Z]\w+ knows )*)that", text)
    if not body or not asked:
        raise ValueError("no messages or no question")
    chain = [asked[1], *re.findall(r"that ([A-Z]\w+) knows", asked[2])]
    lines = text[body.end() :].split(". ")[0].split("; ")
    steps, holds = [0], False
    for line in lines:
        mail = _MAIL.search(line)
        if not mail:
            raise ValueError(f"cannot parse {line!r}")
        seen = frozenset({mail["s"], *names(mail["to"])})
        blind = sorted({*chain, *([mail["bcc"]] if mail["bcc"] else [])} - seen)
        subsets = flatten.from_iterable(combinations(blind, k) for k in range(len(blind) + 1))
        worlds: list[World] = [None, *(frozenset(s) for s in subsets)]
        actual = frozenset({mail["bcc"]} if mail["bcc"] else ())
        holds |= _knows(chain, actual, worlds, mail["s"], seen, steps)
    params = {"order": len(chain), "mails": len(lines)}
    return Solution("yes" if holds else "no", steps[0], params)


_ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth".split()
)


def opposite_row(text: str, options: tuple[str, ...]) -> Solution:
    """Start from the answer's viewpoint and undo the moves for each final place until the target is there."""
    seats = re.search(
        r"(?:([A-Z]\w+) and ([A-Z]\w+) (?:sit side by side on|share) one side of the table"
        r"|side of the table sit ([A-Z]\w+) and ([A-Z]\w+))",
        text,
    )
    shown = re.search(r"From left to right ([A-Z]\w+) sees (.+?)\.", text)
    asked = re.search(
        r"left as ([A-Z]\w+) sees it, in which place is the (\w+) now|As ([A-Z]\w+) sees the row, what is the place "
        r"of the "
        r"(\w+)|In ([A-Z]\w+)'s view, which position from the left does the (\w+)",
        text,
    )
    if not seats or not shown or not asked:
        raise ValueError("seating, row or question not found")
    near = {name for name in seats.groups() if name}
    asker, target = (group for group in asked.groups() if group)
    row = re.findall(r"the (\w+)", shown[2])
    n = len(row)

    def flip(place: int, name: str) -> int:
        return place if name in near else n - 1 - place

    moves = [m for m in text[shown.end() :].split(". ")[:-1] if " swaps " in m or " takes " in m or " gives " in m]
    steps = 0
    for final in range(n):
        place = final
        for move in reversed(moves):
            steps += 1
            name = names(move)[0]
            own = flip(place, name)
            if " swaps " in move:
                i, j = (_ORDINALS.index(o) for o in re.findall(r"(\w+) from the", move))
                j = n - 1 - j
                own = {i: j, j: i}.get(own, own)
            elif " takes " in move:
                own = (own + 1) % n
            else:
                own = n - 1 - own
            place = flip(own, name)
        if row[flip(place, shown[1])] == target:
            params = {"objects": n, "moves": len(moves)}
            return Solution(str(flip(final, asker) + 1), n + steps, params)
    raise ValueError(f"no {target!r} in the row")
