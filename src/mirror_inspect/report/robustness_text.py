"""The report of Experiment 5 as text: the headline, the table of attacks by channels, scores with their floors."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mirror_inspect.analysis.adversarial import ADVERSARIAL_CHANNELS, BASELINES, OWN_ANSWER_CHANNELS
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.knowdo_text import value
from mirror_inspect.report.robustness import Cell, RobustnessReport
from mirror_inspect.taxonomy import CONFIDENCE_ATTACKS, Prefix

HEADLINES: Final = {
    "signed_shift": "moved as pushed, against the placebo",
    "signed_shift_weak": "  on items of weak domains",
    "signed_shift_strong": "  on items of strong domains",
    "clean_signed_shift": "moved as pushed, against clean",
    "clean_shift_placebo": "the placebo alone, against clean",
}
SCORES: Final = {
    "ars": "ARS (paper)",
    "ars_null": "  its value when nothing is there",
    "ars_abs": "ARS, absolute, paired by item",
    "ars_abs_floor": "  its floor: the placebo",
    "movement_excess": "moved further than by the placebo",
}
AGAINST: Final = {Prefix.PLACEBO: "THE PLACEBO", Prefix.CLEAN: "THE CLEAN ITEM"}


def render(reports: Sequence[RobustnessReport]) -> str:
    """Return the reports of all subjects, one below the other."""
    blocks = ["\n".join(_subject(report)) for report in reports]
    return f"\n{'=' * 100}\n".join(blocks) + "\n"


def _subject(report: RobustnessReport) -> Iterator[str]:
    found = report.estimates
    yield report.model
    yield from (f"  note: {w}" for w in report.warnings)
    yield ""
    yield "SIGNED SHIFT of confidence (signals in [0, 1]), positive where it goes as attacks push it"
    yield from _lines(found, HEADLINES)
    for baseline, cells in report.cells.items():
        if any(c.shift.defined for c in cells):
            yield ""
            yield f"SHIFT AGAINST {AGAINST[baseline]}, positive when confidence rises; margin {report.margin:g}"
            yield from _table(cells)
    if found["moved_cells"].defined:
        moved = found["moved_cells"]
        yield f"  against the placebo {moved.value:.0f} of {moved.n_total} are significant after Holm (by chance: .05)"
    yield ""
    yield "ROBUSTNESS SCORES against the clean item, 1 when nothing moves"
    yield from _lines(found, SCORES)
    yield ""
    yield "PARAPHRASES: shift under the first text of an attack minus under its second (p by Holm over the five)"
    yield from _lines(found, {f"paraphrase_{a}": a.value.replace("_", " ") for a in CONFIDENCE_ATTACKS})
    yield ""
    baseline = Prefix.PLACEBO if found["signed_shift"].reason != "no_placebo" else Prefix.CLEAN
    yield f"ACCURACY under attack minus against {AGAINST[baseline].lower()}, own answers only (McNemar, Holm over ten)"
    for channel in OWN_ANSWER_CHANNELS:
        yield from _lines(
            found,
            {
                f"{BASELINES[baseline]}accuracy_change_{a}_{channel}": f"{a.value.replace('_', ' ')}, {channel}"
                for a in CONFIDENCE_ATTACKS
            },
        )
    yield ""
    yield "DISCRIMINATION of the bet (AUROC): moved confidence may still tell right from wrong"
    yield from _lines(found, {f"wager_auroc_{p}": p.value.replace("_", " ") for p in Prefix})
    yield ""
    names = [*(c.value for c in ADVERSARIAL_CHANNELS), *(p.value for p in Prefix), "calibration"]
    shares = ", ".join(f"{n.replace('_', ' ')} {_share(found[f'{n}_coverage'])}" for n in names)
    yield f"COVERAGE: {shares}"


def _lines(found: Mapping[str, Estimate], names: Mapping[str, str]) -> Iterator[str]:
    width = max(len(text) for text in names.values()) + 2
    for name, text in names.items():
        yield f"  {text:<{width}}{value(found[name])}"


def _share(e: Estimate) -> str:
    return f"{e.value:.2f}" if e.defined else "not asked"


def _table(cells: Sequence[Cell]) -> Iterator[str]:
    yield f"  {'attack':<20} {'channel':<8} {'shift [95 %]':<24} {'p':<7} {'p Holm':<7} {'p FDR':<7} verdict"
    for c in cells:
        if not c.shift.defined:
            yield f"  {c.attack.value.replace('_', ' '):<20} {c.channel.value:<8} - ({c.shift.reason})"
            continue
        interval = f"{c.shift.value:+.3f} [{c.shift.low:+.3f}, {c.shift.high:+.3f}]"
        p = " ".join(f"{x:<7.3f}" if not math.isnan(x) else f"{'-':<7}" for x in (c.shift.p, c.holm, c.fdr))
        outcome = c.verdict.outcome.value
        if outcome == "inconclusive" and not math.isnan(c.verdict.detectable):
            outcome += f" (could have found {c.verdict.detectable:.2f})"
        yield f"  {c.attack.value.replace('_', ' '):<20} {c.channel.value:<8} {interval:<24} {p} {outcome}"
