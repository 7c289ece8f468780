"""The validation report: every verdict in one resumable JSON file, a table for the terminal and a figure."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError, field_serializer, field_validator

from mirror_inspect.errors import ArgumentError
from mirror_inspect.validation.verdict import Kind, Verdict

FILE: Final = "validation.json"
FIGURE: Final = "validation.png"
NOTICE: Final = "All subjects in this report are simulated."


class StudyVerdicts(BaseModel):
    """The verdicts of one finished study."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    study: str
    verdicts: tuple[Verdict, ...]

    @field_serializer("verdicts")
    def _nan_is_null(self, verdicts: tuple[Verdict, ...]) -> list[dict[str, Any]]:
        rows = [v.model_dump(mode="json") for v in verdicts]
        return [{k: None if isinstance(x, float) and math.isnan(x) else x for k, x in row.items()} for row in rows]

    @field_validator("verdicts", mode="before")
    @classmethod
    def _null_is_nan(cls, rows: Any) -> Any:
        def restored(row: Any) -> Any:
            return {k: math.nan if x is None else x for k, x in row.items()} if isinstance(row, dict) else row

        return [restored(row) for row in rows] if isinstance(rows, list) else rows


class Report(BaseModel):
    """A validation run, finished or under way.

    Attributes:
        notice: Says that the subjects are simulated.
        package: Version of this package.
        mode: ``quick``, ``standard`` or ``full``.
        replicates: Replicates of the metric level.
        seeds: Seeds of the end-to-end level.
        bank_digest: Digest of the bank.
        studies: Finished studies, in order of the table.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    notice: str = NOTICE
    package: str
    mode: str
    replicates: int
    seeds: tuple[int, ...]
    bank_digest: str
    studies: tuple[StudyVerdicts, ...] = ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Every row, in order."""
        return tuple(v for study in self.studies for v in study.verdicts)

    @property
    def failures(self) -> tuple[Verdict, ...]:
        """The rows that do not hold."""
        return tuple(v for v in self.verdicts if not v.passed)

    def same_plan(self, other: "Report") -> bool:
        """Whether another report was made under the same settings, so that its studies can be kept."""
        mine, theirs = (r.model_dump(exclude={"studies"}) for r in (self, other))
        return mine == theirs

    def with_study(self, done: StudyVerdicts, order: Sequence[str]) -> "Report":
        """Return the report with one more study, kept in the order of the table."""
        studies = sorted((*self.studies, done), key=lambda s: order.index(s.study))
        return self.model_copy(update={"studies": tuple(studies)})

    def summary(self) -> str:
        """Return the verdict in one line."""
        kinds = {kind: [v for v in self.verdicts if v.kind is kind] for kind in Kind}
        parts = [f"{sum(v.passed for v in rows)}/{len(rows)} {kind.value}" for kind, rows in kinds.items() if rows]
        word = "PASSED" if self.verdicts and not self.failures else "FAILED"
        return (
            f"{word}: {len(self.verdicts) - len(self.failures)} of {len(self.verdicts)} rows hold ({', '.join(parts)})"
        )


def write_report(report: Report, path: Path) -> None:
    """Write the report so that an interruption leaves the old or the new file, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".tmp")
    fresh.write_text(report.model_dump_json(indent=1) + "\n", encoding="utf-8")
    fresh.replace(path)


def read_report(path: Path) -> Report:
    """Read a report back.

    Raises:
        ArgumentError: the file cannot be read or is not a validation report.
    """
    try:
        return Report.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as why:
        raise ArgumentError(f"cannot read {path.name}: {why}") from None
    except ValidationError as why:
        raise ArgumentError(f"{path.name} is not a validation report: {why.errors()[0]['msg']}") from None


def table(verdicts: Sequence[Verdict]) -> str:
    """Return the rows as a table for the terminal."""
    width = max((len(v.row) for v in verdicts), default=10)
    lines = [f"{'':4} {'row':<{width}} {'kind':<8} {'planted':>8} {'recovered':>9} {'accepted':>18} {'n':>6}  what"]
    for v in verdicts:
        accepted = f"[{v.low:+.3f}, {v.high:+.3f}]"
        note = f" ({v.note})" if v.note else ""
        lines.append(
            f"{'ok' if v.passed else 'FAIL':<4} {v.row:<{width}} {v.kind.value:<8} {v.truth:>+8.3f} "
            f"{v.recovered:>+9.3f} {accepted:>18} {v.n:>6}  {v.planted}{note}"
        )
    return "\n".join(lines)


def draw(verdicts: Sequence[Verdict], path: Path) -> None:
    """Draw every row as recovered value within its accepted range, scaled so that the range spans -1 to 1."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 0.6 + 0.19 * max(1, len(verdicts))), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.axvspan(-1, 1, color="0.92")
    axes.axvline(0, color="0.6", linewidth=0.8)
    for i, v in enumerate(verdicts):
        half = max((v.high - v.low) / 2, 1e-12)
        place = (v.recovered - (v.high + v.low) / 2) / half
        shown = max(-2.0, min(2.0, place)) if math.isfinite(place) else 2.0
        axes.plot(shown, i, "o" if v.passed else "X", color="tab:blue" if v.passed else "tab:red", markersize=4)
    axes.set_yticks(range(len(verdicts)), [v.row for v in verdicts], fontsize=6)
    axes.set_ylim(len(verdicts) - 0.5, -0.5)
    axes.set_xlim(-2.1, 2.1)
    axes.set_xlabel("recovered value within its accepted range (grey)")
    axes.set_title("Planted truths, recovered (simulated subjects)", fontsize=9)
    figure.savefig(path, dpi=130)
