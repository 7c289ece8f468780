"""From runs to a report: sections over groups, findings, and the numbered list of sources."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mirror_inspect.report.groups import Group, grouped, left_out
from mirror_inspect.report.page import Block, Entry, Finding, Section
from mirror_inspect.report.runs import LeftOut, Run
from mirror_inspect.report.sections import SECTIONS
from mirror_inspect.report.sections.shared import Options
from mirror_inspect.report.workers import parts


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a page or a file is made from.

    Attributes:
        groups: Groups of comparable logs.
        notices: What a reader must know before any number.
        findings: Claims with their verdicts, by name of the group.
        entries: Named estimates, by name of the group.
        sections: Sections that have something to say.
    """

    groups: tuple[Group, ...]
    notices: tuple[str, ...]
    findings: dict[str, tuple[Finding, ...]]
    entries: dict[str, tuple[Entry, ...]]
    sections: tuple[Section, ...]


def assemble(
    runs: Sequence[Run],
    unread: Sequence[LeftOut] = (),
    options: Options | None = None,
    *,
    processes: int = 1,
    progress: Callable[[str], None] = lambda section: None,
) -> Report:
    """Compute a report.

    Args:
        runs: Runs of any models and experiments.
        unread: Logs no number comes from.
        options: Resamples, seed, validation and cohort.
        processes: Processes to compute with when there is much to compute.
        progress: Called with the title of every section when it is done.
    """
    chosen = options or Options()
    groups, notices = grouped(runs)
    findings: dict[str, list[Finding]] = {g.name: [] for g in groups}
    listed: dict[str, dict[tuple[str, str, str], Entry]] = {g.name: {} for g in groups}
    blocks: dict[str, dict[str, tuple[Block, ...]]] = {row.key: {} for row in SECTIONS}
    damaged: list[str] = []
    jobs = [(i, j) for i, row in enumerate(SECTIONS) for j in range(len(groups)) if j == 0 or not row.once]
    for (i, j), part in zip(jobs, parts(groups, chosen, jobs, processes=processes), strict=True):
        name = groups[j].name
        progress(SECTIONS[i].title)
        if part.blocks:
            blocks[SECTIONS[i].key][name] = part.blocks
        findings[name] += part.findings
        damaged += part.notices
        for e in part.entries:
            listed[name].setdefault((e.subject, e.experiment, e.name), e)
    sections = [Section(row.key, row.title, row.lead, blocks[row.key]) for row in SECTIONS if blocks[row.key]]
    simulated = sum(s.simulated for g in groups for s in g.subjects)
    everybody = sum(len(g.subjects) for g in groups)
    said = [f"simulated subjects, not language models: {simulated} of {everybody}"] if simulated else []
    return Report(
        tuple(groups),
        (*left_out(unread), *dict.fromkeys(damaged), *said, *notices),
        {name: tuple(found) for name, found in findings.items()},
        {name: tuple(found.values()) for name, found in listed.items()},
        tuple(sections),
    )
