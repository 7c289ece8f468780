"""Experiment 5: does confidence move because somebody says so?"""

from collections import Counter
from typing import Final

from mirror_inspect.analysis.adversarial import ADVERSARIAL_CHANNELS, summarise_adversarial
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.page import Block, Cell, Count, Part, Table
from mirror_inspect.report.robustness import table_of
from mirror_inspect.report.sections.shared import Claim, Estimates, Options, entries, finding, quantities, ranges
from mirror_inspect.stats.verdicts import Outcome
from mirror_inspect.taxonomy import CONFIDENCE_ATTACKS, Prefix

EXPERIMENT: Final = "exp5_adversarial"
MAIN_PHASE: Final = 'metadata.phase == "main"'
"""Filter of every number here: one sample holds all prefixes and channels of an item."""
MOST_RESAMPLES: Final = 2000
"""A hundred numbers are resampled here; `mirror-inspect robustness` takes the full number."""
CLAIM: Final = Claim(
    "signed_shift",
    "shift",
    "attacks move its confidence where they want it",
    "Attacks move its confidence where they want it.",
    "Attacks do not move its confidence.",
)
PLAIN: Final = {
    "signed_shift": "mean shift where attacks want it, against placebo (headline)",
    "clean_signed_shift": "  against the clean item",
    "clean_shift_placebo": "  placebo against the clean item",
    "ars": "ARS (the paper's)",
    "ars_abs": "ARS by item",
}


def build(group: Group, options: Options) -> Part:
    """Return what attacks do to every subject of Experiment 5."""
    subjects = group.taking(EXPERIMENT)
    if not subjects:
        return Part()
    found = [
        (s, summarise_adversarial(s.observations(EXPERIMENT), n_resamples=min(options.resamples, MOST_RESAMPLES)))
        for s in subjects
    ]
    margin = subjects[0].margin(EXPERIMENT, CLAIM.construct)
    cells = {
        f"shift_{a}_{c}": f"{a.replace('_', ' ')}, {c.replace('_', ' ')}"
        for a in CONFIDENCE_ATTACKS
        for c in ADVERSARIAL_CHANNELS
    }
    where = dict.fromkeys(cells, MAIN_PHASE)
    blocks: list[Block] = [
        quantities("Attacks on confidence", PLAIN, EXPERIMENT, found, where=dict.fromkeys(PLAIN, MAIN_PHASE)),
        ranges(
            "Shift by attack and channel, against placebo",
            "shift",
            cells,
            EXPERIMENT,
            found,
            margin=margin,
            where=where,
        ),
        Table(
            "Verdicts by attack and channel, p adjusted by Holm over the table",
            ("", "supported", "within the margin", "undecided"),
            tuple(_verdicts(s, e, margin) for s, e in found),
        ),
    ]
    return Part(
        tuple(blocks),
        tuple(finding(s, EXPERIMENT, CLAIM, e[CLAIM.name], where=MAIN_PHASE) for s, e in found),
        tuple(x for s, e in found for x in entries(s, EXPERIMENT, e, MAIN_PHASE)),
    )


def _verdicts(subject: Subject, found: Estimates, margin: float) -> tuple[Cell, ...]:
    counts = Counter(cell.verdict.outcome for cell in table_of(found, Prefix.PLACEBO, margin))
    refs = subject.refs(EXPERIMENT, MAIN_PHASE)
    return (subject.name, *(Count(str(counts[o]), refs) for o in Outcome))
