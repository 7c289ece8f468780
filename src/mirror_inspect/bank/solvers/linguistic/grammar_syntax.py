"""Re-derive grammar items by parsing the sentence and asking inflection dictionaries about every form."""

import re
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import numbered_lines, quoted

_PREPOSITIONS: Final = frozenset({"near", "behind", "beside", "beyond", "opposite"})
_OBLIQUE: Final = frozenset({"me", "her", "him", "them", "us"})
_NOMINATIVE: Final = frozenset({"i", "she", "he", "they", "we"})
_SILENT_H: Final = ("honest", "hour", "heir", "honour")
_GLIDE: Final = re.compile(r"^(eu|one|uni[^nmd]|use|uti)")


def _inflection(lemma: str, tag: str) -> tuple[str, ...]:
    from lemminflect import getInflection

    return tuple(getInflection(lemma, tag=tag))


def _lemmas(word: str, pos: str) -> tuple[str, ...]:
    from lemminflect import getAllLemmas

    return tuple(getAllLemmas(word.lower()).get(pos, ()))


def _is_plural(noun: str) -> bool:
    lemmas = _lemmas(noun, "NOUN")
    if not lemmas:
        raise ValueError(f"unknown noun {noun!r}")
    return all(noun.lower() != lemma for lemma in lemmas)


def _is_third_singular(verb: str) -> bool:
    return any(verb in _inflection(lemma, "VBZ") for lemma in _lemmas(verb, "VERB") if lemma != verb)


def nested_agreement(text: str, options: tuple[str, ...]) -> Solution:
    """Push the number of every subject noun, pop one at every verb, compare."""
    words = quoted(text).rstrip(".").split()
    open_subjects: list[bool] = []
    subjects = attractors = steps = 0
    agrees = True
    i = 0
    while i < len(words):
        word = words[i].lower()
        if word == "the":
            number = _is_plural(words[i + 1])
            if i and words[i - 1].lower() in _PREPOSITIONS:
                attractors += 1
            else:
                subjects += 1
                open_subjects.append(number)
            steps += 1 + len(open_subjects)
            i += 2
        elif word == "that" or word in _PREPOSITIONS:
            i += 1
        else:
            steps += 1 + len(open_subjects)
            agrees &= open_subjects.pop() != _is_third_singular(word)
            i += 1
            if not open_subjects:
                break
    if open_subjects or not subjects:
        raise ValueError("subjects and verbs do not pair up")
    return Solution("yes" if agrees else "no", steps, {"subjects": subjects, "attractors": attractors})


def _wants_an(word: str) -> bool:
    word = word.lower()
    return word.startswith(_SILENT_H) or (word[0] in "aeiou" and not _GLIDE.match(word))


_LINE: Final = re.compile(
    r"^The (?P<head>\w+)(?P<mods>(?: \w+ the \w+)*) (?P<aux>has|have) (?P<verb>\w+) (?P<article>an?) "
    r"(?P<quality>[\w-]+) (?P<object>\w+) (?P<tail>.+)\.$"
)


def _faulty(line: str) -> tuple[bool, int, int]:
    found = _LINE.match(line)
    if not found:
        raise ValueError(f"cannot parse {line!r}")
    verb, tail = found["verb"], found["tail"]
    wrong = _is_plural(found["head"]) != (found["aux"] == "have")
    wrong |= not any(verb in _inflection(lemma, "VBN") for lemma in _lemmas(verb, "VERB"))
    wrong |= _wants_an(found["quality"]) != (found["article"] == "an")
    gap = len(found["mods"].split())
    if pair := re.search(r" [A-Z]\w+ and (\w+)$", tail):
        if pair[1] not in _OBLIQUE | _NOMINATIVE:
            raise ValueError(f"not a pronoun: {pair[1]!r}")
        wrong |= pair[1] in _NOMINATIVE
    elif counted := re.search(r"(?:two|three|four) (\w+)$", tail):
        lemmas = _lemmas(counted[1], "NOUN")
        wrong |= not any(counted[1] in _inflection(lemma, "NNS") for lemma in lemmas)
    else:
        wrong |= " more " in f" {tail} "
    return wrong, gap, 6 + gap


def faulty_lines(text: str, options: tuple[str, ...]) -> Solution:
    """Check agreement, participle, article, plural, comparison and case in every line."""
    results = [_faulty(line) for line in numbered_lines(text)]
    faults = [i for i, (wrong, _, _) in enumerate(results, start=1) if wrong]
    params = {"lines": len(results), "faults": len(faults), "gap": max(gap for _, gap, _ in results)}
    return Solution(", ".join(map(str, faults)), sum(steps for _, _, steps in results), params)


def finite_count(text: str, options: tuple[str, ...]) -> Solution:
    """Tag every word: a past form that is no participle is finite; -ing, participle and to + base are not."""
    words = re.findall(r"[A-Za-z]+", quoted(text))
    finite = nonfinite = 0
    for before, word in zip(["", *words], words, strict=False):
        for lemma in _lemmas(word, "VERB") if word.islower() else ():
            past, participle = _inflection(lemma, "VBD"), _inflection(lemma, "VBN")
            if word in past and word not in participle:
                finite += 1
            elif (
                (word in participle and word not in past and word != lemma)
                or (word.endswith("ing") and word in _inflection(lemma, "VBG"))
                or (before == "to" and word == lemma)
            ):
                nonfinite += 1
            else:
                continue
            break
    return Solution(str(finite), len(words), {"finite": finite, "nonfinite": nonfinite})
