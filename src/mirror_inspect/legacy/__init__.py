"""The published MIRROR definitions exactly as coded in its release, kept apart to re-compute the released rows.

Nothing outside this package uses them. Where a name also occurs in `mirror_inspect.metrics`, that form is the
instrument's.
"""

from mirror_inspect.legacy.agreement import MultiRater, cohen_kappa, fleiss_kappa, multi_rater
from mirror_inspect.legacy.atlas import AtlasSummary, atlas_summary, brier_bet, ece_bet, gap_correlation, mci_v2
from mirror_inspect.legacy.composition import cce_v2
from mirror_inspect.legacy.escalation import (
    EscalationContrast,
    EscalationLevel,
    EscalationTable,
    cfr_under_rule_one,
    escalation_table,
)
from mirror_inspect.legacy.scaling import ScalingFit, scaling_fit
from mirror_inspect.legacy.utility import EndToEnd, FallibleResolver, end_to_end
from mirror_inspect.legacy.weakset import ThresholdRow, WeakRule, threshold_row, weak_set

__all__ = [
    "AtlasSummary",
    "EndToEnd",
    "EscalationContrast",
    "EscalationLevel",
    "EscalationTable",
    "FallibleResolver",
    "MultiRater",
    "ScalingFit",
    "ThresholdRow",
    "WeakRule",
    "atlas_summary",
    "brier_bet",
    "cce_v2",
    "cfr_under_rule_one",
    "cohen_kappa",
    "ece_bet",
    "end_to_end",
    "escalation_table",
    "fleiss_kappa",
    "gap_correlation",
    "mci_v2",
    "multi_rater",
    "scaling_fit",
    "threshold_row",
    "weak_set",
]
