"""Transfer tasks: provable golds, hidden skills not named, surfaces spread over hidden domains."""

from collections import Counter, defaultdict

import pytest

from mirror_inspect.bank.check import leaks, normalised
from mirror_inspect.bank.transfer import build_transfer, names_its_domain, verify_transfer
from mirror_inspect.items import TransferTask
from mirror_inspect.taxonomy import Domain


@pytest.fixture(scope="module")
def tasks() -> list[TransferTask]:
    return build_transfer(seed=5)


def test_nineteen_per_hidden_domain_in_rounds(tasks: list[TransferTask]) -> None:
    assert len(tasks) == 152
    assert Counter(t.hidden_domain for t in tasks) == dict.fromkeys(Domain, 19)
    assert [t.hidden_domain for t in tasks[:8]] == list(Domain)


def test_all_is_verified(tasks: list[TransferTask]) -> None:
    assert verify_transfer(tasks, file="transfer.jsonl") == []


def test_levels_are_spread_within_every_domain(tasks: list[TransferTask]) -> None:
    for domain in Domain:
        counts = Counter(t.difficulty for t in tasks if t.hidden_domain is domain)
        assert set(counts) == {1, 2, 3, 4, 5}
        assert min(counts.values()) >= 3


def test_a_surface_does_not_give_the_skill_away(tasks: list[TransferTask]) -> None:
    domains: dict[str, Counter[Domain]] = defaultdict(Counter)
    for task in tasks:
        domains[task.surface][task.hidden_domain] += 1
    for counts in domains.values():
        assert len(counts) >= 2
        assert max(counts.values()) / counts.total() <= 0.7


def test_a_task_that_names_its_skill_is_refused(tasks: list[TransferTask]) -> None:
    told = TransferTask(
        **tasks[0].model_dump(exclude={"id", "question"}), question=(f"In {tasks[0].domain}: what is it?")
    )
    assert names_its_domain(told)
    assert any("names its hidden domain" in p.reason for p in verify_transfer([*tasks, told], file="t"))


def test_a_wrong_gold_and_a_leak_are_found(tasks: list[TransferTask]) -> None:
    task = next(t for t in tasks if t.answer.isdigit())
    wrong = TransferTask(**task.model_dump(exclude={"id", "answer"}), answer=f"{task.answer}0")
    assert any("but the text gives" in p.reason for p in verify_transfer([wrong], file="t"))
    text = f"{task.question} It is {task.answer}."
    leaking = TransferTask(**task.model_dump(exclude={"id", "question"}), question=text)
    assert leaks(leaking)
    assert any("stands in its own text" in p.reason for p in verify_transfer([leaking], file="t"))


def test_one_seed_gives_one_result_and_two_seeds_share_nothing(tasks: list[TransferTask]) -> None:
    assert build_transfer(seed=5) == tasks
    other = build_transfer(seed=6)
    assert not {normalised(t.question) for t in other} & {normalised(t.question) for t in tasks}


def test_taken_texts_are_avoided(tasks: list[TransferTask]) -> None:
    taken = {normalised(t.question) for t in tasks}
    assert not {t.id for t in build_transfer(seed=5, taken=set(taken))} & {t.id for t in tasks}
