"""The acceptance rules of the validation table, by hand."""

import math

import pytest

from mirror_inspect.validation.verdict import Kind, Subject, judge_coverage, judge_mean, judge_share, judge_size

ABOUT = Subject(row="r", layer="metric", experiment="exp1", metric="m", planted="nothing")


@pytest.mark.parametrize(("n", "least", "most"), [(1000, 33, 70), (200, 3, 20)])
def test_size_accepts_the_stated_numbers_of_rejections(n, least, most):
    def passed(rejections):
        return judge_size(ABOUT, [0.01] * rejections + [0.5] * (n - rejections)).passed

    assert [passed(k) for k in (least - 1, least, most, most + 1)] == [False, True, True, False]


def test_a_p_value_that_is_undefined_is_no_rejection():
    assert judge_size(ABOUT, [math.nan] * 200).recovered == 0


@pytest.mark.parametrize(("n", "least", "most"), [(1000, 930, 970), (200, 180, 197)])
def test_coverage_accepts_the_stated_numbers_of_hits(n, least, most):
    def verdict(hits, **options):
        return judge_coverage(ABOUT, [(0, 1)] * hits + [(2, 3)] * (n - hits), 0.5, **options)

    assert [verdict(k).passed for k in (least - 1, least, most, most + 1)] == [False, True, True, False]
    assert verdict(n, wilson=True).passed
    assert not judge_coverage(ABOUT, [(math.nan, math.nan)] * n, 0.5).passed


def test_a_mean_is_judged_by_its_distance_and_by_what_is_undefined():
    assert judge_mean(ABOUT, [0.1, 0.3], 0.21, 0.02).passed
    assert not judge_mean(ABOUT, [0.1, 0.3], 0.25, 0.02).passed
    assert not judge_mean(ABOUT, [0.2] * 9 + [math.nan], 0.2, 0.02).passed
    assert judge_mean(ABOUT, [0.2] * 9 + [math.nan], 0.2, 0.02, 0.2).passed
    assert not judge_mean(ABOUT, [math.nan], 0.2, 0.02).passed
    assert not judge_mean(ABOUT, [], 0.2, 0.02).passed


def test_a_share_is_judged_by_its_bounds():
    assert judge_share(ABOUT, [True] * 17 + [False] * 3, 0.85, kind=Kind.POWER).passed
    assert not judge_share(ABOUT, [True] * 16 + [False] * 4, 0.85, kind=Kind.POWER).passed
    assert not judge_share(ABOUT, [], 0.0).passed
