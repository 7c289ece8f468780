"""Re-derive voice items: build the passive from parsed auxiliaries, tag verb groups, multiply relation matrices."""

import re
from typing import Final

from mirror_inspect.bank.family import Solution
from mirror_inspect.bank.solvers.reading import after_colon, quoted

_AUXILIARIES: Final = frozenset("is are was were has have had will should must be been being".split())
_BE: Final = frozenset("is are was were be been being".split())
_BE_FORMS: Final = {"VB": "be", "VBN": "been", "VBG": "being"}


def _lemma(word: str) -> str:
    from lemminflect import getAllLemmas

    found = getAllLemmas(word).get("VERB", ())
    if not found:
        raise ValueError(f"no verb: {word!r}")
    return str(found[0])


def _forms(lemma: str, tag: str) -> tuple[str, ...]:
    from lemminflect import getInflection

    return tuple(getInflection(lemma, tag=tag))


def _is_plural(noun: str) -> bool:
    from lemminflect import getAllLemmas

    return noun not in getAllLemmas(noun).get("NOUN", ())


def _passive(clause: str) -> tuple[str, int]:
    """Return the passive of "the X (aux)* verb the Y" and the number of auxiliaries."""
    found = re.fullmatch(r"the (\w+) ((?:\w+ )+)the (\w+)", clause)
    if not found:
        raise ValueError(f"cannot parse the clause {clause!r}")
    doer, group, receiver = found[1], found[2].split(), found[3]
    *auxiliaries, verb = group
    if set(auxiliaries) - _AUXILIARIES:
        raise ValueError(f"not an auxiliary in {group}")
    plural, lemma = _is_plural(receiver), _lemma(verb)
    participle = _forms(lemma, "VBN")[0]
    finite = {"has": ("has", "have"), "have": ("has", "have"), "is": ("is", "are"), "are": ("is", "are")}
    finite |= {"was": ("was", "were"), "were": ("was", "were")}
    if not auxiliaries:
        past = verb in _forms(lemma, "VBD") and verb not in (*_forms(lemma, "VBZ"), lemma)
        be = ("was", "were") if past else ("is", "are")
        return f"the {receiver} {be[plural]} {participle} by the {doer}", 0
    head, *rest = auxiliaries
    if head in finite and (head != "have" or not rest):
        head = finite[head][plural]
    if verb.endswith("ing") and verb in _forms(lemma, "VBG"):
        form = "VBG"
    elif auxiliaries[-1] in ("has", "have", "had"):
        form = "VBN"
    else:
        form = "VB"
    return f"the {receiver} {' '.join([head, *rest, _BE_FORMS[form]])} {participle} by the {doer}", len(auxiliaries)


def voice_change(text: str, options: tuple[str, ...]) -> Solution:
    """Put each clause of the quoted sentence into the passive and look the result up among the options."""
    sentence = quoted(text).rstrip(".")
    pieces = re.split(r"(, (?:and|but|while|whereas) )", sentence[0].lower() + sentence[1:])
    results = [_passive(c) for c in pieces[::2]]
    built = "".join(piece if i % 2 else results[i // 2][0] for i, piece in enumerate(pieces))
    answer = f"{built[0].upper()}{built[1:]}."
    if answer not in options:
        raise ValueError(f"{answer!r} is not offered")
    auxiliaries = sum(n for _, n in results)
    params = {"clauses": len(results), "auxiliaries": auxiliaries}
    return Solution(answer, 3 * len(results) + 2 * auxiliaries, params)


def passive_count(text: str, options: tuple[str, ...]) -> Solution:
    """Count clauses in which a form of be stands directly before a past participle."""
    body = re.search(r": (the .+?)\. ", text)
    if not body:
        raise ValueError("no clauses")
    clauses = body[1].split("; ")
    passives = decoys = steps = 0
    for clause in clauses:
        words = clause.split()
        steps += len(words)
        bare = [i for i, w in enumerate(words[:-1]) if w in _BE]
        hit = False
        for i in bare:
            after = words[i + 1]
            if after not in _AUXILIARIES | {"the", "there", "near"}:
                hit |= after in _forms(_lemma(after), "VBN")
        passives += hit
        decoys += bool(bare) and not hit
    return Solution(str(passives), steps, {"clauses": len(clauses), "decoys": decoys})


_FACT: Final = tuple(
    re.compile(p)
    for p in (
        r"it was by (?P<a>[A-Z]\w+) that (?P<b>[A-Z]\w+) was \w+",
        r"it was (?P<b>[A-Z]\w+) who was \w+ by (?P<a>[A-Z]\w+)",
        r"it was (?P<a>[A-Z]\w+) who \w+ (?P<b>[A-Z]\w+)",
        r"the person by whom (?P<b>[A-Z]\w+) was \w+ was (?P<a>[A-Z]\w+)",
        r"the person who \w+ (?P<b>[A-Z]\w+) was (?P<a>[A-Z]\w+)",
        r"the person (?P<a>[A-Z]\w+) \w+ was (?P<b>[A-Z]\w+)",
        r"(?P<b>[A-Z]\w+) was \w+ by (?P<a>[A-Z]\w+)",
        r"(?P<a>[A-Z]\w+) \w+ (?P<b>[A-Z]\w+)",
    )
)


def doer_chain(text: str, options: tuple[str, ...]) -> Solution:
    """Raise the doer-receiver matrix to the power asked for and read off one entry."""
    asked = re.search(r"Was ([A-Z]\w+) \w+ ((?:by somebody who was \w+ )*)by ([A-Z]\w+)\?", text)
    if not asked:
        raise ValueError("no question")
    body, _ = after_colon(text)
    edges = []
    for fact in body.split("; "):
        found = next((m for p in _FACT if (m := p.fullmatch(fact))), None)
        if not found:
            raise ValueError(f"cannot parse {fact!r}")
        edges.append((found["a"], found["b"]))
    names = sorted({n for e in edges for n in e} | {asked[1], asked[3]})
    step = [[int((a, b) in edges) for b in names] for a in names]
    hops = 1 + asked[2].count("somebody")
    power = step
    for _ in range(hops - 1):
        power = [
            [sum(x * y for x, y in zip(row, col, strict=True)) for col in zip(*step, strict=True)] for row in power
        ]
    ways = power[names.index(asked[3])][names.index(asked[1])]
    return Solution("yes" if ways else "no", len(edges) * hops, {"facts": len(edges), "hops": hops})
