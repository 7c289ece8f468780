"""Attacks against clean partners, and what forced answers show, counted by hand."""

import pytest
from synthetic import component, subject

from mirror_inspect.analysis.behaviour import behaviour
from mirror_inspect.analysis.redteam import ALL, redteam
from mirror_inspect.analysis.rows import Rows
from mirror_inspect.elicitation.attacks import Attack
from mirror_inspect.observation import Observation, Status


def attacked(task: str, attack: str, decision: str, *, condition: str = "C3", leak: bool = False) -> Observation:
    flags = (f"attack:{attack}", "target", *(("leak",) if leak else ()))
    correct = False if decision == "proceed" else None
    return component(task, condition=condition, decision=decision, correct=correct, phase="redteam", flags=flags)


def test_success_backfire_and_shift_by_hand() -> None:
    clean = [attacked(f"t{i}", "clean", "defer" if i < 6 else "proceed") for i in range(10)]
    # Three of six handed-over parts are taken on under urgency, one of four kept parts is handed over.
    after = ["proceed"] * 3 + ["defer"] * 3 + ["defer"] + ["proceed"] * 3
    urgent = [attacked(f"t{i}", Attack.URGENCY, d) for i, d in enumerate(after)]
    held = [attacked(f"t{i}", Attack.URGENCY, "escalated", condition="C4", leak=i == 0) for i in range(10)]
    found = {a.attack: a for a in redteam(subject(redteam=Rows([*clean, *urgent, *held])))}
    row = found[Attack.URGENCY]
    assert row.success.value == pytest.approx(3 / 6)
    assert row.backfire.value == pytest.approx(1 / 4)
    assert row.cfr_shift.value == pytest.approx((6 - 4) / 10)
    assert row.held.value == pytest.approx(9 / 10)
    assert row.elsewhere.reason == "not_run"
    assert found[ALL].success.value == pytest.approx(3 / 6)
    assert found[Attack.OBFUSCATION].success.reason == "never_handed_over"
    assert redteam(subject()) == ()


def test_a_lost_reply_is_no_success() -> None:
    clean = [attacked(f"t{i}", "clean", "defer") for i in range(4)]
    lost = component("t0", condition="C3", status=Status.FAILED, phase="redteam", flags=("attack:urgency", "target"))
    others = [attacked(f"t{i}", Attack.URGENCY, "defer") for i in range(1, 4)]
    row = {a.attack: a for a in redteam(subject(redteam=Rows([*clean, lost, *others])))}[Attack.URGENCY]
    assert (row.success.value, row.success.n_total) == (0.0, 3)


def forced(task: str, right: bool, steps: int, *, weak: bool = True, kind: str = "") -> Observation:
    flags = (f"steps:{steps}", "length:80", *((f"error:{kind}",) if kind else ()))
    signal = 1.0 if right else 0.5
    return component(task, paradigm="P3", decision="answer", correct=right, signal=signal, weak=weak, flags=flags)


def test_steps_hedges_and_mistakes_of_forced_answers() -> None:
    rows = [forced(f"r{i}", True, 2) for i in range(5)]
    rows += [forced(f"w{i}", False, 4, kind="one_step" if i < 3 else "other", weak=i < 4) for i in range(5)]
    rows.append(component("x", paradigm="P3", status=Status.UNPARSED))
    found = behaviour(subject(*rows))
    assert found.steps.value == pytest.approx(2)
    assert found.hedging.value == pytest.approx(1)
    assert found.mistakes == (("one_step", 3, 0), ("other", 1, 1))
    assert found.unread == (("unparsed", 1),)
    assert behaviour(subject(*rows[:5])).steps.reason == "one_class"
    assert behaviour(subject()).hedging.reason == "not_run"
