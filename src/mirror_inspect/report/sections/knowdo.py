"""Experiment 9: does it act on what it knows, and does telling it more about itself stop it from failing?"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mirror_inspect.analysis.knowdo import LOSSES, summarise_knowdo
from mirror_inspect.report.charts import Bar, Plot, Ranges, Series
from mirror_inspect.report.escalation import TOLD
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.knowdo import findings
from mirror_inspect.report.knowdo_text import BY_CONSTRUCTION, MEANING
from mirror_inspect.report.page import Figures, Finding, Part
from mirror_inspect.report.sections.acting import EXPERIMENT, MAIN_PHASE, facts, resolver_of
from mirror_inspect.report.sections.shared import (
    MOST_IN_ONE,
    Claim,
    Estimates,
    Options,
    entries,
    in_words,
    quantities,
)
from mirror_inspect.taxonomy import Paradigm

CLAIMS: Final = {
    "knowdo_gap": Claim(
        "knowdo_gap",
        "knowdo",
        "it acts on what it says it knows",
        "It does not act on what it says it knows.",
        "It acts on what it says it knows.",
    ),
    "routing_gain": Claim(
        "routing_gain",
        "routing",
        "routing by its weak domains beats routing at random",
        "Routing by its weak domains prevents more failures than routing as much at random.",
        "Routing by its weak domains is no better than routing as much at random.",
    ),
    "C1-C2": Claim(
        "",
        "cfr",
        "seeing its own scores helps",
        "Seeing its own scores makes it fail less.",
        "Its own scores change nothing.",
    ),
    "C2-C3": Claim(
        "",
        "cfr",
        "a norm on top helps",
        "A norm on top of its scores makes it fail less.",
        "A norm on top changes nothing.",
    ),
}
SETTINGS: Final = {"P1": "Working alone (P1)", "P2": "Deciding first (P2)"}
LABELS: Final = {
    "knowdo_gap": "knowing-doing gap (headline): utility lost per component",
    **{n: f"  {n.removesuffix('_loss')}: {MEANING[n]}" for n in LOSSES},
    **{f"cfr_{c}_{p}": f"confident failures, {label}, {p}" for p in ("P1", "P2") for c, label in TOLD.items()},
    "cfr_C4_P1": f"confident failures, C4 routed, P1 ({BY_CONSTRUCTION})",
    "failure_C4": "failures of all components, C4 routed by weakness",
    "failure_CR": "failures of all components, CR routed at random",
    "routing_gain": "routing gain (headline of routing)",
    "udr": "unnecessary deferrals",
    "kdi": "KDI (the paper's)",
}


def build(group: Group, options: Options) -> Part:
    """Return escalation curves, the utility ladder and the rates of every subject of Experiment 9."""
    subjects = group.taking(EXPERIMENT)
    if not subjects:
        return Part()
    found = [(s, summarise_knowdo(s.observations(EXPERIMENT), resolver=resolver_of(s))) for s in subjects]
    where = {name: _where(name) for name in LABELS}
    curves = [(s, e) for s, e in found if any(e[f"cfr_{c}_P1"].defined for c in TOLD)]
    several = [curves] if len(curves) <= MOST_IN_ONE else [[c] for c in curves]
    plots = tuple(_curve(some) for some in several if some)
    ladders = tuple(_ladder(s, e) for s, e in found if e["knowdo_gap"].defined)
    table = quantities("Knowing and doing", LABELS, EXPERIMENT, found, where=where)
    bar = Figures(ladders, table)
    rates = Figures(
        plots, quantities("Confident failures as it is told more", _curve_labels(), EXPERIMENT, curves, where=where)
    )
    return Part(
        (rates, bar) if curves else (bar,),
        tuple(f for s, e in found for f in _findings(s, e)),
        tuple(x for s, e in found for x in entries(s, EXPERIMENT, e, MAIN_PHASE)),
    )


def _curve_labels() -> dict[str, str]:
    return {f"cfr_{c}_P1": label for c, label in TOLD.items()}


def _where(name: str) -> str:
    words = name.split("_")
    paradigm = next((w for w in words if w in {p.value for p in Paradigm}), "")
    condition = next((w for w in words if w[0] == "C" and len(w) == 2), "")
    parts = [f'metadata.{k} == "{v}"' for k, v in (("paradigm", paradigm), ("condition", condition)) if v]
    return " and ".join(parts) or MAIN_PHASE


def _findings(subject: Subject, estimates: Estimates) -> list[Finding]:
    made = []
    for f in findings(facts(subject), estimates):
        if not f.applicable:
            continue
        kind = f.name.split()[1] if f.name.startswith("CFR") else f.name
        claim = replace(CLAIMS[kind], name=f.name)
        words = in_words(claim, f.estimate, f.verdict)
        said = claim.supported
        if f.name.startswith("CFR"):
            words, said = (f"{SETTINGS[f.name.split()[2]]}: {text}" for text in (words, said))
        refs = subject.refs(EXPERIMENT, MAIN_PHASE)
        made.append(Finding(subject.name, EXPERIMENT, f.name, words, f.estimate, f.verdict, refs, said))
    return made


def _curve(found: Sequence[tuple[Subject, Estimates]]) -> Plot:
    series, said = [], []
    for i, (subject, e) in enumerate(found):
        shift = 0.06 * (i - (len(found) - 1) / 2)
        points = [(x + shift, e[f"cfr_{c}_P1"]) for x, c in enumerate(TOLD) if e[f"cfr_{c}_P1"].defined]
        ends = tuple((v.low, v.high) for _, v in points)
        series.append(Series(subject.name, tuple((x, v.value) for x, v in points), ends))
        said.append(f"{subject.name} goes from {points[0][1].value:.2f} to {points[-1][1].value:.2f}")
    title = "Confident failures on weak components" if len(found) > 1 else f"{found[0][0].name}: confident failures"
    ticks = tuple((float(x), label) for x, label in enumerate(TOLD.values()))
    return Plot(title, f"With 95 % intervals, in P1: {'; '.join(said)}.", "", "share", tuple(series), ticks)


def _ladder(subject: Subject, e: Estimates) -> Ranges:
    names = {**{n: n.replace("_", " ") for n in LOSSES}, "knowdo_gap": "knowing-doing gap"}
    bars = tuple(
        Bar(label, e[n].value, e[n].low, e[n].high, not math.isnan(e[n].low) and e[n].low > 0)
        for n, label in names.items()
        if e[n].defined
    )
    worst = max((b for b in bars[:-1]), key=lambda b: b.value, default=bars[-1])
    desc = f"Utility lost per component at each step; most at {worst.label} with {worst.value:.2f}."
    margin = subject.margin(EXPERIMENT, "knowdo")
    return Ranges(
        f"{subject.name}: where the value of self-knowledge is lost", desc, "utility per component", bars, margin
    )
