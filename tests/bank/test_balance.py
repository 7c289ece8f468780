"""Sides and seats balance by construction: the turns of a domain alternate, the seats of a subcategory go round."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from mirror_inspect.bank.balance import allocation, counts, first_seat, slots
from mirror_inspect.bank.build import as_question, build_subcategory
from mirror_inspect.bank.families import ALL
from mirror_inspect.bank.family import Draft, Draw
from mirror_inspect.bank.shape import first_side
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, AnswerType, Domain


@pytest.mark.parametrize("per_level", [25, 8])
@pytest.mark.parametrize("domain", Domain)
def test_the_sides_of_a_domain_differ_by_one_at_most_and_so_do_those_of_every_family(
    domain: Domain, per_level: int
) -> None:
    places = [s for name in SUBCATEGORIES[domain] for s in slots(name, ALL, per_level=per_level) if s.family.two_way]
    turns = sorted(s.turn for s in places)
    assert turns == list(range(len(turns))), "every turn of the domain is taken once"
    for family in {s.family.name for s in places}:
        sides = Counter(s.turn % 2 for s in places if s.family.name == family)
        assert abs(sides[0] - sides[1]) <= 1


def test_by_hand_five_families_of_five_items_alternate() -> None:
    assert allocation(3, level=1, per_level=25) == (8, 8, 9)
    assert allocation(3, level=2, per_level=25) == (8, 9, 8)
    assert allocation(3, level=3, per_level=25) == (9, 8, 8)
    assert sum(allocation(4, level=5, per_level=25)) == 25


def test_the_families_of_a_subcategory_share_every_level_of_every_form_alike() -> None:
    for family in ALL:
        held = counts(family, ALL)
        assert max(held) - min(held) <= 1
    names = [n for group in SUBCATEGORIES.values() for n in group]
    for name in names:
        assert Counter(s.level for s in slots(name, ALL)) == dict.fromkeys(DIFFICULTIES, 25)


def test_seats_of_one_subcategory_start_one_place_after_those_of_the_last() -> None:
    names = [n for group in SUBCATEGORIES.values() for n in group]
    assert all(first_seat(b) - first_seat(a) == 1 for a, b in pairwise(names))


def test_the_gold_of_a_choice_item_stands_where_its_running_number_says() -> None:
    family = next(f for f in ALL if not f.two_way)

    draft = Draft("Which?", "right", AnswerType.CHOICE, distractors=("x", "y", "z"))
    for number in range(8):
        draw = Draw(random.Random(1), 1, family.levels[1], 0)
        question = as_question(draft, family, draw, 1, {4: number})
        assert question.options.index("right") == number % 4


def test_the_side_of_a_two_way_choice_is_the_side_of_its_turn() -> None:
    import random

    family = next(f for f in ALL if f.two_way)
    draft = Draft("Which?", "right", AnswerType.CHOICE, distractors=("wrong",))
    for turn in range(4):
        draw = Draw(random.Random(1), 1, family.levels[1], 0, turn)
        assert first_side(as_question(draft, family, draw, 1, {2: 0})) is draw.first_side is (turn % 2 == 0)


def test_a_draw_without_a_turn_takes_its_index() -> None:
    import random

    assert [Draw(random.Random(1), 1, {}, i).first_side for i in range(3)] == [True, False, True]


@pytest.mark.parametrize("name", ["syllogisms", "calendar_date"])
def test_built_items_are_balanced_as_planned(name: str) -> None:
    items = build_subcategory(name, seed=5, per_level=4)
    sides = Counter(first_side(q) for q in items if q.two_way)
    assert sides[True] + sides[False] > 0
    assert abs(sides[True] - sides[False]) <= 1
    seats = Counter((len(q.options), q.options.index(q.answer)) for q in items if len(q.options) > 2)
    for among in {k for k, _ in seats}:
        held = [seats[among, i] for i in range(among)]
        assert max(held) - min(held) <= 1
