"""Experiment 8 on the page: the numbers of its own command, and words that claim no more than few points can show."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hand_written import atlas_rows

from mirror_inspect.analysis.roster import Size
from mirror_inspect.report.assemble import Report, assemble
from mirror_inspect.report.html import render
from mirror_inspect.report.page import Figures, Prose
from mirror_inspect.report.runs import read_runs
from mirror_inspect.report.scaling import scaling_report
from mirror_inspect.report.schema import record
from mirror_inspect.report.sections.scaling_plots import plots
from mirror_inspect.report.sections.shared import Options

Write = Callable[..., Path]


def write_family(write: Write, sizes: list[float], *, knows: Callable[[int], float]) -> list[Path]:
    """Logs of models whose stated confidence follows the answer in a share of the items that differs by model."""
    files, family = [], "made"
    for i, size in enumerate(sizes):
        model = f"test/{family}-{size:g}"
        rows = atlas_rows(model, 10, seed=7)
        share = knows(i)
        rows = [
            o.model_copy(update={"signal": 0.9 if o.correct == (k % 10 < 10 * share) else 0.1})
            if o.channel == "self_report"
            else o
            for k, o in enumerate(rows)
        ]
        about = {"params_b": size, "family": family}
        files.append(write(rows, name=f"{family}{i}", model=model, task="exp8_scaling", metadata=about))
    return files


def report_on(files: list[Path]) -> Report:
    return assemble(*read_runs(files), Options(resamples=100))


def text_of(report: Report) -> str:
    section = next(s for s in report.sections if s.key == "scaling")
    return " ".join(b.text for blocks in section.parts.values() for b in blocks if isinstance(b, Prose))


def test_values_and_slopes_are_those_of_the_command(write_log: Write) -> None:
    files = write_family(write_log, [1, 8, 70], knows=lambda i: 0.5 + 0.2 * i)
    page, command = report_on(files), scaling_report(files)
    (group,) = page.groups
    held = {(e.subject, e.name): e for e in page.entries[group.name]}
    (family,) = command.families
    for name, fit in family.fits.items():
        assert repr(held["family made", f"slope_{name}"].estimate) == repr(fit.slope)
        assert repr(held["family made", f"slope_items_{name}"].estimate) == repr(fit.from_items)
        for m in family.models:
            assert repr(held[m.model, f"battery_{name}"].estimate) == repr(m.estimates[name])
    sources = held["test/made-8", "battery_auroc"].refs
    assert [(r.file, r.filter) for r in sources] == [("made1.eval", 'metadata.part == "exp1_atlas"')]


def test_three_points_are_too_few_however_straight_their_line(write_log: Write) -> None:
    report = report_on(write_family(write_log, [1, 8, 64], knows=lambda i: 0.5 + 0.2 * i))
    (group,) = report.groups
    (found,) = report.findings[group.name]
    assert found.subject == "family made"
    assert found.verdict.outcome == "inconclusive"
    assert found.words.startswith("Too few models")
    assert "cannot fall below p = 0.33" in text_of(report)
    page = render(report)
    assert "no margin stated" in page
    assert "smallest p possible" in page


def test_five_sizes_that_rise_are_said_to_rise_and_stand_in_the_summary(write_log: Write) -> None:
    report = report_on(write_family(write_log, [1, 2, 4, 8, 16], knows=lambda i: 0.5 + 0.1 * i))
    (group,) = report.groups
    (found,) = report.findings[group.name]
    assert found.verdict.outcome == "supported"
    assert found.words == "Larger models of the family tell their right answers from wrong ones better."
    assert found.estimate.p == pytest.approx(2 / 120)
    machine = record(report, (), resamples=100, seed=0).groups[0]
    assert (machine.findings[0].subject, machine.findings[0].claim, machine.findings[0].margin) == (
        "family made",
        "Size changes how well it tells its right answers from wrong ones.",
        0,
    )
    assert "family made" in render(report)


def test_a_size_that_nobody_stated_is_asked_for_and_not_guessed(write_log: Write) -> None:
    files = write_family(write_log, [1, 8], knows=lambda i: 0.8)
    rows = atlas_rows("test/huge-405b", 4)
    files.append(
        write_log(rows, name="odd", model="test/huge-405b", task="exp8_scaling", metadata={"params_b": "many"})
    )
    assert "test/huge-405b is left out: its number of parameters is not known and not guessed." in text_of(
        report_on(files)
    )


def test_other_experiments_of_one_size_give_no_section(write_log: Write) -> None:
    report = report_on([write_log(atlas_rows("test/one"), name="a", model="test/one")])
    assert "scaling" not in [s.key for s in report.sections]


def test_two_known_sizes_of_a_family_are_enough_without_the_battery(write_log: Write) -> None:
    names = ("simulated/family_8b", "simulated/family_70b")
    files = [write_log(atlas_rows(m, seed=i), name=str(i), model=m) for i, m in enumerate(names)]
    report = report_on(files)
    section = next(s for s in report.sections if s.key == "scaling")
    (blocks,) = section.parts.values()
    (figures,) = (b for b in blocks if isinstance(b, Figures))
    assert figures.table.columns[1:] == ("simulated/family_8b, 8 billion", "simulated/family_70b, 70 billion")
    assert "exp3_composition" in text_of(report), "what no run holds is said"


def test_lines_share_the_look_of_their_points_and_near_sizes_are_not_all_named(write_log: Write) -> None:
    sizes = [1, 1.1, 8, 70]
    files = write_family(write_log, sizes, knows=lambda i: 0.6)
    stated = {f"test/made-{s:g}": Size(s, "made") for s in sizes}
    (family,) = scaling_report(files, stated).families
    accuracy = plots(family, "family made")[0]
    points, line = accuracy.series
    assert (points.joined, points.like, line.marked, line.like) == (False, None, False, 0)
    assert [name for _, name in accuracy.x_ticks] == ["1", "8", "70"]
    assert "70 billion" in accuracy.desc
