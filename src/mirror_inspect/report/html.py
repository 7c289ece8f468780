"""The report as one HTML file: no script, nothing from elsewhere, every text escaped."""

import importlib.resources
import math
import re
from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup, escape

from mirror_inspect import __version__
from mirror_inspect.inert import inert_line
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.assemble import Report
from mirror_inspect.report.charts import Chart
from mirror_inspect.report.digits import digits
from mirror_inspect.report.groups import Group
from mirror_inspect.report.page import Cell, Codes, Count, Figures, Finding, Number, Prose, Ref, Table
from mirror_inspect.report.palette import DARK, LIGHT, variables
from mirror_inspect.report.sections.shared import VERDICTS, because
from mirror_inspect.report.svg import draw

TEMPLATE: Final = "template.html"
KINDS: Final[Mapping[type, str]] = {Table: "table", Figures: "figures", Prose: "prose", Codes: "codes"}


class Sources:
    """The numbered list of where numbers come from, in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[Ref, int] = {}

    def number(self, ref: Ref) -> int:
        """Return the number of a source, giving it one when it is new."""
        return self._numbers.setdefault(ref, len(self._numbers) + 1)

    def listed(self) -> list[tuple[int, Ref]]:
        """Return all sources with their numbers."""
        return [(n, ref) for ref, n in self._numbers.items()]


class Figured:
    """Counts figures, so that every one has ids of its own."""

    def __init__(self) -> None:
        self.count = 0

    def draw(self, chart: Chart) -> Any:
        """Return the next figure."""
        self.count += 1
        return draw(chart, self.count)


def render(report: Report) -> str:
    """Return the page."""
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "inert": inert_line,
        "headline": headline,
        "beside": beside,
        "breaks": breaks,
        "kind": lambda b: KINDS[type(b)],
    }
    environment.tests |= {
        "number": lambda cell: isinstance(cell, Number),
        "count": lambda cell: isinstance(cell, Count),
    }
    source = importlib.resources.files("mirror_inspect.report").joinpath(TEMPLATE).read_text(encoding="utf-8")
    return environment.from_string(source).render(
        report=report,
        version=__version__,
        sources=Sources(),
        figures=Figured(),
        light=variables(LIGHT),
        dark=variables(DARK),
        verdicts=VERDICTS,
        title_of=title_of,
        glance=glance,
        judged=judged,
    )


def glance(report: Report, group: Group) -> Table | None:
    """Return all verdicts of a group as one table, claims by subjects; nothing for a single subject."""
    found = report.findings[group.name]
    if len(group.subjects) < 2 or not found:
        return None
    held = {(f.experiment, f.name, f.subject): f for f in found}
    claims = {(f.experiment, f.name): f.claim or f.name.replace("_", " ") for f in found}
    names = judged(report, group)
    rows = tuple(
        (inert_line(claim), *(_said(held.get((*key, name))) for name in names)) for key, claim in claims.items()
    )
    return Table("Verdicts at a glance", ("", *names), rows)


def judged(report: Report, group: Group) -> tuple[str, ...]:
    """Return who has verdicts in a group: its subjects, then families of them."""
    others = (f.subject for f in report.findings[group.name])
    return tuple(dict.fromkeys((*(s.name for s in group.subjects), *others)))


def _said(found: Finding | None) -> Cell:
    if found is None:
        return "–"
    outcome = found.verdict.outcome
    return Count(VERDICTS[outcome], found.refs, outcome.value)


def title_of(refs: tuple[Ref, ...]) -> str:
    """Return sources as text for a tooltip: log and filter."""
    shown = [f"{inert_line(r.file, 120)} : {inert_line(r.filter, 200) or 'all samples'}" for r in refs[:3]]
    return "; ".join(shown) + (f"; and {len(refs) - 3} more" if len(refs) > 3 else "")


def headline(e: Estimate) -> str:
    """Return value and interval, or why there is none."""
    if not e.defined:
        return f"– ({because(e.reason)})"
    value = digits(e.value)
    return value if math.isnan(e.low) else f"{value} [{digits(e.low)},\N{NO-BREAK SPACE}{digits(e.high)}]"


def beside(e: Estimate) -> str:
    """Return what stands beside a value: what nothing would give, p, how much was observed, and caveats."""
    said = []
    if e.defined and not math.isnan(e.null) and e.null != 0:
        said.append(f"no effect {digits(e.null)}")
    if not math.isnan(e.p):
        said.append(f"p {e.p:.3f}" if e.p >= 0.001 else "p < .001")
    if e.n_total:
        said.append(f"n {e.n_observed}" if e.n_observed == e.n_total else f"n {e.n_observed} of {e.n_total}")
    # A line breaks between these and not inside them.
    said = [part.replace(" ", "\N{NO-BREAK SPACE}") for part in said]
    if e.defined and e.reason:
        said.append(because(e.reason))
    return ", ".join(said)


def breaks(text: object) -> Markup:
    """Return a name, inert and escaped, that may be broken after its slashes, dashes and underscores."""
    return Markup(re.sub(r"([/_-])(?=\w)", r"\1<wbr>", str(escape(inert_line(text)))))
