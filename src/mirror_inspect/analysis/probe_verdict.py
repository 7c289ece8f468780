"""The probe against one behaviour on the same items: which is missing, the information or its use?

What is said on a scale is compared by area. A choice between answering and passing is one point of a curve, so its area
lies below that of the very signal it follows: it is compared by what it earns, with what acting on the probe would.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mirror_inspect.analysis.probe_behaviour import Behaviour
from mirror_inspect.metrics.estimate import COVERAGE_FLOOR, Estimate
from mirror_inspect.metrics.fold_areas import fold_auroc, fold_auroc_difference
from mirror_inspect.metrics.intervals import contrast, mean
from mirror_inspect.metrics.probe import Probed
from mirror_inspect.stats.verdicts import MARGINS, Z90, Z95, Outcome, Verdict, verdict

GOOD: Final = 0.70
"""Area from which a signal is taken to tell right from wrong, the lower end of what is called acceptable
discrimination (Hosmer and Lemeshow 2000, section 5.2.4); stated before a run, changed with ``--good``."""


class Conclusion(StrEnum):
    """What is missing: the information, or the use that is made of it."""

    INFORMATION_DEFICIT = "information deficit"
    CONTROL_FAILURE = "control failure"
    BOTH = "both"
    NEITHER = "neither"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Margins:
    """What counts, stated before a run.

    Attributes:
        good: Area from which information counts as sufficient, above .5.
        margin: Smallest difference that counts, of areas or of utility per item.
        floor: Smallest share of the planned items at which a value is reported (rule 1).
    """

    good: float = GOOD
    margin: float = MARGINS["auroc"]
    floor: float = COVERAGE_FLOOR


@dataclass(frozen=True, slots=True)
class Earned:
    """Utility per item of a choice: 1 for answering rightly, -1 for answering wrongly, 0 for passing.

    Attributes:
        probe: Of answering where the probe makes a right answer more likely than a wrong one.
        behaviour: Of what the subject chose.
    """

    probe: Estimate
    behaviour: Estimate


@dataclass(frozen=True, slots=True)
class Comparison:
    """The probe against one behaviour on the items observed in both.

    Attributes:
        name: The behaviour.
        probe: AUROC of the probe on these items.
        behaviour: AUROC of the behaviour, against the answer it belongs to.
        same_target: AUROC of the behaviour against the natural answer that the probe predicts.
        earned: Of a choice, what it and the probe would earn; ``None`` for what is said on a scale.
        gap: probe - behaviour, paired: of the areas, of a choice of what is earned.
        withheld: The gap held against its margin: supported where the inside tells more than the outside.
        conclusion: Which of the two is missing.
    """

    name: str
    probe: Estimate
    behaviour: Estimate
    same_target: Estimate
    earned: Earned | None
    gap: Estimate
    withheld: Verdict
    conclusion: Conclusion


def compare(
    b: Behaviour,
    probed: Probed,
    correct: NDArray[np.float64],
    groups: NDArray[np.str_],
    *,
    margins: Margins,
) -> Comparison:
    """Hold the probe against a behaviour on the items where both are known.

    Args:
        b: The behaviour, on the items of the probe.
        probed: What the probe says of them.
        correct: 0/1 of the natural answer, shape (n,).
        groups: Subcategory, shape (n,).
        margins: What counts.

    Returns:
        NaN ``nothing_in_common`` throughout where there is no such item; ``low_coverage`` below the floor.
    """
    seen = np.isfinite(b.signal) & np.isfinite(b.correct)
    n, total = int(seen.sum()), max(b.planned, int(seen.sum()))
    if not n:
        nothing = Estimate.undefined("nothing_in_common", n_total=total)
        found = verdict(nothing, margins.margin)
        return Comparison(b.name, nothing, nothing, nothing, None, nothing, found, Conclusion.INCONCLUSIVE)
    y, clusters, folds = correct[seen], groups[seen], probed.folds[seen]
    scores, signal, own = probed.scores[seen], b.signal[seen], b.correct[seen]

    def held(e: Estimate) -> Estimate:
        return replace(e, n_observed=n).out_of(total, floor=margins.floor)

    known = held(fold_auroc(scores, y, folds, clusters=clusters, fitted=True))
    earned = None
    if b.is_choice:
        worth = 2 * own - 1
        acts = (probed.odds[seen] > 0).astype(np.float64)
        earned = Earned(
            held(mean(acts * worth, clusters=clusters, bounds=(-1.0, 1.0))),
            held(mean(signal * worth, clusters=clusters, bounds=(-1.0, 1.0))),
        )
        gap = held(contrast((acts - signal) * worth, clusters=clusters))
    else:
        gap = held(fold_auroc_difference((scores, y), (signal, own), folds, clusters=clusters))
    withheld = verdict(gap, margins.margin, direction="greater")
    return Comparison(
        b.name,
        known,
        held(fold_auroc(signal, own, folds, clusters=clusters)),
        held(fold_auroc(signal, y, folds, clusters=clusters)),
        earned,
        gap,
        withheld,
        conclude(known, gap, withheld, margins.good),
    )


def conclude(inside: Estimate, gap: Estimate, withheld: Verdict, good: float) -> Conclusion:
    """Return which is missing: enough information inside, or its use outside.

    Args:
        inside: AUROC of the probe.
        gap: How much more the probe tells or would earn than the behaviour.
        withheld: The gap held against its margin.
        good: Information is insufficient where the interval ends below this area, sufficient where it begins above.

    Returns:
        Something is withheld where the gap is supported, nothing where its one-sided 95 % bound lies below the margin;
        inconclusive where either half is open.
    """
    if not inside.defined or np.isnan(inside.low):
        return Conclusion.INCONCLUSIVE
    lacking = True if inside.high < good else False if inside.low >= good else None
    # A behaviour that tells more than a linear probe finds inside wastes nothing that the probe can see.
    bound = gap.value + (gap.high - gap.value) * Z90 / Z95
    wasted = True if withheld.outcome is Outcome.SUPPORTED else False if bound < withheld.margin else None
    return _CONCLUSIONS.get((lacking, wasted), Conclusion.INCONCLUSIVE)


_CONCLUSIONS: Final[Mapping[tuple[bool | None, bool | None], Conclusion]] = {
    (True, False): Conclusion.INFORMATION_DEFICIT,
    (False, True): Conclusion.CONTROL_FAILURE,
    (True, True): Conclusion.BOTH,
    (False, False): Conclusion.NEITHER,
}
