"""The capability profile: weak set by its policy, shrinkage toward the mean, missing answers never wrong."""

from pathlib import Path

import pytest

from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Observation, Status
from mirror_inspect.profile import CapabilityProfile, DomainScore, build_profile, read_profile_json, weak_domains
from mirror_inspect.taxonomy import Domain

RIGHT = dict(zip(Domain, (90, 80, 70, 60, 40, 30, 20, 10), strict=True))


def profile(right: dict[Domain, int], n: int = 100) -> CapabilityProfile:
    scores = tuple(DomainScore(domain=d, right=k, observed=n, planned=n) for d, k in right.items())
    return CapabilityProfile(model="m", bank_digest="b", scores=scores)


def natural(domain: Domain, status: Status, correct: bool | None) -> Observation:
    return Observation(
        experiment="exp1_atlas",
        item_id="i",
        group="i",
        domain=domain.value,
        subcategory="x",
        difficulty=1,
        channel="natural",
        status=status,
        answer=None if correct is None else "a",
        correct=correct,
    )


def test_weak_is_strictly_below_the_median() -> None:
    assert profile(RIGHT).weak_set() == frozenset(list(Domain)[4:])


def test_with_no_domain_below_the_median_the_two_lowest_by_accuracy_and_name_are_weak() -> None:
    assert weak_domains(dict.fromkeys(Domain, 0.5)) == {Domain.ARITHMETIC, Domain.FACTUAL}


def test_the_other_policies() -> None:
    p = profile(RIGHT)
    assert p.weak_set("bottom_3") == frozenset(list(Domain)[5:])
    assert p.weak_set("absolute_40") == frozenset(list(Domain)[4:])


def test_shrunk_accuracies_lie_between_measured_and_mean_and_keep_the_order() -> None:
    p = profile(RIGHT, n=100)
    mean = sum(p.accuracy.values()) / 8
    for d in Domain:
        assert min(p.accuracy[d], mean) - 1e-9 <= p.shrunk[d] <= max(p.accuracy[d], mean) + 1e-9
    assert sorted(Domain, key=p.shrunk.__getitem__) == sorted(Domain, key=p.accuracy.__getitem__)


def test_equal_accuracies_shrink_to_one_value() -> None:
    p = profile(dict(zip(Domain, (50, 51, 49, 50, 50, 51, 49, 50), strict=True)))
    assert max(p.shrunk.values()) - min(p.shrunk.values()) < 1e-9


def test_p_weak_is_certain_far_from_the_median_and_not_near_it() -> None:
    p = profile(dict(zip(Domain, (95, 90, 85, 51, 49, 15, 10, 5), strict=True)))
    assert p.p_weak[Domain.ARITHMETIC] == 0
    assert p.p_weak[Domain.PROCEDURAL] == 1
    assert 0.2 < p.p_weak[list(Domain)[3]] < 0.8


def test_missing_answers_count_as_planned_and_as_nothing_else() -> None:
    rows = [
        natural(Domain.SPATIAL, Status.OBSERVED, True),
        natural(Domain.SPATIAL, Status.OBSERVED, False),
        natural(Domain.SPATIAL, Status.FAILED, None),
    ]
    (score,) = build_profile(rows, model="m", bank_digest="b").scores
    assert (score.right, score.observed, score.planned) == (1, 2, 3)
    assert score.accuracy == 0.5


@pytest.mark.parametrize(
    "elsewhere",
    [{"experiment": "exp5_adversarial"}, {"flags": ("repeat",)}, {"epoch": 2}, {"channel": "wager"}],
)
def test_only_first_answers_under_plain_conditions_are_a_profile(elsewhere: dict[str, object]) -> None:
    right = natural(Domain.SPATIAL, Status.OBSERVED, True)
    (score,) = build_profile([right, right.model_copy(update=elsewhere)], model="m", bank_digest="b").scores
    assert score.planned == 1


def test_a_profile_without_any_observed_answer_has_no_scores_and_no_weak_set() -> None:
    empty = build_profile([natural(Domain.SPATIAL, Status.REFUSED, None)], model="m", bank_digest="b")
    assert empty.shrunk == {}
    assert empty.p_weak == {}
    assert empty.weak_set() == frozenset()


def test_no_natural_answers_is_an_error_that_says_what_to_run() -> None:
    with pytest.raises(ArgumentError, match="exp1_atlas"):
        build_profile([], model="m", bank_digest="b")


def test_the_digest_is_of_the_measurement_not_of_the_file() -> None:
    p = profile(RIGHT)
    assert p.digest == p.model_copy(update={"source": "elsewhere"}).digest
    assert p.digest != profile({**RIGHT, Domain.SOCIAL: 31}).digest


def test_other_counts_by_level_or_other_items_are_another_measurement() -> None:
    rows = [natural(Domain.SPATIAL, Status.OBSERVED, hit) for hit in (True, False)]
    easy, hard = (
        [
            o.model_copy(update={"item_id": f"{k}", "difficulty": level})
            for k, (o, level) in enumerate(zip(rows, at, strict=True))
        ]
        for at in ((1, 5), (5, 1))
    )
    made = [build_profile(r, model="m", bank_digest="b") for r in (easy, hard)]
    assert made[0].scores == made[1].scores
    assert made[0].digest != made[1].digest
    others = [o.model_copy(update={"item_id": f"other {o.item_id}"}) for o in easy]
    assert build_profile(others, model="m", bank_digest="b").digest != made[0].digest


def test_a_profile_knows_every_item_that_was_asked_for_it_answered_or_not() -> None:
    rows = [
        natural(Domain.SPATIAL, status, correct).model_copy(update={"item_id": name})
        for name, status, correct in (("b", Status.OBSERVED, True), ("a", Status.FAILED, None))
    ]
    wager = rows[0].model_copy(update={"channel": "wager", "item_id": "c"})
    made = build_profile([*rows, wager], model="m", bank_digest="b")
    assert made.items == ("a", "b")
    assert made.without_items.items == ()
    assert made.without_items.digest == made.digest
    with pytest.raises(ValueError, match="altered"):
        CapabilityProfile.model_validate({**made.model_dump(), "items": ["a", "c"]})


def test_a_profile_survives_its_file_and_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(profile(RIGHT).model_dump_json())
    assert read_profile_json(file) == profile(RIGHT)
    file.write_text("{}")
    with pytest.raises(ArgumentError, match=r"p\.json is not a capability profile"):
        read_profile_json(file)
