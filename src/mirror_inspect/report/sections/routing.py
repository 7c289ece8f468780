"""Routers at the budget of domain routing: what each choice of handovers prevents, on the subject's own answers."""

from typing import Final

from mirror_inspect.analysis.routers import routers
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.groups import Group
from mirror_inspect.report.page import Part, Prose
from mirror_inspect.report.sections.acting import EXPERIMENT, acting
from mirror_inspect.report.sections.shared import Estimates, Options, entries, quantities, ranges
from mirror_inspect.routing.baselines import Routed

FORCED: Final = 'metadata.paradigm == "P3" and metadata.condition == "C1"'
"""Samples whose answers are routed; confidence is that of the samples under the paradigm ``confidence``."""
NAMES: Final = {
    "random": "at random",
    "domain": "its weak domains, as C4 does",
    "confidence": "lowest stated confidence",
    "self_consistency": "least agreement of resamples",
    "logistic": "logistic model, fitted on other tasks",
    "conformal_budget": "conformal, budget bounded",
    "conformal_risk": "conformal, failures bounded",
    "oracle": "oracle: the wrong answers",
}
MEASURES: Final = {"failure": "failures left", "escalated": "share handed over", "success": "right together"}


def build(group: Group, options: Options) -> Part:
    """Return what every router prevents beyond random routing of the same size, and what it leaves."""
    found = [(s, f, _estimates(routers(f, resolver=f.resolver, seed=options.seed))) for s, f in acting(group)]
    kept = [(s, e) for s, _, e in found if any(x.defined for x in e.values())]
    if not kept:
        return Part()
    gains = {f"router_{n}_gain": label for n, label in NAMES.items() if n != "random"}
    rest = {f"router_{n}_{m}": f"{label}: {word}" for n, label in NAMES.items() for m, word in MEASURES.items()}
    where = dict.fromkeys((*gains, *rest), FORCED)
    resolvers = sorted({f.resolver for _, f, _ in found})
    stated = " or ".join(f"{r:g}" for r in resolvers)
    subject = kept[0][0]
    return Part(
        (
            ranges(
                "Failures prevented beyond random routing",
                "share of components",
                gains,
                EXPERIMENT,
                kept,
                margin=subject.margin(EXPERIMENT, "routing"),
                where=where,
            ),
            quantities("What every router leaves", rest, EXPERIMENT, kept, where=where, folded=True),
            Prose(
                f"Right together: by a resolver that is right {stated} of the time, as stated before the run. Self-"
                "consistency needs resamples (-T k=5)."
            ),
        ),
        (),
        tuple(x for s, e in kept for x in entries(s, EXPERIMENT, e, FORCED)),
    )


def _estimates(found: tuple[Routed, ...]) -> Estimates:
    made: dict[str, Estimate] = {}
    for r in found:
        made |= {f"router_{r.name}_{m}": getattr(r, m) for m in ("gain", *MEASURES)}
    return made
