"""Re-derive emotion items: stated appraisal rules, parity over wishes, recursion over minds."""

import re
from collections import deque
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import after_colon

_ADJECTIVES: Final = {
    "disappointment": "disappointed", "relief": "relieved", "joy": "joyful", "sadness": "sad", "excitement": "excited",
    "worry": "worried", "gratitude": "grateful", "anger": "angry", "pride": "proud", "guilt": "guilty",
}  # fmt: skip
_NEWS: Final = (
    (re.compile(r"open again|undecided"), "undecided"),
    (re.compile(r"not happen|never happen"), "will not happen"),
    (re.compile(r"chance"), "by chance"),
    (re.compile(r"(?P<n>[A-Z]\w+) brings it about|(?P<m>[A-Z]\w+)'s doing"), "doing"),
)


def appraisal(text: str, options: tuple[str, ...]) -> Solution:
    """Find the person's last attitude and the last news from the end of the story, then the rule that fits both."""
    body = re.search(r"In order: (.+?)\. How does ([A-Z]\w+) feel now\?", text)
    rules = re.findall(r"(\w+) when (what one .+?)(?=;|\. The matter)", text)
    if not body or not rules:
        raise ValueError("no story or no rules")
    steps, person = body[1].split("; "), body[2]
    looked = 0

    def attitude(name: str, before: int) -> str:
        """Return what ``name`` felt before a step, following borrowed attitudes back to their source."""
        nonlocal looked
        for at in range(before - 1, -1, -1):
            looked += 1
            step = steps[at]
            if found := re.match(rf"{name} (?:now |comes to )?(hope|fear)s?\b", step):
                return found[1]
            if found := re.match(rf"{name} .*?\b([A-Z]\w+)", step):
                if not re.search(r"attitude|feels? about it", step):
                    continue
                source = attitude(found[1], at)
                return (
                    source if re.search(r"takes over|as \w+ does", step) else {"hope": "fear", "fear": "hope"}[source]
                )
        raise ValueError(f"nothing is said about the attitude of {name}")

    about_people = re.compile(r"\b(hopes?|fears?|attitude|feels?)\b")
    latest = [step for step in steps if not about_people.search(step)]
    if not latest:
        raise ValueError("no news")
    pattern, news = next((p, kind) for p, kind in _NEWS if p.search(latest[-1]))
    if news == "doing" and (who := pattern.search(latest[-1])):
        news = "one's own" if (who["n"] or who["m"]) == person else "somebody else"
    felt = attitude(person, len(steps))
    fits = [feeling for feeling, when in rules if felt in when and news in when]
    if len(fits) != 1:
        raise ValueError(f"{len(fits)} feelings fit")
    people = {step.split()[0] for step in steps if about_people.search(step)}
    borrowed = sum(bool(re.search(r"attitude|feels? about it", step)) for step in steps)
    params = {"feelings": len(rules), "people": len(people), "steps": len(steps), "borrowed": borrowed}
    return Solution(f"{person} is {_ADJECTIVES[fits[0]]}.", looked + len(steps) + len(rules), params)


_SAME: Final = re.compile(r"([A-Z]\w+) (?:wishes for whatever|wants the same as|is pleased whenever) ([A-Z]\w+)")
_OPPOSITE: Final = re.compile(
    r"([A-Z]\w+) (?:wishes for the opposite of what|always wants what|is pleased exactly when) ([A-Z]\w+)"
)


def borrowed_wishes(text: str, options: tuple[str, ...]) -> Solution:
    """Spread the sign of the one stated wish over the graph of same and opposite wishes."""
    listed, rest = after_colon(text)
    lines = listed.split("; ")
    roots = [line for line in lines if " hopes that " in line]
    if len(roots) != 1:
        raise ValueError(f"{len(roots)} people have a wish of their own")
    root = roots[0]
    wants = "it is not the case" not in root
    came = re.search(r"\b(lost|voted down|ended|no|No|not)\b", rest.split(".")[0]) is None
    edges: dict[str, list[tuple[str, bool]]] = {}
    for line in lines:
        for pattern, same in ((_SAME, True), (_OPPOSITE, False)):
            if found := pattern.match(line):
                edges.setdefault(found[2], []).append((found[1], same))
                break
        else:
            if line != root:
                raise ValueError(f"cannot parse {line!r}")
    start = root.split()[0]
    sign, depth, queue = {start: wants}, {start: 0}, deque([start])
    while queue:
        name = queue.popleft()
        for other, same in edges.get(name, []):
            sign[other], depth[other] = sign[name] == same, depth[name] + 1
            queue.append(other)
    if len(sign) != len(lines):
        raise ValueError("not everybody's wish is determined")
    params = {"people": len(sign), "depth": max(depth.values())}
    return Solution(str(sum(s == came for s in sign.values())), sum(depth.values()) + len(sign), params)


_STATES: Final = {
    "the head of the house is present": "The head of the house is away",
    "music is playing": "No music is playing",
    "it is a feast day": "It is an ordinary day",
    "a child is in the room": "No child is in the room",
    "the curtains are drawn": "The curtains are open",
    "tea has been served": "Tea has not been served",
    "a letter is being read aloud": "No letter is being read aloud",
    "the lamps are lit": "The lamps are out",
    "a stranger is at the table": "There is no stranger at the table",
}


def masked_feelings(text: str, options: tuple[str, ...]) -> Solution:
    """Turn the face for every custom whose condition holds, then ask mind by mind whether it sees through it."""
    rule = re.search(r"(?:cancel out|true again|one condition holds): (.+?)\. ", text)
    truth = re.search(r"([A-Z]\w+) is a native and in truth (glad|sad)\.", text)
    asked = re.search(r"Does (.+) that ([A-Z]\w+) is (glad|sad)\? ", text)
    if not rule or not truth or not asked or truth[1] != asked[2]:
        raise ValueError("no customs, feeling or question")
    conditions = rule[1].split("; ")
    turned = False
    for condition in conditions:
        if _STATES[condition] not in text:
            if f"{condition[0].upper()}{condition[1:]}." not in text:
                raise ValueError(f"nothing is said about {condition!r}")
            turned = not turned
    native = dict(re.findall(r"([A-Z]\w+) is a (native|foreigner)", text))
    minds = re.findall(r"[A-Z]\w+", asked[1])
    steps, sees = len(conditions), True
    # From the innermost mind outwards: one foreigner anywhere in the chain, and the face is taken for the feeling.
    for mind in reversed(minds):
        steps += 1
        sees = sees and native[mind] == "native"
    glad = (truth[2] == "glad") != (turned and not sees)
    params = {"order": len(minds), "customs": len(conditions)}
    return Solution("yes" if glad == (asked[3] == "glad") else "no", steps, params)
