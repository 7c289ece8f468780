"""The report on made-up subjects: nobody weak, everybody weak, nothing observed, two profiles; JSON without NaN."""

import json

import pytest
from synthetic import HALF, component, subject

from mirror_inspect.observation import Observation, Status
from mirror_inspect.report.knowdo import knowdo_report, margin_for, subject_report
from mirror_inspect.report.knowdo_text import render
from mirror_inspect.report.say import plain
from mirror_inspect.taxonomy import SUBCATEGORIES, Channel, Domain


def rows(*, weak: bool | None = None, status: Status = Status.OBSERVED) -> list[Observation]:
    """Two parts a task in P1 under C1 and C4, P3 and the confidence beside them."""
    found = []
    for i in range(16):
        for slot, d in zip("AB", (list(Domain)[i % 8], list(Domain)[(i + 3) % 8]), strict=True):
            is_weak = HALF[d] < 0.5 if weak is None else weak
            place = {"weak": is_weak, "subcategory": SUBCATEGORIES[d][0], "status": status, "flags": ("profile:p",)}
            right = (i + (slot == "B")) % 3 > 0
            found.append(component(f"t{i}", slot, correct=right, **place))
            routed = {"decision": "escalated", "correct": None} if is_weak else {"correct": right}
            found.append(component(f"t{i}", slot, condition="C4", **routed, **place))
            worded = {"signal": 1.0 if status is Status.OBSERVED else None, "flags": ("profile:p", "length:40")}
            found.append(component(f"t{i}", slot, paradigm="P3", decision="answer", correct=right, **(place | worded)))
            found.append(
                found[-1].model_copy(
                    update={
                        "channel": Channel.SELF_REPORT.value,
                        "paradigm": None,
                        "signal": None if status is not Status.OBSERVED else 0.3 + 0.4 * right,
                    }
                )
            )
    return found


@pytest.mark.parametrize("weak", [None, True, False])
def test_any_weak_set_is_reported_and_what_is_undefined_says_why(weak: bool | None) -> None:
    who = subject(*rows(weak=weak), shown=HALF, accuracy=HALF, p_weak=dict.fromkeys(Domain, 0.5))
    text = render(knowdo_report([who], {}, n_resamples=100))
    assert "UTILITY LADDER" in text
    if weak is False:
        assert "(no_weak)" in text
        assert "no_budget" in text
    if weak is True:
        assert "(no_strong)" in text
        assert "no_choice" in text
    if weak is not False:
        assert "0 by construction" in text


def test_nothing_observed_gives_reasons_and_no_number() -> None:
    lost = [o for o in rows(status=Status.FAILED) if o.decision is None]
    report = knowdo_report([subject(*lost, shown=HALF)], {}, n_resamples=100)
    assert not report.subjects[0].ladder.knowdo_gap.defined
    assert "failed" in render(report)


def test_two_profiles_leave_every_estimate_missing() -> None:
    other = [o.model_copy(update={"flags": ("profile:q",), "group": f"{o.group}x"}) for o in rows()]
    found = subject_report(subject(*rows(), *other, shown=HALF), n_resamples=100)
    assert {e.reason for e in found.estimates.values()} == {"mixed_profiles"}
    assert found.ladder.oracle.reason == "mixed_profiles"
    assert "mixed_profiles" in render(knowdo_report([subject(*rows(), *other)], {}, n_resamples=0))


def test_json_holds_no_nan() -> None:
    report = knowdo_report([subject(*rows(), shown=HALF)] * 2, {}, n_resamples=0)
    text = json.dumps(plain(report), allow_nan=False)
    assert json.loads(text)["subjects"][0]["model"] == "test/subject"


def test_margins_come_from_the_log_then_from_the_size() -> None:
    quick, standard = subject(*rows(), preset="quick"), subject(*rows(), preset="standard")
    assert margin_for(quick, "cfr") == 0.10
    assert margin_for(standard, "cfr") == 0.05
    assert margin_for(subject(*rows(), preset="quick", margins={"cfr": 0.3}), "cfr") == 0.3
