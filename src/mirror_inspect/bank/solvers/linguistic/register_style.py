"""Re-derive style items: colloquial markers, one text test per rule, overriding customs from the last one down."""

import re
from collections.abc import Callable
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import quoted
from mirror_inspect.bank.wording import SPELLED

_COLLOQUIAL: Final = re.compile(
    r"\b(ask for|kids|look into|can't|won't|put off|go up|boss|got rid of|pretty|fixed|set up|get|lots of|kick "
    r"off|help out"
    r"|talked about|dead tired|loads of|found out|guys|owned up to|yummy|called off)\b"
)


def formality_rank(text: str, options: tuple[str, ...]) -> Solution:
    """Order the drafts by falling number of colloquial markers."""
    lines = re.findall(r"^([A-G])\. (.+)\.$", text, re.M)
    if len(lines) < 2:
        raise ValueError("no drafts")
    counts, steps, slots = {}, 0, set()
    for letter, line in lines:
        clauses = line.lower().split("; ")
        slots.add(len(clauses))
        steps += len(clauses)
        hits = [len(_COLLOQUIAL.findall(c)) for c in clauses]
        if max(hits) > 1:
            raise ValueError(f"two markers in one clause of {line!r}")
        counts[letter] = sum(hits)
    if len(set(counts.values())) < len(counts) or len(slots) != 1:
        raise ValueError("drafts are tied or of unequal length")
    order = sorted(counts, key=lambda letter: -counts[letter])
    return Solution(", ".join(order), steps, {"versions": len(lines), "slots": slots.pop()})


def _words(sentence: str) -> list[str]:
    return sentence.rstrip(".!").split()


_TESTS: Final[tuple[tuple[str, Callable[[str, int], bool]], ...]] = (
    ("contract", lambda s, n: re.search(r"\b(\w+n't|\w+'ve|\w+'re|\w+'ll|it's)\b", s, re.I) is not None),
    ("exclamation", lambda s, n: s.endswith("!")),
    ("\u201cmy\u201d", lambda s, n: any(w in ("I", "I've", "me", "my", "My") for w in _words(s))),
    ("words", lambda s, n: len(_words(s)) > n),
    ("\u201cBut\u201d", lambda s, n: _words(s)[0] in ("And", "But", "So")),
    ("really", lambda s, n: bool({"very", "really"} & {*_words(s)})),
    ("capital", lambda s, n: any(len(w) > 1 and w.isupper() for w in _words(s))),
)


def style_guide(text: str, options: tuple[str, ...]) -> Solution:
    """Apply the test of every stated rule to every sentence."""
    guide = re.search(r"The guide: (.+?)\. The letter: ", text, re.S)
    if not guide:
        raise ValueError("no guide")
    limit, tests = 0, []
    for rule in guide[1].split("; "):
        hits = [test for key, test in _TESTS if key in rule and not (key == "words" and "must not" in rule)]
        if len(hits) != 1:
            raise ValueError(f"cannot place the rule {rule!r}")
        tests += hits
        if count := re.search(r"(?:more than|at most) (\w+) words", rule):
            limit = SPELLED[count[1]]
    letter = quoted(text[guide.end() :])
    sentences = re.findall(r"[^.!]+[.!]", letter)
    broken = sum(any(test(s.strip(), limit) for test in tests) for s in sentences)
    params = {"rules": len(tests), "sentences": len(sentences)}
    return Solution(str(broken), len(tests) * len(sentences), params)


_RANKS: Final = ("Director", "Manager", "Clerk", "Trainee")


def address_forms(text: str, options: tuple[str, ...]) -> Solution:
    """For every greeting find the last custom that applies and compare the form used."""
    customs = re.search(r"overrides the earlier ones: (.+?)\. The people are (.+?)\. ", text)
    heard = re.findall(
        r"([A-Z]\w+) [A-Z]\w+ to ([A-Z]\w+) [A-Z]\w+(, with a visitor listening)?: \u201c[^,]+, (.+?)\.\u201d", text
    )
    if not customs or not heard:
        raise ValueError("no customs or no greetings")
    rank = {f: r for r, f, _ in re.findall(r"(Director|Manager|Clerk|Trainee) ([A-Z]\w+) ([A-Z]\w+)", customs[2])}
    cousins = re.search(r"([A-Z]\w+) and ([A-Z]\w+) are cousins", text)
    birthday = re.search(r"it is ([A-Z]\w+)'s birthday", text)
    probation = re.search(r"([A-Z]\w+) is on probation", text)
    kin = {*cousins.groups()} if cousins else set()
    rules, steps, good = customs[1].split("; "), 0, True
    for speaker, other, visitor, form in heard:
        cases = {
            "probation": (probation is not None and speaker == probation[1], True),
            "birthday": (birthday is not None and other == birthday[1], False),
            "visitor": (bool(visitor), True),
            "relatives": ({speaker, other} == kin, False),
            "same or a lower": (_RANKS.index(rank[other]) >= _RANKS.index(rank[speaker]), False),
            "higher": (_RANKS.index(rank[other]) < _RANKS.index(rank[speaker]), True),
        }
        for key, (applies, formal) in cases.items():
            if not any(key in rule for rule in rules):
                continue
            steps += 1
            if applies:
                good &= formal == (form.split()[0] in _RANKS)
                break
    return Solution("yes" if good else "no", steps, {"customs": len(rules), "greetings": len(heard)})
