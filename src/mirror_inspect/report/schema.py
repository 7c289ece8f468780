"""The report as JSON under a versioned schema, for machines."""

import math
from collections.abc import Sequence
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, field_validator

from mirror_inspect import __version__
from mirror_inspect.inert import inert_line
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.assemble import Report
from mirror_inspect.report.groups import command
from mirror_inspect.report.page import Ref
from mirror_inspect.report.require import Outcome
from mirror_inspect.report.runs import Run

SCHEMA: Final = "mirror-inspect/report/1"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Numbers(_Record):
    @field_validator("*", mode="before")
    @classmethod
    def _nan_is_null(cls, value: object) -> object:
        return None if isinstance(value, float) and not math.isfinite(value) else value


class SourceRecord(_Record):
    """A log and the sample filter for Inspect View that shows a number."""

    file: str
    filter: str


class EstimateRecord(_Numbers):
    """One estimate; ``null`` stands for what is undefined, with the reason.

    ``expected_without_effect`` is what the quantity is when nothing is there.
    """

    value: float | None
    low: float | None
    high: float | None
    n_observed: int
    n_total: int
    expected_without_effect: float | None
    p: float | None
    reason: str


class EntryRecord(_Record):
    """A named estimate of one subject."""

    subject: str
    experiment: str
    name: str
    estimate: EstimateRecord
    sources: tuple[SourceRecord, ...]


class FindingRecord(_Numbers):
    """A stated effect with its verdict; a ``margin`` of 0 stands for none stated, ``claim`` for what was held true."""

    subject: str
    experiment: str
    name: str
    words: str
    outcome: Literal["supported", "refuted", "inconclusive"]
    effect: float | None
    margin: float
    detectable: float | None
    reason: str
    claim: str


class RunRecord(_Numbers):
    """One log."""

    file: str
    model: str
    experiment: str
    status: str
    created: str
    seconds: float | None
    version: str
    bank_digest: str
    legacy: str
    samples: int
    errors: int
    tokens: dict[str, tuple[int, int]]
    command: str


class GroupRecord(_Record):
    """Logs that may be compared with each other, and with no others."""

    name: str
    subjects: tuple[str, ...]
    runs: tuple[RunRecord, ...]
    findings: tuple[FindingRecord, ...]
    estimates: tuple[EntryRecord, ...]


class RequirementRecord(_Numbers):
    """Whether a requirement holds for one estimate."""

    requirement: str
    subject: str
    experiment: str
    value: float | None
    holds: bool


class ReportRecord(_Record):
    """The whole report.

    Attributes:
        schema_version: Version of this format; a field is only ever added within one.
        package: Version of the package that wrote it.
        resamples: BCa replicates.
        seed: Seed of resamples and permutations.
        notices: What a reader must know before any number.
        groups: Groups of comparable logs.
        requirements: Outcomes of stated requirements.
        passed: Whether all of them hold; ``null`` when none was stated.
    """

    schema_version: Literal["mirror-inspect/report/1"] = SCHEMA
    package: str
    resamples: int
    seed: int
    notices: tuple[str, ...]
    groups: tuple[GroupRecord, ...]
    requirements: tuple[RequirementRecord, ...]
    passed: bool | None


def record(report: Report, outcomes: Sequence[Outcome], *, resamples: int, seed: int) -> ReportRecord:
    """Return a report as its JSON record.

    Args:
        report: The report.
        outcomes: Outcomes of requirements, empty when none was stated.
        resamples: BCa replicates it was computed with.
        seed: Seed it was computed with.
    """
    return ReportRecord(
        package=__version__,
        resamples=resamples,
        seed=seed,
        notices=report.notices,
        groups=tuple(_group(report, i) for i in range(len(report.groups))),
        requirements=tuple(
            RequirementRecord(
                requirement=o.requirement, subject=o.subject, experiment=o.experiment, value=o.value, holds=o.holds
            )
            for o in outcomes
        ),
        passed=all(o.holds for o in outcomes) if outcomes else None,
    )


def _group(report: Report, i: int) -> GroupRecord:
    group = report.groups[i]
    return GroupRecord(
        name=group.name,
        subjects=tuple(s.name for s in group.subjects),
        runs=tuple(_run(run) for s in group.subjects for run in s.runs),
        findings=tuple(
            FindingRecord(
                subject=f.subject,
                experiment=f.experiment,
                name=f.name,
                words=f.words,
                outcome=f.verdict.outcome.value,
                effect=f.verdict.effect,
                margin=f.verdict.margin,
                detectable=f.verdict.detectable,
                reason=f.verdict.reason,
                claim=f.claim,
            )
            for f in report.findings[group.name]
        ),
        estimates=tuple(
            EntryRecord(
                subject=e.subject,
                experiment=e.experiment,
                name=e.name,
                estimate=_estimate(e.estimate),
                sources=tuple(_source(ref) for ref in e.refs),
            )
            for e in report.entries[group.name]
        ),
    )


def _estimate(e: Estimate) -> EstimateRecord:
    return EstimateRecord(
        value=e.value,
        low=e.low,
        high=e.high,
        n_observed=e.n_observed,
        n_total=e.n_total,
        expected_without_effect=e.null,
        p=e.p,
        reason=e.reason,
    )


def _source(ref: Ref) -> SourceRecord:
    return SourceRecord(file=inert_line(ref.file), filter=ref.filter)


def _run(run: Run) -> RunRecord:
    return RunRecord(
        file=inert_line(run.file),
        model=inert_line(run.model),
        experiment=inert_line(run.experiment),
        status=inert_line(run.status),
        created=inert_line(run.created),
        seconds=run.seconds,
        version=inert_line(run.version),
        bank_digest=inert_line(run.bank),
        legacy=inert_line(run.legacy),
        samples=run.samples,
        errors=run.errors,
        tokens={inert_line(m): t for m, t in run.tokens.items()},
        command=command(run),
    )
