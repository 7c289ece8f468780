"""Re-derive the linguistic bridges from their texts."""

import re
from typing import Final

W: Final = r"([A-Z]\w+)"
X: Final = r"(\d+) \w+"
ROLES: Final = (
    (rf"{W} gave {W} {X}", "abx"),
    (rf"{W} gave {X} to {W}", "axb"),
    (rf"{W} was given {X} by {W}", "bxa"),
    (rf"{X} were given to {W} by {W}", "xba"),
    (rf"it was {W} who gave {W} {X}", "abx"),
    (rf"it was {W} who was given {X} by {W}", "bxa"),
    (rf"it was by {W} that {W} was given {X}", "abx"),
    (rf"it was to {W} that {W} gave {X}", "bax"),
    (rf"the person {W} gave {X} to was {W}", "axb"),
    (rf"the person who was given {X} by {W} was {W}", "xab"),
    (rf"the person by whom {W} was given {X} was {W}", "bxa"),
)
"""Clause patterns with the role of each group: a gives, b gets, x is how many."""


def told_gifts(text: str) -> str:
    """Find giver and receiver of every clause by its pattern."""
    start = re.search(rf"{W} started with (\d+) ", text)
    story = re.search(r"happened then: (.+?)\. How many", text)
    if not (start and story):
        raise ValueError("no gifts found")
    held = int(start[2])
    for clause in story[1].split("; "):
        match = next((m, roles) for pattern, roles in ROLES if (m := re.fullmatch(pattern, clause)))
        found = dict(zip(match[1], match[0].groups(), strict=True))
        held += int(found["x"]) * ((found["b"] == start[1]) - (found["a"] == start[1]))
    return str(held)


def implied_attendance(text: str) -> str:
    """Count the words that flip the outcome: an odd number means it was not done."""
    total = re.search(r"There are (\d+) ", text)
    groups = re.search(r"Of these, (.+?); these groups", text)
    if not (total and groups):
        raise ValueError("no groups found")
    done = int(total[1])
    for group in groups[1].split("; "):
        flips = re.findall(r"\b(?:not|fail(?:ed)?|forg[eo]t|neglect(?:ed)?)\b", group)
        if len(flips) % 2:
            done -= int(group.split()[0])
    return str(done)


FAULTS: Final = (
    r"^The \w+s in this room is\b",
    r"^The \w+ beside the \w+s were\b",
    r"^Each of the \w+ have\b",
    r"\b[Aa] [aeio]\w+",
    r"\b[Aa]n use",
    r"\bmore \w+er\b",
    r"\b(?:been chose|had wrote)\b",
    r"\b(?:for|between) you and I\b",
    r"\bis two\b",
    r"^Neither \w+ are\b",
    r"\bless \w+s\b",
)


def faulty_lines_bill(text: str) -> str:
    """Match each line against one pattern per rule."""
    price = re.search(r"(\d+) cents", text)
    lines = re.findall(r"^\([a-z]\) (.+)$", text, re.M)
    if not (price and lines):
        raise ValueError("no lines found")
    return str(int(price[1]) * sum(any(re.search(f, line) for f in FAULTS) for line in lines))


def word_bill(text: str) -> str:
    """Look every word up in WordNet's categories."""
    from mirror_inspect.bank.facts import read_table

    found = re.search(
        r"(\d+) [a-z ]+? that names one of the ([a-z ]+), by the usual meaning of the word: ([a-z, ]+)\.", text
    )
    if not found:
        raise ValueError("no words found")
    table = {r["word"]: r["categories"].split("|") for r in read_table("facts_words_b.csv")}
    return str(int(found[1]) * sum(found[2] in table[word] for word in found[3].split(", ")))


STYLE: Final = {
    "contractions": r"\w'\w",
    "exclamation": r"!",
    "begins with": r"^(?:And|But)\b",
    "nine words": r"^(?:\S+\s+){9}\S",
    "“me”": r"\b(?:I|me|my)\b",
}


def style_bill(text: str) -> str:
    """Match each sentence against the patterns of the rules that are stated."""
    price = re.search(r"(\d+) cents", text)
    rules = re.search(r"The rules: (.+?)\. (?:The|Retyping)", text)
    body = re.search(r"The text: “(.+)” How many", text)
    if not (price and rules and body):
        raise ValueError("no text found")
    active = [pattern for words, pattern in STYLE.items() if words in rules[1]]
    sentences = re.findall(r"[^.!]+[.!]", body[1])
    return str(int(price[1]) * sum(any(re.search(p, s.strip()) for p in active) for s in sentences))
