"""What may be handed to a metric: plain numbers, zeros and ones, labels; anything else is named and refused."""

from enum import StrEnum

import numpy as np
import pytest

from mirror_inspect.stats.arrays import binary, group_means, labels, numbers, same_length, unit_interval


class Place(StrEnum):
    HERE = "here"
    THERE = "there"


@pytest.mark.parametrize(
    ("check", "bad"),
    [
        (numbers, [1, float("nan")]),
        (numbers, [float("inf")]),
        (numbers, ["1"]),
        (numbers, np.array([1, None], dtype=object)),
        (numbers, [[1.0]]),
        (numbers, 3.0),
        (unit_interval, [-0.01]),
        (unit_interval, [1.01]),
        (binary, [0.5]),
        (binary, [2]),
        (labels, [1.5]),
        (labels, np.array(["a", None], dtype=object)),
        (labels, np.array(["a", float("nan")], dtype=object)),
        (labels, [["a"]]),
    ],
)
def test_refused(check, bad):
    with pytest.raises(ValueError, match="thing"):
        check(bad, "thing")


def test_accepted():
    assert binary([True, False]).tolist() == [1.0, 0.0]
    assert numbers([]).shape == (0,)
    for values in (["b", "a", "b"], np.array(["b", "a", "b"], dtype=object), [Place.THERE, Place.HERE, Place.THERE]):
        names, codes = labels(values)
        assert codes.tolist() == [1, 0, 1]
        assert len(names) == 2
    assert labels([2, 10, 2])[0].tolist() == ["2", "10"]
    assert labels([])[1].shape == (0,)


def test_lengths_are_named():
    assert same_length(a=np.ones(2), b=np.ones(2)) == 2
    with pytest.raises(ValueError, match="a 1, b 2"):
        same_length(a=np.ones(1), b=np.ones(2))


def test_an_empty_group_has_no_mean():
    means = group_means(np.array([1.0, 3.0]), np.array([0, 0]), 2)
    assert means[0] == 2.0
    assert np.isnan(means[1])
