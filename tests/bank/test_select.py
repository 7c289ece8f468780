"""Choosing items: even over cells, the same for the same seed, larger choices contain smaller ones."""

from collections import Counter

import pytest

from mirror_inspect.bank.select import balanced, partner_of, shuffled
from mirror_inspect.items import Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, AnswerType, Domain, domain_of


@pytest.fixture(scope="module")
def items() -> list[Question]:
    """Three items in every cell of two domains."""
    names = [*SUBCATEGORIES[Domain.ARITHMETIC], *SUBCATEGORIES[Domain.SOCIAL]]
    return [
        Question(
            domain=domain_of(name),
            subcategory=name,
            difficulty=level,
            family="f",
            question=f"{name} {level} {n}",
            answer="1",
            answer_type=AnswerType.INTEGER,
        )
        for name in names
        for level in DIFFICULTIES
        for n in range(3)
    ]


def test_twenty_five_items_are_one_per_subcategory_and_level(items: list[Question]) -> None:
    picked = balanced(items, 25, seed=1)
    assert len(picked) == 50
    assert set(Counter((q.subcategory, q.difficulty) for q in picked).values()) == {1}


def test_a_larger_choice_contains_the_smaller_one(items: list[Question]) -> None:
    small, large = ({q.id for q in balanced(items, n, seed=1)} for n in (10, 40))
    assert small < large


def test_the_order_of_the_file_does_not_matter_and_the_seed_does(items: list[Question]) -> None:
    assert balanced(items, 30, seed=1) == balanced(items[::-1], 30, seed=1)
    assert {q.id for q in balanced(items, 30, seed=1)} != {q.id for q in balanced(items, 30, seed=2)}
    assert shuffled(items, seed=1, purpose="a") != shuffled(items, seed=1, purpose="b")


def test_a_domain_with_fewer_items_gives_all_it_has(items: list[Question]) -> None:
    picked = balanced(items[:10], 25, seed=1)
    assert sorted(q.id for q in picked) == sorted(q.id for q in items[:10])


def test_the_partner_is_two_levels_below_in_the_same_subcategory(items: list[Question]) -> None:
    for q in items:
        partner = partner_of(q, items, seed=1)
        if q.difficulty < 3:
            assert partner is None
        else:
            assert partner is not None
            assert (partner.subcategory, partner.difficulty) == (q.subcategory, q.difficulty - 2)
            assert partner_of(q, items[::-1], seed=1) == partner
    alone = [q for q in items if q.difficulty == 3]
    assert partner_of(alone[0], alone, seed=1) is None
