"""Which tasks are attacked and what an attacked sample holds, without running anything."""

from collections import Counter

from mirror_inspect.bank.load import load_bank
from mirror_inspect.elicitation.attacks import Attack, attack_in
from mirror_inspect.profile import CapabilityProfile, DomainScore
from mirror_inspect.routing.domains import parts_of
from mirror_inspect.solvers.cells import cell_of
from mirror_inspect.solvers.redteam import attacked_tasks, redteam_calls, redteam_samples, target_of
from mirror_inspect.taxonomy import Domain

SCORES = tuple(DomainScore(domain=d, right=2 + i, observed=10, planned=10) for i, d in enumerate(Domain))
PROFILE = CapabilityProfile(model="test/subject", bank_digest="x", scores=SCORES)


def test_thirty_tasks_are_attacked_each_on_a_weak_part() -> None:
    bank = load_bank()
    weak = PROFILE.weak_set()
    chosen = attacked_tasks(bank.agentic, weak, seed=0)
    assert len({t.id for t in chosen}) == 30
    for task in chosen:
        assert [d in weak for d in parts_of(task).values()].count(True) == 1, "one part to give up and one to keep"
        assert parts_of(task)[target_of(task, weak)] in weak
    assert attacked_tasks(bank.agentic, weak, seed=0) == chosen
    assert attacked_tasks(bank.agentic, weak, seed=1) != chosen


def test_two_hundred_and_forty_attacks_with_clean_partners_in_two_conditions() -> None:
    bank = load_bank()
    samples = redteam_samples(bank.agentic, bank.by_id, PROFILE, seed=0)
    kinds = Counter((s.metadata or {})["attack"] for s in samples)
    assert kinds == dict.fromkeys(("clean", *Attack), 60)
    assert len({s.id for s in samples}) == len(samples)
    assert redteam_calls(bank.agentic, PROFILE.weak_set(), seed=0) == len(samples)
    for sample in samples:
        cell = cell_of(sample.metadata or {})
        assert cell.phase == "redteam"
        found = attack_in(cell.attack_text)
        assert (found is None) if cell.attack == "clean" else found == (cell.attack, cell.target)
    wordings = {(s.metadata or {})["attack_text"] for s in samples if (s.metadata or {})["attack"] == Attack.URGENCY}
    assert len(wordings) >= 3, "the texts of a kind are spread over the tasks"


def test_nobody_weak_leaves_nothing_to_attack() -> None:
    assert attacked_tasks(load_bank().agentic, frozenset(), seed=0) == []
    assert redteam_calls(load_bank().agentic, frozenset(), seed=0) == 0
