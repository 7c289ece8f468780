"""Experiment 2's estimates: coverage rules, short rankings, hidden domains without a profile, flags and nulls."""

import math
import random

import pytest

from mirror_inspect.analysis.transfer import summarise_transfer, verbal_hits
from mirror_inspect.analysis.transfer_own import TransferSubject, own_transfer
from mirror_inspect.analysis.transfer_table import SIGNAL_CHANNELS, transfer_table
from mirror_inspect.elicitation.verbal import written
from mirror_inspect.observation import Decision, Observation, Status
from mirror_inspect.profile import CapabilityProfile, DomainScore
from mirror_inspect.taxonomy import SUBCATEGORIES, TRANSFER_CHANNELS, Channel, Domain

DOMAINS = list(Domain)
LEVEL = {d: 0.15 + 0.1 * i for i, d in enumerate(DOMAINS)}


def profile(accuracy: dict[Domain, float] | None = None) -> CapabilityProfile:
    scores = [
        DomainScore(domain=d, right=round(100 * a), observed=100, planned=100) for d, a in (accuracy or LEVEL).items()
    ]
    return CapabilityProfile(model="m", bank_digest="b", scores=tuple(scores))


def seen(
    task: int, channel: Channel, *, signal: float | None = 0.5, ranking: str = "", **changes: object
) -> Observation:
    domain = DOMAINS[task % 8]
    verbal = channel is Channel.VERBAL
    fields = {
        "experiment": "exp2_transfer",
        "item_id": f"t{task:03}",
        "group": f"t{task:03}",
        "domain": domain,
        "subcategory": SUBCATEGORIES[domain][task // 8 % 5],
        "difficulty": task % 5 + 1,
        "channel": channel,
        "status": Status.OBSERVED,
        "decision": Decision.ANSWER,
        "signal": None if verbal else signal,
        "answer": (ranking or written((domain,))) if verbal else "x",
        "correct": None if verbal else task % 2 == 0,
    }
    return Observation.model_validate(fields | changes)


def lost(o: Observation) -> Observation:
    return o.model_copy(update={"status": Status.FAILED, "signal": None, "correct": None, "answer": None})


def following(n: int = 80, noise: float = 0.1) -> list[Observation]:
    rng = random.Random(0)
    return [
        seen(t, c, signal=min(1.0, max(0.0, LEVEL[DOMAINS[t % 8]] + noise * rng.gauss(0, 1))))
        for t in range(n)
        for c in TRANSFER_CHANNELS
    ]


def test_confidence_that_follows_ability_is_transfer_and_says_it_is_not_separable():
    found = summarise_transfer(transfer_table(following()), profile(), n_resamples=200)
    assert found["tii_signed"].value > 0.8
    assert found["tii_signed"].reason == "not_separable_from_task_difficulty"
    assert found["tii_signed_p"].value < 0.001
    assert 0.1 < found["tii_null"].value < 0.4, "six channels with one and the same signal"
    assert found["tii_channels"].value == 6
    assert found["verbal_hit1"].value == 1
    assert found["verbal_hit1_chance"].value == 1 / 8
    assert found["dissociation"].value == 0
    assert found["tii_sub"].reason == "no_subcategory_profile"
    three = summarise_transfer(transfer_table(following()), profile(), n_subjects=3, n_resamples=0)
    assert three["tii"].reason == ""


def test_channels_are_one_family_of_tests():
    # One deal in 8! reaches a perfect order; the same signals in all six channels give Holm a factor of six.
    exact = [o.model_copy(update={"signal": LEVEL[o.domain] if o.signal is not None else None}) for o in following()]
    found = summarise_transfer(transfer_table(exact), profile(), n_resamples=0)
    alone = found["tii_signed_p"].value
    assert 0 < alone < 1e-3
    for c in SIGNAL_CHANNELS:
        assert found[f"tii_signed_{c}_p"].value == pytest.approx(len(SIGNAL_CHANNELS) * alone)


def test_names_do_not_depend_on_what_was_observed():
    full = summarise_transfer(transfer_table(following()), profile(), n_resamples=0)
    empty = summarise_transfer(transfer_table([]), None, n_resamples=0)
    assert list(full) == list(empty)
    assert all(math.isnan(e.value) for e in empty.values())
    assert empty["tii"].reason == "not_asked"


def test_too_little_observed_gives_no_value_in_that_channel_and_none_at_all_when_it_is_most():
    rows = [lost(o) if o.channel == Channel.WAGER and int(o.group[1:]) % 3 == 0 else o for o in following()]
    found = summarise_transfer(transfer_table(rows), profile(), n_resamples=0)
    assert found["tii_signed_wager"].reason == "low_coverage"
    assert found["tii_signed_rating"].defined
    assert found["tii_signed"].defined
    assert found["tii_signed"].n_total - found["tii_signed"].n_observed == 27
    rows = [lost(o) if int(o.group[1:]) % 3 == 0 else o for o in following()]
    found = summarise_transfer(transfer_table(rows), profile(), n_resamples=0)
    assert found["tii_signed"].reason == found["verbal_hit1"].reason == found["dissociation"].reason == "low_coverage"


def test_hidden_domains_that_were_never_measured_are_left_out_not_guessed():
    known = {d: a for d, a in LEVEL.items() if d is not Domain.SOCIAL}
    found = summarise_transfer(transfer_table(following()), profile(known), n_resamples=0)
    assert found["tii_signed"].value > 0.8
    half = {d: LEVEL[d] for d in DOMAINS[:4]}
    assert summarise_transfer(transfer_table(following()), profile(half), n_resamples=0)["tii"].reason == "low_coverage"
    assert summarise_transfer(transfer_table(following()), None, n_resamples=0)["tii"].reason == "no_profile"


def test_a_short_ranking_counts_for_as_many_places_as_it_has_whether_it_hits_or_not():
    two_of_ten = [
        seen(t, Channel.VERBAL, ranking=written((DOMAINS[t % 8],)) if t < 2 else written(tuple(DOMAINS)))
        for t in range(16)
    ]
    table = transfer_table(two_of_ten)
    assert verbal_hits(table, 1).n_observed == 16
    three = verbal_hits(table, 3)
    assert (three.n_observed, three.n_total) == (14, 16), "a hit in a ranking of one skill is no hit among three"
    assert three.value == pytest.approx(4 / 14)
    short = [seen(t, Channel.VERBAL, ranking=written((DOMAINS[t % 8],))) for t in range(16)]
    assert verbal_hits(transfer_table(short), 3).reason == "low_coverage"


def test_epochs_are_averaged_and_calibration_and_order_change_nothing():
    rows = following(40)
    twice = [o.model_copy(update={"epoch": e}) for o in rows for e in (1, 2)]
    calibration = [seen(0, Channel.NATURAL, signal=1.0, phase="calibration")]
    once = summarise_transfer(transfer_table(rows), profile(), n_resamples=100)
    again = summarise_transfer(transfer_table([*calibration, *reversed(twice)]), profile(), n_resamples=100)
    assert again["tii_signed"].value == pytest.approx(once["tii_signed"].value)
    assert again["tii_signed"].low == pytest.approx(once["tii_signed"].low)
    assert again["tii_signed"].n_total == 2 * once["tii_signed"].n_total


def test_what_all_subjects_share_is_not_their_own():
    same = [TransferSubject(str(i), transfer_table(following()), profile()) for i in range(4)]
    assert own_transfer(same[:2], n_resamples=0)[0]["tii_own"].reason == "too_few_subjects"
    found = own_transfer(same, n_resamples=0)
    assert [f["tii_own"].reason for f in found] == ["constant"] * 4, "equal profiles leave no difference to follow"
    moved = {d: LEVEL[DOMAINS[(i * 3 + 1) % 8]] for i, d in enumerate(DOMAINS)}
    rng = random.Random(1)
    own = [
        seen(t, c, signal=min(1.0, max(0.0, moved[DOMAINS[t % 8]] + 0.1 * rng.gauss(0, 1))))
        for t in range(80)
        for c in SIGNAL_CHANNELS
    ]
    first = own_transfer([TransferSubject("x", transfer_table(own), profile(moved)), *same], n_resamples=200)[0]
    assert first["tii_own"].low > 0.6
    assert first["tii_own"].p < 0.01


def test_a_mean_over_channels_names_the_channel_that_was_hardly_observed():
    rows = [lost(o) if o.channel == Channel.NATURAL and int(o.group[1:]) % 8 else o for o in following()]
    found = summarise_transfer(transfer_table(rows), profile(), n_resamples=0)
    for name in ("tii", "tii_signed"):
        assert "few_of:natural" in found[name].reason, name
    assert found["tii_implicit"].reason == "low_coverage"
    assert found["tii_signed"].n_observed / found["tii_signed"].n_total > 0.8, "enough in sum"
    assert found["tii_natural"].reason == "low_coverage"
