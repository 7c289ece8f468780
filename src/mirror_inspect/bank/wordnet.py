"""Extract from a WordNet 3.1 ``dict`` folder the few relations that vocabulary items are checked against.

Run once per lexicon change: ``python -m mirror_inspect.bank.wordnet DICT_FOLDER`` writes ``wordnet_relations.json``.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

RELATIONS: Final = Path(__file__).with_name("wordnet_relations.json")
LICENSE: Final = (
    "WordNet 3.1, Copyright 2006 by Princeton University. All rights reserved. Used under the WordNet licence "
    "(https://wordnet.princeton.edu/license-and-commercial-use): provided as is, without warranty of any kind."
)
RARITY_LIMITS: Final = (3.6, 3.0, 2.5, 2.0)
"""Zipf frequencies (log10 of occurrences per 10^9 words) between the five rarities."""
FILES: Final = {"n": "data.noun", "v": "data.verb", "a": "data.adj"}


@dataclass(frozen=True, slots=True)
class Relations:
    """What the second sources say: kinds of each noun, which pairs are opposites or synonyms, how rare a word is."""

    kinds: Mapping[str, frozenset[str]]
    opposites: frozenset[frozenset[str]]
    synonyms: frozenset[frozenset[str]]
    rarities: Mapping[str, int]

    def rarity(self, *words: str) -> int:
        """Return the rarity of the rarest word, 1 (everyday) to 5 (seen less than once in ten million words).

        Raises:
            ValueError: a word is not in the extract.
        """
        if missing := [w for w in words if w not in self.rarities]:
            raise ValueError(f"no frequency for {', '.join(missing)}")
        return max(self.rarities[w] for w in words)


@cache
def relations() -> Relations:
    """Return the committed extract."""
    data = json.loads(RELATIONS.read_text(encoding="utf-8"))
    return Relations(
        kinds={w: frozenset(k) for w, k in data["kinds"].items()},
        opposites=frozenset(frozenset(p) for p in data["opposites"]),
        synonyms=frozenset(frozenset(p) for p in data["synonyms"]),
        rarities=data["rarities"],
    )


def synsets(path: Path) -> Iterator[tuple[str, list[str], list[tuple[str, str, str]]]]:
    """Yield (offset, words, pointers) of a WordNet data file; a pointer is (symbol, offset, source-target)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split(" | ", 1)[0].split()
        count = int(fields[3], 16)
        words = [fields[4 + 2 * i].split("(")[0].lower() for i in range(count)]
        at = 4 + 2 * count
        pointers = [
            (fields[at + 1 + 4 * i], fields[at + 2 + 4 * i], fields[at + 4 + 4 * i]) for i in range(int(fields[at]))
        ]
        yield fields[0], words, pointers


def extract(
    folder: Path, kinds: Mapping[str, str], nouns: Iterable[str], words: Iterable[str]
) -> dict[str, str | dict[str, list[str]] | list[list[str]]]:
    """Return the relations among the given words.

    Args:
        folder: WordNet's ``dict`` folder.
        kinds: Kind name to the offset of its noun synset.
        nouns: Words whose kinds are wanted.
        words: Words whose synonyms and antonyms among each other are wanted.
    """
    wanted, nouns = set(words), set(nouns)
    opposites: set[tuple[str, str]] = set()
    synonyms: set[tuple[str, str]] = set()
    parents: dict[str, list[str]] = {}
    senses: defaultdict[str, list[str]] = defaultdict(list)
    for part, name in FILES.items():
        table = {offset: (forms, pointers) for offset, forms, pointers in synsets(folder / name)}
        for offset, (forms, pointers) in table.items():
            synonyms |= {(a, b) for a in forms for b in forms if a < b and {a, b} <= wanted}
            for symbol, target, ends in pointers:
                if symbol == "!" and target in table:
                    a, b = sorted((forms[int(ends[:2], 16) - 1], table[target][0][int(ends[2:], 16) - 1]))
                    if {a, b} <= wanted:
                        opposites.add((a, b))
            if part == "n":
                parents[offset] = [target for symbol, target, _ in pointers if symbol in ("@", "@i")]
                for form in forms:
                    senses[form].append(offset)

    def above(offset: str) -> set[str]:
        return {offset}.union(*(above(p) for p in parents[offset])) if parents[offset] else {offset}

    found = {w: set().union(*(above(o) for o in senses[w])) for w in sorted(nouns)}
    return {
        "license": LICENSE,
        "kinds": {w: sorted(k for k, o in kinds.items() if o in ups) for w, ups in found.items()},
        "opposites": [list(p) for p in sorted(opposites)],
        "synonyms": [list(p) for p in sorted(synonyms)],
    }


def main(folder: str) -> None:
    """Write the relations of the lexicon with the licence notice, and the rarity of its words by ``wordfreq``."""
    from wordfreq import zipf_frequency

    from mirror_inspect.bank.lexicon import KIND_SYNSETS, KINDS, OPPOSITES, SYNONYMS

    pairs = [w for table in (OPPOSITES, SYNONYMS) for pair in table for w in pair]
    nouns = [w for group in KINDS.values() for w in group]
    found = extract(Path(folder), KIND_SYNSETS, nouns, pairs)
    rarities = {
        w: 1 + sum(zipf_frequency(w, "en") < limit for limit in RARITY_LIMITS) for w in sorted({*nouns, *pairs})
    }
    notice = (Path(folder).parent / "LICENSE").read_text(encoding="utf-8")
    text = json.dumps(
        {**found, "license": f"{LICENSE}\n\n{notice}", "rarities": rarities}, ensure_ascii=False, sort_keys=True
    )
    RELATIONS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
