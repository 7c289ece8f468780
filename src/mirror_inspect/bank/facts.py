"""Facts shipped with the bank: reading the committed tables, and the fact list that the ``search`` tool looks in."""

import csv
import json
import re
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict

COMMON: Final = frozenset((
    "a", "an", "and", "are", "at", "be", "by", "did", "do", "does", "for", "from", "has", "have", "how", "in", "is",
    "it", "its", "many", "much", "of", "on", "or", "that", "the", "this", "to", "was", "were", "what", "when",
    "where", "which", "who", "whose", "why", "with",
))  # fmt: skip
"""Words that say nothing about the topic and are left out of the overlap."""


class Fact(BaseModel):
    """One sentence of general knowledge.

    Attributes:
        topic: What it is about, one or a few words.
        fact: The sentence.
        source: Package or table it comes from.
        license: Licence of that source.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    topic: str
    fact: str
    source: str
    license: str


def read_table(name: str) -> tuple[dict[str, str], ...]:
    """Read a committed table of the bank, skipping its comment lines.

    Args:
        name: File name next to this module, e.g. ``"facts_countries_a.csv"``.
    """
    text = (files("mirror_inspect.bank") / name).read_text(encoding="utf-8")
    return tuple(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


@cache
def load_facts() -> tuple[Fact, ...]:
    """Return every shipped fact in file order."""
    text = (files("mirror_inspect.data") / "facts.jsonl").read_text(encoding="utf-8")
    return tuple(Fact(**json.loads(line)) for line in text.splitlines() if line)


def search(query: str, *, limit: int = 3) -> tuple[Fact, ...]:
    """Return the facts that share most words with a query.

    A fact scores one for every content word of the query that it contains and one more if the word stands in its topic;
    equal scores keep the order of the file. Facts that share no word are never returned.

    Args:
        query: Free text, as a model would type it.
        limit: Largest number of facts returned.

    Returns:
        At most ``limit`` facts, best first; empty when nothing overlaps.
    """
    wanted = _words(query)
    scores = [len(wanted & topic) + len(wanted & both) for topic, both in _index()]
    best = sorted((i for i, score in enumerate(scores) if score), key=lambda i: -scores[i])
    return tuple(load_facts()[i] for i in best[: max(limit, 0)])


@cache
def _index() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return tuple((_words(f.topic), _words(f"{f.topic} {f.fact}")) for f in load_facts())


def _words(text: str) -> frozenset[str]:
    """Return the content words of a text, case and plural endings folded."""
    words = frozenset(re.findall(r"\w+", text.casefold())) - COMMON
    return frozenset(w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in words)
