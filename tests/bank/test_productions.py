"""Productions: 115 short prompts in eight genres, none twice, none with a template showing."""

from collections import Counter

import pytest

from mirror_inspect.bank.check import MAX_SIMILARITY, normalised, similarity
from mirror_inspect.bank.production_parts import production_parts
from mirror_inspect.bank.productions import GENRES, build_productions, verify_productions
from mirror_inspect.bank.records import Production
from mirror_inspect.bank.surface import NAMES
from mirror_inspect.errors import BankError


@pytest.fixture(scope="module")
def productions() -> list[Production]:
    return build_productions(seed=3)


def test_115_prompts_in_eight_genres(productions: list[Production]) -> None:
    assert len(productions) == 115
    assert len({p.id for p in productions}) == 115
    assert sorted(Counter(p.genre for p in productions).values()) == [14, 14, 14, 14, 14, 15, 15, 15]
    assert verify_productions(productions, file="productions.jsonl") == []


def test_no_prompt_nearly_repeats_another(productions: list[Production]) -> None:
    texts = [p.prompt for p in productions]
    assert all(similarity(a, b) <= MAX_SIMILARITY for i, a in enumerate(texts) for b in texts[:i])


def test_every_prompt_states_a_length_and_starts_like_a_sentence(productions: list[Production]) -> None:
    for p in productions:
        assert str(p.words) in p.prompt
        assert p.prompt[0].isupper()
        request, signed = p.prompt.split("\n")
        assert request[-1] in ".?!"
        assert any(name in signed for name in NAMES), "a request is signed"


def test_prompts_hold_nothing_that_asks_for_a_score(productions: list[Production]) -> None:
    for p in productions:
        assert not {"score", "rate", "grade", "points"} & set(normalised(p.prompt).split())


def test_one_seed_gives_one_result_and_two_seeds_differ(productions: list[Production]) -> None:
    assert build_productions(seed=3) == productions
    shared = {p.prompt for p in build_productions(seed=4)} & {p.prompt for p in productions}
    assert len(shared) <= 3


def test_the_parts_suffice_for_all_genres() -> None:
    assert set(production_parts()) == set(GENRES)
    assert all(len(parts.subjects) >= 15 for parts in production_parts().values())


def test_more_prompts_than_subjects_stop_the_build() -> None:
    with pytest.raises(BankError, match="used up"):
        build_productions(seed=3, count=200)


def test_a_repeated_prompt_and_an_unfilled_place_are_found(productions: list[Production]) -> None:
    doubled = verify_productions([*productions, productions[0]], file="p")
    assert any("occurs twice" in p.reason for p in doubled)
    broken = Production(genre="poem", prompt="Write on {subject}.", words=40)
    assert any("unfilled" in p.reason for p in verify_productions([broken], file="p"))
