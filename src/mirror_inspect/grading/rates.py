"""The measured error rates of the grader as they are used: read back from JSON, as bounds, as a table in a document."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from mirror_inspect.errors import ArgumentError
from mirror_inspect.grading.intervals import Rate
from mirror_inspect.grading.report import FORMAT, RATES, ErrorRates, markdown

BEGIN: Final = "<!-- grading rates: mirror-inspect grading-report FILE --readme README.md -->"
END: Final = "<!-- end of grading rates -->"
SHIPPED_RATES: Final = Path(__file__).with_name("rates.json")
"""The rates measured on the hand-judged replies of the public MIRROR release, shipped with the package."""


def load_rates(
    path: Path = SHIPPED_RATES, *, layout: str, limit: Literal["value", "high"] = "value"
) -> tuple[float, float]:
    """Return the (false negative, false positive) rates of a layout, natural or structured, from the small JSON.

    Args:
        path: A file written by ``mirror-inspect grading-report FILE --json PATH``; by default the shipped one.
        layout: ``natural`` for free text, ``structured`` for replies with an answer field.
        limit: ``value`` for the measured shares, ``high`` for their upper 95 % limits: with few labelled replies a
            measured 0 is no proof of 0, and a bound should use the limit.

    Raises:
        ArgumentError: the file is missing, of another format, or has no such layout.
    """
    row = _layout_row(path, layout)

    def of(rate: Rate) -> float:
        return 0.0 if not rate.total else rate.value if limit == "value" else rate.interval[1]

    return of(row.false_negative), of(row.false_positive)


def error_bounds(path: Path = SHIPPED_RATES, *, layout: str) -> tuple[float, float]:
    """Return upper limits for (false negatives, false positives) of a layout, for error bands.

    The bound on false positives is that of right replies graded against the golds of other questions: there are
    hundreds of those, where hand-judged wrong replies are few.

    Args:
        path: A file written by ``mirror-inspect grading-report FILE --json PATH``; by default the shipped one.
        layout: ``natural`` or ``structured``.

    Raises:
        ArgumentError: the file is missing, of another format, or has no such layout.
    """
    row = _layout_row(path, layout)
    return row.false_negative.interval[1], row.swapped.interval[1]


def load_rows(path: Path = SHIPPED_RATES) -> tuple[ErrorRates, ...]:
    """Return the rates of every group in a file of rates.

    Raises:
        ArgumentError: the file is missing or of another format.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document.get("format") != FORMAT:
            raise ArgumentError(
                f"{path.name} is no file of grading rates (format {document.get('format')!r}, expected {FORMAT!r})"
            )
        return tuple(
            _row(by, group, entry) for by, groups in document["rates"].items() for group, entry in groups.items()
        )
    except ArgumentError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ArgumentError(f"cannot read grading rates from {path.name}: {error}") from error


def _row(by: str, group: str, entry: dict[str, Any]) -> ErrorRates:
    counts = {name: Rate(int(entry[name]["count"]), int(entry[name]["total"])) for name in RATES}
    return ErrorRates(by=by, group=group, **counts)


def _layout_row(path: Path, layout: str) -> ErrorRates:
    for row in load_rows(path):
        if row.by == "layout" and row.group == layout:
            return row
    raise ArgumentError(f"{path.name} has no grading rates of layout {layout!r}")


def write_table(document: Path, rows: Sequence[ErrorRates]) -> None:
    """Replace the table between the two markers of a document by the rates over all replies and per layout.

    Raises:
        ArgumentError: the document cannot be read or has no markers.
    """
    try:
        text = document.read_text(encoding="utf-8")
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{document.name} has no table of error rates between {BEGIN} and {END}") from error
    document.write_text(f"{before}{BEGIN}\n{summary_table(rows)}\n{END}{after}", encoding="utf-8")


def summary_table(rows: Sequence[ErrorRates]) -> str:
    """Return the markdown table of the rates over all replies and per layout."""
    return markdown([row for row in rows if row.by in {"all", "layout"}])
