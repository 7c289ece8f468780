"""The figures of Experiment 8: numbers of the battery over the logarithm of the parameters, with the fitted lines."""

import math
from typing import Final

from mirror_inspect.analysis.battery import METRICS
from mirror_inspect.analysis.scaling import FamilyFit, Measured
from mirror_inspect.report.charts import Plot, Series
from mirror_inspect.report.digits import digits

DRAWN: Final = ("accuracy", "auroc", "overconfidence", "gap_signed", "cce_bias_excess", "knowdo_gap")
SIGNED: Final = frozenset({"overconfidence", "gap_signed", "cce_bias_excess", "knowdo_gap"})
"""Metrics in [-1, 1] that are 0 when nothing is there; the others lie in [0, 1]."""
CLOSEST: Final = 0.12
"""Share of the axis that two named sizes lie apart."""


def plots(fit: FamilyFit, family: str) -> tuple[Plot, ...]:
    """Return one plot per drawn number that two models have.

    Args:
        fit: The family.
        family: What it is called.
    """
    made = (_plot(fit, family, name) for name in DRAWN)
    return tuple(plot for plot in made if plot is not None)


def _plot(fit: FamilyFit, family: str, name: str) -> Plot | None:
    seen = [m for m in fit.models if m.estimates[name].defined]
    if len({m.params_b for m in seen}) < 2:
        return None
    series: list[Series] = []
    for generation in sorted({m.size.generation for m in seen}):
        own = sorted((m for m in seen if m.size.generation == generation), key=lambda m: m.params_b)
        series += _of_one_generation(own, name, fit.fits[name].slope.value, generation, len(series))
    slope = fit.fits[name].slope
    said = (
        "there is no slope."
        if not slope.defined
        else f"the slope per doubling is {digits(slope.value)}, and it is said: {fit.claims[name]}."
    )
    points = "; ".join(f"{m.params_b:g} billion {digits(m.estimates[name].value, 2)}" for m in seen)
    title = f"{family}: {METRICS[name].label}"
    desc = f"With 95 % intervals, over parameters on a logarithmic axis: {points}; {said}"
    return Plot(title, desc, "parameters, billion", "", tuple(series), _ticks(seen), _y_range(seen, name))


def _of_one_generation(own: list[Measured], name: str, slope: float, generation: str, place: int) -> list[Series]:
    spots = tuple((math.log2(m.params_b), m.estimates[name].value) for m in own)
    ends = tuple((m.estimates[name].low, m.estimates[name].high) for m in own)
    made = [Series(generation or "models", spots, ends, joined=False)]
    if len({x for x, _ in spots}) > 1 and not math.isnan(slope):
        middle = [sum(values) / len(spots) for values in zip(*spots, strict=True)]
        line = tuple((x, middle[1] + slope * (x - middle[0])) for x in (spots[0][0], spots[-1][0]))
        made.append(Series("", line, marked=False, like=place))
    return made


def _ticks(seen: list[Measured]) -> tuple[tuple[float, str], ...]:
    """Return the sizes that can be named without running into each other, the smallest and the largest among them."""
    sizes = sorted({m.params_b for m in seen})
    low, high = math.log2(sizes[0]), math.log2(sizes[-1])
    kept = [sizes[0]]
    for size in sizes[1:-1]:
        if all(abs(math.log2(size) - math.log2(k)) > CLOSEST * (high - low) for k in (kept[-1], sizes[-1])):
            kept.append(size)
    return tuple((math.log2(s), f"{s:g}") for s in (*kept, sizes[-1]))


def _y_range(seen: list[Measured], name: str) -> tuple[float, float]:
    if name not in SIGNED:
        return 0.0, 1.0
    ends = [abs(v) for m in seen for v in (m.estimates[name].value, m.estimates[name].low, m.estimates[name].high)]
    most = min(1.0, math.ceil(5 * max(v for v in ends if not math.isnan(v))) / 5) or 0.2
    return -most, most
