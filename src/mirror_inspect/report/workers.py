"""Sections built by several processes where there is much to compute and forking is safe; the same parts either way."""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context
from typing import Final

from mirror_inspect.inert import inert_line
from mirror_inspect.observation import plain
from mirror_inspect.report.groups import Group
from mirror_inspect.report.page import Part
from mirror_inspect.report.sections import SECTIONS, Row
from mirror_inspect.report.sections.shared import Options

Job = tuple[int, int]
"""Places of a section and of a group."""
MANY: Final = 20_000
"""Observations from which a second process is worth its start."""
DAMAGED: Final = (ValueError, TypeError, KeyError, IndexError, ArithmeticError)
"""What analyses raise when observations contradict each other, such as a part taken on and observed without a grade."""
_held: list[tuple[Sequence[Group], Options]] = []


def parts(groups: Sequence[Group], options: Options, jobs: Sequence[Job], *, processes: int) -> Iterator[Part]:
    """Yield the part of every job, in order.

    Args:
        groups: Groups of comparable logs.
        options: How the report is computed.
        jobs: What to build.
        processes: Processes to build with.
    """
    size = sum(len(s.observations(e)) for g in groups for s in g.subjects for e in s.experiments)
    done = 0
    if processes > 1 and size >= MANY and sys.platform == "linux":
        # A fork sees what was read without it being copied: the observations of twelve models take seconds to send.
        fork = get_context("fork")
        try:
            with ProcessPoolExecutor(processes, fork, initializer=_hold, initargs=(groups, options)) as pool:
                for part in pool.map(_build, jobs):
                    yield part
                    done += 1
        except BrokenProcessPool:
            # Out of memory, say: one process needs less.
            pass
    for job in jobs[done:]:
        yield build(groups, options, job)


def build(groups: Sequence[Group], options: Options, job: Job) -> Part:
    """Build one section of one group.

    Records that contradict themselves, which no run of this package writes, take their own subject out of the section
    and nobody else; a notice says so.
    """
    section, group = SECTIONS[job[0]], groups[job[1]]
    try:
        return section.build(group, options)
    except DAMAGED as why:
        alone = [Group(group.name, (s,)) for s in group.subjects]
        broken = {g.subjects[0].name: said for g in alone if (said := _why_not(section, g, options))}
        sound = tuple(s for s in group.subjects if s.name not in broken)
        left = section.build(Group(group.name, sound), options) if sound and broken else Part()
        causes = broken or {"all subjects": inert_line(plain(why))}
        notices = (
            f"{name}: left out of “{section.title}”; its observations contradict themselves ({cause})"
            for name, cause in causes.items()
        )
        return replace(left, notices=(*left.notices, *notices))


def _why_not(section: Row, group: Group, options: Options) -> str:
    try:
        section.build(group, options)
    except DAMAGED as why:
        return inert_line(plain(why))
    return ""


def _hold(groups: Sequence[Group], options: Options) -> None:
    _held[:] = [(groups, options)]


def _build(job: Job) -> Part:
    ((groups, options),) = _held
    return build(groups, options, job)
