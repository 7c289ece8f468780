"""Re-derive vocabulary items from WordNet's hypernyms, antonyms and synsets."""

import re
from itertools import combinations
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import numbered_lines
from mirror_inspect.bank.wordnet import relations


def _common_rarity(words: list[str]) -> int:
    found = {relations().rarity(w) for w in words}
    if len(found) != 1:
        raise ValueError(f"words of several rarities: {sorted(found)}")
    return found.pop()


def kind_count(text: str, options: tuple[str, ...]) -> Solution:
    """Count the listed words one of whose senses lies below a kind asked for."""
    listed = re.search(r": ([a-z, ]+)\. ", text)
    asked = re.search(r"a kind of ([a-z]+(?: instrument)?(?:(?:, | or )[a-z]+(?: instrument)?)*)", text)
    if not listed or not asked:
        raise ValueError("no list of words or no kinds")
    kinds = {k for k in re.split(r", | or ", asked[1]) if k != "in"}
    words = listed[1].split(", ")
    count = sum(bool(relations().kinds[w] & kinds) for w in words)
    params = {"words": len(words), "kinds": len(kinds), "rarity": _common_rarity(words)}
    return Solution(str(count), len(words) * len(kinds), params)


def opposite_pair(text: str, options: tuple[str, ...]) -> Solution:
    """Try every pair of listed words against the antonym relation."""
    words = numbered_lines(text)
    places = list(combinations(range(len(words)), 2))
    hits = [(i, j) for i, j in places if frozenset((words[i], words[j])) in relations().opposites]
    decoys = sum(frozenset((words[i], words[j])) in relations().synonyms for i, j in places)
    if len(hits) != 1:
        raise ValueError(f"{len(hits)} pairs of opposites")
    i, j = hits[0]
    params = {"words": len(words), "decoys": decoys, "rarity": relations().rarity(words[i], words[j])}
    return Solution(f"{i + 1}, {j + 1}", len(places), params)


_CLAIM: Final = re.compile(
    "\u201c(?P<a>[a-z]+)\u201d (?:(?:names|is the word for|can be used for) a kind of (?P<kind>[a-z ]+)"
    "|(?:and|is the opposite of|has a sense in common with) \u201c(?P<b>[a-z]+)\u201d)(?P<rest>[a-z ]*)"
)


def word_claims(text: str, options: tuple[str, ...]) -> Solution:
    """Look up every claim; the answer is yes when all hold."""
    parts = re.split(r"; |: (?=\u201c)", text)[1:]
    known = relations()
    verdicts, effort = [], 0
    rarities = set()
    for part in parts:
        found = _CLAIM.match(part)
        if not found:
            raise ValueError(f"cannot parse {part!r}")
        a, b, kind = found["a"], found["b"], found["kind"]
        if kind:
            verdicts.append(kind in known.kinds[a])
            rarities.add(known.rarity(a))
            effort += 1
        else:
            table = known.opposites if "opposite" in found[0] else known.synonyms
            verdicts.append(frozenset((a, b)) in table)
            rarities.add(known.rarity(a, b))
            effort += 2
    if len(rarities) != 1:
        raise ValueError(f"claims of several rarities: {sorted(rarities)}")
    params = {"claims": len(verdicts), "rarity": rarities.pop()}
    return Solution("yes" if all(verdicts) else "no", effort, params)
