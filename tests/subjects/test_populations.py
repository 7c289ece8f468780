"""Each population shows the structure that is planted in it, and no other."""

import numpy as np
import pytest

from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.populations import INLINE_MEMBERS, POPULATIONS, SIZE, judge, members
from mirror_inspect.subjects.simulate import reference_deck

DECK = reference_deck(250)


def played(population, seed=0):
    return judge(members(population), DECK, np.random.default_rng(seed))


def eigenvalues(judgements):
    logits = np.log(judgements.confidence / (1 - judgements.confidence))
    return np.sort(np.linalg.eigvalsh(np.corrcoef(logits)))[::-1]


@pytest.mark.parametrize(("population", "factors"), [("one_factor", 1), ("two_factor", 2), ("independent", 0)])
def test_the_number_of_shared_factors_is_as_planted(population, factors):
    roots = eigenvalues(played(population))
    # 20 independent columns of 2,000 items: the largest root stays below (1 + sqrt(20 / 2000))^2 = 1.21.
    assert int((roots > 1.25).sum()) == factors


def test_the_one_factor_share_is_its_loading_squared():
    # Equal loadings l: the first root is 1 + 19 l^2.
    assert eigenvalues(played("one_factor"))[0] == pytest.approx(1 + 19 * 0.49, abs=0.6)


def own_minus_other(judgements):
    """Correlation of a subject's confidence with its own results minus that with the others'."""
    c, y = judgements.confidence, judgements.right * 1.0
    cross = np.corrcoef(np.vstack([c, y]))[:SIZE, SIZE:]
    own = np.diag(cross)
    return own - (cross.sum(axis=1) - own) / (SIZE - 1)


def test_only_individuated_and_inline_subjects_know_more_about_themselves_than_about_others():
    assert abs(own_minus_other(played("base_rate_only")).mean()) < 0.02
    assert abs(own_minus_other(played("one_factor")).mean()) < 0.02
    assert own_minus_other(played("individuated")).mean() > 0.08
    inline = own_minus_other(played("inline_solving"))
    assert inline[:INLINE_MEMBERS].min() > 0.5
    assert np.abs(inline[INLINE_MEMBERS:]).max() < 0.12


def test_base_rates_follow_ability_where_that_is_planted():
    seen = played("base_rate_only")
    assert np.corrcoef(seen.yes.mean(axis=1), seen.right.mean(axis=1))[0, 1] > 0.95


def test_members_are_subjects_like_any_other():
    assert all(len(members(p)) == SIZE for p in POPULATIONS)
    assert find_persona("two_factor_07") == members("two_factor")[6]
    assert find_persona("inline_solving_01").inline == 0.95
