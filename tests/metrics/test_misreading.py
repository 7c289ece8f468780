"""Shares behind shares that were read: exact where the reading is, wider than what was read, covering what is true."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.metrics.misreading import HandMarks, true_share

COUNTS = st.integers(1, 400)


def read_share(true: float, marks: HandMarks) -> float:
    """Return the share that the reading reports where the true one is ``true``."""
    return true * marks.sensitivity + (1 - true) * (1 - marks.specificity)


def test_rogan_and_gladen_by_hand() -> None:
    marks = HandMarks(found=45, marked=50, passed=40, unmarked=50)
    # sensitivity .9, specificity .8: (.48 + .8 - 1) / (.9 + .8 - 1) = .28 / .7
    assert true_share(0.48, 100, marks).value == pytest.approx(0.4)
    assert read_share(0.4, marks) == pytest.approx(0.48)


@given(st.floats(0, 1), COUNTS, COUNTS, st.data())
def test_correcting_undoes_reading(true: float, marked: int, unmarked: int, data: st.DataObject) -> None:
    found, passed = data.draw(st.integers(0, marked)), data.draw(st.integers(0, unmarked))
    marks = HandMarks(found, marked, passed, unmarked)
    back = true_share(read_share(true, marks), 110, marks)
    if found * unmarked + passed * marked <= marked * unmarked:
        assert back.reason == "reading_no_better_than_chance"
        assert math.isnan(back.value)
    else:
        assert back.value == pytest.approx(true, abs=1e-6)
        assert 0 <= back.low <= back.value <= back.high <= 1


def test_what_no_reading_could_have_given_is_cut_off_and_says_so() -> None:
    marks = HandMarks(40, 50, 40, 50)
    assert (true_share(0.1, 100, marks).value, true_share(0.1, 100, marks).reason) == (0.0, "beyond_the_reading")
    assert (true_share(0.9, 100, marks).value, true_share(0.9, 100, marks).reason) == (1.0, "beyond_the_reading")


def test_few_hand_marks_widen_the_interval() -> None:
    few, many = (true_share(0.5, 110, HandMarks(8 * k, 10 * k, 9 * k, 10 * k)) for k in (2, 50))
    assert few.high - few.low > 1.3 * (many.high - many.low)


@pytest.mark.parametrize("true", [0.1, 0.5, 0.9])
def test_the_interval_covers_the_true_share(true: float) -> None:
    rng, runs, sensitivity, specificity = np.random.default_rng(3), 1500, 0.7, 0.85
    read_as = true * sensitivity + (1 - true) * (1 - specificity)
    covered = 0
    for _ in range(runs):
        marks = HandMarks(int(rng.binomial(50, sensitivity)), 50, int(rng.binomial(70, specificity)), 70)
        found = true_share(rng.binomial(110, read_as) / 110, 110, marks)
        covered += found.low <= true <= found.high
    assert covered / runs >= 0.93


@pytest.mark.parametrize("counts", [(1, 0, 0, 1), (2, 1, 0, 1), (0, 1, 2, 1), (-1, 1, 0, 1), (0, 1, 0, 0)])
def test_impossible_counts_are_refused(counts: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="marked and unmarked"):
        HandMarks(*counts)


def test_impossible_shares_are_refused_and_no_replies_give_none() -> None:
    marks = HandMarks(9, 10, 9, 10)
    for share, n in ((1.1, 10), (-0.1, 10), (0.5, -1)):
        with pytest.raises(ValueError, match="share lies"):
            true_share(share, n, marks)
    assert true_share(0.5, 0, marks).reason == "empty"
