"""The sections of the report in order of reading: a new study is one more row of the table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from mirror_inspect.report.groups import Group
from mirror_inspect.report.page import Part
from mirror_inspect.report.sections import (
    adaptation,
    atlas,
    calibration,
    composition,
    convergence,
    coverage,
    ecosystem,
    instrument,
    knowdo,
    mechanistic,
    norms,
    provenance,
    redteam,
    robustness,
    routing,
    scaling,
    selective,
    spending,
    transfer,
)
from mirror_inspect.report.sections.shared import Options


@dataclass(frozen=True, slots=True)
class Row:
    """One section.

    Attributes:
        key: Anchor and name in files.
        title: Heading.
        lead: How to read it, in a sentence or two.
        build: What it has to say about a group of comparable logs; nothing leaves the section out.
        once: Whether it speaks of all logs alike, so that one group is enough.
    """

    key: str
    title: str
    lead: str
    build: Callable[[Group, Options], Part]
    once: bool = False


SECTIONS: Final = (
    Row(
        "atlas",
        "What it can do, and what it says it can",
        "Experiment 1 asks the same items through seven channels. Accuracy comes from plain answers.",
        atlas.build,
    ),
    Row(
        "calibration",
        "Reliability of stated confidence",
        "Dots on the diagonal are calibrated. The grey band is where 95 % of calibrated subjects would lie with as "
        "many answers; only dots outside it count.",
        calibration.build,
    ),
    Row(
        "selective",
        "Risk over coverage",
        "How many of the answers kept are wrong when the least confident are left out. A flat curve knows nothing.",
        selective.build,
    ),
    Row(
        "convergence",
        "Do its channels agree?",
        "Rank correlations between channels on the same items; items that are hard for everybody alone give some.",
        convergence.build,
    ),
    Row(
        "knowdo",
        "Knowing and doing",
        "Experiment 9: confident failures on tasks that need a weak skill, as the subject is told more about itself, "
        "and the utility it loses by not acting on what it says it knows.",
        knowdo.build,
    ),
    Row(
        "routing",
        "Could others route better?",
        "Experiment 9: as many parts handed over as lie in its weak domains, chosen in other ways, on its own forced "
        "answers. The oracle shows how much there is to gain.",
        routing.build,
    ),
    Row(
        "spending",
        "What handing over is worth and costs",
        "Experiment 9: success of the subject together with whoever takes over, by how good that one is; tokens, money "
        "and time.",
        spending.build,
    ),
    Row(
        "redteam",
        "Talked into it?",
        "Experiment 9 with text that wants a part to be taken on (under C3), beside the same tasks without it.",
        redteam.build,
    ),
    Row(
        "composition",
        "Putting two skills together",
        "Experiment 3: predictions of success on wholes against predictions on their parts.",
        composition.build,
    ),
    Row(
        "adaptation",
        "Learning from feedback",
        "Experiment 4: what being told that it was right or wrong does to its confidence, beside what it felt itself.",
        adaptation.build,
    ),
    Row(
        "transfer",
        "Self-knowledge in disguise",
        "Experiment 2: tasks that need a skill without naming it.",
        transfer.build,
    ),
    Row(
        "robustness",
        "Confidence under attack",
        "Experiment 5: text that wants confidence to move, against a placebo of equal length.",
        robustness.build,
    ),
    Row(
        "ecosystem",
        "Praise, premises and pressure",
        "Experiment 6: what praise does to self-scores, whether flawed requests are noticed, and what pressure does.",
        ecosystem.build,
    ),
    Row(
        "mechanistic",
        "More inside than it shows?",
        "Experiment 7: a linear probe of hidden states at the last word of the question predicts whether the answer "
        "will be right; beside it, what the model says and does on the same items.",
        mechanistic.build,
    ),
    Row(
        "scaling",
        "Over sizes of a family",
        "Experiment 8: a compact battery per model, on the logarithm of its parameters, within families.",
        scaling.build,
    ),
    Row(
        "norms",
        "Reliability and norms",
        "Whether a signal would come out the same again, and what it says beyond what is hard for everybody.",
        norms.build,
    ),
    Row(
        "coverage",
        "Coverage and what is missing",
        "Every failed, refused, cut-off or unreadable reply.",
        coverage.build,
    ),
    Row(
        "instrument",
        "Has the instrument been tested?",
        "Simulated subjects with planted self-knowledge, and what was recovered of it.",
        instrument.build,
        once=True,
    ),
    Row(
        "provenance",
        "Where it comes from",
        "What to type to get these logs again, and what they cost.",
        provenance.build,
    ),
)
