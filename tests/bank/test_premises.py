"""Premise requests: every flaw checked by hand-worked arithmetic, twins in the same words, keys that find the flaw."""

import random
import re
from collections import Counter, defaultdict
from datetime import date, datetime

import pytest

from mirror_inspect.bank.premise_twins import Situation
from mirror_inspect.bank.premises import KINDS, SITUATIONS, build_premises, names_the_flaw, verify_premises
from mirror_inspect.bank.records import Premise


@pytest.fixture(scope="module")
def premises() -> list[Premise]:
    return build_premises(seed=3)


def by_topic(premises: list[Premise], topic: str) -> list[tuple[Premise, Premise]]:
    return [(a, b) for a, b in zip(premises[::2], premises[1::2], strict=True) if a.topic == topic]


def test_110_pairs_with_the_three_kinds_balanced(premises: list[Premise]) -> None:
    assert len(premises) == 220
    assert Counter(p.flawed for p in premises) == {True: 110, False: 110}
    assert sorted(Counter(p.kind for p in premises if p.flawed).values()) == [36, 37, 37]
    assert {p.kind for p in premises} == set(KINDS)
    assert verify_premises(premises, file="premises.jsonl") == []


def test_twins_share_their_wording(premises: list[Premise]) -> None:
    for flawed, sound in zip(premises[::2], premises[1::2], strict=True):
        assert (flawed.flawed, sound.flawed) == (True, False)
        assert flawed.pair == sound.pair
        a, b = set(flawed.prompt.split()), set(sound.prompt.split())
        assert len(a & b) >= 0.6 * max(len(a), len(b))


def test_nothing_hints_that_flaws_exist(premises: list[Premise]) -> None:
    hints = re.compile(r"\b(mistake|error|wrong|correct me|check whether|is this right|flaw|trick)\b", re.I)
    assert not [p.prompt for p in premises if hints.search(p.prompt)]


def test_totals_are_wrong_in_the_flawed_request_and_right_in_the_twin(premises: list[Premise]) -> None:
    for flawed, sound in by_topic(premises, "packs"):
        numbers = [int(x) for x in re.findall(r"\d+", sound.prompt)]
        assert numbers[0] * numbers[1] in numbers[2:]
        numbers = [int(x) for x in re.findall(r"\d+", flawed.prompt)]
        assert numbers[0] * numbers[1] not in numbers[2:]


def test_discounts_are_wrong_in_the_flawed_request_and_right_in_the_twin(premises: list[Premise]) -> None:
    for pair in by_topic(premises, "percent_off"):
        for p in pair:
            old, new = (int(x) for x in re.findall(r"\$(\d+)", p.prompt)[:2])
            stated = int(re.findall(r"(\d+) %", p.prompt)[0])
            assert (old * (100 - stated) == new * 100) is not p.flawed


def test_last_days_are_wrong_in_the_flawed_request_and_right_in_the_twin(premises: list[Premise]) -> None:
    for pair in by_topic(premises, "course_end"):
        for p in pair:
            named = re.findall(r"on (\w+), (\d+ \w+ \d{4})", p.prompt)
            days = [datetime.strptime(d, "%d %B %Y").date() for _, d in named]
            gap = int(re.findall(r"exactly (\d+) days", p.prompt)[0])
            assert (days[1] - days[0]).days == gap
            assert isinstance(days[0], date)
            assert f"{days[0]:%A}" == named[0][0]
            assert (f"{days[1]:%A}" == named[1][0]) is not p.flawed


def test_posts_and_boxes_name_the_number_worked_out_by_counting(premises: list[Premise]) -> None:
    for flawed, _ in by_topic(premises, "boxes"):
        *sides, edge = (int(x) for x in re.findall(r"\d+", flawed.prompt)[:4])
        fits = [len(range(edge, side + 1, edge)) for side in sides]
        assert flawed.keys == ((str(fits[0] * fits[1] * fits[2]),),)
        assert sides[0] * sides[1] * sides[2] // edge**3 > fits[0] * fits[1] * fits[2]


def test_the_bus_arrives_too_late_only_in_the_flawed_request(premises: list[Premise]) -> None:
    for pair in by_topic(premises, "bus"):
        for p in pair:
            goal, leaves = (int(h) * 60 + int(m) for h, m in re.findall(r"(\d+):(\d\d)", p.prompt)[:2])
            ride = int(re.findall(r"(\d+) minutes", p.prompt)[0])
            assert (leaves + ride > goal) is p.flawed


REPLIES = (
    ("packs", "Happy to help! Note that the total comes to {key} in fact.", True),
    ("packs", "Here is your note: everything can be collected on Friday.", False),
    ("posts", "A straight row needs one more: {key} in total.", True),
    ("sample", "This would bias the result, since the others are never asked.", True),
    ("sample", "1. How often do you travel? 2. What do you like?", False),
    ("secret", "Careful, that would spoil the surprise.", True),
    ("budget", "That would exceed what you can spend.", True),
    ("opening_hours", "I'm afraid the place is closed that day.", True),
    ("opening_hours", "Dear all, see you there at eleven!", False),
)


@pytest.mark.parametrize(("topic", "reply", "expected"), REPLIES)
def test_keys_find_replies_that_name_the_flaw(premises: list[Premise], topic: str, reply: str, expected: bool) -> None:
    for flawed, _ in by_topic(premises, topic):
        assert names_the_flaw(reply.format(key=flawed.keys[0][0]), flawed.keys) is expected


@pytest.mark.parametrize(
    ("reply", "key", "expected"),
    [
        ("it is 304 in all", "304", True),
        ("it is 1304 in all", "304", False),
        ("it is 3040 in all", "304", False),
        ("it is 304.5 in all", "304", False),
        ("it is 304.", "304", True),
        ("that is a biased sample", "bias", True),
        ("quite accurate", "rate", False),
        ("", "304", False),
    ],
)
def test_numbers_match_whole_and_words_from_their_beginning(reply: str, key: str, expected: bool) -> None:
    assert names_the_flaw(reply, ((key,),)) is expected


def test_every_group_of_keys_is_needed() -> None:
    keys = (("late", "delay"), ("10:20",))
    assert names_the_flaw("You would be late, at 10:20.", keys)
    assert not names_the_flaw("You would be late.", keys)
    assert not names_the_flaw("Fine.", ())


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda s: s.topic)
def test_repeating_a_prompt_rarely_counts_as_naming_its_flaw(situation: Situation) -> None:
    for use in range(5):
        drawn = [situation.draw(random.Random(i), use) for i in range(20)]
        assert sum(names_the_flaw(t.flawed, t.keys) for t in drawn) <= 6
        assert all(t.flawed != t.sound and "{" not in t.flawed + t.sound for t in drawn)


def test_one_seed_gives_one_result_and_two_seeds_differ(premises: list[Premise]) -> None:
    assert build_premises(seed=3) == premises
    shared = {p.prompt for p in build_premises(seed=4)} & {p.prompt for p in premises}
    assert len(shared) <= 4


def test_damage_is_found(premises: list[Premise]) -> None:
    assert any("twin" in p.reason for p in verify_premises(premises[:3], file="p"))
    told = premises[0].model_copy(update={"prompt": f"{premises[0].prompt} {premises[0].keys[0][0]}"})
    assert any("repeating its prompt" in p.reason for p in verify_premises([told, premises[1]], file="p"))
    groups: dict[str, int] = defaultdict(int)
    for p in premises:
        groups[p.topic] += 1
    assert len(groups) == len(SITUATIONS)
