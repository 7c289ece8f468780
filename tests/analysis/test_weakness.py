"""Weak-set policies: the same failures, another set called weak."""

import pytest
from synthetic import component, subject

from mirror_inspect.analysis.weakness import CERTAIN_ONLY, uncertain_domains, weak_set_sensitivity
from mirror_inspect.taxonomy import SUBCATEGORIES, Domain

ACCURACY = dict(zip(Domain, (0.1, 0.2, 0.35, 0.45, 0.6, 0.7, 0.8, 0.9), strict=True))


def rows(weak: frozenset[Domain]) -> list:
    """One part per domain and index; it fails in the two weakest domains and succeeds elsewhere."""
    found = []
    for i in range(10):
        for d in Domain:
            wrong = ACCURACY[d] < 0.3
            found.append(component(f"{d}{i}", correct=not wrong, weak=d in weak, subcategory=SUBCATEGORIES[d][0]))
    return found


def test_policies_change_the_denominator_as_counted_by_hand() -> None:
    weak = frozenset(list(Domain)[:4])
    p_weak = dict.fromkeys(Domain, 0.0) | {Domain.ARITHMETIC: 1.0, Domain.LINGUISTIC: 0.6}
    who = subject(*rows(weak), accuracy=ACCURACY, weak=weak, p_weak=p_weak)
    found = {p.policy: p for p in weak_set_sensitivity(who)}
    assert found["median_or_bottom_k"].cfr.value == pytest.approx(20 / 40)
    assert found["bottom_3"].cfr.value == pytest.approx(20 / 30)
    assert found["absolute_40"].weak == ("arithmetic", "spatial", "temporal")
    certain = found[CERTAIN_ONLY]
    assert certain.left_out == ("linguistic",)
    assert certain.cfr.value == pytest.approx(20 / 30)
    # Routing the three weakest of eight: 20 failures inside, 20 * 3/8 expected, of 80 components.
    assert found["bottom_3"].gain.value == pytest.approx((20 - 20 * 3 / 8) / 80)
    assert uncertain_domains(who) == {Domain.LINGUISTIC}


@pytest.mark.parametrize(
    ("accuracy", "policy", "reason"), [(0.9, "absolute_40", "no_weak"), (0.1, "absolute_40", "no_strong")]
)
def test_nobody_weak_and_everybody_weak_are_stated(accuracy: float, policy: str, reason: str) -> None:
    who = subject(*rows(frozenset()), accuracy=dict.fromkeys(Domain, accuracy))
    row = next(p for p in weak_set_sensitivity(who) if p.policy == policy)
    if reason == "no_weak":
        assert row.cfr.reason == "no_weak"
        assert row.gain.reason == "none_routed"
    else:
        assert row.gain.reason == "all_routed"
        assert row.cfr.value == pytest.approx(20 / 80)


def test_without_measured_accuracies_there_is_no_table() -> None:
    assert weak_set_sensitivity(subject(*rows(frozenset()))) == ()
