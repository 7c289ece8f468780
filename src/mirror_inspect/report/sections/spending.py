"""What handing over is worth over the accuracy of whoever takes over, and what every way of working costs."""

from collections.abc import Iterable
from typing import Final

from mirror_inspect.analysis.knowdo import DECIDING
from mirror_inspect.analysis.spending import Price, Spending, load_prices, pareto, price_of, spending
from mirror_inspect.analysis.subject import Subject as Facts
from mirror_inspect.analysis.worth import Worth, worth
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.charts import Plot, Series
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.page import Block, Cell, Count, Entry, Figures, Number, Part, Ref, Table
from mirror_inspect.report.sections.acting import EXPERIMENT, acting
from mirror_inspect.report.sections.shared import Options, entries
from mirror_inspect.routing.domains import ROUTING
from mirror_inspect.routing.utility import CURVE
from mirror_inspect.taxonomy import Condition, Paradigm

FEW_ROWS: Final = 14
"""Rows of a table that stand open."""


def build(group: Group, options: Options) -> Part:
    """Return the curves over the resolver, the values of every way of working, and its costs."""
    found = [(s, f, _worths(f)) for s, f in acting(group)]
    found = [(s, f, w) for s, f, w in found if w]
    if not found:
        return Part()
    asked = any(w.resolver.n_total for _, _, worths in found for w in worths)
    values = tuple(_valued(s, w, asked) for s, _, worths in found for w in worths)
    curves = tuple(plot for s, _, worths in found if (plot := _curve(s, worths)))
    measured = ("measured resolver", "right together, measured") if asked else ()
    heads = ("", "break-even resolver", *measured, "cost", "failures by tier")
    note = (
        "Break-even: a resolver must be righter than this for handing over what was handed over to pay. Cost in right "
        "components, errors and handovers at the tasks' own prices. By tier: confident failures weighted 1, 2, 4, 8."
    )
    table = Table("What each way of working is worth", heads, values, note, len(values) > FEW_ROWS)
    blocks: list[Block] = [Figures(curves, table) if curves else table]
    prices = load_prices()
    costs = pareto([row for _, f, _ in found for row in spending([f], prices, resolver=f.resolver)])
    subjects = {s.model: s for s, _, _ in found}
    if costs:
        blocks.append(_costs(costs, subjects, prices))
    listed = [x for s, _, worths in found for w in worths for x in _entries(s, w)]
    listed += [x for row in costs for x in _spent(subjects[row.model], row)]
    return Part(tuple(blocks), (), tuple(listed))


def _worths(f: Facts) -> list[Worth]:
    cells = sorted({(o.paradigm, o.condition) for o in f.rows if o.paradigm in set(DECIDING) and o.condition})
    return [worth(f, Paradigm(str(p)), Condition(str(c))) for p, c in cells]


def _where(paradigm: str, condition: str) -> str:
    return f'metadata.paradigm == "{paradigm}" and metadata.condition == "{condition}"'


def _refs(subject: Subject, paradigm: str, condition: str) -> tuple[Ref, ...]:
    return subject.refs(EXPERIMENT, _where(paradigm, condition))


def _valued(subject: Subject, w: Worth, asked: bool) -> tuple[Cell, ...]:
    refs = _refs(subject, w.paradigm, w.condition)
    weighted: Cell = "the router decided it" if w.condition in ROUTING else Number(w.weighted_cfr, refs)
    measured = (w.resolver, w.measured) if asked else ()
    numbers = (Number(e, refs) for e in (w.break_even, *measured, w.cost))
    return (f"{subject.name}, {w.paradigm} {w.condition}", *numbers, weighted)


def _curve(subject: Subject, worths: Iterable[Worth]) -> Plot | None:
    shown = [w for w in worths if w.paradigm == Paradigm.AUTONOMOUS and w.curve]
    series = tuple(
        Series(
            str(w.condition),
            tuple((p.resolver, p.success.value) for p in w.curve),
            tuple((p.success.low, p.success.high) for p in w.curve),
        )
        for w in shown
        if all(p.success.defined for p in w.curve)
    )
    if not series:
        return None
    said = "; ".join(f"{s.label} from {s.points[0][1]:.2f} to {s.points[-1][1]:.2f}" for s in series)
    ticks = tuple((q, f"{q:g}") for q in CURVE if q in (0.5, 0.7, 0.9, 1.0))
    desc = f"Share right of subject and resolver together as the resolver goes from .5 to 1, in P1: {said}."
    return Plot(f"{subject.name}: right together", desc, "accuracy of whoever takes over", "share", series, ticks)


def _costs(rows: tuple[Spending, ...], subjects: dict[str, Subject], prices: dict[str, Price]) -> Table:
    made: list[tuple[Cell, ...]] = []
    for r in rows:
        subject = subjects[r.model]
        refs = _refs(subject, r.paradigm, r.condition)
        made.append(
            (
                f"{subject.name}, {r.paradigm} {r.condition}",
                Number(r.success, refs),
                Count("not said" if r.tokens is None else f"{r.tokens:.0f}", refs),
                Count("price not known" if r.usd is None else f"{r.usd:.2f}", refs),
                Count(f"{r.seconds:.2f}", refs),
                "yes" if r.efficient else "no",
            )
        )
    heads = ("", "right together", "tokens per part", "USD per 1,000 parts", "seconds per part", "not dominated")
    dated = sorted({p.date for m in subjects if (p := price_of(m, prices))})
    note = "Not dominated: no other row is at least as right for at most the cost, the resolver's own left out."
    listed = f" List prices of {' and '.join(dated)}." if dated else ""
    return Table("What each way of working costs", heads, tuple(made), note + listed, len(made) > FEW_ROWS)


def _entries(subject: Subject, w: Worth) -> tuple[Entry, ...]:
    cell = f"{w.paradigm}_{w.condition}"
    found = {
        f"break_even_{cell}": w.break_even,
        f"resolver_{cell}": w.resolver,
        f"measured_success_{cell}": w.measured,
        f"cost_{cell}": w.cost,
        **{f"success_{100 * p.resolver:g}_{cell}": p.success for p in w.curve},
    }
    if w.condition not in ROUTING:
        found[f"weighted_cfr_{cell}"] = w.weighted_cfr
    return entries(subject, EXPERIMENT, found, _where(w.paradigm, w.condition))


def _spent(subject: Subject, r: Spending) -> tuple[Entry, ...]:
    n = r.success.n_total
    found = {
        f"{name}_{r.paradigm}_{r.condition}": Estimate.undefined("not_known", n_total=n)
        if value is None
        else Estimate(value, n_observed=n, n_total=n)
        for name, value in {"tokens": r.tokens, "usd_per_1000": r.usd, "seconds": r.seconds}.items()
    }
    return entries(subject, EXPERIMENT, found, _where(r.paradigm, r.condition))
