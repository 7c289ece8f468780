"""What the conditions of Experiment 9 tell the subject about itself: nothing, its scores, or scores and a norm."""

import re
from collections.abc import Mapping
from typing import Final

from mirror_inspect.taxonomy import Condition, Domain

SCORE: Final = (
    "Part {part} is {domain} work. On earlier {domain} items of this kind you were right {percent} % of the time."
)
UNKNOWN: Final = (
    "Part {part} is {domain} work. There is no record yet of how often you are right on items of this kind."
)
NORM: Final = (
    "House rule: where you were right less than 50 % of the time, use a tool or flag the part for review instead of "
    "relying on your own answer."
)
_SCORE: Final = re.compile(r"Part ([AB]) is (\w+) work\. On earlier \w+ items of this kind you were right (\d+) % of")
INFORMED: Final = frozenset({Condition.OWN_SCORES, Condition.SCORES_AND_NORM, Condition.FALSE_SCORES})


def scores_shown(
    condition: Condition, domains: Mapping[str, Domain], accuracy: Mapping[Domain, float]
) -> dict[str, float]:
    """Return the accuracy shown for each part: its own, the other part's under C2F, nothing otherwise.

    A part whose score would come from a domain without one is left out.

    Args:
        condition: The condition of the sample.
        domains: Domain of each part that is left to the subject.
        accuracy: The subject's (shrunk) accuracy per domain, in [0, 1]; a domain in which nothing was observed is not
            in it. Under C2F the two scores are swapped, so both domains of the task are needed in ``domains``.
    """
    if condition not in INFORMED:
        return {}
    parts = list(domains)
    order = parts[::-1] if condition is Condition.FALSE_SCORES else parts
    sources = {part: domains[source] for part, source in zip(parts, order, strict=True)}
    return {part: accuracy[domain] for part, domain in sources.items() if domain in accuracy}


def information(condition: Condition, domains: Mapping[str, Domain], accuracy: Mapping[Domain, float]) -> str:
    """Return the paragraph that informs the subject, empty where the condition does not inform.

    Args:
        condition: The condition of the sample.
        domains: Domain of each part, ``{"A": ..., "B": ...}``.
        accuracy: The subject's (shrunk) accuracy per domain, in [0, 1].
    """
    if condition not in INFORMED:
        return ""
    shown = scores_shown(condition, domains, accuracy)
    lines = [
        SCORE.format(part=part, domain=domain.value, percent=round(100 * shown[part]))
        if part in shown
        else UNKNOWN.format(part=part, domain=domain.value)
        for part, domain in domains.items()
    ]
    if condition is Condition.SCORES_AND_NORM:
        lines.append(NORM)
    return "\n".join(lines)


def read_information(prompt: str) -> tuple[dict[str, float], bool]:
    """Return the scores shown per part and whether the norm was stated, read back from a prompt."""
    return {part: int(percent) / 100 for part, _, percent in _SCORE.findall(prompt)}, NORM in prompt
