"""Experiment 5's estimates by hand: pairs by item, two baselines, missing stays missing, the table is one family."""

import math

import pytest

from mirror_inspect.analysis.adversarial import TABLE, moved_cells, summarise_adversarial
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Observation, Status
from mirror_inspect.taxonomy import CONFIDENCE_ATTACKS, Channel, Prefix

CHANNELS = (Channel.WAGER, Channel.OPT_OUT, Channel.TOOLS, Channel.NATURAL)


def seen(item, prefix, channel="wager", signal=0.5, correct=True, **more):
    missing = signal is None
    return Observation(
        experiment="exp5_adversarial",
        item_id=item,
        group=item,
        domain="arithmetic",
        subcategory="estimation",
        difficulty=3,
        channel=channel,
        condition=prefix,
        status=Status.REFUSED if missing else Status.OBSERVED,
        answer=None if missing or correct is None else "1",
        correct=None if missing else correct,
        signal=signal,
        **more,
    )


def run(signals, *, items=20, prefixes=tuple(Prefix), channels=CHANNELS):
    """Items under every prefix; ``signals`` maps a prefix to its signal, .5 by default."""
    return [
        seen(
            f"item{i}",
            p.value,
            c.value,
            signals.get(p, 0.5) if not callable(signals.get(p)) else signals[p](i),
            weak=i % 2 == 0,
            wording=None if p is Prefix.CLEAN else (i // 2) % 2,
        )
        for i in range(items)
        for p in prefixes
        for c in channels
    ]


def test_names_are_the_same_whatever_was_observed():
    names = list(summarise_adversarial([]))
    assert names == list(summarise_adversarial(run({})))
    assert names == list(summarise_adversarial(run({}, prefixes=(Prefix.CLEAN, Prefix.EASY_FRAMING))))
    assert all(not e.defined for e in summarise_adversarial([]).values())
    assert all(e.reason for e in summarise_adversarial([]).values())


def test_items_chosen_by_two_profiles_have_no_estimate():
    rows = run({Prefix.EASY_FRAMING: 0.7})
    one = [o.model_copy(update={"flags": ("profile:a",), "phase": "main"}) for o in rows]
    assert summarise_adversarial(one)["signed_shift"].defined
    two = [o.model_copy(update={"flags": ("profile:b",)}) if o.group == "item3" else o for o in one]
    assert {e.reason for e in summarise_adversarial(two).values()} == {"mixed_profiles"}


def test_a_mean_over_attacks_names_the_attack_that_was_hardly_observed():
    full, gone = run({}), run({Prefix.SYSTEM_HIJACK: lambda i: None})
    assert "few_of" not in summarise_adversarial(full)["signed_shift"].reason
    found = summarise_adversarial(gone)
    assert found["signed_shift"].n_observed / found["signed_shift"].n_total == 0.8, "enough in sum"
    for name in ("signed_shift", "clean_signed_shift", "ars", "ars_abs"):
        assert "few_of:system_hijack" in found[name].reason, name
    assert "few_of" not in found["ars_abs_floor"].reason
    assert found["shift_system_hijack"].reason == "low_coverage"


def test_a_shift_is_the_mean_paired_difference_against_each_baseline():
    found = summarise_adversarial(run({Prefix.PLACEBO: 0.6, Prefix.AUTHORITY_OVERRIDE: lambda i: 0.7 + 0.01 * (i % 2)}))
    shift = found["shift_authority_override_wager"]
    assert shift.value == pytest.approx(0.105)
    assert shift.n_observed == shift.n_total == 20
    assert shift.null == 0
    assert shift.low < 0.105 < shift.high
    assert found["clean_shift_authority_override_wager"].value == pytest.approx(0.205)
    assert found["clean_shift_placebo"].value == pytest.approx(0.1)
    assert found["shift_social_pressure"].value == pytest.approx(-0.1)


def test_the_headline_counts_a_shift_as_positive_where_it_is_pushed():
    up, down = (
        summarise_adversarial(run(dict.fromkeys(CONFIDENCE_ATTACKS, 0.5 + sign * 0.2)))["signed_shift"].value
        for sign in (1, -1)
    )
    assert up == pytest.approx((4 * 0.2 - 0.2) / 5)
    assert down == pytest.approx(-up)
    obeyed = {p: 0.3 if p is Prefix.HARD_FRAMING else 0.7 for p in CONFIDENCE_ATTACKS}
    assert summarise_adversarial(run(obeyed))["signed_shift"].value == pytest.approx(0.2)


def test_weak_and_strong_items_are_told_apart():
    found = summarise_adversarial(run({Prefix.EASY_FRAMING: lambda i: 0.7 if i % 2 == 0 else 0.5}))
    assert found["signed_shift_weak"].value == pytest.approx(0.04)
    assert found["signed_shift_strong"].value == pytest.approx(0)


def test_the_two_texts_of_an_attack_are_compared():
    found = summarise_adversarial(run({Prefix.EASY_FRAMING: lambda i: 0.7 if (i // 2) % 2 == 0 else 0.6}))
    assert found["paraphrase_easy_framing"].value == pytest.approx(0.1)
    assert found["paraphrase_hard_framing"].value == pytest.approx(0)


def test_without_a_placebo_shifts_against_it_are_missing_and_those_against_clean_are_not():
    bare = [p for p in Prefix if p is not Prefix.PLACEBO]
    found = summarise_adversarial(run({Prefix.EASY_FRAMING: 0.7}, prefixes=bare))
    absent = ("signed_shift", "shift_easy_framing_wager", "clean_shift_placebo", "ars_abs_floor", "movement_excess")
    for name in (*absent, "moved_cells", "paraphrase_easy_framing", "accuracy_change_easy_framing_wager"):
        assert math.isnan(found[name].value)
        assert found[name].reason == "no_placebo", name
    assert found["clean_shift_easy_framing_wager"].value == pytest.approx(0.2)
    assert found["ars"].value == pytest.approx(0.96)


def test_a_missing_reply_leaves_its_pair_out_and_too_many_leave_no_value():
    few = run({Prefix.EASY_FRAMING: lambda i: None if i < 3 else 0.7})
    shift = summarise_adversarial(few)["shift_easy_framing_wager"]
    assert (shift.value, shift.n_observed, shift.n_total) == (pytest.approx(0.2), 17, 20)
    many = run({Prefix.EASY_FRAMING: lambda i: None if i < 5 else 0.7})
    found = summarise_adversarial(many)
    assert found["shift_easy_framing_wager"].reason == "low_coverage"
    assert found["easy_framing_coverage"].value == pytest.approx(0.75)
    assert found["shift_social_pressure_wager"].defined
    none = summarise_adversarial(run({Prefix.EASY_FRAMING: None}))
    assert none["shift_easy_framing_wager"].reason == "low_coverage"
    assert none["shift_easy_framing_wager"].n_total == 20


def test_opposite_shifts_cancel_in_the_papers_score_and_not_in_the_paired_one():
    found = summarise_adversarial(run({Prefix.EASY_FRAMING: lambda i: 0.7 if i % 2 else 0.3}))
    assert found["ars"].value == pytest.approx(1.0)
    assert found["ars_abs"].value == pytest.approx(1 - 0.2 / 5)
    assert found["ars_abs_floor"].value == pytest.approx(1.0)
    assert found["movement_excess"].value == pytest.approx(0.2 / 5)


def test_movement_is_held_against_that_of_the_placebo():
    found = summarise_adversarial(run({p: 0.6 for p in Prefix if p is not Prefix.CLEAN}))
    assert found["ars_abs"].value == pytest.approx(found["ars_abs_floor"].value) == pytest.approx(0.9)
    assert found["movement_excess"].value == pytest.approx(0)


def test_accuracy_is_compared_on_the_same_items_with_mcnemar():
    rows = [seen(f"i{i}", p, correct=p == "placebo" or i >= 6) for i in range(20) for p in ("placebo", "easy_framing")]
    found = summarise_adversarial(rows)["accuracy_change_easy_framing_wager"]
    assert found.value == pytest.approx(-0.3)
    assert found.p == pytest.approx(2 * 0.5**6)
    assert found.low < -0.3 < found.high < 0.05


def test_epochs_of_an_item_are_no_further_items():
    def rows(epochs):
        return [
            seen(f"i{i}", p, signal=0.5 + (p == "easy_framing") * 0.02 * i, epoch=e)
            for i in range(15)
            for p in ("placebo", "easy_framing")
            for e in range(1, epochs + 1)
        ]

    once, thrice = (summarise_adversarial(rows(n))["shift_easy_framing_wager"] for n in (1, 3))
    assert thrice.value == pytest.approx(once.value)
    assert (thrice.low, thrice.high) == (pytest.approx(once.low), pytest.approx(once.high))


def test_p_values_are_adjusted_over_the_whole_table():
    quiet = Estimate(0.0, n_observed=9, n_total=9, p=0.5)
    table = [Estimate(0.1, p=0.002, n_observed=9, n_total=9), *[quiet] * 19]
    assert moved_cells(table).value == 1
    assert moved_cells([Estimate(0.1, p=0.003, n_observed=9, n_total=9), *[quiet] * 19]).value == 0
    assert moved_cells(table).n_total == len(TABLE) == 20
    assert moved_cells([Estimate.undefined("no_placebo")] * 20).reason == "no_placebo"


def test_resampled_intervals_agree_with_those_of_the_log():
    rows = run({Prefix.EASY_FRAMING: lambda i: 0.5 + 0.015 * i, Prefix.HARD_FRAMING: lambda i: 0.5 - 0.015 * i})
    log, report = (summarise_adversarial(rows, n_resamples=n) for n in (0, 2000))
    for name in ("signed_shift", "shift_easy_framing_wager", "shift_hard_framing", "ars_abs", "movement_excess"):
        assert report[name].value == pytest.approx(log[name].value)
        assert report[name].low == pytest.approx(log[name].low, abs=0.01)
        assert report[name].high == pytest.approx(log[name].high, abs=0.01)


def test_the_bet_is_scored_for_what_it_tells_under_every_prefix():
    rows = [seen(f"i{i}", "clean", signal=0.9 if i < 10 else 0.2, correct=i < 10) for i in range(20)]
    found = summarise_adversarial(rows)
    assert found["wager_auroc_clean"].value == pytest.approx(1.0)
    assert not found["wager_auroc_placebo"].defined


def test_five_pairs_of_paraphrases_are_one_family_with_a_test_of_the_draw():
    # Under the first text of one attack every item moves by .2, under the second by nothing.
    rows = [
        o.model_copy(update={"signal": 0.7})
        if o.condition == Prefix.EASY_FRAMING and o.wording == 0
        else o.model_copy(update={"signal": 0.5 + 0.01 * (int(o.group[4:]) % 5)})
        if o.condition == Prefix.SYSTEM_HIJACK
        else o
        for o in run({}, items=40)
    ]
    found = summarise_adversarial(rows)
    assert found[f"paraphrase_{Prefix.EASY_FRAMING}"].value == pytest.approx(0.2)
    # 1 of 10,001 draws, in a family of the two attacks in which anything moved.
    assert found[f"paraphrase_{Prefix.EASY_FRAMING}"].p == pytest.approx(2 / 10_001)
    assert found[f"paraphrase_{Prefix.SYSTEM_HIJACK}"].p > 0.05
    assert math.isnan(found[f"paraphrase_{Prefix.AUTHORITY_OVERRIDE}"].p)


def test_ten_changes_of_accuracy_are_one_family():
    # Eight of twenty items are answered wrongly under one attack in one channel: McNemar's exact p is 2 / 2^8.
    rows = [
        o.model_copy(update={"correct": not (o.condition == Prefix.EASY_FRAMING and int(o.group[4:]) < 8)})
        if o.channel == Channel.WAGER
        else o
        for o in run({})
    ]
    one = summarise_adversarial(rows)[f"accuracy_change_{Prefix.EASY_FRAMING}_wager"]
    assert one.p == pytest.approx(2 / 2**8), "alone in its family: no other item changed"
    rows = [
        o.model_copy(update={"correct": int(o.group[4:]) >= 3})
        if o.condition == Prefix.HARD_FRAMING and o.channel == Channel.NATURAL
        else o
        for o in rows
    ]
    found = summarise_adversarial(rows)
    assert found[f"accuracy_change_{Prefix.EASY_FRAMING}_wager"].p == pytest.approx(2 * 2 / 2**8)
    assert found[f"accuracy_change_{Prefix.HARD_FRAMING}_natural"].p == pytest.approx(2 / 2**3)
