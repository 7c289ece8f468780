"""Has the instrument recovered planted truths? The validation table, and whether it was made with the same bank."""

from mirror_inspect.inert import inert_line
from mirror_inspect.report.groups import Group
from mirror_inspect.report.page import Block, Cell, Part, Prose, Table
from mirror_inspect.report.sections.shared import Options
from mirror_inspect.validation.verdict import Verdict

NO_REPORT = "No validation report was given: make one with `mirror-inspect validate` and name it with --validation."


def build(group: Group, options: Options) -> Part:
    """Return the rows of the validation report by experiment, failures first."""
    report = options.validation
    if report is None:
        return Part((Prose(NO_REPORT),))
    banks = sorted({run.bank for s in group.subjects for run in s.runs if run.bank})
    blocks: list[Block] = [
        Prose(
            f"{report.summary()}. {report.notice} Mode {report.mode}, {report.replicates} replicates, "
            f"package {inert_line(report.package, 20)}, bank {inert_line(report.bank_digest, 20)}."
        )
    ]
    if banks and banks != [report.bank_digest]:
        blocks.append(
            Prose("Validation and logs used different item banks: it vouches for the code, not for these items.")
        )
    experiments = sorted({v.experiment for v in report.verdicts})
    blocks.append(
        Table(
            "Rows that hold, by experiment",
            ("", "hold", "rows", "metric level", "end to end"),
            tuple(_row(e, [v for v in report.verdicts if v.experiment == e]) for e in experiments),
        )
    )
    if report.failures:
        blocks.append(_rows("Rows that do not hold", report.failures, folded=False))
    blocks.append(_rows("Every planted truth and what was recovered", report.verdicts, folded=True))
    return Part(tuple(blocks))


def _row(experiment: str, verdicts: list[Verdict]) -> tuple[Cell, ...]:
    kinds = [sum(v.layer == layer for v in verdicts) for layer in ("metric", "run")]
    return (inert_line(experiment, 40), str(sum(v.passed for v in verdicts)), str(len(verdicts)), *map(str, kinds))


def _rows(caption: str, verdicts: tuple[Verdict, ...], *, folded: bool) -> Table:
    rows = tuple(
        (
            inert_line(v.row, 60),
            "holds" if v.passed else "does not hold",
            inert_line(v.planted, 120),
            f"{v.truth:+.3f}",
            f"{v.recovered:+.3f}",
            f"{v.low:+.3f} to {v.high:+.3f}",
            str(v.n),
        )
        for v in verdicts
    )
    return Table(caption, ("", "verdict", "planted", "truth", "recovered", "accepted", "n"), rows, folded=folded)
