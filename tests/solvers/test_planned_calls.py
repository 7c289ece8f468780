"""Planned calls are the calls made: a cell whose two parts are routed makes none."""

from mirror_inspect.bank.load import load_bank
from mirror_inspect.solvers.cells import CONFIDENCE, count_calls
from mirror_inspect.tasks import exp9_knowdo
from mirror_inspect.taxonomy import Condition, Domain

C = Condition


def test_a_round_over_the_28_pairs_by_hand() -> None:
    tasks, weak = load_bank().agentic[:28], frozenset(list(Domain)[:4])

    def calls(paradigm: str, *conditions: Condition, attempts: int = 1) -> int:
        return count_calls(tasks, weak, {paradigm: conditions}, attempts=attempts, seed=0)

    assert calls("P1", C.UNINFORMED, C.OWN_SCORES) == 2 * 28
    assert calls("P1", C.ROUTED) == 28 - 6, "six of the pairs lie in four weak domains"
    assert calls("P3", C.UNINFORMED, attempts=3) == 3 * 28
    assert calls("P3", C.OWN_SCORES, attempts=3) == 28, "only the attempts under C1 repeat"
    assert calls(CONFIDENCE, C.UNINFORMED) == 4 * 28
    assert count_calls(tasks, frozenset(), {"P1": (C.ROUTED, C.RANDOM_ROUTED)}, attempts=1, seed=0) == 2 * 28
    assert count_calls(tasks, frozenset(Domain), {"P1": (C.ROUTED, C.RANDOM_ROUTED)}, attempts=1, seed=0) == 0


def test_quick_stays_within_its_promise() -> None:
    task = exp9_knowdo(preset="quick")
    assert task.metadata is not None
    planned = task.metadata["planned_calls"]
    assert 2 * 200 + 84 * 10 < planned <= 1300
