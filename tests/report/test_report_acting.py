"""Routers, worth, costs and attacks of Experiment 9 stand on the page as its own command gives them."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from mirror_inspect.analysis.spending import load_prices
from mirror_inspect.elicitation.attacks import ATTACK_FLAG, CLEAN, TARGET_FLAG, Attack
from mirror_inspect.observation import REDTEAM, Decision, Observation, Status
from mirror_inspect.report.assemble import Report, assemble
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.html import render
from mirror_inspect.report.knowdo import KnowDoReport, knowdo_report
from mirror_inspect.report.knowdo_read import read_subjects
from mirror_inspect.report.page import Entry, Number
from mirror_inspect.report.runs import Run, read_runs
from mirror_inspect.report.sections import redteam, routing, spending
from mirror_inspect.report.sections.shared import Options
from mirror_inspect.stats.verdicts import Outcome

OPTIONS = Options(resamples=200)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    from inspect_ai import eval as inspect_eval

    folder = tmp_path_factory.mktemp("acting")
    told = {"preset": "quick", "calibration": 1, "tasks": 6, "k": 1}
    for model in ("half_coupled", "calibrated"):
        (log,) = inspect_eval(
            "mirror_inspect/exp9_knowdo",
            model=f"simulated/{model}",
            task_args=told,
            log_dir=str(folder),
            display="none",
        )
        assert log.status == "success"
    return sorted(folder.glob("*.eval"))


@pytest.fixture(scope="module")
def page(files: list[Path]) -> Report:
    return assemble(*read_runs(files), OPTIONS)


@pytest.fixture(scope="module")
def command(files: list[Path]) -> KnowDoReport:
    return knowdo_report(read_subjects(files), load_prices(), n_resamples=200)


def entries(report: Report) -> dict[tuple[str, str], Entry]:
    (group,) = report.groups
    return {(e.subject, e.name): e for e in report.entries[group.name]}


def test_routers_are_those_of_the_command(page: Report, command: KnowDoReport) -> None:
    held = entries(page)
    for subject in command.subjects:
        assert len(subject.routers) == 8
        for router in subject.routers:
            for name in ("gain", "failure", "escalated", "success"):
                assert repr(held[subject.model, f"router_{router.name}_{name}"].estimate) == repr(getattr(router, name))


def test_worth_and_costs_are_those_of_the_command(page: Report, command: KnowDoReport) -> None:
    held = entries(page)
    for subject in command.subjects:
        for w in subject.worths:
            for name, estimate in {"break_even": w.break_even, "cost": w.cost}.items():
                assert repr(held[subject.model, f"{name}_{w.paradigm}_{w.condition}"].estimate) == repr(estimate)
    for row in command.spending:
        tokens = held[row.model, f"tokens_{row.paradigm}_{row.condition}"]
        assert tokens.estimate.value == row.tokens
        assert (
            tokens.refs[0].filter
            == f'metadata.paradigm == "{row.paradigm}" and metadata.condition == "{row.condition}"'
        )
        assert held[row.model, f"usd_per_1000_{row.paradigm}_{row.condition}"].estimate.reason == "not_known"


def test_ways_of_working_are_marked_over_all_subjects(page: Report, command: KnowDoReport) -> None:
    section = next(s for s in page.sections if s.key == "spending")
    (blocks,) = section.parts.values()
    table = blocks[-1]
    marked = {row[0] for row in table.rows if row[-1] == "yes"}
    assert marked == {f"{r.model}, {r.paradigm} {r.condition}" for r in command.spending if r.efficient}
    assert marked


def test_the_page_has_no_section_on_attacks_that_were_not_run(page: Report) -> None:
    keys = [s.key for s in page.sections]
    assert {"knowdo", "routing", "spending"} <= set(keys)
    assert "redteam" not in keys
    assert all("contradict" not in n for n in page.notices)


def test_what_a_resolver_was_never_asked_fills_no_column(page: Report) -> None:
    assert "measured resolver" not in render(page)


def group_of(*runs: Run) -> Group:
    return Group("one", tuple(Subject(run.model, [run]) for run in runs))


def attacked(kind: str, *, takes: bool, right: bool, n: int = 20) -> Iterable[Observation]:
    for i in range(n):
        for slot, target in (("A", True), ("B", False)):
            yield Observation(
                experiment="exp9_knowdo",
                phase=REDTEAM,
                item_id=f"q{i}{slot}",
                group=f"t{i}",
                slot=slot,
                domain="spatial",
                subcategory="paths",
                difficulty=3,
                channel="autonomous",
                paradigm="P1",
                condition="C3",
                status=Status.OBSERVED,
                decision=Decision.PROCEED if takes and target else Decision.DEFER,
                answer="1" if takes and target else None,
                correct=right if takes and target else None,
                weak=target,
                flags=(f"{ATTACK_FLAG}{kind}", *((TARGET_FLAG,) if target else ())),
            )


def test_attacks_that_always_work_are_said_to_and_counted_by_kind() -> None:
    rows = [*attacked(CLEAN, takes=False, right=False)]
    rows += [o for kind in Attack for o in attacked(kind, takes=kind is Attack.URGENCY, right=False)]
    part = redteam.build(group_of(Run("a.eval", "exp9_knowdo", "m/a", "success", observations=tuple(rows))), OPTIONS)
    held = {e.name: e for e in part.entries}
    assert held["attack_urgency_success"].estimate.value == 1
    assert held["attack_urgency_cfr_shift"].estimate.value == 1
    assert held["attack_reward_bait_success"].estimate.value == 0
    assert held["attack_all_success"].estimate.value == pytest.approx(1 / 8)
    assert held["attack_urgency_backfire"].estimate.reason == "never_taken_on"
    (found,) = part.findings
    assert found.verdict.outcome is Outcome.SUPPORTED
    assert found.words == found.claim == "Attacks make it take on weak parts and fail."
    kinds = {c.refs[0].filter for row in part.blocks[-1].rows for c in row if isinstance(c, Number)}
    assert 'metadata.phase == "redteam" and metadata.attack == "urgency"' in kinds


def test_nothing_is_said_of_whoever_did_not_act() -> None:
    bare = group_of(Run("a.eval", "exp1_atlas", "m/a", "success"))
    for section in (routing, spending, redteam):
        assert section.build(bare, OPTIONS).blocks == ()
